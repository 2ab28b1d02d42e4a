"""The binary forms of what devices say to each other: one form for every value, and no other.

A number is a row of seven-bit groups, the low ones first, as in LEB128, without idle groups; a text
or a blob is its length and its bytes. What a writer never writes a reader refuses, so two different
byte strings never mean the same, and no length is believed before it is compared with what is there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

LARGEST: Final = (1 << 32) - 1  # no number of ours comes near


class Malformed(ValueError):
    """Bytes that are not the one form of anything; the message is a sentence."""


class Writer:
    """Puts values after each other; ``done`` gives the bytes."""

    __slots__ = ("_parts",)

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def number(self, value: int) -> Writer:
        """A number from 0 to ``LARGEST``."""
        if not 0 <= value <= LARGEST:
            raise ValueError(f"{value} is no number that can be written.")
        groups = bytearray()
        while value > 0x7F:
            groups.append(0x80 | value & 0x7F)
            value >>= 7
        groups.append(value)
        self._parts.append(bytes(groups))
        return self

    def numbers(self, values: Iterable[int]) -> Writer:
        """A row of rising numbers: how many, the first, and then the gaps."""
        row = list(values)
        self.number(len(row))
        before = -1
        for value in row:
            self.number(value - before - 1)
            before = value
        return self

    def fixed(self, data: bytes) -> Writer:
        """Bytes whose number both sides know."""
        self._parts.append(data)
        return self

    def blob(self, data: bytes) -> Writer:
        """Bytes with their number before them."""
        return self.number(len(data)).fixed(data)

    def done(self) -> bytes:
        """All that was written."""
        return b"".join(self._parts)


class Reader:
    """Takes values off the front of some bytes; ``Malformed`` when they are not there."""

    __slots__ = ("_at", "_data")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def number(self, most: int = LARGEST) -> int:
        """A number of at most ``most``, in its shortest form."""
        value = shift = 0
        while True:
            if self._at >= len(self._data):
                raise Malformed("The message breaks off in a number.")
            group = self._data[self._at]
            self._at += 1
            value |= (group & 0x7F) << shift
            if value > most:
                raise Malformed("A number is larger than it can be.")
            if group < 0x80:
                if group == 0 and shift:
                    raise Malformed("A number is longer than it needs to be.")
                return value
            shift += 7

    def numbers(self, most: int, largest: int = LARGEST) -> tuple[int, ...]:
        """At most ``most`` rising numbers, none above ``largest``."""
        count = self.number(min(most, len(self._data) - self._at))
        row = []
        before = -1
        for _ in range(count):
            before += 1 + self.number(largest)
            if before > largest:
                raise Malformed("A number is larger than it can be.")
            row.append(before)
        return tuple(row)

    def fixed(self, count: int) -> bytes:
        """So many bytes."""
        if count > len(self._data) - self._at:
            raise Malformed("The message breaks off.")
        self._at += count
        return self._data[self._at - count : self._at]

    def blob(self, most: int) -> bytes:
        """Bytes with their number before them, at most so many."""
        return self.fixed(self.number(most))

    def text(self, most: int) -> str:
        """A text of at most so many bytes."""
        try:
            return self.blob(most).decode("utf-8")
        except UnicodeDecodeError:
            raise Malformed("A text is no text.") from None

    def rest(self) -> bytes:
        """All that is left."""
        return self.fixed(len(self._data) - self._at)

    def end(self) -> None:
        """Nothing may be left."""
        if self._at != len(self._data):
            raise Malformed("The message is longer than it should be.")
