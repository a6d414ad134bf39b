"""Two servers of one room on one PostgreSQL: each decides its share of the tables, and both know all of it."""

import asyncio
from collections.abc import Iterable
from datetime import datetime
from itertools import pairwise
from time import monotonic
from typing import Any

import pytest
from structlog.testing import capture_logs

from pokerroom.ledger import bank
from pokerroom.live.health import reasons_against
from pokerroom.live.house import House
from pokerroom.live.ports import Record
from pokerroom.live.records import machine
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.spread import SETTLES_WITHIN, UNSEEN_FOR, Spread
from pokerroom.live.together import Together
from pokerroom.room.books import LEDGER
from pokerroom.room.friends import FRIENDS
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.ports import Batch, StoreAway, StoreFailed
from pokerroom.room.room import Done
from pokerroom.room.shards import DESK
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable
from pokerroom.shuffle.seal import Keys, new_key
from pokerroom.store import LoopWriter
from pokerroom.store.lease import Held, Lease
from pokerroom.table.seating import Table, commands as at_table
from pokerroom.wire import messages as wire
from pokerroom.wire.banked import LobbyGame
from pokerroom.wire.cluster import Moved
from pokerroom.wire.dice import DiceSit
from tests.postgres import postgres, postgres_url
from tests.servers import RecordsOf, Server, Servers, settings_of, states_of, with_servers
from tests.wire import Client

__all__ = ["postgres", "postgres_url"]

DEALT: dict[str, Any] = {"games": ("hold-em",), "tables_each": 3, "always_dealing": True}
"""Tables at which bots play, whoever looks."""


def sitting(player: str, table: str, seat: int) -> Any:
    def build(_table: Table, at: datetime) -> AtTable:
        return AtTable(table, at_table.TakeSeat(by=player, at=at, player=player, seat=seat, amount=20_000))

    return build


def too_late(_table: Table, _at: datetime) -> Refusal:
    return Refusal(Code.STALE)


async def shared_out(servers: Servers, one: Server, two: Server) -> None:
    """Until each has its share."""
    await servers.until(lambda: bool(two.live.acts_for) and not one.live.acts_for & two.live.acts_for)
    await servers.until(lambda: len(one.live.acts_for | two.live.acts_for) == one.live.shards)


def elsewhere(server: Server) -> str:
    """A table that this server does not decide."""
    return next(name for name in server.house.actors if not server.decides(name))


class FoundersRecords(RecordsOf):
    def open(self, name: str, address: str = "") -> Record:
        self.opened = super().open(name, address)
        return self.opened


def test_a_room_whose_founder_died_half_way_is_founded_on_by_another_server(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys, commits = Keys((new_key(),)), 0
    founder, chips = settings_of(postgres_url, 0, "founder", **DEALT), {**DEALT, "bots": 0}
    records = FoundersRecords(founder, keys, desk=True)

    async def dies_half_way(together: Together, batch: Batch) -> int:
        nonlocal commits
        commits += 1
        if commits > 4:
            raise StoreAway("the founder is gone", "gone")
        return await LoopWriter.append(together, batch)

    async def found() -> None:
        with monkeypatch.context() as half:
            half.setattr(Together, "append", dies_half_way)
            with pytest.raises(StoreAway):
                await House.open(founder, world=machine(founder)._replace(records=records), pace=0)
        assert any(map(TABLES.holds, records.opened.store.heads())), "some tables are there"
        records.opened.close()

    async def test(_servers: Servers, one: Server) -> None:
        assert set(one.live.room.states(TABLES)) == {str(number) for number in range(1, 7)}
        assert one.live.acts_for == frozenset(range(one.live.shards))

    async def story() -> None:
        await found()
        await with_servers(postgres_url, keys, test, "one", **chips)

    asyncio.run(story())


def test_what_one_server_is_asked_the_owner_decides_and_both_know(postgres_url: str) -> None:
    async def test(servers: Servers, one: Server, two: Server) -> None:
        await shared_out(servers, one, two)
        for asked, owner in ((one, two), (two, one)):
            table, player = elsewhere(asked), f"guest-{asked.name}"
            await asked.live.stake(player, least=20_000, up_to=50_000)
            answer = await asked.house.actors[table].ask(sitting(player, table, 3), id=f"{player}/1", asked=b"sits")
            assert isinstance(answer, Done)
            assert any(stream == TABLES.named(table) for stream, _ in answer.events), "it is told what it led to"
            for server in (asked, owner):
                await servers.until(lambda server=server, player=player: settled(server, player))  # type: ignore[misc]
                assert server.live.room.state(TABLES, table).seat_of(player) == 3
            again = await owner.house.actors[table].ask(sitting(player, table, 3), id=f"{player}/1", asked=b"sits")
            assert isinstance(again, Done) and again.repeated, "whoever repeats it is answered as before"  # noqa: PT018
            late = await asked.house.actors[table].ask(too_late, id=f"{player}/1", asked=b"sits")
            assert isinstance(late, Done) and late.repeated, "however far the table has gone on"  # noqa: PT018
        await servers.until(lambda: states_of(one) == states_of(two))

    asyncio.run(with_servers(postgres_url, Keys((new_key(),)), test, "one", "two", bots=0))


def settled(server: Server, player: str) -> bool:
    """What was held for a seat has been booked, and the rest is in the bank."""
    books = server.live.room.state(LEDGER)
    return not books.holds and books.balance(bank(player)) == 30_000


def test_a_table_moves_in_the_middle_of_a_round_and_goes_on_where_it_was(postgres_url: str) -> None:
    async def test(servers: Servers, one: Server, two: Server) -> None:
        await shared_out(servers, one, two)
        moved = [name for name, actor in two.house.actors.items() if not actor.rests]
        await servers.until(lambda: all(two.house.actors[name].table.round is not None for name in moved))
        before = {name: two.house.actors[name].sequence for name in moved}
        servers.drained.add("two")
        await servers.until(lambda: one.live.acts_for == frozenset(range(one.live.shards)))
        await servers.until(lambda: all(one.house.actors[name].sequence > before[name] for name in moved))
        assert not two.live.acts_for
        assert all(two.house.actors[name].rests for name in moved)
        # It is shown on at the server that gave it up, from the record.
        seen = {name: one.house.actors[name].sequence for name in moved}
        await servers.until(lambda: all(two.house.actors[name].sequence >= seen[name] for name in moved))
        assert not any(actor.halted for server in (one, two) for actor in server.house.actors.values())

    asyncio.run(with_servers(postgres_url, Keys((new_key(),)), test, "one", "two", bots=2, **DEALT))


def test_what_is_asked_while_a_table_moves_is_answered_where_it_goes(postgres_url: str) -> None:
    async def test(servers: Servers, one: Server, two: Server) -> None:
        await shared_out(servers, one, two)
        table = elsewhere(one)
        await two.live.stake("guest-ann", least=20_000, up_to=50_000)
        actor = two.house.actors[table]
        actor.stop()
        # Behind that it stops: nobody takes it out of the inbox any more.
        waiting = asyncio.create_task(actor.ask(sitting("guest-ann", table, 2), id="guest-ann/1", asked=b"sits"))
        await asyncio.sleep(0)
        servers.drained.add("two")
        answer = await asyncio.wait_for(waiting, 30)
        assert isinstance(answer, Done)
        assert one.house.actors[table].table.seat_of("guest-ann") == 2

    asyncio.run(with_servers(postgres_url, Keys((new_key(),)), test, "one", "two", bots=0))


def test_tables_of_a_server_that_died_go_on_at_another(postgres_url: str) -> None:
    async def test(servers: Servers, one: Server, two: Server) -> None:
        await shared_out(servers, one, two)
        orphans = [name for name, actor in two.house.actors.items() if not actor.rests]
        await two.die()
        servers.gone.add("two")
        last = {name: one.house.actors[name].sequence for name in orphans}
        await servers.until(lambda: all(one.decides(name) for name in orphans))
        await servers.until(lambda: all(one.house.actors[name].sequence > last[name] for name in orphans))

    asyncio.run(with_servers(postgres_url, Keys((new_key(),)), test, "one", "two", bots=2, **DEALT))


def test_tables_of_a_server_that_is_stopped_are_given_back_and_go_on_at_another(postgres_url: str) -> None:
    async def test(servers: Servers, one: Server, two: Server) -> None:
        await shared_out(servers, one, two)
        stopped = [name for name, actor in two.house.actors.items() if not actor.rests]
        await servers.until(lambda: all(two.house.actors[name].table.round is not None for name in stopped))
        await two.spread.stop()
        await two.house.close()
        servers.gone.add("two")
        assert not any(each.is_abandoned for each in await one.looks()), "others would have waited for it"
        last = {name: two.house.actors[name].sequence for name in stopped}
        await servers.until(lambda: all(one.decides(name) for name in stopped))
        assert all(one.house.actors[name].sequence >= last[name] for name in stopped)
        await servers.until(lambda: all(one.house.actors[name].sequence > last[name] for name in stopped))

    asyncio.run(with_servers(postgres_url, Keys((new_key(),)), test, "one", "two", bots=2, **DEALT))


def test_the_lists_follow_a_seat_given_up_at_another_server(postgres_url: str) -> None:
    async def test(servers: Servers, one: Server, two: Server) -> None:
        await shared_out(servers, one, two)
        table = elsewhere(one)
        await servers.until(lambda: bool(one.house.actors[table].table.seated))
        player = one.house.actors[table].table.seated[0][1].player

        def leaves(_table: Table, at: datetime) -> AtTable:
            return AtTable(table, at_table.LeaveSeat(by=player, at=at, player=player))

        assert one.live.room.state(LISTS).seat_of(player) is not None
        assert isinstance(await one.house.actors[table].ask(leaves, id="x/1", asked=b"goes"), Done)
        for server in (one, two):
            await servers.until(lambda server=server: server.live.room.state(LISTS).seat_of(player) is None)  # type: ignore[misc]

    asyncio.run(with_servers(postgres_url, Keys((new_key(),)), test, "one", "two", bots=2, **DEALT))


@pytest.mark.parametrize("trouble", ["lost", "free"])
def test_a_server_that_has_lost_the_desk_or_could_have_it_begins_anew(postgres_url: str, trouble: str) -> None:
    async def test(servers: Servers, one: Server, two: Server) -> None:
        await shared_out(servers, one, two)
        if trouble == "lost":
            lease: Lease = one.live.store.lease  # type: ignore[attr-defined]  # it is in a database
            lease.lose(0)
            await asyncio.wait_for(one.spread.over.wait(), 30)
            assert one.spread.why == "another server has the desk"
        else:
            await one.die()
            servers.gone.add("one")
            await asyncio.wait_for(two.spread.over.wait(), 30)
            assert two.spread.why == "nobody has the desk"

    asyncio.run(with_servers(postgres_url, Keys((new_key(),)), test, "one", "two", bots=0))


MIXED = "friends stud eight and triple draw"


def test_tables_among_friends_are_made_paused_and_ended_from_any_server(postgres_url: str) -> None:
    async def test(servers: Servers, one: Server, two: Server) -> None:
        await shared_out(servers, one, two)
        tables = []
        for number, server in enumerate((one, two) * 3):
            host = Client(server.house, f"Host {number}")
            await host.enter()
            made = await host.ask(wire.MakeTable, settings=MIXED)
            assert isinstance(made, wire.Accepted), made
            tables.append((host, server, made.table))
            for each in (one, two):
                await servers.until(lambda each=each, table=made.table: table in each.house.actors)  # type: ignore[misc]
            assert one.decides(made.table) is not two.decides(made.table)
        assert {one.decides(table) for _, _, table in tables} == {True, False}, "some are at either server"
        for host, server, table in tables:
            for power, is_so in (("pause", lambda own: own.paused), ("end", lambda own: not own.is_open)):
                asked = await host.ask(wire.HostTable, table=table, power=power)
                assert isinstance(asked, wire.Accepted), asked
                owner = one if one.decides(table) else two
                await servers.until(lambda owner=owner, table=table, is_so=is_so: is_so(friends_of(owner, table)))  # type: ignore[misc]
            await servers.until(lambda server=server, table=table: not server.live.room.state(TABLES, table).is_open)  # type: ignore[misc]

    asyncio.run(with_servers(postgres_url, Keys((new_key(),)), test, "one", "two", bots=0))


def friends_of(server: Server, table: str) -> Any:
    return server.live.room.state(FRIENDS).tables[table]


def test_whoever_waits_at_a_server_of_tables_is_offered_the_seat_that_becomes_free(postgres_url: str) -> None:
    async def test(servers: Servers, one: Server, two: Server) -> None:
        await shared_out(servers, one, two)
        table = elsewhere(two)
        posted = two.house.actors[table].table
        seated = [Client(one.house, f"Seat {number}") for number in range(len(posted.places))]
        for each in seated:
            await each.enter()
            await each.sit(table)
        ann = Client(two.house, "Ann")
        await ann.enter()
        lobby = two.live.room.state(LISTS).tables[table].wanted
        joined = await ann.ask(wire.JoinList, game=lobby.game, limits=lobby.limits)
        assert isinstance(joined, wire.Accepted), joined
        assert isinstance(await seated[4].ask(wire.Leave, table=table), wire.Accepted)
        offered = await ann.until(lambda message: isinstance(message, wire.Offered))
        assert (offered.table, offered.seat) == (table, posted.seat_of(seated[4].identity.id) or offered.seat)
        taken = await ann.ask(wire.AnswerOffer, table=table, seat=offered.seat, accept=True)
        assert isinstance(taken, wire.Accepted), taken
        await servers.until(lambda: one.house.actors[table].table.seat_of(ann.identity.id) == offered.seat)

    asyncio.run(
        with_servers(
            postgres_url,
            Keys((new_key(),)),
            test,
            "one",
            "two",
            bots=0,
            games=("hold-em",),
            tables_each=1,
            bank=100_000,
        )
    )


def test_whoever_watches_a_table_that_moves_is_sent_where_it_goes_and_nowhere_else(postgres_url: str) -> None:
    async def test(servers: Servers, one: Server, two: Server) -> None:
        await shared_out(servers, one, two)
        table, eve = elsewhere(one), Client(two.house, "Eve")
        await eve.enter()
        await eve.say(wire.Watch(table=table))
        await eve.sees(lambda state: state.name == table)
        servers.drained.add("two")
        await eve.until(lambda message: isinstance(message, Moved))
        await servers.until(lambda: one.live.acts_for == frozenset(range(one.live.shards)))
        assert [each for each in eve.so_far() if isinstance(each, Moved)] == [Moved(table=table, address=one.address)]

    asyncio.run(with_servers(postgres_url, Keys((new_key(),)), test, "one", "two", bots=0))


def test_the_lobby_of_a_server_of_tables_lists_the_games_of_the_desk_and_follows_them(postgres_url: str) -> None:
    async def test(servers: Servers, one: Server, two: Server) -> None:
        def games(server: Server) -> tuple[LobbyGame, ...]:
            return server.house.lobby(None).games

        assert {each.kind for each in games(two)} == {"dice", "keno"}
        dice = next(each.game for each in games(one) if each.kind == "dice")
        ann = Client(one.house, "Ann")
        await ann.enter()
        assert isinstance(await ann.ask(DiceSit, game=dice, seat=0, amount=2_000), wire.Accepted)
        await servers.until(lambda: games(two) == games(one))
        assert next(each for each in games(two) if each.game == dice).playing == 1

    asyncio.run(with_servers(postgres_url, Keys((new_key(),)), test, "one", "two", bots=0))


def test_nobody_is_shown_less_of_a_table_than_they_have_seen_elsewhere(postgres_url: str) -> None:
    async def test(servers: Servers, one: Server, two: Server) -> None:
        await shared_out(servers, one, two)
        table = elsewhere(two)
        ann = Client(one.house, "Ann")
        await ann.enter()
        known = one.house.actors[table].sequence
        await ann.say(wire.Watch(table=table, after=known))
        await ann.until(lambda message: getattr(message, "sequence", None) == known)
        await ann.say(wire.Watch(table=table, after=known + 1))
        goodbye = await ann.until(lambda message: not isinstance(message, wire.Lobby))
        assert isinstance(goodbye, wire.Goodbye)
        assert goodbye.again

    asyncio.run(with_servers(postgres_url, Keys((new_key(),)), test, "one", "two", bots=0))


def test_a_table_that_the_house_lets_go_of_while_its_shard_is_given_up_keeps_none_of_it(postgres_url: str) -> None:
    async def test(servers: Servers, one: Server, two: Server) -> None:
        await shared_out(servers, one, two)
        gone = next(name for name in one.house.actors if one.decides(name))
        stop_tables = one.house.stop_tables

        async def and_let_go(names: Iterable[str]) -> None:
            names = list(names)
            await stop_tables(names)
            if gone in names:
                one.house.forget_table(gone)

        one.house.stop_tables = and_let_go  # type: ignore[method-assign]
        servers.drained.add("one")
        await servers.until(lambda: one.live.acts_for == {DESK})
        await servers.until(lambda: two.live.acts_for == frozenset(range(1, two.live.shards)))
        assert gone not in one.house.actors
        assert two.decides(gone)

    asyncio.run(with_servers(postgres_url, Keys((new_key(),)), test, "one", "two", bots=0))


def test_a_server_that_cannot_follow_the_others_is_not_ready_and_gives_up_what_it_has(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of an earlier version, say, which comes to an event that it does not know."""

    async def unknown(_shards: frozenset[int]) -> bool:
        raise StoreFailed("an event that this version does not know")

    async def test(servers: Servers, one: Server, two: Server) -> None:
        await shared_out(servers, one, two)
        assert reasons_against(two.house) == []
        two.house.shards_told = two.spread.told
        monkeypatch.setattr(two.following, "_read_page", unknown)
        await servers.until(two.spread.over.is_set)
        why = "what other servers record cannot be followed here"
        assert two.spread.why == why
        assert reasons_against(two.house) == [f"play-chips: {why}: an event that this version does not know"]
        assert not one.spread.over.is_set()

    asyncio.run(with_servers(postgres_url, Keys((new_key(),)), test, "one", "two", bots=0))


def test_a_look_at_the_leases_that_fails_is_told_of_and_tried_again(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = "keep its place in play-chips"

    async def test(servers: Servers, one: Server, two: Server) -> None:
        await shared_out(servers, one, two)

        def fails(_spread: Spread, *_: object) -> None:
            raise KeyError("something that nobody foresaw")

        with monkeypatch.context() as failing:
            failing.setattr(Spread, "_note_free", fails)
            await servers.until(lambda: work in one.house.troubles)
            assert work in one.house.health["failing_chores"]
        await servers.until(lambda: work not in one.house.troubles)

    asyncio.run(with_servers(postgres_url, Keys((new_key(),)), test, "one", "two", bots=0))


def test_after_an_outage_a_server_takes_nothing_before_the_others_had_time_to_come_back(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(servers: Servers, one: Server, two: Server) -> None:
        await shared_out(servers, one, two)
        shard = min(two.live.acts_for)
        lease: Lease = two.live.store.lease  # type: ignore[attr-defined]  # it is in a database
        asked: dict[int, list[float]] = {}

        def away(each: Lease) -> tuple[Held, ...]:
            asked.setdefault(id(each), []).append(monotonic())
            raise StoreAway("the database is away")

        def both_have_not_seen_for_long() -> bool:
            return len(asked) == 2 and all(each[-1] - each[0] > UNSEEN_FOR for each in asked.values())

        with monkeypatch.context() as outage:
            outage.setattr(Lease, "held", away)
            await servers.until(both_have_not_seen_for_long)
            lease.release([shard])
            began = monotonic()
        await servers.until(lambda: any(shard in each.live.acts_for & epochs_of(each) for each in (one, two)))
        assert monotonic() - began >= SETTLES_WITHIN

    asyncio.run(with_servers(postgres_url, Keys((new_key(),)), test, "one", "two", bots=0))


def epochs_of(server: Server) -> set[int]:
    """The shards that its leases are for."""
    lease: Lease = server.live.store.lease  # type: ignore[attr-defined]  # it is in a database
    return set(lease.epochs)


def test_a_database_that_is_away_is_asked_now_and_then_and_told_of_once(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []

    def away(_lease: Lease) -> tuple[Held, ...]:
        asked.append(monotonic())
        raise StoreAway("the database is away")

    async def test(servers: Servers, one: Server, two: Server) -> None:
        await shared_out(servers, one, two)
        with capture_logs() as told:
            monkeypatch.setattr(Lease, "held", away)
            await servers.until(lambda: len(asked) >= 4)
            monkeypatch.undo()
        assert min(after - before for before, after in pairwise(sorted(asked)[::2])) > 0.5
        of_places = [each for each in told if each.get("work") == "keep its place in play-chips"]
        assert len(of_places) <= 2, "each server once"
        await shared_out(servers, one, two)

    asyncio.run(with_servers(postgres_url, Keys((new_key(),)), test, "one", "two", bots=0))
