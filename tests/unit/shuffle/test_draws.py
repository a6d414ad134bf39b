"""Draws of dice and balls: promised before, proved after, and all results equally likely."""

from collections import Counter
from hashlib import sha256

import pytest
from msgspec.structs import replace

from pokerroom.shuffle import os_generator
from pokerroom.shuffle.draws import Drawing, Proof, balls, dice, keeps, promise, secret_of
from pokerroom.shuffle.seal import Key, Keys

KEYS = Keys((Key("old", b"o" * 32), Key("new", b"n" * 32)))
HERE = Drawing("dice", "Dice 1", 7)


def test_a_proof_keeps_its_promise_and_no_other() -> None:
    promised = promise(HERE, KEYS, os_generator())
    proof = Proof(secret_of(promised, KEYS), b"from the player")
    assert keeps(promised, proof)
    assert not keeps(promised, replace(proof, secret=sha256(b"another").digest()))
    assert not keeps(promised, replace(proof, secret=b""))
    assert not keeps(replace(promised, drawing=replace(HERE, number=8)), proof)
    assert not keeps(promised, replace(proof, added=b"x" * 65))


def test_the_secret_needs_the_key_and_survives_a_change_of_keys() -> None:
    promised = promise(HERE, KEYS, os_generator())
    later = Keys((*KEYS.keys, Key("newest", b"w" * 32)))
    assert secret_of(promised, later) == secret_of(promised, KEYS)
    assert secret_of(promised, Keys((Key("new", b"m" * 32),))) != secret_of(promised, KEYS)


def test_what_a_player_adds_changes_the_result() -> None:
    secret = sha256(b"secret").digest()
    assert len({dice(HERE, Proof(secret, bytes([each]))) for each in range(100)}) > 30


def test_a_known_secret_always_gives_the_same_result() -> None:
    """The page works it out again by the same bytes: page/test/dice.test.ts has these results."""
    proof = Proof(sha256(b"secret").digest(), b"player")
    assert (dice(HERE, proof), dice(HERE, Proof(proof.secret))) == ((2, 1), (4, 3))
    assert sorted(balls(HERE, proof, of=80, drawn=80)) == list(range(1, 81))
    assert balls(HERE, proof, of=80, drawn=20) == balls(HERE, proof, of=80, drawn=80)[:20]


@pytest.mark.parametrize("kind", ["dice", "balls"])
def test_all_results_are_equally_likely(kind: str) -> None:
    """Chi-squared, over 36,000 throws of two dice and 8,000 draws of a ball."""
    found: Counter[object] = Counter()
    for number in range(36_000 if kind == "dice" else 8_000):
        proof = Proof(sha256(number.to_bytes(4, "big")).digest())
        if kind == "dice":
            found[dice(HERE, proof)] += 1
        else:
            found[balls(HERE, proof, of=80, drawn=1)] += 1
    cells = 36 if kind == "dice" else 80
    expected = found.total() / cells
    assert len(found) == cells
    assert sum((each - expected) ** 2 / expected for each in found.values()) < (75 if kind == "dice" else 138)
