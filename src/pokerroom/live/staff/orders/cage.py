"""Orders of the cage: money of players' banks, and chips for the tables."""

from pokerroom.live.entrance.permissions import CAGE, FLOOR
from pokerroom.live.refusals import Refusal
from pokerroom.live.staff import bookkeeping
from pokerroom.live.staff.orders.declaration import Counter, Declaration, Submission, submit
from pokerroom.live.staff.orders.money import OF_THEIR_MONEY
from pokerroom.room.books.commands import Deposit, Fill, Withdraw
from pokerroom.room.room import Done


async def fill(submission: Submission) -> Done | Refusal:
    why = bookkeeping.table_refusal(submission.live.room, submission.now.table)
    return await submit(submission) if why is None else why


AT_CAGE = Counter("cage")

ORDERS = (
    Declaration(AT_CAGE, Deposit, CAGE),
    Declaration(AT_CAGE, Withdraw, CAGE, second=OF_THEIR_MONEY._replace(who=FLOOR)),
    Declaration(AT_CAGE, Fill, CAGE, carry_out=fill),
)
