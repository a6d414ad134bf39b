"""What every process that leads to the books shares: transfers under the ids of the events that they follow from."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pokerroom.ledger import Account, Books, Dealt, NoteRounds, Post, Reason, RecordId, Signature, Transfer
from pokerroom.rules.citation import Citation

SCRIBE = Signature("books", "process")
"""Who signs for what follows automatically from an event."""


ROUNDS = "rounds/"
"""The prefix of the names under which the books note the rounds of a table; not a stream of the record."""


class Movement(NamedTuple):
    debit: Account
    credit: Account
    amount: int
    reason: Reason
    hold: str | UnsetType = UNSET
    """The hold that the money comes from."""
    by: Signature = SCRIBE
    """Who signs for it: a cashier, where it leaves their drawer."""


def transfers_of(
    moved: Iterable[Movement],
    *,
    id: RecordId,  # noqa: A002
    at: datetime,
    rule: Citation | None,
    game: str,
    note: str = "",
) -> list[Transfer]:
    """Movements of one event as transfers, line by line."""
    return [
        Transfer(
            id=RecordId(id.stream, id.sequence, line),
            debit=each.debit,
            credit=each.credit,
            amount=each.amount,
            at=at,
            by=each.by,
            reason=each.reason,
            rule=rule,
            game=game,
            note=note,
            hold=each.hold,
        )
        for line, each in enumerate((each for each in moved if each.amount), start=1)
    ]


def dealt(table: str, game: str, number: int, at: datetime) -> Dealt:
    """A round of play that is over."""
    return Dealt(id=RecordId(f"{ROUNDS}{table}", number), table=table, game=game, rounds=1, at=at, by=SCRIBE)


def last_number(books: Books, stream: str) -> int:
    last = books.last_from(stream)
    return 0 if last is None else last.sequence


def is_booked(books: Books, record: Transfer | Dealt) -> bool:
    last = books.last_from(record.id.stream)
    return last is not None and record.id <= last


def commands(records: Sequence[Transfer | Dealt], *, may_be_late: bool = False) -> list[Post | NoteRounds]:
    """Stream by stream, in an order that does not depend on which table was quicker: a reopened room posts the same."""
    moved = sorted((each for each in records if isinstance(each, Transfer)), key=lambda each: each.id)
    by_stream = groupby(moved, key=lambda each: each.id.stream)
    rounds = sorted(together(records), key=lambda each: each.id)
    posts = (Post(tuple(of_one), may_be_late) for _, of_one in by_stream)
    return [*posts, *(NoteRounds(each, may_be_late) for each in rounds)]


def together(records: Sequence[Transfer | Dealt]) -> list[Dealt]:
    """The rounds of each game at each table that ended at one moment as one record, under the id of the last. Those of
    another moment may belong to another shift.
    """
    found: dict[tuple[str, str, datetime], Dealt] = {}
    for each in records:
        if isinstance(each, Dealt):
            line = each.table, each.game, each.at
            before = found.get(line)
            found[line] = each if before is None else replace(each, rounds=before.rounds + each.rounds)
    return list(found.values())
