"""Orders about who is on duty: everybody for themselves, in the position they act in."""

from pokerroom.live.entrance.identity import Role
from pokerroom.live.entrance.permissions import STAFF, SUPERVISORS
from pokerroom.live.staff.orders.declaration import Counter, Declaration
from pokerroom.room.duty import commands as of_duty

DUTY = Counter("duty", lambda command, _given: of_duty.OfDuty(command))
ON_DUTY = STAFF - {Role.DIVISION}
"""The Division is no staff of the room: it comes when it likes."""

ORDERS = (
    Declaration(DUTY, of_duty.GoOnDuty, ON_DUTY),
    Declaration(DUTY, of_duty.GoOffDuty, ON_DUTY),
    Declaration(DUTY, of_duty.TakeOffDuty, SUPERVISORS),
)
