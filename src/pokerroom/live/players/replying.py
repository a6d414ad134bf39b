"""What the handlers of a client's messages share: the table it is about, the id of the order, and the answer."""

from typing import Any

from pokerroom.live.connections import Connection
from pokerroom.live.house import House
from pokerroom.live.refusing import Nay
from pokerroom.live.tables.actor import TableActor
from pokerroom.room.room import Done
from pokerroom.wire import messages as wire

Answer = wire.Accepted | Nay | None
"""None where the answer has been sent already, or none is due."""


def at(house: House, table: str) -> TableActor | Nay:
    return house.actors.get(table) or Nay("no such table", f"There is no table {table!r}.")


def order_id(connection: Connection, message: Any) -> str:
    """A client's ids are his own: nobody repeats another's order."""
    return f"{connection.identity.id}/{message.id}"


def accepted(message: Any, reply: Any, *, table: str = "", seat: int | None = None) -> Answer:
    return wire.Accepted(id=message.id, table=table, seat=seat) if isinstance(reply, Done) else reply
