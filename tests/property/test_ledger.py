"""Random transfers, batches, repeats, corrections and counts: money is conserved, and nothing half happens.

The auditor is told only what was recorded, adds everything up again by names and amounts, and knows none of the
books' own arithmetic.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace

from pokerroom.ledger import (
    BAD_BEAT_FUND,
    CAGE,
    REVENUE,
    SUSPENSE,
    Account,
    Books,
    CloseDay,
    Code,
    Command,
    Correct,
    Count,
    CountTable,
    Dealt,
    Event,
    Kind,
    NoteRounds,
    OpenDay,
    Outcome,
    Post,
    Reason,
    RecordId,
    Refusal,
    Shift,
    Signature,
    Transfer,
    apply,
    bad_beat_box,
    bank,
    compensation,
    day_report,
    decide,
    drop_box,
    inventory,
    member,
    perform,
    pot,
    rake_area,
    replay,
    stakes,
    statement,
    transfers_of,
    trial_balance,
    unfounded,
    variance,
    wagers,
)
from pokerroom.ledger.transfers import ROUTES

START = datetime(2026, 3, 14, 10, tzinfo=UTC)
MAKER, CHECKER = Signature("Dana", "dealer"), Signature("Flo", "floorperson")
TABLES, PLAYERS = ("table-1", "table-2"), ("ada", "bo", "cleo")
STREAMS = ("table/1", "table/2", "cage/1")

AT_A_TABLE = (pot, wagers, rake_area, inventory, drop_box, bad_beat_box, variance)
ACCOUNTS: tuple[Account, ...] = (
    CAGE,
    BAD_BEAT_FUND,
    REVENUE,
    SUSPENSE,
    member("another casino"),
    *(bank(player) for player in PLAYERS),
    *(stakes(table, player) for table in TABLES for player in PLAYERS),
    *(account(table) for table in TABLES for account in AT_A_TABLE),
)

BY_HOLDS = {Reason.HOLD, Reason.RELEASE}
"""Only by way of a hold that was made before."""
PROTECTED = {"bank", "stakes", "pot", "wagers", "rake-area", "drop-box", "bad-beat-box", "bad-beat-fund"}


def is_allowed(reason: Reason, debit: Account, credit: Account) -> bool:
    """Whether the reason leads this way; players and tables must agree where both accounts have one."""
    if (debit.kind, credit.kind) not in ROUTES[reason] or debit == credit:
        return False
    same_player = not debit.player or not credit.player or debit.player == credit.player
    same_table = not debit.table or not credit.table or debit.table == credit.table
    # Stakes go with their owner; a box is counted at another table, which explains what it differs by, 14.19(d)1.
    boxed = reason is Reason.VARIANCE and Kind.BAD_BEAT_BOX in {debit.kind, credit.kind}
    return same_player and (same_table or boxed or reason is Reason.TABLE_CHANGE)


Way = tuple[Reason, Account, Account]


def one_of(ways: Sequence[Way]) -> st.SearchStrategy[Way]:
    """By their numbers: written out, all of them would fill pages."""
    return st.integers(0, len(ways) - 1).map(lambda number: ways[number])


WAYS = [
    (reason, debit, credit)
    for reason in Reason
    for debit in ACCOUNTS
    for credit in ACCOUNTS
    if is_allowed(reason, debit, credit)
]
CROSSING = [
    (reason, debit, credit)
    for reason, routes in ROUTES.items()
    for debit in ACCOUNTS
    for credit in ACCOUNTS
    if (debit.kind, credit.kind) in routes and not is_allowed(reason, debit, credit)
]
FUNDING = [way for way in WAYS if way[1] == CAGE]

# Small, so that accounts are often emptied to the last cent, or asked for one more.
amounts = st.integers(1, 6)


class Auditor:
    """Adds up what was recorded, independently."""

    def __init__(self) -> None:
        self.sums: Counter[str] = Counter()
        self.ids: set[str] = set()
        self.rake = 0
        self.rounds = 0

    def read(self, events: Iterable[Event]) -> None:
        for event in events:
            dealt = getattr(event, "dealt", None)
            self.rounds += dealt.rounds if dealt else 0
            for each in getattr(event, "transfers", ()):
                self.add(each)

    def add(self, transfer: Transfer) -> None:
        assert type(transfer.amount) is int
        assert transfer.amount > 0
        assert str(transfer.id) not in self.ids, "recorded twice"
        self.ids.add(str(transfer.id))
        self.sums[str(transfer.debit)] -= transfer.amount
        self.sums[str(transfer.credit)] += transfer.amount
        assert self.sums[str(transfer.debit)] >= 0 or str(transfer.debit).partition(":")[0] not in PROTECTED
        if str(transfer.reason) in {"percentage rake", "incremental rake", "time charge"}:
            self.rake += transfer.amount * (1 if str(transfer.credit).startswith("rake-area") else -1)

    def agrees(self, books: Books) -> None:
        assert {name: cents for name, cents in self.sums.items() if cents} == {
            str(account): cents for account, cents in books.balances.items()
        }
        assert sum(self.sums.values()) == 0


class BooksMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.books = Books()
        self.log: list[Event] = []
        self.auditor = Auditor()
        self.sequences = dict.fromkeys(STREAMS, 0)
        self.minutes = 0
        self.date = date(2026, 3, 14)
        self.moments = [START]

    def now(self) -> datetime:
        return START + timedelta(minutes=self.minutes)

    def perform(self, command: Command) -> tuple[Event, ...] | Refusal:
        """The answer, checked: a refusal leaves everything as it was, and applying one by one is performing."""
        before = self.books
        unchanged = replay(self.log)
        outcome = perform(self.books, command)
        assert self.books == unchanged
        if isinstance(outcome, Refusal):
            assert str(outcome)
            return outcome
        assert isinstance(outcome, Outcome)
        for event in outcome.events:
            before = apply(before, event)
        assert before == outcome.books
        self.books = outcome.books
        self.log += outcome.events
        self.auditor.read(outcome.events)
        return outcome.events

    def transfer(self, id_: RecordId, way: Way, amount: int) -> Transfer:
        reason, debit, credit = way
        return Transfer(id=id_, debit=debit, credit=credit, amount=amount, at=self.now(), by=MAKER, reason=reason)

    def batch(self, stream: str, moves: list[tuple[tuple[Reason, Account, Account], int]]) -> tuple[Transfer, ...]:
        self.minutes += 1
        self.sequences[stream] += 1
        first = RecordId(stream, self.sequences[stream])
        return tuple(self.transfer(first.after(line), way, amount) for line, (way, amount) in enumerate(moves))

    @initialize()
    def open_first_day(self) -> None:
        self.open_day()

    def open_day(self) -> None:
        shifts = (Shift("day", self.now()), Shift("night", self.now() + timedelta(minutes=7)))
        events = self.perform(OpenDay(date=self.date, shifts=shifts, at=self.now(), by=CHECKER))
        assert not isinstance(events, Refusal)
        assert day_report(self.books).is_empty

    @rule(stream=st.sampled_from(STREAMS), ways=st.lists(st.tuples(one_of(FUNDING), amounts), min_size=1))
    def bring_money_in(self, stream: str, ways: list[tuple[tuple[Reason, Account, Account], int]]) -> None:
        assert not isinstance(self.perform(Post(self.batch(stream, ways))), Refusal)

    @rule(
        stream=st.sampled_from(STREAMS),
        ways=st.lists(st.tuples(one_of(WAYS), amounts), min_size=1, max_size=4),
        times=st.integers(1, 3),
    )
    def move_money(self, stream: str, ways: list[tuple[tuple[Reason, Account, Account], int]], times: int) -> None:
        """It happens exactly if no account that may not be overdrawn would be, at any step."""
        batch = self.batch(stream, ways * times)
        sums, enough = self.auditor.sums.copy(), True
        for each in batch:
            sums[str(each.debit)] -= each.amount
            sums[str(each.credit)] += each.amount
            enough &= sums[str(each.debit)] >= 0 or str(each.debit).partition(":")[0] not in PROTECTED
        events = self.perform(Post(batch))
        assert isinstance(events, Refusal) != enough

    @rule(way=one_of(CROSSING))
    def move_money_across(self, way: Way) -> None:
        refusal = self.perform(Post(self.batch(STREAMS[0], [(way, 1)])))
        assert isinstance(refusal, Refusal)
        assert refusal.code in {Code.SAME_ACCOUNT, Code.OTHER_PLAYER, Code.OTHER_TABLE}

    @rule(
        debit=st.sampled_from(ACCOUNTS),
        credit=st.sampled_from(ACCOUNTS),
        reason=st.sampled_from(Reason),
        amount=amounts,
    )
    def move_money_anywhere(self, debit: Account, credit: Account, reason: Reason, amount: int) -> None:
        events = self.perform(Post(self.batch(STREAMS[0], [((reason, debit, credit), amount)])))
        assert isinstance(events, Refusal) or is_allowed(reason, debit, credit)

    @precondition(lambda self: any(transfers_of(self.log)))
    @rule(data=st.data())
    def repeat(self, data: st.DataObject) -> None:
        """What is recorded is accepted again without effect, and refused with any other content."""
        posted = [event for event in self.log if event.__class__.__name__ == "TransfersPosted"]
        if not posted:
            return
        transfers: tuple[Transfer, ...] = getattr(data.draw(st.sampled_from(posted)), "transfers", ())
        assert self.perform(Post(transfers)) == ()
        changes: list[dict[str, Any]] = [{"amount": transfers[0].amount + 1}, {"note": "again"}, {"by": CHECKER}]
        altered = replace(transfers[0], **data.draw(st.sampled_from(changes)))
        assert isinstance(self.perform(Post((altered, *transfers[1:]))), Refusal)

    @precondition(lambda self: any(transfers_of(self.log)))
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        original = data.draw(st.sampled_from(list(transfers_of(self.log))))
        self.minutes += 1
        self.sequences["cage/1"] += 1
        id_ = RecordId("cage/1", self.sequences["cage/1"])
        undone = compensation(original, id=id_, at=self.now(), by=MAKER, note="a slip of the pen")
        command = Correct(original=original, transfers=(undone,), checker=CHECKER)
        assert isinstance(decide(self.books, replace(command, checker=MAKER)), Refusal)
        again = original.id in self.books.corrected or original.corrects is not None
        events = self.perform(command)
        assert isinstance(events, Refusal) or not again
        if not isinstance(events, Refusal):
            assert self.perform(command) == ()
            self.sequences["cage/1"] += 1
            once_more = replace(undone, id=RecordId("cage/1", self.sequences["cage/1"]))
            assert isinstance(self.perform(replace(command, transfers=(once_more,))), Refusal)

    @rule(table=st.sampled_from(TABLES), rounds=st.integers(1, 9))
    def note_rounds(self, table: str, rounds: int) -> None:
        self.minutes += 1
        self.sequences["table/1"] += 1
        id_ = RecordId("table/1", self.sequences["table/1"])
        note = Dealt(id=id_, table=table, game="hold-em", rounds=rounds, at=self.now(), by=MAKER)
        assert not isinstance(self.perform(NoteRounds(note)), Refusal)

    @rule(table=st.sampled_from(TABLES), error=st.integers(-200, 200), opened=st.booleans())
    def count_table(self, table: str, error: int, opened: bool) -> None:
        self.minutes += 1
        self.sequences["table/2"] += 1
        id_ = RecordId("table/2", self.sequences["table/2"])
        closer = max(0, self.auditor.sums[f"inventory:{table}"] + error)
        in_the_box = max(0, self.auditor.sums[f"drop-box:{table}"] - abs(error)) if opened else None
        count = Count(id=id_, table=table, closer=closer, drop=in_the_box, at=self.now(), by=CHECKER)
        assert not isinstance(self.perform(CountTable(count)), Refusal)
        assert self.auditor.sums[f"inventory:{table}"] == closer
        assert not opened or self.auditor.sums[f"drop-box:{table}"] == 0

    @rule()
    def close_the_day_and_open_the_next(self) -> None:
        self.minutes += 1
        report = day_report(self.books)
        assert (report.total.rake, report.total.rounds_dealt) == (self.auditor.rake, self.auditor.rounds)
        assert report.debits == report.credits
        assert not isinstance(self.perform(CloseDay(date=self.date, at=self.now(), by=CHECKER)), Refusal)
        self.moments.append(self.now())
        self.auditor.rake = self.auditor.rounds = 0
        self.date += timedelta(days=1)
        self.open_day()

    @invariant()
    def books_balance(self) -> None:
        assert trial_balance(self.books).difference == 0
        self.auditor.agrees(self.books)

    @invariant()
    def trays_add_up(self) -> None:
        for table in TABLES:
            assert self.books.tray(table).expected == self.books.balance(inventory(table))

    def teardown(self) -> None:
        assert replay(self.log) == self.books
        assert unfounded(lambda: self.log) == ()
        end = self.now() + timedelta(minutes=1)
        bounds = [*self.moments, end]
        for account in ACCOUNTS:
            balance = 0
            for start, stop in pairwise(bounds):
                paper = statement(account, self.log, start=start, end=stop)
                assert paper.opening == balance
                balance = paper.closing
            assert balance == self.books.balance(account)


def test_books_kept_at_random_stay_right() -> None:
    run_state_machine_as_test(BooksMachine)


@pytest.mark.soak
def test_books_kept_at_random_for_long_stay_right() -> None:
    run_state_machine_as_test(BooksMachine, settings=settings(stateful_step_count=200))


def test_every_reason_can_be_met_by_the_accounts_at_hand() -> None:
    assert {reason for reason, _, _ in WAYS} == set(Reason) - BY_HOLDS
    assert {account.kind for account in ACCOUNTS} == set(Kind) - {Kind.HELD}
