"""The figures of every report, counted a second time from what happened at the tables, agree to the cent."""

import pytest

from pokerroom.bots.day import DaySettings
from pokerroom.ledger import Figures, Line, Where
from pokerroom.room.auditing.figures import TableFigures, disagreements, reported
from pokerroom.room.examining import examine_record
from tests.sampling import sampled
from tests.unit.room.test_day import KEYS, run_day

HOURS = sampled(0.3, whole=8.0)
SEEDS = range(20, sampled(21, whole=27))
"""A day, and in a soak the seven of a week."""


@pytest.mark.sampled
@pytest.mark.parametrize("seed", SEEDS)
def test_every_report_of_a_simulated_day_agrees_with_its_tables_to_the_cent(seed: int) -> None:
    day, store, _ = run_day(DaySettings(seed=seed, tables=8, hours=HOURS, thought_ticks=6))
    examined = examine_record(store, keys=KEYS)
    assert [str(each) for each in examined.findings] == []
    tables = sum(1 for name in store.heads() if name.startswith("table/"))
    assert examined.counts["tables beside the reports"] == tables
    assert day.tally is not None


def test_a_report_that_says_another_cent_is_found() -> None:
    line = Line(Where("4", "hold-em", "day"), Figures(rounds_dealt=3, percentage_rake=400, incremental_rake=100))
    said = reported([line, Line(Where("4", "omaha", "day"), Figures(time_charges=600))])["4"]
    assert said == TableFigures(rounds=3, rake=500, time=600)
    assert list(disagreements(said, said)) == []
    (found,) = disagreements(said, TableFigures(rounds=3, rake=501, time=600))
    assert found == "the reports say $5 of rake, and what happened at the table comes to $5.01"


def test_a_report_that_says_another_win_of_the_house_is_found() -> None:
    said = reported([Line(Where("Dice 1", "mini-dice", "day"), Figures(rounds_dealt=2, house_win=-300))])["Dice 1"]
    assert list(disagreements(said, TableFigures(rounds=2, house_win=-300))) == []
    (found,) = disagreements(said, TableFigures(rounds=2, house_win=700))
    assert found.endswith("of house win, and what happened at the table comes to $7")
