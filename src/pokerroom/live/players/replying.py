"""What the handlers of a client's messages share: the table it is about, the id of the order, and the answer."""

from typing import Any

from pokerroom.live.connections import Connection
from pokerroom.live.house import House
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.tables.actor import TableActor
from pokerroom.room.room import Done
from pokerroom.wire import messages as wire

Answer = wire.Accepted | Refusal | None
"""None where the answer has been sent already, or none is due."""


def at(house: House, table: str) -> TableActor | Refusal:
    return house.actors.get(table) or Refusal(Code.NO_SUCH_TABLE, facts={"table": repr(table)})


def order_id(connection: Connection, message: Any) -> str:
    """A client's ids are his own: nobody repeats another's order."""
    return f"{connection.identity.id}/{message.id}"


def accepted(message: Any, reply: Any, *, table: str = "", seat: int | None = None) -> Answer:
    return wire.Accepted(id=message.id, table=table, seat=seat) if isinstance(reply, Done) else reply
