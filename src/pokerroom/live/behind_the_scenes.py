"""Behind the scenes: a room of its own in which anybody tries a position of staff, at tables set apart for it.

It is opened when somebody first goes there, and its record is in memory: what people try leaves nothing behind. Their
position counts in this room and in no other (`Identity.works_in`), and nobody but simulated players has a seat here, so
nobody is at anybody's mercy. A simulated colleague gives the second signature.
"""

from datetime import datetime, timedelta
from typing import Any

from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.house import House
from pokerroom.live.records import MEMORY, open_room
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.room import DEMONSTRATION, LiveRoom
from pokerroom.live.seating import DEMONSTRATION as DEMONSTRATION_PIT
from pokerroom.live.seeding import (
    FIXED,
    LIST_RULES,
    RAKE,
    SUPERVISOR,
    VARIANTS,
    do,
    every_game,
    file,
    open_table,
    posting,
)
from pokerroom.live.tables.demonstration import Demonstration
from pokerroom.live.together import recorded_together
from pokerroom.room import filing
from pokerroom.room.lists import commands as on_lists
from pokerroom.room.lists.commands import OnLists
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable
from pokerroom.table.seating import commands as at_table
from pokerroom.table.seating.commands import DealtBy

TRIED = (
    Role.DEALER,
    Role.FLOORPERSON,
    Role.SHIFT_SUPERVISOR,
    Role.CAGE,
    Role.ACCOUNTING,
    Role.SECURITY,
    Role.SURVEILLANCE,
    Role.DIVISION,
)
"""The positions that anybody may try."""

ROOM_DEALS = {"backstage 1": "hold-em", "backstage 2": "seven-card-stud-high", "backstage 3": "omaha-high-low-eight"}
SCRIPTED, BY_HAND = "backstage felt", "backstage pit"
"""A table that a simulated dealer deals, and one that waits for whoever tries to."""
STEPS = 400
"""More than the crew takes until the first round can be dealt."""
COLLEAGUE_SIGNS_AFTER = timedelta(seconds=3)


async def open_demonstration(house: House) -> LiveRoom:
    """The room; set up where nobody has been here before."""
    async with house.opening:
        found = house.rooms.get(DEMONSTRATION)
        if found is not None:
            return found
        record = house.world.records.open(DEMONSTRATION, MEMORY)
        keys = house.world.records.keys()
        live = open_room(record, keys, house.world, play_chips=True, delay=0.0, name=DEMONSTRATION)
        async with recorded_together(live):
            await house.keep_day(live)
            if not live.room.states(TABLES):
                await set_up(live)
        await house.add_room(DEMONSTRATION, live)
        return live


async def set_up(live: LiveRoom) -> None:
    await do(live, OnLists(on_lists.SetRules(at=live.moment(), by=SUPERVISOR, rules=LIST_RULES)))
    await file(live, filing.RAKE, filing.RakeSubmission(methods=(RAKE,), most=RAKE.most))
    games = every_game()
    for name, key in ROOM_DEALS.items():
        await open_table(live, name, posting(games[key], VARIANTS.get(key, (FIXED,))[0]))
    dealt = posting(games["hold-em"], FIXED)
    await open_table(live, SCRIPTED, dealt, area=DEMONSTRATION_PIT, dealt_by=DealtBy.DEALER)
    await open_table(live, BY_HAND, dealt, dealt_by=DealtBy.DEALER)
    await prepare(live, BY_HAND)


async def prepare(live: LiveRoom, table: str) -> None:
    """Have a crew open the box, make the decks ready and seat players, up to the first round of play."""
    crew, ready = Demonstration(live, table), False

    async def submit(make: Any) -> Any:
        def made(at: datetime) -> Any:
            nonlocal ready
            command = make(live.room.states(TABLES)[table], at)
            ready = isinstance(command, AtTable) and isinstance(command.command, at_table.StartRound)
            return Refusal(Code.NOT_YOUR_TURN) if ready else command

        return await live.submit(made)

    for _ in range(STEPS):
        await crew.go_on(submit)
        if ready:
            return


def colleague(role: Role) -> Identity:
    """Somebody else who works there, as far as signatures go."""
    return Identity("colleague", "Cory (simulated)", role, guest=True, positions=(role,), scope=DEMONSTRATION)
