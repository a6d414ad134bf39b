"""Orders of security, surveillance and the Division, and those of the house that are for them."""

from pokerroom.live.entrance.identity import Role
from pokerroom.live.entrance.permissions import CAGE, COUNTING, FILING, PIT, SEE_HANDS, SUPERVISORS
from pokerroom.live.staff.orders.declaration import Counter, Declaration, Second
from pokerroom.room.division.commands import Acknowledge, SendNotice, WithDivision
from pokerroom.room.looks.commands import NoteRecording, OnLooks
from pokerroom.room.openings import OnOpenings, OpenDecks
from pokerroom.room.security.commands import HandOver, OnSecurity, ReportIncident, TakeOver
from pokerroom.words import saying

GUARDS = frozenset({Role.SECURITY})
WATCHING = frozenset({Role.SURVEILLANCE})
INSPECTORS = frozenset({Role.DIVISION})

AT_SECURITY = Counter("security", lambda command, _given: OnSecurity(command))
AT_SURVEILLANCE = Counter("surveillance", lambda command, _given: OnLooks(command))
AT_DECKS = Counter("decks", lambda command, _given: OnOpenings(command))
AT_DIVISION = Counter("division", lambda command, _given: WithDivision(command))

GIVEN_OR_RECEIVED = Second(saying("orders.second gives or receives"), who=PIT | CAGE | COUNTING)

ORDERS = (
    Declaration(AT_SECURITY, TakeOver, GUARDS, second=GIVEN_OR_RECEIVED),
    Declaration(AT_SECURITY, HandOver, GUARDS, second=GIVEN_OR_RECEIVED),
    Declaration(AT_SECURITY, ReportIncident, GUARDS | WATCHING),
    Declaration(AT_SURVEILLANCE, NoteRecording, WATCHING),
    Declaration(AT_DECKS, OpenDecks, SEE_HANDS),
    Declaration(AT_DIVISION, SendNotice, INSPECTORS | FILING),
    Declaration(AT_DIVISION, Acknowledge, INSPECTORS | SUPERVISORS),
)
