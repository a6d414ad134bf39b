"""What happens with a held seat: its player accepts, declines, lets the time run out, or does not come."""

from datetime import datetime, timedelta

from pokerroom.room.lists.commands import Accept, Asked, By, Decline, NoteNoShow
from pokerroom.room.lists.events import Event, How, LockEnded, OfferAccepted, SeatLetGo
from pokerroom.room.lists.rules import Fate, ListRules, Queue
from pokerroom.room.lists.state import Hold, Lists, Place
from pokerroom.room.refusals import Code, Refusal

Answer = tuple[Event, ...] | Refusal


def accept(lists: Lists, command: Accept) -> Answer:
    hold = held_for(lists, command)
    if hold is None or hold.queue is None:
        return no_offer(command)
    if hold.accepted:
        return Refusal(Code.ALREADY_ACCEPTED, None, {"player": command.player})
    return (
        OfferAccepted(
            player=command.player,
            table=hold.place.table,
            seat=hold.place.seat,
            until=command.at + timedelta(minutes=lists.rules.arrival_minutes),
            at=command.at,
            by=command.by,
        ),
    )


def held_for(lists: Lists, command: Accept | Decline | NoteNoShow) -> Hold | None:
    hold = lists.hold_at(Place(command.table, command.seat))
    return hold if hold is not None and hold.player == command.player else None


def no_offer(command: Accept | Decline | NoteNoShow) -> Refusal:
    return Refusal(Code.NO_OFFER, None, {"player": command.player, "table": command.table, "seat": command.seat})


def decline(lists: Lists, command: Decline) -> Answer:
    return let_go(lists, command, How.DECLINED)


def no_show(lists: Lists, command: NoteNoShow) -> Answer:
    return let_go(lists, command, How.NO_SHOW)


def let_go(lists: Lists, command: Decline | NoteNoShow, how: How) -> Answer:
    hold = held_for(lists, command)
    if hold is None:
        return no_offer(command)
    return (released(lists.rules, hold, how, at=command.at, by=command.by),)


def lapsed(lists: Lists, asked: Asked) -> tuple[Event, ...]:
    """What had expired by the time of a command, in the order of time. A hold ends at exactly the moment it names."""
    over = sorted((hold for hold in lists.holds if hold.until <= asked.at), key=lambda hold: hold.until)
    return tuple(
        released(lists.rules, hold, How.NO_SHOW if hold.accepted else How.EXPIRED, at=hold.until, by=asked.by)
        for hold in over
    )


def released(rules: ListRules, hold: Hold, how: How, *, at: datetime, by: By) -> SeatLetGo | LockEnded:
    table, seat = hold.place
    if hold.queue is None:
        return LockEnded(player=hold.player, table=table, seat=seat, at=at, by=by)
    fate = rules.move_refused if hold.queue is Queue.MUST_MOVE else fate_of(rules, how)
    return SeatLetGo(player=hold.player, table=table, seat=seat, queue=hold.queue, how=how, fate=fate, at=at, by=by)


def fate_of(rules: ListRules, how: How) -> Fate:
    return {How.DECLINED: rules.declined, How.EXPIRED: rules.expired, How.NO_SHOW: rules.no_show}[how]
