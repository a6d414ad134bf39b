"""The openings of sealed decks: who had one opened, when and why."""

from typing import Any

from pokerroom.log import Codec
from pokerroom.room.streams import Kept, Stream
from pokerroom.shuffle.seal import DeckOpened


def noted(_known: None, _event: Any) -> None:
    """Opening a deck changes nothing; it is recorded for auditors."""


OPENINGS: Stream[None] = Stream(
    name="deck-openings",
    codec=Codec([DeckOpened]),
    first=lambda _: None,
    apply=noted,
    kept=Kept(None, lambda _: None, lambda _: None),
)
