"""Where somebody logs in from, and what the owner of an account is told of it."""

from datetime import datetime

import msgspec
from msgspec.structs import replace

ADDRESSES_KEPT = 5


class Place(msgspec.Struct, frozen=True):
    """Where somebody asks from."""

    address: str = ""
    device: str = ""
    """The digest of the cookie that a browser keeps after a log-in; empty for one that has none."""


class Failures(msgspec.Struct, frozen=True, kw_only=True):
    """Passwords that did not match since a log-in, as its owner is told of them."""

    count: int
    first: datetime
    last: datetime
    addresses: tuple[str, ...]
    """The last few."""


class LogInSeen(msgspec.Struct, frozen=True, kw_only=True):
    at: datetime
    address: str
    new_device: bool


def one_more(before: Failures | None, place: Place, at: datetime) -> Failures:
    if before is None:
        return Failures(count=1, first=at, last=at, addresses=(place.address,))
    others = tuple(each for each in before.addresses if each != place.address)
    return replace(before, count=before.count + 1, last=at, addresses=(*others, place.address)[-ADDRESSES_KEPT:])
