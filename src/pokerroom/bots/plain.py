"""A plain bot: it bets good hands, calls fair ones, gives up poor ones, and keeps what its game rewards."""

from collections.abc import Callable
from random import Random

from pokerroom.cards import UNKNOWN, Card, Rank, rank, suit
from pokerroom.games import CATALOGUE
from pokerroom.play import (
    Bet,
    Call,
    Check,
    Concede,
    Discard,
    Draw,
    Fold,
    Freeze,
    MayBet,
    MayCall,
    MayCheck,
    MayConcede,
    MayDraw,
    MayFold,
    MayFreeze,
    MayPlayOn,
    MayPostForcedBet,
    MayRaise,
    MayShow,
    MustDiscard,
    Offer,
    PlayerCommand,
    PlayOn,
    PostForcedBet,
    Raise,
    Seat,
    Show,
    View,
)
from pokerroom.ranking import Ranking, Strength, rank_hand, ranker
from pokerroom.rules.clauses import Game, Share

HIGH_VALUES = (0.25, 0.5, 0.75, 0.85, 0.9, 0.92, 0.95, 0.98, 1.0)
"""What each class of high hand is worth to a plain player, from high card to straight flush."""
WANTED = {Ranking.LOW_DEUCE_TO_SEVEN: 8, Ranking.LOW_ACE_TO_FIVE: 8, Ranking.LOW_THREE: 6, Ranking.BADUGI: 8}
"""The highest card a plain player keeps in each low ranking."""
RAISE_ABOVE, CALL_ABOVE = 0.75, 0.45


def choose(view: View, chance: Random) -> PlayerCommand:
    """One of the offers in the view, as a command."""
    assert isinstance(view.viewer, int), "a bot plays from a seat"
    seat = Seat(view.viewer)
    offers = {type(offer): offer for offer in view.offers}
    value = worth(view) + chance.uniform(-0.15, 0.15)
    for kind in preferences(value, chance):
        if kind in offers:
            return answer(view, seat, offers[kind])
    raise ValueError(f"seat {seat + 1} is offered nothing to choose from")


def preferences(value: float, chance: Random) -> list[type]:
    """Offers in the order this hand prefers them."""
    exposed = MayPlayOn if value > CALL_ABOVE else MayFreeze
    always: list[type] = [MayDraw, MustDiscard, MayShow, MayPostForcedBet, exposed]
    if value > RAISE_ABOVE and chance.random() < 0.8:
        return [*always, MayBet, MayRaise, MayCall, MayCheck, MayFold]
    if value > CALL_ABOVE:
        return [*always, MayCheck, MayCall, MayBet, MayFold]
    return [*always, MayCheck, MayBet, MayFold] if value > 0 else [*always, MayCheck, MayFold, MayBet]


def answer(view: View, seat: Seat, offer: Offer) -> PlayerCommand:
    plain = PLAIN.get(type(offer))
    if plain is not None:
        return plain(seat)
    match offer:
        case MayCall(discard=count):
            return Call(seat, worst(view, seat, count))
        case MayBet(least=least, discard=count):
            return Bet(seat, least, worst(view, seat, count))
        case MayRaise(least=least, discard=count):
            return Raise(seat, least, worst(view, seat, count))
        case MayPostForcedBet(discard=count):
            return PostForcedBet(seat, worst(view, seat, count))
        case MustDiscard(count=count):
            return Discard(seat, worst(view, seat, count))
        case _:
            return Draw(seat, unwanted(view, seat))


PLAIN: dict[type, Callable[[Seat], PlayerCommand]] = {
    MayFold: Fold,
    MayCheck: Check,
    MayShow: Show,
    MayConcede: Concede,
    MayFreeze: Freeze,
    MayPlayOn: PlayOn,
}
"""Offers that need no choice of cards or amount."""


def worth(view: View) -> float:
    """How good the hand is for the best of its shares, from 0 to 1."""
    game = game_of(view)
    mine = view.seats[int(view.viewer)]
    cards = [card for card in (*mine.down, *mine.up, *view.board) if card != UNKNOWN]
    return max((share_worth(share, cards) for share in game.shares), default=0.0)


def game_of(view: View) -> Game:
    return CATALOGUE[view.edition, view.game]


def share_worth(share: Share, cards: list[Card]) -> float:
    wanted = WANTED.get(share.ranking)
    if wanted is None:
        return high_worth(cards)
    kept = good_low_cards(share.ranking, cards, wanted)
    needed = {Ranking.LOW_THREE: 3, Ranking.BADUGI: 4}.get(share.ranking, 5)
    return min(1.0, len(kept) / min(needed, max(len(cards), 1)))


def high_worth(cards: list[Card]) -> float:
    best: Strength = rank_hand(Ranking.HIGH_FIVE, cards[:7])
    return HIGH_VALUES[best >> 26] + max((rank(card) for card in cards), default=Rank(0)) / 100


def good_low_cards(ranking: Ranking, cards: list[Card], highest: int) -> list[Card]:
    """The low cards worth keeping: of different ranks, and in badugi of different suits."""
    kept: list[Card] = []
    for card in sorted(cards, key=lambda each: low_number(ranking, each)):
        new_rank = all(rank(card) != rank(other) for other in kept)
        new_suit = ranking is not Ranking.BADUGI or all(suit(card) != suit(other) for other in kept)
        if new_rank and new_suit and low_number(ranking, card) <= highest:
            kept.append(card)
    return kept


def low_number(ranking: Ranking, card: Card) -> int:
    """The number on a card; an ace is one, or fourteen in deuce to seven."""
    number = rank(card) + 2
    return 1 if number == 14 and ranking is not Ranking.LOW_DEUCE_TO_SEVEN else number


def unwanted(view: View, seat: Seat) -> tuple[Card, ...]:
    """What a plain player exchanges in a draw."""
    hand = [card for card in view.seats[seat].down if card != UNKNOWN]
    ranking = game_of(view).shares[0].ranking
    wanted = WANTED.get(ranking)
    if wanted is not None:
        kept = good_low_cards(ranking, hand, wanted)
    elif ranker(Ranking.HIGH_FIVE)(hand) >> 26 >= 4:
        kept = hand
    else:
        kept = [card for card in hand if sum(rank(card) == rank(other) for other in hand) > 1]
    return tuple(card for card in hand if card not in kept)


def worst(view: View, seat: Seat, count: int) -> tuple[Card, ...]:
    """The down cards a plain player gives up to enter."""
    hand = list(view.seats[seat].down)
    ranking = game_of(view).shares[-1].ranking
    if ranking in WANTED:
        return tuple(sorted(hand, key=lambda card: low_number(ranking, card), reverse=True)[:count])
    return tuple(sorted(hand, key=lambda card: (sum(rank(card) == rank(other) for other in hand), card))[:count])
