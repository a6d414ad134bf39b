"""Every game of every edition, under every limit structure and with every number of players, played at random.

The auditor counts chips and cards at each step and folds the log again at the end; the referee holds every pot, rake,
raise, turn and burn card against the text. A round that fails is named in the failure; `python -m tests.property '<its
name>'` plays it again.
"""

from collections.abc import Iterable
from enum import StrEnum

import pytest

from pokerroom.games import PERMITTED
from pokerroom.play.events import (
    BetMade,
    BettingRoundClosed,
    CommonCardDealt,
    DeckRanShort,
    Event,
    PotAwarded,
    Raised,
    RakeTaken,
    ShowdownOpened,
)
from pokerroom.rules import clauses
from pokerroom.rules.clauses import Game
from tests.property.auditor import audited
from tests.property.referee.met import Met
from tests.sweep import EVERY_SIGN, LOADED, Case, case_named, cases, play

ROUNDS = 6
SOAK_ROUNDS = 400
"""Of each sign, structure and number of players: some 700,000 rounds in all, an hour of processor.

A soak that takes longer is not run."""
FURTHER_ROUNDS = 12
"""Where a rare case has not come up yet, so many more are played at most under a loaded sign, until it has."""

every_game = pytest.mark.parametrize("game", PERMITTED, ids=lambda game: f"{game.edition}:{game.key}")


class Rarity(StrEnum):
    """What random play must have met before it counts as having looked."""

    SIDE_POT = "a side pot"
    TIE = "a tie"
    ODD_UNIT = "an odd unit"
    SHORT_ALL_IN = "an all-in below a full bet or raise"
    SPLIT = "a pot split between high and low"
    SHORT_DECK = "a deck that ran short"


EVERYWHERE = {
    Met.PERCENTAGE,
    Met.LEVEL,
    Met.RAKED_SIDE_POT,
    Met.MAXIMUM,
    Met.CONTRIBUTION,
    Met.UNMATCHED_ANTE,
    Met.SHORT_ANTE,
    Met.SHORT_ANTE_IN_MAIN_POT,
    Met.FOLDED_SIDE_CHIPS,
    Met.UNEVEN_IN_ONE_POT,
    Met.COMPLETED,
    Met.RAISED_OVER,
    Met.CHECKED_BEFORE_SHORT,
    Met.BLIND_BEFORE_SHORT,
    Met.ANSWERED_BEFORE_SHORT,
}
OF_FAMILY: dict[str, set[Met]] = {
    "five-card-stud": {Met.UNCALLED_OF_ONE_OUT, Met.ABOVE_EVERY_STAKE},
    "seven-card-stud": {Met.UNCALLED_OF_ONE_OUT},
    "triple-draw": {Met.LATE_BURN, Met.NOT_REPOSTED},
    "badugi": {Met.LATE_BURN, Met.REPOSTED},
}

NEVER_SHORT = {
    "hold-em": "11 hands of 2, 5 on the board and 3 burns are 30 cards",
    "omaha": "10 hands of 4, 5 on the board and 3 burns are 48 cards",
    "five-card-stud": "8 hands of 5 and 3 burns are 43 cards",
    "mambo-stud": "11 hands of 3, a community card and 2 burns are 36 cards",
}
"""The families whose fullest table leaves cards in the deck, so that their sections say nothing of a short one."""


def cards_wanted(game: Game) -> int:
    """What a full table takes when nobody folds and every drawer draws all they may."""
    seats = game.seats.most
    held = sum(len(street.cards.faces) for street in game.streets if isinstance(street.cards, clauses.Deal))
    wanted = 0
    for street in game.streets:
        match street.cards:
            case clauses.Deal(faces=faces, burn=burn):
                wanted += seats * len(faces) + (burn is not None)
            case clauses.Community(count=count):
                wanted += count + 1
            case clauses.Draw():
                wanted += seats * held + 1
    return wanted


def expected(game: Game) -> set[Rarity | Met]:
    met: set[Rarity | Met] = {Rarity.SIDE_POT, Rarity.TIE, Rarity.ODD_UNIT, Rarity.SHORT_ALL_IN}
    met |= EVERYWHERE | OF_FAMILY.get(game.family, set())
    met |= {Met.DEAD_SMALL_BLIND} if game.has_button else set()
    met |= {Met.KILL_BESIDE_DEAD_BLIND} if game.kill is not None else set()
    if len(game.shares) > 1:
        met.add(Rarity.SPLIT)
    if game.family not in NEVER_SHORT:
        met.add(Rarity.SHORT_DECK)
    return met


def rarities(events: Iterable[Event]) -> set[Rarity]:
    met: set[Rarity] = set()
    shares: set[tuple[int, str]] = set()
    for event in events:
        match event:
            case ShowdownOpened(pots=pots) if len(pots) > 1:
                met.add(Rarity.SIDE_POT)
            case PotAwarded():
                shares.add((event.pot, event.share))
                met |= {Rarity.TIE} if len(event.seats) > 1 else set()
                met |= {Rarity.ODD_UNIT} if event.odd_rule else set()
            case BetMade(full=False) | Raised(full=False):
                met.add(Rarity.SHORT_ALL_IN)
            case DeckRanShort() | CommonCardDealt():
                met.add(Rarity.SHORT_DECK)
            case _:
                pass
    if any((pot, "low") in shares for pot, share in shares if share == "high"):
        met.add(Rarity.SPLIT)
    return met


def played(case: Case) -> set[Rarity | Met]:
    """What an audited round met; a failure says how to play the round again."""
    met: set[Met] = set()
    try:
        return {*rarities(event for step in audited(play(case), met) for event in step.events), *met}
    except Exception as error:
        error.add_note(f"to play it again: python -m tests.property '{case}'")
        raise


def sweep(game: Game, rounds: int) -> None:
    met: set[Rarity | Met] = set()
    for case in cases(game, rounds, signs=EVERY_SIGN):
        met |= played(case)
    for case in cases(game, FURTHER_ROUNDS, first=rounds, signs=(LOADED,)):
        if expected(game) <= met:
            break
        met |= played(case)
    assert expected(game) - met == set(), "random play never met these"


@every_game
def test_chips_cards_turns_and_log_are_in_order_at_every_step(game: Game) -> None:
    sweep(game, ROUNDS)


@pytest.mark.soak
@every_game
def test_they_stay_so_over_long_play(game: Game) -> None:
    sweep(game, SOAK_ROUNDS)


def test_antes_of_a_first_betting_round_in_which_nobody_can_bet_are_not_raked_with_a_later_one() -> None:
    """AMB-90: they count with the bets of the first one. Here one of two players is all-in on the ante."""
    case = case_named("19:47-badugi-proposal badugi no 2 loaded 95")
    events = [event for step in audited(play(case), set()) for event in step.events]
    assert any(isinstance(event, BettingRoundClosed) for event in events)
    assert not any(isinstance(event, RakeTaken) for event in events)


@every_game
def test_a_section_without_a_word_on_a_short_deck_cannot_meet_one(game: Game) -> None:
    assert (cards_wanted(game) > 52) is (game.family not in NEVER_SHORT)
    assert (game.shortage is None) is (game.family in NEVER_SHORT)
