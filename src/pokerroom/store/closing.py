"""A database that is closed for good, also to threads that still read from it at that moment.

An engine that is only disposed of makes new connections for whoever asks next, and takes back those that are in use:
nobody would ever close either.
"""

from typing import Any, NoReturn

from sqlalchemy import Engine, event as hooks

from pokerroom.room.ports import StoreFailed


def close_for_good(engine: Engine) -> None:
    """May be done twice. Whether it was is not asked: hooks go by the id of an engine, which a later one may have."""
    hooks.listen(engine, "do_connect", refuse)
    hooks.listen(engine, "checkin", close)
    engine.dispose()


def refuse(*_: object) -> NoReturn:
    raise StoreFailed("the database was closed here, and is read no more")


def close(connection: Any, _record: object) -> None:
    """What is given back. A connection that has broken is none."""
    if connection is not None:
        connection.close()
