"""What the room reports to those who run it: counters for Prometheus, and logs without secrets and without cards."""

import logging
import re
import sys
from collections import Counter as TallyOf
from collections.abc import Iterable, Mapping, MutableMapping
from datetime import date, timedelta
from enum import Enum
from pathlib import PurePath
from typing import Any, TextIO

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from pokerroom.web.shard_metrics import ShardMetrics, TellsOfShards

EXPOSITION = CONTENT_TYPE_LATEST

COMMITS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
"""Bounds of the seconds that a commit takes."""


class Metrics:
    """One registry for each app: two apps in one process count separately."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.orders = Counter("pokerroom_orders", "Orders that took effect, by kind.", ["kind"], registry=self.registry)
        self.refusals = Counter("pokerroom_refusals", "Orders refused, by code.", ["code"], registry=self.registry)
        self.commit_seconds = Histogram(
            "pokerroom_commit_seconds",
            "From an order decided to its being durable.",
            buckets=COMMITS,
            registry=self.registry,
        )
        self.rounds = Counter("pokerroom_rounds", "Rounds of play finished, by game.", ["game"], registry=self.registry)
        self.sockets = Gauge("pokerroom_sockets", "Clients connected.", registry=self.registry)
        self.tables = Gauge("pokerroom_tables", "Tables open.", registry=self.registry)
        self.halted = Gauge("pokerroom_tables_halted", "Tables that have stopped.", registry=self.registry)
        self.failing = Gauge(
            "pokerroom_records_failing", "Records that cannot be written or read.", registry=self.registry
        )
        self.unsigned = Gauge(
            "pokerroom_records_unsigned", "Records whose heads cannot be signed.", registry=self.registry
        )
        self.streams = Gauge("pokerroom_streams_halted", "Streams that nothing is written to.", registry=self.registry)
        self.ready = Gauge("pokerroom_ready", "1 while orders are written and people enter.", registry=self.registry)
        self.disk = Gauge("pokerroom_disk_free_bytes", "Free on the disk of the store.", registry=self.registry)
        self.sessions = Gauge("pokerroom_sessions", "Sessions open.", registry=self.registry)
        self.doors = Gauge(
            "pokerroom_doors",
            "Connections of any kind, the most that fit, the descriptors allowed, and who was let go or turned away.",
            ["what"],
            registry=self.registry,
        )
        self.shard_orders = Counter(
            "pokerroom_shard_orders", "Orders that took effect, by shard.", ["room", "shard"], registry=self.registry
        )
        self.shard_events = Counter(
            "pokerroom_shard_events", "Events that they led to, by shard.", ["room", "shard"], registry=self.registry
        )
        self.sign_ins = Counter(
            "pokerroom_sign_ins", "Guests, registrations and log-ins, by outcome.", ["outcome"], registry=self.registry
        )

    def tell_of_shards(self, house: TellsOfShards) -> None:
        self.registry.register(ShardMetrics(house))

    def of_shards(self, room: str, shards: Iterable[int]) -> None:
        """An order took effect: of which shard each of its events is."""
        for shard, events in TallyOf(shards).items():
            self.shard_orders.labels(room, shard).inc()
            self.shard_events.labels(room, shard).inc(events)

    def at_the_doors(self, state: Mapping[str, int | None]) -> None:
        for what, count in state.items():
            self.doors.labels(what).set(-1 if count is None else count)

    def of_records(self, health: Mapping[str, Any]) -> None:
        self.failing.set(len(health["failing_records"]))
        self.unsigned.set(len(health["unsigned_records"]))
        self.streams.set(len(health["halted_streams"]))
        self.ready.set(not health["not_ready"])
        self.disk.set(health["disk"].get("free", 0))

    def exposition(self) -> bytes:
        """Everything, as Prometheus reads it; `EXPOSITION` is its content type."""
        return generate_latest(self.registry)


HIDDEN = "[hidden]"

SECRETS = re.compile(r"passw|secret|token|cookie|authori[sz]ation|salt|hash|key$|^key", re.IGNORECASE)
"""Names of values that nobody may read in a log."""

CARDS = re.compile(
    r"^(cards?|deck|down|up|board|stub|burns?|muck|hand|hole|discards?|openings?|offers?)$", re.IGNORECASE
)
"""Names of values that are cards, or reveal them."""

CARD_TEXT = re.compile(r"(?<![A-Za-z0-9])(?:(?:10|[2-9TJQKA])[cdhs♣♦♥♠])+(?![A-Za-z0-9])")
"""Cards written out. A sentence that begins with "As" loses a word, which is the lesser evil."""

UNKNOWN_CARD = "??"


def scrubbed(value: Any, *, name: str = "") -> Any:
    """A value that is safe to log: for anything that may hold cards, only its type."""
    if SECRETS.search(name) or CARDS.match(name):
        return HIDDEN
    match value:
        case str():
            return CARD_TEXT.sub(UNKNOWN_CARD, value)
        case bool() | int() | float() | None:
            return value
        case bytes() | bytearray():
            return f"[{len(value)} bytes]"
        case Mapping():
            return {str(key): scrubbed(each, name=str(key)) for key, each in value.items()}
        case list() | tuple() | set() | frozenset() if not hasattr(value, "_fields"):
            return [scrubbed(each) for each in value]
        case date() | timedelta() | PurePath() | Enum() | BaseException():
            return CARD_TEXT.sub(UNKNOWN_CARD, str(value))
        case _:
            return type(value).__name__


def without_secrets(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """The last processor before the log is written: anybody may read what it passes on."""
    return {name: scrubbed(value, name=name) for name, value in event.items()}


BEFORE: tuple[Any, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
)


def configure_logging(*, level: str = "INFO", as_json: bool = True, stream: TextIO | None = None) -> None:
    """One output for our own logs and those of every library."""
    renderer: Any = (
        structlog.processors.JSONRenderer(default=str) if as_json else structlog.dev.ConsoleRenderer(colors=False)
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=BEFORE,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            # The trace without the values of variables, which may be cards.
            structlog.processors.format_exc_info,
            without_secrets,
            renderer,
        ],
    )
    handler = logging.StreamHandler(sys.stderr if stream is None else stream)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in ("uvicorn", "uvicorn.access", "uvicorn.error"):
        library = logging.getLogger(name)
        library.handlers.clear()
        library.propagate = True
    structlog.configure(
        processors=[*BEFORE, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
