"""The batch plays as the engine does: every game, edition, limit and number of players, under random signs."""

import random
from collections.abc import Iterator

import msgspec
import pytest

from pokerroom.batch import layout
from pokerroom.batch.compiling import CompiledGame, compile_game
from pokerroom.games import CATALOGUE
from pokerroom.play.procedure import Procedure, procedure
from pokerroom.rules.house import HouseRules
from tests.sampling import sampled
from tests.unit.batch import agreeing
from tests.unit.batch.agreeing import (
    CHOICES,
    LIMITS,
    NOT_TRIED,
    Case,
    Difference,
    cases,
    check,
    editions_alike,
    random_sign,
)

ROUNDS = 50
"""Under each sign."""
SIGNS = 4
"""For each game, limit and number of players in `make test`."""
SIGNS_IN_THE_SOAK = 14
"""For each edition of them."""

GAMES = editions_alike()


def seeded(key: str, editions: tuple[str, ...], limits: str) -> Iterator[tuple[Case, int]]:
    """Cases with the seeds of their signs. Editions that play alike share the signs of a sample, in turn."""
    for seats in range(2, CATALOGUE[editions[0], key].seats.most + 1):
        signs = sampled(SIGNS, whole=SIGNS_IN_THE_SOAK * len(editions))
        for sign in range(signs):
            yield Case(editions[sign % len(editions)], key, seats, limits), 1000 * seats + sign


@pytest.mark.sampled
@pytest.mark.parametrize("limits", LIMITS)
@pytest.mark.parametrize(("key", "editions"), GAMES)
def test_a_game_is_played_as_the_engine_plays_it(key: str, editions: tuple[str, ...], limits: str) -> None:
    """Turn, offers with amounts, stacks at every decision, and the views of seats."""
    assert all(check(case, seed, ROUNDS) for case, seed in seeded(key, editions, limits))


def test_every_game_limit_and_number_of_players_is_played_two_hundred_times_and_a_million_in_the_soak() -> None:
    assert SIGNS * ROUNDS >= 200
    assert {(edition, key) for key, editions in GAMES for edition in editions} == {*CATALOGUE}
    assert max(len(editions) for _, editions in GAMES) <= SIGNS
    assert len([*cases()]) * SIGNS_IN_THE_SOAK * ROUNDS > 1_000_000


@pytest.mark.parametrize(("key", "editions"), [(key, editions) for key, editions in GAMES if len(editions) > 1])
def test_editions_that_play_a_game_alike_have_the_same_tables(key: str, editions: tuple[str, ...]) -> None:
    rng = random.Random(key)
    games = [CATALOGUE[edition, key] for edition in editions]
    for limits in LIMITS:
        for seats in range(2, games[0].seats.most + 1):
            sign = random_sign(games[0], limits, rng)
            tables = [compile_game(procedure(game, sign), seats).rules.tolist() for game in games]
            assert all(table == tables[0] for table in tables)


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
    what: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
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
    found = first_difference(case)
    command = str(found).splitlines()[0].split()
    assert command[:3] == ["python", "-m", "tests.unit.batch.agreeing"]
    with pytest.raises(Difference) as again:
        agreeing.main(command[3:])
    assert str(again.value) == str(found)
    # The same rounds agree as soon as the table is right.
    monkeypatch.undo()
    agreeing.main(command[3:])
    assert capsys.readouterr().out.endswith("the same on both\n")


def first_difference(case: Case) -> Difference:
    for seed in range(20):
        try:
            check(case, seed, 40)
        except Difference as found:
            return found
    raise AssertionError("no difference was found")


def test_a_seed_is_played_again_by_one_command(capsys: pytest.CaptureFixture[str]) -> None:
    agreeing.main(["badugi", "13:69F-current", "3", "fixed", "5", "6"])
    assert capsys.readouterr().out.startswith("6 rounds, ")
