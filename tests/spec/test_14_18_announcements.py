"""N.J.A.C. 13:69F-14.18: what may be announced, and where."""

import pytest
from msgspec.structs import replace

from pokerroom.table.refusals import Code, Refusal
from pokerroom.table.seating import announcements, new_table
from pokerroom.table.seating.commands import Area, CloseTable
from tests.seating import POKER_ROOM, SLOTS, Room, hold_em, seated, stud
from tests.spec_marks import spec


@spec("R-14.18")
def test_games_limits_and_vacant_seats_are_announced_where_poker_tables_are() -> None:
    tables = [seated(hold_em(), players=10).table, seated(stud(), players=9).table, new_table("9")]
    said = announcements(tables, POKER_ROOM)
    assert isinstance(said, tuple)
    assert [str(each) for each in said] == [
        "Table 7: Hold 'em, no limit, minimum $2, maximum a player's table stakes; 1 seat vacant",
        "Table 7: Seven-card stud high, fixed limit, minimum $5, maximum $10; no seat vacant",
    ]
    assert {each.rule.paragraph for each in said} == {"14.18"}


@pytest.mark.parametrize(
    "area", [SLOTS, Area("poker room", approved=False), Area("annex", approved=True), Area(" ", approved=True)], ids=str
)
@spec("R-14.18")
def test_nothing_is_announced_elsewhere_be_it_approved_for_poker_or_not(area: Area) -> None:
    refusal = announcements([seated(hold_em()).table], area)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.paragraph) == (Code.NO_ANNOUNCING_HERE, "14.18")


@spec("R-14.18")
def test_an_area_is_announced_in_while_a_table_is_open_there_and_of_tables_elsewhere_too() -> None:
    annex = Area("annex", approved=True)
    here, there = seated(hold_em(), players=0), Room(stud(), area=annex)
    for area in (POKER_ROOM, annex):
        said = announcements([here.table, there.table], area)
        assert isinstance(said, tuple)
        assert len(said) == 2
    there.do(CloseTable)
    for tables in ([here.table, there.table], [there.table], []):
        assert isinstance(announcements(tables, annex), Refusal)


def test_a_rotation_is_announced_with_all_its_games() -> None:
    room = Room(replace(hold_em(), rounds=9), replace(stud(), rounds=9))
    said = announcements([room.table], POKER_ROOM)
    assert isinstance(said, tuple)
    assert [sign.game for sign in said[0].games] == ["Hold 'em", "Seven-card stud high"]
    assert said[0].vacant == 9
