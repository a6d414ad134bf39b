"""What each event does to the lists, and nothing else."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from pokerroom.room.lists.commands import Wanted
from pokerroom.room.lists.events import (
    ChangeCanceled,
    ChangeRequested,
    Event,
    GotUp,
    InterestOpened,
    ListClosed,
    ListOpened,
    LockEnded,
    MustMoveSet,
    OfferAccepted,
    PlayerBarred,
    PlayerJoined,
    PlayerLeftList,
    PlayerReinstated,
    PlayerTakenOff,
    RulesSet,
    SatDown,
    SeatLetGo,
    SeatLocked,
    SeatOffered,
    TableAdded,
    TableRelisted,
    TableRemoved,
)
from pokerroom.room.lists.rules import Fate, Queue
from pokerroom.room.lists.state import (
    Barring,
    ChangeRequest,
    FloorTable,
    Hold,
    ListEntry,
    Lists,
    Place,
    Seated,
    WaitingList,
)
from pokerroom.room.lists.waits import with_seating

OF_A_SEAT = frozenset({Queue.MUST_MOVE, Queue.TABLE_CHANGE})
"""The queues that a player is in because they already have a seat."""


def apply(lists: Lists, event: Event) -> Lists:
    """The lists after an event."""
    return replace(FOLDS[type(event)](lists, event), at=event.at)


def fold(lists: Lists, events: Iterable[Event]) -> Lists:
    for event in events:
        lists = apply(lists, event)
    return lists


def replay(events: Iterable[Event]) -> Lists:
    """The lists after a whole log."""
    return fold(Lists(), events)


def rules_set(lists: Lists, event: RulesSet) -> Lists:
    return replace(lists, rules=event.rules)


def interest_opened(lists: Lists, event: InterestOpened) -> Lists:
    return replace(lists, lists={**lists.lists, event.wanted: WaitingList(is_open=False)})


def list_opened(lists: Lists, event: ListOpened) -> Lists:
    opened = replace(lists.lists.get(event.wanted, WaitingList(is_open=True)), is_open=True)
    return replace(lists, lists={**lists.lists, event.wanted: opened})


def list_closed(lists: Lists, event: ListClosed) -> Lists:
    return replace(lists, lists={wanted: each for wanted, each in lists.lists.items() if wanted != event.wanted})


def table_added(lists: Lists, event: TableAdded) -> Lists:
    table = FloorTable(event.table, event.wanted, event.seats, event.feeds)
    return replace(lists, tables={**lists.tables, event.table: table})


def table_removed(lists: Lists, event: TableRemoved) -> Lists:
    """Its players lose what they had by sitting there; a table that fed it now feeds what it fed."""
    name, main = event.table, lists.tables[event.table].feeds
    for place in lists.places_of(name):
        if place in lists.taken:
            lists = without_seat(lists, lists.taken[place])
    return nobody_called(replace(lists, tables=fed_past(lists, name, main)), name)


def fed_past(lists: Lists, name: str, main: str | None) -> Mapping[str, FloorTable]:
    """The other tables; one that fed this one feeds the main game instead."""
    return {
        each.name: replace(each, feeds=main) if each.feeds == name else each
        for each in lists.tables.values()
        if each.name != name
    }


def nobody_called(lists: Lists, table: str) -> Lists:
    """No seat there is held for anybody, wanted by anybody who sits elsewhere, or let go by anybody."""
    return replace(
        lists,
        holds=tuple(hold for hold in lists.holds if hold.place.table != table),
        changes=tuple(request for request in lists.changes if request.to != table),
        let_go={place: players for place, players in lists.let_go.items() if place.table != table},
    )


def table_relisted(lists: Lists, event: TableRelisted) -> Lists:
    """Its players keep their seats, and wait no longer for what is played there now, nor to move from there."""
    name, old = event.table, lists.tables[event.table]
    here = [lists.taken[place] for place in lists.places_of(name) if place in lists.taken]
    for player in here:
        lists = without_holds(without_request(lists, player), player, OF_A_SEAT)
        lists = off_the_list(lists, player, event.wanted)
    others = fed_past(lists, name, old.feeds)
    table = FloorTable(name, event.wanted, event.seats)
    tables = {each: table if each == name else others[each] for each in lists.tables}
    return nobody_called(replace(lists, tables=tables), name)


def must_move_set(lists: Lists, event: MustMoveSet) -> Lists:
    """Its players neither ask for another table any more nor keep a seat that they were called to by moving."""
    here = {player for place, player in lists.taken.items() if place.table == event.table}
    table = replace(lists.tables[event.table], feeds=event.feeds)
    return replace(
        lists,
        tables={**lists.tables, event.table: table},
        changes=tuple(each for each in lists.changes if each.player not in here and each.to != event.table),
        holds=tuple(hold for hold in lists.holds if hold.player not in here or hold.queue not in OF_A_SEAT),
    )


def player_joined(lists: Lists, event: PlayerJoined) -> Lists:
    """Rejoining clears declined seats."""
    found = lists.lists[event.wanted]
    entry = ListEntry(event.player, event.name, event.phone, event.at)
    let_go = {place: tuple(each for each in players if each != event.player) for place, players in lists.let_go.items()}
    joined = {**lists.lists, event.wanted: replace(found, entries=(*found.entries, entry))}
    return replace(lists, lists=joined, let_go=let_go)


def player_left_list(lists: Lists, event: PlayerLeftList) -> Lists:
    return off_the_list(lists, event.player, event.wanted)


def off_the_list(lists: Lists, player: str, wanted: Wanted) -> Lists:
    """Without the place on it, and without a seat that they were called to from there."""
    kept = tuple(
        hold
        for hold in lists.holds
        if not (hold.player == player and hold.queue is Queue.LIST and wanted_at(lists, hold) == wanted)
    )
    return replace(without_entry(lists, player, wanted), holds=kept)


def change_requested(lists: Lists, event: ChangeRequested) -> Lists:
    return replace(lists, changes=(*lists.changes, ChangeRequest(event.player, event.to, event.at)))


def change_canceled(lists: Lists, event: ChangeCanceled) -> Lists:
    lists = without_request(lists, event.player)
    return without_holds(lists, event.player, frozenset({Queue.TABLE_CHANGE}))


def seat_offered(lists: Lists, event: SeatOffered) -> Lists:
    place = Place(event.table, event.seat)
    hold = Hold(place=place, player=event.player, queue=event.queue, until=event.until)
    let_go = without_place(lists, place) if event.afresh else lists.let_go
    return replace(lists, holds=(*lists.holds, hold), let_go=let_go)


def offer_accepted(lists: Lists, event: OfferAccepted) -> Lists:
    holds = tuple(
        replace(hold, accepted=True, until=event.until) if hold.player == event.player else hold for hold in lists.holds
    )
    return replace(lists, holds=holds)


def seat_let_go(lists: Lists, event: SeatLetGo) -> Lists:
    place = Place(event.table, event.seat)
    let_go = {**lists.let_go, place: (*lists.let_go.get(place, ()), event.player)}
    lists = replace(without_hold(lists, place), let_go=let_go)
    return lists if event.fate is Fate.KEEPS else FATES[event.queue](lists, event)


def must_move_fate(lists: Lists, event: SeatLetGo) -> Lists:
    if event.fate is Fate.LOSES:
        return replace(lists, must_leave=(*lists.must_leave, event.player))
    own = lists.seat_of(event.player)
    assert own is not None
    others = {player: each for player, each in lists.seated.items() if player != event.player}
    return replace(lists, seated={**others, event.player: own})


def change_fate(lists: Lists, event: SeatLetGo) -> Lists:
    own = lists.change_of(event.player)
    assert own is not None
    last = (own,) if event.fate is Fate.GOES_LAST else ()
    return replace(lists, changes=(*(each for each in lists.changes if each != own), *last))


def list_fate(lists: Lists, event: SeatLetGo) -> Lists:
    wanted = lists.tables[event.table].wanted
    found = lists.lists[wanted]
    last = tuple(entry for entry in found.entries if entry.player == event.player and event.fate is Fate.GOES_LAST)
    others = tuple(entry for entry in found.entries if entry.player != event.player)
    return replace(lists, lists={**lists.lists, wanted: replace(found, entries=(*others, *last))})


FATES: Mapping[Queue, Callable[[Lists, SeatLetGo], Lists]] = {
    Queue.MUST_MOVE: must_move_fate,
    Queue.TABLE_CHANGE: change_fate,
    Queue.LIST: list_fate,
}


def seat_locked(lists: Lists, event: SeatLocked) -> Lists:
    hold = Hold(place=Place(event.table, event.seat), player=event.player, queue=None, until=event.until)
    return replace(lists, holds=(*lists.holds, hold))


def lock_ended(lists: Lists, event: LockEnded) -> Lists:
    return without_hold(lists, Place(event.table, event.seat))


def sat_down(lists: Lists, event: SatDown) -> Lists:
    place, wanted = Place(event.table, event.seat), lists.tables[event.table].wanted
    if lists.waits(event.player, wanted):
        lists = replace(lists, seatings=with_seating(lists.seatings, wanted, event.at))
    lists = without_hold(without_seat(lists, event.player), place)
    lists = without_entry(lists, event.player, wanted)
    return replace(
        lists,
        seated={**lists.seated, event.player: Seated(event.player, place, event.at)},
        taken={**lists.taken, place: event.player},
        let_go=without_place(lists, place),
    )


def got_up(lists: Lists, event: GotUp) -> Lists:
    return without_seat(lists, event.player)


def player_barred(lists: Lists, event: PlayerBarred) -> Lists:
    lists = without_wishes(lists, event.player)
    return replace(lists, barred={**lists.barred, event.player: Barring(event.reason, event.rule)})


def player_reinstated(lists: Lists, event: PlayerReinstated) -> Lists:
    return replace(lists, barred={player: each for player, each in lists.barred.items() if player != event.player})


def player_taken_off(lists: Lists, event: PlayerTakenOff) -> Lists:
    """Until they give up the seat, they no longer have to move to a main game."""
    lists = without_wishes(lists, event.player)
    if event.player not in lists.seated or event.player in lists.must_leave:
        return lists
    return replace(lists, must_leave=(*lists.must_leave, event.player))


def wanted_at(lists: Lists, hold: Hold) -> Wanted:
    return lists.tables[hold.place.table].wanted


def without_entry(lists: Lists, player: str, wanted: Wanted) -> Lists:
    found = lists.lists.get(wanted)
    if found is None or player not in found.players:
        return lists
    others = tuple(entry for entry in found.entries if entry.player != player)
    return replace(lists, lists={**lists.lists, wanted: replace(found, entries=others)})


def without_request(lists: Lists, player: str) -> Lists:
    return replace(lists, changes=tuple(request for request in lists.changes if request.player != player))


def without_wishes(lists: Lists, player: str) -> Lists:
    """On no list, with no seat held and no change of table requested."""
    for wanted in lists.lists:
        lists = without_entry(lists, player, wanted)
    holds = tuple(hold for hold in lists.holds if hold.player != player)
    return replace(without_request(lists, player), holds=holds)


def without_seat(lists: Lists, player: str) -> Lists:
    """The lists without a player's seat, and without what came with it."""
    own = lists.seat_of(player)
    if own is None:
        return lists
    lists = without_holds(without_request(lists, player), player, OF_A_SEAT)
    # Copied as a whole and then shortened: a room has many seats, and a loop over them takes ten times as long.
    seated, taken = dict(lists.seated), dict(lists.taken)
    del seated[player], taken[own.place]
    must_leave = tuple(each for each in lists.must_leave if each != player)
    return replace(lists, seated=seated, taken=taken, must_leave=must_leave)


def without_holds(lists: Lists, player: str, queues: frozenset[Queue]) -> Lists:
    return replace(
        lists, holds=tuple(hold for hold in lists.holds if hold.player != player or hold.queue not in queues)
    )


def without_hold(lists: Lists, place: Place) -> Lists:
    return replace(lists, holds=tuple(hold for hold in lists.holds if hold.place != place))


def without_place(lists: Lists, place: Place) -> Mapping[Place, tuple[str, ...]]:
    return {each: players for each, players in lists.let_go.items() if each != place}


FOLDS: Mapping[type[Any], Callable[[Lists, Any], Lists]] = {
    RulesSet: rules_set,
    InterestOpened: interest_opened,
    ListOpened: list_opened,
    ListClosed: list_closed,
    TableAdded: table_added,
    TableRelisted: table_relisted,
    TableRemoved: table_removed,
    MustMoveSet: must_move_set,
    PlayerJoined: player_joined,
    PlayerLeftList: player_left_list,
    ChangeRequested: change_requested,
    ChangeCanceled: change_canceled,
    SeatOffered: seat_offered,
    OfferAccepted: offer_accepted,
    SeatLetGo: seat_let_go,
    SeatLocked: seat_locked,
    LockEnded: lock_ended,
    SatDown: sat_down,
    GotUp: got_up,
    PlayerBarred: player_barred,
    PlayerReinstated: player_reinstated,
    PlayerTakenOff: player_taken_off,
}
