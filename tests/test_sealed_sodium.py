"""The group agrees with libsodium, as compiled for Node, on whatever the two can both do."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from engine.sealed.group import (
    BASE,
    IDENTITY,
    ORDER,
    BadEncoding,
    base_times,
    decode,
    decode_scalar,
    encode,
    encode_scalar,
    from_uniform,
    times,
)
from web.build.installed import node
from web.build.tools import WEB

SCRIPT = Path(__file__).parent / "sealed_sodium.mjs"
OPERATIONS = 10_000  # in the long run; a tenth otherwise
EDGES = (0, 1, 2, 8, 2**252, ORDER - 1)

Asked = tuple[str, ...]


def sodium(asked: list[Asked]) -> list[str | None]:
    """What libsodium answers to each; a library that is not there fails the run."""
    done = subprocess.run(
        [node()[0], SCRIPT, WEB / "package.json"],
        input="\n".join(map(json.dumps, asked)),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"{done.stderr}\nSet up what is missing: python build.py test"
    return [json.loads(line) for line in done.stdout.splitlines()]


def ours(what: str, *given: str) -> str | None:
    """What the engine's group answers to the same."""
    data = [bytes.fromhex(text) for text in given]
    try:
        return reckoned(what, data).hex()
    except BadEncoding:
        return None


def reckoned(what: str, data: list[bytes]) -> bytes:
    if what in ("add", "subtract"):
        one, other = map(decode, data)
        return encode(one + other if what == "add" else one - other)
    if what in ("times", "base"):
        scalar = decode_scalar(data[0])
        product = times(scalar, decode(data[1])) if what == "times" else base_times(scalar)
        if product == IDENTITY:
            raise BadEncoding("libsodium gives no product that is the identity.")
        return encode(product)
    if what == "draw":
        return encode(from_uniform(data[0]))
    if what == "valid":
        try:
            decode(data[0])
        except BadEncoding:
            return b"\0"
        return b"\1"
    if what == "reduce":
        return encode_scalar(int.from_bytes(data[0], "little"))
    numbers = [decode_scalar(part) for part in data]
    if what == "scalarInverse":
        if not numbers[0]:
            raise BadEncoding("Nothing is the inverse of 0.")
        return encode_scalar(pow(numbers[0], -1, ORDER))
    if what == "scalarNegative":
        return encode_scalar(-numbers[0])
    a, b = numbers
    results = {"scalarAdd": a + b, "scalarSubtract": a - b, "scalarTimes": a * b}
    return encode_scalar(results[what])


def drawn(chance: Random, count: int) -> list[Asked]:
    """Operations on points that earlier ones gave, on scalars at random and at the edges."""
    points = [encode(IDENTITY).hex(), encode(BASE).hex(), encode(-BASE).hex()]

    def scalar() -> str:
        some = chance.choice(EDGES) if chance.random() < 0.1 else chance.randrange(ORDER)
        return encode_scalar(some).hex()

    def point() -> str:
        if chance.random() < 0.05:
            return bytes_like_a_point()
        return chance.choice(points)

    def bytes_like_a_point() -> str:
        data = bytearray(chance.randbytes(32))
        if chance.random() < 0.8:
            data[0] &= 254
            data[31] &= 127
        elif chance.random() < 0.5:
            data = bytearray(bytes.fromhex(chance.choice(points)))
            data[chance.randrange(32)] ^= 1 << chance.randrange(8)
        return data.hex()

    asked: list[Asked] = []
    for _ in range(count):
        what = chance.choice(KINDS)
        if what in ("add", "subtract"):
            asked.append((what, point(), point()))
        elif what == "times":
            asked.append((what, scalar(), point()))
        elif what == "valid":
            asked.append((what, bytes_like_a_point()))
        elif what in ("draw", "reduce"):
            asked.append((what, chance.randbytes(64).hex()))
        elif what in ("base", "scalarInverse", "scalarNegative"):
            asked.append((what, scalar()))
        else:
            asked.append((what, scalar(), scalar()))
        if what in ("add", "subtract", "times", "base", "draw") and len(points) < 400:
            made = ours(*asked[-1])
            points += [made] if made else []
    return asked


KINDS = (
    "add", "subtract", "times", "base", "draw", "valid",
    "reduce", "scalarAdd", "scalarSubtract", "scalarTimes", "scalarInverse", "scalarNegative",
)  # fmt: skip


@pytest.fixture(scope="module")
def asked(full: bool) -> list[Asked]:
    return drawn(Random(25519), OPERATIONS if full else OPERATIONS // 10)


def test_the_group_agrees_with_libsodium(asked: list[Asked]) -> None:
    theirs = sodium(asked)
    assert len(theirs) == len(asked)
    for line, answer in zip(asked, theirs, strict=True):
        assert ours(*line) == answer, line


def test_all_kinds_of_operations_are_among_them(asked: list[Asked]) -> None:
    counts = Counter(line[0] for line in asked)
    assert all(counts[kind] > len(asked) // 20 for kind in KINDS)
    answers = Counter(ours(*line) for line in asked if line[0] in ("valid", "add", "times"))
    assert answers["00"] > 10
    assert answers["01"] > 5
    assert answers[None] > 5
