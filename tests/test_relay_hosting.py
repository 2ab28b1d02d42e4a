"""What the README says about hosting is true: its very configuration, unit and commands."""

from __future__ import annotations

import os
import re
import ssl
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from websockets.exceptions import InvalidMessage, InvalidStatus

import build
from tests.relay_hosts import Phone, free_port, metric, new_name, until
from web.build import services
from web.build.browsers import apt_install
from web.build.relay import RelayProcess
from web.build.tools import ROOT, Trouble

README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(kind: str) -> str:
    """The one block of the README in this language."""
    (found,) = re.findall(rf"^```{kind}\n(.*?)^```", README, re.S | re.M)
    return str(found)


@dataclass
class Site:
    """nginx before a relay, with a certificate of its own."""

    port: int
    relay: RelayProcess
    trust: ssl.SSLContext

    def phone(self, room: str, **options: object) -> Phone:
        url = f"wss://localhost:{self.port}/relay"
        origin = f"https://localhost:{self.port}"
        return Phone(
            self.relay.port, room, **{"url": url, "origin": origin, "ssl": self.trust, **options}
        )


def swap(text: str, old: str, new: str) -> str:
    assert text.count(old) >= 1, f"The README no longer has {old!r}"
    return text.replace(old, new)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("nginx")
    (folder / "site" / "assets").mkdir(parents=True)
    (folder / "site" / "index.html").write_text("the page")
    (folder / "site" / "assets" / "boot.mjs").write_text("the code")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    make = (
        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost"
    )
    names = ["-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate]
    command = [services.service("openssl"), *make.split(), *names]
    subprocess.run(command, check=True, capture_output=True)
    port = free_port()
    with RelayProcess("--behind-proxy", "--limit", "address=3") as relay:
        server = block("nginx")
        for old, new in (
            ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
            ("cards.example;", "localhost;"),
            ("/etc/letsencrypt/live/cards.example/fullchain.pem", str(certificate)),
            ("/etc/letsencrypt/live/cards.example/privkey.pem", str(key)),
            ("/srv/card-night", str(folder / "site")),
            ("127.0.0.1:8001", f"127.0.0.1:{relay.port}"),
            ("include mime.types", "include /etc/nginx/mime.types"),
        ):
            server = swap(server, old, new)
        whole = folder / "nginx.conf"
        kept = "\n".join(
            f"{name}_temp_path {folder}/{name};"
            for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        whole.write_text(
            f"daemon off; pid {folder}/pid; error_log {folder}/error.log;\n"
            f"{'user root;' if os.geteuid() == 0 else ''} worker_processes 1; events {{}}\nhttp {{ access_log off; {kept}\n{server} }}\n"
        )
        nginx = [services.service("nginx"), "-c", whole, "-p", folder, "-e", folder / "error.log"]
        subprocess.run([*nginx, "-t"], check=True, capture_output=True)
        process = subprocess.Popen(nginx)
        site = Site(port, relay, ssl.create_default_context(cafile=str(certificate)))
        try:
            until(lambda: fetch(site, "") is not None, "nginx answers")
            yield site
        finally:
            process.terminate()
            process.wait(30)


def fetch(site: Site, path: str) -> tuple[str, str, str] | None:
    """Type, caching and text of a page; None when nobody answers."""
    url = f"https://localhost:{site.port}/{path}"
    try:
        with urllib.request.urlopen(url, context=site.trust, timeout=10) as answer:
            head = answer.headers
            return head["Content-Type"], head["Cache-Control"], answer.read().decode()
    except urllib.error.HTTPError as error:
        return "", "", str(error.code)
    except OSError:
        return None


def test_the_proxy_serves_the_files_as_the_page_needs_them(site: Site) -> None:
    assert fetch(site, "") == ("text/html", "no-cache", "the page")
    kept = "public, max-age=31536000, immutable"
    assert fetch(site, "assets/boot.mjs") == ("text/javascript", kept, "the code")


def test_phones_meet_through_the_proxy(site: Site) -> None:
    name = new_name()
    one, two = site.phone(name).make(), site.phone(name).join()
    for number in range(20):
        one.say(f"{number:05}" * 3000)
    assert two.hear(20).log == one.hear(20).log
    third = site.phone(name)
    third.join()
    fourth = site.phone(name)
    assert fourth.wait("no")[1] == "too-many"  # the relay sees one address, that of the phones
    for it in (one, two, third, fourth):
        it.close()
    until(lambda: metric(site.relay.port, "relay_connections") == 0, "it sees them go")


def test_the_proxy_lets_no_foreign_page_in_and_shows_no_metrics(site: Site) -> None:
    with pytest.raises(InvalidStatus) as refused:
        site.phone(new_name(), origin="https://evil.example")
    assert refused.value.response.status_code == 403
    shown = fetch(site, "relay/metrics")
    assert shown is not None and shown[2] == "404"


def test_the_unit_is_one(tmp_path: Path) -> None:
    unit = swap(block("ini"), "/opt/card-night", str(ROOT))
    file = tmp_path / "card-night-relay.service"
    file.write_text(unit)
    command = [services.service("systemd-analyze"), "verify", "--man=no", file]
    done = subprocess.run(command, capture_output=True, text=True)
    said = [line for line in done.stderr.splitlines() if "card-night" in line]
    assert (done.returncode, said) == (0, [])
    start = re.search(r"^ExecStart=(.*)$", unit, re.M)
    assert start
    words = start[1].split()
    words[words.index("8001")] = "0"
    process = subprocess.Popen(words, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    assert process.stderr
    assert '"listening"' in process.stderr.readline()
    process.terminate()
    assert process.wait(30) == 0
    process.stderr.close()


def test_a_machine_without_the_services_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(services, "found", lambda name: None)
    monkeypatch.setattr(services, "apt_install", lambda what, *packages: False)
    services.service.cache_clear()
    with pytest.raises(Trouble, match=r"need nginx.*apt-get install redis-server nginx-light"):
        services.service("nginx")
    services.service.cache_clear()
    assert services.apt_install is not apt_install


# -- ``build.py serve`` -----------------------------------------------------------------------------------


def test_serve_answers_for_files_and_rooms_at_one_port(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("the page")
    with build.serve_directory(tmp_path, relay=True) as serving:
        assert serving.relay
        for path, text in (("", "the page"), ("relay/health", '{"state": "ok"}')):
            with urllib.request.urlopen(serving.url + path, timeout=10) as answer:
                assert answer.read().decode() == text
        name = new_name()
        one, two = Phone(serving.port, name).make(), Phone(serving.port, name).join()
        for number in range(20):
            one.say(f"{number:05}" * 300)
        assert two.hear(20).log == one.hear(20).log
        with pytest.raises(InvalidStatus) as refused:
            Phone(serving.port, name, origin="http://evil.example")
        assert refused.value.response.status_code == 403
        two.vanish()
        until(lambda: metric(serving.relay.port, "relay_connections") == 1)  # type: ignore[union-attr]
        serving.relay.kill()
        assert one.ended()[0] == 1006
        with pytest.raises(InvalidMessage):  # an answer of 503, as the old protocol has it
            one.open()
        serving.relay.start()
        one.open()
        one.offer()
        assert one.wait("in")[3] == 20
        relay = serving.relay
    assert relay.process.poll() == 0
    assert one.wait("stop")[0] == "stop"
    assert one.ended() == (1012, "stopping")


def test_files_are_served_without_a_relay_as_before(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("the page")
    with build.serve_directory(tmp_path) as serving:
        assert serving.relay is None
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(serving.url + "relay/health", timeout=10)
