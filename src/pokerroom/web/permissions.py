"""Who may do what: one table for messages and routes, asked in one place.

What is not listed nobody may. A seat is checked where it matters, by the table: a player's move names no seat but his.
"""

from collections.abc import Mapping
from typing import Any

from pokerroom.web.accounts import MAY_GRANT as GRANTERS, MAY_RELEASE as RELEASERS
from pokerroom.web.identity import Identity, Role
from pokerroom.wire import messages

EVERYBODY = frozenset(Role)
PLAYERS = frozenset({Role.VISITOR, Role.PLAYER})
"""Those who may take a seat: guests at play-chip tables only, which the room sees to."""
ACCOUNTS = EVERYBODY - {Role.VISITOR}
FLOOR = frozenset({Role.FLOORPERSON, Role.SHIFT_SUPERVISOR})
SUPERVISORS = frozenset({Role.SHIFT_SUPERVISOR})
WATCHERS = frozenset({Role.SURVEILLANCE, Role.SECURITY, Role.DIVISION})

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
    "account": GRANTERS | RELEASERS,
    "release": RELEASERS,
    "propose role": GRANTERS,
    "approve role": GRANTERS,
    "revoke role": GRANTERS,
    "end sessions": GRANTERS | {Role.SECURITY},
}
"""The routes of the HTTP API by their names."""

BEFORE_ENTERING = frozenset({"lobby", "wall", "games", "rule", "sign", "me", "guest", "register", "login", "logout"})
"""Routes open to whoever has no session yet."""


def may_ask(identity: Identity | None, route: str) -> bool:
    if identity is None:
        return route in BEFORE_ENTERING
    return identity.role in ROUTES.get(route, frozenset())


def may_send(identity: Identity, message: type[Any]) -> bool:
    return identity.role in MESSAGES.get(message, frozenset())
