"""A phone in a process of its own, for the tests: what it knows of the others are bytes."""

from __future__ import annotations

from multiprocessing.connection import Connection

from engine.sealed.steps import finish
from engine.sealed.table import parse_table
from tests.sealed_room import Phone, entropy, identities


def live(line: Connection, device: int, devices: int, seed: str) -> None:
    """Play one hand over the line, then tell what it came to.

    First it sends its public keys, 64 bytes, and gets the text of the table. Then whatever it gets
    is an entry of the relay's log, and whatever it sends an envelope, until it has seen that all
    have signed the hand: then it sends an empty message, and what they signed with the public state.
    """
    identity = identities(seed, devices)[device]
    line.send_bytes(identity.device.signs + identity.device.seals)
    table = parse_table(line.recv_bytes().decode())
    phone = Phone(table, device, identity, entropy(seed, device))
    phone.sit(seed, "random")
    sent: set[bytes] = set()
    while True:
        finish(phone.work())
        while phone.act():
            finish(phone.work())
        if phone.standing.closed:
            break
        for data in phone.outgoing():
            if data not in sent:
                sent.add(data)
                line.send_bytes(data)
        phone.receive(line.recv_bytes())
    ((_, digest),) = phone.standing.closed
    line.send_bytes(b"")
    line.send_bytes(digest + phone.game.state_text(phone.standing.state).encode())
    line.close()
