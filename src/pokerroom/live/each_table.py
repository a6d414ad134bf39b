"""What concerns several tables of a divided room: no commit has them all, so each gets an order of its own.

What is still owed follows from the states, so it is repeated until it is done, whoever stopped in between.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any

from msgspec.structs import replace

from pokerroom.live.refusals import Refusal
from pokerroom.live.room import LiveRoom, Make
from pokerroom.live.tables.actor import TableActor
from pokerroom.room.answers import NOT_SAID
from pokerroom.room.box import BOXES
from pokerroom.room.commands import Command
from pokerroom.room.conduct import CONDUCT
from pokerroom.room.processes.sending_away import Owed, owed
from pokerroom.room.room import Done
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable

Actors = Mapping[str, TableActor]


async def see_off(live: LiveRoom, actors: Actors) -> tuple[tuple[str, Any], ...]:
    """Have every table remove whoever was required to leave the game and still has a seat there, 14.16(b).

    Returns what happened, by stream.
    """
    due = tuple(owed(live.room.state(CONDUCT), live.room.states(TABLES)))
    answers = [await in_turn(live, actors, each.table, partial(removing, each), id=each.id) for each in due]
    return tuple(event for answer in answers if isinstance(answer, Done) for event in answer.events)


def removing(of: Owed, at: datetime) -> AtTable:
    return AtTable(of.table, replace(of.command, at=at))


async def distribute(
    live: LiveRoom,
    actors: Actors,
    make: Make,
    *,
    id: str,  # noqa: A002
    asked: bytes,
) -> Done | Refusal:
    """A distribution of decks to every table named, 14.2(c). One that cannot take them is told before any has.

    Where one fails nevertheless, the same order given again goes on with those that are left.
    """
    command = make(live.moment())
    if isinstance(command, Refusal):
        return command
    ids = {line.table: f"{id}/{line.table}" for line in command.command.tables}
    left = [table for table, id_ in ids.items() if live.room.answer_before(id_, asked, BOXES.named(table)) is None]
    for table in left:
        refusal = live.room.would(replace(command, table=table))
        if isinstance(refusal, Refusal):
            return refusal
    done: list[Done] = []
    for table, id_ in ids.items():
        answer = await in_turn(live, actors, table, partial(given_to, table, make), id=id_, asked=asked)
        if not isinstance(answer, Done):
            return answer
        done.append(answer)
    led = tuple(each for answer in done for each in answer.events)
    answer = Done(id, led, repeated=all(each.repeated for each in done))
    for tell in live.on_boxes:
        tell(answer)
    return answer


def given_to(table: str, make: Make, at: datetime) -> Command | Refusal:
    made = make(at)
    return made if isinstance(made, Refusal) else replace(made, table=table)


async def in_turn(
    live: LiveRoom,
    actors: Actors,
    table: str,
    make: Make,
    *,
    id: str,  # noqa: A002
    asked: bytes = NOT_SAID,
) -> Done | Refusal:
    """In the turn of a table that runs; one that does not has nothing else under way."""
    actor = actors.get(table)
    if actor is None:
        return await live.submit(make, id=id, asked=asked)
    return await actor.ask(lambda _table, at: make(at), id=id, asked=asked)
