"""A table of the play-chip room that a dealer deals, and the staff around it: every order goes through the gate.

async def test(felt: DealersTable) -> None:
await felt.opened_and_ready("Ann", "Ben")
await felt.done(DEE, "table", "StartRound")

at_a_dealers_table(test)
"""

from collections.abc import Awaitable, Callable, Mapping
from itertools import count
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec.structs import replace

from pokerroom.live import payouts
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.house import House
from pokerroom.live.ports import World
from pokerroom.live.refusals import Refusal
from pokerroom.live.room import FLOOR, LiveRoom
from pokerroom.live.seeding import FIXED, Variant, every_game, file, posting
from pokerroom.live.staff import orders
from pokerroom.live.staff.countersigning import Proposal
from pokerroom.live.staff.floor import Floor
from pokerroom.play import Round, Seat, Stage, legal_actions
from pokerroom.play.offered import MayCheck
from pokerroom.play.views import pots_now
from pokerroom.room import filing
from pokerroom.room.books import LEDGER
from pokerroom.room.box import BOXES
from pokerroom.room.room import Done
from pokerroom.room.tables.commands import AtTable
from pokerroom.table.box import Box
from pokerroom.table.seating import Table
from pokerroom.table.seating.commands import TakeSeat
from pokerroom.table.seating.entering import as_dealt
from pokerroom.wire import messages as wire
from tests.owned import in_owned_world
from tests.unit.web.front import desk_of
from tests.wire import Client, entered, opened

FLO = Identity("flo", "Flo Ray", Role.FLOORPERSON, guest=False)
SUE = Identity("sue", "Sue Park", Role.SHIFT_SUPERVISOR, guest=False)
DEE = Identity("dee", "Dee Low", Role.DEALER, guest=False)
DAN = Identity("dan", "Dan Roe", Role.DEALER, guest=False)

NAME = "felt"
BLUE = {"color": "blue", "design": "diamonds"}
RED = {"color": "red", "design": "diamonds"}
YELLOW = {"color": "yellow", "opaque": True, "solid": True}
LINE = {"table": NAME, "limits": "$1-$2", "location": "pit 2", "game": "hold 'em", "backs": [BLUE, RED]}
IDS = count(1)


class DealersTable:
    """One table, its box and who works there."""

    def __init__(self, house: House, floor: Floor, game: str = "hold-em", sign: Variant = FIXED, **rules: Any) -> None:
        self.house, self.floor, self.game, self.sign, self.rules = house, floor, game, sign, rules
        self.live: LiveRoom = house.rooms["play chips"]
        self.players: list[Client] = []

    @property
    def table(self) -> Table:
        return self.house.actors[NAME].table

    @property
    def box(self) -> Box:
        return self.live.room.state(BOXES, NAME)

    @property
    def day(self) -> str:
        day = self.live.room.state(LEDGER).open_day
        assert day is not None
        return day.date.isoformat()

    async def asked(
        self,
        by: Identity,
        counter: str,
        type_: str,
        *,
        id: str = "",  # noqa: A002
        subject: str = "",
        **fields: Any,
    ) -> Done | Proposal | Refusal:
        """The answer to an order."""
        read = orders.read(counter, {"type": type_, **fields}, table=NAME, subject=subject)
        if isinstance(read, Refusal):
            return read
        return await self.floor.order(by, self.live, read, id=id or f"o{next(IDS)}")

    def foretold(self, by: Identity, counter: str, type_: str, **fields: Any) -> tuple[wire.Told, ...] | Refusal:
        """What an order would lead to."""
        read = orders.read(counter, {"type": type_, **fields}, table=NAME)
        return read if isinstance(read, Refusal) else self.floor.foretell(by, self.live, read)

    async def done(self, by: Identity, counter: str, type_: str, **fields: Any) -> Done:
        answer = await self.asked(by, counter, type_, **fields)
        assert isinstance(answer, Done), f"{counter}.{type_}: {answer}"
        return answer

    async def refused(self, by: Identity, counter: str, type_: str, **fields: Any) -> Refusal:
        answer = await self.asked(by, counter, type_, **fields)
        assert isinstance(answer, Refusal), f"{counter}.{type_}: {answer}"
        return answer

    async def in_box(self, *types: str, by: Identity = DEE, **fields: Any) -> None:
        for type_ in types:
            await self.done(by, "box", type_, **fields)

    # From a closed table to one that is ready to be dealt.

    async def posted(self) -> None:
        """Opened for gaming: what is posted there is filed and approved."""
        posted = posting(every_game()[self.game], self.sign)
        rotation = (replace(posted, rules=replace(posted.rules, **self.rules)),)
        subject = f"table {NAME}"
        await file(self.live, subject, filing.TableSettings(rotation))
        document = msgspec.to_builtins(rotation)
        area = {"name": "poker room", "approved": True}
        opening = {"area": area, "rotation": document, "dealt_by": "dealer"}
        await self.done(FLO, "table", "OpenTable", subject=subject, **opening)
        if rotation[0].house.bad_beat is not None:
            await payouts.offer(self.live, replace(payouts.demonstration_rules((NAME,)), name=NAME))

    async def supplied(self) -> None:
        """With two decks and a cover card from the distribution of the day, and a dealer signed on."""
        await self.done(SUE, "box", "DistributeDecks", day=self.day, tables=[LINE])
        await self.in_box("ReceiveDeck", deck="A", backs=[BLUE], edges="white")
        await self.in_box("ReceiveDeck", deck="B", backs=[RED], edges="white")
        await self.in_box("ProvideCoverCard", cover=YELLOW)
        await self.in_box("OpenTable", day=self.day)
        await self.in_box("SignOn")

    async def seated(self, *names: str) -> None:
        for name in names:
            client = await entered(self.house, name)
            await client.sit(NAME)
            self.players.append(client)

    async def staked(self, players: int, amount: int) -> None:
        """Players without a page, seated by the floor from the dealer's left, each with as much."""
        for number in range(players):
            player = f"player {number}"
            await self.live.stake(player, least=amount, up_to=amount)
            seated = TakeSeat(by=FLOOR, at=self.live.moment(), player=player, seat=number, amount=amount)
            answer = await self.live.submit(AtTable(NAME, seated))
            assert isinstance(answer, Done), answer

    async def shown(self) -> None:
        """Both decks inspected, verified, spread, and shown to the first two players."""
        for deck in ("A", "B"):
            await self.in_box("InspectDeck", deck=deck, found=52)
            await self.in_box("VerifyDeck", deck=deck, by=FLO)
            await self.in_box("SpreadDeck", deck=deck, face="face up", in_sequence=True)
            await self.in_box("OfferInspection", deck=deck)

    async def washed(self) -> None:
        for deck in ("A", "B"):
            await self.in_box("WashDeck", deck=deck)
            await self.in_box("ShuffleDeck", deck=deck, method="by hand")
        await self.in_box("PutInPlay", deck="A")
        await self.in_box("StoreDeck", deck="B", place="designated area")

    async def opened_and_ready(self, *names: str) -> None:
        """Everything that has to happen before the first round."""
        await self.posted()
        await self.supplied()
        await self.seated(*names)
        await self.prepared()

    async def prepared(self) -> None:
        """Both decks shown to those who sit there, and one of them cut."""
        await self.shown()
        await self.washed()
        await self.in_box("PrepareDeck")

    async def started(self, by: Identity = DEE) -> None:
        await self.done(by, "table", "StartRound")

    async def checked_down(self, by: Identity = DEE) -> None:
        """A round in which everybody calls and checks, and the first claimant of each pot wins it."""
        await self.started(by)
        await self.run_out(by)

    async def run_out(self, by: Identity = DEE) -> None:
        """Nobody bets or raises any more."""
        while (state := self.round_as_dealt) is not None:
            if state.stage is Stage.SHOWDOWN:
                pots = [
                    {"pot": number, "seats": [self.at_table(pot.claimants[0])]}
                    for number, pot in enumerate(pots_now(state))
                ]
                await self.done(by, "felt", "PushPots", pushes=pots)
                continue
            kinds = {type(offer) for offer in legal_actions(state, self.turn_of(state))}
            await self.done(
                by, "felt", "Check" if MayCheck in kinds else "Call", seat=self.at_table(self.turn_of(state))
            )

    async def folded_around(self, by: Identity = DEE) -> None:
        """A round in which everybody folds to the last."""
        await self.started(by)
        while (state := self.round_as_dealt) is not None:
            await self.done(by, "felt", "Fold", seat=self.at_table(self.turn_of(state)))

    @property
    def round_as_dealt(self) -> Round | None:
        state = self.table.round
        return None if state is None or self.table.dealing is None else as_dealt(state)

    @staticmethod
    def turn_of(state: Round) -> Seat:
        assert state.turn is not None
        return state.turn

    def at_table(self, seat: int) -> int:
        assert self.table.dealing is not None
        return self.table.dealing.lineup[seat]

    async def console(self, who: Identity = DEE) -> "Client":
        client = await entered(self.house, who)
        await client.say(wire.Watch(table=NAME))
        return client

    def shows(self, console: Client) -> wire.DealersTable:
        """What a console shows now."""
        heard = [each for each in console.so_far() if isinstance(each, wire.DealersTable)]
        return heard[-1]


def at_a_dealers_table(
    test: Callable[[DealersTable], Awaitable[None]],
    *,
    game: str = "hold-em",
    sign: Variant = FIXED,
    rules: Mapping[str, Any] = MappingProxyType({}),
    **chips: Any,
) -> None:
    async def run(world: World) -> None:
        house = await opened(world=world, bots=0, **chips)
        try:
            felt = DealersTable(house, Floor(house, desk_of()), game, sign, **rules)
            await test(felt)
            assert not any(actor.halted for actor in house.actors.values())
            assert all(actor.table.is_balanced for actor in house.actors.values())
        finally:
            await house.close()

    in_owned_world(run, "at a dealer's table")
