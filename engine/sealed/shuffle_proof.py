"""A proof that a shuffle was one: the same cards in another order under new masks, and no more said.

The shuffler commits to its permutation as a matrix, column by column. The inputs then get random
weights; it shows that the outputs under the permuted weights are the same sum, that the permuted
weights are the committed matrix applied to the weights, and that sum and product of the weights
have not changed, which only a permutation can do for random weights.

In the notation of the pseudo-code, additively, j running over inputs and i over outputs, and
p(i) the input that output i takes::

    c_j = r_j·G + h_i  where p(i) = j                    the committed permutation
    u_j                random weights of 128 bits, from c;   v_i = u_p(i)
    d_i = q_i·G + v_i·d_(i-1),   d_0 = h_0               the chain of products of the v_i
    w                  a random scalar, from d
    (1)  Σ c_j − Σ h_i           = s1·G
    (2)  d_N − (Π u_j)·h_0       = s2·G
    (3)  Σ u_j·c_j               = s3·G + Σ v_i·h_i
    (4)  Σ u_j·(a_j, b_j)        = Σ v_i·(a'_i, b'_i) − s4·(G, Y)
    (5)  Σ w^i·d_i               = s5·G + Σ w^i·v_i·d_(i-1)

One Schnorr proof shows that the prover knows s1 … s5 and the v_i. What travels is c, d, the
challenge and the answers to s1 … s5 and v_i: 96·N + 192 bytes, 5,280 for 53 cards. The verifier
finds the commitments from the answers and compares the challenge, so nothing needs batching.

Where this departs from the pseudo-code: it proves each link of the chain, d_i − v_i·d_(i-1) =
q_i·G, for itself, with N more answers; here (5) is their sum with the weights w^i. That is as good.
By (3) the v_i were fixed before w, else two openings of one Pedersen commitment give a relation
between G and the h_i. With the v_i fixed, answers for N different w are a Vandermonde system, which
gives every q_i alone; so whoever can prove (5) can prove the links, and the rest of the published
argument holds word for word. And it hides as much: c and d are uniform through r and q, the answers
through their nonces, and a simulator picks all of them and computes the rest.

Assumed: discrete logarithms are hard, SHA-512 is a random oracle (Fiat and Shamir); every challenge
hashes the context, the key, all cards and all of the proof before it.

Sources: B. Terelius and D. Wikström, “Proofs of Restricted Shuffles” (2010); R. Haenni, P. Locher,
R. Koenig and E. Dubuis, “Pseudo-Code Algorithms for Verifiable Re-Encryption Mix-Nets” (2017).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Final

from engine.sealed import group
from engine.sealed.deck import Masked, digest_of
from engine.sealed.group import BASE, IDENTITY, ORDER, BadEncoding, FixedBase, Point
from engine.sealed.steps import Steps

_SUMS: Final = 5
"""The equations, and with them the answers that are not one per card."""


def size(count: int) -> int:
    """The bytes of a proof for so many cards."""
    return 96 * count + 32 * (_SUMS + 1)


@lru_cache(maxsize=1024)  # more than any pack has; public, and the same in every proof
def generator(index: int) -> Point:
    """h_index: a point nobody knows as a multiple of another."""
    return group.hash_to_group("shuffle proof generator", index.to_bytes(4, "little"))


_first: list[FixedBase] = []


def _first_table() -> Steps[FixedBase]:
    """The table of h_0, made once."""
    if not _first:
        table = yield from FixedBase.prepare(generator(0))
        _first[:] = [table]
    return _first[0]


# -- what both sides reckon -----------------------------------------------------------------------


def _statement(
    context: bytes, joint: Point, inputs: Sequence[Masked], outputs: Sequence[Masked]
) -> Steps[bytes]:
    before = yield from digest_of(inputs)
    after = yield from digest_of(outputs)
    return group.digest("shuffle proof", context, group.encode(joint), before, after)


def _after_columns(state: bytes, columns: Sequence[bytes]) -> tuple[bytes, list[int]]:
    """The transcript with the committed permutation, and the weights u it gives."""
    state = group.digest("shuffle proof columns", state, *columns)
    weights = [
        int.from_bytes(group.digest("shuffle proof weight", state, _number(j))[:16], "little")
        for j in range(len(columns))
    ]
    return state, weights


def _after_chain(state: bytes, chain: Sequence[bytes]) -> tuple[bytes, list[int]]:
    """The transcript with the chain, and the powers 1, w … w^N it gives."""
    state = group.digest("shuffle proof chain", state, *chain)
    w = group.hash_to_scalar("shuffle proof link", state)
    powers = [1]
    for _ in chain:
        powers.append(powers[-1] * w % ORDER)
    return state, powers


def _challenge(state: bytes, commitments: Sequence[Point]) -> int:
    return group.hash_to_scalar("shuffle proof answer", state, *map(group.encode, commitments))


def _number(index: int) -> bytes:
    return index.to_bytes(4, "little")


@dataclass(frozen=True, slots=True)
class _Sides:
    """The equations: the left sides of (1) to (4), the parts of the right ones and all of (5)."""

    joint: Point
    outputs: Sequence[Masked]
    chain: Sequence[Point]  # d_1 … d_N
    powers: Sequence[int]  # 1, w … w^N
    left: Sequence[Point]  # of (1), (2), (3), (4) for a, (4) for b

    def right_less_left(
        self, answers: Sequence[int], v: Sequence[int], times: int
    ) -> Steps[list[Point]]:
        """The right side of each equation at these values less ``times`` its left side.

        At the nonces less nothing they are the prover's commitments; at the answers less challenge
        times left side they are those commitments again, if and only if the answers are right.
        """
        s1, s2, s3, s4, s5 = answers
        count, left, w = len(v), self.left, self.powers
        h = [generator(index) for index in range(count + 1)]
        first = group.base_times(s1, group.times(-times, left[0]))
        yield
        second = group.base_times(s2, group.times(-times, left[1]))
        yield
        third = yield from group.combine((*v, s3, -times), (*h[1:], BASE, left[2]))
        fourth_a = yield from group.combine(
            (*v, -s4, -times), (*(card.a for card in self.outputs), BASE, left[3])
        )
        fourth_b = yield from group.combine(
            (*v, -s4, -times), (*(card.b for card in self.outputs), self.joint, left[4])
        )
        # Each d_i stands on the left of link i and on the right of link i+1.
        onward = [value * power for value, power in zip(v, w[1:], strict=True)]
        links = [onward[0], *(b - times * a for a, b in zip(w[1:], [*onward[1:], 0], strict=True))]
        fifth = yield from group.combine((*links, s5), (h[0], *self.chain, BASE))
        return [first, second, third, fourth_a, fourth_b, fifth]


# -- the prover -----------------------------------------------------------------------------------


def prove(
    key: bytes,
    context: bytes,
    joint: Point,
    inputs: Sequence[Masked],
    outputs: Sequence[Masked],
    permutation: Sequence[int],
    masks: Sequence[int],
) -> Steps[bytes]:
    """The proof that ``outputs[i]`` is ``inputs[permutation[i]]`` with ``masks[i]`` added.

    ``key`` is the device's secret of the hand, from which all nonces come, with the transcript: the
    same arguments give the same bytes. ``context`` is what the proof shall not be moved away from:
    room, hand, device, and which shuffle it is. If the claim is false the proof is refused; it is
    not checked here. ``ValueError`` without cards, or when the counts differ.
    """
    count = len(inputs)
    if not count or {len(outputs), len(permutation), len(masks)} != {count}:
        raise ValueError("A shuffle has as many outputs, places and masks as inputs, and has some.")

    def nonces(label: str, state: bytes, wanted: int) -> list[int]:
        label = f"shuffle proof nonce/{label}"
        return [group.hash_to_scalar(label, key, state, _number(k)) for k in range(wanted)]

    state = yield from _statement(context, joint, inputs, outputs)
    r = nonces("column", state, count)
    points = [IDENTITY] * count
    for i, j in enumerate(permutation):
        points[j] = points[j] + generator(i + 1)
        yield
    columns: list[bytes] = []
    for own, point in zip(r, points, strict=True):
        columns.append(group.encode(group.base_times(own, point)))
        yield

    state, u = _after_columns(state, columns)
    v = [u[j] for j in permutation]
    q = nonces("link", state, count)
    first = yield from _first_table()
    blind, product = 0, 1  # d_i = blind·G + product·h_0
    chain: list[Point] = []
    for value, own in zip(v, q, strict=True):
        blind, product = (own + value * blind) % ORDER, value * product % ORDER
        chain.append(first.times(product, group.base_times(blind)))
        group.encode(chain[-1])
        yield

    state, powers = _after_chain(state, [group.encode(point) for point in chain])
    secrets = (sum(r), blind, _dot(u, r), _dot(v, masks), _dot(powers[1:], q), *v)
    hidden = nonces("answer", state, len(secrets))
    sides = _Sides(joint, outputs, chain, powers, (IDENTITY,) * _SUMS)
    commitments = yield from sides.right_less_left(hidden[:_SUMS], hidden[_SUMS:], 0)
    challenge = _challenge(state, commitments)
    answers = [nonce + challenge * own for nonce, own in zip(hidden, secrets, strict=True)]
    yield
    scalars = map(group.encode_scalar, (challenge, *answers))
    return b"".join((*columns, *map(group.encode, chain), *scalars))


def _dot(some: Sequence[int], others: Sequence[int]) -> int:
    return sum(a * b for a, b in zip(some, others, strict=True)) % ORDER


# -- the verifier ---------------------------------------------------------------------------------


def verify(
    context: bytes,
    joint: Point,
    inputs: Sequence[Masked],
    outputs: Sequence[Masked],
    proof: bytes,
) -> Steps[bool]:
    """Whether the outputs are the inputs in another order under new masks. Total on any bytes."""
    count = len(inputs)
    if not count or len(outputs) != count or len(proof) != size(count):
        return False
    parts = (proof[start : start + 32] for start in range(0, len(proof), 32))
    column_bytes, chain_bytes = list(islice(parts, count)), list(islice(parts, count))
    try:
        challenge, *answers = map(group.decode_scalar, parts)
        columns = yield from _decoded(column_bytes)
        chain = yield from _decoded(chain_bytes)
    except BadEncoding:
        return False

    state = yield from _statement(context, joint, inputs, outputs)
    state, u = _after_columns(state, column_bytes)
    state, powers = _after_chain(state, chain_bytes)
    yield
    surplus = columns[0] - generator(1)
    for j in range(1, count):
        surplus = surplus + (columns[j] - generator(j + 1))
        if j % 8 == 0:
            yield
    product = 1
    for weight in u:
        product = product * weight % ORDER
    end = chain[-1] - group.times(product, generator(0))
    yield
    left = [surplus, end]
    for points in (columns, [card.a for card in inputs], [card.b for card in inputs]):
        left.append((yield from group.combine(u, points)))
        yield
    sides = _Sides(joint, outputs, chain, powers, left)
    commitments = yield from sides.right_less_left(answers[:_SUMS], answers[_SUMS:], challenge)
    return challenge == _challenge(state, commitments)


def _decoded(encodings: Sequence[bytes]) -> Steps[list[Point]]:
    """The points, a few a step; ``BadEncoding`` when one is none."""
    points: list[Point] = []
    for data in encodings:
        points.append(group.decode(data))
        if len(points) % 8 == 0:
            yield
    return points
