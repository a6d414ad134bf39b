"""Laboratory mode repeats itself, can be recomputed by anybody, and does not exist in production."""

from hashlib import sha256
from itertools import islice

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from pokerroom.cards import DECK, parse_cards
from pokerroom.shuffle import LabRefusedError, Mode, chosen_generator, lab_generator, mode
from pokerroom.shuffle.health import BLOCK
from pokerroom.shuffle.lab import MODE, Outcome, outcomes, raw


@pytest.fixture(autouse=True)
def _no_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(MODE, raising=False)


def test_a_program_that_says_nothing_is_in_production() -> None:
    assert mode() is Mode.PRODUCTION
    with pytest.raises(LabRefusedError, match="a seed is refused in production"):
        lab_generator("1")


def test_production_refuses_a_seed_whoever_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MODE, "production")
    assert mode(otherwise=Mode.LAB) is Mode.PRODUCTION
    for make in (lab_generator, chosen_generator):
        with pytest.raises(LabRefusedError):
            make("1", otherwise=Mode.LAB)
    assert sorted(chosen_generator(None).shuffled(DECK)) == list(DECK)


def test_the_environment_makes_a_laboratory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MODE, "lab")
    assert lab_generator("1").shuffled(DECK) == lab_generator("1").shuffled(DECK)


def test_a_mode_nobody_knows_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MODE, "Production")
    with pytest.raises(LabRefusedError, match="'Production': expected lab or production"):
        mode(otherwise=Mode.LAB)


def test_the_stream_is_what_the_guide_says_after_the_start_up_sample() -> None:
    key = sha256(b"pokerroom laboratory seed\0" + b"a seed").digest()
    stream = Cipher(algorithms.AES(key), modes.CTR(bytes(16))).encryptor().update(bytes(4 * BLOCK))
    drawn = b"".join(raw(lab_generator("a seed", otherwise=Mode.LAB), 3 * BLOCK - 5))
    assert drawn == stream[BLOCK : 4 * BLOCK - 5]


def test_a_deck_of_a_seed_never_changes() -> None:
    """A laboratory's record stays valid: whoever changes the stream, the draws or their order must say so here."""
    generator = lab_generator("pokerroom", otherwise=Mode.LAB)
    digest = sha256(bytes(card for _ in range(1000) for card in generator.shuffled(DECK))).hexdigest()
    assert digest == "06f4c5d7eab1b7bfefe70b4cb827813db5255dabf7c46ae94dc422b72a3c5c4a"


def test_other_seeds_give_other_decks() -> None:
    decks = {lab_generator(str(seed), otherwise=Mode.LAB).shuffled(DECK) for seed in range(100)}
    assert len(decks) == 100


@pytest.mark.parametrize("outcome", Outcome)
def test_outcomes_stream_without_end_and_stop_at_a_count(outcome: Outcome) -> None:
    generator = lab_generator("1", otherwise=Mode.LAB)
    assert [drawn.number for drawn in islice(outcomes(generator, outcome), 500)] == list(range(500))
    assert len(list(outcomes(generator, outcome, 7))) == 7


def test_each_outcome_is_what_it_says() -> None:
    def values(outcome: Outcome) -> list[str]:
        return [str(drawn) for drawn in outcomes(lab_generator("1", otherwise=Mode.LAB), outcome, 50)]

    assert all(sorted(parse_cards(value)) == list(DECK) for value in values(Outcome.DECKS))
    assert all(10 <= int(value) <= 42 for value in values(Outcome.CUTS))
    assert all(len(parse_cards(value)) == 10 for value in values(Outcome.BUTTONS))
