"""`decide` chooses: what a command leads to on the lists, or why it is refused.

Before a command is decided, whatever had expired by then is recorded and passed on. After it, seats that it left vacant
are called if the house calls automatically; a seat of a main game is always offered to whoever must move. A refused
command records nothing, and what had expired waits for the next.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from pokerroom.room.lists.answering import accept, decline, held_for, lapsed, no_show
from pokerroom.room.lists.apply import fold
from pokerroom.room.lists.commands import (
    Accept,
    AddTable,
    Asked,
    Bar,
    CallNext,
    CallPlayer,
    CancelChange,
    CloseList,
    Command,
    Decline,
    Expire,
    Join,
    LeaveList,
    LeaveSeat,
    LockSeat,
    NoteNoShow,
    OpenInterest,
    OpenList,
    Reinstate,
    ReleaseSeat,
    RelistTable,
    Remove,
    RemoveTable,
    RequestChange,
    SetMustMove,
    SetRules,
    TakeSeat,
)
from pokerroom.room.lists.events import Event
from pokerroom.room.lists.joining import (
    add_table,
    bar,
    cancel_change,
    close_list,
    join,
    leave_list,
    open_interest,
    open_list,
    reinstate,
    relist_table,
    remove,
    remove_table,
    request_change,
    set_must_move,
    set_rules,
)
from pokerroom.room.lists.order import Turn, turn
from pokerroom.room.lists.rules import Queue
from pokerroom.room.lists.seating import call_next, call_player, leave_seat, lock_seat, offered, release_seat, take_seat
from pokerroom.room.lists.state import Lists, Place
from pokerroom.room.refusals import Code, Refusal
from pokerroom.rules.staff import Official, Position, named
from pokerroom.words import saying, term

Outcome = tuple[Lists, tuple[Event, ...]] | Refusal


class Handler(NamedTuple):
    act: Callable[[Lists, Any], tuple[Event, ...] | Refusal]
    needed: Position | None
    """None where a player may do it for themselves."""


HANDLERS: Mapping[type[Any], Handler] = {
    SetRules: Handler(set_rules, Position.SHIFT_SUPERVISOR),
    OpenInterest: Handler(open_interest, Position.DEALER),
    OpenList: Handler(open_list, Position.DEALER),
    CloseList: Handler(close_list, Position.FLOORPERSON),
    AddTable: Handler(add_table, Position.DEALER),
    RemoveTable: Handler(remove_table, Position.DEALER),
    RelistTable: Handler(relist_table, Position.DEALER),
    SetMustMove: Handler(set_must_move, Position.FLOORPERSON),
    Join: Handler(join, None),
    LeaveList: Handler(leave_list, None),
    RequestChange: Handler(request_change, None),
    CancelChange: Handler(cancel_change, None),
    CallNext: Handler(call_next, Position.DEALER),
    CallPlayer: Handler(call_player, Position.FLOORPERSON),
    Accept: Handler(accept, None),
    Decline: Handler(decline, None),
    NoteNoShow: Handler(no_show, Position.DEALER),
    LockSeat: Handler(lock_seat, Position.FLOORPERSON),
    ReleaseSeat: Handler(release_seat, Position.FLOORPERSON),
    TakeSeat: Handler(take_seat, None),
    LeaveSeat: Handler(leave_seat, None),
    Bar: Handler(bar, Position.FLOORPERSON),
    Reinstate: Handler(reinstate, Position.FLOORPERSON),
    Remove: Handler(remove, Position.FLOORPERSON),
    Expire: Handler(lambda _lists, _command: (), None),
}


def perform(lists: Lists, command: Command) -> Outcome:
    """`decide`, with its events already applied."""
    answer = decide(lists, command)
    return answer if isinstance(answer, Refusal) else (fold(lists, answer), answer)


def decide(lists: Lists, command: Command) -> tuple[Event, ...] | Refusal:
    """The events a command leads to, or why it is refused."""
    refusal = _time_refusal(lists, command) or _authority_refusal(command)
    if refusal is not None:
        return refusal
    expired = _with_calls(lists, lapsed(lists, command), command)
    now = fold(lists, expired)
    answer = HANDLERS[type(command)].act(now, command)
    if isinstance(answer, Refusal):
        return _told_of_expiry(lists, command, answer)
    return (*expired, *_with_calls(now, answer, command))


def _told_of_expiry(lists: Lists, command: Command, refusal: Refusal) -> Refusal:
    """A player who answers too late is told so, rather than that there was no offer."""
    hold = held_for(lists, command) if isinstance(command, Accept | Decline | NoteNoShow) else None
    if hold is None or refusal.code is not Code.NO_OFFER or hold.until > command.at:
        return refusal
    return Refusal(Code.OFFER_EXPIRED, None, {"player": hold.player, "until": str(hold.until)})


def _with_calls(before: Lists, events: tuple[Event, ...], asked: Asked) -> tuple[Event, ...]:
    """These events, and the calls that follow from them."""
    if not events and not before.rules.call_automatically:
        return ()
    lists, calls = fold(before, events), []
    for place in _to_call(before, lists, events):
        seat = turn(lists, place.table, lists.let_go.get(place, ()))
        if _is_called(before, lists, place, seat):
            calls.append(offered(lists, place, seat, asked, afresh=False))
            lists = fold(lists, calls[-1:])
    return (*events, *calls)


def _to_call(before: Lists, after: Lists, events: Iterable[Event]) -> Iterable[Place]:
    if after.rules.call_automatically:
        return after.all_vacant
    found = {
        place for place in touched(before, after, events) if after.is_vacant(place) and not before.is_vacant(place)
    }
    tables = {table: number for number, table in enumerate(after.tables)} if len(found) > 1 else {}
    return sorted(found, key=lambda place: (tables.get(place.table, 0), place.seat))


def touched(before: Lists, after: Lists, events: Iterable[Event]) -> Iterator[Place]:
    """Seats that these events may have vacated: of tables and people they name, and of
    those who sat at such a table.
    """
    for event in events:
        table, player = getattr(event, "table", ""), getattr(event, "player", "")
        places = {*before.places_of(table), *after.places_of(table)}
        yield from places
        for who in {player, *(before.taken[place] for place in places if place in before.taken)}:
            yield from (each.place for each in (before.seat_of(who), before.hold_of(who)) if each is not None)


def _is_called(before: Lists, after: Lists, place: Place, seat: Turn) -> bool:
    """Whether a vacant seat is called automatically: by house rule, for a must-move, or because it is passed on."""
    if seat.next is None:
        return False
    hold = before.hold_at(place)
    passed_on = hold is not None and hold.queue is not None
    return after.rules.call_automatically or seat.next.queue is Queue.MUST_MOVE or passed_on


def due(lists: Lists) -> datetime | None:
    """When the next hold expires: the latest time for the next `Expire`."""
    return min((hold.until for hold in lists.holds), default=None)


def _time_refusal(lists: Lists, command: Command) -> Refusal | None:
    if command.at.utcoffset() is None:
        return Refusal(Code.NO_TIME_ZONE, None, {"at": str(command.at)})
    if lists.at is not None and command.at < lists.at:
        return Refusal(Code.RECORDED_LATER, None, {"at": str(command.at), "last": str(lists.at)})
    return None


def _authority_refusal(command: Command) -> Refusal | None:
    by, needed = command.by, HANDLERS[type(command)].needed
    if needed is None:
        player = getattr(command, "player", by)
        own = isinstance(by, Official) or player == by
        return None if own else Refusal(Code.NOT_FOR_ANOTHER, None, {"who": named(by), "player": str(player)})
    if isinstance(by, Official) and by.is_at_least(needed):
        return None
    at_least = saying("detail-room.at-least", position=term(needed))
    asked = saying("detail-room.staff") if needed is Position.DEALER else at_least
    return Refusal(Code.NO_AUTHORITY, None, {"who": named(by), "needed": asked})
