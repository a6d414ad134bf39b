"""Orders about talk at the tables, and about what people typed."""

from pokerroom.live.entrance.permissions import FILING, FLOOR
from pokerroom.live.refusals import Refusal
from pokerroom.live.staff.orders.declaration import Counter, Declaration, Second, Submission, submit
from pokerroom.room.room import Done
from pokerroom.room.talk import commands


async def silence(submission: Submission) -> Done | Refusal:
    """In the whole house, whichever of its rooms' staff say so; behind the scenes, there alone."""
    answer = await submit(submission)
    submission.house.talk.recall(submission.live)
    return answer


async def erase_name(submission: Submission) -> Done | Refusal:
    answer = await submit(submission)
    if isinstance(answer, Done):
        submission.live.forget(submission.order.fields["player"])
    return answer


CHAT = Counter("chat", lambda command, _given: commands.OnTalk(command))

ORDERS = (
    Declaration(CHAT, commands.Silence, FLOOR, carry_out=silence),
    Declaration(CHAT, commands.EraseRemark, FILING, second=Second()),
    Declaration(CHAT, commands.EraseName, FILING, second=Second(), carry_out=erase_name),
)
