"""What a stream of the record is: the events of one aggregate, declared once with everything the room needs to know.

A stream is declared beside its aggregate and listed in `registry.py`. The room holds the state of each under its name,
and knows no more about it than is declared here.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, Generic, NamedTuple, TypeVar, get_args

import msgspec

from pokerroom.log import Codec, Envelope
from pokerroom.room.ports import EventStore, Row
from pokerroom.shuffle.seal import Keys

State = TypeVar("State")


class Kept(NamedTuple):
    """How a checkpoint keeps a state: as a value of `form`, made from it and read back."""

    form: Any
    write: Callable[[Any], Any]
    read: Callable[[Any], Any]
    opens: type[Any] | None = None
    """The event from which `refold` folds what is not kept."""
    refold: Callable[[Any, Any], Any] = lambda state, _event: state


class Sealing(NamedTuple):
    """How events with secrets are stored: given their place, the keys and what else is secret about them."""

    hides: Callable[[Any], bool]
    """Whether an event has something to hide."""
    stored: type[Any]
    close: Callable[[Any, str, int, Keys, bytes], Any]
    open: Callable[[Any, str, int, Keys], Any]
    face: Callable[[Any], Any]
    """What of a stored event anybody may see."""


def never_asked(_state: Any, command: Any) -> Any:
    raise TypeError(f"{type(command).__name__}: nothing is asked of this stream, it only notes what happens")


@dataclass(frozen=True, eq=False, kw_only=True)
class Stream(Generic[State]):
    name: str
    codec: Codec
    first: Callable[[str], State]
    """The state before the first event: of the whole room, or of the table of this name."""
    apply: Callable[[State, Any], State]
    perform: Callable[[State, Any], Any] = never_asked
    """The state after a command and what is to be recorded, or why not."""
    of_tables: bool = False
    """Whether each table has its own, named `name/table`."""
    fold: Callable[[State, Iterable[Any]], State] | None = None
    """Applies many events at once, where that is quicker than one by one."""
    kept: Kept | None = None
    """None if it is read from its start when a room opens, because it grows slowly."""
    sealing: Sealing | None = None
    rows: Callable[[State, Iterable[Any]], tuple[Row, ...]] | None = None
    """The rows stored with the events, from the state before them."""

    prefix: str = field(init=False)
    """The prefix of the names of its streams, before that of a table; for a stream of the whole room, its name."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "prefix", f"{self.name}/" if self.of_tables else self.name)

    def named(self, table: str = "") -> str:
        return self.prefix + table

    def holds(self, stream: str) -> bool:
        """Whether a stream of this name is this one, or one of these."""
        return kind_of(stream) == self.name

    def read(self, envelope: Envelope, keys: Keys | None = None) -> Any:
        """The event in an envelope; a sealed part is opened if the keys are given."""
        event = self.codec.read(envelope)
        if keys is not None and self.sealing is not None and isinstance(event, self.sealing.stored):
            return self.sealing.open(event, envelope.stream, envelope.sequence, keys)
        return event

    def face(self, envelope: Envelope) -> Any:
        """The event in an envelope as anybody may see it: no key is needed."""
        event = self.codec.read(envelope)
        sealing = self.sealing
        return sealing.face(event) if sealing is not None and isinstance(event, sealing.stored) else event

    def is_in_clear(self, envelope: Envelope, event: Any) -> bool:
        """Whether it hides something and was recorded before such events were sealed."""
        sealing = self.sealing
        return sealing is not None and envelope.tag != sealing.stored.__name__ and sealing.hides(event)

    def events(
        self, store: EventStore, table: str = "", *, after: int = 0, keys: Keys | None = None
    ) -> Iterator[tuple[Envelope, Any]]:
        """The events recorded after a number, each with its envelope."""
        for committed in store.read(self.named(table), after=after):
            yield committed.envelope, self.read(committed.envelope, keys)

    def folded(self, state: State, events: Iterable[Any]) -> State:
        return reduce(self.apply, events, state) if self.fold is None else self.fold(state, events)


def kind_of(stream: str) -> str:
    """The name of the kind of stream that this is one of."""
    return stream.partition("/")[0]


def table_of(stream: str) -> str:
    """The table that a stream belongs to; empty if it belongs to the whole room."""
    return stream.partition("/")[2]


def kinds_of(*unions: Any) -> list[type[msgspec.Struct]]:
    return [kind for union in unions for kind in (get_args(union) or (union,))]
