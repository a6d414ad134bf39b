"""A small house in a loop that a seed shuffles: whatever may run next runs in any order, and commits end in any order.

Everything that people and staff may ask for is asked for at once; what came of it must be what some order of asking one
after the other would have led to.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random
from typing import Any, NamedTuple, get_args

import msgspec

from pokerroom.ledger.accounts import Account, Kind
from pokerroom.live import seeding
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.house import PLAY, House
from pokerroom.live.ports import World
from pokerroom.live.records import PLAY_CHIPS, open_room
from pokerroom.live.room import LiveRoom
from pokerroom.live.settings import PlayChips, Settings
from pokerroom.live.staff import orders
from pokerroom.live.staff.countersigning import Proposal
from pokerroom.live.staff.floor import Floor
from pokerroom.live.staff.orders.registry import BY_NAME
from pokerroom.live.tables.clock import ClockRules
from pokerroom.room import filing
from pokerroom.room.books import LEDGER
from pokerroom.room.box import BOXES
from pokerroom.room.box.commands import AtBox
from pokerroom.room.conduct import CONDUCT
from pokerroom.room.filing.stream import FILING
from pokerroom.room.lists import commands as on_lists
from pokerroom.room.lists.commands import OnLists
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.room import Done
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable
from pokerroom.rules.staff import Official, Position
from pokerroom.store import MemoryStore
from pokerroom.table.decks import commands as of_decks
from pokerroom.table.decks.equipment import Back, CoverCard, DeckPlace, TableDecks
from pokerroom.table.seating import Posting, commands as at_table
from pokerroom.table.seating.commands import DealtBy
from pokerroom.wire import messages as wire
from tests.owned import OwnedLoop, OwnedRecords, copied, owned_world
from tests.unit.web.front import desk_of
from tests.wire import Client, guest

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
BANK = 200_000
"""What a guest is given."""
SAVED = 50_000
"""What Fay has in her bank."""
SETTINGS = Settings(
    store="memory:",
    time_zone="UTC",
    clock=ClockRules(act=7200, show=7200, bank=0, bank_refill=0, round_pause=7200, step_pause=0, keep_seat=7200),
    play_chips=PlayChips(bots=0, bank=BANK, spectator_delay=0.0),
)
"""One hand is dealt, and lasts as long as nobody acts."""
TABLES_OPEN, NEW_TABLE = ("1", "2"), "3"
FELT = "felt"
"""The table that a dealer deals."""
BLUE, RED = Back("blue", "diamonds"), Back("red", "diamonds")
OFFERED = ("2", 5)
"""The seat that is held for Eve."""
STAFF = {
    role: tuple(Identity(f"{role.name.lower()}-{n}", f"{role.value} {n}", role, guest=False) for n in (1, 2))
    for role in Role
}
ANOTHER = "another of them"
DEALER = Official(STAFF[Role.DEALER][0].name, Position.DEALER)
LATEST = 0.03
"""Seconds within which everything is asked for."""


class ShuffledLoop(OwnedLoop):
    """Whatever is ready runs in an order that the seed decides, once `shuffling` begins."""

    def __init__(self, chance: Random) -> None:
        super().__init__()
        self._chance, self.shuffling = chance, False

    def _run_once(self) -> None:
        ready = self._ready  # type: ignore[attr-defined]  # the loop's own queue
        if self.shuffling and len(ready) > 1:
            shuffled = list(ready)
            self._chance.shuffle(shuffled)
            ready.clear()
            ready.extend(shuffled)
        super()._run_once()  # type: ignore[misc]  # what a loop does


def posted() -> Posting:
    return next(each for each in seeding.postings(1) if each.game == "hold-em")


@cache
def prepared(shards: int) -> MemoryStore:
    """The record of a room with two tables of the same game, and the papers of a third."""

    async def prepare(world: World) -> MemoryStore:
        assert isinstance(world.records, OwnedRecords)
        world.records.stores[PLAY_CHIPS] = MemoryStore(shards)
        record = world.records.open(PLAY_CHIPS)
        live = open_room(record, world.records.keys(), world, play_chips=True, delay=0)
        await live.begin_day(NOON.date(), seeding.DESK)
        rules = on_lists.SetRules(at=live.moment(), by=seeding.SUPERVISOR, rules=seeding.LIST_RULES)
        await seeding.do(live, OnLists(rules))
        await seeding.file(live, filing.RAKE, filing.RakeSubmission(methods=(seeding.RAKE,), most=seeding.RAKE.most))
        for name in TABLES_OPEN:
            await seeding.open_table(live, name, posted())
        await seeding.file(live, f"table {NEW_TABLE}", filing.TableSettings((posted(),)))
        await deal_by_hand(live)
        live.close()
        assert isinstance(record.store, MemoryStore)
        return record.store

    with asyncio.Runner(loop_factory=OwnedLoop) as runner:
        return runner.run(prepare(owned_world(runner.get_loop(), "prepared", NOON)))


async def deal_by_hand(live: LiveRoom) -> None:
    """A table that the first dealer deals: Ivy and Jon have seats there."""
    await seeding.open_table(live, FELT, posted(), dealt_by=DealtBy.DEALER)
    at = live.moment()
    deals: dict[str, Any] = {"by": DEALER, "at": at}
    floor: dict[str, Any] = {"by": seeding.SUPERVISOR, "at": at}
    line = TableDecks(table=FELT, limits="$1-$2", location="pit 2", game="hold 'em", backs=(BLUE, RED))
    opening: tuple[Any, ...] = (
        of_decks.DistributeDecks(day=NOON.date(), tables=(line,), **floor),
        of_decks.ReceiveDeck(deck="A", backs=(BLUE,), edges="white", **deals),
        of_decks.ReceiveDeck(deck="B", backs=(RED,), edges="white", **deals),
        of_decks.ProvideCoverCard(cover=CoverCard("yellow", opaque=True, solid=True), **deals),
        of_decks.OpenTable(day=NOON.date(), **deals),
        of_decks.SignOn(**deals),
    )
    preparing: tuple[Any, ...] = (
        *(of_decks.AcceptPreparedDeck(deck=deck, document="lot 17", **deals) for deck in "AB"),
        of_decks.PutInPlay(deck="A", **deals),
        of_decks.StoreDeck(deck="B", place=DeckPlace.DESIGNATED_AREA, **deals),
    )
    for command in opening:
        await seeding.do(live, AtBox(FELT, command))
    for seat, name in enumerate(("Ivy", "Jon")):
        await live.stake(guest(name).id, least=10_000, up_to=10_000)
        seated = at_table.TakeSeat(player=guest(name).id, seat=seat, amount=10_000, **floor)
        await seeding.do(live, AtTable(FELT, seated))
    for command in preparing:
        await seeding.do(live, AtBox(FELT, command))


class Scene(NamedTuple):
    house: House
    floor: Floor

    @property
    def live(self) -> LiveRoom:
        return self.house.rooms[PLAY]

    def client(self, name: str) -> Client:
        return Client(self.house, guest(name))


MESSAGES: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(wire.ClientMessage)}


class Asked(NamedTuple):
    """Something that one person asks for, under an id."""

    name: str
    """Of the message, or of the order."""
    who: str
    """Who says a message; an order is given by a member of staff, or by another where `who` says so."""
    fields: dict[str, Any]
    id: str

    async def prepared(self, scene: Scene) -> Client | None:
        """Everybody has a socket for each thing they ask for."""
        if self.name in BY_NAME:
            return None
        client = scene.client(self.who)
        await client.enter()
        if self.name == "Chat":
            await client.say(wire.Watch(table=self.fields["table"]))
        return client

    async def ask(self, scene: Scene, client: Client | None) -> str:
        """What came of it: `done`, or why not."""
        if client is not None:
            return await self._say(client)
        return await self._order(scene)

    async def _say(self, client: Client) -> str:
        kind = MESSAGES[self.name]
        if "id" not in kind.__struct_fields__:
            await client.say(kind(**self.fields))
            return "done"
        message = kind(id=self.id, **self.fields)
        await client.say(message)
        answer = await client.until(
            lambda each: isinstance(each, wire.Accepted | wire.Refused) and each.id == message.id
        )
        return "done" if isinstance(answer, wire.Accepted) else str(answer.code)

    async def _order(self, scene: Scene) -> str:
        declared = BY_NAME[self.name]
        first, second = STAFF[min(declared.who, key=lambda role: role.name)][:: -1 if self.who == ANOTHER else 1]
        fields = {name: value for name, value in self.fields.items() if name not in {"where", "filed_as"}}
        where = {"table": self.fields.get("where", ""), "subject": self.fields.get("filed_as", "")}
        order = orders.read(declared.counter.name, {"type": declared.type, **fields}, **where)
        assert isinstance(order, orders.Order), order
        answer = await scene.floor.order(first, scene.live, order, id=self.id)
        if isinstance(answer, Proposal):
            answer = await scene.floor.countersign(second, scene.live, answer.id)
        return "done" if isinstance(answer, Done) else str(answer.code)


class Outcome(NamedTuple):
    answers: tuple[str, ...]
    state: Any
    """What the room has come to, without times and ids."""
    store: MemoryStore


async def set_the_scene(scene: Scene) -> None:
    """Ann and Bob play a hand, Cat sits alone, Eve is offered a seat, Fay has money, Gus was sent away; Ivy and Jon
    have been dealt to by a dealer.
    """
    for name, table in (("Ann", "1"), ("Bob", "1"), ("Cat", "2")):
        client = scene.client(name)
        await client.enter()
        await client.sit(table)
    await asyncio.sleep(1)
    assert scene.house.actors["1"].table.dealing is not None
    table, seat = OFFERED
    until = (scene.live.moment() + timedelta(minutes=20)).isoformat()
    before = (
        Asked("cage.Deposit", "", {"player": guest("Fay").id, "amount": SAVED}, "fay"),
        Asked("conduct.RequireToLeave", "", {"player": guest("Gus").id, "cause": "signals to seat 2"}, "gus"),
        Asked("lists.Bar", "", {"player": guest("Hal").id, "reason": "debts to the house"}, "hal"),
        Asked(
            "lists.LockSeat",
            "",
            {"player": guest("Eve").id, "table": table, "seat": seat, "until": until, "reason": "she asked"},
            "eve",
        ),
        Asked("box.CountDeck", "", {"where": FELT, "deck": "A", "found": 52}, "count"),
        Asked("box.PrepareDeck", "", {"where": FELT}, "cut"),
        Asked("table.StartRound", "", {"where": FELT}, "deal"),
    )
    for asked in before:
        answer = await asked.ask(scene, None)
        assert answer == "done", (asked, answer)


def run(
    seed: str, asked: Iterable[Asked], *, at_once: bool = True, first: Iterable[Asked] = (), shards: int = 1
) -> Outcome:
    """In a house of its own, after `first`: everything at once, in an order of the seed, or one after the other."""
    chance, everything, before = Random(seed), tuple(asked), prepared(shards)

    async def go() -> Outcome:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, ShuffledLoop)
        world = owned_world(loop, "the same cards", NOON + timedelta(hours=1))
        assert isinstance(world.records, OwnedRecords)
        store = world.records.stores[PLAY_CHIPS] = copied(before)
        house = await House.open(SETTINGS, world=world)
        house.start()
        scene = Scene(house, Floor(house, desk_of()))
        await set_the_scene(scene)
        for each in first:
            answer = await each.ask(scene, None)
            assert answer == "done", (each, answer)
        clients = [await each.prepared(scene) for each in everything]

        async def one(each: Asked, client: Client | None) -> str:
            if at_once:
                await asyncio.sleep(chance.choice((0.0, 0.0, chance.uniform(0, LATEST))))
            return await each.ask(scene, client)

        world.records.threads._chance.seed(seed)  # From here on commits take as long as the seed says.
        loop.shuffling = at_once
        if at_once:
            answers = await asyncio.gather(*map(one, everything, clients))
        else:
            answers = [await one(*each) for each in zip(everything, clients, strict=True)]
        await asyncio.sleep(5)  # The house does what follows.
        loop.shuffling = False
        await scene.live.book()
        assert not house.health["halted"]
        assert not house.health["halted_streams"]
        outcome = Outcome(tuple(answers), state_of(scene), store)
        await house.close()
        store.settle()
        return outcome

    with asyncio.Runner(loop_factory=lambda: ShuffledLoop(chance)) as runner:
        return runner.run(go())


TIMES = frozenset({"at", "since", "until", "locked_until", "effective", "filed_on", "when"})


def state_of(scene: Scene) -> Any:
    room = scene.live.room
    lists, books = room.state(LISTS), room.state(LEDGER)
    return {
        "books": {account: balance for account, balance in balances(books.balances).items() if balance},
        "day": None if books.open_day is None else str(books.open_day.date),
        "tables": {name: table_state(table) for name, table in room.states(TABLES).items()},
        "boxes": {name: box_state(box) for name, box in room.states(BOXES).items()},
        "taken": {f"{place.table}/{place.seat}": player for place, player in lists.taken.items()},
        "holds": sorted((hold.place.table, hold.place.seat, hold.player, hold.accepted) for hold in lists.holds),
        "waiting": {str(wanted): sorted(waiting.players) for wanted, waiting in lists.lists.items()},
        "changes": sorted(each.player for each in lists.changes),
        "barred": sorted(lists.barred),
        "removals": [(each.player, each.reinstated is None) for each in room.state(CONDUCT).removals],
        "warnings": len(room.state(CONDUCT).warnings),
        "filed": {
            subject: [(each.approved is not None, each.withdrawn is not None) for each in versions]
            for subject, versions in room.state(FILING).versions.items()
        },
    }


def balances(books: Mapping[Account, int]) -> Counter[str]:
    """With what lies on a table taken together: who has posted what depends on the cards."""
    found: Counter[str] = Counter()
    for account, balance in books.items():
        on_table = account.kind in {Kind.STAKES, Kind.POT}
        found[f"on table {account.owner.partition('/')[0]}" if on_table else str(account)] += balance
    return found


def table_state(table: Any) -> Any:
    seats = {seat: (place.player, place.carried, place.status.value, place.leaving) for seat, place in table.seated}
    playing = None if table.round is None else table.round.stage.value
    return (table.is_open, seats, playing, table.rounds, None if table.proposal is None else table.proposal.minimum)


def box_state(box: Any) -> Any:
    decks = None if box.decks is None else tuple((each.name, each.step.name, each.place) for each in box.decks.decks)
    return (decks, box.round, len(box.calls))


def balances_over_time(store: MemoryStore) -> Iterable[tuple[Any, dict[str, int]]]:
    """Each transfer of the record with the balances after it."""
    balances: dict[str, int] = {}
    for committed in store.read(LEDGER.name):
        event = LEDGER.read(committed.envelope)
        for transfer in getattr(event, "transfers", ()):
            debit, credit = str(transfer.debit), str(transfer.credit)
            balances[debit] = balances.get(debit, 0) - transfer.amount
            balances[credit] = balances.get(credit, 0) + transfer.amount
            yield transfer, dict(balances)


Sample = Callable[[Random], tuple[str, dict[str, Any]]]
"""Who asks, and what they say."""


def builtins(value: Any) -> Any:
    return msgspec.to_builtins(value)
