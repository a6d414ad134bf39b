"""Decides orders again: the rules, given the same order at the same table, must lead to the recorded events.

The order itself is not in the record, but what followed shows it, for everything a player does and for every deal. What
a dealer or a supervisor does about an irregularity is replayed and not decided again.
"""

from collections.abc import Callable, Sequence
from typing import Any

from pokerroom import play
from pokerroom.cards import UNKNOWN
from pokerroom.log import Envelope
from pokerroom.play import Round, Seat, Stage, reshuffle_pool
from pokerroom.play.events import (
    BetMade,
    Called,
    Checked,
    DeckReshuffled,
    DeckShuffled,
    Discarded,
    Folded,
    ForcedBetPosted,
    Frozen,
    HandConceded,
    HandDisclosed,
    HandShown,
    PlayedOn,
    Raised,
    RoundOpened,
    StoodPat,
)
from pokerroom.play.seats import renumbered
from pokerroom.room.auditing.findings import UNFIT, Check, Notes, reason
from pokerroom.room.auditing.rounds import Scene
from pokerroom.rules.rulebook import CURRENT, Rulebook
from pokerroom.rules.staff import Official, Position
from pokerroom.table import seating
from pokerroom.table.seating import Table, commands as at_table
from pokerroom.table.seating.events import (
    ContributionsStopped,
    Fact,
    PlayerRemoved,
    RoundStarted,
    RuledBetweenRounds,
    StakesMove,
)

SOMEBODY = Official("the audit", Position.SHIFT_SUPERVISOR)
"""Who gives an order whose events do not say."""

Events = Sequence[Any]


class Orders:
    """The events of one table, order by order."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._before: Table | None = None
        self._events: list[Any] = []
        self._envelopes: list[Envelope] = []

    def take(self, scene: Scene, envelope: Envelope) -> None:
        if not self._envelopes or envelope.cause != self._envelopes[-1].cause:
            self.decide()
            self._before = scene.before
        self._events.append(scene.event)
        self._envelopes.append(envelope)

    def decide(self) -> None:
        """Decide again what has been collected."""
        before, events, envelopes = self._before, self._events, self._envelopes
        self._events, self._envelopes = [], []
        while before is not None and events and isinstance(events[0], ContributionsStopped):
            # The room says so before it decides an order, and knows by another stream that it must.
            before, events, envelopes = seating.apply(before, events[0]), events[1:], envelopes[1:]
        if before is None or not events:
            return
        try:
            command = command_of(before, events, envelopes[0])
            if command is None:
                return
            outcome = seating.perform(before, command, rulebook_of(events))
        except UNFIT as error:
            self._notes.find(Check.RULES, envelopes[0], f"the rules cannot be asked about it: {reason(error)}")
            return
        self._notes.counts["orders decided again"] += 1
        if not isinstance(outcome, tuple):
            asked = type(command.command if isinstance(command, at_table.Play) else command).__name__
            self._notes.find(Check.RULES, envelopes[0], f"{asked} is refused by the rules: {outcome}")
            return
        self._compare(list(outcome[1]), events, envelopes)

    def _compare(self, due: list[Any], events: list[Any], envelopes: list[Envelope]) -> None:
        for envelope, event, other in zip(envelopes, events, due, strict=False):
            if event != other:
                what = f"{envelope.tag} is not what the rules lead to here, but {described(event, other)}"
                self._notes.find(Check.RULES, envelope, what)
                return
        if len(due) > len(events):
            what = f"{type(due[len(events)]).__name__} should have followed and did not"
            self._notes.find(Check.RULES, envelopes[-1], what)
        elif len(due) < len(events):
            self._notes.find(Check.RULES, envelopes[len(due)], "nothing more should have followed")


def rulebook_of(events: Events) -> Rulebook:
    """The rulebook for a round that these events start: the one its record names."""
    return next((event.rulebook for event in events if isinstance(event, RoundStarted)), CURRENT)


def described(event: Any, due: Any) -> str:
    """What differs; never a card, because nobody may read the deck."""
    if type(event) is not type(due):
        return type(due).__name__
    fields = [name for name in event.__struct_fields__ if getattr(event, name) != getattr(due, name)]
    return ", ".join(f"another {name}" if name in HIDDEN else f"{name} {getattr(due, name)}" for name in fields)


HIDDEN = {"cards", "card", "deck", "burns", "muck", "exposed", "fallen"}
"""Fields that hold cards."""


def is_without_contribution(table: Table, event: Any) -> bool:
    """Whether no pot of a round contributes though the sign says so: the system was suspended, 14.20(e)4i."""
    return isinstance(event, RoundOpened) and event.house.bad_beat is None and table.posting.house.bad_beat is not None


def command_of(table: Table, events: Events, first: Envelope) -> Any:
    """The order given to the table; None if the events do not show it, or the order of the deck is unknown."""
    facts = [event for event in events if isinstance(event, Fact)]
    by = facts[0].by if facts else SOMEBODY
    started = [event for event in facts if isinstance(event, RoundStarted)]
    if started:
        deck = next((event.deck for event in events if isinstance(event, DeckShuffled)), None)
        if deck is None or UNKNOWN in deck:
            return None
        round_ = started[0]
        return at_table.StartRound(
            by=by,
            at=first.at,
            deck=deck,
            settings=round_.settings,
            software=round_.software,
            collects=not any(is_without_contribution(table, event) for event in events),
        )
    if facts and isinstance(ruled := facts[0], RuledBetweenRounds):
        return at_table.Play(by=by, at=first.at, command=play.Rule(ruled.ruling, tuple(map(moved, ruled.moves))))
    if facts and isinstance(removed := facts[0], PlayerRemoved):
        return at_table.RemovePlayer(by=by, at=first.at, player=removed.player, hand=removed.hand)
    state, dealing = table.round, table.dealing
    if state is None or dealing is None or state.by_dealer or state.over:
        return None
    command = asked_in_round(state, events)
    if command is None:
        return None
    at_seats = renumbered(command, lambda seat: Seat(dealing.lineup[seat]))
    return at_table.Play(by=by, at=first.at, command=at_seats)


def moved(move: StakesMove) -> play.Move:
    payer, payee = Seat(move.payer_seat), Seat(move.payee_seat)
    return play.Move(move.amount, play.Place(payer, "stakes"), play.Place(payee, "stakes"))


def asked_in_round(state: Round, events: Events) -> Any:
    """The command of the round that these events began with."""
    first, *others = events
    if isinstance(first, Discarded) and state.stage is Stage.BETTING and others:
        # Entering costs cards: they belong to the bet that follows.
        entered = wagered(state, others[0], others[1:], discard=first.cards)
        return None if isinstance(entered, play.Fold | play.RemoveHand) else entered
    wager = wagered(state, first, others, discard=())
    if wager is not None:
        return wager
    asked = ASKED.get(type(first))
    return None if asked is None else asked(state, first)


def wagered(state: Round, event: Any, others: Events, *, discard: tuple[Any, ...]) -> Any:
    match event:
        case Called(seat=seat):
            return play.Call(seat, discard)
        case Raised(seat=seat, to=to):
            return play.Raise(seat, to, discard)
        case BetMade(seat=seat) | ForcedBetPosted(seat=seat) if others and folds(others[0], seat):
            return given_up(state, others[0])
        case BetMade(seat=seat, to=to):
            return play.Bet(seat, to, discard)
        case ForcedBetPosted(seat=seat):
            return play.PostForcedBet(seat, discard)
        case _:
            return None


def given_up(state: Round, folded: Folded) -> play.Fold | play.RemoveHand:
    """A hand whose player owed a bet, which was placed first: folded, or taken out of the round, by the paragraph."""
    general = state.procedure.general
    removals = {general.left: play.Removal.LEFT, general.required: play.Removal.REQUIRED_TO_LEAVE}
    cause = removals.get(folded.rule)
    return play.Fold(folded.seat, folded.how) if cause is None else play.RemoveHand(folded.seat, cause)


def folds(event: Any, seat: int) -> bool:
    return isinstance(event, Folded) and event.seat == seat


def gave_up(state: Round, event: Discarded) -> Any:
    if state.stage is Stage.DRAWING:
        return play.Draw(event.seat, event.cards)
    return play.Discard(event.seat, event.cards) if state.stage is Stage.DISCARDING else None


def reshuffled(state: Round, event: DeckReshuffled) -> Any:
    return play.Reshuffle(event.deck[: len(reshuffle_pool(state).cards)])


ASKED: dict[type[Any], Callable[[Round, Any], Any]] = {
    Folded: lambda state, event: play.Fold(event.seat, event.how) if state.turn == event.seat else None,
    Checked: lambda _, event: play.Check(event.seat),
    Discarded: gave_up,
    StoodPat: lambda _, event: play.Draw(event.seat),
    HandShown: lambda _, event: play.Show(event.seat, event.cards),
    HandConceded: lambda _, event: play.Concede(event.seat),
    HandDisclosed: lambda _, event: play.Concede(event.seat, event.cards),
    Frozen: lambda _, event: play.Freeze(event.seat),
    PlayedOn: lambda _, event: play.PlayOn(event.seat),
    DeckReshuffled: reshuffled,
}
"""For each event that can come first after an order, what the order was."""
