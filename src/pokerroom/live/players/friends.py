"""What players ask about tables among friends: to make one, to come to one by its link, and what its host may do."""

from functools import partial

from msgspec.structs import replace

from pokerroom.live.connections import Connection
from pokerroom.live.friends import choices, end
from pokerroom.live.house import PLAY, House
from pokerroom.live.players.repeating import Answer, asked_in
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.seating import AMONG_FRIENDS, follow_table
from pokerroom.live.seeding import SUPERVISOR
from pokerroom.live.tables.actor import TableActor
from pokerroom.room.friends import FRIENDS
from pokerroom.room.friends.commands import End, MakeTable, OnFriends, Pause, Resume
from pokerroom.room.friends.links import opened_by
from pokerroom.room.room import Done
from pokerroom.room.shares.links import ID
from pokerroom.room.tables.commands import AtTable
from pokerroom.table.seating import commands as at_table
from pokerroom.wire import messages as wire

POWERS: dict[str, type[Pause | Resume | End]] = {"pause": Pause, "resume": Resume, "end": End}


async def make(house: House, connection: Connection, message: wire.MakeTable) -> Answer:
    """Who made it is recorded first; a table that then cannot be opened has ended."""
    live, host = house.rooms[PLAY], connection.identity
    chosen = next((each for each in choices(live) if each.subject == message.settings), None)
    if chosen is None:
        return Refusal(Code.NOT_ON_OFFER)
    why = house.seat_refusal(host, live)
    if why is not None:
        return why
    drawn, key = house.world.entropy.hex(ID), live.room.keys.current.id
    asked = partial(MakeTable, by=host.id, id=drawn, key=key, settings=chosen.subject, bots=message.bots)
    made = await live.submit(
        lambda at: OnFriends(asked(at=at)), id=connection.order_id(message.id), asked=asked_in(message)
    )
    if not isinstance(made, Done) or made.repeated:
        return made
    own = live.room.state(FRIENDS).by_id(drawn)
    assert own is not None
    opening = at_table.OpenTable(by=SUPERVISOR, at=live.moment(), area=AMONG_FRIENDS, rotation=chosen.rotation)
    opened = await live.submit(lambda at: AtTable(own.table, replace(opening, at=at), subject=chosen.subject))
    if not isinstance(opened, Done):
        await end(live, own.table)
        return opened
    await follow_table(live, own.table)
    house.add_table(live, own.table)
    house.friends.welcome(live, connection, own)
    return wire.Accepted(id=message.id, table=own.table)


async def open_invitation(house: House, connection: Connection, message: wire.OpenInvitation) -> Answer:
    live = house.rooms[PLAY]
    own = opened_by(message.token, live.room.state(FRIENDS), live.room.keys)
    if own is None:
        return Refusal(Code.NO_INVITATION)
    if not own.is_open or own.table not in house.actors:
        return Refusal(Code.INVITATION_OVER)
    house.friends.welcome(live, connection, own)
    return wire.Accepted(id=message.id, table=own.table)


async def host(_house: House, connection: Connection, message: wire.HostTable, actor: TableActor) -> Answer:
    asked = partial(POWERS[message.power], by=connection.identity.id, table=actor.name)
    return await actor.live.submit(
        lambda at: OnFriends(asked(at=at)), id=connection.order_id(message.id), asked=asked_in(message)
    )
