"""The lesson of one game: the order of hands with cards, how a round goes, the limits, hands that surprise, a round.

Everything in it is read from the game's clauses or found by its ranking, so that it says what the table does.
"""

from collections.abc import Iterator
from functools import cache, partial

import msgspec

from pokerroom.cards import RANKS, Card, parse_cards
from pokerroom.games import game as game_of, home_edition
from pokerroom.history.narration import each_dealt, texts
from pokerroom.history.reasons import opening
from pokerroom.live.lessons.examples import HANDS, OMAHA, SURPRISES, WITH_A_BOARD
from pokerroom.live.lessons.worked import PLAYERS, WorkedStep, worked_round
from pokerroom.live.posted import limits_text
from pokerroom.live.seeding import FIXED, MINIMUM, antes, blinds
from pokerroom.play import procedure
from pokerroom.play.procedure import Procedure, SharePlan
from pokerroom.ranking import Exactly, Ranking, Strength, category, compared, named, rank_hand, unqualified
from pokerroom.ranking.comparing import class_named
from pokerroom.ranking.strength import HAND_SIZE, RANK_BITS
from pokerroom.rules.clauses import Community, Deal, Game, Share, Street
from pokerroom.rules.house import letter
from pokerroom.words import Saying, saying


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    cards: tuple[str, ...]
    kind: Saying
    """Its class."""
    says: Saying
    """Its name in full."""


class Corner(msgspec.Struct, frozen=True, kw_only=True):
    """Two hands of which people expect the other to win, or one that does not qualify."""

    better: Hand | None
    """None where the hand fails by itself."""
    worse: Hand
    board: tuple[str, ...]
    says: Saying
    """What decided."""


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """One way in which the pot, or a half of it, is won."""

    share: str
    rule: str
    says: tuple[Saying, ...]
    """How the hand is formed, which is the better, and what qualifies."""
    hands: tuple[Hand, ...]
    """The best first."""
    corners: tuple[Corner, ...]


class StreetTaught(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    rule: str
    says: tuple[Saying, ...]


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    title: str
    family: str
    edition: str
    ways: tuple[Way, ...]
    streets: tuple[StreetTaught, ...]
    limits: tuple[Saying, ...]
    players: tuple[str, ...]
    """Of the worked round; the learner is the first."""
    played_at: str
    """The limits of the worked round."""
    steps: tuple[WorkedStep, ...]


@cache
def lesson_of(key: str) -> Lesson:
    """Of a game by its key, in the edition that the room plays it by; raises `NotPermittedError` for no game."""
    game = game_of(key, home_edition(key))
    posted = blinds(MINIMUM) if game.has_button else antes(MINIMUM)
    plan = procedure(game, letter(FIXED.limits, **FIXED.posted, **posted))
    return Lesson(
        game=game.key,
        title=game.name,
        family=game.family,
        edition=game.edition,
        ways=tuple(way(each) for each in plan.shares),
        streets=tuple(taught(street) for street in game.streets),
        limits=tuple(limits(game, plan)),
        players=PLAYERS,
        played_at=limits_text(FIXED.limits),
        steps=worked_round(plan),
    )


# How the pot is won.


def way(plan: SharePlan) -> Way:
    share = plan.share
    hands = sorted(map(parse_cards, HANDS[share.ranking]), key=partial(rank_hand, share.ranking), reverse=True)
    return Way(
        share=share.name,
        rule=share.rule.paragraph,
        says=tuple(won_by(share)),
        hands=tuple(taught_hand(plan, cards) for cards in hands),
        corners=tuple(corners(plan)),
    )


def taught_hand(plan: SharePlan, cards: tuple[Card, ...], board: tuple[Card, ...] = ()) -> Hand:
    ranking = plan.share.ranking
    strength = plan.rank(cards, board) if board else rank_hand(ranking, cards)
    return Hand(cards=texts(cards), kind=kind_of(ranking, strength), says=named(ranking, strength))


def kind_of(ranking: Ranking, strength: Strength) -> Saying:
    if ranking is Ranking.BADUGI:
        return saying("compared.badugi", count=strength >> RANK_BITS)
    return class_named(category(ranking, strength))


def won_by(share: Share) -> Iterator[Saying]:
    """How the hand is formed, which hand is the better, and what it must be to win at all."""
    formation, size = share.formation, HAND_SIZE[share.ranking]
    yield saying(f"lesson.share-{share.name}")
    if isinstance(formation, Exactly):
        yield saying("lesson.exactly", own=formation.own, board=formation.board)
    elif share.ranking is not Ranking.BADUGI:
        yield saying("lesson.any-of", count=size)
    yield saying(f"lesson.{share.ranking.value}")
    if share.qualifier is not None:
        yield saying("lesson.qualifier", count=size, worst=share.qualifier.worst)


def corners(plan: SharePlan) -> Iterator[Corner]:
    """Hands that surprise, each with what decided."""
    ranking, formation = plan.share.ranking, plan.share.formation
    with_board = WITH_A_BOARD.get(ranking, ()) if formation == OMAHA else ()
    for better, worse, board in with_board:
        yield corner(plan, parse_cards(better), parse_cards(worse), parse_cards(board))
    for better, worse in SURPRISES[ranking]:
        yield corner(plan, parse_cards(better), parse_cards(worse), ())
    if plan.share.qualifier is not None:
        yield too_high(plan, plan.share.qualifier.worst)


def corner(plan: SharePlan, better: tuple[Card, ...], worse: tuple[Card, ...], board: tuple[Card, ...]) -> Corner:
    ranking = plan.share.ranking
    strengths = [plan.rank(each, board) if board else rank_hand(ranking, each) for each in (better, worse)]
    assert strengths[0] > strengths[1], "a hand to learn from does not win"
    return Corner(
        better=taught_hand(plan, better, board),
        worse=taught_hand(plan, worse, board),
        board=texts(board),
        says=compared(ranking, strengths[0], strengths[1]),
    )


def too_high(plan: SharePlan, worst: str) -> Corner:
    """The best hand that does not qualify: one rank too high, and the lowest cards beside it."""
    size = HAND_SIZE[plan.share.ranking]
    ranks = (RANKS[RANKS.index(worst) + 1], *"432A"[-(size - 1) :])
    cards = parse_cards(" ".join(f"{rank}{suit}" for rank, suit in zip(ranks, "cdhsc", strict=False)))
    strength = rank_hand(plan.share.ranking, cards)
    says = unqualified(plan.share.ranking, strength, worst)
    return Corner(better=None, worse=taught_hand(plan, cards), board=(), says=says)


# How a round goes.


def taught(street: Street) -> StreetTaught:
    says = [cards_come(street)]
    if street.discard is not None:
        says.append(saying("lesson.discard", count=street.discard.count))
    says.append(Saying(opening(street.opens).replace("compared.", "lesson.")))
    return StreetTaught(name=street.name, rule=street.cards.rule.paragraph, says=tuple(says))


def cards_come(street: Street) -> Saying:
    match street.cards:
        case Deal(faces=faces):
            return each_dealt(faces, ())
        case Community(count=count):
            return saying("lesson.community", count=count)
    return saying("lesson.draw")


def limits(game: Game, plan: Procedure) -> Iterator[Saying]:
    yield saying("lesson.seats", most=game.seats.most)
    yield saying("lesson.blinds" if game.has_button else "lesson.forced-bet")
    if game.halves is not None:
        yield saying("lesson.halves")
    if game.kill is not None:
        yield saying("lesson.kill")
    units = plan.sizes[None].units
    yield saying("lesson.limit-fixed", small=units[0], big=units[-1], raises=plan.house.max_raises or 0)
    yield from (saying(f"lesson.limit-{each}") for each in ("spread", "pot", "no"))
    yield saying("lesson.limits-posted")
