"""Cards that nobody can read alone: points of the group, masked under everybody's keys at once.

A face-up card is a point M. A face-down card is a pair (a, b) = (r·G, M + r·Y), where Y is the sum
of the public keys of all devices. Whoever has all *shares* x_j·a of a card finds M = b − Σ x_j·a.

Glossary: *card point*, what stands for the card at one place of a pack; *masked*, a card face
down; *mask*, the secret r that was added; *joint*, the key Y of all together; *share*, what a
device's key makes of a masked card; *shuffle*, another order and new masks.

Not promised: that a shuffle was one. A shuffler can hand on other cards than it was given; strict
tables prove otherwise before the deal (``shuffle_proof``), all others find it at the audit.

Sources: A. Barnett and N. Smart, “Mental Poker Revisited” (2003), over ristretto255 (RFC 9496).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from engine.sealed import group
from engine.sealed.group import IDENTITY, FixedBase, Point
from engine.sealed.steps import Steps


@dataclass(frozen=True, slots=True)
class Masked:
    """A card face down: (r·G, M + r·Y) for the sum r of all masks."""

    a: Point
    b: Point


@dataclass(frozen=True, slots=True)
class Shuffled:
    """What a shuffle made, and its secrets.

    ``outputs[i]`` is ``inputs[permutation[i]]`` with ``masks[i]`` added. Only the outputs travel.
    """

    outputs: tuple[Masked, ...]
    permutation: tuple[int, ...] = field(repr=False)
    masks: tuple[int, ...] = field(repr=False)


# -- face up --------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)  # some packs of the largest kind; nothing secret is kept
def card_point(pack_id: bytes, index: int) -> Point:
    """The point of the card at place ``index`` of a pack, 0 …; nobody knows its logarithm.

    ``pack_id`` names the pack; equal faces at two places of it are still two points.
    """
    return group.hash_to_group("card", pack_id, index.to_bytes(4, "little"))


def cards(pack_id: bytes, count: int) -> tuple[Point, ...]:
    """The points of a whole pack in its order; made once, then remembered."""
    return tuple(card_point(pack_id, index) for index in range(count))


def cards_in_steps(pack_id: bytes, count: int) -> Steps[tuple[Point, ...]]:
    """The same a card at a time, so that the first call of ``cards`` need not hold up anything."""
    for index in range(count):
        card_point(pack_id, index)
        yield
    return cards(pack_id, count)


def fresh(points: Iterable[Point]) -> tuple[Masked, ...]:
    """The pack before its first shuffle: every card with the mask 0, plain for all to see."""
    return tuple(Masked(IDENTITY, point) for point in points)


# -- face down ------------------------------------------------------------------------------------


def order(seed: bytes, count: int) -> tuple[int, ...]:
    """A permutation of 0 … count-1 drawn from the seed, all alike.

    Fisher and Yates from the end; place i swaps with SHA-512(seed, i) mod i+1, a remainder of 512
    bits, so that no order is likelier than another by more than one part in 2^500.
    """
    places = list(range(count))
    for i in range(count - 1, 0, -1):
        drawn = group.digest("order", seed, i.to_bytes(4, "little"))
        j = int.from_bytes(drawn, "little") % (i + 1)
        places[i], places[j] = places[j], places[i]
    return tuple(places)


def mask(seed: bytes, index: int) -> int:
    """The mask of output ``index``: SHA-512(seed, index) as a scalar, alike to within 2^-250."""
    return group.hash_to_scalar("mask", seed, index.to_bytes(4, "little"))


def shuffle(
    key: bytes, context: bytes, joint: FixedBase, inputs: Sequence[Masked]
) -> Steps[Shuffled]:
    """The cards in another order under new masks, one card a step.

    ``key`` is the device's secret of the hand, ``context`` names room, hand, device and which
    shuffle of the hand it is; ``joint`` the key of all together. The same four make the same
    shuffle again, after a crash or at the audit. The inputs are hashed too: were a device told two
    histories, the same masks on other cards would give its order away.
    """
    statement = yield from digest_of(inputs)
    seed = group.digest("shuffle", key, context, statement)
    permutation = order(seed, len(inputs))
    masks = tuple(mask(seed, index) for index in range(len(inputs)))
    yield
    outputs: list[Masked] = []
    for place, r in zip(permutation, masks, strict=True):
        card = inputs[place]
        output = Masked(group.base_times(r, card.a), joint.times(r, card.b))
        for half in (output.a, output.b):
            group.encode(half)  # it stays with the point, for when it is sent
        outputs.append(output)
        yield
    return Shuffled(tuple(outputs), permutation, masks)


def digest_of(masked: Sequence[Masked]) -> Steps[bytes]:
    """64 bytes that stand for these masked cards in their order."""
    written: list[bytes] = []
    for card in masked:
        written += (group.encode(card.a), group.encode(card.b))
        yield
    return group.digest("masked cards", *written)


def well_formed(count: int, outputs: Sequence[Masked]) -> str | None:
    """What anyone sees is wrong with a shuffle's outputs, as the end of a sentence, or None.

    Refused are another number of cards, the identity, and a half that comes twice. A card that was
    masked anew to lie there twice looks like any other: that takes the proof, or the audit.
    """
    if len(outputs) != count:
        return f"of {count} cards it made {len(outputs)}"
    if any(IDENTITY in (card.a, card.b) for card in outputs):
        return "a card is the identity"
    if len({card.a for card in outputs}) < count or len({card.b for card in outputs}) < count:
        return "a card comes twice"
    return None


def open_card(masked: Masked, shares: Iterable[Point]) -> Point:
    """The card point, given the shares of all devices; with one missing or wrong, a stray point."""
    point = masked.b
    for share in shares:
        point = point - share
    return point


def which(point: Point, table: Sequence[Point]) -> int | None:
    """The place of a card point in a pack's table (of ``cards``), or None if it is none of them."""
    return next((index for index, card in enumerate(table) if card == point), None)
