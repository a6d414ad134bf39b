"""Who may do what: one table for messages, routes and the orders of staff, asked in one place.

What is not listed nobody may. A seat is checked where it matters, by the table: a player's move names no seat but his.
"""

from collections.abc import Mapping
from typing import Any

from pokerroom import play
from pokerroom.ledger.commands import CloseDay
from pokerroom.live.entrance.accounts import MAY_GRANT as GRANTERS, MAY_RELEASE as RELEASERS
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.house_orders import BeginDay, Correct, CountTable, Rule, Silence, Uphold
from pokerroom.room import filing
from pokerroom.room.books.commands import Deposit, Fill, Withdraw
from pokerroom.room.lists import commands as on_lists
from pokerroom.table import conduct
from pokerroom.table.seating import commands as at_table
from pokerroom.wire import messages

EVERYBODY = frozenset(Role)
PLAYERS = frozenset({Role.VISITOR, Role.PLAYER})
"""Those who may take a seat: guests at play-chip tables only, which the room sees to."""
ACCOUNTS = EVERYBODY - {Role.VISITOR}
FLOOR = frozenset({Role.FLOORPERSON, Role.SHIFT_SUPERVISOR})
SUPERVISORS = frozenset({Role.SHIFT_SUPERVISOR})
PIT = FLOOR | {Role.DEALER}
FILING = SUPERVISORS | {Role.ACCOUNTING}
COUNTING = FLOOR | {Role.ACCOUNTING}
CAGE = frozenset({Role.CAGE})
WATCHERS = frozenset({Role.SURVEILLANCE, Role.SECURITY, Role.DIVISION})
STAFF = EVERYBODY - PLAYERS

MESSAGES: Mapping[type[Any], frozenset[Role]] = {
    messages.Hello: EVERYBODY,
    messages.Ping: EVERYBODY,
    messages.Watch: EVERYBODY,
    messages.Unwatch: EVERYBODY,
    messages.Preferences: EVERYBODY,
    messages.Act: PLAYERS,
    messages.Sit: PLAYERS,
    messages.QuickSeat: PLAYERS,
    messages.TopUp: PLAYERS,
    messages.SitOut: PLAYERS,
    messages.SitIn: PLAYERS,
    messages.Leave: PLAYERS,
    messages.JoinList: PLAYERS,
    messages.LeaveList: PLAYERS,
    messages.AnswerOffer: PLAYERS,
    messages.RequestChange: PLAYERS,
    messages.CancelChange: PLAYERS,
    messages.ProposeMinimum: PLAYERS,
    messages.Agree: PLAYERS,
    messages.UseTimeBank: PLAYERS,
    messages.Chat: PLAYERS,
}

ROUTES: Mapping[str, frozenset[Role]] = {
    "lobby": EVERYBODY,
    "wall": EVERYBODY,
    "games": EVERYBODY,
    "rule": EVERYBODY,
    "sign": EVERYBODY,
    "me": EVERYBODY,
    "guest": EVERYBODY,
    "register": EVERYBODY,
    "login": EVERYBODY,
    "logout": EVERYBODY,
    "password": ACCOUNTS,
    "rounds": EVERYBODY,
    "round": EVERYBODY,
    "round phh": EVERYBODY,
    "round evidence": EVERYBODY,
    "account": GRANTERS | RELEASERS | FLOOR | CAGE,
    "release": RELEASERS,
    "propose role": GRANTERS,
    "approve role": GRANTERS,
    "revoke role": GRANTERS,
    "end sessions": GRANTERS | {Role.SECURITY},
    "orders": STAFF,
    "order": STAFF,
    "proposals": STAFF,
    "countersign": STAFF,
    "drop proposal": STAFF,
    "books": FILING | CAGE | {Role.DIVISION},
    "journal": FILING | CAGE | {Role.DIVISION},
    "filings": FILING | FLOOR | {Role.DIVISION},
    "floor": PIT | WATCHERS,
    "talk": FLOOR | WATCHERS,
}
"""The routes of the HTTP API by their names."""

BEFORE_ENTERING = frozenset({"lobby", "wall", "games", "rule", "sign", "me", "guest", "register", "login", "logout"})
"""Routes open to whoever has no session yet."""


ORDERS: Mapping[type[Any], frozenset[Role]] = {
    at_table.OpenTable: FLOOR,
    at_table.CloseTable: FLOOR,
    at_table.PostChange: FLOOR,
    at_table.ProposeMinimum: FLOOR,
    at_table.TakeSeat: FLOOR,
    at_table.TopUp: PIT,
    at_table.LeaveSeat: FLOOR,
    at_table.SitOut: PIT,
    at_table.SitIn: PIT,
    at_table.GoAway: SUPERVISORS,
    at_table.Return: SUPERVISORS,
    at_table.CollectTime: PIT,
    at_table.PayTime: PIT,
    at_table.VerifyTime: FLOOR,
    play.DeclareMisdeal: FLOOR,
    play.DeclareDead: FLOOR,
    play.RemoveFaceUpCard: PIT,
    play.RemoveFallenCard: PIT,
    play.RemoveHand: FLOOR,
    play.MarkProtected: PIT,
    play.LeaveTable: FLOOR,
    Uphold: SUPERVISORS,
    Rule: SUPERVISORS,
    on_lists.SetRules: SUPERVISORS,
    on_lists.OpenInterest: FLOOR,
    on_lists.OpenList: FLOOR,
    on_lists.CloseList: FLOOR,
    on_lists.Join: PIT,
    on_lists.LeaveList: PIT,
    on_lists.RequestChange: PIT,
    on_lists.CancelChange: PIT,
    on_lists.CallNext: PIT,
    on_lists.Accept: PIT,
    on_lists.Decline: PIT,
    on_lists.NoteNoShow: PIT,
    on_lists.LockSeat: FLOOR,
    on_lists.ReleaseSeat: FLOOR,
    on_lists.Bar: FLOOR,
    on_lists.Reinstate: FLOOR,
    Deposit: CAGE,
    Withdraw: CAGE,
    Fill: CAGE,
    BeginDay: FILING,
    CloseDay: FILING,
    CountTable: COUNTING,
    Correct: FILING,
    filing.Propose: FILING,
    filing.Approve: FILING,
    filing.Withdraw: FILING,
    conduct.Intervene: PIT,
    conduct.RequireToLeave: FLOOR,
    conduct.Reinstate: SUPERVISORS,
    conduct.NotifyDivision: FLOOR,
    Silence: FLOOR,
}
"""Orders by their kind; where two sign it, each must be one of these. The room asks once more for the authority."""


def may_order(identity: Identity, command: type[Any]) -> bool:
    return identity.role in ORDERS.get(command, frozenset())


def may_ask(identity: Identity | None, route: str) -> bool:
    if identity is None:
        return route in BEFORE_ENTERING
    return identity.role in ROUTES.get(route, frozenset())
