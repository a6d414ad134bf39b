"""One process writes to a record: a second is refused by name, and a frozen one that was replaced writes nothing."""

import os
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path

import psycopg
import pytest

from pokerroom.log import beginning
from pokerroom.room.ports import Fenced, StoreFailed
from pokerroom.store import SqlStore, audit_log, open_store
from pokerroom.store.lease import RecordHeld, Terms
from pokerroom.store.migrations import current_version
from pokerroom.store.opening import open_database
from tests.contract.conftest import RawSql
from tests.contract.former import in_sqlite, restore
from tests.contract.lease_holder import NAME, PATIENCE, another, terms
from tests.contract.recording import batch, bodies, record
from tests.postgres import empty_database

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="NOT TESTED: signals and locks are those of POSIX")

LASTS = 0.9


def writing(url: str) -> "closing[SqlStore]":
    return closing(open_database(url, writing=True, terms=terms(LASTS)))


def test_a_second_process_is_refused_by_name_and_changes_nothing(database_url: str) -> None:
    with writing(database_url) as ours:
        head = record(ours, "table/1", (1,))
        assert ours.lease is not None
        epochs = ours.lease.epochs
        with another(database_url) as second:
            who = f"process {os.getpid()} on "
            assert second.said.startswith("RecordHeld: ")
            assert who in second.said
            assert "UTC. Two never write one record: stop that process first." in second.said
        ours.append(batch(head, "second", 2))
        assert ours.lease.epochs == epochs
        assert bodies(ours, "table/1") == [b'{"amount":1}', b'{"amount":2}']
    with another(database_url) as after:
        assert after.said == "holds", "whoever closes lets the next one in"


def test_reading_needs_no_lease(database_url: str) -> None:
    with another(database_url) as owner:
        assert owner.append("table/1") == "1"
        with closing(open_store(database_url)) as reader:
            assert reader.end() == 1
            assert audit_log(reader).clean
            reader.projected.caught_up()
        assert owner.append("table/2") == "2"


def test_whoever_only_opened_takes_the_lease_with_the_first_append(database_url: str) -> None:
    with closing(open_store(database_url)) as first, closing(open_store(database_url)) as second:
        head = record(first, "table/1", (1,))
        with pytest.raises(RecordHeld, match=f"is written by process {os.getpid()} on .*, since "):
            second.append(batch(head, "theirs", 2))
        first.close()
        second.append(batch(head, "theirs", 2))
        assert audit_log(second).events == 2


def test_a_restart_after_a_kill_takes_over_at_once(database_url: str) -> None:
    # By far longer than the test has patience: it is not waited for.
    with another(database_url, lasts=60) as killed:
        assert killed.append("table/1") == "1"
        killed.kill()
        began = time.monotonic()
        with closing(open_database(database_url, writing=True, terms=terms(60))) as next_one:
            record(next_one, "table/2", (1,))
            assert time.monotonic() - began < 30
            assert [each.position for each in next_one.read_all()] == [1, 2]


def test_a_process_killed_again_and_again_leaves_nobody_outside(database_url: str) -> None:
    for number in range(1, 6):
        with another(database_url, lasts=60) as victim:
            assert victim.said == "holds"
            assert victim.append(f"table/{number}") == str(number)
            victim.kill()


def test_a_frozen_process_that_was_replaced_is_fenced_when_it_wakes(postgres_url: str) -> None:
    with another(postgres_url) as frozen:
        assert frozen.append("table/1") == "1"
        frozen.freeze()
        with another(postgres_url) as replacing:
            assert replacing.said == "holds"
            assert replacing.append("table/2") == "2"
            frozen.ask("table/1")
            frozen.wake()
            assert frozen.hear().startswith(f"Fenced: the record has been taken over by {NAME}, since ")
            assert frozen.append("table/3").startswith("Fenced: "), "it never writes again"
            assert replacing.append("table/3") == "3"
    with closing(open_store(postgres_url)) as store:
        assert {each.envelope.stream for each in store.read_all()} == {"table/1", "table/2", "table/3"}
        assert audit_log(store).clean


def test_a_frozen_process_keeps_a_sqlite_record_until_it_is_ended(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/log.db"
    with another(url, lasts=0.2) as frozen:
        assert frozen.said == "holds"
        frozen.freeze()
        with pytest.raises(RecordHeld, match="is written by the house of tests"):
            open_database(url, writing=True)
        frozen.kill()
        with writing(url) as next_one:
            record(next_one, "table/1", (1,))


def test_a_sqlite_owner_whose_lock_was_removed_is_fenced_once_another_has_it(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/log.db"
    with another(url, lasts=60) as former:
        assert former.append("table/1") == "1"
        former.freeze()
        (tmp_path / "log.db.lock").unlink()
        with writing(url) as ours:
            head = record(ours, "table/2", (1,))
            former.ask("table/1")
            former.wake()
            assert former.hear().startswith(f"Fenced: the record has been taken over by process {os.getpid()} on ")
            ours.append(batch(head, "goes on", 2))
            assert audit_log(ours).clean
            assert ours.end() == 3


def test_a_process_that_is_cut_off_goes_on_if_nobody_took_its_place(database_url: str, raw_sql: RawSql) -> None:
    with writing(database_url) as store:
        head = record(store, "table/1", (1,))
        assert store.lease is not None
        epochs = store.lease.epochs
        lose(database_url, raw_sql)
        store.append(batch(head, "after the fault", 2))
        assert until(lambda: is_whole(store, database_url))
        assert store.lease.epochs == epochs
        assert bodies(store, "table/1") == [b'{"amount":1}', b'{"amount":2}']
        with another(database_url) as second:
            assert second.said.startswith("RecordHeld: "), "and keeps others out as before"


def test_a_commit_has_a_lease_renewed_that_has_run_out(postgres_url: str) -> None:
    current = "SELECT until > (extract(epoch FROM clock_timestamp()) * 1000000)::bigint FROM tenure"
    seldom = Terms(lasts=5, renewed_every=60, lapses_after=0.1)
    with closing(open_database(postgres_url, writing=True, terms=seldom)) as store:
        assert store.lease is not None
        with psycopg.connect(postgres_url, autocommit=True) as database:
            database.execute("UPDATE tenure SET until = 0")
            assert until(lambda: not (store.lease and store.lease.holds()))
            record(store, "table/1", (1,))
            assert until(lambda: database.execute(current).fetchone() == (True,))


def lose(url: str, raw_sql: RawSql) -> None:
    """What passes: PostgreSQL ends all sessions and the lease runs out; somebody removes the lock of SQLite."""
    if url.startswith("sqlite"):
        Path(f"{url.removeprefix('sqlite:///')}.lock").unlink()
        return
    raw_sql("UPDATE tenure SET until = 0")
    raw_sql(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
        "AND pid <> pg_backend_pid() AND pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory') "
    )
    time.sleep(LASTS)


def is_whole(store: SqlStore, url: str) -> bool:
    """Whether it holds the lease as it did before."""
    has_lock = not url.startswith("sqlite") or Path(f"{url.removeprefix('sqlite:///')}.lock").exists()
    return store.lease is not None and store.lease.holds() and has_lock


def until(is_so: Callable[[], bool]) -> bool:
    give_up = time.monotonic() + PATIENCE
    while not is_so() and time.monotonic() < give_up:
        time.sleep(0.02)
    return is_so()


def test_an_owner_that_was_replaced_notices_it_without_an_order(database_url: str, raw_sql: RawSql) -> None:
    with writing(database_url) as store:
        assert store.lease is not None
        raw_sql("UPDATE shard SET epoch = epoch + 1, owner = 'somebody else', since = 0")
        assert until(lambda: bool(store.lease and store.lease.fenced))
        assert not store.lease.holds()
        assert store.lease.fenced.startswith("the record has been taken over by somebody else, since 1970-01-01")
        with pytest.raises(Fenced, match="somebody else"):
            record(store, "table/1", (1,))
        assert store.end() == 0


def test_of_many_who_come_at_once_one_holds_the_lease(database_url: str) -> None:
    open_store(database_url).close()
    with ExitStack() as stack:
        # Longer than a busy machine keeps a process waiting: an owner that does not renew in time is rightly replaced.
        others = [stack.enter_context(another(database_url, lasts=6)) for _ in range(4)]
        said = sorted(each.said.partition(":")[0] for each in others)
        assert said == ["RecordHeld", "RecordHeld", "RecordHeld", "holds"]
        (owner,) = (each for each in others if each.said == "holds")
        assert owner.append("table/1") == "1"


def test_a_commit_left_half_way_by_a_frozen_owner_keeps_nobody_waiting(postgres_url: str) -> None:
    open_store(postgres_url).close()
    with psycopg.connect(postgres_url) as frozen:
        frozen.execute("UPDATE shard SET position = position + 1")
        with writing(postgres_url) as store:
            record(store, "table/1", (1,))
            assert [each.position for each in store.read_all()] == [1]
        with pytest.raises(psycopg.OperationalError):
            frozen.commit()


def test_every_path_to_a_sqlite_file_leads_to_one_lease(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "alias.db").symlink_to(tmp_path / "log.db")
    with writing(f"sqlite:///{tmp_path}/log.db"):
        for path in ("elsewhere/alias.db", "elsewhere/../log.db"):
            with another(f"sqlite:///{tmp_path}/{path}") as second:
                assert second.said.startswith("RecordHeld: "), path
    assert [each.name for each in tmp_path.glob("*.lock")] == []


def test_a_child_that_was_forked_does_not_keep_the_lease_of_its_parent(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/log.db"
    with writing(url) as store:
        record(store, "table/1", (1,))
        child = os.fork()
        if child == 0:
            time.sleep(PATIENCE)
            os._exit(0)
    try:
        with another(url) as next_one:
            assert next_one.said == "holds"
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_records_of_the_first_version_have_a_lease_from_now_on(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if database == "sqlite":
        url = in_sqlite("room", tmp_path).url
    else:
        with empty_database(request.getfixturevalue("postgres")) as url:
            restore(url, "room")
            assert_leased(url)
        return
    assert_leased(url)


def assert_leased(url: str) -> None:
    with writing(url) as store:
        end = store.end()
        assert end > 0
        with another(url) as second:
            assert second.said.startswith("RecordHeld: ")
        record(store, "table/of tests", (1,))
        assert store.end() == end + 1
        assert audit_log(store).clean


def test_a_second_process_is_refused_before_it_migrates(database_url: str, raw_sql: RawSql) -> None:
    with writing(database_url):
        raw_sql("UPDATE alembic_version SET version_num = '9999'")
        with another(database_url) as second:
            assert second.said.startswith("RecordHeld: "), "it has looked at the version first"
        raw_sql("UPDATE alembic_version SET version_num = %s", current_version())


def test_a_database_without_its_counting_row_is_refused_in_words(database_url: str, raw_sql: RawSql) -> None:
    open_store(database_url).close()
    raw_sql("DELETE FROM shard")
    with pytest.raises(StoreFailed, match="lacks the row that counts its events"):
        open_store(database_url, writing=True)


def test_renewals_do_not_disturb_commits_whatever_isolation_the_database_prefers(postgres_url: str) -> None:
    strict = postgres_url.replace("options=", "options=-cdefault_transaction_isolation%3Dserializable%20")
    with closing(open_database(strict, writing=True, terms=Terms(3.0, 0.001, 2.0))) as store:
        head = beginning("table/1")
        for number in range(200):
            following = batch(head, f"c-{number}", number)
            store.append(following)
            head = following.heads["table/1"]
        assert store.end() == 200
