"""What a dealer's console shows: the table without delay, what the seat to act may do, and the box with what is due.

Consoles are told whenever something happens at the table or its box, and when a clock of the box is about to run out.
It shows no card that does not lie open: it is the table as everybody sees it.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from pokerroom.jackpot import gate
from pokerroom.live.connections import Connection
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.entrance.permissions import PIT, WATCHERS
from pokerroom.live.room import LiveRoom
from pokerroom.live.tables.recent import Recent
from pokerroom.live.tables.telling import seconds, told
from pokerroom.live.tables.views import ENCODER, Scene, offer_of, public_view
from pokerroom.play import Round, TakeBack, legal_actions, perform
from pokerroom.play.dealing import awaited, lying_open
from pokerroom.room.books import LEDGER
from pokerroom.room.box import BOXES
from pokerroom.room.orders.tables import payout_refusal
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.tables import TABLES
from pokerroom.rules.refusal import Refusal
from pokerroom.table.box import Box, may_deal
from pokerroom.table.decks import Deck, Decks, clocks, due
from pokerroom.table.due import Due
from pokerroom.table.seating import Table
from pokerroom.wire import messages as wire
from pokerroom.words import term

CONSOLES = PIT | WATCHERS
"""Who is shown a table with its box."""
TOLD_LAST = 12
"""How many of the last events a console is told in words."""
SOON = timedelta(minutes=5)
"""How long before it runs out a clock is due soon, and consoles are told once more."""


def has_console(identity: Identity, room: str) -> bool:
    return identity.role in CONSOLES and identity.works_in(room)


class Consoles:
    """The consoles of one table: `scene` is the table now, `recent` what has happened there."""

    def __init__(self, live: LiveRoom, table: str, scene: Callable[[], Scene], recent: Callable[[], Recent]) -> None:
        self._live, self._table, self._scene, self._recent = live, table, scene, recent

    def tell(self, watchers: Iterable[Connection]) -> None:
        to = list(watchers)
        if not to:
            return
        message = ENCODER.encode(self.shown())
        for watcher in to:
            watcher.send(message)

    @property
    def box(self) -> Box:
        return self._live.room.state(BOXES, self._table)

    def shown(self) -> wire.DealersTable:
        scene, recent, now = self._scene(), self._recent(), self._live.moment()
        table, recorded = scene.table, self._live.room.state(TABLES, self._table)
        dealt = None if table.dealing is None else table.round
        state = None if recorded.dealing is None else recorded.round
        day = self._live.room.state(LEDGER).open_day
        return wire.DealersTable(
            table=self._table,
            sequence=recent.last,
            now=seconds(now),
            gaming_day=None if day is None else day.date.isoformat(),
            state=public_view(scene),
            stage=None if dealt is None else dealt.stage.value,
            turn=None if dealt is None else seat_to_act(table, dealt),
            offers=() if dealt is None else offers_of(dealt),
            cards_due=None if state is None else cards_due_of(state),
            notices=self.notices,
            may_take_back=state is not None and not isinstance(perform(state, TakeBack()), Refusal),
            players=tuple(None if place is None else place.player for place in table.places),
            shares=() if state is None else tuple(plan.share.name for plan in state.procedure.shares),
            owing=owing(table),
            box=box_view(self.box, now, self.not_dealt(table)),
            told=tuple(told(entry, None, scene.names) for entry in recent.kept[-TOLD_LAST:]),
        )

    @property
    def notices(self) -> tuple[wire.Reason, ...]:
        """What is said of the bad beat payout of the table before it is too late."""
        found = gate.notices(self._live.room.state(PAYOUTS), self._table)
        return tuple(reason for each in found if (reason := reason_of(each)) is not None)

    def not_dealt(self, table: Table) -> Refusal | None:
        return payout_refusal(self._live.room, table) if table.dealing is None else None

    def next_look(self) -> float | None:
        """In how many seconds a clock of the box is due soon or runs out; None where none runs."""
        decks, now = self.box.decks, self._live.moment()
        if decks is None or decks.day is None:
            return None
        moments = [moment for each in clocks(decks) for moment in (each.when - SOON, each.when)]
        waits = [(moment - now).total_seconds() for moment in moments if moment > now]
        return min(waits, default=None)


def seat_to_act(table: Table, dealt: Round) -> int | None:
    """By the seats of the table."""
    return None if table.dealing is None or dealt.turn is None else table.dealing.lineup[dealt.turn]


def owing(table: Table) -> tuple[wire.Owing, ...]:
    """What players still have to put in, by the seats of the table."""
    lineup = () if table.dealing is None else table.dealing.lineup
    return tuple(wire.Owing(seat=lineup[each.seat], amount=each.amount) for each in table.heard.owed if lineup)


def offers_of(dealt: Round) -> tuple[wire.Offer, ...]:
    """What the seat to act may do."""
    return () if dealt.turn is None else tuple(offer_of(offer) for offer in legal_actions(dealt, dealt.turn))


def cards_due_of(state: Round) -> wire.CardsDue | None:
    due_next = awaited(state)
    if due_next is None:
        return None
    plan, _ = due_next
    return wire.CardsDue(street=plan.street.name, open=tuple(lying_open(state, ())))


def box_view(box: Box, now: datetime, not_dealt: Refusal | None = None) -> wire.BoxView:
    decks = box.decks
    clearing = box.clearing
    return wire.BoxView(
        day=None if decks is None or decks.day is None else decks.day.isoformat(),
        dealer=None if decks is None or decks.dealer is None else decks.dealer.name,
        decks=() if decks is None else tuple(map(deck_view, decks.decks)),
        backs=() if decks is None else backs_of(decks),
        cover=None if decks is None or decks.cover is None else decks.cover.color,
        shuffler=None if decks is None or decks.shuffler is None else decks.shuffler.device,
        players=0 if decks is None else len(decks.players),
        transaction=None if decks is None or decks.dealing is None else decks.dealing.transaction,
        may_deal=reason_of(may_deal(box, now) or not_dealt),
        due=() if decks is None else tuple(map(duty_view, owed(decks, now))),
        round=box.round,
        attested=clearing is None,
        hands=tuple(wire.HandToClear(seat=each.seat, cards=each.due, wins=each.wins) for each in clearing.hands)
        if clearing
        else (),
        pots=tuple(wire.PotToClear(pot=each.pot, seats=each.seats, amounts=each.amounts) for each in clearing.pots)
        if clearing
        else (),
        calls=tuple(
            wire.CallView(call=each.call, by=each.by.name, at=seconds(each.at), reason=each.reason)
            for each in box.calls
        ),
    )


def owed(decks: Decks, now: datetime) -> tuple[Due, ...]:
    """What is owed now, and every clock that still runs, by when it is late."""
    if decks.day is None:
        return ()
    now_due = due(decks, now)
    running = [each for each in clocks(decks) if each not in now_due]
    return (*now_due, *running)


def deck_view(deck: Deck) -> wire.DeckView:
    return wire.DeckView(
        name=deck.name,
        back=str(deck.back),
        place=deck.place.value,
        step=deck.step.name,
        in_play=deck.in_play,
        opened=moment_of(deck.opened_at),
        counted=moment_of(deck.counted_at),
        sorted=moment_of(deck.sorted_at),
    )


def backs_of(decks: Decks) -> tuple[wire.BackView, ...]:
    day = decks.day
    assigned = decks.assignments[-1] if day is None and decks.assignments else None
    found = assigned if day is None else decks.assigned(day)
    return () if found is None else tuple(wire.BackView(color=back.color, design=back.design) for back in found.backs)


def duty_view(each: Due) -> wire.DutyView:
    return wire.DutyView(
        duty=each.duty.name,
        says=term(each.duty),
        of=each.of,
        when=seconds(each.when),
        limit=seconds(each.limit),
        rule=each.rule.paragraph,
        reading=each.rule.reading,
    )


def moment_of(moment: datetime | None) -> float | None:
    return None if moment is None else seconds(moment)


def reason_of(refusal: Refusal | None) -> wire.Reason | None:
    if refusal is None:
        return None
    return wire.Reason(code=str(refusal.code.value), says=refusal.saying, rule=refusal.paragraph)
