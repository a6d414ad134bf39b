"""Which lease a database has."""

from collections.abc import Callable, Iterable, Mapping

from sqlalchemy import Engine

from pokerroom.store.lease import Hold, Lease, Terms
from pokerroom.store.lease_postgresql import SessionHold
from pokerroom.store.lease_sqlite import FileHold

HOLDS: Mapping[str, Callable[[Engine, Terms], Hold]] = {"sqlite": FileHold, "postgresql": SessionHold}


def hold_of(engine: Engine, terms: Terms) -> Hold:
    return HOLDS[engine.dialect.name](engine, terms)


def leased(
    engine: Engine, *, owner: str = "", address: str = "", shards: Iterable[int] | None = None, terms: Terms
) -> Lease:
    """Of these shards, or else of the whole record."""
    return Lease(hold_of(engine, terms), owner=owner, address=address, shards=shards, terms=terms)
