"""The streams of a host, listed once, as `room/registry.py` lists those of a casino."""

from pokerroom.room.auditing import plain
from pokerroom.room.clock_steps import CLOCK_STEPS
from pokerroom.room.linked_host.commands import OnHost
from pokerroom.room.linked_host.stream import LINKED_HOST
from pokerroom.room.openings import OPENINGS
from pokerroom.room.orders.plain import asked_of
from pokerroom.room.registry import Entry, Registry

HOST_REGISTRY = Registry(
    (
        Entry(LINKED_HOST, plain(LINKED_HOST), {OnHost: asked_of(LINKED_HOST)}),
        Entry(OPENINGS, plain(OPENINGS)),
        Entry(CLOCK_STEPS, plain(CLOCK_STEPS)),
    ),
    processes=(),
)
