"""What a payout would do: figures by hand, by simulation, and as they are published."""

import random
import statistics
from math import inf
from pathlib import Path

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from pokerroom.cli import app
from pokerroom.jackpot.designing import (
    Design,
    Stage,
    amount_at,
    days_between,
    days_to_fund,
    expected_rounds,
    rounds_until,
    walked,
)
from pokerroom.store import open_store

PLAIN = Design(
    rounds_a_day=1000, contribution=100, start=10_000_00, reset_percent=20, stages=(Stage(chance=1 / 50_000),)
)
LADDER = Design(
    rounds_a_day=1000,
    contribution=100,
    stages=(Stage(chance=1e-4), Stage(from_amount=5_000_00, chance=1e-3)),
)


def test_without_a_ladder_a_hit_comes_as_often_as_its_chance_says() -> None:
    assert expected_rounds(PLAIN) == pytest.approx(50_000, rel=1e-4)
    assert days_between(PLAIN) == pytest.approx(50, rel=1e-4)
    assert rounds_until(PLAIN, 0.5) == pytest.approx(34_657, rel=1e-3)
    assert amount_at(PLAIN, 0.5) == pytest.approx(10_000_00 + 34_657 * 80, rel=1e-3)
    assert days_to_fund(PLAIN, 10_000_00) == pytest.approx(50)


def test_a_ladder_shortens_the_wait_from_its_step_on_as_a_simulation_does() -> None:
    chance, played = random.Random(1), []
    for _ in range(4000):
        rounds = 0
        while chance.random() >= (1e-4 if rounds * 100 < 5_000_00 else 1e-3):
            rounds += 1
        played.append(rounds)
    assert expected_rounds(LADDER) == pytest.approx(statistics.mean(played), rel=0.05)
    assert rounds_until(LADDER, 0.5) == pytest.approx(statistics.median(played), rel=0.05)


WEEKS = Design(rounds_a_day=100, contribution=100, stages=(Stage(chance=1e-4), Stage(after_days=14, chance=1e-2)))
EITHER = replace(LADDER, stages=(LADDER.stages[0], replace(LADDER.stages[1], after_days=3)))
NEVER = replace(LADDER, contribution=0)


def test_a_step_by_days_counts_from_its_day_on_as_a_simulation_does() -> None:
    chance, played = random.Random(2), []
    for _ in range(4000):
        rounds = 0
        while chance.random() >= (1e-4 if rounds < 1400 else 1e-2):
            rounds += 1
        played.append(rounds)
    assert expected_rounds(WEEKS) == pytest.approx(statistics.mean(played), rel=0.05)
    assert rounds_until(WEEKS, 0.9) == pytest.approx(statistics.quantiles(played, n=10)[-1], rel=0.05)


def test_a_step_by_either_counts_from_whichever_comes_first_and_one_that_is_not_reached_never() -> None:
    assert [lasts for lasts, _ in walked(LADDER)] == [5_000, inf]
    assert [lasts for lasts, _ in walked(EITHER)] == [3_000, inf], "three days of a thousand rounds"
    assert [lasts for lasts, _ in walked(NEVER)] == [inf, 0]
    assert expected_rounds(NEVER) == pytest.approx(10_000, rel=1e-3)
    later = (Stage(chance=1e-4), Stage(from_amount=9_000_00, chance=1e-3), Stage(after_days=2, chance=1e-2))
    assert [lasts for lasts, _ in walked(replace(LADDER, stages=later))] == [2_000, 0, inf], "the last that has begun"


def test_the_command_says_how_often_and_how_much() -> None:
    asked = ["aces full of tens", "--both-hole-cards", "--pocket-pair", "--staying", "40,60,80,90"]
    told = CliRunner().invoke(app, ["jackpot", "design", *asked])
    assert told.exit_code == 0, told.output
    ten = next(line for line in told.output.splitlines() if "10 " in line and "±" in line)
    assert float(ten.split()[3].replace(",", "")) == pytest.approx(16_140, rel=0.01)
    assert "A hit every" in told.output
    assert "half of all hits are at most $" in told.output
    assert "40% before the flop" in told.output


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (["quad elevens"], "is not a hand for a qualifier"),
        (["quad tens", "--step", "many=quad eights"], "is not a step of a ladder"),
        (["quad tens", "--step", "many days=quad eights"], "is not a step of a ladder"),
        (["quad tens", "--step", "0=quad eights"], "counts from an amount on, or after some days"),
        (["quad tens", "--step", "30 days=quad nines", "--step", "9 days=quad eights"], "in the order"),
        (["quad tens", "--step", "5000=quad kings"], "a later step asks for more than an earlier one"),
        (["quad tens", "--staying", "1,2,3"], "is not four percentages"),
        (["quad tens", "--staying", "0,2,3,4"], "more than 0 and at most 100"),
        (["quad tens", "--record", "/nowhere/at.all"], "nowhere"),
    ],
)
def test_bad_input_is_named(asked: list[str], why: str) -> None:
    told = CliRunner().invoke(app, ["jackpot", "design", *asked])
    assert told.exit_code == 2
    assert why in told.output


def test_a_record_without_rounds_says_so(tmp_path: Path) -> None:
    record = tmp_path / "empty.sqlite3"
    open_store(f"sqlite:///{record}").close()
    told = CliRunner().invoke(app, ["jackpot", "design", "quad tens", "--record", str(record)])
    assert told.exit_code == 2
    assert "has no round of hold 'em" in told.output
