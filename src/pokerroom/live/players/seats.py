"""What players ask about seats: to take one, to change tables, to wait for one, to top up, to sit out and to leave.

The lists hold a seat first, then the table seats the player. What the players of a table agree on is here, too.
"""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

from pokerroom.live.connections import Connection
from pokerroom.live.house import House
from pokerroom.live.moving import Destination, keep_seat, let_go
from pokerroom.live.players.repeating import Answer, answered_before, asked_in
from pokerroom.live.posted import buy_in
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.room import LiveRoom, is_bot
from pokerroom.live.seating import call_waiting, hold as hold_seat, hold_and_take, in_turn, release
from pokerroom.live.tables.actor import TableActor
from pokerroom.live.tables.demonstration import seat_refusal as demonstration_refusal
from pokerroom.live.tables.housekeeping import customary_amount
from pokerroom.room.commands import Command
from pokerroom.room.friends import FRIENDS
from pokerroom.room.lists import Place, Wanted, commands as on_lists
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.room import Done
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.table.seating import Table, commands as at_table, in_pieces
from pokerroom.wire import messages as wire

PLAYERS = NJAC_13_69F.cite("14.7(a)")

DEALT_IN = Refusal(Code.DEALT_IN, NJAC_13_69F.cite("14.7(c)1"))
BELOW_BUY_IN = Refusal(Code.BELOW_BUY_IN, NJAC_13_69F.cite("14.15(r)"))
NOT_AN_INCREASE = Refusal(Code.NOT_AN_INCREASE, NJAC_13_69F.cite("14.17"))


async def sit(house: House, connection: Connection, message: wire.Sit, actor: TableActor) -> Answer:
    return await take_seat(house, connection, actor, message, seat=message.seat, amount=message.amount)


async def quick_seat(house: House, connection: Connection, message: wire.QuickSeat) -> Answer:
    player = connection.identity.id
    mine = next((actor for actor in house.actors.values() if actor.table.seat_of(player) is not None), None)
    if mine is not None and not leaves(house, Place(mine.name, 0), player, message):
        return wire.Accepted(id=message.id, table=mine.name, seat=mine.table.seat_of(player))
    choices = [actor for actor in house.actors.values() if is_choice(house, connection, actor, message.game)]
    if not choices:
        return closed_to(house, connection) or Refusal(Code.NO_SEAT)
    actor = max(choices, key=appeal)
    return await take_seat(house, connection, actor, message)


def closed_to(house: House, connection: Connection) -> Refusal | None:
    """Why no play-chip room is open to somebody, if none is."""
    whys = [house.seat_refusal(connection.identity, live) for live in house.rooms.values() if live.play_chips]
    return None if None in whys else whys[0]


def is_choice(house: House, connection: Connection, actor: TableActor, game: str | None) -> bool:
    table = actor.table
    fits = game is None or (table.is_open and table.posting.game == game)
    lists = actor.live.room.state(LISTS)
    # Whoever plays for money chooses the table: nobody is led there.
    fits = fits and actor.live.play_chips and actor.among_friends is None
    free = actor.name in lists.tables and bool(lists.vacant(actor.name))
    may = house.seat_refusal(connection.identity, actor.live) is None
    return table.is_open and fits and free and not actor.halted and may


def appeal(actor: TableActor) -> tuple[int, bool, int]:
    """People first, then the game that most people know, then company."""
    people = sum(not is_bot(place.player) for _, place in actor.table.seated)
    return people, actor.table.posting.game == "hold-em", len(actor.table.seated)


async def take_seat(
    house: House,
    connection: Connection,
    actor: TableActor,
    message: Any,
    *,
    seat: int | None = None,
    amount: int | None = None,
    offered: bool = False,
) -> Answer:
    """The lists hold the seat, then the table seats the player, who watches it from then on."""
    player, live = connection.identity.id, actor.live
    why = house.seat_refusal(connection.identity, live) or demonstration_refusal(actor.table, player)
    if why is not None:
        return why
    if actor.halted:
        return Refusal(Code.STOPPED)
    if live.cannot_record is not None:
        return live.cannot_record
    mine = actor.table.seat_of(player)
    if mine is not None:
        before = answered_before(house, connection, message, stream=TABLES.named(actor.name))
        return before or Refusal(Code.SEATED_HERE)
    elsewhere = live.room.state(LISTS).seat_of(player)
    if live.is_divided and elsewhere is not None and elsewhere.place.table == actor.name:
        return await take_kept_seat(house, connection, actor, message, elsewhere.place.seat, amount=amount)
    if elsewhere is not None and leaves(house, elsewhere.place, player, message):
        return await leave_and_sit(house, connection, message, elsewhere.place, actor, seat=seat, amount=amount)
    if elsewhere is not None:
        return await change_table(house, connection, message, elsewhere.place, actor)
    return await take_free_seat(house, connection, actor, message, seat=seat, amount=amount, offered=offered)


def leaves(house: House, here: Place, player: str, message: Any) -> bool:
    """Whether a player who wants another seat gives up this one for it: they say so, or are leaving already."""
    table = house.actors[here.table].table
    seat = table.seat_of(player)
    return getattr(message, "leave", False) or (seat is not None and table.place(seat).leaving)


async def leave_and_sit(
    house: House,
    connection: Connection,
    message: Any,
    here: Place,
    to: TableActor,
    *,
    seat: int | None,
    amount: int | None,
) -> Answer:
    """Both in one: a player who is not dealt in goes at once, any other when the round is over; the seat is kept."""
    player, live, old = connection.identity.id, to.live, house.actors[here.table]
    house.moves.forget(player)
    await let_go(live, player)
    number = free_seat(live, to, player) if seat is None else seat
    if number is None:
        return Refusal(Code.TABLE_FULL)
    place = Place(to.name, number)
    house.moves.expect(player, Destination(place, amount))
    answer: Answer = await keep_seat(live, player, place)
    if isinstance(answer, Done):
        answer = await for_himself(old, connection, message, at_table.LeaveSeat)
    if isinstance(answer, Refusal):
        house.moves.forget(player)
        await let_go(live, player)
        return answer
    if to.name not in connection.watching:
        house.watch(connection, to.name, None)
    return wire.Accepted(id=message.id, table=to.name, seat=number)


async def take_free_seat(
    house: House,
    connection: Connection,
    actor: TableActor,
    message: Any,
    *,
    seat: int | None,
    amount: int | None,
    offered: bool,
) -> Answer:
    """The requested seat; if any will do and somebody else was quicker, the next."""
    player, live = connection.identity.id, actor.live
    while True:
        place = free_seat(live, actor, player) if seat is None else seat
        if place is None:
            return Refusal(Code.TABLE_FULL)
        take = partial(staked_and_taken, house, connection, message, actor, place, amount)
        answer = await hold_and_take(live, player, actor.name, place, take, offered=offered)
        if isinstance(answer, Done):
            return at_the_table(house, connection, message, actor, place)
        if seat is not None or free_seat(live, actor, player) == place:
            return answer  # type: ignore[no-any-return]  # what a table answers


async def take_kept_seat(
    house: House, connection: Connection, actor: TableActor, message: Any, seat: int, *, amount: int | None
) -> Answer:
    """The lists have the seat for somebody whom the table has not seated: an order of theirs has come so far, and a
    server stopped then.
    """
    answer = await staked_and_taken(house, connection, message, actor, seat, amount)
    if isinstance(answer, Done):
        return at_the_table(house, connection, message, actor, seat)
    if actor.table.seat_of(connection.identity.id) is None:
        await release(actor.live, connection.identity.id, actor.name)
    return answer  # type: ignore[no-any-return]  # what a table answers


async def staked_and_taken(
    house: House, connection: Connection, message: Any, actor: TableActor, seat: int, amount: int | None
) -> Any:
    """Whoever has the seat, and nobody else, is given the play chips that they are short of."""
    least, most = buy_in(actor.table.posting)
    needed = min(max(amount or 0, least), most)
    await actor.live.stake(connection.identity.id, least=needed, up_to=house.settings.play_chips.bank)
    return await taken(connection, message, actor, seat, amount)


async def taken(connection: Connection, message: Any, actor: TableActor, seat: int, amount: int | None) -> Any:
    """The table seats a player for whom the lists hold the seat, with the usual amount if none is given."""
    player = connection.identity.id
    chips = usual_amount(actor.live, actor, player) if amount is None else amount
    return await actor.ask(
        lambda _table, moment: AtTable(
            actor.name, at_table.TakeSeat(by=player, at=moment, player=player, seat=seat, amount=chips)
        ),
        id=connection.order_id(message.id),
        asked=asked_in(message),
    )


def at_the_table(house: House, connection: Connection, message: Any, actor: TableActor, seat: int) -> wire.Accepted:
    """A player who has taken a seat watches the table from then on."""
    if actor.name not in connection.watching:
        house.watch(connection, actor.name, None)
    house.lobby_changed()
    return wire.Accepted(id=message.id, table=actor.name, seat=seat)


async def change_table(house: House, connection: Connection, message: Any, here: Place, to: TableActor) -> Answer:
    """Go to the seat held at another table, with all one's stakes: leave the one table, then sit at the other."""
    player, live, old = connection.identity.id, to.live, house.actors[here.table]
    hold = live.room.state(LISTS).hold_of(player)
    if hold is None or hold.place.table != to.name:
        return Refusal(Code.SEATED_ELSEWHERE, facts={"table": here.table})
    amount = brought(live, old, to, player)
    if isinstance(amount, Refusal):
        return amount

    async def change() -> Any:
        left = await old.ask(partial(leaving, player, old.name))
        return await taken(connection, message, to, hold.place.seat, amount) if isinstance(left, Done) else left

    answer = await hold_and_take(live, player, to.name, hold.place.seat, change, offered=True)
    if isinstance(answer, Done):
        return at_the_table(house, connection, message, to, hold.place.seat)
    if old.table.seat_of(player) is not None and live.room.state(LISTS).seat_of(player) is None:
        await hold_seat(live, player, here.table, here.seat)
    return answer  # type: ignore[no-any-return]  # what a table answers


def brought(live: LiveRoom, old: TableActor, to: TableActor, player: str) -> int | Refusal:
    """What a player who changes tables brings: their stakes, as far as the other table accepts them."""
    seat = old.table.seat_of(player)
    if seat is None or old.halted:
        return Refusal(Code.STOPPED) if old.halted else no_seat_at(old)
    if old.table.is_dealt_in(seat):
        return DEALT_IN
    place, rules = old.table.place(seat), to.table.posting.rules
    stakes, left = place.stakes + place.added + place.carried, to.table.left_with(player, live.moment())
    amount = max(stakes, rules.buy_in_least, left)
    amount = amount if rules.buy_in_most is None else min(amount, max(rules.buy_in_most, left))
    amount = in_pieces(to.table.rotation, amount)  # The rest, too small for a piece there, stays in the bank.
    if amount > stakes + live.balance(player):
        return BELOW_BUY_IN
    return amount


def leaving(player: str, name: str, table: Table, moment: datetime) -> Command | Refusal:
    seat = table.seat_of(player)
    if seat is not None and table.is_dealt_in(seat):
        return DEALT_IN
    return AtTable(name, at_table.LeaveSeat(by=player, at=moment, player=player))


def no_seat_at(actor: TableActor) -> Refusal:
    return Refusal(Code.NOT_AT_THAT_TABLE, PLAYERS, {"table": actor.name})


def free_seat(live: LiveRoom, actor: TableActor, player: str) -> int | None:
    """The seat held for the player, or the first free one."""
    hold = live.room.state(LISTS).hold_of(player)
    if hold is not None and hold.place.table == actor.name:
        return hold.place.seat
    vacant = [place.seat for place in live.room.state(LISTS).vacant(actor.name)]
    return next((seat for seat in vacant if seat in actor.table.vacant), None)


def usual_amount(live: LiveRoom, actor: TableActor, player: str) -> int:
    usual = max(customary_amount(actor.table), actor.table.left_with(player, live.moment()))
    return in_pieces(actor.table.rotation, min(usual, live.balance(player)))


async def top_up(house: House, connection: Connection, message: wire.TopUp, actor: TableActor) -> Answer:
    player, live = connection.identity.id, actor.live
    least, reached = actor.table.posting.rules.buy_in_least, reached_with(actor.table, player, message.amount)
    if reached is not None and reached < least:
        # Whoever plays on after losing nearly everything buys in again, and not for less than anybody else.
        facts = {"amount": reached, "buy_in": least}
        return Refusal(Code.BELOW_LEAST, NJAC_13_69F.cite("14.15(r)"), facts)
    if actor.table.seat_of(player) is not None and 0 < message.amount <= house.settings.play_chips.bank:
        await live.stake(player, least=message.amount, up_to=house.settings.play_chips.bank)
    return await for_himself(actor, connection, message, at_table.TopUp, amount=message.amount)


def reached_with(table: Table, player: str, amount: int) -> int | None:
    """The stakes that a player would have with this much more."""
    seat = table.seat_of(player)
    return None if seat is None else table.stakes(seat) + table.place(seat).added + amount


async def for_himself(
    actor: TableActor, connection: Connection, message: Any, kind: Callable[..., at_table.Command], **more: Any
) -> Answer:
    """An order of a player about their own seat."""
    player = connection.identity.id
    return await actor.ask(
        lambda _table, moment: AtTable(actor.name, kind(by=player, at=moment, player=player, **more)),
        id=connection.order_id(message.id),
        asked=asked_in(message),
    )


async def sit_out(_house: House, connection: Connection, message: wire.SitOut, actor: TableActor) -> Answer:
    return await for_himself(actor, connection, message, at_table.SitOut)


async def sit_in(_house: House, connection: Connection, message: wire.SitIn, actor: TableActor) -> Answer:
    return await for_himself(actor, connection, message, at_table.SitIn, wait=message.wait)


async def leave(_house: House, connection: Connection, message: wire.Leave, actor: TableActor) -> Answer:
    return await for_himself(actor, connection, message, at_table.LeaveSeat)


def offering(house: House, wanted: Wanted, play_chips: bool | None) -> LiveRoom | Refusal:
    """The room that has such a list: for play chips or for money, where that was said."""
    for live in house.rooms.values():
        if (
            wanted in live.room.state(LISTS).lists
            and wanted.limits not in live.room.state(FRIENDS).tables
            and play_chips in {None, live.play_chips}
        ):
            return live
    return Refusal(Code.NO_SUCH_LIST, facts={"wanted": str(wanted)})


async def join_list(house: House, connection: Connection, message: wire.JoinList) -> Answer:
    wanted, identity = Wanted(message.game, message.limits), connection.identity
    live = offering(house, wanted, message.play_chips)
    if isinstance(live, Refusal):
        return live
    why = house.seat_refusal(identity, live)
    if why is not None:
        return why
    asked = on_lists.Join(at=live.moment(), by=identity.id, player=identity.id, name=identity.name, wanted=wanted)
    reply = await on_the_lists(live, connection, message, asked)
    await call_waiting(live)
    return reply


async def leave_list(house: House, connection: Connection, message: wire.LeaveList) -> Answer:
    wanted, player = Wanted(message.game, message.limits), connection.identity.id
    live = offering(house, wanted, message.play_chips)
    if isinstance(live, Refusal):
        return live
    asked = on_lists.LeaveList(at=live.moment(), by=player, player=player, wanted=wanted)
    return await on_the_lists(live, connection, message, asked)


async def on_the_lists(live: LiveRoom, connection: Connection, message: Any, asked: on_lists.Command) -> Answer:
    return await live.submit(in_turn(asked), id=connection.order_id(message.id), asked=asked_in(message))


async def answer_offer(house: House, connection: Connection, message: wire.AnswerOffer, actor: TableActor) -> Answer:
    player, live = connection.identity.id, actor.live
    if not message.accept:
        house.moves.forget(player)
        asked = on_lists.Decline(at=live.moment(), by=player, player=player, table=message.table, seat=message.seat)
        return await on_the_lists(live, connection, message, asked)
    why = house.seat_refusal(connection.identity, live)
    if why is not None:
        return why
    hold = live.room.state(LISTS).hold_of(player)
    if hold is None or (hold.place.table, hold.place.seat) != (message.table, message.seat):
        return Refusal(Code.NO_OFFER)
    if not hold.accepted and is_dealt_in_elsewhere(house, live, player):
        taken = on_lists.Accept(at=live.moment(), by=player, player=player, table=message.table, seat=message.seat)
        return await on_the_lists(live, connection, message, taken)
    return await take_seat(house, connection, actor, message, seat=message.seat, offered=True)


def is_dealt_in_elsewhere(house: House, live: LiveRoom, player: str) -> bool:
    seated = live.room.state(LISTS).seat_of(player)
    if seated is None:
        return False
    table = house.actors[seated.place.table].table
    seat = table.seat_of(player)
    return seat is not None and table.is_dealt_in(seat)


async def request_change(
    _house: House, connection: Connection, message: wire.RequestChange, actor: TableActor
) -> Answer:
    player, live = connection.identity.id, actor.live
    if actor.table.seat_of(player) is None:
        return no_seat_at(actor)
    asked = on_lists.RequestChange(at=live.moment(), by=player, player=player, to=message.to)
    reply = await on_the_lists(live, connection, message, asked)
    await call_waiting(live)
    return reply


async def cancel_change(_house: House, connection: Connection, message: wire.CancelChange, actor: TableActor) -> Answer:
    player, live = connection.identity.id, actor.live
    asked = on_lists.CancelChange(at=live.moment(), by=player, player=player)
    reply = await on_the_lists(live, connection, message, asked)
    await call_waiting(live)
    return reply


async def propose_minimum(
    _house: House, connection: Connection, message: wire.ProposeMinimum, actor: TableActor
) -> Answer:
    player, minimum = connection.identity.id, message.minimum

    def build(table: Table, moment: datetime) -> Command | Refusal:
        if actor.live.play_chips and table.is_open and minimum > table.posting.rules.buy_in_least:
            # Others will play at this table: even a player who sits down with the least must be able to wager.
            return NOT_AN_INCREASE
        return AtTable(actor.name, at_table.ProposeMinimum(by=player, at=moment, minimum=minimum))

    return await actor.ask(build, id=connection.order_id(message.id), asked=asked_in(message))


async def agree(_house: House, connection: Connection, message: wire.Agree, actor: TableActor) -> Answer:
    return await for_himself(actor, connection, message, at_table.Agree, agrees=message.agrees)
