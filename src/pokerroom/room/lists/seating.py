"""Calling to seats, locking, taking and leaving them."""

from datetime import timedelta

from msgspec.structs import replace

from pokerroom.room.lists.commands import Asked, CallNext, CallPlayer, LeaveSeat, LockSeat, ReleaseSeat, TakeSeat
from pokerroom.room.lists.events import Event, GotUp, LockEnded, Passed, PassedFor, SatDown, SeatLocked, SeatOffered
from pokerroom.room.lists.joining import barred_refusal
from pokerroom.room.lists.order import Candidate, Turn, candidates, turn
from pokerroom.room.lists.state import Lists, Place
from pokerroom.room.refusals import Code, Facts, Refusal
from pokerroom.rules.wording import is_said

Answer = tuple[Event, ...] | Refusal


def call_next(lists: Lists, command: CallNext) -> Answer:
    if command.table not in lists.tables:
        return Refusal(Code.NO_SUCH_TABLE, None, {"table": command.table})
    if command.seat is None:
        vacant = lists.vacant(command.table)
        if not vacant:
            return Refusal(Code.NO_VACANT_SEAT, None, {"table": command.table})
        place = vacant[0]
    else:
        place = Place(command.table, command.seat)
        refusal = place_refusal(lists, place)
        if refusal is not None:
            return refusal
    called = turn(lists, command.table)
    if called.next is None:
        return Refusal(Code.NOBODY_WAITS, None, {"table": command.table})
    return (offered(lists, place, called, command, afresh=True),)


def call_player(lists: Lists, command: CallPlayer) -> Answer:
    """One of those in the order, before others only for a reason: whoever is passed over is named."""
    place, player = Place(command.table, command.seat), command.player
    refusal = place_refusal(lists, place) or barred_refusal(lists, player) or elsewhere_refusal(lists, player, place)
    if refusal is not None:
        return refusal
    line = tuple(candidates(lists, lists.tables[command.table]))
    number = next((number for number, each in enumerate(line) if each.player == player), None)
    if number is None:
        return Refusal(Code.NOT_WAITING, None, {"player": player, "wanted": str(lists.tables[command.table].wanted)})
    passed = tuple(passed_over(lists, each) for each in line[:number])
    if any(each.why is PassedFor.CALLED_LATER for each in passed) and not is_said(command.reason):
        first = next(each.player for each in passed if each.why is PassedFor.CALLED_LATER)
        return Refusal(Code.OUT_OF_TURN, None, {"player": player, "other": first, "table": command.table})
    offer = offered(lists, place, Turn(line[number], passed), command, afresh=True)
    return (replace(offer, reason=command.reason),)


def passed_over(lists: Lists, each: Candidate) -> Passed:
    held = lists.hold_of(each.player) is not None
    return Passed(each.player, each.queue, PassedFor.HOLDS_ANOTHER if held else PassedFor.CALLED_LATER)


def offered(lists: Lists, place: Place, called: Turn, asked: Asked, *, afresh: bool) -> SeatOffered:
    assert called.next is not None
    return SeatOffered(
        player=called.next.player,
        table=place.table,
        seat=place.seat,
        queue=called.next.queue,
        passed=called.passed,
        until=asked.at + timedelta(minutes=lists.rules.offer_minutes),
        afresh=afresh,
        at=asked.at,
        by=asked.by,
    )


def place_refusal(lists: Lists, place: Place, player: str = "") -> Refusal | None:
    """Why a seat is not available, for this player if one is named."""
    facts: Facts = {"table": place.table, "seat": place.seat}
    if place.table not in lists.tables:
        return Refusal(Code.NO_SUCH_TABLE, None, facts)
    if not 0 <= place.seat < lists.tables[place.table].seats:
        return Refusal(Code.NO_SUCH_SEAT, None, facts)
    seated, hold = lists.seated_at(place), lists.hold_at(place)
    if seated is not None:
        return Refusal(Code.SEAT_TAKEN, None, facts | {"other": seated.player})
    if hold is not None and hold.player != player:
        return Refusal(Code.SEAT_HELD, None, facts | {"other": hold.player})
    return None


def lock_seat(lists: Lists, command: LockSeat) -> Answer:
    if not is_said(command.reason):
        return Refusal(Code.NO_REASON, None, {})
    place = Place(command.table, command.seat)
    refusal = barred_refusal(lists, command.player) or place_refusal(lists, place)
    refusal = refusal or elsewhere_refusal(lists, command.player, place) or until_refusal(lists, command)
    if refusal is not None:
        return refusal
    return (
        SeatLocked(
            player=command.player,
            table=command.table,
            seat=command.seat,
            until=command.until,
            reason=command.reason,
            at=command.at,
            by=command.by,
        ),
    )


def elsewhere_refusal(lists: Lists, player: str, place: Place) -> Refusal | None:
    """Why a player cannot have this seat: they have one at the table, or another is held for them."""
    seated, hold = lists.seat_of(player), lists.hold_of(player)
    if seated is not None and seated.place.table == place.table:
        return Refusal(Code.ALREADY_SEATED, None, {"player": player, "table": place.table})
    if hold is not None and hold.place != place:
        return Refusal(Code.HOLDS_ANOTHER, None, {"player": player, "table": hold.place.table, "seat": hold.place.seat})
    return None


def until_refusal(lists: Lists, command: LockSeat) -> Refusal | None:
    most = lists.rules.lock_minutes
    if command.until.utcoffset() is None:
        return Refusal(Code.NO_TIME_ZONE, None, {"at": str(command.until)})
    if command.until <= command.at:
        return Refusal(Code.NOT_A_TIME_AHEAD, None, {"until": str(command.until), "at": str(command.at)})
    if command.until > command.at + timedelta(minutes=most):
        return Refusal(Code.HELD_TOO_LONG, None, {"minutes": most, "until": str(command.until)})
    return None


def release_seat(lists: Lists, command: ReleaseSeat) -> Answer:
    hold = lists.hold_at(Place(command.table, command.seat))
    if hold is None or hold.queue is not None:
        return Refusal(Code.SEAT_NOT_LOCKED, None, {"table": command.table, "seat": command.seat})
    return (LockEnded(player=hold.player, table=command.table, seat=command.seat, at=command.at, by=command.by),)


def take_seat(lists: Lists, command: TakeSeat) -> Answer:
    player, place = command.player, Place(command.table, command.seat)
    refusal = barred_refusal(lists, player) or place_refusal(lists, place, player)
    refusal = refusal or elsewhere_refusal(lists, player, place)
    if refusal is not None:
        return refusal
    seated, held = lists.seat_of(player), lists.hold_at(place) is not None
    called = turn(lists, place.table, lists.let_go.get(place, ()))
    if not held:
        refusal = out_of_turn_refusal(lists, command, called)
        if refusal is not None:
            return refusal
    return (
        SatDown(
            player=player,
            table=place.table,
            seat=place.seat,
            left=None if seated is None else seated.place.table,
            held=held,
            passed=() if held else called.passed,
            at=command.at,
            by=command.by,
        ),
    )


def out_of_turn_refusal(lists: Lists, command: TakeSeat, called: Turn) -> Refusal | None:
    """Why a player cannot sit down without being called."""
    player, table = command.player, command.table
    if called.next is not None and called.next.player != player:
        return Refusal(Code.OTHERS_WAIT, None, {"other": called.next.player, "table": table, "player": player})
    seated = lists.seat_of(player)
    if called.next is None and seated is not None:
        return Refusal(Code.ALREADY_SEATED, None, {"player": player, "table": seated.place.table})
    return None


def leave_seat(lists: Lists, command: LeaveSeat) -> Answer:
    seated = lists.seat_of(command.player)
    if seated is None or seated.place.table != command.table:
        return Refusal(Code.NOT_SEATED, None, {"player": command.player, "table": command.table})
    return (GotUp(player=command.player, table=command.table, at=command.at, by=command.by),)
