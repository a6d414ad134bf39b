"""Money held for a table: set aside once, then used there or released, all of it and once."""

import msgspec
import pytest

from pokerroom.ledger import (
    CAGE,
    Code,
    Hold,
    Post,
    Reason,
    Transfer,
    bank,
    day_report,
    held_for,
    replay,
    stakes,
    trial_balance,
)
from pokerroom.room.books.keeping import KEPT_BOOKS
from tests.unit.ledger.staging import Desk, after, transfer

ADA, HELD, AT_TABLE = bank("ada"), held_for("table-4", "ada"), stakes("table-4", "ada")


def held(sequence: int = 2, amount: int = 4_000, hold: str = "order#1") -> Transfer:
    return transfer(sequence, ADA, HELD, amount, Reason.HOLD, stream="ledger", hold=hold)


def released(sequence: int = 3, amount: int = 4_000, hold: str = "order#1") -> Transfer:
    return transfer(sequence, HELD, ADA, amount, Reason.RELEASE, stream="ledger", hold=hold)


def used(sequence: int = 7, amount: int = 4_000, hold: str = "order#1") -> Transfer:
    return transfer(sequence, HELD, AT_TABLE, amount, Reason.BUY_IN, hold=hold)


def banked() -> Desk:
    deposit = transfer(1, CAGE, ADA, 10_000, Reason.DEPOSIT, stream="ledger")
    return Desk(Post((deposit,)))


def test_what_is_held_is_neither_in_the_bank_nor_at_the_table() -> None:
    desk = banked()
    desk.post(held())
    assert [desk.books.balance(each) for each in (ADA, HELD, AT_TABLE)] == [6_000, 4_000, 0]
    assert desk.books.holds == {"order#1": Hold("ada", "table-4", 4_000, after(2))}
    assert trial_balance(desk.books).difference == 0


@pytest.mark.parametrize(("end", "left"), [(used(), (6_000, 0, 4_000)), (released(), (10_000, 0, 0))])
def test_a_hold_ends_at_the_table_or_in_the_bank_and_no_report_tells_which(
    end: Transfer, left: tuple[int, ...]
) -> None:
    desk = banked()
    before = day_report(desk.books)
    desk.post(held())
    desk.post(end)
    assert tuple(desk.books.balance(each) for each in (ADA, HELD, AT_TABLE)) == left
    assert desk.books.holds == {}
    assert day_report(desk.books) == before
    assert replay(desk.log) == desk.books


@pytest.mark.parametrize("again", [used(8), released(4)])
def test_a_hold_that_is_over_is_neither_used_nor_released(again: Transfer) -> None:
    desk = banked()
    desk.post(held())
    desk.post(used())
    desk.post(held(3, hold="order#2"))
    assert desk.refuse(Post((again,))).code is Code.NOT_HELD


@pytest.mark.parametrize(
    "wrong",
    [
        used(amount=3_999),
        used(hold="another"),
        transfer(7, HELD, AT_TABLE, 4_000, Reason.BUY_IN),
        transfer(7, bank("ada"), AT_TABLE, 4_000, Reason.BUY_IN, hold="order#1"),
        transfer(7, held_for("table-5", "ada"), stakes("table-5", "ada"), 4_000, Reason.BUY_IN, hold="order#1"),
    ],
)
def test_only_what_was_held_for_a_player_at_a_table_is_used_there(wrong: Transfer) -> None:
    desk = banked()
    desk.post(held())
    assert desk.refuse(Post((wrong,))).code is Code.NOT_HELD


def test_a_hold_is_used_once_in_a_batch_too() -> None:
    desk = banked()
    desk.post(held())
    desk.post(held(3, hold="order#2"))
    assert desk.refuse(Post((used(), used(8)))).code is Code.NOT_HELD


def test_a_name_holds_once_at_a_time_and_no_more_than_the_bank_has() -> None:
    desk = banked()
    desk.post(held())
    assert desk.refuse(Post((held(3),))).code is Code.HELD_ALREADY
    assert desk.refuse(Post((held(3, hold=""),))).code is Code.HELD_ALREADY
    assert desk.refuse(Post((held(3, 6_001, "order#2"),))).code is Code.OVERDRAWN


def test_open_holds_are_in_a_checkpoint() -> None:
    desk = banked()
    desk.post(held())
    kept = msgspec.msgpack.encode(KEPT_BOOKS.write(desk.books))
    assert KEPT_BOOKS.read(msgspec.msgpack.decode(kept, type=KEPT_BOOKS.form)) == desk.books
