"""Orders of the cage: money of players' banks, and chips for the tables."""

from pokerroom.ledger import perform
from pokerroom.ledger.commands import CloseDrawer, OpenDrawer as OpenInBooks
from pokerroom.live.entrance.permissions import CAGE, FILING, FLOOR
from pokerroom.live.house_orders import OpenDrawer
from pokerroom.live.refusals import Refusal
from pokerroom.live.staff import bookkeeping
from pokerroom.live.staff.orders.declaration import Counter, Declaration, Second, Submission, submit
from pokerroom.live.staff.orders.money import OF_THEIR_MONEY
from pokerroom.room.books import LEDGER
from pokerroom.room.books.commands import Deposit, Fill, InBooks, Withdraw
from pokerroom.room.room import Done


async def fill(submission: Submission) -> Done | Refusal:
    why = bookkeeping.table_refusal(submission.live.room, submission.now.table)
    return await submit(submission) if why is None else why


async def open_drawer(submission: Submission) -> Done | Refusal:
    room = submission.live.room
    return await submission.live.submit(
        lambda moment: bookkeeping.drawer_opened(room, submission.command(moment)),
        id=submission.id,
        asked=submission.asked,
    )


async def drawer_unfit(submission: Submission) -> Refusal | None:
    """Why the drawer could not be closed as things are now: nobody is asked to sign such a count."""
    would = submission.live.room.state(LEDGER)
    answer = perform(would, submission.now.command)
    return answer if isinstance(answer, Refusal) else None


AT_CAGE = Counter("cage")

ORDERS = (
    Declaration(AT_CAGE, Deposit, CAGE),
    Declaration(AT_CAGE, Withdraw, CAGE, second=OF_THEIR_MONEY._replace(who=FLOOR)),
    Declaration(AT_CAGE, Fill, CAGE, carry_out=fill),
    Declaration(AT_CAGE, OpenDrawer, CAGE, becomes=OpenInBooks, carry_out=open_drawer),
    Declaration(
        AT_CAGE,
        CloseDrawer,
        CAGE,
        made=lambda command, _given: InBooks(command),
        second=Second(unfit=drawer_unfit, who=FILING),
    ),
)
