"""A game that the house banks, folded again: every event fits, its rules led to it, and the books have what it moves.

What else must hold of an event, such as the proof of a draw, the game itself says (`Wrong`).
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from pokerroom.ledger import RecordId
from pokerroom.log import CodecError, Envelope
from pokerroom.room.auditing.booked import Booked, Derived, Moves, differences, recorded
from pokerroom.room.auditing.figures import TableFigures, disagreements, kept_by_the_house
from pokerroom.room.auditing.findings import UNFIT, Check, Examined, Notes, reason
from pokerroom.room.ports import EventStore, StoreError
from pokerroom.room.processes.banking import Banked
from pokerroom.room.streams import table_of
from pokerroom.shuffle.seal import Keys


class Played(NamedTuple):
    """One event of a game, with the states before and after it."""

    envelope: Envelope
    before: Any
    event: Any
    after: Any


Wrong = Callable[[Played], Iterable[str]]
"""What is wrong with an event by the rules of its game."""


def nothing_more(_played: Played) -> Iterable[str]:
    return ()


def examine_banked(
    store: EventStore, stream: str, game: Banked, *, booked: Booked, wrong: Wrong, keys: Keys | None = None
) -> Examined:
    notes, money = Notes(), Derived(booked, game.paid_for)
    last: Envelope | None = None
    rounds = kept = 0
    for played in replayed(store, stream, game, notes, keys):
        last, table = played.envelope, table_of(stream)
        notes.counts["banked events"] += 1
        for what in wrong(played):
            notes.find(Check.BANKED, last, what)
        rounds += isinstance(played.event, game.ends_round) and played.event.number <= booked.last_round
        kept += kept_by_the_house(played.event)
        id_ = RecordId(stream, last.sequence)
        money.add(played.event, game.transfers(played.before, played.event, table=table, id=id_, at=last.at))
    compare_books(store, stream, game, notes, money, last)
    if last is not None and not money.unposted:
        compare_reports(booked, rounds, kept, notes, last)
    if last is not None and booked.rounds != rounds:
        what = f"{booked.rounds} rounds of play up to number {booked.last_round} are noted in the books"
        notes.find(Check.BOOKS, last, f"{what}; {rounds} were finished")
    return notes.told()


def replayed(store: EventStore, stream: str, game: Banked, notes: Notes, keys: Keys | None = None) -> Iterator[Played]:
    """As far as it can be read and folds."""
    state, envelope = game.stream.first(table_of(stream)), None
    try:
        for committed in store.read(stream):
            envelope = committed.envelope
            event = game.stream.read(envelope, keys)
            after = game.stream.apply(state, event)
            yield Played(envelope, state, event, after)
            state = after
    except StoreError as error:
        if envelope is not None:
            notes.find(Check.BANKED, envelope, f"what comes after it cannot be read: {error}")
    except (CodecError, *UNFIT) as error:
        assert envelope is not None
        what = f"{envelope.tag} does not fit what came before it, and nothing after it was replayed"
        notes.find(Check.BANKED, envelope, f"{what}: {reason(error)}")


def compare_books(
    store: EventStore, stream: str, game: Banked, notes: Notes, money: Derived, last: Envelope | None
) -> None:
    notes.counts["transfers re-derived"] += money.count
    notes.counts["transfers not booked yet"] += money.unposted
    if not money.agrees:
        for finding in differences(derived(store, stream, game), recorded(store, stream), until=1 << 62):
            notes.add(finding)
    if money.unpaid is not None and last is not None:
        notes.find(Check.BOOKS, last, f"transfer {money.unpaid} takes money from a bank and is not in the books")


def compare_reports(booked: Booked, rounds: int, kept: int, notes: Notes, last: Envelope) -> None:
    """Once everything is booked, the reports say what the game itself comes to."""
    notes.counts["tables beside the reports"] += 1
    for what in disagreements(booked.reported, TableFigures(rounds=rounds, house_win=kept)):
        notes.find(Check.BOOKS, last, what)


def derived(store: EventStore, stream: str, game: Banked) -> Moves:
    """The transfers that follow from a game's record."""
    table = table_of(stream)
    for played in replayed(store, stream, game, Notes()):
        id_ = RecordId(stream, played.envelope.sequence)
        for transfer in game.transfers(played.before, played.event, table=table, id=id_, at=played.envelope.at):
            yield played.envelope, transfer
