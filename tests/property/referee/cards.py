"""Where the cards are, by number alone, as the log moves them."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from pokerroom.play import Event, Removal
from pokerroom.play.events import (
    CardBurned,
    CardExchanged,
    CardsDealt,
    CommonCardDealt,
    CommunityDealt,
    DeckRanShort,
    DeckReshuffled,
    DeckShuffled,
    Discarded,
    DrawnCardExposed,
    DrawOpened,
    Drew,
    FaceUpCardRemoved,
    FallenCardRemoved,
    FallenCardReplaced,
    Folded,
    HandConceded,
    HandRemoved,
    MistakenCardsDiscarded,
)

NOT_IN_THE_ROUND = -1
"""Whose discards those are that were dealt by mistake."""


class Cards:
    """The deck, the piles and the hands of one round of play."""

    def __init__(self) -> None:
        self.deck = 0
        self.burns = 0
        self.muck: Counter[int] = Counter()
        """Discards by who held them."""
        self.hands: Counter[int] = Counter()
        self.dead = 0
        self.face_up = 0
        self.street = -1
        """The last street of which a card has been dealt, or that has come to its draw."""
        self.unserved: tuple[int, ...] = ()
        """Who has still to get the card of this street, because the deck ran short."""
        self.shuffling = False
        """Play waits for a reshuffle."""
        self.burn_made = False
        """An exposed card lies where the next burn card would (14.15(o)2)."""
        self.entered: set[int] = set()

    def enter(self, event: Event) -> None:
        follow = MOVES.get(type(event))
        if follow is not None:
            follow(self, event)
        assert self.deck >= 0, f"more cards were dealt than there are: {event}"

    def shuffled(self, event: DeckShuffled) -> None:
        self.deck = len(event.deck)

    def burned(self, event: CardBurned) -> None:  # noqa: ARG002
        self.deck -= 1
        self.burns += 1

    def dealt(self, event: CardsDealt) -> None:
        self.street = event.street
        self.deck -= len(event.cards)
        for seat in event.seats:
            self.hands[seat] += len(event.faces)
        self.unserved = tuple([seat for seat in self.unserved if seat not in event.seats])

    def community(self, event: CommunityDealt) -> None:
        self.street, self.burn_made = event.street, False
        self.deck -= len(event.cards)

    def common(self, event: CommonCardDealt) -> None:
        self.street, self.unserved = event.street, ()
        self.deck -= 1

    def ran_short(self, event: DeckRanShort) -> None:
        self.street, self.unserved, self.shuffling = event.street, event.waiting, True

    def reshuffled(self, event: DeckReshuffled) -> None:
        before = self.deck + self.burns + self.muck.total()
        self.deck, self.burns = len(event.deck), len(event.burns)
        mistaken = self.muck[NOT_IN_THE_ROUND]
        self.muck = Counter({seat: len(cards) for seat, cards in enumerate(event.muck)})
        after = self.deck + self.burns + self.muck.total()
        if before == after + mistaken:  # Only discards that this reshuffle takes come back.
            self.muck[NOT_IN_THE_ROUND], after = mistaken, before
        assert before == after, f"{before} cards before a reshuffle, {after} after it"
        self.shuffling = False

    def draw_opened(self, event: DrawOpened) -> None:
        self.street = event.street

    def discarded(self, event: Discarded) -> None:
        self.to_muck(event.seat, len(event.cards))
        self.entered.add(event.seat)

    def to_muck(self, seat: int, cards: int) -> None:
        self.hands[seat] -= cards
        self.muck[seat] += cards

    def drew(self, event: Drew) -> None:
        self.deck -= len(event.cards)
        self.hands[event.seat] += len(event.cards)

    def drawn_face_up(self, event: DrawnCardExposed) -> None:
        self.to_muck(event.seat, 1)

    def exchanged(self, event: CardExchanged) -> None:
        self.deck -= 1
        if event.burned:
            self.burns += 1
            self.burn_made = True
        else:
            self.muck[event.seat] += 1

    def out_of_play(self, event: FallenCardRemoved | FaceUpCardRemoved | FallenCardReplaced) -> None:
        self.deck -= 1
        self.dead += 1
        self.face_up += isinstance(event, FaceUpCardRemoved)

    def mistaken(self, event: MistakenCardsDiscarded) -> None:
        self.deck -= len(event.cards)
        self.muck[NOT_IN_THE_ROUND] += len(event.cards)

    def hand_out(self, event: Folded | HandConceded | HandRemoved) -> None:
        """A hand that is out is discarded; a player found to have been left out never had one."""
        if isinstance(event, HandRemoved) and event.cause is Removal.SKIPPED:
            self.deck += self.hands.pop(event.seat, 0)
        else:
            self.to_muck(event.seat, self.hands[event.seat])


MOVES: dict[type[Any], Callable[[Cards, Any], None]] = {
    DeckShuffled: Cards.shuffled,
    CardBurned: Cards.burned,
    CardsDealt: Cards.dealt,
    CommunityDealt: Cards.community,
    CommonCardDealt: Cards.common,
    DeckRanShort: Cards.ran_short,
    DeckReshuffled: Cards.reshuffled,
    DrawOpened: Cards.draw_opened,
    Discarded: Cards.discarded,
    Drew: Cards.drew,
    DrawnCardExposed: Cards.drawn_face_up,
    CardExchanged: Cards.exchanged,
    FallenCardRemoved: Cards.out_of_play,
    FaceUpCardRemoved: Cards.out_of_play,
    FallenCardReplaced: Cards.out_of_play,
    MistakenCardsDiscarded: Cards.mistaken,
    Folded: Cards.hand_out,
    HandConceded: Cards.hand_out,
    HandRemoved: Cards.hand_out,
}
