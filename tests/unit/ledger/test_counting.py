"""The count of a table: every movement of its tray stands on the slip, and the books follow what was counted."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom.ledger import (
    CAGE,
    SLIP_RULE,
    Account,
    Code,
    CountTable,
    Flag,
    OpenDay,
    Post,
    Reason,
    Signature,
    Slip,
    TableCounted,
    Thresholds,
    Tray,
    bad_beat_box,
    day_report,
    drop_box,
    inventory,
    pot,
    rake_area,
    replay,
    stakes,
    trial_balance,
    variance,
    wagers,
)
from pokerroom.ledger.papers import slip_text
from tests.unit.ledger.staging import DAY, FLO, OPENING, SHIFTS, Desk, count, transfer

ADA, POT, RAKE = stakes("table-4", "ada"), pot("table-4"), rake_area("table-4")
TRAY, BOX, BEAT = inventory("table-4"), drop_box("table-4"), bad_beat_box("table-4")

MOVES: list[tuple[Account, Account, int, Reason]] = [
    (CAGE, TRAY, 200_000, Reason.FILL),
    (CAGE, BOX, 50_000, Reason.DROP),
    (TRAY, ADA, 50_000, Reason.BUY_IN),
    (ADA, POT, 10_000, Reason.WAGER),
    (POT, RAKE, 500, Reason.PERCENTAGE_RAKE),
    (POT, BEAT, 100, Reason.BAD_BEAT_CONTRIBUTION),
    (RAKE, TRAY, 500, Reason.RAKE_COLLECTED),
    (BEAT, TRAY, 100, Reason.BAD_BEAT_COUNTED),
    (TRAY, CAGE, 30_000, Reason.CREDIT),
]
LAST = len(MOVES)
EXPECTED = 200_000 - 50_000 + 500 + 100 - 30_000


def played() -> Desk:
    return Desk(*(Post((transfer(number, *move),)) for number, move in enumerate(MOVES, start=1)))


def counted(desk: Desk, command: CountTable) -> Slip:
    (event,) = desk.do(command)
    assert isinstance(event, TableCounted)
    assert event.rule == SLIP_RULE
    return event.slip


def test_every_movement_of_the_tray_stands_on_the_slip() -> None:
    slip = counted(played(), count(50, EXPECTED, drop=50_000))
    assert slip.tray == Tray(opener=0, fills=200_000, credits=30_000, rake=500, sold=50_000, other=100)
    assert slip.expected == EXPECTED
    assert slip.difference == 0
    assert slip.drop_difference == 0
    assert (slip.flag, slip.drop_flag) == (Flag.NONE, Flag.NONE)


def test_wagers_stand_apart_from_chips_sold_and_from_credits_to_the_cage() -> None:
    """A keno ticket may be paid in cash over the counter, a wager at mini-dice in chips."""
    booth = wagers("table-4")
    moves = [
        (CAGE, TRAY, 100_000, Reason.FILL),
        (CAGE, booth, 3_000, Reason.WAGER),
        (booth, TRAY, 3_000, Reason.WAGER_LOST),
        (TRAY, CAGE, 2_500, Reason.WAGER_WON),
        (TRAY, ADA, 200, Reason.WAGER_WON),
        (TRAY, CAGE, 10_000, Reason.CREDIT),
    ]
    desk = Desk(*(Post((transfer(number, *move),)) for number, move in enumerate(moves, start=1)))
    slip = counted(desk, count(50, 90_300))
    assert slip.tray == Tray(fills=100_000, credits=10_000, won=300)
    assert slip.difference == 0


def test_two_who_sign_a_count_are_two_people_and_both_stand_on_the_slip() -> None:
    asked = count(50, EXPECTED)
    alone = replace(asked.count, second=replace(asked.count.by, role="accounting"))
    assert played().refuse(CountTable(alone)).code is Code.SAME_PERSON
    both = replace(asked.count, second=Signature("Bo Ek", "accounting"))
    slip = counted(played(), CountTable(both))
    assert (slip.by, slip.second) == (asked.count.by, both.second)
    assert f"{asked.count.by} and Bo Ek (accounting)" in slip_text(slip)
    assert " and " not in slip_text(counted(played(), asked)).splitlines()[0]


def test_the_expected_closer_is_what_the_books_say_the_tray_holds() -> None:
    desk = played()
    assert desk.books.tray("table-4").expected == desk.books.balance(TRAY) == EXPECTED


@pytest.mark.parametrize("difference", [-12_345, -1, 1, 4_000])
def test_the_books_follow_the_count_and_keep_the_difference_apart(difference: int) -> None:
    desk = played()
    counted(desk, count(50, EXPECTED + difference))
    assert desk.books.balance(TRAY) == EXPECTED + difference
    assert desk.books.balance(variance("table-4")) == -difference
    assert day_report(desk.books).total.variance == difference
    assert trial_balance(desk.books).difference == 0


def test_a_drop_box_that_was_opened_goes_to_the_cage_as_counted() -> None:
    desk = played()
    cage = desk.books.balance(CAGE)
    slip = counted(desk, count(50, EXPECTED, drop=49_900))
    assert slip.drop_difference == -100
    assert desk.books.balance(BOX) == 0
    assert desk.books.balance(CAGE) == cage + 49_900
    assert desk.books.balance(variance("table-4")) == 100


def test_an_empty_drop_box_moves_nothing() -> None:
    desk = Desk()
    slip = counted(desk, count(1, 0, drop=0))
    assert (slip.drop, slip.difference) == (0, 0)
    assert not desk.books.balances


def test_a_drop_box_left_shut_keeps_what_is_in_it() -> None:
    desk = played()
    slip = counted(desk, count(50, EXPECTED))
    assert slip.drop is None
    assert slip.drop_expected == 50_000
    assert desk.books.balance(BOX) == 50_000


def test_the_closer_of_one_count_is_the_opener_of_the_next() -> None:
    desk = played()
    counted(desk, count(50, EXPECTED - 700))
    desk.post(transfer(60, CAGE, TRAY, 5_000, Reason.FILL))
    slip = counted(desk, count(61, EXPECTED - 700 + 5_000))
    assert slip.tray == Tray(opener=EXPECTED - 700, fills=5_000)
    assert slip.difference == 0


@pytest.mark.parametrize(
    ("difference", "flag"),
    [(0, Flag.NONE), (2_500, Flag.NONE), (2_501, Flag.NOTED), (9_999, Flag.NOTED), (10_000, Flag.REPORTED)],
)
@pytest.mark.parametrize("sign", [1, -1])
def test_differences_are_noted_above_25_dollars_and_reported_from_100(difference: int, flag: Flag, sign: int) -> None:
    slip = counted(played(), count(50, EXPECTED + sign * difference, drop=50_000 + sign * difference))
    assert slip.flag is flag
    assert slip.drop_flag is flag


def test_the_house_sets_its_own_thresholds_for_the_day() -> None:
    strict = OpenDay(date=DAY, shifts=SHIFTS, thresholds=Thresholds(0, 100), at=OPENING, by=FLO)
    desk = Desk()
    desk.books, desk.log = replay(()), []
    desk.do(strict)
    assert counted(desk, count(1, 1)).flag is Flag.NOTED
    assert counted(desk, count(2, 101)).flag is Flag.REPORTED


def test_the_rule_of_the_slip_is_named_as_one_we_do_not_hold() -> None:
    assert str(SLIP_RULE) == "N.J.A.C. 13:69D-1.21 [external] (reading AMB-07)"


def test_the_same_count_again_changes_nothing_and_another_under_its_id_is_refused() -> None:
    desk = played()
    counted(desk, count(50, EXPECTED - 5, drop=50_000))
    before = desk.books
    assert desk.do(count(50, EXPECTED - 5, drop=50_000)) == ()
    assert desk.books == before
    assert desk.refuse(count(50, EXPECTED)).code is Code.ID_TAKEN


@pytest.mark.parametrize("bad", [{"closer": -1}, {"closer": True}, {"closer": 1.0}, {"drop": -1}, {"drop": 0.5}])
def test_a_count_is_a_whole_number_of_cents(bad: dict[str, Any]) -> None:
    fields: dict[str, Any] = {"closer": 0} | bad
    assert Desk().refuse(count(1, **fields)).code is Code.NOT_MONEY


def test_a_table_that_cannot_be_named_cannot_be_counted() -> None:
    assert Desk().refuse(count(1, 0, table="4/5")).code is Code.NOT_A_TABLE


def test_a_tray_always_adds_up_to_its_account() -> None:
    dice = random.Random(4)
    desk = played()
    into = [(CAGE, TRAY, Reason.FILL), (TRAY, CAGE, Reason.CREDIT), (TRAY, ADA, Reason.BUY_IN)]
    for number in range(60, 160):
        if number % 25 == 0:
            desk.do(count(number, max(0, desk.books.balance(TRAY) + dice.randint(-3_000, 3_000))))
        else:
            debit, credit, reason = dice.choice(into)
            desk.post(transfer(number, debit, credit, dice.randint(1, 5_000), reason))
        assert desk.books.tray("table-4").expected == desk.books.balance(TRAY)
