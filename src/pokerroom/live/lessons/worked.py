"""A round to learn from: dealt from a seeded deck, played by plain bots, told as one of its players would be told.

It is the engine's own round. Of many decks the first is taken that comes to a showdown and, where the pot is split,
finds a winner for each half.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from pokerroom.bots import choose, whims
from pokerroom.cards import DECK
from pokerroom.live.tables.marking import marked
from pokerroom.live.tables.telling import Entry, told
from pokerroom.live.tables.views import offer_of
from pokerroom.play import (
    Event,
    OpenRound,
    Procedure,
    Refusal,
    Round,
    Seat,
    Stage,
    apply,
    events,
    legal_actions,
    perform,
    replay,
    seen_by,
    start,
    view,
)
from pokerroom.rules.clauses import Deal, Draw
from pokerroom.wire import messages as wire

PLAYERS = ("Ada", "Ben", "Cleo", "Dan")
LEARNER = Seat(0)
DECKS = 1000
SHOWN, LONGEST = 2, 60
"""Hands shown at the end, and events: enough to learn from, and few enough to step through."""
STAKES = 10_000


class Moment(NamedTuple):
    event: Event
    state: Round


class WorkedStep(msgspec.Struct, frozen=True, kw_only=True):
    """An event as the learner is told of it, the event as the learner saw it, and what the learner has then."""

    told: wire.Told
    event: dict[str, Any]
    hands: tuple[wire.HandNow, ...]
    offers: tuple[wire.Offer, ...]


def worked_round(procedure: Procedure) -> tuple[WorkedStep, ...]:
    """The first round that has everything to be seen."""
    rounds = (play_out(procedure, seed) for seed in range(DECKS))
    return tuple(steps(next(moments for moments in rounds if moments and has_it_all(moments))))


def play_out(procedure: Procedure, seed: int) -> tuple[Moment, ...]:
    """One round; none where the deck had to be shuffled again, which is no first lesson."""
    chance = whims(seed)  # A lesson is the same for everybody.
    deck = list(DECK)
    chance.shuffle(deck)
    button = Seat(len(PLAYERS) - 1) if procedure.game.has_button else None
    outcome = start(procedure, OpenRound(stacks=(STAKES,) * len(PLAYERS), deck=tuple(deck), button=button))
    assert not isinstance(outcome, Refusal), outcome
    state, log = outcome
    moments = [*following(None, log)]
    while not state.over:
        if state.stage is Stage.SHUFFLING or state.turn is None:
            return ()
        after = perform(state, choose(view(state, state.turn), chance))
        assert not isinstance(after, Refusal), after
        moments += following(state, after[1])
        state = after[0]
    return tuple(moments)


def following(state: Round | None, log: Iterator[Event] | list[Event]) -> Iterator[Moment]:
    for event in log:
        state = replay([event]) if state is None else apply(state, event)
        yield Moment(event, state)


def has_it_all(moments: tuple[Moment, ...]) -> bool:
    """The learner's hand compared with another at the showdown, every share won, cards drawn; and no crowd."""
    end, happened = moments[-1].state, [each.event for each in moments]
    awards = [event for event in happened if isinstance(event, events.PotAwarded) and event.strength is not None]
    shares = {award.share for award in awards}
    draws = any(isinstance(street.cards, Draw) for street in end.procedure.game.streets)
    return (
        bool(end.shown >> LEARNER & 1)
        and end.shown.bit_count() == SHOWN
        and len(shares) == len(end.procedure.shares)
        and (not draws or any(isinstance(event, events.Drew) for event in happened))
        and len(moments) <= LONGEST
    )


def is_whole(state: Round) -> bool:
    """Whether the learner has a hand, and has not just given up cards of it to draw others."""
    streets = state.procedure.game.streets
    first = streets[0].cards
    drawing = any(isinstance(street.cards, Draw) for street in streets)
    short = drawing and isinstance(first, Deal) and len(state.cards(LEARNER)) < len(first.faces)
    return state.is_live(LEARNER) and not short


def steps(moments: tuple[Moment, ...]) -> Iterator[WorkedStep]:
    lineup = tuple(range(len(PLAYERS)))
    for sequence, (event, state) in enumerate(moments):
        entry = Entry(sequence, 0.0, event, 1, lineup, PLAYERS, state)
        mine = state.turn == LEARNER and not state.over
        yield WorkedStep(
            told=told(entry, PLAYERS[LEARNER], str),
            event=msgspec.to_builtins(seen_by(event, LEARNER)),
            hands=marked(state, state.cards(LEARNER)) if is_whole(state) else (),
            offers=tuple(map(offer_of, legal_actions(state, LEARNER))) if mine else (),
        )
