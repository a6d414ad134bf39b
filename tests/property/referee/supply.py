"""Whether the cards suffice: the rest of the round is dealt in the head, nobody folding, as its section deals it.

14.15(h), (n): a lost card is not used, and the round goes on as long as it can. 14.9(h) of each edition has a common
card where a street runs short, and the burn cards shuffled for it; 14.9B(h) reshuffles muck and burn cards; a drawer is
served from the discards, and as a last resort from all that nobody holds (R-02).
"""

from collections import Counter

from msgspec.structs import replace

from pokerroom.play import Deal
from pokerroom.rules import clauses
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import HouseRules
from tests.property.referee.cards import NOT_IN_THE_ROUND, Cards


class Rest:
    """What is still to be dealt in a round of play, of which `cards` tells what lies where."""

    def __init__(self, game: Game, house: HouseRules, cards: Cards, live: set[int], *, spare: int = 0) -> None:
        self.game, self.house, self.live = game, house, live
        self.spare = spare
        """Cards that nobody is to need when everybody who draws has been served."""
        self.deck, self.burns, self.muck = cards.deck, cards.burns, cards.muck.copy()
        self.burn_made = cards.burn_made
        self.street, self.unserved, self.shuffling = cards.street, cards.unserved, cards.shuffling
        self.hands = cards.hands
        entry = game.streets[0].discard
        if entry is not None and cards.street <= 0:
            # Who has not yet given up the cards that entering costs will have by the time the next street is dealt.
            self.muck.update({seat: entry.count for seat in live if seat not in cards.entered})

    def can_be_dealt(self, *, taken: int = 0) -> bool:
        """Whether everybody still in gets every card, once so many more have left the deck unused."""
        if self.deck < taken:
            return False
        self.deck -= taken
        if is_draw(self.game, self.street):
            return self.drawers_can_be_served()
        if self.unserved and not self.finish_street():
            return False
        later = range(self.street + 1, len(self.game.streets))
        return all(self.deal(self.game.streets[street]) for street in later)

    def drawers_can_be_served(self) -> bool:
        """Whether all that nobody holds makes every hand whole again: then whoever draws next can be served too."""
        whole = sum(len(street.cards.faces) for street in self.game.streets if isinstance(street.cards, clauses.Deal))
        missing = sum(whole - self.hands[seat] for seat in self.live)
        return self.deck + self.burns + self.muck.total() >= missing + self.spare

    def finish_street(self) -> bool:
        """The street that a reshuffle interrupted, or still interrupts."""
        if isinstance(self.game.shortage, clauses.CommonCard):
            if self.shuffling:
                self.shuffle_burns()
            return self.common_card()
        waiting = [seat for seat in self.live if seat in self.unserved]
        if self.shuffling:
            return self.reshuffle_for(waiting)
        return self.super_street(waiting)

    def deal(self, street: clauses.Street) -> bool:
        match street.cards:
            case clauses.Draw():
                return self.deck + self.burns + self.muck.total() >= self.spare
            case clauses.Community(count=count):
                burn, self.burn_made = 0 if self.burn_made else 1, False
                self.deck -= burn + count
                return self.deck >= 0
            case clauses.Deal(faces=faces, burn=burn):
                return self.deal_hands(street.name, len(faces) * len(self.live), int(burn is not None))
            case _:
                raise AssertionError(street.cards)

    def deal_hands(self, name: str, count: int, burn: int) -> bool:
        shortage = self.game.shortage
        if isinstance(shortage, clauses.CommonCard) and not self.house.stud_burn_counts and self.deck == count:
            burn = 0
        if self.deck >= count + burn:
            self.deck -= count + burn
            self.burns += burn
            return True
        if not isinstance(shortage, clauses.CommonCard | clauses.ReshuffleMuck) or name not in shortage.streets:
            return False
        if isinstance(shortage, clauses.CommonCard):
            if self.deck <= 1:
                self.shuffle_burns()
            return self.common_card()
        assert count == len(self.live)
        return self.super_street(sorted(self.live))

    def shuffle_burns(self) -> None:
        """One card or none is left: the burn cards are the deck, with that card among them or below them (AMB-52)."""
        self.deck, self.burns = self.deck + self.burns, 0

    def common_card(self) -> bool:
        return self.burn_and_deal(1)

    def burn_and_deal(self, count: int) -> bool:
        self.deck -= 1 + count
        self.burns += 1
        return self.deck >= 0

    def super_street(self, waiting: list[int]) -> bool:
        """Dealt out to the last card, then on from a new deck; or reshuffled before the street begins (AMB-58).

        A deck that was reshuffled and runs short again, as cards are lost from it, is reshuffled like any other.
        """
        if self.deck > len(waiting):
            return self.burn_and_deal(len(waiting))
        if self.house.super_reshuffle == "mid-street" and self.deck:
            served = self.deck - 1
            self.deck, self.burns = 0, self.burns + 1
            waiting = waiting[served:]
        return self.reshuffle_for(waiting)

    def reshuffle_for(self, waiting: list[int]) -> bool:
        """Muck and burn cards come back, a card is burned, and those still waiting get theirs."""
        kept = Counter({seat: self.muck[seat] for seat in waiting if self.house.super_own_discards_excluded})
        self.deck += self.burns + self.muck.total() - kept.total()
        self.burns, self.muck = 0, kept
        return self.burn_and_deal(len(waiting))


def rests(game: Game, house: HouseRules, cards: Cards, live: set[int]) -> list[Rest]:
    """The rest of the round in each way that no paragraph decides.

    A draw's burn card may be the very card that its drawer lacks, or not; and a house that gives nobody back their own
    discards at super stud may or may not do so rather than break off the round.
    """
    houses = (
        (house, replace(house, super_own_discards_excluded=False)) if house.super_own_discards_excluded else (house,)
    )
    return [Rest(game, each, cards, live, spare=spare) for each in houses for spare in (0, 1)]


def agreed(answers: list[bool]) -> bool | None:
    """The answer in whichever way; None where they differ."""
    return answers[0] if len(set(answers)) == 1 else None


def survives_lost_card(game: Game, house: HouseRules, cards: Cards, live: set[int]) -> bool | None:
    """Whether the round can go on once the next card of the deck is lost or replaces one that was."""
    return agreed([rest.can_be_dealt(taken=1) for rest in rests(game, house, cards, live)])


def survives_mistaken(game: Game, house: HouseRules, cards: Cards, live: set[int], count: int) -> bool | None:
    """Whether the round can go on once so many cards were dealt to somebody not in it, and discarded."""
    ways = rests(game, house, cards, live)
    for rest in ways:
        rest.muck[NOT_IN_THE_ROUND] += count
    return agreed([rest.can_be_dealt(taken=count) for rest in ways])


def survives_exposed(game: Game, house: HouseRules, cards: Cards, live: set[int], deal: Deal) -> bool | None:
    """Whether the round can go on after a deal in which these cards came face up."""
    ways = rests(game, house, cards, live)
    number = cards.street if cards.unserved or is_draw(game, cards.street) else cards.street + 1
    exposed = game.streets[number].exposed
    limit = house.exposed_limit_misdeal
    if not isinstance(exposed, clauses.Exchange) or (limit is not None and len(deal.exposed) >= limit):
        return agreed([rest.can_be_dealt() for rest in ways])
    for rest in ways:
        rest.burn_made = exposed.as_burn is not None and house.exposed_card_use == "burn"
    return agreed([rest.can_be_dealt(taken=len(deal.exposed)) for rest in ways])


def is_draw(game: Game, street: int) -> bool:
    return street >= 0 and isinstance(game.streets[street].cards, clauses.Draw)


def plainly_suffices(game: Game, cards: Cards, live: set[int], command: object) -> bool:
    """Whether the deck alone has a card for everybody, every board and every burn still to come, and these besides."""
    lost, wanted = 1, 0
    if isinstance(command, Deal):
        lost = len(command.exposed) if isinstance(game.streets[0].exposed, clauses.Exchange) and cards.street < 0 else 0
    for street in game.streets[cards.street + 1 :]:
        match street.cards:
            case clauses.Deal(faces=faces, burn=burn):
                wanted += len(faces) * len(live) + (burn is not None)
            case clauses.Community(count=count):
                wanted += count + 1
            case clauses.Draw():
                wanted += 1
    return cards.deck >= wanted + lost
