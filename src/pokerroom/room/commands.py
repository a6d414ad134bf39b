"""An order: something asked of the room under an id. Asked twice for the same, the room acts once.

What can be asked is declared beside each aggregate. Where an order only carries a command of its aggregate, that one
says who asks and when.
"""

from typing import Any

import msgspec

from pokerroom.ledger.accounts import is_name
from pokerroom.log.envelope import is_fit
from pokerroom.room.refusals import Code, Refusal
from pokerroom.rules.editions import NJAC_13_69F

ACROSS_DAYS = NJAC_13_69F.cite("14.14(b)1iii", reading="R-35")

Command = Any
"""One of the kinds that `registry.py` enters."""


class Order(msgspec.Struct, frozen=True, gc=False):
    id: str
    command: Command
    asked: bytes | None = None
    """A digest of what was asked, where the command was made from something else: `answers.py`."""


def asked_of(command: Command) -> Any:
    """The command that says who asks and when."""
    return getattr(command, "command", command)


def order_refusal(order: Order, *, is_known: bool = False) -> Refusal | None:
    """Why an order could not be recorded at all: by its id, the time it is said to be given, or whom it names.

    `is_known` is whether it is for a table that has a record already, whose name is one.
    """
    if not is_fit(order.id):
        return Refusal(Code.NOT_AN_ID, ACROSS_DAYS, {"id": repr(order.id)})
    moment = asked_of(order.command).at
    if moment is not None and moment.utcoffset() is None:
        return Refusal(Code.NO_TIME_ZONE, ACROSS_DAYS, {"at": str(moment)})
    for name in named_in(order.command, but="table" if is_known else ""):
        if not is_name(name):
            return Refusal(Code.NOT_A_NAME, ACROSS_DAYS, {"name": repr(name)})
    return None


def named_in(command: Command, *, but: str = "") -> list[str]:
    """The table and the player that an order names, which the books will have accounts of."""
    fields = [field for field in ("table", "player") if field != but]
    names = [getattr(part, field, None) for part in (command, asked_of(command)) for field in fields]
    return [name for name in names if isinstance(name, str)]
