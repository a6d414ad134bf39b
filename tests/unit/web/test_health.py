"""What operators are told, and that one failed write of the accounts keeps nobody out for good."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from pokerroom.live.entrance.desk import ACCOUNTS as ACCOUNTS_STREAM, SESSIONS
from pokerroom.live.records import ACCOUNTS
from pokerroom.live.settings import Cluster, PlayChips, Settings
from pokerroom.log import enclose
from pokerroom.room.ports import Batch, StoreAway
from pokerroom.web.app import create_app
from tests.unit.web.front import PASSWORD

PATIENCE = 20.0
TOKEN = "of the one who measures"  # noqa: S105

Client = TestClient[Litestar]


@contextmanager
def room(folder: Path, **settings: Any) -> Iterator[Client]:
    chosen = Settings(
        store=str(folder), rate_limits=False, play_chips=PlayChips(bots=0), metrics_token=TOKEN, **settings
    )
    with TestClient(create_app(chosen)) as client:
        client.headers["authorization"] = f"Bearer {TOKEN}"
        yield client


def until(is_so: Callable[[], object], what: str) -> None:
    give_up = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < give_up, what
        time.sleep(0.02)


def enters(client: Client) -> int:
    client.cookies.clear()  # As somebody new.
    return client.post("/api/accounts/guest", json={}).status_code


def is_well(client: Client) -> bool:
    return client.get("/health").status_code == client.get("/ready").status_code == 200


class Away:
    """Makes a store fail in front of whoever writes to it."""

    def __init__(self, store: Any, monkeypatch: pytest.MonkeyPatch, *, times: int | None = None) -> None:
        self.is_so, self._times, self._append = True, times, store.append
        monkeypatch.setattr(store, "append", self.append)

    def append(self, *batches: Batch) -> tuple[int, ...]:
        if self.is_so and self._times != 0:
            self._times = None if self._times is None else self._times - 1
            raise StoreAway("no space is left on the device", "the disk is full")
        positions: tuple[int, ...] = self._append(*batches)
        return positions


def test_a_room_that_is_well_says_so_in_every_way(tmp_path: Path) -> None:
    with room(tmp_path) as client:
        health = client.get("/health").json()
        assert health["status"] == "ok"
        assert health["disk"]["free"] > 0
        assert "now" in health["clock"]
        assert client.get("/ready").json() == {"ready": True, "reasons": []}
        assert client.get("/alive").json() == {"alive": True}
        metrics = client.get("/metrics").text
        assert "pokerroom_ready 1.0" in metrics
        assert "pokerroom_records_failing 0.0" in metrics
        assert float(metrics.partition("\npokerroom_disk_free_bytes ")[2].split()[0]) > 0


def test_one_failed_write_of_the_accounts_is_not_noticed_by_who_enters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with room(tmp_path) as client:
        Away(client.app.state.house.records.stores[ACCOUNTS], monkeypatch, times=1)
        assert enters(client) == 200
        assert enters(client) == 200
        assert is_well(client)


def test_while_the_accounts_cannot_be_written_that_is_said_and_afterwards_people_enter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with room(tmp_path) as client, ThreadPoolExecutor(1) as people, ExitStack() as at_the_end:
        away = Away(client.app.state.house.records.stores[ACCOUNTS], monkeypatch)
        at_the_end.callback(setattr, away, "is_so", False)
        first = people.submit(enters, client)
        until(lambda: client.get("/ready").status_code == 503, "nobody says that the accounts fail")
        health = client.get("/health")
        assert health.status_code == 503
        assert health.json()["failing_records"]["accounts"]["reason"] == "the disk is full"
        assert client.get("/ready").json()["reasons"] == ["accounts: the disk is full"]
        assert client.get("/ready?unready=404").status_code == 404
        assert client.get("/ready?unready=200").status_code == 400
        assert client.get("/alive").status_code == 200
        assert "pokerroom_records_failing 1.0" in client.get("/metrics").text
        until(lambda: client.app.state.house.records.writers[ACCOUNTS].refuses, "it takes more and more")
        refused = client.post("/api/accounts/guest", json={})
        assert refused.status_code == 503
        assert "cannot be written at the moment" in refused.json()["detail"]
        assert not first.done()
        away.is_so = False
        assert first.result(PATIENCE) == 200
        until(lambda: enters(client) == 200, "nobody can enter")
        until(lambda: is_well(client), "the room does not become well")


@pytest.mark.parametrize("stream", [ACCOUNTS_STREAM, SESSIONS])
def test_accounts_that_somebody_else_wrote_to_are_read_again(tmp_path: Path, stream: str) -> None:
    with room(tmp_path) as client:
        assert client.post("/api/accounts/register", json={"name": "Ada", "password": PASSWORD}).status_code == 200
        store = client.app.state.house.records.stores[ACCOUNTS]
        head, last = store.heads()[stream], list(store.read(stream))[-1].envelope
        again = enclose(head, at=last.at, by=last.by, cause="else", tag=last.tag, version=last.version, body=last.body)
        store.append(Batch((again,)))
        log_in = {"name": "Ada", "password": PASSWORD}
        assert client.post("/api/accounts/login", json=log_in).status_code == 503
        until(lambda: is_well(client), "the accounts stay halted")
        assert client.post("/api/accounts/login", json=log_in).status_code == 200


def test_a_disk_that_is_nearly_full_degrades_the_room_and_stops_nobody(tmp_path: Path) -> None:
    with room(tmp_path, least_disk_free=10**18) as client:
        health = client.get("/health")
        assert health.status_code == 503
        assert health.json()["disk"]["short"]
        assert client.get("/ready").status_code == 200
        assert enters(client) == 200


def test_a_room_that_is_divided_tells_of_its_shards_and_one_that_is_not_does_not(tmp_path: Path) -> None:
    with room(tmp_path / "divided", cluster=Cluster(shards=5)) as client:
        told = client.get("/health").json()["shards"]["play-chips"]
        assert (told["of"], told["desk"], told["held"], told["free"]) == (5, True, [1, 2, 3, 4], [])
        figures = client.get("/metrics").text
        assert 'pokerroom_shards_held{room="play-chips"} 5.0' in figures
        assert 'pokerroom_shard_epoch{room="play-chips",shard="4"}' in figures
    with room(tmp_path / "whole") as client:
        assert "shards" not in client.get("/health").json()
        assert "pokerroom_shards" not in client.get("/metrics").text
