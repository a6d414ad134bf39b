"""Orders about what players may not do: warnings, and players required to leave."""

from pokerroom.live.each_table import see_off
from pokerroom.live.entrance.permissions import FLOOR, PIT, SUPERVISORS
from pokerroom.live.refusals import Refusal
from pokerroom.live.staff.orders.declaration import Counter, Declaration, Submission
from pokerroom.room.conduct.commands import OnConduct
from pokerroom.room.room import Done
from pokerroom.table import conduct


async def send_away(submission: Submission) -> Done | Refusal:
    """From every table and list at once; where the room is divided, from the tables one by one."""
    live = submission.live
    answer = await live.send_away(submission.command, id=submission.id, asked=submission.asked)
    if not live.is_divided or not isinstance(answer, Done):
        return answer
    led = await see_off(live, submission.house.actors)
    return answer._replace(events=(*answer.events, *led))


CONDUCT = Counter("conduct", lambda command, _given: OnConduct(command))

ORDERS = (
    Declaration(CONDUCT, conduct.Intervene, PIT),
    Declaration(CONDUCT, conduct.RequireToLeave, FLOOR, carry_out=send_away),
    Declaration(CONDUCT, conduct.Reinstate, SUPERVISORS),
    Declaration(CONDUCT, conduct.NotifyDivision, FLOOR),
)
