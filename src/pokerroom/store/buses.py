"""Which bus a record has: that of its database, or a server of its own."""

from pokerroom.room.ports import Bus
from pokerroom.store.bus_nats import NatsBus
from pokerroom.store.bus_postgresql import PostgresBus


def open_bus(database: str, record: str, *, at: str = "") -> Bus:
    """Of the record of this name. `at` is the address of a NATS server; where there is none, the database tells."""
    return NatsBus(at, record) if at else PostgresBus(database)
