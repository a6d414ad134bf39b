"""The projections of the room, entered once: each hears of an event after those before it."""

from pokerroom.room.projections.days import DAYS
from pokerroom.room.projections.folding import Projections
from pokerroom.room.projections.incidents import INCIDENTS
from pokerroom.room.projections.journal import JOURNAL
from pokerroom.room.projections.people import PEOPLE
from pokerroom.room.projections.rounds import ROUNDS
from pokerroom.room.projections.rulings import RULINGS
from pokerroom.room.projections.tables import OF_TABLES

PROJECTIONS = Projections((DAYS, JOURNAL, INCIDENTS, RULINGS, ROUNDS, OF_TABLES, PEOPLE))
"""The day under way is noted before what is entered in it; an incident before the round it belongs to is over."""
