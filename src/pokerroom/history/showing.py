"""Hands shown and given up in a record, each entry read in its place and order.

In the format players show at the end of a hand, after an all-in, or when all others have folded. Records of other rooms
are looser, so an entry that changes nothing is reported as a doubt; one that cannot have happened is refused at the
action: cards somebody else holds, a wrong number of cards, a hand given up by a player who still has to act.
"""

from collections.abc import Iterable

import msgspec

from pokerroom.cards import UNKNOWN, Card
from pokerroom.history.hand import HistoryError, Numbered, player
from pokerroom.play import Code, Refusal, Round, Seat, Stage
from pokerroom.play.showdown import named_cards_refusal
from pokerroom.play.state import able_from


class Shows:
    """What the record has said so far about each hand."""

    def __init__(self) -> None:
        self.words: dict[Seat, Numbered] = {}
        """The entry of each player that counts at the showdown: a show, or a hand given up."""
        self.whole: dict[Seat, int] = {}
        """How many cards a player had when showing all of them."""
        self.named: dict[Seat, tuple[Card, ...]] = {}
        """Cards known only from a show."""
        self.folded: dict[Seat, tuple[Card, ...]] = {}
        """Hands as they were when they were folded."""

    def take(self, state: Round, recorded: Numbered, coming: tuple[Card, ...]) -> str | None:
        """The next entry, and what is doubtful about it; `coming` are cards of the record that the round has yet to
        deal.
        """
        if recorded.action.cards is None:
            return self.give_up(state, recorded)
        seat = recorded.seat
        hand = self.check(state, recorded, coming)
        if seat in self.folded:
            return f"{player(seat)} has folded: what they show counts for nothing"
        if self.has_given_up(seat):
            return f"{player(seat)} has given the hand up: what they show counts for nothing"
        self.words[seat] = recorded
        if UNKNOWN not in (recorded.action.cards or hand):
            self.whole[seat] = len(hand)
        return None if betting_is_over(state) else "shown before the betting is over"

    def check(self, state: Round, recorded: Numbered, coming: tuple[Card, ...]) -> tuple[Card, ...]:
        """The hand as known after the show, which must be of cards the player can hold."""
        seat, cards = recorded.seat, recorded.action.cards or ()
        seen = self.seen(state, seat, coming)
        held = seen.cards(seat)
        if not held:
            raise HistoryError(str(recorded), f"{player(seat)} has no cards to show")
        refusal = named_cards_refusal(seen, seat, cards) if cards else None
        if refusal is not None:
            raise HistoryError(str(recorded), str(refusal))
        news = [card for card in cards if card not in held and card != UNKNOWN]
        self.named[seat] = (*self.named.get(seat, ()), *news)
        return filled(held, news)

    def give_up(self, state: Round, recorded: Numbered) -> str | None:
        seat = recorded.seat
        if seat in self.folded:
            return f"{player(seat)} has folded already"
        if state.over:
            return None
        if not betting_is_over(state):
            raise HistoryError(
                str(recorded), "out of place: the betting is not over, where a hand is given up by folding"
            )
        if self.has_given_up(seat):
            return f"{player(seat)} has given the hand up already"
        if self.whole.get(seat) == len(state.cards(seat)):
            return f"{player(seat)} has shown the whole hand, and it counts ({state.procedure.general.show})"
        self.words[seat] = recorded
        return None

    def has_given_up(self, seat: Seat) -> bool:
        return seat in self.words and self.words[seat].action.cards is None

    def seen(self, state: Round, seat: Seat, coming: tuple[Card, ...]) -> Round:
        """The round with everything that shows have named; folded hands are in front of their players again."""
        down, up = [*state.down], [*state.up]
        for each, hand in self.folded.items():
            down[each] = hand
        for each, cards in self.named.items():
            hand = filled(down[each] + up[each], cards)
            down[each], up[each] = hand[: len(down[each])], hand[len(down[each]) :]
        down[seat] += coming
        return msgspec.structs.replace(state, down=tuple(down), up=tuple(up))

    def shown_by(self, card: Card) -> Seat | None:
        """The player whose show alone says that this card has left the deck."""
        return next((seat for seat, cards in self.named.items() if card in cards), None)

    def hand(self, state: Round, seat: Seat) -> tuple[Card, ...]:
        """All that is known of a hand at the showdown."""
        return filled(state.cards(seat), self.named.get(seat, ()))

    def discard(self, seat: Seat, cards: Iterable[Card]) -> None:
        """From here on the round itself knows these cards."""
        gone = {*cards}
        self.named[seat] = tuple(card for card in self.named.get(seat, ()) if card not in gone)

    def reshuffle(self) -> None:
        """Folded hands are back in the deck, and their cards may come again."""
        for seat, hand in self.folded.items():
            self.folded[seat] = (UNKNOWN,) * len(hand)
            self.named.pop(seat, None)


def filled(hand: tuple[Card, ...], news: Iterable[Card]) -> tuple[Card, ...]:
    """The hand with its unknown cards replaced, in place, by those named."""
    faces = iter(news)
    return tuple([next(faces, UNKNOWN) if card == UNKNOWN else card for card in hand])


def betting_is_over(state: Round) -> bool:
    """Nobody can bet any more: the round is at its showdown, or at most one player has chips left."""
    if state.stage in (Stage.SHOWDOWN, Stage.CLOSED):
        return True
    return state.stage is not Stage.BETTING and len(able_from(state, 0)) < 2


def conceding(state: Round, words: dict[Seat, Numbered]) -> tuple[set[Seat], list[tuple[Numbered, Refusal]]]:
    """Who concedes, in the order of the record, and whose entry fails: no pot may be left without a claimant."""
    out: set[Seat] = set()
    failing: list[tuple[Numbered, Refusal]] = []
    for word in sorted(words.values(), key=lambda word: word.number):
        if word.action.cards is not None:
            continue
        seat = word.seat
        claims = [{each for each in pot.claimants if state.is_live(each)} - out for pot in state.pots]
        if {seat} in claims:
            failing.append((word, Refusal(Code.LAST_CLAIM, state.procedure.general.concede, {"seat": seat})))
        else:
            out.add(seat)
    return out, failing
