"""Whether the next round may be dealt, and whether the next card of a round may be."""

from collections.abc import Callable, Sequence
from datetime import datetime

from pokerroom.rules.citation import Citation
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.table.decks.clocks import CLOCK, COUNT, TWO_DECKS, change_due, count_due, lack, needed_of, sort_due
from pokerroom.table.decks.equipment import Step
from pokerroom.table.decks.state import Deck, Decks
from pokerroom.table.refusals import Code, Refusal
from pokerroom.words import term

cite = NJAC_13_69F.cite

OPENING = cite("14.4(a)")
DEALER = cite("14.6(b)")
LEAST_PLAYERS, MOST_PLAYERS = 2, 11
"""How many players poker is played with, 14.6(b); a game may seat fewer than the most."""
ROUND = cite('14.1 "Round of play"')
ALTERNATION = cite("14.2(d)3")
SHUFFLER_STORE = cite("14.2(d)2")


def may_deal(state: Decks, now: datetime) -> Refusal | None:
    """Why the next round of play may not be dealt, the most important reason first; None if it may."""
    for check in CHECKS:
        refusal = check(state, now)
        if refusal is not None:
            return refusal
    return None


def may_deal_card(state: Decks) -> Refusal | None:
    """Why the next card of the round in progress may not be dealt; None if it may."""
    dealing = state.dealing
    if dealing is None:
        return Refusal(Code.NO_ROUND, ROUND, {"table": state.table})
    if state.dealer is None:
        return Refusal(Code.NO_DEALER, DEALER, {"table": state.table})
    if dealing.transaction is not None:
        return Refusal(Code.MARKER_ON_DECK, cite("14.6(e)1"), {"transaction": dealing.transaction})
    return stopped_refusal(state)


def stopped_refusal(state: Decks) -> Refusal | None:
    """Why the round in progress cannot go on, if it cannot."""
    dealing = state.dealing
    if dealing is not None and dealing.died is not None:
        return Refusal(Code.ROUND_DEAD, cite("14.15(g)"), {})
    if dealing is not None and dealing.misdealt is not None:
        return Refusal(Code.MISDEAL, cite("14.15(e)1", reading="AMB-110"), {})
    return None


def round_refusal(state: Decks) -> Refusal | None:
    if state.dealing is not None:
        return Refusal(Code.ROUND_IN_PROGRESS, ROUND, {"table": state.table})
    return None


def closed_refusal(state: Decks) -> Refusal | None:
    if state.day is None:
        return Refusal(Code.TABLE_CLOSED, OPENING, {"table": state.table})
    return None


def two_decks_refusal(state: Decks, *, rule: Citation = TWO_DECKS) -> Refusal | None:
    if len(state.decks) < 2:
        return Refusal(Code.TOO_FEW_DECKS, rule, {"table": state.table, "decks": len(state.decks)})
    return None


def lack_refusal(deck: Deck, needed: Step) -> Refusal | None:
    missing = lack(deck, needed)
    return None if missing is None else Refusal(missing.code, missing.rule, {"deck": deck.name})


def _open(state: Decks, now: datetime) -> Refusal | None:  # noqa: ARG001
    return closed_refusal(state) or round_refusal(state)


def _dealer(state: Decks, now: datetime) -> Refusal | None:  # noqa: ARG001
    return Refusal(Code.NO_DEALER, DEALER, {"table": state.table}) if state.dealer is None else None


def _two_decks(state: Decks, now: datetime) -> Refusal | None:  # noqa: ARG001
    return two_decks_refusal(state)


def _shown(state: Decks, now: datetime) -> Refusal | None:  # noqa: ARG001
    return _first([lack_refusal(deck, Step.SHOWN) for deck in state.decks])


def _changed(state: Decks, now: datetime) -> Refusal | None:
    """Both decks are opened for use, so neither may be used past its hours, 14.2(b)."""
    for deck in state.decks:
        when = change_due(state, deck)
        if when is not None and when <= now:
            return _overdue(Code.CHANGE_DUE, deck, when, CLOCK)
    return None


def _in_play(state: Decks, now: datetime) -> Refusal | None:  # noqa: ARG001
    deck = state.in_play
    if deck is None:
        return Refusal(Code.NO_DECK_IN_PLAY, TWO_DECKS, {"table": state.table})
    if state.shuffler is not None and deck.name == state.last_used:
        return Refusal(Code.SAME_DECK_AGAIN, ALTERNATION, {"deck": deck.name})
    return None


def _sorted_and_counted(state: Decks, now: datetime) -> Refusal | None:
    deck = state.in_play
    assert deck is not None
    for code, when, rule in (
        (Code.SORT_DUE, sort_due(state, deck), CLOCK),
        (Code.COUNT_DUE, count_due(state, deck), COUNT),
    ):
        if when is not None and when <= now:
            return _overdue(code, deck, when, rule)
    return None


def _overdue(code: Code, deck: Deck, when: datetime, rule: Citation) -> Refusal:
    return Refusal(code, rule, {"deck": deck.name, "when": when.isoformat(" ", "minutes")})


def _prepared(state: Decks, now: datetime) -> Refusal | None:  # noqa: ARG001
    return _first([lack_refusal(deck, needed_of(state, deck)) for deck in state.decks])


def _first(refusals: Sequence[Refusal | None]) -> Refusal | None:
    """Of decks at different steps, names the one furthest behind."""
    given = [refusal for refusal in refusals if refusal is not None]
    return min(given, key=lambda refusal: refusal.code.precedence, default=None)


def _stored(state: Decks, now: datetime) -> Refusal | None:  # noqa: ARG001
    rule = TWO_DECKS if state.shuffler is None else SHUFFLER_STORE
    for deck in state.idle:
        if deck.place is not state.store:
            return Refusal(Code.NOT_STORED, rule, {"deck": deck.name, "place": term(state.store)})
    return None


def _players(state: Decks, now: datetime) -> Refusal | None:  # noqa: ARG001
    if len(state.players) < LEAST_PLAYERS:
        return Refusal(Code.TOO_FEW_TO_DEAL, DEALER, {"table": state.table})
    return None


CHECKS: tuple[Callable[[Decks, datetime], Refusal | None], ...] = (
    _open,
    _dealer,
    _two_decks,
    _shown,
    _changed,
    _in_play,
    _sorted_and_counted,
    _prepared,
    _stored,
    _players,
)
"""Most important first."""
