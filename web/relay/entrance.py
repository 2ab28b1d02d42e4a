"""Who may come in: paths, the origin of a page, and the address that somebody comes from."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import TYPE_CHECKING

from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from web.relay import metrics
from web.relay.frames import encoded
from web.relay.limits import address_key

if TYPE_CHECKING:
    from web.relay.server import Shell


def answer(shell: Shell, _: ServerConnection, request: Request) -> Response | None:
    """The answer to a request that is no phone of ours; None lets it in."""
    path = request.path.partition("?")[0]
    if path.endswith("/relay/health"):
        state = "stopping" if shell.house.stopping is not None else "ok"
        return _response(HTTPStatus.OK, "application/json", json.dumps({"state": state}))
    if path.endswith("/relay/metrics"):
        return _response(HTTPStatus.OK, metrics.KIND, metrics.text(shell))
    if not path.endswith("/relay"):
        return _refusal(HTTPStatus.NOT_FOUND, "no-path")
    if not is_ours(request.headers, shell.setting.origins):
        shell.house.refusals["origin"] += 1
        return _refusal(HTTPStatus.FORBIDDEN, "origin")
    return None


def is_ours(headers: Headers, named: frozenset[str]) -> bool:
    """Whether a page of ours asks: one of the host that is asked, or of an origin that is named."""
    origins, hosts = headers.get_all("Origin"), headers.get_all("Host")
    if len(origins) != 1 or len(hosts) != 1:
        return False
    origin = origins[0].lower()
    if origin in named:
        return True
    scheme, _, host = origin.partition("://")
    return scheme in ("http", "https") and host == hosts[0].lower()


def address_of(line: ServerConnection, behind_proxy: bool) -> str:
    """Where a connection comes from; ``behind_proxy``, as the proxy says that is nearest to us."""
    if behind_proxy and line.request:
        forwarded = ",".join(line.request.headers.get_all("X-Forwarded-For"))
        if last := forwarded.rpartition(",")[2].strip():  # what comes before it a phone may invent
            return address_key(last)
    peer = line.remote_address
    return address_key(str(peer[0])) if isinstance(peer, tuple) else "local"


def _response(status: HTTPStatus, kind: str, text: str) -> Response:
    body = text.encode()
    headers = Headers()
    headers["Content-Type"] = kind
    headers["Content-Length"] = str(len(body))
    headers["Cache-Control"] = "no-store"
    headers["Connection"] = "close"
    return Response(status.value, status.phrase, headers, body)


def _refusal(status: HTTPStatus, code: str) -> Response:
    return _response(status, "application/json", encoded(["no", code, None]).decode())
