"""Who may do what: one table for messages, one for routes, and the groups of positions that orders of staff name, too.

What is not listed nobody may. Who may give an order stands with its declaration (`live/staff/orders`), and for all
orders in docs/orders.md. A seat is checked where it matters, by the table: nobody moves for a seat that is not theirs.
What counts is the position that somebody acts in. A position with a scope counts in one room: whoever tries one in the
room set apart for that may ask about that room, and otherwise what any visitor may.
"""

from collections.abc import Mapping
from typing import Any, get_args

from pokerroom.live.entrance.accounts import MAY_GRANT as GRANTERS, MAY_RELEASE as RELEASERS
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.wire import banked, dice, keno, messages

EVERYBODY = frozenset(Role)
PLAYERS = frozenset({Role.VISITOR, Role.PLAYER})
"""Those who may take a seat: guests at play-chip tables only, which the room sees to."""
ACCOUNTS = EVERYBODY - {Role.VISITOR}
FLOOR = frozenset({Role.FLOORPERSON, Role.POKER_SUPERVISOR, Role.SHIFT_SUPERVISOR})
"""Whoever supervises poker dealers, R-50."""
SUPERVISORS = frozenset({Role.SHIFT_SUPERVISOR})
PIT = FLOOR | {Role.DEALER}
FILING = SUPERVISORS | {Role.ACCOUNTING}
COUNTING = FLOOR | {Role.ACCOUNTING}
CASINO_SUPERVISORS = FLOOR | {Role.CASINO_SUPERVISOR}
"""AMB-167."""
CAGE = frozenset({Role.CAGE, Role.SATELLITE_CAGE})
AUDITORS = frozenset({Role.DIVISION, Role.INTERNAL_AUDIT})
WATCHERS = frozenset({Role.SURVEILLANCE, Role.SECURITY, Role.DIVISION})
SEE_FLOOR = FLOOR | WATCHERS
"""Who is shown the board of the floor: those who walk it, and those who watch over it, who order nothing there."""
SEE_ROUNDS = FLOOR | {Role.SURVEILLANCE, Role.DIVISION}
"""Who may open any round that is over, as a spectator saw it."""
SEE_HANDS = frozenset({Role.SURVEILLANCE, Role.DIVISION})
"""Who may, for a recorded reason, see cards of such a round that nobody has shown: nobody who works at the tables."""
STAFF = EVERYBODY - PLAYERS
PAYING = (
    PIT | CAGE | WATCHERS | AUDITORS | {Role.ACCOUNTING, Role.COUNT_ROOM, Role.SECOND_DEPARTMENT, Role.KEY_EMPLOYEE}
)
"""Those who count, carry, record, verify or pay a bad beat payout, 14.19, watch over it, or represent a member of a
system, 14.20(f)."""
KENO_RUNNERS = frozenset({Role.KENO_RUNNER})
KENO_SUPERVISORS = frozenset({Role.KENO_SUPERVISOR})
KENO_COUNTER = KENO_RUNNERS | {Role.KENO_WRITER}
KENO_GAMES = KENO_SUPERVISORS | {Role.KENO_WRITER}
KENO_STAFF = KENO_COUNTER | KENO_SUPERVISORS

MESSAGES: Mapping[type[Any], frozenset[Role]] = {
    messages.Hello: EVERYBODY,
    messages.Ping: EVERYBODY,
    messages.Watch: EVERYBODY,
    messages.Unwatch: EVERYBODY,
    messages.WatchFloor: SEE_FLOOR,
    messages.UnwatchFloor: SEE_FLOOR,
    messages.Preferences: EVERYBODY,
    banked.WatchGame: EVERYBODY,
    banked.UnwatchGame: EVERYBODY,
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
    **dict.fromkeys(get_args(dice.DiceClientMessage), PLAYERS),
    keno.BuyKeno: PLAYERS,
    keno.VoidKeno: PLAYERS,
    keno.RedeemKeno: PLAYERS,
    keno.ReadyForDraw: PLAYERS,
    keno.CheckKeno: KENO_STAFF,
}

ROUTES: Mapping[str, frozenset[Role]] = {
    "lobby": EVERYBODY,
    "wall": EVERYBODY,
    "displayed payouts": EVERYBODY,
    "games": EVERYBODY,
    "lesson": EVERYBODY,
    "friends": EVERYBODY,
    "friends qr": EVERYBODY,
    "rule": EVERYBODY,
    "sign": EVERYBODY,
    "me": EVERYBODY,
    "guest": EVERYBODY,
    "register": EVERYBODY,
    "behind the scenes": EVERYBODY,
    "login": EVERYBODY,
    "use passkey": EVERYBODY,
    "log in by passkey": EVERYBODY,
    "logout": EVERYBODY,
    "recover": EVERYBODY,
    "mine": ACCOUNTS,
    "act as": STAFF,
    "add passkey": ACCOUNTS,
    "new passkey": ACCOUNTS,
    "remove passkey": ACCOUNTS,
    "lock": ACCOUNTS,
    "unlock": ACCOUNTS,
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
    "staff": GRANTERS | RELEASERS | AUDITORS | {Role.SURVEILLANCE},
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
    "books": FILING | CAGE | AUDITORS,
    "journal": FILING | CAGE | AUDITORS,
    "filings": FILING | FLOOR | AUDITORS,
    "floor": PIT | WATCHERS,
    "talk": FLOOR | WATCHERS,
    "payouts": PAYING,
    "payout paper": PAYING,
    "payout preview": PAYING,
    "design payout": FILING,
    "payout design": FILING | {Role.DIVISION},
    "link": PAYING,
    "signs": FILING | FLOOR | {Role.DIVISION},
    "rulings": FLOOR,
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
    "round decks": SEE_HANDS,
    "looks": SEE_HANDS,
    "activity": SEE_HANDS,
    "incidents": FLOOR | FILING | WATCHERS,
    "watch": WATCHERS,
    "security": WATCHERS | SUPERVISORS,
    "matrix": STAFF,
    "rule in use": SEE_ROUNDS | FILING | AUDITORS,
    "oversight": FILING | {Role.DIVISION},
    "authenticate software": FILING | {Role.DIVISION},
    "start audit": FILING | {Role.DIVISION},
    "stop audit": FILING | {Role.DIVISION},
    "audit report": FILING | {Role.DIVISION},
}
"""The routes of the HTTP API by their names."""

BEFORE_ENTERING = frozenset(
    {
        "lobby",
        "wall",
        "displayed payouts",
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
        "use passkey",
        "log in by passkey",
        "logout",
        "recover",
    }
)
"""Routes open to whoever has no session yet."""


WHILE_LOCKED = BEFORE_ENTERING | {"lock", "unlock"}
"""What a session is answered that was locked because nobody touched its console."""


def may_ask(identity: Identity | None, route: str, room: str | None = None) -> bool:
    """`room` is the one that the address names, if it does: a position that has a scope counts there alone."""
    if identity is None:
        return route in BEFORE_ENTERING
    known = identity if room is not None and identity.works_in(room) else identity.visitor
    return known.role in ROUTES.get(route, frozenset())
