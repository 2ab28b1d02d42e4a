"""The proof of a shuffle: what is one is proved, whatever is not is refused, and so is any noise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from random import Random

import pytest

from engine.sealed import group, shuffle_proof
from engine.sealed.deck import Masked, cards, fresh, shuffle
from engine.sealed.group import BASE, IDENTITY, ORDER, FixedBase, Point
from engine.sealed.shuffle_proof import generator, prove, size, verify
from engine.sealed.steps import finish

KEY = b"the key of one device for a hand"
CONTEXT = b"room, hand 3, device 1, shuffle 0"
JOINT = FixedBase(group.base_times(group.hash_to_scalar("test joint")))
MUTATIONS = 150


@dataclass(frozen=True)
class Case:
    """Everything a proof speaks of."""

    context: bytes
    joint: Point
    inputs: tuple[Masked, ...]
    outputs: tuple[Masked, ...]
    permutation: tuple[int, ...]
    masks: tuple[int, ...]

    def proof(self) -> bytes:
        return finish(
            prove(
                KEY,
                self.context,
                self.joint,
                self.inputs,
                self.outputs,
                self.permutation,
                self.masks,
            )
        )

    def accepts(self, proof: bytes) -> bool:
        return finish(verify(self.context, self.joint, self.inputs, self.outputs, proof))


def case(count: int, again: bool = True) -> Case:
    """An honest shuffle: the second of a pack, or the first, whose inputs have no mask."""
    inputs = fresh(cards(b"proofs", count))
    if again:
        inputs = finish(shuffle(b"another", CONTEXT, JOINT, inputs)).outputs
    made = finish(shuffle(KEY, CONTEXT, JOINT, inputs))
    return Case(CONTEXT, JOINT.point, inputs, made.outputs, made.permutation, made.masks)


SMALL = case(4)
PROOF = SMALL.proof()


def masked_by(card: Masked, r: int) -> Masked:
    return Masked(card.a + group.base_times(r), card.b + JOINT.times(r))


# -- an honest one --------------------------------------------------------------------------------


@pytest.mark.parametrize("again", [False, True], ids=["first", "later"])
@pytest.mark.parametrize("count", [*range(1, 21), 53])
def test_an_honest_shuffle_is_proved(count: int, again: bool) -> None:
    honest = case(count, again)
    proof = honest.proof()
    assert len(proof) == size(count) == 96 * count + 192
    assert honest.accepts(proof)


def test_a_pack_is_proved_in_five_thousand_bytes() -> None:
    assert size(53) == 5280


def test_the_same_shuffle_is_proved_by_the_same_bytes_everywhere() -> None:
    assert SMALL.proof() == PROOF
    assert sha256(PROOF).hexdigest() == (
        "052bcf4962c552661a867dc4bb12b2e28732b1781de3023ddb83a66f679bc836"
    )


def test_the_order_stays_hidden_from_a_glance() -> None:
    """No block of the proof is repeated, nor shared with a proof for the other order."""
    other = replace(
        SMALL,
        outputs=tuple(map(masked_by, reversed(SMALL.inputs), SMALL.masks)),
        permutation=(3, 2, 1, 0),
    )
    blocks = [PROOF[start : start + 32] for start in range(0, len(PROOF), 32)]
    others = other.proof()
    assert other.accepts(others)
    assert len({*blocks, *(others[n : n + 32] for n in range(0, len(others), 32))}) == 36


def test_the_work_comes_in_pieces() -> None:
    honest = case(20)
    proof = honest.proof()
    steps = verify(honest.context, honest.joint, honest.inputs, honest.outputs, proof)
    assert sum(1 for _ in steps) > 30
    steps = verify(honest.context, honest.joint, honest.inputs, honest.outputs, proof[1:])
    assert sum(1 for _ in steps) == 0


# -- no shuffle -----------------------------------------------------------------------------------


def duplicated(honest: Case) -> Case:
    """One card masked anew in the place of another; nothing comes twice to the eye."""
    twice = masked_by(honest.outputs[0], 5)
    return replace(honest, outputs=(*honest.outputs[:-1], twice))


def exchanged(honest: Case) -> Case:
    """A card that is not of the pack."""
    stray = masked_by(Masked(IDENTITY, cards(b"another", 1)[0]), 7)
    return replace(honest, outputs=(stray, *honest.outputs[1:]))


def wrongly_masked(honest: Case) -> Case:
    """The two halves of a card under different masks: it opens to nothing."""
    card = honest.outputs[1]
    return replace(
        honest, outputs=(honest.outputs[0], Masked(card.a + BASE, card.b), *honest.outputs[2:])
    )


def wrongly_masked_b(honest: Case) -> Case:
    card = honest.outputs[1]
    return replace(
        honest, outputs=(honest.outputs[0], Masked(card.a, card.b + BASE), *honest.outputs[2:])
    )


def balanced(honest: Case) -> Case:
    """Two cards changed so that the sum of all stays the same."""
    one, two, *rest = honest.outputs
    outputs = (Masked(one.a, one.b + BASE), Masked(two.a, two.b - BASE), *rest)
    return replace(honest, outputs=outputs)


def another_order(honest: Case) -> Case:
    """A true shuffle, but not the one that the prover claims to know."""
    return replace(honest, permutation=(*honest.permutation[1:], honest.permutation[0]))


def another_mask(honest: Case) -> Case:
    return replace(honest, masks=(honest.masks[0] + 1, *honest.masks[1:]))


@pytest.mark.parametrize(
    "cheat",
    [
        duplicated,
        exchanged,
        wrongly_masked,
        wrongly_masked_b,
        balanced,
        another_order,
        another_mask,
    ],
    ids=lambda cheat: cheat.__name__,
)
@pytest.mark.parametrize("count", [2, 4, 9])
def test_what_is_no_shuffle_is_refused(cheat: Callable[[Case], Case], count: int) -> None:
    honest = case(count)
    false = cheat(honest)
    assert not false.accepts(false.proof())
    assert false.accepts(honest.proof()) == (false.outputs == honest.outputs)


@pytest.mark.parametrize("permutation", [(0, 0, 2, 3), (1, 1, 1, 1), (3, 0, 0, 3)])
def test_a_card_taken_twice_is_refused_though_all_outputs_are_as_claimed(
    permutation: tuple[int, ...],
) -> None:
    outputs = tuple(
        masked_by(SMALL.inputs[j], r) for j, r in zip(permutation, SMALL.masks, strict=True)
    )
    false = replace(SMALL, outputs=outputs, permutation=permutation)
    assert not false.accepts(false.proof())


Rows = tuple[tuple[int, ...], ...]
EACH: Rows = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
HALF = pow(2, -1, ORDER)


def by_matrix(matrix: Rows, made: Rows, committed: Rows, bent: bool = False) -> bool:
    """Whether a proof passes for outputs that are any sums of three inputs.

    The prover of the text, but for any matrices: v is ``matrix``·u, the outputs are ``made``·inputs
    before their masks, and the columns are those of ``committed``. The chain can be bent to end in
    the product of the u. For (4) to hold, ``made`` must be the transposed inverse of ``matrix``.
    """
    inputs, masks = SMALL.inputs[:3], SMALL.masks[:3]
    outputs = []
    for row, r in zip(made, masks, strict=True):
        a = finish(group.combine(row, [card.a for card in inputs]))
        b = finish(group.combine(row, [card.b for card in inputs]))
        outputs.append(masked_by(Masked(a, b), r))
    state = finish(shuffle_proof._statement(CONTEXT, JOINT.point, inputs, outputs))
    r = [group.hash_to_scalar("column", bytes([j])) for j in range(3)]
    h = [generator(index) for index in range(4)]
    columns = [
        group.base_times(r[j], finish(group.combine(column, h[1:])))
        for j, column in enumerate(zip(*committed, strict=True))
    ]
    state, u = shuffle_proof._after_columns(state, [*map(group.encode, columns)])
    v = [sum(map(int.__mul__, row, u)) % ORDER for row in matrix]
    q = [group.hash_to_scalar("link", bytes([i])) for i in range(3)]
    blind, product = 0, 1
    chain = []
    for i in range(3):
        blind, product = (q[i] + v[i] * blind) % ORDER, v[i] * product % ORDER
        if bent and i == 2:
            product = u[0] * u[1] * u[2]
        chain.append(group.base_times(blind, group.times(product, h[0])))
    state, w = shuffle_proof._after_chain(state, [*map(group.encode, chain)])
    sums = [(u, r), (v, masks), (w[1:], q)]
    secrets = [sum(r), blind, *(sum(map(int.__mul__, *pair)) for pair in sums), *v]
    hidden = [group.hash_to_scalar("answer", bytes([k])) for k in range(8)]
    sides = shuffle_proof._Sides(JOINT.point, outputs, chain, w, [IDENTITY] * 5)
    commitments = finish(sides.right_less_left(hidden[:5], hidden[5:], 0))
    challenge = shuffle_proof._challenge(state, commitments)
    answers = [nonce + challenge * own for nonce, own in zip(hidden, secrets, strict=True)]
    points, scalars = (*columns, *chain), (challenge, *answers)
    proof = b"".join((*map(group.encode, points), *map(group.encode_scalar, scalars)))
    return finish(verify(CONTEXT, JOINT.point, inputs, outputs, proof))


def test_the_prover_of_any_matrix_can_prove_a_permutation() -> None:
    for matrix in (EACH, ((0, 1, 0), (0, 0, 1), (1, 0, 0))):
        assert by_matrix(matrix, matrix, matrix)


DOUBLED: Rows = ((2, 0, 0), (0, HALF, 0), (0, 0, 1))  # keeps the product of all weights
HALVED: Rows = ((HALF, 0, 0), (0, 2, 0), (0, 0, 1))
OPPOSITE: Rows = ((-1, 0, 0), (0, -1, 0), (0, 0, 1))
MIXED: Rows = ((1, 1, -1), (0, 1, 0), (0, 0, 1))  # each row sums to 1
UNMIXED: Rows = ((1, 0, 0), (-1, 1, 0), (1, 0, 1))


@pytest.mark.parametrize(
    ("matrix", "made", "committed", "bent", "equation"),
    [
        (DOUBLED, HALVED, DOUBLED, False, 1),
        (OPPOSITE, OPPOSITE, OPPOSITE, False, 1),
        (MIXED, UNMIXED, MIXED, False, 2),
        (DOUBLED, HALVED, EACH, False, 3),
        (MIXED, UNMIXED, MIXED, True, 5),
    ],
)
def test_cards_that_were_reckoned_together_are_refused_by_one_equation(
    matrix: Rows,
    made: Rows,
    committed: Rows,
    bent: bool,
    equation: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not by_matrix(matrix, made, committed, bent)
    assert true_but_for(equation, monkeypatch, lambda: by_matrix(matrix, made, committed, bent))


def true_but_for(
    equation: int, monkeypatch: pytest.MonkeyPatch, accepted: Callable[[], bool]
) -> bool:
    """Whether the false proof would pass if both sides left out an equation; of (4) that for a."""
    place = equation - 1 if equation < 5 else 5
    challenge = shuffle_proof._challenge

    def without(state: bytes, commitments: Sequence[Point]) -> int:
        return challenge(state, [*commitments[:place], *commitments[place + 1 :]])

    monkeypatch.setattr(shuffle_proof, "_challenge", without)
    return accepted()


def test_a_half_under_another_mask_is_refused_by_its_equation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    false = wrongly_masked(SMALL)
    assert true_but_for(4, monkeypatch, lambda: false.accepts(false.proof()))


# -- moved away -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "moved",
    [
        replace(SMALL, context=b"room, hand 4, device 1, shuffle 0"),
        replace(SMALL, context=b""),
        replace(SMALL, joint=JOINT.point + BASE),
        replace(SMALL, joint=IDENTITY),
        replace(SMALL, inputs=(*SMALL.inputs[1:], SMALL.inputs[0])),
        replace(SMALL, inputs=SMALL.outputs),
        replace(SMALL, inputs=tuple(masked_by(card, 1) for card in SMALL.inputs)),
        replace(SMALL, inputs=fresh(cards(b"proofs", 4))),
        replace(SMALL, outputs=(*SMALL.outputs[1:], SMALL.outputs[0])),
        replace(SMALL, outputs=SMALL.inputs),
        replace(SMALL, outputs=tuple(masked_by(card, 1) for card in SMALL.outputs)),
        replace(SMALL, inputs=SMALL.inputs[:3], outputs=SMALL.outputs[:3]),
        replace(SMALL, inputs=SMALL.inputs[:3]),
        replace(SMALL, outputs=SMALL.outputs[:3]),
        replace(SMALL, outputs=(*SMALL.outputs, SMALL.outputs[0])),
        replace(SMALL, inputs=(), outputs=()),
    ],
)
def test_a_proof_belongs_to_its_shuffle_alone(moved: Case) -> None:
    assert SMALL.accepts(PROOF)
    assert not moved.accepts(PROOF)


def test_without_cards_or_with_other_counts_nothing_is_proved() -> None:
    for wrong in (
        Case(CONTEXT, JOINT.point, (), (), (), ()),
        replace(SMALL, masks=SMALL.masks[:3]),
        replace(SMALL, outputs=SMALL.outputs[:3]),
    ):
        with pytest.raises(ValueError, match="as many outputs"):
            wrong.proof()


# -- any bytes ------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", range(size(4) // 32))
def test_a_change_anywhere_is_refused(block: int) -> None:
    """In every point and scalar: both ends, the middle, another point, another scalar, nothing."""
    start = 32 * block

    def changed(data: bytes) -> bytes:
        return PROOF[:start] + data + PROOF[start + 32 :]

    own = PROOF[start : start + 32]
    for at in (0, 13, 31):
        for bit in (1, 128):
            assert not SMALL.accepts(changed(own[:at] + bytes([own[at] ^ bit]) + own[at + 1 :]))
    value = int.from_bytes(own, "little")
    for other in (value + 1, value + 2, value + ORDER, ORDER, 0, 2**256 - 1):
        assert not SMALL.accepts(changed((other % 2**256).to_bytes(32, "little")))
    assert not SMALL.accepts(changed(group.encode(BASE)))
    assert not SMALL.accepts(changed(PROOF[start - 32 : start] if block else PROOF[32:64]))


def test_seeded_noise_is_refused_and_never_a_crash(full: bool) -> None:
    chance = Random(4)
    for _ in range(MUTATIONS * (10 if full else 1)):
        data = bytearray(PROOF)
        for _ in range(chance.choice((1, 1, 2, 8))):
            data[chance.randrange(len(data))] ^= 1 + chance.randrange(255)
        if data != PROOF:
            assert not SMALL.accepts(bytes(data))
    for length in (*range(0, size(4), 16), size(4) + 1, size(5), 4 * size(4)):
        assert not SMALL.accepts(chance.randbytes(length))
        assert not SMALL.accepts(bytes(length))


def test_a_cut_or_longer_proof_is_refused() -> None:
    for length in range(len(PROOF)):
        assert not SMALL.accepts(PROOF[:length])
    assert not SMALL.accepts(PROOF + b"\0")
    assert not SMALL.accepts(PROOF[32:] + PROOF[:32])


def test_generators_are_unrelated_points() -> None:
    points = [generator(index) for index in range(60)]
    assert len({*points, BASE, IDENTITY, *cards(b"proofs", 20)}) == 82
