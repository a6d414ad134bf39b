"""The money of a round, event by event: what goes back, what the house takes, the pots, and who is awarded them."""

from collections.abc import Sequence

from pokerroom.play import Event
from pokerroom.play.events import (
    BettingRoundClosed,
    ContributionTaken,
    Misdealt,
    Pot,
    PotAwarded,
    PotsFormed,
    RakeReturned,
    RakeTaken,
    RoundDied,
    Ruled,
    ShowdownOpened,
    UncalledForfeited,
    UncalledReturned,
)
from pokerroom.rules.house import HouseRules
from tests.property.referee.books import Books
from tests.property.referee.met import Met
from tests.property.referee.pots import Formed, Kind, pots, runs, uncalled
from tests.property.referee.rake import Rake, Taken


class Money:
    """Every movement of chips out of the pots, each held against what the text makes of the log so far."""

    def __init__(self, house: HouseRules, met: set[Met]) -> None:
        self.house, self.met = house, met
        self.rake = Rake(house, met)
        self.formed: list[Formed] | None = None
        """The pots as the showdown has them."""
        self.raked: list[Taken] | None = None
        """What was taken since a betting round closed; None where none has just closed."""
        self.bet_now: list[range] = []
        self.told: tuple[int, int] | None = None
        """Who was out when nobody had called that much of a bet of theirs, as the log tells it."""
        self.contributed: tuple[int, ...] | None = None
        self.awarded: list[PotAwarded] = []

    def before(self, event: Event, books: Books) -> None:
        """What must have happened by the time of this event, as the books stand before it."""
        if isinstance(event, BettingRoundClosed):
            self.close(books)
        elif isinstance(event, RakeTaken):
            assert self.raked is not None, f"a rake is taken, and no betting round has just closed: {event.amounts}"
            self.raked.append((event.method, event.amounts))
        elif isinstance(event, UncalledForfeited):
            self.told = event.seat, event.amount
        elif isinstance(event, UncalledReturned):
            self.met |= {Met.UNMATCHED_ANTE} if books.ante_back else set()
        else:
            self.settle(books)
        if getattr(event, "street", 0) > 0:
            self.rake.first_round_is_over()
        if isinstance(event, ShowdownOpened | PotsFormed):
            self.pots_formed(event.pots, books)
        elif isinstance(event, ContributionTaken):
            self.contribution(event, books)
        elif isinstance(event, PotAwarded):
            self.award(event, books)
        elif isinstance(event, Ruled):
            self.rake.ruled |= bool(event.moves)
        elif isinstance(event, Misdealt | RoundDied | RakeReturned):
            self.rake, self.formed = Rake(self.house, self.met), None

    def close(self, books: Books) -> None:
        """A betting round is over: what its own chips are, and which of them nobody called though they stay."""
        self.settle(books)
        self.bet_now = [range(paid, paid + bet) for paid, bet in zip(books.paid, books.bets, strict=True)]
        self.raked, told, self.told = [], self.told, None
        highest = uncalled(books.bets)
        assert told == highest, f"{told} was forfeited, where nobody called {highest}"
        if highest is not None:
            seat, amount = highest
            last = self.bet_now[seat].stop
            self.rake.leave_out(seat, range(last - amount, last))
            self.met.add(Met.UNCALLED_OF_ONE_OUT)

    def settle(self, books: Books) -> None:
        """Everything that follows from the close of a betting round has happened."""
        if self.raked is None:
            return
        taken = [(number, trimmed(amounts)) for number, amounts in self.raked]
        due = [(number, trimmed(amounts)) for number, amounts in self.rake.due(books, self.bet_now, taken)]
        assert taken == due, f"raked by method and pot: {taken}, where {due} was due on {books.put_in}"
        self.raked = None

    def pots_formed(self, given: Sequence[Pot], books: Books) -> None:
        self.note(books)
        self.formed = [pot for pot in self.rake.left_in(books) if pot.chips]
        told = [Formed(frozenset(pot.claimants), pot.amount) for pot in given if pot.amount]
        if self.is_undecided(books):
            assert sum(pot.chips for pot in told) == sum(pot.chips for pot in self.formed), f"{told}, {self.formed}"
            claims = {pot.claim for pot in pots(books.stakes)}
            assert self.rake.ruled or {pot.claim for pot in told} <= claims, f"{told}, {books.stakes}"
            self.formed = told
        assert told == self.formed, f"the pots are {shown(self.formed)}, not {shown(told)}: {books.stakes}"

    def is_undecided(self, books: Books) -> bool:
        """Antes that differ can put a new pot below one that was raked: no paragraph says which of them bears that. Nor
        does one say what a hand claims whose chips a ruling has moved.
        """
        uneven = not self.house.antes_to_main_pot and len(set(books.antes)) > 1
        return self.rake.ruled or (uneven and books.raked > 0)

    def note(self, books: Books) -> None:
        """Which of the rare cases these pots are."""
        stakes = books.stakes
        limited = [stake for stake in stakes if stake.live and stake.all_in_on_ante and not stake.bet]
        if any(stake.ante > each.ante for each in limited for stake in stakes):
            self.met.add(Met.SHORT_ANTE_IN_MAIN_POT if self.house.antes_to_main_pot else Met.SHORT_ANTE)
        live = [stake for stake in stakes if stake.live]
        if len({stake.ante for stake in stakes}) > 1 and not any(stake.capped for stake in live):
            self.met.add(Met.UNEVEN_IN_ONE_POT)
        highest = max([stake.bet for stake in live], default=0)
        if all(stake.capped for stake in live) and any(stake.bet > highest for stake in stakes if not stake.live):
            self.met.add(Met.ABOVE_EVERY_STAKE)
        cut = frozenset(books.live)
        if any(run.kind is Kind.BET and not stakes[run.owner].live and run.claim != cut for run in runs(stakes)):
            self.met.add(Met.FOLDED_SIDE_CHIPS)

    def sizes(self, books: Books) -> list[Formed]:
        """The pots about to be awarded; a last player's are one."""
        if len(books.live) == 1:
            whole = sum(books.put_in) - books.raked - books.contributed
            return [Formed(frozenset(books.live), whole)]
        assert self.formed is not None, "pots are awarded that nobody has formed"
        return self.formed

    def contribution(self, event: ContributionTaken, books: Books) -> None:
        """From every pot of the posted size, 14.19(c) (AMB-137)."""
        due = self.contribution_due(self.sizes(books))
        assert trimmed(event.amounts) == trimmed(due), f"contributed {event.amounts}, where {due} was due"
        self.contributed = due
        self.met.add(Met.CONTRIBUTION)

    def contribution_due(self, formed: list[Formed]) -> tuple[int, ...]:
        drop = self.house.bad_beat
        return tuple([drop.amount if drop is not None and pot.chips >= drop.least_pot else 0 for pot in formed])

    def award(self, event: PotAwarded, books: Books) -> None:
        if not self.awarded:
            self.first_award(event, books)
        assert set(event.seats) <= books.live, f"a hand that is out wins: {event}"
        self.awarded.append(event)

    def first_award(self, event: PotAwarded, books: Books) -> None:
        if self.contributed is None:
            due = self.contribution_due(self.sizes(books))
            assert not any(due), f"nothing was contributed, where {due} was due"
        if len(books.live) == 1:
            whole = self.sizes(books)[0].chips
            assert event.amounts == (whole,), f"the last player takes {event.amounts}, where {whole} is left"

    def closed(self) -> None:
        """Each pot was awarded whole, to players who may win it, and side pots before the main pot, 14.6(e)6."""
        if not self.awarded or self.formed is None or self.awarded[0].strength is None:
            assert len(self.awarded) <= 1, "the last player takes everything at once"
            return
        numbers = [award.pot for award in self.awarded]
        assert numbers == sorted(numbers, reverse=True), f"pots awarded in the order {numbers}"
        given = self.contributed or (0,) * len(self.formed)
        covered: set[int] = set()
        for number in set(numbers):
            of_pot = [award for award in self.awarded if award.pot == number]
            places = {number, *(place for award in of_pot for place in award.joined)}
            assert len(places) == 1 or self.house.pots_of_same_winners == "joined", f"joined: {places}"
            assert not places & covered, f"awarded twice: {places & covered}"
            covered |= places
            amount = sum(self.formed[place].chips - given[place] for place in places)
            won = sum(sum(award.amounts) for award in of_pot)
            assert won == amount, f"pot {number} holds {amount}, and {won} was awarded"
            winners = {seat for award in of_pot for seat in award.seats}
            for place in places:
                assert winners <= self.formed[place].claim, f"{winners} win pot {place} of {self.formed[place].claim}"
        assert covered == set(range(len(self.formed))), f"never awarded: {set(range(len(self.formed))) - covered}"


def trimmed(amounts: Sequence[int]) -> tuple[int, ...]:
    """The same amounts without pots at the end that give nothing."""
    last = max([place for place, amount in enumerate(amounts) if amount], default=-1)
    return tuple(amounts[: last + 1])


def shown(formed: Sequence[Formed]) -> str:
    return ", ".join(f"{pot.chips} for {sorted(pot.claim)}" for pot in formed)
