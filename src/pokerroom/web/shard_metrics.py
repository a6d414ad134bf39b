"""The shards of rooms that are divided, for Prometheus; read when somebody asks, and nothing where no room is."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, Protocol

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from pokerroom.live.shards_told import ShardsTold

Values = Callable[[ShardsTold], Mapping[tuple[str, ...], float]]
"""From what is told of a room to a figure for each label."""


class Figure(NamedTuple):
    name: str
    says: str
    values: Values
    labels: tuple[str, ...] = ()
    """Besides the room's."""
    counts: bool = False
    """Whether it only ever grows."""


def of_each(values: Mapping[int, int]) -> dict[tuple[str, ...], float]:
    return {(str(shard),): value for shard, value in values.items()}


FIGURES = (
    Figure("shards", "Shards that the record is divided into.", lambda told: {(): told.of}),
    Figure("shards_held", "Shards that this server has, the desk included.", lambda told: {(): len(told.epochs)}),
    Figure("shards_free", "Shards that nobody has.", lambda told: {(): len(told.free)}),
    Figure("shard_epoch", "Epochs of the leases that this server has.", lambda told: of_each(told.epochs), ("shard",)),
    Figure("shard_position", "The last position in effect here.", lambda told: of_each(told.ends), ("shard",)),
    Figure(
        "shard_recorded",
        "The last position that a shard has counted or passed over, as this server saw it.",
        lambda told: of_each({each.shard: each.position for each in told.held}),
        ("shard",),
    ),
    Figure(
        "shard_moves",
        "Shards that this server has taken, given up and lost.",
        lambda told: {(what,): count for what, count in told.moves.items()},
        ("what",),
        counts=True,
    ),
    Figure(
        "followed_events",
        "Events of other servers that have taken effect here.",
        lambda told: {(): told.followed.events},
        counts=True,
    ),
    Figure(
        "following_behind_seconds",
        "Since everything durable was in effect here.",
        lambda told: {(): told.followed.behind},
    ),
)


class TellsOfShards(Protocol):
    shards_told: Callable[[], Mapping[str, ShardsTold]]


class ShardMetrics(Collector):
    def __init__(self, house: TellsOfShards) -> None:
        self._house = house

    def collect(self) -> Iterator[Metric]:
        rooms = self._house.shards_told()
        for figure in FIGURES if rooms else ():
            family = CounterMetricFamily if figure.counts else GaugeMetricFamily
            metric = family(f"pokerroom_{figure.name}", figure.says, labels=("room", *figure.labels))
            for room, told in rooms.items():
                for labels, value in figure.values(told).items():
                    metric.add_metric((room, *labels), value)
            yield metric

    def describe(self) -> Iterator[Metric]:
        """Nothing is asked before there is a house."""
        return iter(())
