"""The situation an opponent is in, read from its view and nothing else."""

from math import log2
from typing import NamedTuple

from pokerroom.bots.plain import game_of
from pokerroom.cards import UNKNOWN, Card
from pokerroom.play import MayCall, MayRaise, Offer, Seat, Stage, View
from pokerroom.play.views import SeatView
from pokerroom.rules.clauses import Blinds, CommonCard, Community, Deal, Draw, Game

PASSED_STREET, MATCHED, EACH_RAISE = 0.6, 0.6, 0.5
"""What a live hand is taken to say: for each betting round survived, for matching a real bet, for each raise."""
LOUDEST = 2.0
"""The most that the size of a wager adds to that."""


class Rival(NamedTuple):
    """Another player in the round, as far as can be seen."""

    known: tuple[Card, ...]
    claim: float
    """How much the player's wagers say for their hand; 0 for nothing."""
    thrown: int
    """Cards the player has exchanged or given up."""
    can_call: bool


class Spot(NamedTuple):
    game: Game
    street: int
    seat: Seat
    own: tuple[Card, ...]
    """Known cards, down before up."""
    down: tuple[Card, ...]
    thrown: tuple[Card, ...]
    board: tuple[Card, ...]
    seen: tuple[Card, ...]
    """Every card whose place is known."""
    rivals: tuple[Rival, ...]
    hand_size: int
    """Own cards at the showdown."""
    center: int
    """Cards in the center at the showdown."""
    draws: int
    """How many draws the game has."""
    drawn: int
    """Draws begun."""
    drawing: bool
    """Whether some players have made the latest draw and others have not."""
    to_draw: int
    """Draws this seat still has after the present one."""
    stack: int
    bet: int
    """What has to be matched in this betting round."""
    pot: int
    to_call: int
    pot_if_all_call: int
    """The part of the pot that this seat can win."""
    raises: int
    """Bets and raises of this betting round that nobody was forced to make."""
    offers: dict[type[Offer], Offer]

    @property
    def need(self) -> float:
        """The share of the pot at which a call breaks even, if everybody stays."""
        return self.to_call / self.pot_if_all_call if self.to_call else 0.0

    @property
    def streets_left(self) -> int:
        return len(self.game.streets) - 1 - self.street

    @property
    def entering(self) -> bool:
        return self.street == 0


def read(view: View) -> Spot:
    assert isinstance(view.viewer, int), "an opponent plays from a seat"
    seat, game = Seat(view.viewer), game_of(view)
    mine = view.seats[seat]
    others = [other for other in view.seats if other.live and other.seat != seat]
    offers: dict[type[Offer], Offer] = {type(offer): offer for offer in view.offers}
    street = street_number(game, view.street)
    raises = raises_seen(view, game, street, offers)
    call = offers.get(MayCall)
    to_call = call.amount if isinstance(call, MayCall) else 0
    hand_size, center = cards_at_the_end(game, len(view.board))
    draw_streets = [number for number, each in enumerate(game.streets) if isinstance(each.cards, Draw)]
    already = [number for number in draw_streets if number <= street]
    return Spot(
        game=game,
        street=street,
        seat=seat,
        own=known((*mine.down, *mine.up)),
        down=known(mine.down),
        thrown=known(mine.discards),
        board=view.board,
        seen=known((*view.board, *mine.discards, *(card for each in view.seats for card in (*each.down, *each.up)))),
        rivals=tuple(rival(other, view, street, raises) for other in others),
        hand_size=hand_size,
        center=center,
        draws=len(draw_streets),
        drawn=len(already),
        drawing=view.stage is Stage.DRAWING,
        to_draw=len(draw_streets) - len(already),
        stack=mine.stack,
        bet=view.bet,
        pot=view.pot,
        to_call=to_call,
        pot_if_all_call=pot_at(view, mine.bet + to_call if to_call else view.bet, (mine, *others)),
        raises=raises,
        offers=offers,
    )


def known(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card != UNKNOWN)


def pot_at(view: View, level: int, live: tuple[SeatView, ...]) -> int:
    """The pot if every live player matched a bet of this size, without what others have bet beyond it."""
    beyond = sum(max(0, each.bet - level) for each in view.seats)
    return view.pot - beyond + sum(min(each.stack, max(0, level - each.bet)) for each in live)


def street_number(game: Game, name: str | None) -> int:
    return next((number for number, street in enumerate(game.streets) if street.name == name), 0)


def raises_seen(view: View, game: Game, street: int, offers: dict[type[Offer], Offer]) -> int:
    """Raises, as far as the bets on the table show, since a view holds no history: each different bet was a raise."""
    if not view.bet:
        return 0
    levels = len({each.bet for each in view.seats if each.bet})
    forced = 0
    if street == 0:
        forced = 2 if isinstance(game.streets[0].opens, Blinds) else 1
    raised = offers.get(MayRaise)
    # Where all raises have one size, the bet shows how many there were.
    by_size = view.bet // max(1, raised.least - view.bet) - (street == 0) if isinstance(raised, MayRaise) else 0
    return max(0, levels - forced, by_size)


def rival(other: SeatView, view: View, street: int, raises: int) -> Rival:
    claim = PASSED_STREET * street
    if raises and other.bet == view.bet:
        before = max(1, view.pot - other.bet)
        claim += MATCHED + EACH_RAISE * raises + min(LOUDEST, log2(1 + other.bet / before) / 2)
    return Rival(
        known=known((*other.down, *other.up)),
        claim=claim,
        thrown=len(other.discards),
        can_call=other.stack > 0 and not other.frozen,
    )


def cards_at_the_end(game: Game, on_board: int) -> tuple[int, int]:
    """How many cards each player has and how many are in the center, when all are dealt."""
    dealt = sum(len(street.cards.faces) for street in game.streets if isinstance(street.cards, Deal))
    kept = dealt - sum(street.discard.count for street in game.streets if street.discard)
    if isinstance(game.shortage, CommonCard):
        return kept - on_board, on_board
    return kept, sum(street.cards.count for street in game.streets if isinstance(street.cards, Community))
