"""A database on a machine that vanishes: its cable is pulled, and nobody is told that the line has ended.

The worst moment is when it has heard everything and owes nothing but an answer: by default the system would wait for
two hours.
"""

import logging
import time
from collections.abc import Callable
from contextlib import ExitStack, closing

import psycopg
import pytest

from pokerroom.store import Writer
from pokerroom.store.opening import open_database
from tests.contract.recording import batch
from tests.faults.namespaces import machines
from tests.postgres import PostgresAbsentError, own_server, packaged_binaries, server_binaries

pytestmark = pytest.mark.soak

NOTICED_WITHIN = 30.0


def until(is_so: Callable[[], object]) -> float:
    """Seconds until it is so."""
    began = time.monotonic()
    while not is_so():
        assert time.monotonic() < began + NOTICED_WITHIN, "it does not come to pass"
        time.sleep(0.05)
    return time.monotonic() - began


def test_a_commit_that_the_database_has_heard_and_never_answers_is_tried_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING)
    with ExitStack() as stack:
        (machine,) = stack.enter_context(machines(1))
        try:
            binaries = server_binaries() or packaged_binaries()
            server = stack.enter_context(own_server(binaries, at=machine.address, within=machine.within))
        except PostgresAbsentError as error:
            pytest.skip(f"NOT TESTED: no PostgreSQL on a machine of its own: {error}")
        url = f"postgresql://postgres@{machine.address}/postgres"
        store = stack.enter_context(closing(open_database(url, writing=True)))
        writer = stack.enter_context(Writer(store))
        assert writer.append(batch("table/1", "c-1", 1)) == 1
        with psycopg.connect(server.url) as beside:
            beside.execute("SELECT 1 FROM shard FOR UPDATE")
            waiting = writer.submit(batch(store.heads()["table/1"], "c-2", 2))
            time.sleep(1.0)
            machine.cut()
            assert until(lambda: writer.refuses) < NOTICED_WITHIN
            until(lambda: "the record cannot be written, and is tried again" in caplog.text)
            assert not waiting.done()
            beside.rollback()
        machine.heal()
        assert waiting.result(NOTICED_WITHIN) == 2
        assert writer.append(batch(store.heads()["table/1"], "c-3", 3)) == 3
