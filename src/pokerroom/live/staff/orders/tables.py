"""Orders about a table: its opening and closing, what is posted there, seats, stakes and time charges."""

from datetime import datetime
from typing import Any

from pokerroom.live.entrance.permissions import FLOOR, PIT, SUPERVISORS
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.room import LiveRoom
from pokerroom.live.seating import follow_table, hold_and_take
from pokerroom.live.staff.orders.declaration import (
    Counter,
    Declaration,
    Given,
    Order,
    Submission,
    submit,
)
from pokerroom.live.staff.orders.money import OF_THEIR_MONEY
from pokerroom.live.tables.actor import Build
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.room import Done
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.table import refusals as of_table
from pokerroom.table.seating import Table, commands as at_table, rotation_handed_in
from pokerroom.words import saying

NO_PLAY = NJAC_13_69F.cite("14.6(b)")


def to_table(command: at_table.Command, given: Given) -> AtTable:
    return AtTable(given.table, command, subject=given.subject)


async def at_the_table(submission: Submission, build: Build | None = None) -> Done | Refusal:
    """By the inbox of the table, like everything else that happens there; `build` may refuse it when its turn comes."""
    name = submission.order.table
    actor = submission.house.actors.get(name)
    if actor is None or actor.live is not submission.live:
        return Refusal(Code.NO_TABLE_IN_ROOM, facts={"table": repr(name)})
    asks: Build = build or (lambda _table, moment: submission.command(moment))

    def make(table: Table, moment: datetime) -> Any:
        return submission.unread() or asks(table, moment)

    answer = await actor.ask(make, id=submission.id, asked=submission.asked)
    return await followed(submission, answer)


async def apart_from_play(submission: Submission, build: Build | None = None) -> Done | Refusal:
    """The same, of whoever deals or acts for the dealer: nobody does where they have a seat, 14.6(b)."""
    asks: Build = build or (lambda _table, moment: submission.command(moment))
    return await at_the_table(submission, lambda table, moment: plays_there(submission, table) or asks(table, moment))


def plays_there(submission: Submission, table: Table) -> Refusal | None:
    """A table knows players by their accounts and staff by their names: here both are known."""
    if table.seat_of(submission.by.id) is None:
        return None
    facts = {"who": submission.by.name, "table": table.name}
    return Refusal(of_table.Code.DEALER_PLAYS, NO_PLAY, facts)


async def followed(submission: Submission, answer: Done | Refusal) -> Done | Refusal:
    """The lists know of a table while it is open, and one that has been opened has an actor from then on."""
    if isinstance(answer, Done):
        await follow_table(submission.live, submission.order.table)
        submission.house.add_table(submission.live, submission.order.table)
    return answer


async def open_table(submission: Submission) -> Done | Refusal:
    """One that has never been open has no inbox yet, in which two who open it at once would wait for each other."""
    async with submission.live.opening(submission.order.table):
        actor = submission.house.actors.get(submission.order.table)
        if actor is not None and actor.live is not submission.live:
            return Refusal(Code.TABLE_ELSEWHERE, facts={"table": submission.order.table})
        if actor is not None:
            return await at_the_table(submission)
        return await followed(submission, await submit(submission))


async def seat_player(submission: Submission) -> Done | Refusal:
    """The lists say whose seat it is, then the table takes the player."""
    live, table = submission.live, submission.order.table
    asked: at_table.TakeSeat = submission.now.command
    if live.room.state(LISTS).seat_of(asked.player) is not None:
        return Refusal(Code.SEATED_ALREADY, facts={"name": live.name_of(asked.player)})
    answer: Done | Refusal = await hold_and_take(
        live, asked.player, table, asked.seat, lambda: at_the_table(submission)
    )
    return answer


def brings_more(live: LiveRoom, order: Order) -> bool:
    """Whether a player comes back with more than went out: the rest comes from their bank."""
    table, amount = live.room.state(TABLES, order.table), order.fields.get("amount")
    seat = table.seat_of(str(order.fields.get("player")))
    leave = None if seat is None else table.place(seat).leave
    return leave is not None and isinstance(amount, int) and amount > leave.amount


FROM_BANK = OF_THEIR_MONEY._replace(who=PIT)
ADDING = FROM_BANK._replace(when=saying("orders.second where more"), needed=brings_more)

TABLE = Counter("table", to_table, at_the_table, names_table=True)
ROTATION = {"rotation": rotation_handed_in}

ORDERS = (
    Declaration(TABLE, at_table.OpenTable, FLOOR, documents=ROTATION, carry_out=open_table),
    Declaration(TABLE, at_table.CloseTable, FLOOR),
    Declaration(TABLE, at_table.AnnounceClosing, FLOOR),
    Declaration(TABLE, at_table.PostChange, FLOOR, documents=ROTATION),
    Declaration(TABLE, at_table.ProposeMinimum, FLOOR),
    Declaration(TABLE, at_table.TakeSeat, FLOOR, second=FROM_BANK, carry_out=seat_player, takes_seat=True),
    Declaration(TABLE, at_table.TopUp, PIT, second=FROM_BANK),
    Declaration(TABLE, at_table.LeaveSeat, FLOOR),
    Declaration(TABLE, at_table.SitOut, PIT),
    Declaration(TABLE, at_table.SitIn, PIT),
    Declaration(TABLE, at_table.GoAway, SUPERVISORS),
    Declaration(TABLE, at_table.Return, SUPERVISORS, second=ADDING),
    Declaration(TABLE, at_table.CollectTime, PIT),
    Declaration(TABLE, at_table.PayTime, PIT),
    Declaration(TABLE, at_table.VerifyTime, FLOOR),
    Declaration(TABLE, at_table.WitnessRuling, PIT),
)
