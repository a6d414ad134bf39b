"""The gaming day: opened once, closed once, with a report of what each table, game and shift did."""

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom.ledger import (
    BAD_BEAT_FUND,
    CAGE,
    REVENUE,
    Books,
    CloseDay,
    Code,
    DayClosed,
    DayReport,
    Figures,
    Post,
    Reason,
    Shift,
    Where,
    bad_beat_box,
    bank,
    day_report,
    drop_box,
    inventory,
    pot,
    rake_area,
    replay,
    stakes,
)
from pokerroom.ledger.state import KEPT
from tests.unit.ledger.staging import DAY, FLO, OPEN_DAY, OPENING, Desk, after, count, dealt, transfer

NEXT_DAY = replace(OPEN_DAY, date=DAY + timedelta(days=1), at=after(1440), shifts=(Shift("day", after(1440)),))


def close(minutes: float = 1440, **other: Any) -> CloseDay:
    fields: dict[str, Any] = {"date": DAY, "at": after(minutes), "by": FLO} | other
    return CloseDay(**fields)


def closed(desk: Desk) -> DayReport:
    (event,) = desk.do(close())
    assert isinstance(event, DayClosed)
    return event.report


def busy() -> Desk:
    """Hold 'em in the first shift and omaha in the second at table 4; a fund that pays a player away from a table."""
    desk = Desk()
    for start, game in ((1, "hold-em"), (500, "omaha-high")):
        ada, tray = stakes("table-4", "ada"), inventory("table-4")
        moves = [
            (CAGE, drop_box("table-4"), 20_000, Reason.DROP),
            (tray, ada, 20_000, Reason.BUY_IN),
            (ada, rake_area("table-4"), 600, Reason.TIME_CHARGE),
            (ada, pot("table-4"), 10_000, Reason.WAGER),
            (pot("table-4"), rake_area("table-4"), 400, Reason.PERCENTAGE_RAKE),
            (pot("table-4"), rake_area("table-4"), 100, Reason.INCREMENTAL_RAKE),
            (pot("table-4"), bad_beat_box("table-4"), 100, Reason.BAD_BEAT_CONTRIBUTION),
            (pot("table-4"), ada, 9_400, Reason.AWARD),
            (rake_area("table-4"), tray, 1_100, Reason.RAKE_COLLECTED),
            (CAGE, REVENUE, 1_100, Reason.RAKE_EARNED),
        ]
        for number, move in enumerate(moves, start=start):
            desk.post(transfer(number, *move, game=game))
        desk.do(dealt(start + 20, game=game, rounds=3), dealt(start + 21, game=game))
    desk.post(transfer(600, CAGE, BAD_BEAT_FUND, 70_000, Reason.BAD_BEAT_COUNTED))
    desk.post(transfer(601, BAD_BEAT_FUND, bank("ada"), 50_000, Reason.BAD_BEAT_PAYOUT))
    return desk


HALF = Figures(
    rounds_dealt=4,
    drop=20_000,
    percentage_rake=400,
    incremental_rake=100,
    time_charges=600,
    bad_beat_contributions=100,
)


def test_a_report_has_a_line_for_each_table_game_and_shift() -> None:
    report = closed(busy())
    assert {line.where: line.figures for line in report.lines} == {
        Where("table-4", "hold-em", "day"): HALF,
        Where("table-4", "omaha-high", "swing"): HALF,
        Where("", "", "swing"): Figures(bad_beat_payouts=50_000),
    }


def test_a_report_adds_up_by_table_game_and_shift() -> None:
    report = closed(busy())
    assert report.by("table")["table-4"].rounds_dealt == 8
    assert report.by("game")["omaha-high"] == HALF
    assert report.by("shift")["swing"].bad_beat_payouts == 50_000
    assert report.total.rake == 2_200
    for part in ("table", "game", "shift"):
        assert sum(figures.drop for figures in report.by(part).values()) == report.total.drop == 40_000


def test_rake_put_back_into_a_dead_round_leaves_the_report() -> None:
    desk = busy()
    desk.post(transfer(700, stakes("table-4", "ada"), pot("table-4"), 500, Reason.WAGER))
    desk.post(transfer(701, pot("table-4"), rake_area("table-4"), 50, Reason.PERCENTAGE_RAKE))
    desk.post(transfer(702, rake_area("table-4"), pot("table-4"), 50, Reason.PERCENTAGE_RAKE))
    assert closed(desk).total.percentage_rake == 800


def test_a_day_without_activity_has_a_report() -> None:
    report = closed(Desk())
    assert report.is_empty
    assert report.day.date == DAY
    assert report.day.closed == after(1440)
    assert report.total == Figures()


def test_a_count_without_difference_is_activity() -> None:
    desk = Desk(count(1, 0))
    assert not closed(desk).is_empty


def test_a_report_says_what_was_in_play_and_that_the_books_balance() -> None:
    desk = busy()
    desk.post(transfer(700, stakes("table-4", "ada"), pot("table-4"), 500, Reason.WAGER))
    report = closed(desk)
    assert [(str(line.account), line.balance) for line in report.in_play] == [("pot:table-4", 500)]
    assert report.debits == report.credits > 0


def test_the_report_of_an_open_day_is_the_day_so_far() -> None:
    desk = busy()
    so_far = day_report(desk.books)
    assert so_far.day.closed is None
    assert so_far.lines == closed(desk).lines == day_report(desk.books).lines


def test_there_is_no_report_before_the_first_day() -> None:
    with pytest.raises(LookupError, match="no gaming day"):
        day_report(Books())


def test_nothing_is_recorded_while_no_day_is_open() -> None:
    desk = Desk(close())
    deposit = transfer(1500, CAGE, bank("ada"), 100, Reason.DEPOSIT)
    assert desk.refuse(Post((deposit,))).code is Code.NO_DAY
    assert desk.refuse(dealt(1500)).code is Code.NO_DAY
    assert desk.refuse(count(1500, 0)).code is Code.NO_DAY
    assert desk.refuse(close(1500)).code is Code.NO_DAY


def test_a_record_repeated_after_the_day_was_closed_is_still_known() -> None:
    deposit = Post((transfer(1, CAGE, bank("ada"), 100, Reason.DEPOSIT),))
    desk = Desk(deposit, close())
    assert desk.do(deposit) == ()


def test_the_next_day_starts_with_the_same_money_and_new_figures() -> None:
    desk = busy()
    desk.do(close())
    balances = desk.books.balances
    desk.do(NEXT_DAY)
    assert desk.books.balances == balances
    assert day_report(desk.books).is_empty


def test_one_day_is_open_at_a_time() -> None:
    refusal = Desk().refuse(NEXT_DAY)
    assert refusal.code is Code.DAY_OPEN
    assert str(refusal) == "gaming day 2026-03-14 is still open"


def test_opening_or_closing_again_as_before_changes_nothing() -> None:
    desk = Desk()
    assert desk.do(OPEN_DAY) == ()
    desk.do(close())
    assert desk.do(close()) == ()


def test_days_follow_one_another() -> None:
    desk = Desk(close())
    assert desk.refuse(OPEN_DAY).code is Code.DAY_NOT_LATER
    assert desk.refuse(replace(NEXT_DAY, date=DAY)).code is Code.DAY_NOT_LATER


def test_the_day_that_is_closed_is_the_one_that_is_open() -> None:
    assert Desk().refuse(close(date=DAY + timedelta(days=1))).code is Code.OTHER_DAY


def test_a_day_is_not_closed_before_what_is_recorded_in_it() -> None:
    desk = Desk(dealt(30))
    assert desk.refuse(close(29)).code is Code.RECORDED_LATER
    assert desk.do(close(30))


def test_a_day_is_not_opened_before_the_last_was_closed() -> None:
    desk = Desk(close())
    early = replace(NEXT_DAY, at=after(1439), shifts=(Shift("day", after(1439)),))
    assert desk.refuse(early).code is Code.RECORDED_LATER


@pytest.mark.parametrize(
    "shifts",
    [
        (),
        (Shift("late", after(1441)),),
        (Shift("day", after(1440)), Shift("swing", after(1440))),
        (Shift("day", after(1440)), Shift("swing", after(1800)), Shift("night", after(1700))),
    ],
)
def test_shifts_start_one_after_the_other(shifts: tuple[Shift, ...]) -> None:
    assert Desk(close()).refuse(replace(NEXT_DAY, shifts=shifts)).code is Code.SHIFTS_OUT_OF_ORDER


def test_times_of_a_day_have_a_zone() -> None:
    naive = OPENING.replace(tzinfo=None)
    assert Desk().refuse(replace(OPEN_DAY, at=naive)).code is Code.NO_TIME_ZONE
    assert Desk().refuse(replace(OPEN_DAY, shifts=(Shift("day", naive),))).code is Code.NO_TIME_ZONE
    assert Desk().refuse(close(at=naive)).code is Code.NO_TIME_ZONE
    assert Desk().refuse(dealt(1, at=naive)).code is Code.NO_TIME_ZONE
    assert Desk().refuse(count(1, 0, at=naive)).code is Code.NO_TIME_ZONE


@pytest.mark.parametrize("rounds", [0, -1, True, 1.0])
def test_rounds_are_counted_in_whole_numbers(rounds: Any) -> None:
    assert Desk().refuse(dealt(1, rounds=rounds)).code is Code.NOT_A_NUMBER


def test_rounds_are_dealt_at_a_table_and_counted_once() -> None:
    desk = Desk(dealt(1, rounds=5))
    assert desk.do(dealt(1, rounds=5)) == ()
    assert desk.refuse(dealt(1, rounds=6)).code is Code.ID_TAKEN
    assert desk.refuse(dealt(2, table="")).code is Code.NOT_A_TABLE
    assert day_report(desk.books).total.rounds_dealt == 5


def test_a_day_replayed_is_the_day_lived() -> None:
    desk = busy()
    desk.do(count(800, 1, drop=40_000))
    report = closed(desk)
    assert replay(desk.log) == desk.books
    assert day_report(replay(desk.log)) == report


def test_a_fill_stays_among_the_chips_moved_however_many_transfers_follow_and_until_the_second_day() -> None:
    desk, tray = Desk(), inventory("table-4")
    fill = transfer(1, CAGE, tray, 50_000, Reason.FILL, stream="ledger")
    desk.post(fill)
    for number in range(2, KEPT + 20):
        desk.post(transfer(number, CAGE, bank("ada"), 1_000, Reason.DEPOSIT, stream="ledger"))
    assert fill not in desk.books.seen["ledger"].recent
    assert desk.books.chips_moved == (fill,)
    desk.do(close(), NEXT_DAY)
    assert desk.books.chips_moved == (fill,), "the day's end brings no chips to the table"
    second = replace(NEXT_DAY, date=DAY + timedelta(days=2), at=after(2880), shifts=(Shift("day", after(2880)),))
    desk.do(close(2880, date=NEXT_DAY.date), second)
    assert not desk.books.chips_moved
    assert replay(desk.log) == desk.books


def test_poker_revenue_has_the_forms_without_their_original() -> None:
    """14.19(h): what is added goes out again when the original is found."""
    figures = Figures(
        percentage_rake=400, incremental_rake=100, time_charges=600, unmatched_forms=8_700, forms_found=500
    )
    assert (figures.rake, figures.poker_revenue) == (1_100, 9_300)
