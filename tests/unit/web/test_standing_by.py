"""A server that stands by: what it answers, what it refuses to start with, and what its operator is told."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from pokerroom.cli import app
from pokerroom.live.cluster import PlaceInCluster, SeenRecord, refuse_unfit
from pokerroom.live.ports import Record
from pokerroom.live.records import machine
from pokerroom.live.settings import Cluster, Settings, SettingsError, Tls
from pokerroom.room.ports import StoreFailed
from pokerroom.shuffle.seal import Keys
from pokerroom.store.lease import Held, RecordHeld, Terms
from pokerroom.store.migrations import current_version
from pokerroom.store.reading import UnknownVersion
from pokerroom.store.servers import Asked, Doing, Listed, NameTaken, Servers
from pokerroom.web.app import accounts_of, create_app
from pokerroom.web.standing_by import StandingBy

POSTGRESQL = "postgresql://nobody@localhost:1/room"
SHARED = Settings(
    store="a folder", database=POSTGRESQL, accounts_database=POSTGRESQL, deck_keys="keys", signing_key="sign"
)
ELSEWHERE = Listed("two", "process 2", "https://two.example.com/", "pokerroom", Doing.SERVING, Asked.NOTHING, 0, 0.1)


def asked(
    app: StandingBy, path: str, *, method: str = "GET", kind: str = "http", query: bytes = b"a=1"
) -> list[dict[str, Any]]:
    """What the app sends to one request."""
    sent: list[dict[str, Any]] = []

    async def ask() -> None:
        async def receive() -> dict[str, Any]:
            return {"type": f"{kind}.connect"}

        async def send(message: Any) -> None:
            sent.append(message)

        scope = {"type": kind, "path": path, "query_string": query, "method": method, "headers": []}
        await app(scope, receive, send)

    asyncio.run(ask())
    return sent


def status_and_body(sent: list[dict[str, Any]]) -> tuple[int, Any]:
    return sent[0]["status"], msgspec.json.decode(sent[1]["body"])


@pytest.fixture
def standing() -> StandingBy:
    """While another server serves the room."""
    app = StandingBy(create_app(Settings(store="memory:")))
    app.place = PlaceInCluster(SHARED, "http://localhost:8000/", machine(SHARED))
    app.place.listed = [ELSEWHERE]
    return app


def test_it_is_alive_and_well_and_not_ready(standing: StandingBy) -> None:
    assert status_and_body(asked(standing, "/alive")) == (200, {"alive": True})
    status, ready = status_and_body(asked(standing, "/ready"))
    assert (status, ready["ready"]) == (503, False)
    assert status_and_body(asked(standing, "/ready", query=b"unready=404")) == (404, ready)
    assert "the room is open at https://two.example.com/" in ready["reasons"][0]
    status, health = status_and_body(asked(standing, "/health"))
    assert (status, health["status"], health["served_at"]) == (200, "standing by", "https://two.example.com/")


def test_a_page_leads_to_the_server_that_serves(standing: StandingBy) -> None:
    start = asked(standing, "/table/5 & more")[0]
    assert start["status"] == 307
    assert dict(start["headers"])[b"location"] == b"https://two.example.com/table/5%20%26%20more?a=1"


def test_a_page_waits_where_nobody_serves(standing: StandingBy) -> None:
    assert standing.place is not None
    standing.place.listed = []
    start, body = asked(standing, "/")
    assert start["status"] == 503
    assert b"The room opens in a moment" in body["body"]


@pytest.mark.parametrize(("path", "method"), [("/api/lobby", "GET"), ("/api/accounts/guest", "POST"), ("/", "POST")])
def test_nothing_is_done_by_a_server_that_stands_by(standing: StandingBy, path: str, method: str) -> None:
    sent = asked(standing, path, method=method)
    assert sent[0]["status"] == 503
    assert (b"retry-after", b"1") in sent[0]["headers"]


def test_a_socket_is_told_to_come_back(standing: StandingBy) -> None:
    assert [(each["type"], each["code"]) for each in asked(standing, "/ws", kind="websocket")] == [
        ("websocket.close", 1013)
    ]


def test_a_broken_record_shows_before_anybody_opens_a_room_on_it(standing: StandingBy) -> None:
    assert standing.place is not None
    standing.place.faults["play-chips"] = "event 7 is not what was recorded"
    status, health = status_and_body(asked(standing, "/health"))
    assert (status, health["broken_records"]) == (503, {"play-chips": "event 7 is not what was recorded"})


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ({"database": ""}, "'play-chips' must be in a PostgreSQL"),
        ({"accounts_database": "sqlite:///accounts"}, "'accounts' must be in a PostgreSQL"),
        ({"licensed_database": "no address"}, "'licensed' must be in a PostgreSQL"),
        ({"deck_keys": ""}, "`deck_keys` must say where they come from"),
        ({"signing_key": ""}, "`signing_key` must say where they come from"),
        ({"store": "memory:"}, "`store` must be a folder of its own"),
    ],
)
def test_what_servers_must_share_is_named_before_one_starts(missing: dict[str, str], words: str) -> None:
    refuse_unfit(SHARED)
    with pytest.raises(SettingsError, match=words):
        refuse_unfit(msgspec.structs.replace(SHARED, **missing))


def test_servers_that_share_tables_say_where_a_browser_reaches_them() -> None:
    shared = msgspec.structs.replace(SHARED, cluster=Cluster(shards=13))
    refuse_unfit(shared)
    reached = Cluster(shards=13, address="https://room.example.com/s/one")
    for elsewhere in ({"host": "0.0.0.0"}, {"port": 0}, {"tls": Tls(certificate="a file")}):  # noqa: S104
        unsaid = msgspec.structs.replace(shared, **elsewhere)
        with pytest.raises(SettingsError, match="must say where a browser reaches this one"):
            refuse_unfit(unsaid)
        refuse_unfit(msgspec.structs.replace(unsaid, cluster=reached))


def test_a_server_is_called_as_it_is_told_or_by_its_machine_and_port() -> None:
    named = msgspec.structs.replace(SHARED, cluster=Cluster(name="one", address="https://one.example.com/"))
    assert PlaceInCluster(named, "http://localhost:8000/", machine(named)).name == "one"
    assert PlaceInCluster(named, "http://localhost:8000/", machine(named)).address == "https://one.example.com/"
    assert PlaceInCluster(SHARED, "http://localhost:8123/", machine(SHARED)).name.endswith(":8123")


def test_the_cluster_of_a_room_without_one_is_a_mistake_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("POKERROOM_DATABASE", raising=False)
    asked = CliRunner().invoke(app, ["cluster", "show"])
    assert asked.exit_code == 2
    assert "`database` must name it" in asked.output
    asked = CliRunner().invoke(app, ["serve", "--cluster", "--store", "memory:"])
    assert asked.exit_code == 2
    assert "must be in a PostgreSQL" in asked.output


def test_a_key_that_signs_is_made_once(tmp_path: Path) -> None:
    file = tmp_path / "signing-key"
    made = CliRunner().invoke(app, ["keys", "signing", str(file)])
    assert made.exit_code == 0
    assert file.stat().st_mode & 0o777 == 0o600
    again = CliRunner().invoke(app, ["keys", "signing", str(file)])
    assert again.exit_code == 2
    assert "exists and is left as it is" in again.output


def test_a_server_started_again_at_once_waits_for_its_own_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its row is of the process that was killed, and is not old enough yet."""
    place, asked = PlaceInCluster(SHARED, "http://localhost:8000/", machine(SHARED)), []

    def join(*_: str) -> None:
        asked.append(1)
        if len(asked) < 3:
            raise NameTaken("one")

    monkeypatch.setattr(place._servers, "join", join)
    monkeypatch.setattr("pokerroom.live.cluster.SAYS_EVERY", 0.001)
    asyncio.run(place.join())
    assert len(asked) == 3
    asked.clear()
    monkeypatch.setattr("pokerroom.live.cluster.GONE_AFTER", -1.0)
    with pytest.raises(NameTaken):
        asyncio.run(place.join())


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Servers that somebody asked to take the room, which nobody has; they are asked no more when somebody waits."""
    asked = ["two"]

    async def wait(*_: object) -> None:
        asked.clear()

    def listed(_servers: Servers) -> list[Listed]:
        return [ELSEWHERE._replace(name=each, does=Doing.STANDING_BY, asked=Asked.TAKE) for each in asked]

    monkeypatch.setattr(Servers, "say", lambda *_, **_counts: Asked.NOTHING)
    monkeypatch.setattr(Servers, "listed", listed)
    monkeypatch.setattr("pokerroom.live.cluster.look_at", lambda _url: SeenRecord(is_free=True))
    monkeypatch.setattr("pokerroom.live.cluster.version_of_record", lambda _url: current_version())
    monkeypatch.setattr(type(machine(SHARED).clock), "wait", wait)
    return asked


def test_a_room_that_was_just_given_up_is_left_to_the_server_that_was_asked_to_take_it(waits: list[str]) -> None:
    """However long ago this server last looked at what is asked of the others."""
    place = PlaceInCluster(SHARED, "http://localhost:8000/", machine(SHARED))
    asyncio.run(place._until_turn())
    assert not waits, "it did not wait"


def test_a_room_that_a_newer_version_had_open_is_left_to_one_that_can_read_it(
    waits: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    waits.clear()
    versions = ["9999", "9999"]

    def version_of(_url: str) -> str:
        if versions:
            raise UnknownVersion(versions.pop())
        raise StoreFailed("there is no record yet")

    monkeypatch.setattr("pokerroom.live.cluster.version_of_record", version_of)
    asyncio.run(PlaceInCluster(SHARED, "http://localhost:8000/", machine(SHARED))._until_turn())
    assert not versions, "it opened the room"


class HeldForAWhile:
    """Records of which another server has the accounts, so many looks long."""

    def __init__(self, looks: int) -> None:
        self._records, self.looks = machine(Settings(store="memory:")).records, looks

    def open(self, name: str, address: str = "") -> Record:
        if self.looks:
            self.looks -= 1
            raise RecordHeld("the accounts", Held(1, "another", 0), Terms())
        return self._records.open(name, address)

    def keys(self) -> Keys:
        return self._records.keys()


def test_whoever_has_the_desk_waits_for_the_accounts_that_another_has_yet() -> None:
    settings = Settings(store="memory:")
    records = HeldForAWhile(3)
    world = machine(settings)._replace(records=records)
    with pytest.raises(RecordHeld):
        asyncio.run(accounts_of(settings, world, patience=0.0))
    asyncio.run(accounts_of(settings, world, patience=60.0)).close()
    assert not records.looks
