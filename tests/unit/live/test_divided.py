"""A house on a divided record, all of whose shards one process has: it behaves like any other, whenever it stops."""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from pokerroom.ledger import Kind, Reason
from pokerroom.live import each_table, founding, seeding
from pokerroom.live.buying_in import HELD_WITHIN, KEEPER, PATIENCE
from pokerroom.live.founding import is_founded
from pokerroom.live.house import PLAY, House
from pokerroom.live.ports import World
from pokerroom.live.records import PLAY_CHIPS, open_room
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.room import LiveRoom
from pokerroom.live.seating import follow_for_long, follow_tables, hold as hold_seat, hold_and_take, settle_holds
from pokerroom.live.settings import PlayChips, Settings
from pokerroom.live.tables.actor import TableActor
from pokerroom.live.tables.clock import ClockRules
from pokerroom.room import filing
from pokerroom.room.auditing import Finding
from pokerroom.room.auditing.boxes import NOT_DISTRIBUTED
from pokerroom.room.books import LEDGER
from pokerroom.room.books.commands import Deposit, HoldMoney
from pokerroom.room.box import BOXES
from pokerroom.room.box.commands import AtBox
from pokerroom.room.conduct import CONDUCT
from pokerroom.room.conduct.commands import OnConduct
from pokerroom.room.examining import examine_record
from pokerroom.room.filing.stream import FILING
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.ports import Batch, StoreAway
from pokerroom.room.refusals import Code as RoomCode
from pokerroom.room.room import Done
from pokerroom.room.shards import DESK
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable
from pokerroom.store import MemoryStore, audit_log
from pokerroom.table.conduct import HandInPlay, RequireToLeave
from pokerroom.table.decks import commands as of_decks
from pokerroom.table.decks.equipment import Back, TableDecks
from pokerroom.table.seating import commands as at_table
from pokerroom.table.seating.commands import DealtBy
from pokerroom.wire import messages as wire
from tests.interleaving import posted
from tests.owned import copied, in_owned_world
from tests.unit.live.evening import Guest, premises
from tests.unit.live.test_evening import DAY_STARTS, SEED, records_of, spend

SHARDS = 5
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
TABLE = "1"
STAKE = 20_000
"""All that Ada has: a second hold beside an open one would be refused."""

Story = Callable[[World], Coroutine[Any, Any, Any]]


class Snapped(MemoryStore):
    """Keeps what was durable after each commit."""

    def __init__(self) -> None:
        super().__init__(SHARDS)
        self.snaps: list[MemoryStore] = []

    def append(self, *batches: Batch) -> tuple[int, ...]:
        ends = super().append(*batches)
        self.snaps.append(copied(self))
        return ends


def told(story: Story) -> Any:
    return in_owned_world(story, "divided", start=NOON)


def opened(world: World, store: MemoryStore) -> LiveRoom:
    records_of(world).stores[PLAY_CHIPS] = store
    return open_room(world.records.open(PLAY_CHIPS), world.records.keys(), world, play_chips=True, delay=0)


async def prepared(world: World, store: MemoryStore | None = None) -> LiveRoom:
    live = opened(world, store or MemoryStore(SHARDS))
    await live.begin_day(NOON.date(), seeding.DESK)
    await seeding.file(live, filing.RAKE, filing.RakeSubmission(methods=(seeding.RAKE,), most=seeding.RAKE.most))
    await seeding.open_table(live, TABLE, posted())
    await live.submit(lambda at: Deposit(player="ada", amount=STAKE, by=seeding.DESK, at=at))
    return live


def sitting(at: datetime) -> AtTable:
    return AtTable(TABLE, at_table.TakeSeat(by="ada", at=at, player="ada", seat=0, amount=STAKE))


async def sit(live: LiveRoom) -> Done | Refusal:
    return await live.submit(sitting, id="sit", asked=b"sit")


def findings(world: World, live: LiveRoom) -> list[Finding]:
    live.store.settle()
    assert audit_log(live.store).faults == ()
    return list(examine_record(live.store, keys=records_of(world).keys()).findings)


def moved(live: LiveRoom, reason: Reason) -> int:
    transfers = (each for _, event in LEDGER.events(live.store) for each in getattr(event, "transfers", ()))
    return sum(each.reason is reason for each in transfers)


def of_ada(live: LiveRoom) -> dict[Kind, int]:
    balances = live.room.state(LEDGER).balances
    return {account.kind: amount for account, amount in balances.items() if account.player == "ada"}


async def in_order(world: World, live: LiveRoom) -> bool:
    """Whether Ada has a seat, once all is settled: then her money is there, and else in her bank; nothing is open."""
    await settle_holds(live)
    await live.book()
    seated = live.room.states(TABLES)[TABLE].seat_of("ada") is not None
    assert of_ada(live) == {Kind.STAKES if seated else Kind.BANK: STAKE}
    assert live.room.state(LEDGER).holds == {}
    assert moved(live, Reason.BUY_IN) == int(seated)
    assert sum(live.room.state(LEDGER).balances.values()) == 0
    assert findings(world, live) == []
    return seated


def test_a_room_whose_founding_stopped_anywhere_is_founded_on_by_whoever_opens_it_next() -> None:
    chips = PlayChips(bots=2, demonstrations=2, games=("hold-em", "badugi"))
    settings = Settings(store="memory:", time_zone="UTC", play_chips=chips)

    async def story(world: World) -> None:
        stores, store = records_of(world).stores, Snapped()
        stores[PLAY_CHIPS] = store
        whole = (await House.open(settings, world=world)).rooms[PLAY].room
        assert is_founded(store)
        halves = [snap for snap in store.snaps if not is_founded(snap)]
        assert len(halves) >= 2 * len(whole.states(TABLES)), "the desk and each table by turns"
        for half in halves:
            stores[PLAY_CHIPS] = half
            again = (await House.open(settings, world=world)).rooms[PLAY]
            assert is_founded(half)
            assert again.room.states(TABLES).keys() == whole.states(TABLES).keys()
            assert again.room.state(PAYOUTS).by_name.keys() == whole.state(PAYOUTS).by_name.keys()
            filed = again.room.state(FILING).versions
            assert filed.keys() == whole.state(FILING).versions.keys()
            assert all(len(versions) == 1 for versions in filed.values()), "nothing is filed twice"
            assert findings(world, again) == []

    told(story)


def test_a_room_of_an_earlier_version_that_has_tables_was_founded() -> None:
    async def story(world: World) -> None:
        live = await prepared(world)
        assert live.store.row(founding.ROW, "") is None
        assert is_founded(live.store)
        assert not is_founded(MemoryStore(SHARDS))

    told(story)


@pytest.mark.parametrize("settles_first", [True, False])
def test_a_buy_in_that_stopped_anywhere_is_one_or_none_and_one_when_asked_again(*, settles_first: bool) -> None:
    async def story(world: World) -> list[bool]:
        store = Snapped()
        live = await prepared(world, store)
        store.snaps = [copied(store)]
        assert isinstance(await sit(live), Done)
        await live.book()
        assert await in_order(world, live)
        seated = []
        for snap in store.snaps:
            again = opened(world, snap)
            if settles_first:
                seated.append(await in_order(world, again))
            else:
                assert isinstance(await sit(again), Done), "what the first attempt left held pays for the next"
                assert await in_order(world, again)
            assert isinstance(await sit(again), Done)
            assert await in_order(world, again)
        return seated

    seated = told(story)
    assert seated == ([False, False, True, True] if settles_first else []), "before, held, taken, booked"


def test_what_a_table_did_not_take_goes_back() -> None:
    """When its turn came the order was refused."""

    async def story(world: World) -> None:
        live = await prepared(world)
        made = 0

        def order(at: datetime) -> AtTable | Refusal:
            nonlocal made
            made += 1
            return sitting(at) if made == 1 else Refusal(Code.NO_OFFER)

        answer = await live.submit(order, id="sit")
        assert isinstance(answer, Refusal)
        assert answer.code is Code.NO_OFFER
        assert (moved(live, Reason.HOLD), moved(live, Reason.RELEASE)) == (1, 1)
        assert not await in_order(world, live)

    told(story)


def test_what_the_table_would_refuse_or_the_bank_does_not_have_is_not_held() -> None:
    async def story(world: World) -> None:
        live = await prepared(world)
        for seat, amount in ((0, STAKE + 100), (99, STAKE)):
            asked = at_table.TakeSeat(by="ada", at=live.moment(), player="ada", seat=seat, amount=amount)
            assert isinstance(await live.submit(AtTable(TABLE, asked)), Refusal)
        assert moved(live, Reason.HOLD) == 0
        assert not await in_order(world, live)

    told(story)


def between(live: LiveRoom, meanwhile: Callable[[str], Any]) -> None:
    """Have something happen between a hold and its use."""
    submit = live.submit

    async def and_then(order: Any, *, id: str = "", asked: bytes = b"") -> Done | Refusal:  # noqa: A002
        answer = await submit(order, id=id, asked=asked)
        if callable(order) and isinstance(order(live.moment()), HoldMoney):
            meanwhile(id)
            await asyncio.sleep(0)
        return answer

    live.submit = and_then  # type: ignore[method-assign]


def test_whoever_asks_again_while_the_database_is_away_is_told_so_and_no_table_fails_for_it() -> None:
    async def story(world: World) -> None:
        live = await prepared(world)

        def away(*_: object) -> Any:
            raise StoreAway("the database is away")

        def set_aside(at: datetime) -> HoldMoney:
            return HoldMoney(hold="sit#before", player="ada", table=TABLE, amount=STAKE, by=KEEPER, at=at)

        assert isinstance(await live.submit(set_aside, id="sit#before"), Done)
        with pytest.MonkeyPatch.context() as outage:
            outage.setattr(live.store, "caused", away)
            answer = await sit(live)
        assert isinstance(answer, Refusal)
        assert answer.code is Code.CANNOT_RECORD
        assert isinstance(await sit(live), Done)
        assert await in_order(world, live)

    told(story)


def test_a_hold_that_was_forgone_is_not_used_and_whoever_asked_is_told_so() -> None:
    async def story(world: World) -> None:
        live = await prepared(world)
        asked: list[asyncio.Task[bool]] = []
        between(live, lambda hold: asked.append(asyncio.create_task(live.buying.forgo(TABLE, hold))))
        answer = await sit(live)
        assert isinstance(answer, Refusal)
        assert answer.code is RoomCode.HOLD_FORGONE
        assert await asked[0]
        assert not await in_order(world, live)

    told(story)


def test_whoever_lost_the_table_meanwhile_does_not_use_the_hold_even_with_the_table_back() -> None:
    async def story(world: World) -> None:
        live = await prepared(world)
        lease = SimpleNamespace(epochs=dict.fromkeys(range(SHARDS), 1), holds=lambda _shard: True)
        live.store.lease = lease  # type: ignore[attr-defined]
        between(live, lambda _hold: lease.epochs.update(dict.fromkeys(range(SHARDS), 3)))
        answer = await sit(live)
        assert isinstance(answer, Refusal)
        assert answer.code is RoomCode.HOLD_FORGONE
        assert not await in_order(world, live)

    told(story)


def test_whoever_may_have_lost_the_table_forgoes_nothing() -> None:
    async def story(world: World) -> None:
        live = await prepared(world)
        held = HoldMoney(hold="sit#1", player="ada", table=TABLE, amount=STAKE, by=seeding.DESK, at=live.moment())
        assert isinstance(await live.submit(held, id="sit#1"), Done)
        live.store.lease = SimpleNamespace(epochs={}, holds=lambda _shard: False)  # type: ignore[attr-defined]
        assert not await live.buying.forgo(TABLE, "sit#1")
        live.store.lease.holds = lambda _shard: True  # type: ignore[attr-defined]
        assert await live.buying.forgo(TABLE, "sit#1")

    told(story)


class Owner:
    """Another server, which has the tables."""

    def __init__(self, *, forgoes: bool) -> None:
        self.forgoes, self.asked = forgoes, list[tuple[str, str]]()

    async def forgo(self, table: str, order: str) -> bool:
        self.asked.append((table, order))
        return self.forgoes


@pytest.mark.parametrize(("where", "asked"), [("https://one.example", 1), ("", 0)])
def test_a_table_does_not_wait_long_for_a_desk_that_is_silent_and_not_at_all_for_one_that_nobody_has(
    where: str, asked: int
) -> None:
    async def story(world: World) -> None:
        live, desk = await prepared(world), SilentDesk(where)
        live.acts_for, live.elsewhere = live.acts_for - {DESK}, desk  # type: ignore[assignment]
        began = world.clock.monotonic()
        answer = await sit(live)
        assert isinstance(answer, Refusal)
        assert answer.code is Code.NOBODY_ANSWERS
        assert round(world.clock.monotonic() - began, 1) == asked * HELD_WITHIN
        assert desk.asked == asked
        live.acts_for, live.elsewhere = frozenset(range(SHARDS)), None
        assert not await in_order(world, live)

    told(story)


class SilentDesk:
    """A server that does not answer."""

    def __init__(self, where: str) -> None:
        self._where, self.asked = where, 0

    def desk(self) -> str:
        return self._where

    async def submit(self, room: str, command: Any, *, id: str, asked: bytes) -> Done | Refusal:  # noqa: A002, ARG002
        self.asked += 1
        await asyncio.Event().wait()
        raise AssertionError("it does not answer")


@pytest.mark.parametrize("forgoes", [True, False])
def test_the_desk_releases_an_old_hold_when_whoever_has_the_table_forgoes_it(*, forgoes: bool) -> None:
    async def story(world: World) -> None:
        live, owner = await prepared(world), Owner(forgoes=forgoes)
        live.acts_for, live.elsewhere = frozenset({DESK}), owner  # type: ignore[assignment]
        held = HoldMoney(hold="sit#1", player="ada", table=TABLE, amount=STAKE, by=seeding.DESK, at=live.moment())
        assert isinstance(await live.submit(held, id="sit#1"), Done)
        await settle_holds(live)
        assert owner.asked == [], "it is left to whoever made it"
        await asyncio.sleep((PATIENCE + timedelta(seconds=1)).total_seconds())
        await settle_holds(live)
        assert owner.asked == [(TABLE, "sit#1")]
        assert live.balance("ada") == (STAKE if forgoes else 0)

    told(story)


def test_the_lists_keep_the_seat_of_somebody_whose_money_is_on_its_way_and_free_it_with_the_money() -> None:
    async def story(world: World) -> None:
        live = await prepared(world)

        async def take() -> Done | Refusal:
            held = HoldMoney(hold="sit#1", player="ada", table=TABLE, amount=STAKE, by=seeding.DESK, at=live.moment())
            return await live.submit(held, id="sit#1")

        await hold_and_take(live, "ada", TABLE, 0, take)
        again = opened(world, copied(records_of(world).stores[PLAY_CHIPS]))
        await follow_tables(again)
        assert again.room.state(LISTS).seat_of("ada") is not None
        await settle_holds(again)
        assert again.room.state(LISTS).seat_of("ada") is None
        assert again.balance("ada") == STAKE

    told(story)


def test_a_seat_of_the_lists_that_no_table_has_is_free_again_when_it_was_seen_twice() -> None:
    async def story(world: World) -> None:
        live = await prepared(world)
        await hold_seat(live, "ada", TABLE, 0)
        astray = await follow_for_long(live, frozenset())
        assert live.room.state(LISTS).seat_of("ada") is not None, "she may be on her way"
        assert await follow_for_long(live, astray) == astray
        assert live.room.state(LISTS).seat_of("ada") is None
        assert await follow_for_long(live, frozenset()) == frozenset()

    told(story)


def test_somebody_whose_seat_the_lists_have_and_no_table_sits_down_there_when_they_ask_again() -> None:
    """The server that was asked first stopped in between."""

    async def story(world: World) -> None:
        records_of(world).stores[PLAY_CHIPS] = MemoryStore(SHARDS)
        settings = Settings(store="memory:", time_zone="UTC", play_chips=PlayChips(bots=0, demonstrations=0))
        async with premises(world, settings) as place:
            guest = Guest("Ann", SEED)
            await guest.come_in(place)
            await hold_seat(place.room, guest.who.id, TABLE, 3)
            reply = await guest.ask(wire.Sit, table=TABLE)
            assert isinstance(reply, wire.Accepted), reply
            assert place.room.room.states(TABLES)[TABLE].seat_of(guest.who.id) == 3

    told(story)


def test_what_was_done_is_answered_as_done_where_the_table_only_follows_though_it_has_gone_on() -> None:
    async def story(world: World) -> None:
        live = await prepared(world)
        assert isinstance(await sit(live), Done)
        actor = TableActor(live, TABLE, ClockRules(), preferences={}, changed=lambda: None)
        actor.rests = True
        stale = Refusal(Code.STALE)
        assert await actor.ask(lambda _table, _at: stale, id="sit", asked=b"sit") == Done("sit", repeated=True)
        assert await actor.ask(lambda _table, _at: stale, id="move", asked=b"move") == stale

    told(story)


def test_a_room_of_one_shard_holds_nothing() -> None:
    async def story(world: World) -> None:
        live = await prepared(world, MemoryStore())
        assert isinstance(await sit(live), Done)
        assert moved(live, Reason.HOLD) == 0
        assert of_ada(live) == {Kind.STAKES: STAKE}

    told(story)


def test_a_player_required_to_leave_is_removed_by_the_order_that_follows_also_after_a_stop() -> None:
    async def story(world: World) -> None:
        live = await prepared(world)
        await sit(live)

        def leave(at: datetime) -> OnConduct:
            who: dict[str, Any] = {"by": seeding.SUPERVISOR, "at": at, "player": "ada"}
            return OnConduct(RequireToLeave(cause="abuse", hand=HandInPlay.FINISH, **who))

        answer = await live.submit(leave, id="leave")
        assert isinstance(answer, Done)
        assert {stream for stream, _ in answer.events} == {CONDUCT.name}
        again = opened(world, copied(records_of(world).stores[PLAY_CHIPS]))
        assert again.room.states(TABLES)[TABLE].seat_of("ada") is not None
        await each_table.see_off(again, {})
        assert again.room.states(TABLES)[TABLE].seat_of("ada") is None
        await again.book()
        assert of_ada(again) == {Kind.BANK: STAKE}
        assert findings(world, again) == []

    told(story)


FELTS = ("felt 1", "felt 2")


async def with_dealers(world: World) -> LiveRoom:
    live = await prepared(world)
    for table in FELTS:
        await seeding.open_table(live, table, posted(), dealt_by=DealtBy.DEALER)
    return live


def decks(location: str, at: datetime) -> of_decks.DistributeDecks:
    backs = Back("blue", "diamonds"), Back("red", "diamonds")
    of_table: dict[str, Any] = {"limits": "$1-$2", "location": location, "game": "hold 'em", "backs": backs}
    lines = tuple(TableDecks(table=table, **of_table) for table in FELTS)
    return of_decks.DistributeDecks(day=NOON.date(), tables=lines, by=seeding.SUPERVISOR, at=at)


def test_decks_are_distributed_to_one_table_after_the_other_and_the_same_order_goes_on_after_a_stop() -> None:
    async def story(world: World) -> None:
        live, failed = await with_dealers(world), list[str]()

        def make(at: datetime) -> AtBox:
            return AtBox(FELTS[0], decks("pit 2", at))

        submit = live.submit

        async def failing(order: Any, *, id: str = "", asked: bytes = b"") -> Done | Refusal:  # noqa: A002
            if id.endswith(FELTS[1]) and not failed:
                failed.append(id)
                return Refusal(Code.CANNOT_RECORD)
            return await submit(order, id=id, asked=asked)

        live.submit = failing  # type: ignore[method-assign]
        heard: list[Done] = []
        live.on_boxes.append(heard.append)
        first = await each_table.distribute(live, {}, make, id="decks", asked=b"decks")
        assert isinstance(first, Refusal)
        assert examine_record(live.store).counts[NOT_DISTRIBUTED] == 1
        again = await each_table.distribute(live, {}, make, id="decks", asked=b"decks")
        assert isinstance(again, Done)
        assert [stream for stream, _ in again.events] == [BOXES.named(FELTS[1])]
        for table in FELTS:
            assert len(live.store.caused(BOXES.named(table), f"decks/{table}")) == 1
        assert heard == [again]
        assert NOT_DISTRIBUTED not in examine_record(live.store).counts
        assert findings(world, live) == []

    told(story)


def test_tables_that_have_different_distributions_by_one_order_are_found() -> None:
    async def story(world: World) -> None:
        live = await with_dealers(world)
        for table, location in zip(FELTS, ("pit 2", "pit 3"), strict=True):
            order = AtBox(table, decks(location, live.moment()))
            assert isinstance(await live.submit(order, id=f"decks/{table}"), Done)
        (found,) = findings(world, live)
        assert found.what == "table felt 2 has another distribution of decks by the same order"

    told(story)


def test_an_evening_on_a_divided_record_is_without_fault_and_no_chip_is_lost() -> None:
    """With a restart, a server that is killed, a day that begins, a count, and a player who is required to leave."""
    minutes = 0.5

    async def story(world: World) -> MemoryStore:
        records_of(world).stores[PLAY_CHIPS] = MemoryStore(SHARDS)
        await spend(world, SEED, minutes, 4.0)
        store = records_of(world).stores[PLAY_CHIPS]
        store.settle()
        assert audit_log(store).faults == ()
        assert examine_record(store, keys=records_of(world).keys(), decide_again=True).findings == ()
        return store

    store = in_owned_world(story, SEED, start=DAY_STARTS - timedelta(minutes=1.5 * minutes))
    balances = {key: int(value) for key, value in store.rows("balance")}
    assert store.shards == SHARDS
    assert sum(balances.values()) == 0
    assert sum(amount for key, amount in balances.items() if key.startswith("held:")) == 0
    assert sum(each.reason is Reason.HOLD for each in transfers_in(store)) > 100
    assert {each.envelope.tag for each in store.read_all()} >= {"PlayerRequiredToLeave", "PlayerRemoved", "DayClosed"}


def transfers_in(store: MemoryStore) -> list[Any]:
    return [each for _, event in LEDGER.events(store) for each in getattr(event, "transfers", ())]
