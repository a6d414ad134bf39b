"""Blinds and turns in games with a button: who posts what, and who is first to act, 14.10(d), (f), 14.11(i)."""

from pokerroom.play import Event, OpenRound
from pokerroom.play.events import BettingRoundClosed, BettingRoundOpened, BlindPosted, DrawOpened
from pokerroom.rules import clauses
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import HouseRules
from tests.property.referee.books import Books
from tests.property.referee.met import Met
from tests.property.referee.sign import blinds_owed, from_left_of_button, regular_blinds

BADUGI = "badugi"
"""The one game whose later betting rounds name the paragraph on blinds (14.12B(g), (i))."""


class Turns:
    """The posts of a betting round as they are made, and where its turn must start."""

    def __init__(self, game: Game, house: HouseRules, opening: OpenRound, met: set[Met]) -> None:
        self.game, self.house, self.kill, self.met = game, house, opening.kill, met
        self.players = len(opening.stacks)
        self.button = self.players - 1 if opening.button is None else int(opening.button)
        self.regular = regular_blinds(house, self.button, self.players, opening.blinds)
        self.posted: dict[int, int] = {}
        self.stacks_before: list[int] = []
        self.street = 0

    def before(self, event: Event, books: Books) -> None:
        if not self.game.has_button:
            return
        if isinstance(event, BlindPosted):
            assert event.seat not in self.posted, f"seat {event.seat} posts twice"
            if not self.posted:
                self.stacks_before = list(books.stacks)
            self.posted[event.seat] = event.amount
        elif isinstance(event, BettingRoundOpened):
            self.opened(event, books)
        elif isinstance(event, BettingRoundClosed | DrawOpened):
            self.none_again()
        self.street = getattr(event, "street", self.street)

    def opened(self, event: BettingRoundOpened, books: Books) -> None:
        opens = self.game.streets[event.street].opens
        if event.street == 0:
            owed = blinds_owed(self.house, self.kill, self.regular)
            self.posted = {seat: amount for seat, amount in self.posted.items() if amount}
            self.note()
            self.check_posts(owed, books)
            # Where somebody could post nothing, nobody says from whose left the turn starts.
            if set(self.regular) <= set(self.posted):
                self.check_first(event, books, last_of(self.regular))
        elif self.is_reposted(opens):
            self.met.add(Met.REPOSTED)
            regular = self.among_the_live(books)
            self.check_posts(regular, books)
            # Where somebody could post nothing, nobody says from whose left the turn starts.
            if set(regular) == set(self.posted):
                self.check_first(event, books, last_of(regular))
        else:
            if (
                isinstance(opens, clauses.LeftOfButton)
                and opens.like_first_round
                and self.house.repost_blinds_each_round
            ):
                self.met.add(Met.NOT_REPOSTED)
            self.none_again()
            self.check_first(event, books, self.button)
        self.posted, self.stacks_before = {}, []

    def note(self) -> None:
        usual = regular_blinds(self.house, self.button, self.players, None)
        if len(usual) > 1 and list(self.regular.values()) == list(usual.values())[1:]:
            self.met.add(Met.DEAD_SMALL_BLIND)
            if self.kill is not None and self.kill.seat is not None:
                self.met.add(Met.KILL_BESIDE_DEAD_BLIND)

    def none_again(self) -> None:
        """Blinds open the first betting round, and no other but where badugi's own words ask for them (AMB-34)."""
        again = self.street == 0 or self.is_reposted(self.game.streets[self.street].opens)
        assert again or not self.posted, f"blinds of {self.posted} on street {self.street}, where none are due"
        self.posted, self.stacks_before = {}, []

    def is_reposted(self, opens: object) -> bool:
        again = isinstance(opens, clauses.LeftOfButton) and opens.like_first_round is not None
        return again and self.game.family == BADUGI and self.house.repost_blinds_each_round

    def among_the_live(self, books: Books) -> dict[int, int]:
        order = from_left_of_button(self.players, self.button, self.house)
        live = [seat for seat in order if seat in books.live]
        return {seat: blind for seat, blind in zip(live, self.house.blinds, strict=False) if blind}

    def check_posts(self, owed: dict[int, int], books: Books) -> None:
        """Each posts what is owed, or all that is left; who has nothing left posts nothing."""
        stacks = self.stacks_before or books.stacks
        due = {seat: paid for seat, blind in owed.items() if (paid := min(blind, stacks[seat]))}
        assert self.posted == due, f"blinds posted by seat are {self.posted}, where {due} are due"

    def check_first(self, event: BettingRoundOpened, books: Books, after: int | None) -> None:
        """Clockwise from the left of that seat, whoever has chips and a hand to bet on."""
        start = self.button if after is None else after
        if after is None and self.players == 2 and self.house.heads_up_button_small_blind and event.street == 0:
            start = self.button + 1
        round_table = [(start + step) % self.players for step in range(1, self.players + 1)]
        able = [seat for seat in round_table if seat in books.live - books.frozen and books.stacks[seat]]
        if event.street == 0 and self.kill is not None and self.house.kill_acts == "last" and self.kill.seat in able:
            able.remove(self.kill.seat)
            able.append(int(self.kill.seat))
        assert list(event.to_act) == able, (
            f"the turn goes {event.to_act}, where {able} act from the left of seat {start}"
        )


def last_of(regular: dict[int, int]) -> int | None:
    """The seat of the last blind, which no kill blind and no blind that is dead moves (AMB-103)."""
    return next(reversed(regular), None)
