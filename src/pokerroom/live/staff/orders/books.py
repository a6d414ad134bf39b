"""Orders about the books: gaming days, counts of tables, and corrections."""

from datetime import datetime, timedelta

from msgspec.structs import replace

from pokerroom.ledger import commands as in_books
from pokerroom.ledger.counting import SLIP_RULE
from pokerroom.live.entrance.permissions import COUNTING, FILING
from pokerroom.live.house_orders import BeginDay, Correct, CountTable
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.staff import bookkeeping
from pokerroom.live.staff.orders.declaration import Counter, Declaration, Second, Submission
from pokerroom.live.staff.orders.naming import player_refusal
from pokerroom.room.books.commands import InBooks
from pokerroom.room.room import Done

A_DAY = timedelta(days=1)
"""By which a gaming day may differ from the clock: the room may stand in another zone than its machine."""


async def begin_day(submission: Submission) -> Done | Refusal:
    live, asked = submission.live, submission.now
    today = submission.house.settings.gaming_date(live.moment())
    if abs(asked.date - today) > A_DAY:
        return Refusal(Code.OTHER_DAY, facts={"today": str(today)})
    return await live.begin_day(asked.date, asked.by, id=submission.id, asked=submission.asked)


async def close_day(submission: Submission) -> Done | Refusal:
    return await submission.live.close_day(submission.now, id=submission.id, asked=submission.asked)


async def count_table(submission: Submission) -> Done | Refusal:
    room = submission.live.room
    return await submission.live.submit(
        lambda moment: bookkeeping.counted(room, submission.command(moment)), id=submission.id, asked=submission.asked
    )


async def count_refusal(submission: Submission) -> Refusal | None:
    room, asked = submission.live.room, submission.now
    return bookkeeping.table_refusal(room, asked.table) or bookkeeping.tray_refusal(room, asked)


async def correct(submission: Submission) -> Done | Refusal:
    room, asked = submission.live.room, submission.now
    correction = await correction_of(submission, asked)
    if isinstance(correction, Refusal):
        return correction

    def corrected(moment: datetime) -> InBooks:
        return bookkeeping.corrected(room, replace(asked, at=moment), correction)

    return await submission.live.submit(corrected, id=submission.id, asked=submission.asked)


async def correction_refusal(submission: Submission) -> Refusal | None:
    correction = await correction_of(submission, submission.now)
    return correction if isinstance(correction, Refusal) else None


async def correction_of(submission: Submission, asked: Correct) -> bookkeeping.Correction | Refusal:
    live = submission.live
    correction = await live.world.threads.run(bookkeeping.understood, live.room, live.store.projected, asked)
    if isinstance(correction, Refusal):
        return correction
    whys = (player_refusal(submission.desk, live, player) for player in sorted(correction.players))
    return next((why for why in whys if why is not None), correction)


BOOKS = Counter("books")

ORDERS = (
    Declaration(BOOKS, BeginDay, FILING, becomes=in_books.OpenDay, carry_out=begin_day),
    Declaration(BOOKS, in_books.CloseDay, FILING, carry_out=close_day),
    Declaration(
        BOOKS,
        CountTable,
        COUNTING,
        becomes=in_books.CountTable,
        second=Second(unfit=count_refusal, rule=SLIP_RULE),
        carry_out=count_table,
    ),
    Declaration(
        BOOKS,
        Correct,
        FILING,
        becomes=in_books.Correct,
        second=Second(unfit=correction_refusal),
        carry_out=correct,
    ),
)
