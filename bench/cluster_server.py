"""A server of the cluster benchmark: the room as it is, with a side door that counts and times what it does.

Bots play at every table without a pause. Where there is one process, it serves as `pokerroom serve` does; in a cluster
as `pokerroom serve --cluster` does.
"""

import http.client
import json
import sys
import time
from pathlib import Path
from statistics import median, quantiles
from threading import Thread
from typing import Any

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.room_server import NO_PAUSES, RICH, body_of, end_with_parent  # noqa: E402
from pokerroom.ledger import Signature  # noqa: E402
from pokerroom.live.room import LiveRoom  # noqa: E402
from pokerroom.live.settings import Cluster, PlayChips, Settings  # noqa: E402
from pokerroom.room.books.commands import Deposit  # noqa: E402
from pokerroom.room.room import Done  # noqa: E402
from pokerroom.web.among_servers import AmongServers  # noqa: E402
from pokerroom.web.app import create_app  # noqa: E402
from pokerroom.web.clustered import ClusterServer  # noqa: E402
from pokerroom.web.door_server import config_of  # noqa: E402
from pokerroom.web.running import Server, configured, prepare  # noqa: E402
from pokerroom.web.standing_by import StandingBy  # noqa: E402

CAGE = Signature("the benchmark", "cage")


class Place(msgspec.Struct, frozen=True):
    """Of one server."""

    port: int
    folder: str
    database: str = ""
    """Empty for a SQLite file in the folder."""
    accounts: str = ""
    keys: str = ""
    """A folder that has the keys of a cluster; empty where there is none."""
    shards: int = 1
    tables_each: int = 1
    bots: int = 4

    @property
    def settings(self) -> Settings:
        shared = Path(self.keys)
        return Settings(
            port=self.port,
            store=self.folder,
            database=self.database,
            accounts_database=self.accounts,
            deck_keys=str(shared / "deck-keys") if self.keys else "",
            signing_key=str(shared / "signing-key") if self.keys else "",
            rate_limits=False,
            clock=NO_PAUSES,
            play_chips=PlayChips(
                tables_each=self.tables_each, bots=self.bots, always_dealing=True, bank=RICH, demonstrations=0
            ),
            cluster=Cluster(joins=bool(self.keys), name=f"server {self.port}", shards=self.shards),
        )


class Turn(msgspec.Struct):
    """What a server did since it was last asked."""

    orders: int
    """That it decided."""
    processor: float
    median_ms: float
    p99_ms: float
    is_ready: bool
    is_desk: bool


class Hops(msgspec.Struct):
    """Orders to the desk, one after the other, given at this server."""

    median_ms: float
    p99_ms: float


class Counter:
    """Every order that is decided in this process, and how long it took until it was durable."""

    def __init__(self) -> None:
        self.took: list[float] = []
        self.rooms: set[LiveRoom] = set()

    def stand_before(self, kind: type[LiveRoom]) -> None:
        carry_out = kind.carry_out

        async def timed(live: LiveRoom, order: Any, **named: Any) -> Any:
            began = time.perf_counter()
            answer = await carry_out(live, order, **named)
            self.rooms.add(live)
            if isinstance(answer, Done) and not answer.repeated:
                self.took.append(time.perf_counter() - began)
            return answer

        kind.carry_out = timed  # type: ignore[assignment,method-assign]


class SideDoor:
    """The app, with a few paths more."""

    def __init__(self, app: Any, counter: Counter) -> None:
        self.app, self.counter = app, counter
        self._processor = time.process_time()

    @property
    def state(self) -> Any:
        return self.app.state

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        path = scope.get("path", "")
        if not path.startswith("/bench/"):
            await self.app(scope, receive, send)
            return
        asked = json.loads(await body_of(receive))
        answer = await getattr(self, path.removeprefix("/bench/"))(**asked)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"connection", b"close")]})
        await send({"type": "http.response.body", "body": msgspec.json.encode(answer)})

    async def turn(self) -> Turn:
        took, self.counter.took = self.counter.took, []
        now = time.process_time()
        processor, self._processor = now - self._processor, now
        live = self.room
        return Turn(
            orders=len(took),
            processor=processor,
            median_ms=1000 * median(took or [0.0]),
            p99_ms=1000 * quantiles(took, n=100)[98] if len(took) > 1 else 0.0,
            is_ready=live is not None,
            is_desk=live is not None and live.has_desk,
        )

    @property
    def room(self) -> LiveRoom | None:
        house = self.state.get("house")
        return None if house is None else next(iter(house.rooms.values()))

    async def hops(self, number: int) -> Hops:
        """A cent paid in at the desk, wherever that is."""
        live, took = self.room, list[float]()
        assert live is not None
        for _ in range(number):
            began = time.perf_counter()
            answer = await live.submit(lambda at: Deposit(player="a patron", amount=1, by=CAGE, at=at))
            assert isinstance(answer, Done), answer
            took.append(time.perf_counter() - began)
        return Hops(1000 * median(took), 1000 * quantiles(took, n=100)[98])


def serve(place: Place) -> None:
    counter, settings = Counter(), place.settings
    counter.stand_before(LiveRoom)
    Thread(target=end_with_parent, daemon=True).start()
    if not settings.cluster.joins:
        config = configured(settings, pace=0.0)
        config.app = SideDoor(config.app, counter)
        Server(config).run()
        return
    app = StandingBy(create_app(settings, pace=0.0, parts=AmongServers()))
    config = config_of(SideDoor(app, counter), settings.listens_at, settings.port)
    prepare(config, settings, None)
    ClusterServer(config, app, settings).run()


def ask(port: int, path: str, **asked: object) -> bytes:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    connection.request("POST", f"/bench/{path}", body=json.dumps(asked))
    answer = connection.getresponse().read()
    connection.close()
    return answer


if __name__ == "__main__":
    serve(msgspec.json.decode(sys.argv[1], type=Place))
