"""What every message is made of, whatever it is about."""

from typing import Annotated

import msgspec
from msgspec import Meta

Id = Annotated[str, Meta(min_length=1, max_length=64)]
Name = Annotated[str, Meta(min_length=1, max_length=64)]
Cents = int
Seat = int
Seconds = float


class Message(msgspec.Struct, frozen=True, tag_field="type", tag=True, kw_only=True):
    pass
