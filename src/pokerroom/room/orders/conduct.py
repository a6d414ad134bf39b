"""Orders about conduct: requiring a player to leave takes effect at every table and on every list at once."""

from pokerroom.room.conduct.commands import OnConduct
from pokerroom.room.conduct.stream import CONDUCT
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.orders.tables import decide_at_table
from pokerroom.room.processes.sending_away import from_lists, from_tables, keeps_seat
from pokerroom.room.room import Change, Room
from pokerroom.room.tables import TABLES
from pokerroom.rules.refusal import Refusal
from pokerroom.table.conduct import RequireToLeave


def on_conduct(room: Room, order: OnConduct) -> list[Change] | Refusal:
    change = room.ask(CONDUCT, order.command)
    if not isinstance(change, Change):
        return change
    away = sent_away(room, order.command) if isinstance(order.command, RequireToLeave) else []
    return [change, *away] if isinstance(away, list) else away


def sent_away(room: Room, asked: RequireToLeave) -> list[Change] | Refusal:
    changes: list[Change] = []
    seated = from_tables(room.states(TABLES), asked)
    apart = frozenset(name for name in seated if room.spans(TABLES.named(name), CONDUCT.name))
    """Each of these gets an order of its own."""
    for name, removal in seated.items():
        if name in apart:
            continue
        change = decide_at_table(room, name, removal)
        if not isinstance(change, list):
            return change
        changes += change
    still_at = frozenset(each.table for each in changes if keeps_seat(each.events, asked.player))
    commands = from_lists(room.state(LISTS), asked, still_at=still_at | apart)
    off = room.ask(LISTS, *commands) if commands else None
    if off is None:
        return changes
    return [*changes, off] if isinstance(off, Change) else off
