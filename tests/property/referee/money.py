"""The money of a round, event by event: what goes back, what the house takes, the pots, and who is awarded them."""

from collections.abc import Sequence

from pokerroom.play import Event, events
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
    ShowdownOpened,
    UncalledReturned,
)
from pokerroom.rules.house import HouseRules
from tests.property.referee.books import Books
from tests.property.referee.met import Met
from tests.property.referee.pots import Formed, Kind, going_back, runs, uncalled
from tests.property.referee.rake import Rake, Taken

FORFEITED = "UncalledForfeited"
"""The event that tells of a bet nobody called whose player was out, by its name: not every engine knows it."""


TOLD_OF = hasattr(events, FORFEITED)


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
        self.forfeit: tuple[int, int] | None = None
        """Who was out when nobody had called that much of a bet of theirs."""
        self.told: tuple[int, int] | None = None
        """The same as the log tells it."""
        self.contributed: tuple[int, ...] | None = None
        self.awarded: list[PotAwarded] = []

    def before(self, event: Event, books: Books) -> None:
        """What must have happened by the time of this event, as the books stand before it."""
        name = type(event).__name__
        if isinstance(event, BettingRoundClosed):
            self.close(books)
        elif isinstance(event, RakeTaken):
            assert self.raked is not None, f"a rake is taken, and no betting round has just closed: {event.amounts}"
            self.raked.append((event.method, event.amounts))
        elif name == FORFEITED:
            self.told = getattr(event, "seat", -1), getattr(event, "amount", -1)
            assert self.raked is not None, f"forfeited before the betting round has closed: {event}"
        elif isinstance(event, UncalledReturned):
            self.goes_back(books)
        else:
            self.settle(books)
        if isinstance(event, ShowdownOpened | PotsFormed):
            self.pots_formed(event.pots, books)
        elif isinstance(event, ContributionTaken):
            self.contribution(event, books)
        elif isinstance(event, PotAwarded):
            self.award(event, books)
        elif isinstance(event, Misdealt | RoundDied | RakeReturned):
            self.rake, self.formed = Rake(self.house, self.met), None

    def close(self, books: Books) -> None:
        """A betting round is over: what its own chips are, and which of them nobody called though they stay."""
        self.settle(books)
        self.bet_now = [range(paid, paid + bet) for paid, bet in zip(books.paid, books.bets, strict=True)]
        self.raked, self.forfeit, self.told = [], None, None
        highest = uncalled(books.bets)
        if highest is not None:
            seat, amount = highest
            last = self.bet_now[seat].stop
            self.rake.leave_out(seat, range(last - amount, last))
            self.forfeit = highest
            self.met.add(Met.UNCALLED_OF_ONE_OUT)

    def settle(self, books: Books) -> None:
        """Everything that follows from the close of a betting round has happened."""
        if self.raked is None:
            return
        taken = [(number, trimmed(amounts)) for number, amounts in self.raked]
        due = [(number, trimmed(amounts)) for number, amounts in self.rake.due(books, self.bet_now, taken)]
        assert taken == due, f"raked by method and pot: {taken}, where {due} was due on {books.put_in}"
        self.raked = None
        forfeits = TOLD_OF and self.forfeit is not None and not any(books.due_back(self.forfeit[0]))
        assert self.told == (self.forfeit if forfeits else self.told), f"nobody called {self.forfeit}, untold"
        assert self.told in {None, self.forfeit}, f"{self.told} was forfeited, where nobody called {self.forfeit}"

    def pots_formed(self, given: Sequence[Pot], books: Books) -> None:
        self.note(books)
        nothing_goes_back(books)
        self.formed = [pot for pot in self.rake.left_in(books) if pot.chips]
        told = [Formed(frozenset(pot.claimants), pot.amount) for pot in given if pot.amount]
        assert told == self.formed, f"the pots are {shown(self.formed)}, not {shown(told)}: {books.stakes}"

    def goes_back(self, books: Books) -> None:
        """Whether so much is due is for the books to say."""
        for (seat, kind), chips in going_back(books.stakes).items():
            if chips and kind is Kind.ANTE and seat in books.live:
                self.met.add(Met.UNMATCHED_ANTE)
            elif chips:
                self.met.add(Met.NOBODYS_CHIPS)

    def note(self, books: Books) -> None:
        """Which of the rare cases these pots are."""
        stakes = books.stakes
        limited = [stake for stake in stakes if stake.live and stake.all_in_on_ante and not stake.bet]
        if any(stake.ante > each.ante for each in limited for stake in stakes):
            self.met.add(Met.SHORT_ANTE_IN_MAIN_POT if self.house.antes_to_main_pot else Met.SHORT_ANTE)
        live = [stake for stake in stakes if stake.live]
        if len({stake.ante for stake in stakes}) > 1 and not any(stake.capped for stake in live):
            self.met.add(Met.UNEVEN_IN_ONE_POT)
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
        """From every pot of the posted size, once what goes back has gone, 14.19(c) (AMB-137)."""
        self.without_showdown(books)
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

    def without_showdown(self, books: Books) -> None:
        """A pot awarded to a last player was never formed at a showdown: here is the time for chips to go back."""
        if self.formed is None:
            nothing_goes_back(books)

    def first_award(self, event: PotAwarded, books: Books) -> None:
        self.without_showdown(books)
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


def nothing_goes_back(books: Books) -> None:
    """Before pots are formed or awarded, the chips are gone that nobody called, matched or may win (AMB-82)."""
    kept = {(seat, kind.value): chips for (seat, kind), chips in going_back(books.stakes).items() if chips}
    assert not kept, f"to go back, and still in the pot: {kept} of {books.stakes}"


def trimmed(amounts: Sequence[int]) -> tuple[int, ...]:
    """The same amounts without pots at the end that give nothing."""
    last = max([place for place, amount in enumerate(amounts) if amount], default=-1)
    return tuple(amounts[: last + 1])


def shown(formed: Sequence[Formed]) -> str:
    return ", ".join(f"{pot.chips} for {sorted(pot.claim)}" for pot in formed)
