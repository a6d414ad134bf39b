"""What the log of the books says about an account, a day, and all accounts together.

These read the log once, transfer by transfer, and keep only what they return.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime

import msgspec

from pokerroom.ledger.accounts import Account
from pokerroom.ledger.days import Held
from pokerroom.ledger.events import DayClosed, DayOpened, Event, TableCounted, TransferCorrected, TransfersPosted
from pokerroom.ledger.state import Books, held
from pokerroom.ledger.transfers import RecordId, Transfer


class TrialBalance(msgspec.Struct, frozen=True, gc=False):
    """Every account with a balance. If the two sums differ, the books are wrong."""

    lines: tuple[Held, ...]
    debits: int
    """The sum of the negative balances."""
    credits: int

    @property
    def difference(self) -> int:
        return self.credits - self.debits


def trial_balance(books: Books) -> TrialBalance:
    lines = held(books)
    return TrialBalance(
        lines=lines,
        debits=-sum(line.balance for line in lines if line.balance < 0),
        credits=sum(line.balance for line in lines if line.balance > 0),
    )


class StatementLine(msgspec.Struct, frozen=True, gc=False):
    transfer: Transfer
    change: int
    balance: int
    """The balance after it."""


class Statement(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """An account from one moment up to, but not including, another."""

    account: Account
    start: datetime
    end: datetime
    opening: int
    lines: tuple[StatementLine, ...]

    @property
    def closing(self) -> int:
        return self.lines[-1].balance if self.lines else self.opening


def statement(account: Account, events: Iterable[Event], *, start: datetime, end: datetime) -> Statement:
    """In the order of posting; which moment a transfer belongs to, it says itself."""
    opening, within = 0, []
    for transfer in transfers_of(events):
        if account in (transfer.debit, transfer.credit) and transfer.at < end:
            if transfer.at < start:
                opening += change(account, transfer)
            else:
                within.append(transfer)
    return Statement(
        account=account, start=start, end=end, opening=opening, lines=tuple(running(account, opening, within))
    )


def running(account: Account, balance: int, transfers: Iterable[Transfer]) -> Iterator[StatementLine]:
    for transfer in transfers:
        balance += change(account, transfer)
        yield StatementLine(transfer, change(account, transfer), balance)


def change(account: Account, transfer: Transfer) -> int:
    """What a transfer does to one of its two accounts."""
    return transfer.amount if account == transfer.credit else -transfer.amount


def transfers_of(events: Iterable[Event]) -> Iterator[Transfer]:
    for event in events:
        if isinstance(event, TransfersPosted | TransferCorrected | TableCounted):
            yield from event.transfers


def journal(events: Iterable[Event], day: date) -> Iterator[Transfer]:
    """Every transfer of a gaming day, in the order of posting."""
    return transfers_of(of_day(events, day))


def of_day(events: Iterable[Event], day: date) -> Iterator[Event]:
    within = False
    for event in events:
        if isinstance(event, DayOpened):
            within = event.date == day
        if within:
            yield event
        if isinstance(event, DayClosed):
            within = False


def unfounded(log: Callable[[], Iterable[Event]]) -> tuple[TransferCorrected, ...]:
    """Corrections whose original the log does not have, or has differently. Reads the log
    twice, to use little memory.
    """
    corrections = [event for event in log() if isinstance(event, TransferCorrected)]
    wanted = {event.original.id for event in corrections}
    posted: dict[RecordId, Transfer] = {each.id: each for each in transfers_of(log()) if each.id in wanted}
    return tuple(event for event in corrections if posted.get(event.original.id) != event.original)
