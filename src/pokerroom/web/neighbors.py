"""The servers that share a room, as browsers see them: their pages open sockets at one another.

Cookies go by the name of a host, whatever its port or path: a page gets on at another server of the same name, and at
no other.
"""

from functools import lru_cache
from typing import NamedTuple, Protocol
from urllib.parse import urlsplit


class Neighborhood(Protocol):
    """The place of a server in a cluster, as far as browsers see it."""

    @property
    def addresses(self) -> frozenset[str]:
        """Where they reach the servers that are there, this one too."""


class Neighbors(NamedTuple):
    origins: frozenset[str] = frozenset()
    """Whose pages may open a socket here."""
    sockets: tuple[str, ...] = ()
    """Where a page of ours may open one, as its policy names it: a server that joins later may have any port."""


@lru_cache(maxsize=16)
def neighbors_at(addresses: frozenset[str]) -> Neighbors:
    found = [urlsplit(address) for address in addresses]
    origins = {f"{each.scheme}://{each.netloc.casefold()}" for each in found}
    # A policy has no way to write an address of IPv6.
    named = {(each.scheme.replace("http", "ws"), each.hostname) for each in found if ":" not in (each.hostname or ":")}
    return Neighbors(frozenset(origins), tuple(sorted(f"{scheme}://{host}:*" for scheme, host in named)))
