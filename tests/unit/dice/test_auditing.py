"""The audit of mini-dice finds what its rules would not have led to."""

from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom.dice import DiceTable, apply, commands as asked, events as happened
from pokerroom.room.auditing.banked import Played
from pokerroom.room.auditing.dice import wrong_at_dice
from tests.dice_table import Pit


def played(before: DiceTable, event: Any) -> list[str]:
    nowhere: Any = None
    return list(wrong_at_dice(Played(nowhere, before, event, apply(before, event))))


def last_of(kind: type[Any]) -> tuple[DiceTable, Any]:
    """An event of a round in which the field wins and under 7 loses, with the table before it."""
    pit = Pit().open(seated=1).bet(0, field=5, under_7=5).shaken_by_players()
    steps: list[tuple[Any, dict[str, Any]]] = [
        (asked.Uncover, {"faces": (4, 5)}),
        (asked.CollectLosing, {}),
        (asked.PayWinners, {}),
    ]
    for command, said in steps:
        table = pit.table
        for event in pit.give(command, **said).events:
            if isinstance(event, kind):
                return table, event
            table = apply(table, event)
    raise AssertionError(kind)


@pytest.mark.parametrize(
    ("kind", "forged", "finds"),
    [
        (happened.DiceRead, {"total": 8}, "8 was called"),
        (happened.WagerLost, {"bet": "field"}, "had not lost"),
        (happened.WagerWon, {"won": 50_000}, "its odds make it 500"),
        (happened.WagerWon, {"bet": "under 7"}, "had not won"),
    ],
)
def test_a_forged_settlement_is_found(kind: type[Any], forged: dict[str, Any], finds: str) -> None:
    before, event = last_of(kind)
    assert played(before, event) == []
    if "bet" in forged:
        forged = {"bet": type(event.bet)(forged["bet"])}
    assert finds in " ".join(played(before, replace(event, **forged)))


def test_an_end_before_everything_is_paid_is_found() -> None:
    before, _ = last_of(happened.WagerLost)
    pit = Pit().open(seated=1).bet(0, field=5).throw(1, 1)
    finished = next(each for each in pit.events if isinstance(each, happened.DiceRoundFinished))
    assert "ended before every wager was settled" in " ".join(played(before, finished))
