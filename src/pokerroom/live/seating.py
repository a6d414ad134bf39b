"""How somebody gets a seat, in one place: held on the lists, taken at the table, or released again.

`room/processes/listing.py` works out the commands to the lists from the present lists and tables. Here they are only
carried out, order by order; after a stop in between, `follow_tables` corrects the lists.
"""

from collections.abc import Awaitable, Callable, Iterable, Set as AbstractSet
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from pokerroom.live.posted import limits_of
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.room import FLOOR, LiveRoom, Make
from pokerroom.room import lists
from pokerroom.room.books import LEDGER
from pokerroom.room.lists import Place, Wanted, commands as on_lists
from pokerroom.room.lists.commands import OnLists
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.processes.listing import (
    Listing,
    next_call,
    reconciled,
    seat_held,
    seat_released,
    table_listed,
)
from pokerroom.room.room import Done
from pokerroom.room.tables import TABLES
from pokerroom.table.seating import Table, commands as at_table
from pokerroom.table.seating.commands import Area, DealtBy
from pokerroom.table.seating.events import MinimumRaised, PostingChanged, SeatVacated

LISTED_ANEW = (MinimumRaised, PostingChanged)
"""Events after which the lists have to look at a table again."""

AMONG_FRIENDS = Area("among friends", approved=True)
"""Where tables stand that only those find who have their link."""

Astray = tuple[type[Any], str, str]
"""A correction of the lists that is due: its kind, the table and the player."""

Take = Callable[[], Awaitable[Any]]
"""Asks the table to seat the player for whom the lists hold the seat."""


async def hold_and_take(
    live: LiveRoom, player: str, table: str, seat: int, take: Take, *, offered: bool = False
) -> Any:
    """The lists hold the seat, then the table seats the player; if it does not, the seat is released."""
    held = await hold(live, player, table, seat, offered=offered)
    if not isinstance(held, Done):
        return held
    answer = await take()
    if not isinstance(answer, Done):
        await release(live, player, table)
    return answer


async def hold(live: LiveRoom, player: str, table: str, seat: int, *, offered: bool = False) -> Done | Refusal:
    """`offered` where the player takes what was offered: it may have been declined or called back meanwhile."""

    def make(at: datetime) -> OnLists | Refusal:
        held = live.room.state(LISTS).hold_of(player)
        if offered and (held is None or held.place != Place(table, seat)):
            return Refusal(Code.NO_OFFER)
        return OnLists(seat_held(player, table, seat, at))

    return await live.submit(make)


async def release(live: LiveRoom, player: str, table: str) -> None:
    await ask(live, seat_released(live.room.state(LISTS), player, table, live.moment()))


async def follow_table(live: LiveRoom, name: str) -> None:
    """The lists know a table while it is open, and no longer."""
    table = live.room.states(TABLES)[name]
    await ask(live, table_listed(listing(live), table, wanted_at(table)))


async def follow_tables(live: LiveRoom) -> None:
    """Correct the lists after a stop in the middle of a seating."""
    await ask(live, corrections(live))
    await call_waiting(live)


async def follow_for_long(live: LiveRoom, before: AbstractSet[Astray]) -> frozenset[Astray]:
    """Where lists and tables have two servers, one may stop in the middle of a seating while the other goes on: correct
    what was astray `before` and still is. Returns what is astray now.
    """
    now = {(type(each), each.table, getattr(each, "player", "")): each for each in corrections(live)}
    still = [command for which, command in now.items() if which in before]
    await ask(live, still)
    if still:
        await call_waiting(live)
    return frozenset(now)


def corrections(live: LiveRoom) -> list[Any]:
    """What the lists have otherwise than the tables."""
    tables = live.room.states(TABLES)
    wanted = {name: wanted_at(table) for name, table in tables.items()}
    coming = frozenset((hold.player, hold.table) for hold in live.room.state(LEDGER).holds.values())
    return reconciled(listing(live), tables, wanted, coming=coming)


async def lists_follow(live: LiveRoom, name: str, events: Iterable[Any]) -> None:
    """What has happened at a table, as far as the lists follow it: a seat given up, other limits."""
    for event in events:
        if isinstance(event, SeatVacated):
            await release(live, event.player, name)
            await call_waiting(live)
        elif isinstance(event, LISTED_ANEW):
            await follow_table(live, name)
            await call_waiting(live)


async def settle_holds(live: LiveRoom) -> None:
    """What was held for a table that never took it goes back to its player's bank, and the seat is free again."""
    for hold in await live.buying.settle():
        if live.room.state(TABLES, hold.table).seat_of(hold.player) is None:
            await release(live, hold.player, hold.table)


async def call_waiting(live: LiveRoom) -> None:
    """Offer vacant seats to whoever waits for one."""
    passed: set[str] = set()
    while (call := next_call(listing(live), but=passed)) is not None:
        if not isinstance(await live.submit(in_turn(call)), Done):
            passed.add(call.table)


async def expire(live: LiveRoom) -> None:
    """Let expired offers go."""
    until = lists.due(live.room.state(LISTS))
    if until is not None and until <= live.moment():
        await ask(live, [on_lists.Expire(at=live.moment(), by=FLOOR)])


async def ask(live: LiveRoom, commands: Iterable[on_lists.Command]) -> None:
    for command in commands:
        await live.submit(in_turn(command))


def in_turn(command: on_lists.Command) -> Make:
    """An order to the lists for the moment of its turn: others may be recorded before it."""
    return lambda at: OnLists(replace(command, at=at))


def listing(live: LiveRoom) -> Listing:
    return Listing(live.room.state(LISTS), live.moment(), FLOOR)


DEMONSTRATION = at_table.Area("demonstration pit", approved=True)
"""Where a scripted crew deals to simulated players."""


def is_demonstration(table: Table) -> bool:
    return table.area == DEMONSTRATION.name and table.dealt_by is DealtBy.DEALER


def wanted_at(table: Table) -> Wanted | None:
    """What players wait for at a table: what is posted, the first game of a rotation.

    None while it is closed, and at a demonstration, where nobody waits for a seat.
    """
    if not table.is_open or is_demonstration(table):
        return None
    # Nobody waits for a table among friends, and nobody who waits for its game is called there.
    limits = table.name if table.area == AMONG_FRIENDS.name else limits_of(table.rotation[0])
    return Wanted(table.rotation[0].game, limits)
