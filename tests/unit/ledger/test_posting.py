"""Transfers: made once, whole or not at all, only with money that is there and only where their reason leads."""

from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom.ledger import (
    BAD_BEAT_FUND,
    CAGE,
    REVENUE,
    SUSPENSE,
    Account,
    Code,
    Post,
    Reason,
    Transfer,
    TransfersPosted,
    bad_beat_box,
    bank,
    fold,
    inventory,
    pot,
    rake_area,
    stakes,
    trial_balance,
    variance,
)
from pokerroom.ledger.state import KEPT
from pokerroom.ledger.transfers import MOST, ROUTES
from pokerroom.rules.editions import NJAC_13_69F
from tests.unit.ledger.staging import CARL, DAY, OPENING, Desk, after, dealt, transfer

ADA, BO = stakes("table-4", "ada"), stakes("table-4", "bo")
POT, RAKE, TRAY = pot("table-4"), rake_area("table-4"), inventory("table-4")


def buy_in(sequence: int, account: Account, amount: int) -> Transfer:
    return transfer(sequence, CAGE, account, amount, Reason.BUY_IN)


def wager(sequence: int, account: Account, amount: int, **other: Any) -> Transfer:
    return transfer(sequence, account, POT, amount, Reason.WAGER, **other)


def seated() -> Desk:
    return Desk(Post((buy_in(1, ADA, 10_000),)), Post((buy_in(2, BO, 10_000),)))


def test_a_transfer_leaves_one_account_and_reaches_the_other() -> None:
    desk = seated()
    desk.post(wager(3, ADA, 400))
    assert desk.books.balance(ADA) == 9_600
    assert desk.books.balance(POT) == 400
    assert desk.books.balance(CAGE) == -20_000
    assert trial_balance(desk.books).difference == 0


def test_an_account_that_holds_nothing_has_no_line() -> None:
    desk = seated()
    desk.post(wager(3, ADA, 10_000))
    assert ADA not in desk.books.balances
    assert desk.books.balance(ADA) == 0


def test_the_same_transfer_again_is_accepted_and_moves_nothing() -> None:
    desk = seated()
    bet = wager(3, ADA, 400)
    assert desk.post(bet) == (TransfersPosted((bet,)),)
    before = desk.books
    assert desk.post(bet) == ()
    assert desk.books == before


def test_a_transfer_of_a_batch_again_is_accepted_by_itself() -> None:
    desk = seated()
    batch = (wager(3, ADA, 400), wager(3, BO, 400, line=2))
    desk.post(*batch)
    assert desk.post(batch[1]) == ()


@pytest.mark.parametrize("change", [{"amount": 500}, {"credit": RAKE}, {"by": CARL}, {"note": "again"}])
def test_the_same_id_with_other_content_is_refused(change: dict[str, Any]) -> None:
    desk = seated()
    bet = wager(3, ADA, 400)
    desk.post(bet)
    assert desk.refuse(Post((replace(bet, **change),))).code is Code.ID_TAKEN


def test_a_batch_of_recorded_and_new_transfers_is_refused_whole() -> None:
    desk = seated()
    bet = wager(3, ADA, 400)
    desk.post(bet)
    assert desk.refuse(Post((bet, wager(4, BO, 400)))).code is Code.PARTLY_RECORDED
    assert desk.books.balance(POT) == 400


def test_an_id_passed_over_cannot_be_used_any_more() -> None:
    desk = seated()
    desk.post(wager(5, ADA, 400))
    refusal = desk.refuse(Post((wager(4, BO, 400),)))
    assert refusal.code is Code.TOO_LATE
    assert "table/4:4.1" in str(refusal)
    assert "table/4:5.1" in str(refusal)


def test_each_stream_counts_for_itself() -> None:
    desk = seated()
    desk.post(wager(50, ADA, 400))
    desk.post(transfer(3, CAGE, bank("cleo"), 900, Reason.DEPOSIT, stream="cage/1", by=CARL))
    assert str(desk.books.last_from("cage/1")) == "cage/1:3.1"
    assert str(desk.books.last_from("table/4")) == "table/4:50.1"
    assert desk.books.last_from("table/5") is None


def test_a_transfer_refused_for_lack_of_money_can_be_made_when_the_money_is_there() -> None:
    desk = seated()
    bet = transfer(3, bank("cleo"), stakes("table-4", "cleo"), 400, Reason.BUY_IN)
    assert desk.refuse(Post((bet,))).code is Code.OVERDRAWN
    desk.post(transfer(1, CAGE, bank("cleo"), 400, Reason.DEPOSIT, stream="cage/1"))
    desk.post(bet)
    assert desk.books.balance(stakes("table-4", "cleo")) == 400


def test_an_overdraft_is_refused_and_the_sentence_says_what_was_there() -> None:
    desk = seated()
    rule = NJAC_13_69F.cite("14.7(c)")
    before = desk.books
    refusal = desk.refuse(Post((wager(3, ADA, 10_001, rule=rule),)))
    assert refusal.code is Code.OVERDRAWN
    assert str(refusal) == (
        "table/4:3.1: stakes:table-4/ada holds $100 and cannot give $100.01 (N.J.A.C. 13:69F-14.7(c))"
    )
    assert desk.books == before


def test_a_batch_happens_whole_or_not_at_all() -> None:
    desk = seated()
    desk.post(wager(3, ADA, 400))
    before = desk.books
    awards = [transfer(4, POT, who, 250, Reason.AWARD, line=line) for line, who in enumerate((ADA, BO), start=1)]
    assert desk.refuse(Post(tuple(awards))).code is Code.OVERDRAWN
    assert desk.books == before


def test_what_a_batch_brings_can_be_spent_by_what_follows_and_not_before() -> None:
    raked = transfer(4, POT, RAKE, 40, Reason.PERCENTAGE_RAKE, line=2)
    collected = transfer(4, RAKE, TRAY, 40, Reason.RAKE_COLLECTED, line=3)
    desk = seated()
    desk.post(wager(4, ADA, 400), raked, collected)
    assert desk.books.balance(TRAY) == 40

    too_soon = (replace(collected, id=raked.id), replace(raked, id=collected.id))
    assert seated().refuse(Post((wager(4, ADA, 400), *too_soon))).code is Code.OVERDRAWN


@pytest.mark.parametrize("amount", [0, -1, True, 1.0, 2.5, "400", None, MOST + 1])
def test_an_amount_is_a_positive_whole_number_of_cents(amount: Any) -> None:
    desk = seated()
    assert desk.refuse(Post((wager(3, ADA, amount),))).code is Code.NOT_MONEY


def test_an_amount_that_only_equals_the_recorded_one_is_not_a_repeat() -> None:
    desk = seated()
    desk.post(wager(3, ADA, 1))
    assert desk.refuse(Post((wager(3, ADA, True),))).code is Code.NOT_MONEY


def test_the_largest_amount_can_be_moved() -> None:
    desk = Desk(Post((buy_in(1, ADA, MOST),)))
    assert desk.books.balance(ADA) == MOST


def test_a_batch_needs_transfers_of_one_stream_with_rising_ids() -> None:
    desk = seated()
    first = wager(3, ADA, 400)
    assert desk.refuse(Post(())).code is Code.NOTHING_TO_POST
    assert desk.refuse(Post((first, wager(4, BO, 400, stream="table/5")))).code is Code.SEVERAL_STREAMS
    assert desk.refuse(Post((first, first))).code is Code.IDS_DO_NOT_RISE
    assert desk.refuse(Post((first, wager(2, BO, 400)))).code is Code.IDS_DO_NOT_RISE


def test_a_time_without_a_zone_is_refused() -> None:
    desk = seated()
    naive = after(3).replace(tzinfo=None)
    assert desk.refuse(Post((wager(3, ADA, 400, at=naive),))).code is Code.NO_TIME_ZONE


def test_money_does_not_move_from_an_account_to_itself() -> None:
    desk = seated()
    assert desk.refuse(Post((transfer(3, ADA, ADA, 400, Reason.TABLE_CHANGE),))).code is Code.SAME_ACCOUNT


ELSEWHERE = stakes("table-5", "ada")


@pytest.mark.parametrize(
    ("debit", "credit", "reason", "code"),
    [
        (ADA, BO, Reason.AWARD, Code.WRONG_ACCOUNTS),
        (ADA, POT, Reason.AWARD, Code.WRONG_ACCOUNTS),
        (POT, ADA, Reason.WAGER, Code.WRONG_ACCOUNTS),
        (ADA, BO, Reason.TABLE_CHANGE, Code.OTHER_PLAYER),
        (ADA, bank("bo"), Reason.CASH_OUT, Code.OTHER_PLAYER),
        (ADA, pot("table-5"), Reason.WAGER, Code.OTHER_TABLE),
    ],
)
def test_money_goes_where_its_reason_leads(debit: Account, credit: Account, reason: Reason, code: Code) -> None:
    assert seated().refuse(Post((transfer(3, debit, credit, 400, reason),))).code is code


def test_a_player_takes_their_stakes_to_another_table() -> None:
    desk = seated()
    desk.post(transfer(3, ADA, ELSEWHERE, 10_000, Reason.TABLE_CHANGE))
    assert desk.books.balance(ELSEWHERE) == 10_000


def test_every_reason_leads_somewhere() -> None:
    assert set(ROUTES) == set(Reason)
    assert all(ROUTES.values())


def test_only_rake_is_revenue_and_what_14_19_h_adds_to_it() -> None:
    into = {reason for reason, routes in ROUTES.items() for _, to in routes if to is REVENUE.kind}
    assert into == {Reason.RAKE_EARNED, Reason.FORM_UNMATCHED}
    assert ROUTES[Reason.FORM_UNMATCHED] == {(CAGE.kind, REVENUE.kind)}, "no fund is lowered by it"


def test_the_bad_beat_fund_is_never_paid_to_the_house() -> None:
    out = {(reason, to) for reason, routes in ROUTES.items() for source, to in routes if source is BAD_BEAT_FUND.kind}
    assert {reason for reason, _ in out} == {Reason.BAD_BEAT_PAYOUT, Reason.BETWEEN_MEMBERS}
    between = {to.value for reason, to in out if reason is Reason.BETWEEN_MEMBERS}
    assert between == {"member"}, "for players in another casino of a system"
    assert REVENUE.kind not in {to for _, to in out}


def test_rake_is_revenue_and_a_bad_beat_contribution_is_not() -> None:
    desk = seated()
    desk.post(wager(3, ADA, 1_000))
    desk.post(
        transfer(4, POT, RAKE, 300, Reason.PERCENTAGE_RAKE),
        transfer(4, POT, bad_beat_box("table-4"), 100, Reason.BAD_BEAT_CONTRIBUTION, line=2),
        transfer(4, POT, ADA, 600, Reason.AWARD, line=3),
        transfer(4, RAKE, TRAY, 300, Reason.RAKE_COLLECTED, line=4),
        transfer(4, CAGE, REVENUE, 300, Reason.RAKE_EARNED, line=5),
    )
    assert desk.books.balance(REVENUE) == 300
    assert desk.books.balance(TRAY) == 300
    assert desk.books.balance(bad_beat_box("table-4")) == 100
    assert trial_balance(desk.books).difference == 0


def test_a_tray_may_run_behind_its_chips_and_money_may_wait_in_suspense() -> None:
    desk = seated()
    desk.post(transfer(3, TRAY, ADA, 500, Reason.BUY_IN))
    desk.post(transfer(4, SUSPENSE, BO, 700, Reason.SUSPENSE, note="found under table 4"))
    assert desk.books.balance(TRAY) == -500
    assert desk.books.balance(SUSPENSE) == -700


def test_nothing_is_posted_outside_a_gaming_day_nor_into_a_closed_one() -> None:
    desk = Desk()
    early = transfer(1, CAGE, ADA, 400, Reason.BUY_IN, at=after(-1))
    refusal = desk.refuse(Post((early,)))
    assert refusal.code is Code.BEFORE_THE_DAY
    assert str(DAY) in str(refusal)
    desk.post(replace(early, at=OPENING))


def test_the_books_remember_the_last_records_of_a_stream_and_a_whole_batch() -> None:
    desk = seated()
    batch = tuple(wager(3, ADA, 1, line=line) for line in range(1, KEPT + 20))
    desk.post(*batch)
    assert desk.post(*batch) == ()
    desk.do(dealt(4))
    assert len(desk.books.seen["table/4"].recent) == KEPT
    assert desk.refuse(Post(batch[:1])).code is Code.TOO_LATE
    assert desk.books.balance(POT) == len(batch)


def test_the_books_do_not_grow_with_the_number_of_rounds() -> None:
    desk = seated()

    def rounds(first: int, count: int) -> list[TransfersPosted]:
        return [
            TransfersPosted(
                (
                    wager(number, ADA, 200, game="hold-em"),
                    transfer(number, POT, RAKE, 10, Reason.INCREMENTAL_RAKE, line=2, game="hold-em"),
                    transfer(number, RAKE, TRAY, 10, Reason.RAKE_COLLECTED, line=3),
                    transfer(number, POT, ADA, 190, Reason.AWARD, line=4),
                )
            )
            for number in range(first, first + count)
        ]

    def size(number: int) -> tuple[int, ...]:
        books = fold(desk.books, rounds(3, number))
        kept = sum(len(seen.recent) for seen in books.seen.values())
        return len(books.balances), len(books.seen), kept, len(books.figures), len(books.trays), len(books.corrected)

    assert size(400) == size(100)


def test_a_variance_belongs_to_its_table() -> None:
    desk = seated()
    wrong = transfer(3, TRAY, variance("table-5"), 400, Reason.VARIANCE)
    assert desk.refuse(Post((wrong,))).code is Code.OTHER_TABLE
