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

APP = "/home/pyodide/app.zip"
LATER = "/home/pyodide/later.zip"


def play() -> None:
    """A first visit, all three games, every page; what plays with others, and an error's text."""
    from web.shell.answering import ahead, receive

    kept: dict[str, str] = {}

    def do(event: str, **more: object) -> None:
        told = json.dumps({"event": event, "kept": kept, **more})
        for effect in json.loads(receive(told)):
            if effect["do"] == "keep":
                kept[effect["key"]] = effect["text"]

    do("start", entropy=f"{random.getrandbits(60):x}")
    do("play-alone")
    do("start-game")
    while ahead():
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
                module = name.removesuffix(".py").removesuffix("/__init__")
                importlib.import_module(module.replace("/", "."))
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
    texts = ["", "abc", "ß – ♠", "𝔸 b", "x" * 5000]
    for text in texts:
        for other in texts:
            text.find(other), text.replace("b", other), text.split(other or " "), text + other
            text.partition(other or " "), text.rpartition("b"), text == other, text < other
            text.count("b"), text.strip(other), text.join([other] * 3), text.startswith(other)
        (
            text.upper(),
            text.lower(),
            text.title(),
            text.casefold(),
            text.isprintable(),
            text.isdigit(),
        )
        (
            text.encode(),
            text.encode("utf-16"),
            text.encode("ascii", "replace"),
            repr(text),
            ascii(text),
        )
        (
            text.encode().decode("utf-8", "replace"),
            f"{text:>8}",
            f"{text!r:.3}",
            text.translate({98: "c"}),
        )
        text.splitlines(), text[::-1], text[1:-1], text * 2, hash(text), text.zfill(4), sorted(text)
        json.loads(json.dumps([text, {text: None}], ensure_ascii=False, indent=1))
        re.sub(r"(?i)\b[a-ß]+?(?=c)|\d{2,}", lambda found: found[0], text)
        bytearray(text.encode()).hex(), memoryview(text.encode())[1:].tobytes()
    numbers = [0, 1, -1, 7, 2**31, -(2**63), 3**200, 1.5, -0.0, 1e300, float("inf")]
    for one in numbers:
        (
            f"{one:,}",
            f"{one:8}",
            f"{float(one) if abs(one) < 1e300 else 0.0:+.2e}",
            str(one),
            hash(one),
        )
        for other in numbers:
            one < other, one == other, one + other, one * other, min(one, other)
            with suppress(ZeroDivisionError, OverflowError, ValueError, TypeError):
                one // other, one % other, one / other, divmod(one, other)
            with suppress(TypeError, ValueError, OverflowError):
                one & other, one | other, one ^ other, ~one, one << 70, one >> 3, pow(one, 3, 7)
    int("12"), int("ff", 16), int.from_bytes(b"abc" * 30, "little"), (3**99).to_bytes(40, "big")
    (
        str(3**2000),
        int("7" * 900),
        float("1.25"),
        round(2.5),
        round(2.675, 2),
        abs(-3),
        sum(numbers[:5]),
    )
    many = {number: str(number) for number in range(3000)}
    for number in range(0, 3000, 2):
        del many[number]
    many |= dict.fromkeys(texts, "")
    groups = [set(range(500)), {1, "a", (2, "b")}, frozenset(texts), set()]
    for one in groups:
        for other in groups:
            one | other, one & other, one - other, one ^ other, one <= other, one.isdisjoint(other)
    rows = sorted(((n * 7919 % 101, str(n)) for n in range(400)), key=lambda row: (row[1], row[0]))
    rows.sort(reverse=True), rows.insert(3, rows.pop()), rows.reverse(), rows.index(rows[5])
    rows[2:4] = rows[5:9]
    del rows[::3]
    list(zip(rows, reversed(rows), strict=False)), list(map(str, filter(None, rows))), [*rows][:5]
    deque(rows, 5).rotate(2), Counter(texts).most_common(2), heapq.nsmallest(3, rows), max(rows)
    list(
        chain(permutations("abc"), combinations("abcd", 2), islice(count(), 5), accumulate([1, 2]))
    )
    (
        struct.unpack("<IhQ", struct.pack("<IhQ", 1, -2, 3)),
        zlib.decompress(zlib.compress(b"ab" * 900)),
    )
    base64.b64decode(base64.b64encode(bytes(range(256)))), hashlib.sha256(b"a").hexdigest()
    gc.collect()
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


def prepare() -> None:
    """The next start, made ready."""
    from web.shell.preparing import prepare

    shutil.copy(APP, f"{APP}.first")
    prepare(APP)


def run(part: str) -> None:
    """Runs `play` or `prepare`."""
    if APP not in sys.path:
        sys.path.insert(0, APP)
    parts: dict[str, Callable[[], None]] = {"play": play, "prepare": prepare}
    parts[part]()


run  # noqa: B018 (the value of the program)
