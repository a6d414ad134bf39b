"""Everything that can go wrong, mixed at random into rounds of every game of every edition.

The auditor keeps books of its own: chips, refunds, cards out of play, who may still win; the referee deals the rest of
a round in its head before it lets a card be lost. A round that fails is named in the failure; `python -m tests.property
irregular '<its name>'` plays it again.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from random import Random

import pytest

from pokerroom.cards import UNKNOWN
from pokerroom.games import PERMITTED
from pokerroom.play import Event, Folding, Misdeal, Refusal, Removal, Round, perform
from pokerroom.play.commands import CardCount, Irregularity
from pokerroom.play.events import (
    CardExchanged,
    ChoiceOffered,
    DrawnCardExposed,
    FaceUpCardRemoved,
    FallenCardRemoved,
    FallenCardReplaced,
    Folded,
    Frozen,
    HandDisclosed,
    HandProtected,
    HandReconstructed,
    HandRemoved,
    Misdealt,
    PlayedOn,
    PlayerLeft,
    PotAwarded,
    PotsFormed,
    RakeReturned,
    RakeTaken,
    ReplacementDue,
    RoundDied,
    Ruled,
)
from pokerroom.rules import clauses
from pokerroom.rules.clauses import Face, Game
from tests.irregular import DROPPING_CARDS, EXPOSING_CARDS, MISHAPS, Luck, play
from tests.property.auditor import audited
from tests.property.referee.met import Met
from tests.property.test_legality import commands, is_offered, refused
from tests.sweep import EVERY_SIGN, Case, Step, case_named, cases, full_tables

ROUNDS = 2
SOAK_ROUNDS = 80
"""Some forty minutes of processor in all: a soak that takes longer is not run."""
FURTHER_ROUNDS = 12
"""Where something rare has not happened yet, so many more are played at most, until it has."""
TRIALS_EVERY = 16
"""One round in so many has the offers after each irregularity tried one by one."""

SPARSELY = 10
"""One table in so many of those that a game allows."""

every_game = pytest.mark.parametrize("game", PERMITTED, ids=lambda game: f"{game.edition}:{game.key}")

Happening = type[Event] | StrEnum
"""A kind of event, or the cause that one gives."""

EVERYWHERE: set[Happening] = {
    *CardCount,
    *Misdeal,
    *Removal,
    *Folding,
    FaceUpCardRemoved,
    FallenCardRemoved,
    FallenCardReplaced,
    HandDisclosed,
    HandProtected,
    HandReconstructed,
    PlayerLeft,
    PotsFormed,
    Ruled,
}
OF_THE_MONEY: set[Happening] = {Met.UNCALLED_OF_ONE_OUT}
"""A player who has bet is out before anybody has answered, or when only all-in players are left."""
OF_EXPOSURE: dict[type[object], set[Happening]] = {
    clauses.NextCardDown: set(),
    clauses.FreezeOrPlayOn: {ChoiceOffered, Frozen, PlayedOn},
    clauses.Exchange: {CardExchanged, Misdeal.EXPOSED_CARDS},
    clauses.ReplaceLast: {DrawnCardExposed, ReplacementDue},
}
OF_UP_CARDS: set[Happening] = {Folding.TURNED_DOWN}
OF_DOWN_CARDS_ALONE: set[Happening] = {Removal.SKIPPED}
"""Who has an up-card was dealt in, as everybody can see; before the cards a skipped player makes a misdeal."""


def expected(game: Game) -> set[Happening]:
    """What random play must have met in this game before it counts as having looked."""
    met = (EVERYWHERE | OF_THE_MONEY) - {Removal.EXPOSED, Misdeal.EXPOSED_CARDS}
    for street in game.streets:
        met |= OF_EXPOSURE.get(type(street.exposed), set())
        match street:
            # Where fewer cards are due face down, no hand can die of them.
            case clauses.Street(cards=clauses.Deal(faces=faces), exposed=clauses.NextCardDown(dead_from=most)):
                met |= {Removal.EXPOSED} if faces.count(Face.DOWN) >= most else set()
    first = game.streets[0].cards
    up_cards = isinstance(first, clauses.Deal) and Face.UP in first.faces
    return met - (OF_DOWN_CARDS_ALONE if up_cards else OF_UP_CARDS)


def happening(event: Event) -> Happening:
    match event:
        case Misdealt(cause=cause) | RoundDied(cause=cause) | HandRemoved(cause=cause):
            return cause
        case Folded(how=how):
            return how
        case _:
            return type(event)


def is_irregular(step: Step) -> bool:
    return isinstance(step.command, Irregularity) or bool(getattr(step.command, "exposed", ()))


def try_offers(state: Round, rng: Random) -> None:
    """A player may do what is offered and nothing else, whatever has gone wrong before."""
    # A card that nobody has named may be called by any name, which the trial's account of an offer does not know.
    if state.turn is None or UNKNOWN in state.cards(state.turn):
        return
    for command in commands(state, rng):
        if is_offered(state, command):
            outcome = perform(state, command)
            assert not isinstance(outcome, Refusal), f"{command} is offered and was refused: {outcome}"
            assert outcome[0].chips == state.chips
        else:
            refused(state, command)


def watched(case: Case, *, trying: bool = False) -> Iterator[Happening]:
    """What happened in an audited round; a failure says how to play it again."""
    rng = Random(str(case))
    met: set[Met] = set()
    try:
        for step in audited(play(case), met):
            yield from map(happening, step.events)
            if trying and is_irregular(step) and step.refusal is None:
                try_offers(step.after, rng)
    except Exception as error:
        error.add_note(f"to play it again: python -m tests.property irregular '{case}'")
        raise
    yield from met


def sweep(game: Game, rounds: int) -> None:
    met: set[Happening] = set()
    for number, case in enumerate(cases(game, rounds, signs=EVERY_SIGN)):
        met.update(watched(case, trying=number % TRIALS_EVERY == 0))
    for case in cases(game, FURTHER_ROUNDS, first=rounds, signs=EVERY_SIGN):
        if expected(game) <= met:
            break
        met.update(watched(case))
    assert expected(game) - met == set(), "random play never met these"


@every_game
def test_whatever_goes_wrong_every_chip_and_card_stays_accounted_for(game: Game) -> None:
    sweep(game, ROUNDS)


@pytest.mark.soak
@every_game
def test_they_stay_so_over_long_irregular_play(game: Game) -> None:
    sweep(game, SOAK_ROUNDS)


def short_of_cards(kind: str, lucks: tuple[Luck, ...], rounds: Iterable[Case]) -> set[Met]:
    """What rounds came across in which cards are lost until none can be spared; each of them ends."""
    met: set[Met] = set()
    for case in rounds:
        try:
            steps = list(audited(play(case, lucks=lucks), met))
        except Exception as error:
            error.add_note(f"to play it again: python -m tests.property {kind} '{case}'")
            raise
        assert steps[-1].after.over, f"{case}: the round never ends"
    return met


WAYS_OUT: dict[type[object], Met] = {
    clauses.CommonCard: Met.LOST_ON_COMMON_CARD,
    clauses.ReshuffleMuck: Met.LOST_ON_RESHUFFLE,
    clauses.ReshuffleDiscards: Met.LOST_ON_RESHUFFLE,
}
"""What lets a section go on where the deck alone would be too short, however full its table."""


@every_game
def test_a_lost_card_is_refused_only_where_the_rest_could_not_be_dealt(game: Game) -> None:
    rounds = (*(*cases(game, 1),)[::SPARSELY], *full_tables(game, 1))
    met = short_of_cards("dropping", DROPPING_CARDS, rounds)
    due = {Met.TOO_SHORT, WAYS_OUT.get(type(game.shortage), Met.TOO_SHORT)}
    assert due <= met, "random play never met these"


@every_game
def test_so_is_an_exposed_card_which_may_be_the_burn_card(game: Game) -> None:
    met = short_of_cards("exposing", EXPOSING_CARDS, full_tables(game, 1))
    # Only omaha's fullest table leaves so few cards that the burn card decides.
    assert Met.BURN_CREDITED in met or game.family != "omaha", "random play never met it"


@pytest.mark.soak
@every_game
def test_they_stay_so_at_many_full_tables(game: Game) -> None:
    short_of_cards("dropping", DROPPING_CARDS, full_tables(game, SOAK_ROUNDS))
    short_of_cards("exposing", EXPOSING_CARDS, full_tables(game, SOAK_ROUNDS))


@pytest.mark.parametrize(
    "name",
    [
        # A reshuffled deck runs short again in the same street.
        "13:69F-super-stud-amendment super-seven-card-stud-high-low-eight spread 7 loaded 36",
        # Uneven antes: the main pot has made up what another was raked, and is to be raked for it again.
        "13:69F-triple-draw-amendment mambo-stud spread 11 loaded 78",
    ],
)
def test_a_full_table_that_keeps_losing_cards_is_judged_to_its_end(name: str) -> None:
    short_of_cards("dropping", DROPPING_CARDS, [case_named(name)])


def test_every_irregularity_and_every_exposed_card_is_among_what_goes_wrong() -> None:
    drawn = {type(step.command) for game in PERMITTED[:12] for case in cases(game, 1) for step in play(case)}
    assert drawn >= set(Irregularity.__args__)
    exposures = {type(street.exposed) for game in PERMITTED for street in game.streets if street.exposed}
    assert exposures == set(OF_EXPOSURE)
    assert len(MISHAPS) >= len(Irregularity.__args__)


@pytest.mark.parametrize(
    "name",
    [
        "13:69F-current hold-em spread 4 loaded 375",
        "13:69F-current seven-card-stud-high fixed 6 loaded 63",
        "13:69F-current seven-card-stud-low fixed 8 loaded 151",
        "13:69F-current seven-card-stud-high-low fixed 7 loaded 319",
        "13:69F-current seven-card-stud-low no 7 loaded 255",
        "13:69F-current seven-card-stud-high-low-eight spread 9 loaded 167",
    ],
)
def test_after_a_ruling_has_moved_chips_the_pots_hold_all_that_is_left(name: str) -> None:
    assert any(isinstance(event, Ruled) for step in audited(play(case_named(name))) for event in step.events)


def test_a_hand_that_takes_back_more_than_the_pot_holds_has_the_rake_go_back_first() -> None:
    steps = list(audited(play(case_named("13:69F-current seven-card-stud-high-low-eight fixed 2 loaded 191"))))
    events = [event for step in steps for event in step.events]
    removed = next(event for event in events if isinstance(event, HandRemoved))
    returned = events[events.index(removed) - 1]
    assert isinstance(returned, RakeReturned)
    assert returned.amount == sum(sum(event.amounts) for event in events if isinstance(event, RakeTaken))
    (award,) = [event for event in events if isinstance(event, PotAwarded)]
    assert sum(award.amounts) == 600 - removed.returned
