"""Signatures and proofs: what was proved is believed, and nothing else that could be sent."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from engine.sealed import proofs
from engine.sealed.group import (
    BASE,
    IDENTITY,
    ORDER,
    BadEncoding,
    Point,
    base_times,
    encode,
    encode_scalar,
    hash_to_group,
    times,
)
from engine.sealed.proofs import (
    KeyPair,
    decode_public,
    keypair_from,
    pair_secret,
    prove_known,
    prove_shares,
    secret_of,
    shared_point,
    sign,
    verify,
    verify_known,
    verify_shares,
)
from engine.sealed.steps import finish

ANNA = keypair_from(b"anna" * 8, "test")
BERT = keypair_from(b"bert" * 8, "test")
BASES = tuple(hash_to_group("test base", bytes([k])) for k in range(7))
SHARES = tuple(times(ANNA.secret, base) for base in BASES)
CONTEXT = b"room 1, hand 2"
FUZZ = 60


def proved(count: int = len(BASES), context: bytes = CONTEXT) -> bytes:
    return finish(prove_shares(ANNA.secret, ANNA.public, BASES[:count], SHARES[:count], context))


def holds(
    proof: bytes,
    bases: Sequence[Point] = BASES,
    shares: Sequence[Point] = SHARES,
    context: bytes = CONTEXT,
    public: Point = ANNA.public,
) -> bool:
    return finish(verify_shares(public, bases, shares, context, proof))


PROOF = proved()


def wrong_bytes(right: bytes) -> list[bytes]:
    """Bytes that look much like a proof and are none."""
    half = int.from_bytes(right[32:], "little")
    return [
        b"",
        right[:-1],
        right + b"\0",
        bytes(64),
        b"\xff" * 64,
        right[32:] + right[:32],
        right[:32] + encode_scalar(half + 1),
        # The same scalar once more, not reduced.
        right[:32] + (half + ORDER).to_bytes(32, "little"),
        *(right[:k] + bytes([right[k] ^ 1]) + right[k + 1 :] for k in (0, 15, 31, 32, 47, 63)),
    ]


# -- keys --------------------------------------------------------------------------------------


def test_a_key_pair_belongs_to_its_seed_and_purpose() -> None:
    assert ANNA.public == base_times(ANNA.secret)
    assert keypair_from(b"anna" * 8, "test") == ANNA
    assert keypair_from(b"anna" * 8, "other") != ANNA
    assert decode_public(encode(ANNA.public)) == ANNA.public


def test_a_secret_is_not_printed() -> None:
    assert str(ANNA.secret) not in repr(ANNA)
    assert encode(ANNA.public).hex() in repr(ANNA)


def test_the_identity_is_no_public_key() -> None:
    for data in (encode(IDENTITY), b"\1" + bytes(31), b""):
        with pytest.raises(BadEncoding):
            decode_public(data)


# -- signatures, and knowing a secret ----------------------------------------------------------


def test_a_signature_is_believed() -> None:
    for message in (b"", b"a", bytes(1000)):
        signature = sign(ANNA, "move", message)
        assert len(signature) == proofs.PROOF_BYTES
        assert verify(ANNA.public, "move", message, signature)


def test_a_signature_counts_for_its_key_label_and_message_only() -> None:
    signature = sign(ANNA, "move", b"ab")
    assert not verify(BERT.public, "move", b"ab", signature)
    assert not verify(ANNA.public, "vote", b"ab", signature)
    assert not verify(ANNA.public, "move", b"ac", signature)
    assert not verify(ANNA.public, "movea", b"b", signature)
    assert not verify(-ANNA.public, "move", b"ab", signature)


def test_the_same_signature_is_made_again() -> None:
    assert sign(ANNA, "move", b"a") == sign(ANNA, "move", b"a")


def test_hidden_numbers_never_meet_two_challenges() -> None:
    # From s = k + c·x with one k and two c anybody could reckon x.
    other = KeyPair(ANNA.secret, BERT.public)
    made = [
        sign(ANNA, "move", b"a"),
        sign(ANNA, "move", b"b"),
        sign(ANNA, "vote", b"a"),
        sign(other, "move", b"a"),
        prove_known(ANNA.secret, ANNA.public, b"a"),
        prove_known(ANNA.secret, ANNA.public, b"b"),
    ]
    assert len({proof[:32] for proof in made}) == len(made)


def test_a_signature_is_no_proof_of_knowledge_nor_the_other_way_round() -> None:
    assert not verify_known(ANNA.public, b"a", sign(ANNA, "", b"a"))
    assert not verify(ANNA.public, "", b"a", prove_known(ANNA.secret, ANNA.public, b"a"))


def test_knowing_a_secret_is_believed_in_its_context_only() -> None:
    proof = prove_known(ANNA.secret, ANNA.public, CONTEXT)
    assert verify_known(ANNA.public, CONTEXT, proof)
    assert not verify_known(ANNA.public, CONTEXT + b"0", proof)
    assert not verify_known(BERT.public, CONTEXT, proof)


def test_a_rogue_key_cannot_be_proved() -> None:
    # Bert names a key that cancels Anna's, so that the joint key is his own.
    rogue = BERT.public - ANNA.public
    assert not verify_known(rogue, CONTEXT, prove_known(BERT.secret, rogue, CONTEXT))


def test_anybody_could_sign_for_the_identity_so_it_signs_nothing() -> None:
    nobody = KeyPair(0, IDENTITY)
    assert not verify(IDENTITY, "move", b"a", sign(nobody, "move", b"a"))
    assert not verify_known(IDENTITY, b"a", prove_known(0, IDENTITY, b"a"))


def test_wrong_bytes_are_no_signature() -> None:
    right = sign(ANNA, "move", b"a")
    for data in wrong_bytes(right):
        assert not verify(ANNA.public, "move", b"a", data), data.hex()


# -- shares ------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(1, len(BASES) + 1))
def test_true_shares_are_believed(count: int) -> None:
    proof = proved(count)
    assert len(proof) == proofs.PROOF_BYTES
    assert proof == proved(count)
    assert holds(proof, BASES[:count], SHARES[:count])


@pytest.mark.parametrize("place", range(len(BASES)))
def test_one_false_share_among_many_is_noticed(place: int) -> None:
    for wrong in (SHARES[place] + BASE, -SHARES[place], times(BERT.secret, BASES[place])):
        shares = (*SHARES[:place], wrong, *SHARES[place + 1 :])
        assert not holds(PROOF, shares=shares)
        lying = finish(prove_shares(ANNA.secret, ANNA.public, BASES, shares, CONTEXT))
        assert not holds(lying, shares=shares)


@pytest.mark.parametrize(("one", "other"), [(0, 1), (0, 6), (2, 3)])
def test_false_shares_that_cancel_each_other_are_noticed(one: int, other: int) -> None:
    shares = list(SHARES)
    shares[one], shares[other] = shares[one] + BASE, shares[other] - BASE
    lying = finish(prove_shares(ANNA.secret, ANNA.public, BASES, shares, CONTEXT))
    assert not holds(lying, shares=shares)
    shares = list(SHARES)
    shares[one], shares[other] = shares[other], shares[one]
    lying = finish(prove_shares(ANNA.secret, ANNA.public, BASES, shares, CONTEXT))
    assert not holds(lying, shares=shares)
    assert not holds(PROOF, shares=shares)


def test_weights_follow_the_whole_statement() -> None:
    first = proofs._weights(b"one statement", 4)
    assert first[0] == 1
    assert len({*first, *proofs._weights(b"another", 4)[1:]}) == 7
    assert all(2**100 < weight < 2**proofs.WEIGHT_BITS for weight in first[1:])


def test_a_proof_counts_for_its_statement_only() -> None:
    assert not holds(PROOF, context=CONTEXT + b"0")
    assert not holds(PROOF, context=b"")
    assert not holds(PROOF, public=BERT.public)
    assert not holds(PROOF, bases=BASES[::-1], shares=SHARES[::-1])
    assert not holds(PROOF, bases=BASES[:-1], shares=SHARES[:-1])
    assert not holds(PROOF, bases=SHARES, shares=BASES)
    assert not holds(proved(1), bases=BASES[1:2], shares=SHARES[1:2])


def test_counts_that_do_not_match_prove_nothing() -> None:
    for bases, shares in (((), ()), (BASES, SHARES[:-1]), (BASES[:-1], SHARES), ((), SHARES)):
        with pytest.raises(ValueError):
            finish(prove_shares(ANNA.secret, ANNA.public, bases, shares, CONTEXT))
        assert not holds(PROOF, bases=bases, shares=shares)


def test_the_identity_is_no_base_no_share_and_no_key() -> None:
    bases, shares = (*BASES[:2], IDENTITY), (*SHARES[:2], IDENTITY)
    proof = finish(prove_shares(ANNA.secret, ANNA.public, bases, shares, CONTEXT))
    assert not holds(proof, bases=bases, shares=shares)
    nothing = (IDENTITY,) * 2
    proof = finish(prove_shares(0, IDENTITY, BASES[:2], nothing, CONTEXT))
    assert not holds(proof, bases=BASES[:2], shares=nothing, public=IDENTITY)


def test_wrong_bytes_are_no_proof_of_shares() -> None:
    for data in wrong_bytes(PROOF):
        assert not holds(data), data.hex()


def test_many_shares_come_in_pieces() -> None:
    bases, shares = BASES * 8, SHARES * 8
    steps = prove_shares(ANNA.secret, ANNA.public, bases, shares, CONTEXT)
    assert sum(1 for _ in steps) >= 10
    proof = finish(prove_shares(ANNA.secret, ANNA.public, bases, shares, CONTEXT))
    assert sum(1 for _ in verify_shares(ANNA.public, bases, shares, CONTEXT, proof)) >= 15


# -- a secret between two ----------------------------------------------------------------------


def test_two_keys_share_a_secret() -> None:
    carl = keypair_from(b"carl" * 8, "test")
    secret = pair_secret(ANNA, BERT.public, CONTEXT)
    assert len(secret) == 64
    assert pair_secret(BERT, ANNA.public, CONTEXT) == secret
    assert pair_secret(ANNA, BERT.public, b"other") != secret
    assert pair_secret(ANNA, carl.public, CONTEXT) != secret
    with pytest.raises(BadEncoding):
        pair_secret(ANNA, IDENTITY, CONTEXT)


def test_a_shown_shared_point_can_be_proved_and_gives_the_secret_to_all() -> None:
    shown = shared_point(ANNA, BERT.public)
    proof = finish(prove_shares(ANNA.secret, ANNA.public, (BERT.public,), (shown,), CONTEXT))
    assert holds(proof, bases=(BERT.public,), shares=(shown,))
    assert not holds(proof, bases=(BERT.public,), shares=(shown + BASE,))
    opened = secret_of(shown, BERT.public, ANNA.public, CONTEXT)
    assert opened == pair_secret(ANNA, BERT.public, CONTEXT)


# -- any bytes ---------------------------------------------------------------------------------


def test_verifying_any_bytes_never_raises() -> None:
    chance = Random(5)
    base, share = BASES[:1], SHARES[:1]
    for _ in range(FUZZ):
        data = chance.randbytes(64 if chance.random() < 0.7 else chance.randrange(130))
        if len(data) == 64:
            # Small enough to be scalars, so that the last check decides.
            data = data[:31] + bytes([data[31] & 15]) + data[32:63] + bytes([data[63] & 15])
        assert not verify(ANNA.public, "move", data, data)
        assert not verify_known(ANNA.public, data, data)
        assert not holds(data, base, share, data)
