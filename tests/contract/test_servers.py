"""The servers of a cluster, as their database lists them."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from pokerroom.live.cluster import PlaceInCluster, look_at
from pokerroom.live.records import machine
from pokerroom.live.settings import Settings
from pokerroom.room.ports import StoreFailed
from pokerroom.store.dividing import divide
from pokerroom.store.lease import own_mark
from pokerroom.store.opening import join_database
from pokerroom.store.servers import GONE_AFTER, MAKE, Asked, Doing, NameTaken, Servers
from pokerroom.web.clustered import begin_anew
from tests.contract.lease_holder import PATIENCE


@pytest.fixture
def servers(postgres_url: str) -> Iterator[Servers]:
    with closing(Servers(postgres_url)) as found:
        yield found


def join(servers: Servers, name: str, process: str = "process 1") -> None:
    servers.join(name, process, f"http://{name}/", "pokerroom")


def long_ago(url: str, name: str) -> None:
    """As if it had not been heard of for a minute."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("UPDATE server SET seen = seen - 60000000 WHERE name = %s", (name,))


def until(is_so: Callable[[], bool]) -> None:
    give_up = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < give_up, "it does not come to be"
        time.sleep(0.01)


def test_a_database_without_a_cluster_lists_nobody(servers: Servers) -> None:
    assert servers.listed() == []


def test_each_server_says_what_it_does_and_hears_what_is_asked_of_it(servers: Servers) -> None:
    join(servers, "one")
    join(servers, "two", "process 2")
    assert servers.say("one", "process 1", Doing.SERVING) is Asked.NOTHING
    servers.ask("one", Asked.GIVE_UP)
    assert servers.say("one", "process 1", Doing.SERVING) is Asked.GIVE_UP
    assert servers.say("two", "process 2", Doing.STANDING_BY) is Asked.NOTHING
    assert [(each.name, each.does, each.is_there) for each in servers.listed()] == [
        ("one", Doing.SERVING, True),
        ("two", Doing.STANDING_BY, True),
    ]


def test_since_when_a_server_does_what_it_does_changes_only_with_what_it_does(servers: Servers) -> None:
    join(servers, "one")
    first = servers.listed()[0].since
    servers.say("one", "process 1", Doing.STANDING_BY)
    assert servers.listed()[0].since == first
    servers.say("one", "process 1", Doing.SERVING)
    assert servers.listed()[0].since > first


def test_a_name_in_use_is_refused_and_one_not_heard_of_for_a_while_is_free(servers: Servers, postgres_url: str) -> None:
    join(servers, "one")
    with pytest.raises(NameTaken, match="another server of the cluster is called 'one'"):
        join(servers, "one", "process 2")
    long_ago(postgres_url, "one")
    assert not servers.listed()[0].is_there
    join(servers, "one", "process 2")
    assert servers.say("one", "process 1", Doing.SERVING) is None, "the name is another's by now"


ALIKE = """
import os, socket
os.getpid, socket.gethostname = lambda: 1, lambda: "room"
from pokerroom.store.lease import owner_of
print(owner_of("0.0.0.0:8000"))
"""
"""As in containers, which number their processes for themselves and may all have one name."""


def process_of_container(**environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", ALIKE], check=True, capture_output=True, text=True, env=os.environ | environment
    )
    return done.stdout.strip()


def test_two_servers_whose_machine_number_and_address_are_alike_are_two(servers: Servers) -> None:
    one, two = process_of_container(), process_of_container()
    assert one.startswith("process 1 on room, serving 0.0.0.0:8000, marked ")
    join(servers, "room", one)
    with pytest.raises(NameTaken):
        join(servers, "room", two)


def test_a_process_that_replaces_itself_is_the_same_to_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has just given the desk up is not the first to take it."""
    begun: list[dict[str, str]] = []
    monkeypatch.setattr(os, "execve", lambda _path, _arguments, environment: begun.append(environment))
    begin_anew("it was asked to give the room up")
    assert process_of_container(**begun[0]).endswith(f"marked {own_mark()}")


def test_a_server_whose_process_died_is_gone_at_once(servers: Servers, postgres_url: str) -> None:
    with closing(Servers(postgres_url)) as dying:
        join(dying, "one")
        assert servers.listed()[0].is_there
    until(lambda: not servers.listed()[0].is_there)
    assert servers.listed()[0].silent < GONE_AFTER, "its session ended before anybody missed it"


def test_a_server_says_how_much_it_runs(servers: Servers) -> None:
    join(servers, "one")
    servers.say("one", "process 1", Doing.TABLES, tables=7, rounds=3)
    (one,) = servers.listed()
    assert (one.does, one.tables, one.rounds) == (Doing.TABLES, 7, 3)


def test_a_drained_server_stays_drained_when_it_is_started_anew(servers: Servers) -> None:
    join(servers, "one")
    servers.drain("one")
    servers.say("one", "process 1", Doing.TABLES, tables=7, rounds=3)
    servers.leave("one", "process 1")
    (one,) = servers.listed()
    assert (one.drained, one.is_there, one.tables) == (True, False, 0)
    join(servers, "one", "process 2")
    assert servers.listed()[0].drained
    servers.drain("one", drained=False)
    assert not servers.listed()[0].drained


def test_a_shard_is_asked_of_one_server_at_a_time(servers: Servers) -> None:
    join(servers, "one")
    join(servers, "two", "process 2")
    servers.hand_over(3, "one")
    servers.hand_over(5, "one")
    servers.hand_over(3, "two")
    servers.hand_over(3, "two")
    assert [each.takes for each in servers.listed()] == [{5}, {3}]


def test_a_table_that_an_earlier_version_made_is_read_and_then_brought_up_to_date(
    servers: Servers, postgres_url: str
) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(MAKE.encode())
        connection.execute(
            "INSERT INTO server (name, process, address, software, does, asked, since, seen) VALUES"
            " ('old', 'process 7', 'http://old/', 'pokerroom', 'serving', '', 0, 0),"
            " ('new', 'process 8', 'http://new/', 'pokerroom', 'dancing', 'to sing', 0, 0)"
        )
    new, old = servers.listed()
    assert (old.drained, old.takes, old.tables, old.has_session) == (False, frozenset(), 0, True)
    assert (new.does, new.asked) == (Doing.STANDING_BY, Asked.NOTHING), "words of a later version"
    servers.drain("old")
    assert servers.listed()[1].drained


def test_what_was_asked_of_a_server_that_died_is_not_asked_of_the_next_by_its_name(
    servers: Servers, postgres_url: str
) -> None:
    join(servers, "one")
    servers.ask("one", Asked.GIVE_UP)
    servers.hand_over(3, "one")
    join(servers, "one")
    assert servers.say("one", "process 1", Doing.SERVING) is Asked.GIVE_UP, "it is the same that joins again"
    long_ago(postgres_url, "one")
    join(servers, "one", "process 2")
    assert servers.say("one", "process 2", Doing.STANDING_BY) is Asked.NOTHING
    assert servers.listed()[0].takes == frozenset()


def test_a_server_that_leaves_takes_what_was_asked_of_it_along(servers: Servers) -> None:
    join(servers, "one")
    servers.ask("one", Asked.GIVE_UP)
    servers.leave("one", "process 2")
    assert len(servers.listed()) == 1, "somebody else took it away"
    servers.leave("one", "process 1")
    join(servers, "one")
    assert servers.say("one", "process 1", Doing.STANDING_BY) is Asked.NOTHING


def test_a_server_of_a_newer_version_stands_by_while_an_earlier_one_has_any_of_the_room(
    postgres_url: str, tmp_path: Path
) -> None:
    """To take part it would change the tables of the database under the others."""
    divide(postgres_url, 4)
    settings = Settings(store=str(tmp_path), database=postgres_url)
    place = PlaceInCluster(settings, "http://localhost:8000/", machine(settings))
    asyncio.run(place.join())
    with closing(join_database(postgres_url)) as earlier:
        assert earlier.lease is not None
        earlier.lease.take(2)
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            connection.execute("UPDATE alembic_version SET version_num = '0008'")
        with pytest.raises(StoreFailed, match="servers of an earlier version have the room"):
            place._look_closer(look_at(postgres_url))
        earlier.lease.release([2])
        place._look_closer(look_at(postgres_url))
    asyncio.run(place.leave())
