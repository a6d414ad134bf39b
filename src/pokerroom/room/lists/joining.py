"""Lists and who is on them: interest, waiting, table changes, tables of the room, and those who may not play."""

from pokerroom.room.lists.commands import (
    AddTable,
    Bar,
    CancelChange,
    CloseList,
    Join,
    LeaveList,
    OpenInterest,
    OpenList,
    Reinstate,
    RelistTable,
    Remove,
    RemoveTable,
    RequestChange,
    SetMustMove,
    SetRules,
    Wanted,
)
from pokerroom.room.lists.events import (
    ChangeCanceled,
    ChangeRequested,
    Event,
    InterestOpened,
    ListClosed,
    ListOpened,
    MustMoveSet,
    PlayerBarred,
    PlayerJoined,
    PlayerLeftList,
    PlayerReinstated,
    PlayerTakenOff,
    RulesSet,
    TableAdded,
    TableRelisted,
    TableRemoved,
)
from pokerroom.room.lists.state import Lists
from pokerroom.room.refusals import Code, Refusal
from pokerroom.rules.wording import is_said
from pokerroom.table.conduct import AWAY
from pokerroom.words import saying

Answer = tuple[Event, ...] | Refusal


def set_rules(lists: Lists, command: SetRules) -> Answer:  # noqa: ARG001  new rules hold from here on
    return (RulesSet(rules=command.rules, at=command.at, by=command.by),)


def title_refusal(wanted: Wanted) -> Refusal | None:
    """A list is known by what people wait for."""
    for name, said in (("game", wanted.game), ("limits", wanted.limits)):
        if not is_said(said):
            return Refusal(Code.NO_TITLE, None, {"what": saying(f"detail-room.which-{name}")})
    return None


def open_interest(lists: Lists, command: OpenInterest) -> Answer:
    refusal = title_refusal(command.wanted)
    if refusal is not None:
        return refusal
    if command.wanted in lists.lists:
        return Refusal(Code.LIST_OPEN, None, {"wanted": str(command.wanted)})
    return (InterestOpened(wanted=command.wanted, at=command.at, by=command.by),)


def open_list(lists: Lists, command: OpenList) -> Answer:
    refusal = title_refusal(command.wanted)
    if refusal is not None:
        return refusal
    if is_open(lists, command.wanted):
        return Refusal(Code.LIST_OPEN, None, {"wanted": str(command.wanted)})
    return (opened(lists, command),)


def is_open(lists: Lists, wanted: Wanted) -> bool:
    return wanted in lists.lists and lists.lists[wanted].is_open


def opened(lists: Lists, command: OpenList | AddTable | RelistTable) -> ListOpened:
    found = lists.lists.get(command.wanted)
    interested = () if found is None else found.players
    return ListOpened(wanted=command.wanted, interested=interested, at=command.at, by=command.by)


def close_list(lists: Lists, command: CloseList) -> Answer:
    wanted = command.wanted
    if wanted not in lists.lists:
        return Refusal(Code.NO_SUCH_LIST, None, {"wanted": str(wanted)})
    table = next((each.name for each in lists.tables.values() if each.wanted == wanted), None)
    if table is not None:
        return Refusal(Code.LIST_IN_USE, None, {"wanted": str(wanted), "table": table})
    return (ListClosed(wanted=wanted, waiting=lists.lists[wanted].players, at=command.at, by=command.by),)


def add_table(lists: Lists, command: AddTable) -> Answer:
    refusal = title_refusal(command.wanted)
    if refusal is not None:
        return refusal
    if command.table in lists.tables:
        return Refusal(Code.TABLE_KNOWN, None, {"table": command.table})
    if command.seats < 2:
        return Refusal(Code.NO_SEATS, None, {"table": command.table, "seats": command.seats})
    refusal = None if command.feeds is None else feeding_refusal(lists, command.table, command.wanted, command.feeds)
    if refusal is not None:
        return refusal
    added = TableAdded(
        table=command.table,
        wanted=command.wanted,
        seats=command.seats,
        feeds=command.feeds,
        at=command.at,
        by=command.by,
    )
    return (added,) if is_open(lists, command.wanted) else (opened(lists, command), added)


def set_must_move(lists: Lists, command: SetMustMove) -> Answer:
    table, main = lists.tables.get(command.table), command.feeds
    if table is None:
        return Refusal(Code.NO_SUCH_TABLE, None, {"table": command.table})
    if table.feeds == main:
        return Refusal(Code.FEEDS_ALREADY, None, {"table": table.name, "main": main or saying("detail-room.no-table")})
    refusal = None if main is None else feeding_refusal(lists, table.name, table.wanted, main)
    if refusal is not None:
        return refusal
    return (MustMoveSet(table=table.name, feeds=main, at=command.at, by=command.by),)


def feeds_back(lists: Lists, table: str, main: str) -> bool:
    """Whether players who moved to the main game would move on, and end where they came from."""
    at: str | None = main
    while at is not None and at != table:
        at = lists.tables[at].feeds
    return at == table


def feeding_refusal(lists: Lists, name: str, wanted: Wanted, main: str) -> Refusal | None:
    table = lists.tables.get(main)
    if table is not None and table.wanted == wanted and not feeds_back(lists, name, main):
        return None
    if table is None:
        what = saying("detail-room.no-such-table")
    elif table.wanted != wanted:
        what = saying("detail-room.offers-another", other=str(table.wanted), wanted=str(wanted))
    else:
        what = saying("detail-room.feeds-back")
    return Refusal(Code.CANNOT_FEED, None, {"table": name, "main": main, "what": what})


def remove_table(lists: Lists, command: RemoveTable) -> Answer:
    if command.table not in lists.tables:
        return Refusal(Code.NO_SUCH_TABLE, None, {"table": command.table})
    return (TableRemoved(table=command.table, at=command.at, by=command.by),)


def relist_table(lists: Lists, command: RelistTable) -> Answer:
    """In one step: a table that was taken off and put on again would be open to others in between."""
    refusal = title_refusal(command.wanted)
    if refusal is not None:
        return refusal
    if command.table not in lists.tables:
        return Refusal(Code.NO_SUCH_TABLE, None, {"table": command.table})
    relisted = TableRelisted(
        table=command.table, wanted=command.wanted, seats=command.seats, at=command.at, by=command.by
    )
    return (relisted,) if is_open(lists, command.wanted) else (opened(lists, command), relisted)


def join(lists: Lists, command: Join) -> Answer:
    player, wanted = command.player, command.wanted
    facts = {"player": player, "wanted": str(wanted)}
    if not is_said(command.name):
        return Refusal(Code.NO_NAME, None, facts)
    refusal = barred_refusal(lists, player)
    if refusal is not None:
        return refusal
    if wanted not in lists.lists:
        return Refusal(Code.NO_SUCH_LIST, None, facts)
    seated = lists.seat_of(player)
    if seated is not None and lists.tables[seated.place.table].wanted == wanted:
        return Refusal(Code.ALREADY_SEATED, None, facts | {"table": seated.place.table})
    if lists.waits(player, wanted):
        return Refusal(Code.ALREADY_WAITING, None, facts)
    most, on = lists.rules.lists_most, sum(lists.waits(player, each) for each in lists.lists)
    if most is not None and on >= most:
        return Refusal(Code.TOO_MANY_LISTS, None, {"player": player, "lists": on})
    return (
        PlayerJoined(
            player=player, name=command.name, phone=command.phone, wanted=wanted, at=command.at, by=command.by
        ),
    )


def barred_refusal(lists: Lists, player: str) -> Refusal | None:
    barring = lists.barred.get(player)
    if barring is None:
        return None
    return Refusal(Code.BARRED, barring.rule, {"player": player, "reason": barring.reason})


def leave_list(lists: Lists, command: LeaveList) -> Answer:
    player, wanted = command.player, command.wanted
    if not lists.waits(player, wanted):
        return Refusal(Code.NOT_WAITING, None, {"player": player, "wanted": str(wanted)})
    return (PlayerLeftList(player=player, wanted=wanted, at=command.at, by=command.by),)


def request_change(lists: Lists, command: RequestChange) -> Answer:
    player = command.player
    refusal = barred_refusal(lists, player) or target_refusal(lists, command)
    if refusal is not None:
        return refusal
    if lists.change_of(player) is not None:
        return Refusal(Code.CHANGE_REQUESTED, None, {"player": player})
    return (ChangeRequested(player=player, to=command.to, at=command.at, by=command.by),)


def target_refusal(lists: Lists, command: RequestChange) -> Refusal | None:
    """Why a player cannot ask to go from their table to this one."""
    seated, to = lists.seat_of(command.player), command.to
    if to is not None and to not in lists.tables:
        return Refusal(Code.NO_SUCH_TABLE, None, {"table": to})
    if seated is None:
        return Refusal(
            Code.NOT_SEATED, None, {"player": command.player, "table": to or saying("detail-room.any-table")}
        )
    here = lists.tables[seated.place.table]
    if to == here.name:
        return Refusal(Code.ALREADY_SEATED, None, {"player": command.player, "table": to})
    there = here if to is None else lists.tables[to]
    if there.wanted != here.wanted:
        facts = {"table": there.name, "other": str(there.wanted), "wanted": str(here.wanted)}
        return Refusal(Code.OTHER_GAME, None, facts)
    for table in (here, there):
        if table.feeds is not None:
            return Refusal(Code.MUST_MOVE_TABLE, None, {"table": table.name, "main": table.feeds})
    return None


def cancel_change(lists: Lists, command: CancelChange) -> Answer:
    if lists.change_of(command.player) is None:
        return Refusal(Code.NO_CHANGE_REQUESTED, None, {"player": command.player})
    return (ChangeCanceled(player=command.player, at=command.at, by=command.by),)


def bar(lists: Lists, command: Bar) -> Answer:  # noqa: ARG001  one may be barred again, for another reason
    if not is_said(command.reason):
        return Refusal(Code.NO_REASON, command.rule, {})
    return (
        PlayerBarred(rule=command.rule, player=command.player, reason=command.reason, at=command.at, by=command.by),
    )


def reinstate(lists: Lists, command: Reinstate) -> Answer:
    if command.player not in lists.barred:
        return Refusal(Code.NOT_BARRED, None, {"player": command.player})
    return (PlayerReinstated(player=command.player, at=command.at, by=command.by),)


def remove(lists: Lists, command: Remove) -> Answer:
    """Does nothing if the lists do not know the player."""
    if not lists.knows(command.player):
        return ()
    return (PlayerTakenOff(rule=AWAY, player=command.player, at=command.at, by=command.by),)
