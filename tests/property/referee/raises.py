"""Who may raise and, at fixed limit, to what: 14.1 "Raise", 14.7(j), 14.9(e), 14.10(f), 14.17 (AMB-77, R-06, R-09)."""

from collections.abc import Sequence

from pokerroom.play import Event, MayBet, MayRaise, Offer, OpenRound
from pokerroom.play.events import (
    BetMade,
    BettingRoundClosed,
    BettingRoundOpened,
    BlindPosted,
    Called,
    Checked,
    ForcedBetPosted,
    Raised,
)
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import Fixed, HouseRules, Reopens
from tests.property.referee.books import Books
from tests.property.referee.met import Met
from tests.property.referee.sign import unit


class Raises:
    """One betting round after the other: the wager to face, the last full one, and what each player has answered."""

    def __init__(self, game: Game, house: HouseRules, opening: OpenRound, met: set[Met]) -> None:
        self.game, self.house, self.kill, self.met = game, house, opening.kill, met
        self.fixed = isinstance(house.limits, Fixed)
        self.unit = unit(game, house, self.kill, 0)
        self.obliged = 0
        self.reset()

    def reset(self) -> None:
        self.wager = 0
        """What a player must have in, to stay."""
        self.full = 0
        """The last full bet or raise, at fixed limit; forced money below one bet is none."""
        self.forced = True
        """Nobody has bet or raised yet: what is to be faced is a blind or a forced bet."""
        self.increment = self.unit
        self.fulls = 0
        self.raises = 0
        self.checked: set[int] = set()
        self.posted: set[int] = set()
        self.answered: dict[int, tuple[int, int]] = {}
        """Who has called, bet or raised: the wager then, and how many full ones there had been."""
        self.short: list[int] = []
        """By how much each wager since the last full one exceeded the one before it."""

    def after(self, event: Event) -> None:
        match event:
            case BettingRoundOpened():
                self.unit = unit(self.game, self.house, self.kill, event.street)
                self.obliged = event.obliged
                self.increment = max(self.increment, self.unit) if self.wager else self.unit
                self.full = self.wager if self.wager >= self.unit else 0
            case BlindPosted() | ForcedBetPosted():
                self.wager, self.obliged = max(self.wager, event.bet), 0
                self.full = self.wager if self.wager >= self.unit else 0
                self.posted.add(event.seat)
            case Checked():
                self.checked.add(event.seat)
            case Called():
                self.answered[event.seat] = self.wager, self.fulls
            case BetMade():
                self.wagered(event, is_full=event.to >= self.unit if self.fixed else event.full)
            case Raised():
                self.wagered(event, is_full=event.to >= self.fixed_target() if self.fixed else event.full)
                self.raises += event.counts
            case BettingRoundClosed():
                self.reset()
            case _:
                pass

    def wagered(self, event: BetMade | Raised, *, is_full: bool) -> None:
        if is_full:
            self.full, self.fulls, self.short = event.to, self.fulls + 1, []
            self.increment = event.increment
        else:
            self.short.append(event.to - self.wager)
        self.wager, self.obliged, self.forced = event.to, 0, False
        self.answered[event.seat] = self.wager, self.fulls

    def fixed_target(self) -> int:
        """One bet more than the wager to face; a short one of less than half a bet is completed instead (R-06)."""
        if self.forced and self.wager < self.unit:
            return self.unit
        above = self.wager - self.full
        counts_by_itself = above == 0 or 2 * above >= self.unit
        return (self.wager if counts_by_itself else self.full) + self.unit

    def check(self, seat: int, offers: Sequence[Offer], books: Books) -> None:
        """The bets and raises offered to a player are those the text gives, and none is withheld."""
        all_in = books.bets[seat] + books.stacks[seat]
        bets = [offer for offer in offers if isinstance(offer, MayBet)]
        raises = [offer for offer in offers if isinstance(offer, MayRaise)]
        may = self.may_raise(seat, books)
        if may is not None and not self.obliged:
            assert bool(raises) is may, f"seat {seat} {'may' if may else 'may not'} raise: {self.facts(seat)}, {offers}"
        self.note(seat, raises)
        if self.fixed:
            self.check_amounts(bets, min(self.unit, all_in))
            self.check_amounts(raises, min(self.fixed_target(), all_in))

    def note(self, seat: int, raises: list[MayRaise]) -> None:
        if not self.short:
            return
        if self.fixed and raises:
            self.met.add(Met.RAISED_OVER if self.fixed_target() == self.wager + self.unit else Met.COMPLETED)
        if seat in self.answered:
            self.met.add(Met.ANSWERED_BEFORE_SHORT)
        elif seat in self.checked:
            self.met.add(Met.CHECKED_BEFORE_SHORT)
        elif seat in self.posted:
            self.met.add(Met.BLIND_BEFORE_SHORT)

    def check_amounts(self, offers: Sequence[MayBet | MayRaise], amount: int) -> None:
        for offer in offers:
            offered = offer.least, offer.most
            assert offered == (amount, amount), f"{offered} is offered, where {amount} is the bet: {self.facts(-1)}"

    def may_raise(self, seat: int, books: Books) -> bool | None:
        """Whether this player may raise; None where the house's reading leaves it open."""
        others = [other for other in books.live - books.frozen if other != seat and books.stacks[other]]
        if not self.wager or books.bets[seat] + books.stacks[seat] <= self.wager or not others:
            return False
        if seat in self.checked and not self.house.check_raise:
            return False
        cap = self.house.max_raises
        if cap is not None and self.raises >= cap:
            return None if self.house.heads_up_unlimited and len(books.live) == 2 else False
        if seat not in self.answered:
            return True
        wager, fulls = self.answered[seat]
        return self.fulls > fulls or self.reopened(self.wager - wager)

    def reopened(self, faced: int) -> bool | None:
        """Whether wagers that were no full raise let those who have answered raise again, as the house has it."""
        match self.house.short_all_in_reopens:
            case Reopens.NEVER:
                return False
            case Reopens.CUMULATIVE if not self.fixed:
                return faced >= self.increment
            case Reopens.HALF | Reopens.CUMULATIVE if self.fixed and len(self.short) == 1:
                return 2 * faced >= self.unit
            case _:
                return None

    def facts(self, seat: int) -> str:
        answered = f", answered {self.answered[seat]}" if seat in self.answered else ""
        return f"facing {self.wager}, last full {self.full}, bet {self.unit}, short by {self.short}{answered}"
