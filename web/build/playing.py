"""What a device does with the game, for `used.mjs` to see which functions of Python's that takes.

It need not be all: what is missing comes when it is called. The value of the last line is the
function that runs one part of it.
"""

from __future__ import annotations

import base64
import gc
import hashlib
import heapq
import importlib
import json
import operator
import random
import re
import shutil
import struct
import sys
import traceback
import zipfile
import zlib
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from itertools import accumulate, chain, combinations, count, islice, permutations
from typing import Any

APP = "/home/pyodide/app.zip"
LATER = "/home/pyodide/later.zip"


def play() -> None:
    """A first visit, all three games, every page; what plays with others, and an error's text."""
    answering: Any = importlib.import_module("web.shell.answering")

    kept: dict[str, str] = {}

    def do(event: str, **more: object) -> None:
        told = json.dumps({"event": event, "kept": kept, **more})
        for effect in json.loads(answering.receive(told)):
            if effect["do"] == "keep":
                kept[effect["key"]] = effect["text"]

    do("start", entropy=f"{random.getrandbits(60):x}")
    do("play-alone")
    do("start-game")
    while answering.ahead():
        pass
    for game in ("110", "forty-fives", "deeds") * 3:
        do("home")
        do("play-alone")
        do("set-game", value=game)
        do("start-game")
        for _ in range(200):
            do("later")
            do("hint")
            do("visible")
    for page in ("settings", "details", "rules", "house", "tables"):
        do("home")
        do(page)
    do("share-rules")
    do("link", value="#rules=broken")
    do("start", entropy="one more")
    do("continue")
    together()
    failing()
    anything()


def together() -> None:
    """What plays with others, as it is fetched when somebody asks, and its arithmetic."""
    sys.path.append(LATER)
    for module in list(sys.modules.values()):
        folders = getattr(module, "__path__", None)
        if folders is not None and any(str(it).startswith(APP) for it in folders):
            folders.append(str(next(iter(folders))).replace(APP, LATER))
    importlib.invalidate_caches()
    with zipfile.ZipFile(LATER) as archive:
        for name in archive.namelist():
            if name.endswith(".py") and "__main__" not in name:
                named = name.removesuffix(".py").removesuffix("/__init__")
                importlib.import_module(named.replace("/", "."))
    from engine.sealed import cpace, group, proofs

    point = group.hash_to_group("a point", b"any")
    scalar = group.hash_to_scalar("a number", b"any")
    group.decode(group.encode(group.times(scalar, point)))
    group.decode_scalar(group.encode_scalar(scalar))
    pair = proofs.keypair_from(bytes(range(32)), "any")
    proofs.verify(pair.public, "any", b"said", proofs.sign(pair, "any", b"said"))
    cpace.channel_of(b"one", b"other")


def failing() -> None:
    """An error and its text, in which not all is ASCII."""
    try:
        json.loads("{„")
    except ValueError:
        traceback.format_exc()


def anything() -> None:
    """What any program may do at any moment, whether or not this one has been seen to."""
    with_texts()
    with_numbers()
    with_many()
    for wrong in (
        "None.a",
        "[][0]",
        "{}[1]",
        "int('x')",
        "1 + ''",
        "f(",
        "1 / 0",
        "next(iter(()))",
    ):
        try:
            eval(wrong, {})
        except Exception as error:
            traceback.format_exception(error)
    struct.unpack("<IhQ", struct.pack("<IhQ", 1, -2, 3))
    zlib.decompress(zlib.compress(b"ab" * 900))
    base64.b64decode(base64.b64encode(bytes(range(256))))
    hashlib.sha256(b"a").hexdigest()
    gc.collect()


def with_texts() -> None:
    """Texts of each width that Python keeps them in, short and long."""
    alone = (
        "upper lower title casefold isprintable isdigit encode splitlines strip __hash__ __repr__"
    )
    with_another = "find count startswith partition rpartition strip __add__ __lt__ __eq__"
    texts = ["", "abc", "ß – ♠", "𝔸 b", "x" * 5000]
    for text in texts:
        for name in alone.split():
            getattr(text, name)()
        for name in with_another.split():
            for other in texts:
                with suppress(ValueError):  # nothing is no place to part at
                    getattr(text, name)(other)
        for other in texts:
            assert text.join([other] * 3).replace("b", other) is not None
        for encoding in ("utf-8", "utf-16", "latin-1", "ascii"):
            text.encode(encoding, "replace").decode(encoding, "replace")
        assert f"{text:>8}{text!r:.3}{text!a}" and text[::-1] + text[1:-1] + text * 2 is not None
        text.translate({98: "c"}).zfill(4)
        json.loads(json.dumps([text, {text: None}], ensure_ascii=False, indent=1))
        re.sub(r"(?i)\b[a-ß]+?(?=c)|\d{2,}", lambda found: found[0], text)
        bytearray(text.encode()).hex(" ")
        memoryview(text.encode())[1:].tobytes()


def with_numbers() -> None:
    """Whole numbers of every length, and others."""
    of_two = "add sub mul floordiv mod truediv pow and_ or_ xor lshift rshift lt eq"
    numbers: list[Any] = [0, 1, -1, 7, 2**31, -(2**63), 3**200, 1.5, -0.0, 1e300, float("inf")]
    for one in numbers:
        assert f"{one:,}{one:8}{one!s}" and isinstance(hash(one), int)
        for other in numbers:
            for name in of_two.split():
                if name not in ("pow", "lshift") or abs(other) < 99:
                    with suppress(ArithmeticError, TypeError, ValueError):
                        getattr(operator, name)(one, other)
    int.from_bytes((3**99).to_bytes(40, "big"), "little")
    assert int("ff", 16) + int("7" * 900) > pow(3, 99, 7) + round(2.675, 2) + float("1.25e-7")
    assert str(3**2000) + f"{2.5:+.2e}"


def with_many() -> None:
    """What holds many things, grown and emptied."""
    of_two = "or_ and_ sub xor le"
    many = {number: str(number) for number in range(3000)}
    for number in range(0, 3000, 2):
        del many[number]
    many |= dict.fromkeys(range(9000, 9100), "")
    groups: list[Any] = [set(range(500)), {1, "a", (2, "b")}, frozenset("abc"), set()]
    for one in groups:
        for other in groups:
            for name in of_two.split():
                getattr(operator, name)(one, other)
    rows = sorted(((n * 7919 % 101, str(n)) for n in range(400)), key=lambda row: (row[1], row[0]))
    rows.sort(reverse=True)
    rows.insert(3, rows.pop())
    rows.reverse()
    rows[2:4] = rows[5:9]
    del rows[:: rows.index(rows[3])]
    kinds: list[Any] = [int, float, str, lambda n: (n, str(n)), lambda n: "ß♠"[n % 2] * n, bytes]
    for kind in kinds:
        for length in (2, 5, 40, 300):
            mixed = [kind(random.randrange(length)) for _ in range(length)]
            runs = sorted(mixed) + sorted(mixed, reverse=True) + mixed[::7] + sorted(mixed)
            sorted(runs)
            sorted(runs, key=lambda it: (it == mixed[0], it))
            runs.sort(key=str, reverse=True)
            dict.fromkeys(runs).keys() & set(mixed)
    sorted([3, 1.5, True, 2**70, -1])
    deque(rows, 5).rotate(2)
    heapq.nsmallest(3, [*rows, max(rows)])
    Counter("abca").most_common(2)
    list(zip(rows, map(str, filter(None, reversed(rows))), strict=True))
    list(
        chain(permutations("abc"), combinations("abcd", 2), islice(count(), 5), accumulate([1, 2]))
    )


def prepare() -> None:
    """The next start, made ready."""
    preparing: Any = importlib.import_module("web.shell.preparing")

    shutil.copy(APP, f"{APP}.first")
    preparing.prepare(APP)


def run(part: str) -> None:
    """Runs `play` or `prepare`."""
    if APP not in sys.path:
        sys.path.insert(0, APP)
    parts: dict[str, Callable[[], None]] = {"play": play, "prepare": prepare}
    parts[part]()


run  # noqa: B018 (the value of the program)
