"""The benchmark of many rounds at once plays real rounds, and says what it could not measure."""

from bench import batch
from bench.engines import PLAYERS
from pokerroom.games import CATALOGUE
from tests.benches import run


def test_a_little_of_every_side_is_measured() -> None:
    done = run("batch.py", "--quick", "badugi")
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()]
    measured = {line[0] for line in lines if line[1] == "batch"}
    assert measured == {"badugi"}


def test_every_lane_of_a_case_is_played_to_its_end() -> None:
    for case in batch.EVERY_CASE:
        work = batch.batched(case, 10, views=True)
        done = work()
        assert done.rounds == 10
        assert done.decisions >= 10 * (PLAYERS - 1), case.key


def test_every_game_of_the_catalogue_is_measured() -> None:
    assert {case.table.game.key for case in batch.EVERY_CASE} == {key for _, key in CATALOGUE}


def test_our_engine_plays_each_game_that_nobody_else_does() -> None:
    for case in batch.other_games():
        played = batch.by_our_engine(case)()
        assert played.decisions >= PLAYERS
        assert sum(played.net) == 0


def test_a_goal_that_is_missed_is_told() -> None:
    slow = batch.Rate("stud", "seven-card stud", "pokerroom", 100.0, 3000.0, 20.0)
    assert batch.missed((slow,)) == ["stud: 20.0 times pokerroom, 50 wanted"]
    assert batch.missed((batch.Rate("stud", "seven-card stud", "batch", 100.0, 3000.0, 1.0),)) == []


def test_a_case_that_does_not_exist_is_refused_by_name() -> None:
    done = run("batch.py", "--quick", "whist")
    assert done.returncode == 2
    assert "no case whist" in done.stderr
