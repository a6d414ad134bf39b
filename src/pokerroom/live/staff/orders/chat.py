"""Orders about talk at the tables."""

from pokerroom.live.entrance.permissions import FLOOR
from pokerroom.live.house_orders import Silence
from pokerroom.live.refusals import Refusal
from pokerroom.live.staff.orders.declaration import Counter, Declaration, Submission
from pokerroom.room.room import Done


async def silence(submission: Submission) -> Done | Refusal:
    """The house keeps it with the record: it is not a command of the room."""
    order = submission.now
    return await submission.house.talk.silence(
        submission.live, order.player, order.until, id=submission.id, asked=submission.asked
    )


ORDERS = (Declaration(Counter("chat"), Silence, FLOOR, carry_out=silence),)
