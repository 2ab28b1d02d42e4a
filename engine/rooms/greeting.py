"""The door: how a newcomer that knows the four letters gets the room's secret, and nobody else.

::

    newcomer                        the log                       a phone inside
    Knock(run, share, version)  ────────────────────────────────→
                                ←──────────────────────────────── Answer(run, share)
    Proof(run, tag)             ────────────────────────────────→ right or wrong?
                                ←──────────────────────────────── Opened(run, tag, the secret, closed)

CPace over the four letters (``engine.sealed.cpace``): each run is worth one guess, to either side. The
newcomer shows first that it has the key, so that a wrong try is always seen inside: three in a row
shut the door for a minute. One run goes on at a time. What both agree on also gives a pair of
pictures, which nobody can choose.

These bodies are open to the relay. A ``Turned`` tells a newcomer why it is not let in; anybody can
forge one, and can do no more with it than by saying nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from engine.rooms.codes import Code
from engine.rooms.messages import PROTOCOL
from engine.rooms.pictures import pair_from
from engine.rooms.sealing import NotOpened, close, from_letters, opened, to_letters
from engine.sealed import cpace
from engine.sealed.cpace import Agreed, Role, State
from engine.sealed.wire import Malformed, Reader, Writer

RUN: Final = 16  # bytes of a run's name
SHARE: Final = 32
PROOF: Final = 64
SECRET: Final = 32

WRONG, VERSION, SHUT = "wrong", "version", "shut"
"""Why a newcomer is turned away."""

_WHYS: Final = (WRONG, VERSION, SHUT)


@dataclass(frozen=True, slots=True)
class Knock:
    """A newcomer would come in; its app's version, and that of the protocol."""

    run: bytes
    share: bytes
    version: str
    protocol: int


@dataclass(frozen=True, slots=True)
class Answer:
    """A phone inside takes the run."""

    run: bytes
    share: bytes


@dataclass(frozen=True, slots=True)
class Proof:
    """The newcomer has a key, and this shows whether it is the right one."""

    run: bytes
    tag: bytes


@dataclass(frozen=True, slots=True)
class Opened:
    """It is: what shows the same of the phone inside, and the secret, closed with the key."""

    run: bytes
    tag: bytes
    closed: bytes


@dataclass(frozen=True, slots=True)
class Turned:
    """The newcomer is not let in: why, and the version inside or the seconds to wait."""

    run: bytes
    why: str
    more: str


Words = Knock | Answer | Proof | Opened | Turned


def body_of(words: Words) -> str:
    """The body that says this; ``read`` reads it back."""
    out = Writer().fixed(words.run)
    match words:
        case Knock(_, share, version, protocol):
            out.fixed(share).number(protocol).blob(version.encode())
        case Answer(_, share):
            out.fixed(share)
        case Proof(_, tag):
            out.fixed(tag)
        case Opened(_, tag, closed):
            out.fixed(tag).blob(closed)
        case Turned(_, why, more):
            out.number(_WHYS.index(why)).blob(more.encode())
    return _LETTERS[type(words)] + to_letters(out.done())


def read(body: str) -> Words | None:
    """The words of a body; None where it is something else."""
    try:
        reader = Reader(from_letters(body[1:]))
        words = _words(body[:1], reader)
        reader.end()
    except (Malformed, ValueError):
        return None
    return words


def _words(letter: str, reader: Reader) -> Words:
    if letter not in _LETTERS.values():
        raise Malformed("This is no greeting.")
    run = reader.fixed(RUN)
    if letter == "K":
        share, protocol = reader.fixed(SHARE), reader.number(10_000)
        return Knock(run, share, reader.text(80), protocol)
    if letter == "A":
        return Answer(run, reader.fixed(SHARE))
    if letter == "P":
        return Proof(run, reader.fixed(PROOF))
    if letter == "O":
        return Opened(run, reader.fixed(PROOF), reader.blob(200))
    return Turned(run, _WHYS[reader.number(len(_WHYS) - 1)], reader.text(80))


_LETTERS: Final = {Knock: "K", Answer: "A", Proof: "P", Opened: "O", Turned: "T"}


# -- the two sides ----------------------------------------------------------------------------------


def _channel(code: Code) -> bytes:
    return cpace.channel_of(b"newcomer", b"inside", f"card-night room {code.five}".encode())


@dataclass(slots=True)
class Guest:
    """The newcomer's side of one run."""

    code: Code
    run: bytes
    state: State = field(repr=False)
    knock: Knock
    agreed: Agreed | None = field(default=None, repr=False)
    other: str = ""  # who has answered

    def proof(self, answer: Answer, sender: str) -> Proof | None:
        """What follows on an answer of a phone; None where the run cannot go on with it."""
        try:
            self.agreed = cpace.finish(self.state, cpace.Message(answer.share, sender.encode()))
        except cpace.Refused:
            return None
        self.other = sender
        return Proof(self.run, cpace.confirmation(self.agreed))

    def secret(self, words: Opened) -> tuple[bytes, tuple[int, int]] | None:
        """The room's secret and the pair of pictures; None where the other side does not know the
        four letters."""
        if self.agreed is None or not cpace.confirmed(self.agreed, words.tag):
            return None
        try:
            found = opened(_key(self.agreed), words.closed)
        except NotOpened:
            return None
        return (found, pair_from(self.agreed.key)) if len(found) == SECRET else None


def knocked(code: Code, sender: str, version: str, chance: bytes) -> Guest:
    """A new run of a newcomer; ``chance`` are 32 fresh bytes."""
    run = sha256(b"run\x00" + chance).digest()[:RUN]
    state, message = cpace.start(
        Role.INITIATOR, code.four.encode(), _channel(code), run, _wide(chance), sender.encode()
    )
    return Guest(code, run, state, Knock(run, message.share, version, PROTOCOL))


@dataclass(slots=True)
class Doorman:
    """The side of the phone inside of one run, once it has answered."""

    run: bytes
    guest: str
    agreed: Agreed = field(repr=False)
    answer: Answer

    def opening(self, proof: Proof, secret: bytes) -> tuple[Opened, tuple[int, int]] | None:
        """What lets the newcomer in, and its pictures; None where it does not know the letters."""
        if not cpace.confirmed(self.agreed, proof.tag):
            return None
        closed = close(_key(self.agreed), secret)
        words = Opened(self.run, cpace.confirmation(self.agreed), closed)
        return words, pair_from(self.agreed.key)


def answered(code: Code, knock: Knock, guest: str, own: str, chance: bytes) -> Doorman | None:
    """The run that answers a knock; None where that cannot be answered."""
    state, message = cpace.start(
        Role.RESPONDER, code.four.encode(), _channel(code), knock.run, _wide(chance), own.encode()
    )
    try:
        agreed = cpace.finish(state, cpace.Message(knock.share, guest.encode()))
    except cpace.Refused:
        return None
    return Doorman(knock.run, guest, agreed, Answer(knock.run, message.share))


def _key(agreed: Agreed) -> bytes:
    return sha256(b"card-night secret\x00" + agreed.key).digest()


def _wide(chance: bytes) -> bytes:
    """64 bytes out of 32 of fresh chance."""
    return sha256(b"share 0\x00" + chance).digest() + sha256(b"share 1\x00" + chance).digest()
