"""A receipt: what proves the state after a deal to somebody who has not heard the log of it.

It holds the table, the state as a text, and the messages in which devices have signed it. An honest
device signs only what its own audit came to; so the signature of one device that is trusted is
enough, and a false receipt needs all of those who have signed it to lie together.

Whoever plays on from it (``Table.played_on``) asks for the signatures of all devices but its own and
those that were gone. A row of receipts is linked by its states: each table ``began`` with the state
of the receipt before.

Not promised: that the table's keys belong to the people it names. That the room has to have seen to.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.game import GameError
from engine.sealed.audit import Finding, settled_digest
from engine.sealed.journal import is_signed, read
from engine.sealed.messages import DEVICES, Settled, decode
from engine.sealed.steps import Steps
from engine.sealed.table import LONGEST as TABLE
from engine.sealed.table import Table, TableError, parse_table
from engine.sealed.wire import Malformed
from engine.text import read_json

FORMAT: Final = "card-night receipt 1"
LONGEST: Final = 4 * TABLE  # characters of a receipt's text


class ReceiptError(GameError):
    """A receipt that proves nothing; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """The texts of a table and of the state after its deal ``number``, and the envelopes of those
    who have signed the state, by device."""

    table: str
    number: int
    state: str
    signed: tuple[bytes, ...]

    def text(self) -> str:
        """The text form, one line of JSON, which ``parse_receipt`` reads back."""
        rows = [base64.b64encode(data).decode() for data in self.signed]
        fields = {"table": self.table, "number": self.number, "state": self.state, "signed": rows}
        return json.dumps({"format": FORMAT} | fields, ensure_ascii=False)


def parse_receipt(text: str) -> Receipt:
    """The receipt that a text holds, its signatures not yet verified; ``ReceiptError`` otherwise."""
    try:
        data = read_json(text) if len(text) <= LONGEST else None
    except ValueError:
        data = None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ReceiptError(f"A receipt is a line of JSON with the format “{FORMAT}”.")
    try:
        table, number, state, rows = (data[it] for it in ("table", "number", "state", "signed"))
        signed = tuple([base64.b64decode(row, validate=True) for row in rows])
    except (KeyError, TypeError, ValueError):
        raise ReceiptError("The receipt is damaged.") from None
    kinds = (type(table), type(number), type(state), type(rows))
    if kinds != (str, int, str, list) or not 0 <= number < 2**32 or len(signed) > DEVICES:
        raise ReceiptError("The receipt is damaged.")
    return Receipt(table, number, state, signed)


def receipt_of(table: Table, finding: Finding, log: Sequence[bytes]) -> Receipt | None:
    """The receipt of a deal that a log has closed; None where nobody has signed what is so."""
    signed: dict[int, bytes] = {}
    for data in log:
        if _signs(data) == (finding.number, finding.digest):
            signed.setdefault(read(data).device, data)
    if finding.verdicts or not signed:
        return None
    rows = tuple([signed[device] for device in sorted(signed)])
    return Receipt(table.text(), finding.number, table.game.state_text(finding.settled), rows)


def signers(receipt: Receipt) -> Steps[frozenset[int]]:
    """The devices that have signed the receipt's state; ``ReceiptError`` when anything is wrong.

    They are numbered as at the receipt's table.
    """
    try:
        table = parse_table(receipt.table)
    except TableError as error:
        raise ReceiptError(f"The receipt's table is none: {error}") from None
    if table.text() != receipt.table:
        raise ReceiptError("The receipt's table is not in the form that tables have.")
    digest = settled_digest(table, receipt.number, receipt.state)
    found: list[int] = []
    for data in receipt.signed:
        yield
        if _signs(data) != (receipt.number, digest) or not is_signed(table, data):
            raise ReceiptError("A signature of the receipt is not under this state.")
        found.append(read(data).device)
    if not found or found != sorted(set(found)):
        raise ReceiptError("The receipt is signed by nobody, or twice by somebody.")
    return frozenset(found)


def _signs(data: bytes) -> tuple[int, bytes] | None:
    """The deal and the digest that an envelope signs, if it signs any."""
    try:
        envelope = read(data)
        message = decode(envelope.body)
    except Malformed:
        return None
    return (envelope.deal, message.digest) if isinstance(message, Settled) else None
