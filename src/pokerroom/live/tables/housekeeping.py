"""What the room does between rounds of play: who sits out, whose seat is given up, and how many bots play."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from random import Random
from typing import Any

from pokerroom.live.posted import as_posted, buy_in
from pokerroom.live.room import DEALER, LiveRoom, is_bot
from pokerroom.live.seating import hold_and_take
from pokerroom.live.tables.clock import ClockRules, late_too_often
from pokerroom.live.tables.opponents import name_for
from pokerroom.live.tables.people import People, Person, Preferences
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.tables import TABLES
from pokerroom.rules.house import Fixed
from pokerroom.table.seating import Place, Status, Table, commands as at_table, in_pieces

FREE_SEATS = 2
"""Seats that bots leave to people."""
DECENT = 20
"""How many minimum wagers a bot wants to have in front of it."""

Give = Callable[[at_table.Command], Awaitable[Any]]
"""Carries out an order at the table, and returns the answer."""


class Housekeeping:
    """`bots` is how many the table wants; `connected` are those who watch it."""

    def __init__(
        self,
        live: LiveRoom,
        table: str,
        rules: ClockRules,
        give: Give,
        *,
        people: People,
        connected: Collection[str],
        preferences: Mapping[str, Preferences],
        bots: int,
    ) -> None:
        self._live, self._name, self._rules, self._give = live, table, rules, give
        self._people, self._connected, self._preferences, self._bots = people, connected, preferences, bots
        self._chance: Random = live.room.chance

    @property
    def _table(self) -> Table:
        return self._live.room.states(TABLES)[self._name]

    async def people(self) -> None:
        """Let players who do not answer sit out, and give up the seats of those who stay away."""
        now = self._live.world.clock.time()
        self.follow_chips(now)
        for _, place in self._table.seated:
            player = place.player
            if is_bot(player):
                continue
            person = self._people[player]
            if player not in self._connected and person.lost_at is None:
                person.lost_at = now
            await self._person(place, person, now)

    def follow_chips(self, now: float) -> None:
        """The seat of a player who has too few chips to be dealt in is kept for a while, and no longer."""
        table = self._table
        least = as_posted(table.posting).needed
        for seat, place in table.seated:
            if is_bot(place.player):
                continue
            person = self._people[place.player]
            if table.is_dealt_in(seat) or place.leave is not None or place.stakes + place.added >= least:
                person.kept_until = None
            elif person.kept_until is None:
                person.kept_until = now + self._rules.rebuy

    async def bots(self) -> None:
        """Bots fill the table: enough to play with, seats free for people, one of them leaving for whoever waits."""
        if not self._live.play_chips:
            return
        table = self._table
        bots = [place for _, place in table.seated if is_bot(place.player)]
        wanted = max(0, min(self._bots, len(table.places) - FREE_SEATS - len(people_at(table))))
        if bots and (len(bots) > wanted or self._somebody_waits()):
            leaving = self._chance.choice(bots).player
            await self._give(at_table.LeaveSeat(by=leaving, at=self._live.moment(), player=leaving))
            return
        if self._live.misses_desk:
            return  # Nobody sits down or buys more until there are books again; those who have chips play on.
        for place in bots:
            if place.stakes < buy_in(table.posting)[0]:
                usual = customary_amount(table)
                await self._live.stake(place.player, least=usual, up_to=10 * usual)
                await self._top_up(place)
        for _ in range(wanted - len(bots)):
            await self._seat_bot()

    async def proposal(self) -> None:
        """A higher minimum that everybody still here has agreed to: the player who had not has left."""
        proposal = self._table.proposal
        agreed = [place.player for _, place in self._table.seated if proposal and place.player in proposal.agreed]
        if agreed and len(agreed) == len(self._table.seated):
            await self._give(at_table.Agree(by=DEALER, at=self._live.moment(), player=agreed[0]))

    async def _person(self, place: Place, person: Person, now: float) -> None:
        player = place.player
        if person.kept_until is not None and now >= person.kept_until:
            await self._give(at_table.LeaveSeat(by=DEALER, at=self._live.moment(), player=player))
        elif place.status is Status.PLAYING:
            person.out_since = None
            lost = person.lost_at is not None and now - person.lost_at >= self._rules.grace
            if lost or late_too_often(person.late):
                person.late = []
                await self._give(at_table.SitOut(by=DEALER, at=self._live.moment(), player=player))
            elif self._preferences.get(player, Preferences()).auto_top_up:
                await self._top_up(place)
        elif place.status is Status.SITTING_OUT:
            person.out_since = now if person.out_since is None else person.out_since
            away = player not in self._connected or self._live.play_chips
            if away and now - person.out_since >= self._rules.keep_seat:
                await self._give(at_table.LeaveSeat(by=DEALER, at=self._live.moment(), player=player))

    async def _top_up(self, place: Place) -> None:
        """Bring a player who runs short back to the usual buy-in, as far as their bank allows."""
        least, usual = buy_in(self._table.posting)[0], customary_amount(self._table)
        if place.stakes + place.added >= least:
            return
        short = usual - place.stakes - place.added
        amount = in_pieces(self._table.rotation, min(short, self._live.balance(place.player)))
        if amount > 0:
            at = self._live.moment()
            await self._give(at_table.TopUp(by=place.player, at=at, player=place.player, amount=amount))

    def _somebody_waits(self) -> bool:
        lists = self._live.room.state(LISTS)
        listed = lists.tables.get(self._name)
        waiting = lists.lists.get(listed.wanted) if listed is not None else None
        return bool(waiting is not None and waiting.entries) and not self._table.vacant

    async def _seat_bot(self) -> None:
        live = self._live
        # A player who has a seat, or is about to take one, is on the lists.
        player, amount = name_for(live.room.state(LISTS).seated, self._chance), customary_amount(self._table)
        held = {hold.place.seat for hold in live.room.state(LISTS).holds if hold.place.table == self._name}
        free = [seat for seat in self._table.vacant if seat not in held]
        if not free:
            return
        seat = self._chance.choice(free)
        await live.stake(player, least=amount, up_to=10 * amount)
        asked = at_table.TakeSeat(by=player, at=live.moment(), player=player, seat=seat, amount=amount)
        await hold_and_take(live, player, self._name, seat, lambda: self._give(asked))


def bots_to_answer(table: Table) -> list[str]:
    """Bots that have not agreed yet to a proposed higher minimum."""
    agreed = () if table.proposal is None else table.proposal.agreed
    asked = [place.player for _, place in table.seated if table.proposal is not None and is_bot(place.player)]
    return [player for player in asked if player not in agreed]


def can_afford(table: Table, player: str) -> bool:
    """Whether a bot would still have a decent stack at the proposed minimum."""
    seat, proposal = table.seat_of(player), table.proposal
    assert seat is not None
    assert proposal is not None
    place = table.place(seat)
    return place.stakes + place.added >= DECENT * proposal.minimum


def people_at(table: Table) -> list[str]:
    return [place.player for _, place in table.seated if not is_bot(place.player)]


def customary_amount(table: Table) -> int:
    """What people sit down with: a hundred minimum wagers where wagers are not fixed, else twenty-five large bets."""
    least, most = buy_in(table.posting)
    sizes, limits = table.posting.plan.sizes[None], table.posting.house.limits
    usual = 25 * max(sizes.units) if isinstance(limits, Fixed) else 100 * sizes.minimum
    return max(least, in_pieces(table.rotation, min(most, usual)))
