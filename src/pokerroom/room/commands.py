"""An order: something asked of the room under an id. Asked twice for the same, the room acts once.

What can be asked is declared beside each aggregate. Where an order only carries a command of its aggregate, that one
says who asks and when.
"""

from typing import Any

import msgspec

Command = Any
"""One of the kinds that `registry.py` enters."""


class Order(msgspec.Struct, frozen=True, gc=False):
    id: str
    command: Command


def asked_of(command: Command) -> Any:
    """The command that says who asks and when."""
    return getattr(command, "command", command)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    from importlib import import_module as m

    if name == "stream_of":
        return lambda command: (lambda s: s.named(command.table) if s.of_tables else s.name)(
            m("pokerroom.room.registry").REGISTRY.orders[type(command)][0]
        )
    for each in ("tables.commands", "books.commands", "filing.commands", "lists.commands", "conduct.commands"):
        if hasattr(m("pokerroom.room." + each), name):
            return getattr(m("pokerroom.room." + each), name)
    raise AttributeError(name)
