"""The ids of orders, and what each was used for: asked again the same is answered, and anything else is refused.

What was asked is kept as a digest: of what somebody said, not of the command that the room makes of it when its turn
has come. It stands beside the event that leads its order in the record, and here for the last orders of each stream.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import msgspec
from msgspec.structs import replace

from pokerroom.room.commands import Command, asked_of

DOMAIN = b"pokerroom asked 1"
DIGEST = 16
NOT_SAID = b""
"""For a digest, of an order of the room's own, and of those recorded before there were digests."""

KEPT = 1024
"""Ids of orders remembered for each stream: further back than anybody repeats an order."""

ENCODER = msgspec.json.Encoder(order="sorted", decimal_format="number")


def digest_of(*said: Any) -> bytes:
    """Of what was asked: the same for the same values, in whichever order their names were given."""
    return sha256(DOMAIN + ENCODER.encode(said)).digest()[:DIGEST]


def said_in(command: Command) -> bytes:
    """Of a command as it is, but for the moment at which it is given."""
    asked = asked_of(command)
    timeless = replace(asked, at=None) if "at" in asked.__struct_fields__ else asked
    return digest_of("command", timeless if asked is command else replace(command, command=timeless))


class Answers:
    def __init__(self, of: Mapping[str, Mapping[str, bytes]] | None = None) -> None:
        self.of: dict[str, dict[str, bytes]] = {}
        """Of each stream the ids of the last orders, oldest first, each with a digest of what it asked."""
        self._last: dict[str, str] = {}
        """By id, the stream that remembers it, the last of several."""
        for stream, ids in (of or {}).items():
            for id_, asked in ids.items():
                self.remember(stream, id_, asked)

    def remember(self, stream: str, id: str, asked: bytes) -> None:  # noqa: A002  its own
        """That an order has been answered in a stream."""
        ids = self.of.setdefault(stream, {})
        ids[id], self._last[id] = asked, stream
        if len(ids) > KEPT:
            oldest = next(iter(ids))
            del ids[oldest]
            if self._last.get(oldest) == stream:
                del self._last[oldest]

    def asked(self, id: str, stream: str) -> bytes | None:  # noqa: A002
        """What an id was used for, in this stream or in any other; None where that is not remembered.

        One without a digest is known in its own stream only.
        """
        last = self._last.get(id)
        asked = None if last is None else self.of[last][id]
        return asked or self.of.get(stream, {}).get(id)
