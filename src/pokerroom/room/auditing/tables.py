"""A table's stream folded again, event by event, with everything that must hold after each event."""

from collections.abc import Iterator

from pokerroom.ledger import RecordId
from pokerroom.log import CodecError, Envelope
from pokerroom.money import dollars
from pokerroom.play.events import Event as PlayEvent
from pokerroom.room.auditing.booked import Booked, Derived, derived, differences, recorded
from pokerroom.room.auditing.deciding import Orders
from pokerroom.room.auditing.decks import Decks
from pokerroom.room.auditing.figures import TableFigures, counted, disagreements
from pokerroom.room.auditing.findings import UNFIT, Check, Examined, Notes, reason
from pokerroom.room.auditing.holds import HeldFor
from pokerroom.room.auditing.removals import NOT_TOLD, Removals
from pokerroom.room.auditing.rounds import COUNTED, Due, Scene, off_balance, wrong_chips, wrong_in
from pokerroom.room.auditing.settings import Filed
from pokerroom.room.filing import Register
from pokerroom.room.ports import Committed, EventStore, StoreError
from pokerroom.room.processes.booking import PAID_FOR, transfers
from pokerroom.room.streams import table_of
from pokerroom.room.tables import TABLES
from pokerroom.shuffle.seal import Keys, Sealed
from pokerroom.table import seating
from pokerroom.table.seating import Table
from pokerroom.table.seating.events import RoundFinished, RoundStarted

IN_CLEAR = "events with hidden cards in clear"
NOT_WITNESSED = "rulings that nobody has witnessed"
"""Recorded before hidden cards were sealed. The chain forbids to change them."""


class Following:
    """One table while its record is read."""

    def __init__(
        self,
        store: EventStore,
        stream: str,
        register: Register,
        booked: Booked,
        *,
        removals: Removals,
        keys: Keys | None,
        decide_again: bool,
    ) -> None:
        self._store, self._stream, self._booked = store, stream, booked
        self._removals = removals
        self._notes = Notes()
        self._decks = Decks(store, table_of(stream), keys, self._notes)
        self._filed, self._due = Filed(register), Due()
        self._orders = Orders(self._notes) if decide_again else None
        self._money, self._held = Derived(booked, PAID_FOR), HeldFor(store, table_of(stream))
        self._table: Table = seating.new_table(table_of(stream))
        self._last: Envelope | None = None
        self._difference = 0
        self._finished = 0
        self._figures = TableFigures()
        self._whole = True

    def examined(self) -> Examined:
        for committed in self._read():
            if not self._follow(committed):
                self._whole = False
                break
        if self._whole:
            self._decks.end()
            if self._orders is not None:
                self._orders.decide()
        self._notes.counts[NOT_WITNESSED] += len(self._table.unwitnessed)
        self._notes.counts[NOT_TOLD] += self._removals.owed_by(self._table)
        self._compare_books()
        self._compare_reports()
        return self._notes.told()

    def _read(self) -> Iterator[Committed]:
        try:
            yield from self._store.read(self._stream)
        except StoreError as error:
            self._whole = False
            sequence = 1 if self._last is None else self._last.sequence + 1
            self._blame_last(
                Check.TABLES, f"event {sequence} cannot be read, and nothing after it was replayed: {error}"
            )

    def _blame_last(self, check: Check, what: str) -> None:
        if self._last is not None:
            self._notes.find(check, self._last, what)

    def _follow(self, committed: Committed) -> bool:
        """Whether the event folds: after one that does not, the state of the table is unknown."""
        envelope = committed.envelope
        try:
            event = TABLES.read(envelope)
            if isinstance(event, Sealed):
                event = self._opened(event, committed)
            scene = Scene(self._table, event, seating.apply(self._table, event))
            self._look_at(scene, committed)
        except (CodecError, *UNFIT) as error:
            what = f"{envelope.tag} does not fit what came before it, and nothing after it was replayed"
            self._notes.find(Check.TABLES, envelope, f"{what}: {reason(error)}")
            return False
        self._table, self._last = scene.after, envelope
        return True

    def _opened(self, sealed: Sealed, committed: Committed) -> PlayEvent:
        if sealed.is_deck:
            return self._decks.open(sealed, committed, self._table)
        return self._decks.reveal(sealed, committed)

    def _look_at(self, scene: Scene, committed: Committed) -> None:
        envelope, event = committed.envelope, scene.event
        self._notes.counts["table events"] += 1
        kind = COUNTED.get(type(event))
        if kind is not None:
            self._notes.counts[kind] += 1
        if TABLES.is_in_clear(envelope, event):
            self._notes.counts[IN_CLEAR] += 1
        for check, what in (
            *self._wrong(scene),
            *self._removals.wrong(event, committed, self._store),
            *self._held.wrong(event, committed),
        ):
            self._notes.find(check, envelope, what)
        self._decks.follow(event, committed, scene.before)
        self._weigh(scene.after, envelope)
        if self._orders is not None:
            self._orders.take(scene, envelope)
        id_ = RecordId(self._stream, envelope.sequence)
        self._money.add(event, transfers(scene.before, event, scene.after, id=id_, at=envelope.at))
        self._figures = counted(self._figures, event)
        if isinstance(event, RoundFinished) and event.number <= self._booked.last_round:
            self._finished += 1

    def _wrong(self, scene: Scene) -> Iterator[tuple[Check, str]]:
        yield from wrong_in(scene)
        yield from self._due.wrong(scene)
        yield from wrong_chips(scene.after)
        if isinstance(scene.event, RoundStarted):
            yield from self._filed.wrong(scene.before, scene.event)

    def _weigh(self, table: Table, envelope: Envelope) -> None:
        """Everything bought in must be somewhere; reported where it goes wrong, not at every event afterwards."""
        difference = off_balance(table)
        if difference != self._difference:
            astray = difference - self._difference
            what = f"{dollars(abs(astray))} {'appeared' if astray > 0 else 'vanished'} with {envelope.tag}"
            self._notes.find(Check.TABLES, envelope, f"the table is not balanced: {what}")
        self._difference = difference

    def _compare_reports(self) -> None:
        """Once everything is booked and no round is under way, the reports say what happened at the table."""
        if self._whole and not self._money.unposted and self._table.dealing is None:
            self._notes.counts["tables beside the reports"] += 1
            for what in disagreements(self._booked.reported, self._figures):
                self._blame_last(Check.BOOKS, what)

    def _compare_books(self) -> None:
        money, counts = self._money, self._notes.counts
        counts["transfers re-derived"] += money.count
        counts["transfers not booked yet"] += money.unposted
        until = 0 if self._last is None else self._last.sequence
        if not money.agrees or not self._whole:
            due, booked = derived(self._store, self._stream), recorded(self._store, self._stream)
            for finding in differences(due, booked, until=until if not self._whole else 1 << 62):
                self._notes.add(finding)
        if money.unpaid is not None:
            self._blame_last(Check.BOOKS, f"transfer {money.unpaid} takes money from a bank and is not in the books")
        if self._whole and self._booked.rounds != self._finished:
            what = f"{self._booked.rounds} rounds of play up to number {self._booked.last_round} are noted in the books"
            self._blame_last(Check.BOOKS, f"{what}; {self._finished} were finished")
