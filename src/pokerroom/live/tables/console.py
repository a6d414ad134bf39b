"""What a dealer's console shows: the table without delay, what the seat to act may do, and the box with what is due.

Consoles are told whenever something happens at the table or its box, and when a clock of the box is about to run out.
It shows no card that does not lie open: it is the table as everybody sees it.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec

from pokerroom.jackpot import gate
from pokerroom.ledger.days import Day
from pokerroom.live.connections import Connection
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.entrance.permissions import PIT, WATCHERS
from pokerroom.live.room import LiveRoom
from pokerroom.live.tables.recent import Recent
from pokerroom.live.tables.telling import Entry, seconds, told
from pokerroom.live.tables.views import ENCODER, Scene, offer_of, public_view
from pokerroom.play import (
    Concede,
    DeclareMisdeal,
    Fold,
    Misdeal,
    Push,
    PushPots,
    Round,
    Ruling,
    Seat,
    Stage,
    TakeBack,
    legal_actions,
    perform,
)
from pokerroom.play.dealing import awaited, lying_open
from pokerroom.play.events import Entered, RakeTaken
from pokerroom.play.showdown import contributions_due
from pokerroom.room.books import LEDGER
from pokerroom.room.box import BOXES
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable
from pokerroom.rules.clauses import OddUnitTo
from pokerroom.rules.refusal import Refusal
from pokerroom.rules.staff import Official, Position
from pokerroom.table.ante_coin import takes_coin
from pokerroom.table.box import Box, may_deal
from pokerroom.table.deck_rules import DeckRules
from pokerroom.table.decks import Deck, Decks, cards_out, clocks, day_due, due, prepare_refusal
from pokerroom.table.due import Due
from pokerroom.table.seating import Table, commands as at_table
from pokerroom.table.seating.dealing import dealing_of
from pokerroom.wire import felt, messages as wire
from pokerroom.words import term

CONSOLES = PIT | WATCHERS
"""Who is shown a table with its box."""
TOLD_LAST = 12
"""How many of the last events a console is told in words."""
ANYBODY, WHOEVER_WINS = Official("nobody yet", Position.SHIFT_SUPERVISOR), "whoever wins"
"""Of a ruling that nobody makes: what would follow is asked, and nothing is given."""
SOON = timedelta(minutes=5)
"""How long before it runs out a clock is due soon, and consoles are told once more."""


def has_console(identity: Identity, room: str) -> bool:
    return identity.role in CONSOLES and identity.works_in(room)


def is_only_at_work(identity: Identity, room: str, table: Table) -> bool:
    """Nobody's time at a table depends on staff without a seat: they may follow it from any server."""
    return has_console(identity, room) and table.seat_of(identity.id) is None


class Foreseen(NamedTuple):
    """What an order would lead to in the box, where it would change that, or why it would be refused."""

    box: Box | None
    refusal: Refusal | None


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
        plans = () if state is None else state.procedure.shares
        day = self._live.room.state(LEDGER).open_day
        return wire.DealersTable(
            table=self._table,
            sequence=recent.last + box_events(self._live, self._table),
            now=seconds(now),
            gaming_day=None if day is None else day.date.isoformat(),
            state=public_view(scene),
            stage=None if dealt is None else dealt.stage.value,
            turn=None if dealt is None else seat_to_act(table, dealt),
            offers=() if dealt is None else offers_of(dealt),
            cards_due=None if state is None else cards_due_of(state),
            cards_out=0 if dealt is None else cards_out(dealt),
            misdeals=() if state is None else misdeals_of(state),
            notices=self.notices,
            may_take_back=state is not None and not isinstance(perform(state, TakeBack()), Refusal),
            players=tuple(None if place is None else place.player for place in table.places),
            shares=tuple(plan.share.name for plan in plans),
            qualified=tuple(plan.share.name for plan in plans if plan.share.qualifier is not None),
            odd_by_cards=tuple(plan.share.name for plan in plans if plan.odd_unit is not OddUnitTo.LEFT_OF_BUTTON),
            owing=owing(table),
            to_rake_area=0 if state is None else taken_last(recent.kept),
            unfinished=unfinished(table),
            to_bad_beat=0 if dealt is None or dealt.stage is not Stage.SHOWDOWN else sum(contributions_due(dealt)),
            last_fold=None if dealt is None else self.last_fold(table, dealt),
            last_push=None if dealt is None else self.last_push(dealt),
            time_due=moment_of(recorded.time_due),
            pieces=pieces_of(table),
            box=box_view(self.box, now, day, self.not_dealt(recorded, now)),
            told=tuple(told(entry, None, scene.names) for entry in recent.kept[-TOLD_LAST:]),
        )

    @property
    def notices(self) -> tuple[felt.Reason, ...]:
        """What is said of the bad beat payout of the table before it is too late."""
        found = gate.notices(self._live.room.state(PAYOUTS), self._table)
        return tuple(reason for each in found if (reason := reason_of(each)) is not None)

    def not_dealt(self, table: Table, now: datetime) -> Refusal | None:
        """Why a round would not begin now: what the box has against it, and then whatever the room has."""
        refusal, decks = may_deal(self.box, now), self.box.decks
        if refusal is not None or table.dealing is not None or decks is None or decks.dealer is None:
            return refusal
        return self.would(at_table.StartRound(by=decks.dealer, at=now)).refusal

    def last_fold(self, table: Table, dealt: Round) -> felt.LastFold | None:
        """What giving up a hand leaves to confirm where it ends the round: the dealer does both in a breath."""
        decks, seat, gives_up = self.box.decks, seat_to_act(table, dealt), GIVES_UP.get(dealt.stage)
        if seat is None or gives_up is None or decks is None or decks.dealer is None or dealt.live.bit_count() != 2:
            return None
        given_up = at_table.Play(by=decks.dealer, at=self._live.moment(), command=gives_up(Seat(seat)))
        left = left_by(self.would(given_up).box)
        return None if left is None else felt.LastFold(seat=seat, **left)

    def last_push(self, dealt: Round) -> felt.LastPush | None:
        """The same of a push. Who wins makes no difference to it: it is asked as if the first of each pot were to."""
        if dealt.stage is not Stage.SHOWDOWN:
            return None
        now, lineup = self._live.moment(), dealing_of(self._live.room.state(TABLES, self._table)).lineup
        first = [next(seat for seat in pot.claimants if dealt.is_live(seat)) for pot in dealt.pots]
        pushes = tuple(Push(number, (Seat(lineup[seat]),)) for number, seat in enumerate(first))
        asked = PushPots(pushes, Ruling(ANYBODY, now, WHOEVER_WINS, "14.15(b)"))
        left = left_by(self.would(at_table.Play(by=ANYBODY, at=now, command=asked)).box)
        return None if left is None else felt.LastPush(**left)

    def would(self, command: at_table.Command) -> "Foreseen":
        """What an order to the table would lead to now."""
        answer = self._live.room.would(AtTable(self._table, command))
        if isinstance(answer, Refusal):
            return Foreseen(None, answer)
        return Foreseen(next((change.after for change in answer if change.stream is BOXES), None), None)

    def next_look(self) -> float | None:
        """In how many seconds a clock of the box or the time charge is due soon or runs out; None where none runs."""
        decks, now = self.box.decks, self._live.moment()
        if decks is None or decks.day is None:
            return None
        charge = self._live.room.state(TABLES, self._table).time_due
        ends = [each.when for each in clocks(decks)] + ([] if charge is None else [charge])
        moments = [moment for end in ends for moment in (end - SOON, end)]
        waits = [(moment - now).total_seconds() for moment in moments if moment > now]
        return min(waits, default=None)


def events_at(live: LiveRoom, table: str) -> int:
    """How many events a table has, with its box."""
    return live.room.head(TABLES.named(table)).sequence + box_events(live, table)


def box_events(live: LiveRoom, table: str) -> int:
    return live.room.head(BOXES.named(table)).sequence


def seat_to_act(table: Table, dealt: Round) -> int | None:
    """By the seats of the table."""
    return None if table.dealing is None or dealt.turn is None else table.dealing.lineup[dealt.turn]


def owing(table: Table) -> tuple[felt.Owing, ...]:
    """What players still have to put in, by the seats of the table."""
    lineup = () if table.dealing is None else table.dealing.lineup
    return tuple(felt.Owing(seat=lineup[each.seat], amount=each.amount) for each in table.heard.owed if lineup)


def unfinished(table: Table) -> felt.Unfinished | None:
    heard, lineup = table.heard, () if table.dealing is None else table.dealing.lineup
    if heard.seat is None or not lineup or not (heard.words or heard.motions):
        return None
    return felt.Unfinished(seat=lineup[heard.seat], words=heard.words, placed=heard.placed)


def taken_last(kept: Iterable[Entry]) -> int:
    """What the last entry took from the pots for the rake, 14.6(e)8: once more is entered, it lies in its area."""
    taken = 0
    for each in kept:
        if isinstance(each.event, Entered) and not each.event.along:
            taken = 0
        elif isinstance(each.event, RakeTaken):
            taken += sum(each.event.amounts)
    return taken


GIVES_UP = {Stage.BETTING: Fold, Stage.SHOWDOWN: Concede}


def misdeals_of(state: Round) -> tuple[str, ...]:
    """What of 14.15(e) still undoes the deal: a wrong start and a skipped player do so only for a while."""
    return tuple(cause.value for cause in Misdeal if not isinstance(perform(state, DeclareMisdeal(cause)), Refusal))


def pieces_of(table: Table) -> felt.Pieces:
    """What is put in there, the smallest chip of the sign always; and what of it is no chip, 14.7(c)."""
    words, house = table.posting.rules.words, table.posting.house
    return felt.Pieces(
        chips=tuple(sorted({*words.chips, house.odd_unit})),
        bills=words.bills,
        laid=tuple(() if place is None else place.bills for place in table.places),
        ante_in_coin=house.ante if takes_coin(house) else 0,
        coin_from=tuple(table.coin_from),
    )


def offers_of(dealt: Round) -> tuple[wire.Offer, ...]:
    """What the seat to act may do."""
    return () if dealt.turn is None else tuple(offer_of(offer) for offer in legal_actions(dealt, dealt.turn))


def cards_due_of(state: Round) -> felt.CardsDue | None:
    due_next = awaited(state)
    if due_next is None:
        return None
    plan, parcel = due_next
    open_ = tuple(lying_open(state, ()))
    face_down = not parcel.center and not all(open_[parcel.burn is not None :])
    clause = plan.street.exposed if face_down else None
    exposed = "" if clause is None else clause.rule.paragraph
    first = not any(state.cards(Seat(seat)) for seat in range(state.seats))
    return felt.CardsDue(street=plan.street.name, open=open_, exposed=exposed, first=first)


def left_by(box: Box | None) -> dict[str, Any] | None:
    """What a round that has just ended leaves to confirm."""
    if box is None or box.clearing is None:
        return None
    lies = box.clearing
    return {"rake": lies.rake, "contribution": lies.contribution, "may_prepare": may_prepare(box)}


def may_prepare(box: Box) -> bool:
    return box.decks is not None and prepare_refusal(box.decks) is None


def box_view(box: Box, now: datetime, day: Day | None, not_dealt: Refusal | None) -> felt.BoxView:
    decks = box.decks
    clearing = box.clearing
    return felt.BoxView(
        day=None if decks is None or decks.day is None else decks.day.isoformat(),
        dealer=None if decks is None or decks.dealer is None else decks.dealer.name,
        decks=() if decks is None else tuple(map(deck_view, decks.decks)),
        backs=() if decks is None else backs_of(decks),
        cover=None if decks is None or decks.cover is None else decks.cover.color,
        shuffler=None if decks is None or decks.shuffler is None else decks.shuffler.device,
        players=0 if decks is None else len(decks.players),
        transaction=None if decks is None or decks.dealing is None else decks.dealing.transaction,
        may_deal=reason_of(not_dealt),
        due=() if decks is None else tuple(map(duty_view, owed(decks, now, day))),
        round=box.round,
        attested=clearing is None,
        may_prepare=may_prepare(box),
        hands=tuple(felt.HandToClear(seat=each.seat, cards=each.due, wins=each.wins) for each in clearing.hands)
        if clearing
        else (),
        pots=tuple(felt.PotToClear(pot=each.pot, seats=each.seats, amounts=each.amounts) for each in clearing.pots)
        if clearing
        else (),
        rake=clearing.rake if clearing else 0,
        contribution=clearing.contribution if clearing else 0,
        rules=felt.DeckRulesView() if decks is None else rules_view(decks.rules),
        calls=tuple(
            felt.CallView(call=each.call, by=each.by.name, at=seconds(each.at), reason=each.reason)
            for each in box.calls
        ),
    )


def owed(decks: Decks, now: datetime, day: Day | None) -> tuple[Due, ...]:
    """What is owed now, first that the table follows the gaming day of the house, and every clock that still runs, by
    when it is late.
    """
    if decks.day is None:
        return ()
    begins = None if day is None else day_due(decks, day.date, day.opened)
    now_due = due(decks, now)
    running = [each for each in clocks(decks) if each not in now_due]
    return (*(() if begins is None else (begins,)), *now_due, *running)


def deck_view(deck: Deck) -> felt.DeckView:
    return felt.DeckView(
        name=deck.name,
        back=str(deck.back),
        place=deck.place.value,
        step=deck.step.name,
        in_play=deck.in_play,
        opened=moment_of(deck.opened_at),
        counted=moment_of(deck.counted_at),
        sorted=moment_of(deck.sorted_at),
    )


def rules_view(rules: DeckRules) -> felt.DeckRulesView:
    return felt.DeckRulesView(**msgspec.structs.asdict(rules))


def backs_of(decks: Decks) -> tuple[felt.BackView, ...]:
    day = decks.day
    assigned = decks.assignments[-1] if day is None and decks.assignments else None
    found = assigned if day is None else decks.assigned(day)
    return () if found is None else tuple(felt.BackView(color=back.color, design=back.design) for back in found.backs)


def duty_view(each: Due) -> felt.DutyView:
    return felt.DutyView(
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


def reason_of(refusal: Refusal | None) -> felt.Reason | None:
    if refusal is None:
        return None
    return felt.Reason(code=str(refusal.code.value), says=refusal.saying, rule=refusal.paragraph)
