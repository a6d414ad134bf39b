"""Who may do what: one table for messages, one for routes, and the groups of roles that orders of staff name, too.

What is not listed nobody may. Who may give an order stands with its declaration (`live/staff/orders`), and for all
orders in docs/orders.md. A seat is checked where it matters, by the table: nobody moves for a seat that is not theirs.
"""

from collections.abc import Mapping
from typing import Any

from pokerroom.live.entrance.accounts import MAY_GRANT as GRANTERS, MAY_RELEASE as RELEASERS
from pokerroom.live.entrance.identity import Identity, Role
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
SEE_ROUNDS = FLOOR | {Role.SURVEILLANCE, Role.DIVISION}
"""Who may open any round that is over, as a spectator saw it."""
SEE_HANDS = frozenset({Role.SURVEILLANCE, Role.DIVISION})
"""Who may, for a recorded reason, see cards of such a round that nobody has shown: nobody who works at the tables."""
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
    messages.AnswerConsent: PLAYERS,
    messages.Chat: PLAYERS,
    messages.MakeTable: PLAYERS,
    messages.OpenInvitation: PLAYERS,
    messages.HostTable: PLAYERS,
}

ROUTES: Mapping[str, frozenset[Role]] = {
    "lobby": EVERYBODY,
    "wall": EVERYBODY,
    "games": EVERYBODY,
    "lesson": EVERYBODY,
    "friends": EVERYBODY,
    "friends qr": EVERYBODY,
    "rule": EVERYBODY,
    "sign": EVERYBODY,
    "me": EVERYBODY,
    "guest": EVERYBODY,
    "register": EVERYBODY,
    "login": EVERYBODY,
    "logout": EVERYBODY,
    "recover": EVERYBODY,
    "mine": ACCOUNTS,
    "password": ACCOUNTS,
    "recovery codes": ACCOUNTS,
    "log out everywhere": ACCOUNTS,
    "claim office": ACCOUNTS,
    "rounds": EVERYBODY,
    "round": EVERYBODY,
    "round phh": EVERYBODY,
    "round evidence": EVERYBODY,
    "share round": EVERYBODY,
    "shares": EVERYBODY,
    "take back share": EVERYBODY,
    "account": GRANTERS | RELEASERS | FLOOR | CAGE,
    "release": RELEASERS,
    "propose role": GRANTERS,
    "approve role": GRANTERS,
    "revoke role": GRANTERS,
    "end sessions": GRANTERS | {Role.SECURITY},
    "orders": STAFF,
    "order": STAFF,
    "foretell": STAFF,
    "proposals": STAFF,
    "countersign": STAFF,
    "drop proposal": STAFF,
    "books": FILING | CAGE | {Role.DIVISION},
    "journal": FILING | CAGE | {Role.DIVISION},
    "filings": FILING | FLOOR | {Role.DIVISION},
    "floor": PIT | WATCHERS,
    "talk": FLOOR | WATCHERS,
    "find players": FLOOR | FILING | CAGE | WATCHERS,
    "cage": FILING | CAGE | {Role.DIVISION},
    "days": FILING | {Role.DIVISION},
    "day": FILING | {Role.DIVISION},
    "transfers": FILING | {Role.DIVISION},
    "form": FILING | CAGE | {Role.DIVISION},
    "export": FILING | {Role.DIVISION},
    "staff rounds": SEE_ROUNDS,
    "staff round": SEE_ROUNDS,
    "open round": SEE_HANDS,
    "round bundle": SEE_HANDS,
    "looks": SEE_HANDS,
    "activity": SEE_HANDS,
    "incidents": FLOOR | FILING | WATCHERS,
    "watch": WATCHERS,
    "security": WATCHERS | SUPERVISORS,
    "matrix": STAFF,
    "rule in use": SEE_ROUNDS | FILING,
    "oversight": FILING | {Role.DIVISION},
    "authenticate software": FILING | {Role.DIVISION},
    "start audit": FILING | {Role.DIVISION},
    "audit report": FILING | {Role.DIVISION},
}
"""The routes of the HTTP API by their names."""

BEFORE_ENTERING = frozenset(
    {
        "lobby",
        "wall",
        "games",
        "friends",
        "friends qr",
        "lesson",
        "rule",
        "sign",
        "me",
        "guest",
        "register",
        "login",
        "logout",
        "recover",
    }
)
"""Routes open to whoever has no session yet."""


def may_ask(identity: Identity | None, route: str) -> bool:
    if identity is None:
        return route in BEFORE_ENTERING
    return identity.role in ROUTES.get(route, frozenset())
