"""Tables among friends: made from what is filed, found by their link alone, hosted, forgotten, and recorded."""

import asyncio
from random import Random
from typing import Any

import pytest

from pokerroom.live import among_friends
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.house import PLAY, House
from pokerroom.live.ports import World
from pokerroom.room.examining import examine_record
from pokerroom.room.friends import FRIENDS
from pokerroom.room.friends.stream import MOST_EACH
from pokerroom.room.tables import TABLES
from pokerroom.wire import messages as wire
from tests.owned import in_owned_world
from tests.wire import Client, Player, entered, in_house, settings

MIXED = "friends stud eight and triple draw"
STUD, DRAW = "seven-card-stud-high-low-eight", "triple-draw-deuce-to-seven"


async def comes(house: House, name: str) -> Player:
    found = Player(house, name, Random(name))
    await found.enter()
    return found


async def made_by(host: Client, **asked: Any) -> wire.Invitation:
    answer = await host.ask(wire.MakeTable, **{"settings": MIXED, **asked})
    assert isinstance(answer, wire.Accepted), answer
    told = next(each for each in host.heard if isinstance(each, wire.Invitation) and each.table == answer.table)
    assert told.mine
    return told


async def joins(friend: Client, invitation: wire.Invitation) -> wire.Invitation:
    answer = await friend.ask(wire.OpenInvitation, token=invitation.token)
    assert isinstance(answer, wire.Accepted), answer
    return next(each for each in friend.heard if isinstance(each, wire.Invitation))


async def code_of(client: Client, kind: type[Any], **fields: Any) -> str:
    answer = await client.ask(kind, **fields)
    assert isinstance(answer, wire.Refused), answer
    return answer.code


def test_friends_play_a_mixed_game_at_a_table_that_nobody_else_can_find() -> None:
    async def test(house: House) -> None:
        ann, ben, eve = [await comes(house, name) for name in ("Ann", "Ben", "Eve")]
        link = await made_by(ann)
        assert (await joins(ben, link)).mine is False
        for each in (ann, ben):
            assert isinstance(await each.ask(wire.Sit, table=link.table), wire.Accepted)
        await asyncio.gather(*(each.play(link.table, rounds=7) for each in (ann, ben)))
        table = house.actors[link.table].table
        assert [posting.game for posting in table.rotation] == [STUD, DRAW]
        assert table.posting.game == DRAW, "after so many rounds the next game is played"
        for kind, fields in ((wire.Sit, {}), (wire.Chat, {"text": "hello"}), (wire.HostTable, {"power": "end"})):
            assert await code_of(eve, kind, table=link.table, **fields) == "no such table"
        await eve.say(wire.Watch(table=link.table))
        assert link.table not in eve.connection.watching
        assert link.table not in {each.name for each in house.lobby(eve.identity).tables}
        assert link.table not in {each.name for each in house.lobby(None).tables}
        assert all(each.limits != link.table for each in house.lobby(None).lists)
        live = house.rooms[PLAY]
        await live.book()
        assert examine_record(live.store, keys=live.room.keys, decide_again=True).findings == (), "it audits clean"
        own = [each for each in house.lobby(ann.identity).tables if each.name == link.table]
        assert [(each.private, each.mine, each.play_chips) for each in own] == [(True, True, True)]

    in_house(test, bots=3)


def test_a_table_posts_only_what_is_filed_and_a_link_that_is_none_leads_nowhere() -> None:
    async def test(house: House) -> None:
        ann = await comes(house, "Ann")
        assert await code_of(ann, wire.MakeTable, settings="something of my own") == "not on offer"
        link = await made_by(ann)
        filed = house.rooms[PLAY].room.states(TABLES)[link.table].settings
        assert filed == f"{MIXED}/1"
        wrong = link.token[:-1] + ("A" if link.token[-1] != "A" else "B")
        for token in (wrong, "x", "é" * 32):
            assert await code_of(ann, wire.OpenInvitation, token=token) == "no invitation"

    in_house(test, bots=0)


def test_nobody_fills_the_room_with_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(house: House) -> None:
        ann, ben = await comes(house, "Ann"), await comes(house, "Ben")
        for _ in range(MOST_EACH):
            await made_by(ann)
        assert await code_of(ann, wire.MakeTable, settings=MIXED) == "too many tables"
        monkeypatch.setattr("pokerroom.room.friends.stream.MOST", MOST_EACH)
        assert await code_of(ben, wire.MakeTable, settings=MIXED) == "no room for tables"

    in_house(test, bots=0)


def test_the_host_alone_pauses_resumes_and_ends_and_everybody_takes_their_chips_along() -> None:
    async def test(house: House) -> None:
        ann, ben = await comes(house, "Ann"), await comes(house, "Ben")
        link = await made_by(ann)
        await joins(ben, link)
        assert await code_of(ben, wire.HostTable, table=link.table, power="pause") == "not the host"
        assert isinstance(await ann.ask(wire.HostTable, table=link.table, power="pause"), wire.Accepted)
        for each in (ann, ben):
            assert isinstance(await each.ask(wire.Sit, table=link.table), wire.Accepted)
        await asyncio.sleep(60)
        actor, live = house.actors[link.table], house.rooms[PLAY]
        assert actor.table.rounds == 0, "nothing is dealt while the table is paused"
        shown = (await ann.sees(lambda state: state.friends and state.friends.paused)).state
        assert shown.friends.host == "Ann"
        assert isinstance(await ann.ask(wire.HostTable, table=link.table, power="resume"), wire.Accepted)
        await ben.sees(lambda state: state.playing)
        assert isinstance(await ann.ask(wire.HostTable, table=link.table, power="end"), wire.Accepted)
        assert actor.table.is_open, "the round in progress is played out"
        for each in (ann, ben):
            # What is offered to either may have been read already.
            await each.say(wire.Watch(table=link.table))
        await asyncio.gather(*(each.play(link.table, rounds=0) for each in (ann, ben)))
        await ben.sees(lambda state: state.friends and state.friends.ended and not state.seats)
        await asyncio.sleep(1)
        assert not actor.table.is_open
        assert actor.table.bought_in == actor.table.cashed_out + actor.table.inventory
        await live.book()
        assert await code_of(ben, wire.OpenInvitation, token=link.token) == "invitation over"
        assert await code_of(ann, wire.HostTable, table=link.table, power="resume") == "table ended"
        for each in (ann, ben):
            house.leave(each.connection)
        await asyncio.sleep(30)
        assert link.table not in house.actors, "a closed table that nobody looks at is let go"

    in_house(test, bots=0)


def test_a_table_where_nobody_is_any_more_is_closed_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(house: House) -> None:
        monkeypatch.setattr(among_friends, "FORGOTTEN_AFTER", 60.0)
        ann = await comes(house, "Ann")
        link = await made_by(ann, bots=True)
        await ann.ask(wire.Sit, table=link.table)
        await ann.sees(lambda state: len(state.seats) > 1)
        house.leave(ann.connection)
        await asyncio.sleep(3000)
        assert link.table not in house.actors
        own = house.rooms[PLAY].room.state(FRIENDS).tables[link.table]
        assert not own.is_open
        assert not house.rooms[PLAY].room.states(TABLES)[link.table].is_open

    in_house(test, bots=3)


def test_the_table_its_host_and_its_link_survive_a_restart() -> None:
    async def story(world: World) -> None:
        house = await House.open(settings(bots=0), world=world, pace=0)
        house.start()
        ann, ben = await comes(house, "Ann"), await comes(house, "Ben")
        link, over = await made_by(ann), await made_by(ann)
        await joins(ben, link)
        await ben.ask(wire.Sit, table=link.table)
        for table, power in ((link.table, "pause"), (over.table, "end")):
            assert isinstance(await ann.ask(wire.HostTable, table=table, power=power), wire.Accepted)
        await asyncio.sleep(1)
        await house.close()

        house = await House.open(settings(bots=0), world=world, pace=0)
        house.start()
        assert over.table not in house.actors
        again = await entered(house, "Ann")
        told = [each for each in again.so_far() if isinstance(each, wire.Invitation)]
        assert told == [link], "the host has the same link"
        eve = await entered(house, "Eve")
        assert isinstance(await eve.ask(wire.OpenInvitation, token=link.token), wire.Accepted)
        assert await code_of(eve, wire.OpenInvitation, token=over.token) == "invitation over"
        assert isinstance(await again.ask(wire.HostTable, table=link.table, power="resume"), wire.Accepted)
        live = house.rooms[PLAY]
        await live.book()
        assert examine_record(live.store, keys=live.room.keys, decide_again=True).findings == ()
        await house.close()

    in_owned_world(story, "friends after a restart")


def test_staff_make_no_table_among_friends() -> None:
    async def test(house: House) -> None:
        floor = Client(house, Identity("staff-flo", "Flo", Role.FLOORPERSON, guest=False))
        await floor.enter()
        assert await code_of(floor, wire.MakeTable, settings=MIXED) == "not permitted"

    in_house(test, bots=0)
