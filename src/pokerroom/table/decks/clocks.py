"""When a deck must be counted, sorted and changed, and everything else that is due at a table."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import NamedTuple

from pokerroom.rules.citation import Citation
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.table.decks.equipment import Step
from pokerroom.table.decks.state import Deck, Decks
from pokerroom.table.due import Due, Duty
from pokerroom.table.refusals import Code

cite = NJAC_13_69F.cite

CLOCK = cite("14.2(b)", reading="AMB-68")
COUNT = cite("14.6(e)4", reading="AMB-165")
TWO_DECKS = cite("14.2(a)")
DISTRIBUTION = cite("14.2(c)")
IDLE = cite("14.5(d)", reading="R-16")
RELIEF = cite("14.6(b)", reading="R-49")


class Lack(NamedTuple):
    """What a deck still needs at some step: the refusal until it is done, and the duty to do it."""

    code: Code
    duty: Duty
    rule: Citation


LACKS = {
    Step.RECEIVED: Lack(Code.NOT_INSPECTED, Duty.INSPECT, cite("14.4(a)")),
    Step.INSPECTED: Lack(Code.NOT_VERIFIED, Duty.VERIFY, cite("14.4(b)")),
    Step.VERIFIED: Lack(Code.NOT_SPREAD, Duty.SPREAD, cite("14.4(b)")),
    Step.LEFT_IDLE: Lack(Code.NOT_SPREAD, Duty.SPREAD, cite("14.5(d)")),
    Step.SPREAD_FACE_DOWN: Lack(Code.SPREAD_FACE_DOWN, Duty.TURN_UP, cite("14.5(d)")),
    Step.SPREAD_FACE_UP: Lack(Code.NOT_SHOWN_TO_PLAYERS, Duty.SHOW, cite("14.4(c)", reading="AMB-166")),
    Step.SHOWN: Lack(Code.NOT_WASHED, Duty.WASH, cite("14.4(c)")),
    Step.WASHED: Lack(Code.NOT_SHUFFLED, Duty.SHUFFLE, cite("14.5(a)")),
    Step.USED: Lack(Code.NOT_SHUFFLED, Duty.SHUFFLE, cite("14.5(a)")),
    Step.SHUFFLED: Lack(Code.NOT_CUT, Duty.CUT, cite("14.5(b)")),
    Step.COVER_CARD_PLACED: Lack(Code.NOT_CUT, Duty.CUT, cite("14.5(b)2")),
    Step.PACKET_TAKEN: Lack(Code.NOT_CUT, Duty.CUT, cite("14.5(b)3")),
}
FAILED = Lack(Code.SHUFFLE_FAILED, Duty.RESHUFFLE, cite("14.15(p)"))


def lack(deck: Deck, needed: Step) -> Lack | None:
    """The next thing a deck needs before it reaches a step."""
    if deck.step >= needed:
        return None
    return FAILED if deck.shuffle_failed and deck.step in {Step.WASHED, Step.USED} else LACKS[deck.step]


def needed_of(state: Decks, deck: Deck) -> Step:
    """How far each deck must be before a round is dealt: the one in play, and the one waiting, 14.4(c)."""
    if deck.in_play:
        return Step.CUT
    if state.shuffler is not None:
        return Step.WASHED  # The device shuffles it while the other deck is dealt.
    return Step.USED if state.rules.wash == "both" else Step.SHOWN


def change_due(state: Decks, deck: Deck) -> datetime | None:
    return _runs_out(state, deck, timedelta(hours=state.rules.change_hours), deck.opened_at, deck.played)


def sort_due(state: Decks, deck: Deck) -> datetime | None:
    return _runs_out(state, deck, timedelta(hours=state.rules.sort_hours), deck.sorted_at, deck.played_unsorted)


def count_due(state: Decks, deck: Deck) -> datetime | None:
    return None if deck.counted_at is None else deck.counted_at + timedelta(minutes=state.rules.count_minutes)


def _runs_out(
    state: Decks, deck: Deck, allowed: timedelta, start: datetime | None, played: timedelta
) -> datetime | None:
    """When the allowed time is over; None for a clock that is stopped with time left."""
    if start is None:
        return None
    if state.rules.deck_clock == "wall":
        return start + allowed
    if deck.in_play_since is not None:
        return deck.in_play_since + (allowed - played)
    if played < allowed or deck.out_of_play_since is None:
        return None
    return deck.out_of_play_since - (played - allowed)


def idle_from(state: Decks) -> datetime | None:
    """When a table with one waiting player counts as without gaming activity; None if nobody waits (R-16)."""
    return None if state.one_seated is None else state.one_seated + timedelta(minutes=state.rules.idle_minutes)


def clocks(state: Decks) -> tuple[Due, ...]:
    """Every running clock of the table, the next to run out first."""
    running = [Due(duty, deck.name, when, when, rule) for deck in state.decks for duty, when, rule in _of(state, deck)]
    running += _of_dealer(state)
    return tuple(sorted(running, key=lambda each: each.when))


def _of(state: Decks, deck: Deck) -> Iterator[tuple[Duty, datetime, Citation]]:
    changed = change_due(state, deck)
    if changed is not None:
        yield Duty.CHANGE, changed, CLOCK
    if not deck.in_play:
        return
    in_sequence, counted = sort_due(state, deck), count_due(state, deck)
    if in_sequence is not None:
        yield Duty.SORT, in_sequence, CLOCK
    if counted is not None:
        yield Duty.COUNT, counted, COUNT


def _of_dealer(state: Decks) -> Iterator[Due]:
    """Another dealer comes by the rotation of the house (R-49): it keeps no round from being dealt."""
    if state.dealer is not None and state.dealing_since is not None:
        when = state.dealing_since + timedelta(minutes=state.rules.relief_minutes)
        yield Due(Duty.RELIEVE, state.dealer.name, when, when, RELIEF)


def due(state: Decks, now: datetime) -> tuple[Due, ...]:
    """Everything due or overdue at the table, the longest owed first."""
    if state.day is None:
        return ()
    owed = [*clocks(state), *_of_round(state), *_of_decks(state)]
    return tuple(sorted((each for each in owed if each.when <= now), key=lambda each: each.when))


def day_due(state: Decks, day: date, since: datetime) -> Due | None:
    """A table that stays open begins each gaming day of the house: new decks come from its distribution, not from the
    day before.
    """
    if state.day is None or state.day >= day:
        return None
    return Due(Duty.BEGIN_DAY, state.table, since, since, DISTRIBUTION)


def _of_round(state: Decks) -> Iterator[Due]:
    dealing = state.dealing
    if dealing is None:
        return
    for duty, when, rule in (
        (Duty.TRANSACT, dealing.set_down, cite("14.6(e)1")),
        (Duty.CALL_MISDEAL, dealing.misdealt, cite("14.15(e)1")),
        (Duty.CALL_DEAD, dealing.died, cite("14.15(g)")),
    ):
        if when is not None:
            yield Due(duty, dealing.deck, when, when, rule)


def _of_decks(state: Decks) -> Iterator[Due]:
    if state.day is not None and state.day_from is not None and state.assigned(state.day) is None:
        yield Due(Duty.DISTRIBUTE, state.table, state.day_from, state.day_from, DISTRIBUTION)
    if state.deck_missing is not None:
        yield Due(Duty.BRING_DECK, state.table, state.deck_missing, state.deck_missing, TWO_DECKS)
    idle = idle_from(state)
    for deck in state.decks:
        if idle is not None and deck.step > Step.SPREAD_FACE_UP:
            yield Due(Duty.SPREAD, deck.name, idle, idle, IDLE)
        missing = lack(deck, needed_of(state, deck))
        since = _since(state, deck)
        if missing is not None and since is not None:
            yield Due(missing.duty, deck.name, since, since, missing.rule)
        elif not deck.in_play and deck.place is not state.store and state.in_play is not None:
            yield Due(Duty.STORE, deck.name, deck.since, deck.since, TWO_DECKS)


def _since(state: Decks, deck: Deck) -> datetime | None:
    """Since when the next step of a deck has been owed; None while it must wait."""
    if state.dealing is not None and deck.in_play:
        return None
    if deck.step in {Step.SPREAD_FACE_DOWN, Step.SPREAD_FACE_UP}:
        # Cards are turned up and shown once two players have arrived, 14.5(d).
        return None if state.two_seated is None else max(deck.since, state.two_seated)
    return deck.since
