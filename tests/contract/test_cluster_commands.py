"""What an operator sees of a cluster and does with it, by the command, on a real database."""

import re
import time
from collections.abc import Callable
from contextlib import closing

import pytest
from structlog.testing import capture_logs
from typer.testing import CliRunner

from pokerroom.cli import app
from pokerroom.cli.cluster_seen import ranges, shards_named
from pokerroom.live.records import PLAY_CHIPS, SharedRecords, refuse_unlike
from pokerroom.live.settings import Cluster, Settings
from pokerroom.log import beginning
from pokerroom.room.ports import StoreFailed
from pokerroom.room.shards import shard_of
from pokerroom.store import open_store
from pokerroom.store.dividing import divide, shards_in
from pokerroom.store.opening import join_database
from pokerroom.store.servers import Servers
from tests.contract.lease_holder import PATIENCE
from tests.contract.recording import batch
from tests.contract.serving import serving
from tests.postgres import empty_schema

SHARDS = 7


@pytest.fixture
def url(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("POKERROOM_DATABASE", postgres_url)
    monkeypatch.delenv("POKERROOM_LICENSED_DATABASE", raising=False)
    return postgres_url


@pytest.fixture
def divided(url: str) -> str:
    divide(url, SHARDS)
    return url


def done(*words: str, status: int = 0) -> str:
    """What the command says."""
    found = CliRunner().invoke(app, ["cluster", *words])
    assert found.exit_code == status, found.output
    return found.output


def until(is_so: Callable[[str], bool]) -> str:
    """What `show` says once it is so."""
    give_up = time.monotonic() + PATIENCE
    while not is_so(said := CliRunner().invoke(app, ["cluster", "show"]).output):
        assert time.monotonic() < give_up, said
        time.sleep(0.02)
    return said


def shares(said: str) -> dict[str, str]:
    """What each server has, of what `show` says."""
    return dict(re.findall(r"^(\w+): serving.*\n  (.*?)[:,]", said, re.MULTILINE))


def settled(servers: int) -> str:
    """What `show` says once so many servers have all of the room."""
    return until(lambda said: len(shares(said)) == servers and "Nobody" not in said and ": serving since" in said)


def test_servers_share_the_tables_and_show_says_how(divided: str) -> None:
    with serving(divided, "one", "two") as servers:
        said = settled(2)
        assert re.search(r"(one|two): serving since .* UTC, at http://\1/, pokerroom\n  the desk and shards ", said)
        assert re.search(r"(one|two): serving tables since .*\n  shards [1-6, -]*: 3 tables, 2 rounds under way", said)
        servers["one"].stop()
        assert shares(settled(1)) == {"two": "the desk and shards 1-6"}
        servers["two"].vanish()
        said = done("show", status=1)
        assert "two: not heard of for 0 s" in said
        assert "Nobody has the desk and shards 1-6: its owner vanished, process of two" in said
        assert "No server has the room open." in said


def test_a_shard_moves_to_the_server_that_is_named_and_stays_there(divided: str) -> None:
    with serving(divided, "one", "two"):
        settled(2)
        for server in ("one", "two", "one"):
            assert re.search(
                rf"{server} has shard 5(, after \d+\.\d s, at http://{server}/| already, and keeps it)",
                done("move", "5", server),
            )
            said = settled(2)
            assert re.search(rf"{server}: .*\n.*, asked to have shard 5: ", said)
        assert done("move", "5", "one") == "one has shard 5 already, and keeps it.\n"


def test_the_desk_moves_to_the_server_that_is_named(divided: str) -> None:
    with serving(divided, "one", "two"):
        said = settled(2)
        has = next(name for name, what in shares(said).items() if "desk" in what)
        other = {"one": "two", "two": "one"}[has]
        assert done("move", "desk", has) == f"{has} has the desk already.\n"
        assert re.fullmatch(rf"{other} has the desk, after .* s, at http://{other}/\n", done("move", "desk", other))


def test_a_drained_server_has_nothing_and_gets_nothing_until_it_is_undrained(divided: str) -> None:
    with serving(divided, "one", "two", "three"):
        settled(3)
        # One that has nothing yet may be about to take its first while it is drained.
        said = until(lambda said: len(shares(said)) == 3 and "nothing" not in shares(said).values())
        drained = next(name for name, what in shares(said).items() if "desk" not in what)
        said = done("drain", drained)
        assert re.search(rf"{drained} has nothing any more, after \d+\.\d s", said)
        assert done("drain", drained) == f"{drained} is drained already.\n"
        assert shares(settled(3))[drained] == "nothing"
        assert f"{drained} is drained: `pokerroom cluster undrain {drained}` first" in done(
            "move", "5", drained, status=2
        )
        assert done("undrain", drained) == f"{drained} takes its share of the tables.\n"
        until(lambda said: shares(said).get(drained, "nothing") != "nothing")
        assert done("undrain", drained) == f"{drained} is not drained.\n"


def test_the_last_server_is_not_drained(divided: str) -> None:
    with serving(divided, "one"):
        settled(1)
        assert "no other server could have what one has: if it gave that up, nobody would serve it" in done(
            "drain", "one", status=2
        )
        assert "drained" not in done("show")
        with closing(Servers(divided)) as servers:
            servers.join("two", "process 2", "http://two/", "pokerroom of tomorrow")
            assert "two stands by. Where that is for their newer version, stop one: " in done("drain", "one", status=2)


def test_a_table_is_moved_with_its_shard(divided: str) -> None:
    with closing(open_store(divided)) as store:
        store.append(batch(beginning("table/17"), "o1", 1))
    shard = shard_of("table/17", SHARDS)
    with serving(divided, "one"):
        settled(1)
        said = done("move-table", "17", "one")
        assert said == f"Table 17 is in shard {shard}.\none has shard {shard} already, and keeps it.\n"
        assert "no table is called '117'; did you mean 17?" in done("move-table", "117", "one", status=2)


def test_mistakes_are_named(divided: str) -> None:
    with closing(Servers(divided)) as servers:
        servers.join("one", "process 1", "http://one/", "pokerroom")
        for words, says in (
            (("move", "9", "one"), "there is no shard '9': there are 1 to 6, and the desk"),
            (("move", "0", "one"), "there is no shard '0'"),
            (("move", "3", "noe"), "no server is called 'noe'; did you mean one?"),
            (("move", "3", "one"), "one cannot run tables yet: it is standing by"),
            (("move", "one"), "say which is to move, `pokerroom cluster move SHARD one`"),
            (("undrain", "noe"), "no server is called 'noe'"),
            (("divide", "3"), "nobody may serve a record while it is divided: stop one first"),
            (("divide", "0"), "greater than or equal to 1"),
        ):
            assert says in done(*words, status=2)
        servers.drain("one")
        servers.leave("one", "process 1")
        assert "it is not there" in done("move", "3", "one", status=2)
        assert done("undrain", "one") == "one takes its share of the tables once it is there.\n"


def test_what_is_free_and_what_a_stranger_holds_is_shown(divided: str) -> None:
    with closing(Servers(divided)) as servers, closing(join_database(divided, owner="process 99 on moon")) as stranger:
        servers.join("one", "process 1", "http://one/", "pokerroom")
        assert stranger.lease is not None
        for shard in (2, 3):
            stranger.lease.take(shard)
        stranger.lease.release([2])
        said = done("show", status=1)
        assert "Nobody has shard 2: it was given back, process 99 on moon" in said
        assert "Nobody has the desk and shards 1, 4-6: it was given back, nobody had it ever" in said
        assert re.search(r"shard 3: held by process 99 on moon, since .*, which is no server of this cluster", said)


def test_a_record_that_is_divided_otherwise_than_the_settings_ask_for_is_told_of(
    divided: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Settings divide a room when it is new, and none that there is."""
    monkeypatch.setenv("POKERROOM_CLUSTER_SHARDS", str(SHARDS))
    with closing(Servers(divided)) as servers:
        servers.join("one", "process 1", "http://one/", "pokerroom")
        assert "The settings ask for" not in done("show", status=1)
        monkeypatch.setenv("POKERROOM_CLUSTER_SHARDS", "25")
        said = done("show", status=1)
    assert "The settings ask for 25 shards, and the record has 7: `pokerroom cluster divide 25` changes that" in said
    for shards in (1, SHARDS, 25):
        settings = Settings(store="memory:", database=divided, cluster=Cluster(joins=True, shards=shards))
        with capture_logs() as told:
            SharedRecords(settings, desk=False).open(PLAY_CHIPS, divided).close()
        warned = [each for each in told if each["event"].startswith("the record is divided otherwise")]
        assert bool(warned) == (shards == 25)


def test_an_undivided_record_moves_as_a_whole(url: str) -> None:
    with closing(Servers(url)) as servers:
        servers.join("one", "process 1", "http://one/", "pokerroom")
        assert "the record is not divided: `pokerroom cluster move one` moves the whole room" in done(
            "move", "3", "one", status=2
        )
        assert "the record is not divided" in done("move-table", "3", "one", status=2)


def test_a_record_is_divided_and_made_one_again(url: str) -> None:
    said = done("divide", "5")
    assert "play-chips: divided into the desk and 4 shards of tables, from position " in said
    assert "Set `shards = 5` under [cluster]" in said
    assert shards_in(url) == 5
    assert "play-chips: divided into the desk and 4 shards of tables already." in done("divide", "5")
    assert "play-chips: undivided, from position " in done("divide", "1")
    assert shards_in(url) == 1


def test_a_record_that_somebody_writes_is_not_divided(url: str) -> None:
    with closing(open_store(url, writing=True, owner="process 5 on moon")):
        assert "play-chips is written by process 5 on moon" in done("divide", "5", status=2)
    assert shards_in(url) == 1


def test_the_records_of_both_rooms_are_divided_alike_and_shown_apart(
    url: str, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with empty_schema(postgres) as licensed:
        monkeypatch.setenv("POKERROOM_LICENSED_DATABASE", licensed)
        settings = Settings(database=url, licensed_database=licensed)
        divide(licensed, 3)
        with pytest.raises(StoreFailed, match="must be divided alike: play-chips into 1, licensed into 3"):
            refuse_unlike(settings)
        said = done("divide", "3")
        assert "play-chips: divided into the desk and 2 shards of tables, from" in said
        assert "licensed: divided into the desk and 2 shards of tables already." in said
        refuse_unlike(settings)
        with closing(Servers(url)) as servers, closing(join_database(licensed, owner="process 1")) as one:
            servers.join("one", "process 1", "http://one/", "pokerroom")
            assert one.lease is not None
            one.lease.take(2)
            said = done("show", status=1)
            assert "\n  shard 2 of licensed: 0 tables, 0 rounds under way\n" in said
            assert "Nobody has the desk and shard 1 of licensed: " in said
            assert "Nobody has the desk and shards 1-2 of play-chips: " in said


def test_records_that_servers_cannot_share_are_named(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shards_in(url) == 1
    monkeypatch.setenv("POKERROOM_LICENSED_DATABASE", "sqlite:///licensed")
    assert "`licensed_database` must name it" in done("show", status=2)


def test_shards_are_named_as_people_would() -> None:
    assert ranges([1, 2, 3, 5, 7, 8]) == "1-3, 5, 7-8"
    assert shards_named([0]) == "the desk"
    assert shards_named([3, 0]) == "the desk and shard 3"
    assert shards_named([2, 1, 4]) == "shards 1-2, 4"
