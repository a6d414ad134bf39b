"""Orders that take money out of a player's bank: one person alone gives none of them.

The player agrees, or a second member of staff signs. Before anybody is asked, the order is tried: nobody is asked to
agree to what could not be done.
"""

from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.room import LiveRoom
from pokerroom.live.staff.orders.declaration import Second, Submission
from pokerroom.room.books.commands import Withdraw
from pokerroom.room.orders.tables import asked_of_table
from pokerroom.room.tables.commands import AtTable
from pokerroom.words import saying


async def money_refusal(submission: Submission) -> Refusal | None:
    """Why the order could not be carried out as things are now."""
    command = submission.now
    if isinstance(command, Withdraw):
        return await bank_refusal(submission.live, command)
    return table_refusal(submission, command)


async def bank_refusal(live: LiveRoom, command: Withdraw) -> Refusal | None:
    await live.book()
    held = live.balance(command.player)
    if 0 < command.amount <= held:
        return None
    return Refusal(Code.BANK_TOO_SMALL, facts={"held": held, "amount": command.amount})


def table_refusal(submission: Submission, command: AtTable) -> Refusal | None:
    if command.table not in submission.house.actors:
        return Refusal(Code.NO_TABLE_IN_ROOM, facts={"table": repr(command.table)})
    answer = asked_of_table(submission.live.room, command.table, command.command)
    return answer if isinstance(answer, Refusal) else None


OF_THEIR_MONEY = Second(saying("orders.second or player"), unfit=money_refusal, or_player=True)
