"""The batch plays as the engine does: every game, edition, limit and number of players, under random signs."""

from collections.abc import Iterator

import msgspec
import pytest

from pokerroom.batch import layout
from pokerroom.batch.compiling import CompiledGame, compile_game
from pokerroom.games import CATALOGUE
from pokerroom.play.procedure import Procedure
from pokerroom.rules.house import HouseRules
from tests.sampling import sampled
from tests.unit.batch import agreeing
from tests.unit.batch.agreeing import CHOICES, NOT_TRIED, Case, Difference, cases, check

ROUNDS = sampled(8, whole=100)
"""For each case and seed."""
SEEDS = sampled(1, whole=7)
"""All cases together are a million rounds in the soak."""


def cases_of(edition: str, key: str) -> Iterator[Case]:
    return (case for case in cases() if (case.edition, case.key) == (edition, key))


@pytest.mark.sampled
@pytest.mark.parametrize(("edition", "key"), [*CATALOGUE])
def test_a_game_is_played_as_the_engine_plays_it(edition: str, key: str) -> None:
    """Turn, offers with amounts, stacks at every decision, and the views of seats."""
    decisions = [
        check(case, 1000 * number + seed, ROUNDS)
        for number, case in enumerate(cases_of(edition, key))
        for seed in range(SEEDS)
    ]
    assert min(decisions) > 0


def test_the_soak_plays_a_million_rounds_and_every_case_two_hundred() -> None:
    assert len([*cases()]) * 100 * 7 > 1_000_000
    assert 100 * 7 >= 200


def test_every_setting_of_the_house_is_tried_or_said_why_not() -> None:
    settings = {field.name for field in msgspec.structs.fields(HouseRules)}
    assert CHOICES.keys() | NOT_TRIED.keys() == settings
    assert not CHOICES.keys() & NOT_TRIED.keys()


WRONG = {
    "the size of a chip": (layout.CHIP, 1),
    "who opens": (layout.HAS_BUTTON, 0),
    "when a short all-in reopens": (layout.REOPENS, layout.NEVER),
    "the raise cap": (layout.MAX_RAISES, 1),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_table_that_is_wrong_in_one_integer_is_found_and_says_how_to_play_it_again(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    field, value = WRONG[what]

    def compiled_wrongly(procedure: Procedure, seats: int) -> CompiledGame:
        right = compile_game(procedure, seats)
        rules = right.rules.copy()
        rules[field] = value
        rules.flags.writeable = False
        return msgspec.structs.replace(right, rules=rules)

    monkeypatch.setattr(agreeing, "compile_game", compiled_wrongly)
    case = Case("13:69F-current", "omaha-high", 6, "no")
    with pytest.raises(Difference, match=r"agreeing omaha-high 13:69F-current 6 no \d+ 40"):
        check_seeds(case)


def check_seeds(case: Case) -> None:
    for seed in range(20):
        check(case, seed, 40)


def test_a_seed_is_played_again_by_one_command(capsys: pytest.CaptureFixture[str]) -> None:
    agreeing.main(["badugi", "13:69F-current", "3", "fixed", "5", "6"])
    assert capsys.readouterr().out.startswith("6 rounds, ")
