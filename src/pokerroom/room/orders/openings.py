"""Opening the sealed decks of a round: never while it is played, whoever asks."""

from pokerroom.room.openings import OPENINGS, OnOpenings
from pokerroom.room.refusals import Code, Refusal
from pokerroom.room.room import Change, Room
from pokerroom.room.tables import TABLES
from pokerroom.table.seating import Table


def on_openings(room: Room, order: OnOpenings) -> list[Change] | Refusal:
    asked = order.command
    if not is_over(room.states(TABLES).get(asked.table), asked.round):
        return Refusal(Code.NO_SUCH_ROUND, facts={"round": asked.round})
    change = room.ask(OPENINGS, asked)
    return [change] if isinstance(change, Change) else change


def is_over(table: Table | None, number: int) -> bool:
    if table is None or not 0 < number <= table.rounds:
        return False
    return number < table.rounds or table.dealing is None
