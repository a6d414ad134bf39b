"""The streams of a host, listed once, as `room/registry.py` lists those of a casino."""

from pokerroom.room.auditing import Audit, plain
from pokerroom.room.auditing.linked import examine_host
from pokerroom.room.clock_steps import CLOCK_STEPS
from pokerroom.room.linked_host.commands import OnHost
from pokerroom.room.linked_host.stream import LINKED_HOST
from pokerroom.room.openings import OPENINGS
from pokerroom.room.orders.plain import asked_of
from pokerroom.room.registry import Entry, Registry

OF_HOST = Audit(lambda store, _name, _means: examine_host(store, LINKED_HOST))

HOST_REGISTRY = Registry(
    (
        Entry(LINKED_HOST, OF_HOST, {OnHost: asked_of(LINKED_HOST)}),
        Entry(OPENINGS, plain(OPENINGS)),
        Entry(CLOCK_STEPS, plain(CLOCK_STEPS)),
    ),
    processes=(),
)
