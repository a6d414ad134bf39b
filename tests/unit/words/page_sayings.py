"""What Python and the page must put into the same words: `python -m tests.unit.words.page_sayings` writes the list.

It is made of what is told in the recorded rounds: the first of those that are made of the same sayings.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from pokerroom import play
from pokerroom.history.narration import by_seat, tell
from pokerroom.play import Round, Seat
from pokerroom.words import Saying, Value, said, saying
from tests.conftest import ROOT
from tests.golden.recorded import EDITIONS, performed, recorded

FILE = ROOT / "page/test/sayings.json"
NAMES = ("Ada", "bo", "Cy O'Hara", "T-9-8", "{who}", "As", "Seat 2")
"""Names that look like something else."""


def told() -> Iterator[Saying]:
    for key in EDITIONS:
        state: Round | None = None
        for event in performed(recorded(key)):
            state = play.replay([event]) if state is None else play.apply(state, event)
            for names in (by_seat, name_of):
                says = tell(event, state, names)
                if says is not None:
                    yield says


def name_of(seat: Seat) -> str:
    return NAMES[seat]


OTHERS = (
    saying("refused.sentence", what=saying("refused-play.below minimum", to=1250, least=200_000)),
    saying("refused.sentence", what=saying("refused-play.not your card", seat=2, card=51)),
    saying("refused-live.already seated", table="Brigantine"),
    saying("table.paid-by", amount=300, who=("Ada", "bo", "Cy"), count=3),
    saying("table.paid-by", amount=350, who=("Ada",), count=1),
    saying("telling.dealt-hidden", who=(by_seat(Seat(0)), "Ada", by_seat(Seat(8)))),
    saying("telling.draws", who="Ada", count=0),
    saying("telling.draws", who="Ada", count=9),
    saying("hands.badugi", count=3, ranks=("T", "9", "A")),
    saying("hands.no-hand"),
)


def keys_of(value: Value) -> Iterator[str]:
    """Of all sayings in it."""
    if isinstance(value, Saying):
        yield value.key
        for each in value.values.values():
            yield from keys_of(each)
    elif isinstance(value, tuple):
        for each in value:
            yield from keys_of(each)


def chosen() -> list[Saying]:
    first: dict[frozenset[str], Saying] = {}
    for says in told():
        first.setdefault(frozenset(keys_of(says)), says)
    return [*first.values(), *OTHERS]


def listed() -> list[dict[str, Any]]:
    return [{"says": msgspec.to_builtins(says), "words": said(says)} for says in chosen()]


def written() -> bytes:
    return b"[\n" + b",\n".join(map(msgspec.json.encode, listed())) + b"\n]\n"


if __name__ == "__main__":
    FILE.write_bytes(written())
