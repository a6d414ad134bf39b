"""Which cards are burned: one before each round of cards whose section says so, as 14.9(f), (h) and 14.10(g) to (i) do.

In a draw it comes before the first new card anybody takes (R-03): once in each draw or, where the house burns but
once, in whichever draw that is (AMB-55). An exposed card that was exchanged may be the burn card of the flop,
14.15(o)2.
"""

from pokerroom.play import Event
from pokerroom.play.events import (
    CardBurned,
    CardsDealt,
    CommonCardDealt,
    CommunityDealt,
    DeckRanShort,
    DrawOpened,
    Drew,
)
from pokerroom.rules import clauses
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import HouseRules
from tests.property.referee.cards import Cards
from tests.property.referee.met import Met


class Burns:
    def __init__(self, game: Game, house: HouseRules, met: set[Met]) -> None:
        self.game, self.house, self.met = game, house, met
        self.burned = 0
        """Since the last card that was dealt, drawn or awaited from a new deck."""
        self.drawn = False
        """Somebody has drawn, in this draw or, where the house burns but once, in any."""
        self.begun = -1
        """The street of which cards have been dealt already, so that it has had its burn card."""

    def before(self, event: Event, cards: Cards) -> None:
        match event:
            case CardBurned():
                self.burned += 1
            case DeckRanShort() if not isinstance(self.game.shortage, clauses.ReshuffleDiscards):
                # The deck's last card may have been the burn card; what follows a reshuffle has its own.
                self.expect(event, self.before_shortage(event, cards))
            case CardsDealt():
                self.expect(event, self.before_deal(event, cards))
                self.begun = event.street
            case CommunityDealt():
                self.expect(event, 0 if cards.burn_made else 1)
            case CommonCardDealt():
                self.expect(event, 1)
            case DrawOpened():
                self.drawn = self.drawn and not self.house.burn_each_draw
            case Drew():
                if not self.drawn and not self.house.burn_each_draw and cards.street > 1:
                    self.met.add(Met.LATE_BURN)
                self.expect(event, 0 if self.drawn else 1)
                self.drawn = True
            case _:
                pass

    def expect(self, event: Event, due: int) -> None:
        assert self.burned == due, f"{self.burned} cards burned before {event}, where {due} are due"
        self.burned = 0

    def before_deal(self, event: CardsDealt, cards: Cards) -> int:
        street = self.game.streets[event.street].cards
        if not isinstance(street, clauses.Deal) or street.burn is None:
            return 0
        if self.begun == event.street and not self.is_after_reshuffle(event, cards):
            return 0
        spared = not self.house.stud_burn_counts and isinstance(self.game.shortage, clauses.CommonCard)
        return 0 if spared and cards.deck + self.burned == len(event.cards) else 1

    def is_after_reshuffle(self, event: CardsDealt, cards: Cards) -> bool:
        return bool(cards.unserved) and event.street == cards.street

    def before_shortage(self, event: DeckRanShort, cards: Cards) -> int:
        """Super stud deals its deck out, the burn card first, unless it reshuffles before the street (AMB-58)."""
        in_mid_street = isinstance(self.game.shortage, clauses.ReshuffleMuck)
        if not in_mid_street or self.begun == event.street or self.house.super_reshuffle == "before-street":
            return 0
        return int(cards.deck + self.burned > 0)
