"""The openings of sealed decks: who had the decks of a round opened, when and why. Nothing is shown before."""

from datetime import datetime
from typing import Any

import msgspec

from pokerroom.ledger import Signature
from pokerroom.log import Codec
from pokerroom.room.refusals import Code, Refusal
from pokerroom.room.streams import Kept, Stream
from pokerroom.rules.wording import is_in_words
from pokerroom.shuffle.seal import DeckOpened


class OpenDecks(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Have every card of a round that is over opened: the deck in its order, and what was burned or stayed in it."""

    table: str
    round: int
    reason: str
    by: Signature
    at: datetime


class OnOpenings(msgspec.Struct, frozen=True, gc=False, tag=True):
    command: OpenDecks


class DecksOpened(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    table: str
    round: int
    reason: str
    by: Signature
    at: datetime


def perform(known: None, command: OpenDecks) -> Any:
    if not is_in_words(command.reason):
        return Refusal(Code.NO_REASON)
    return known, (DecksOpened(**msgspec.structs.asdict(command)),)


def noted(_known: None, _event: Any) -> None:
    """Opening a deck changes nothing; it is recorded for auditors."""


OPENINGS: Stream[None] = Stream(
    name="deck-openings",
    codec=Codec([DeckOpened, DecksOpened]),
    first=lambda _: None,
    perform=perform,
    apply=noted,
    kept=Kept(None, lambda _: None, lambda _: None),
)
