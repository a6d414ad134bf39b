"""Where a request comes from and which host it asks for, when proxies may stand in between.

Only a trusted proxy is believed. Each proxy adds at the right of `X-Forwarded-For` whom it has the request from: read
from the right, the first who is not a trusted proxy is the client, whatever they wrote further left.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from pokerroom.live.settings import Network

FORWARDING = frozenset({"forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"})
"""Headers by which a proxy gives itself away."""
THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})


def forwarded(scope: Mapping[str, Any], headers: Mapping[str, str], proxies: Sequence[Network]) -> dict[str, Any]:
    """What a trusted proxy says of a request, as parts of its scope: `client`, and `scheme` where it is said."""
    peer = peer_of(scope)
    if not is_in(peer, proxies):
        return {}
    found: dict[str, Any] = {"client": (client_of(peer, headers.get("x-forwarded-for", ""), proxies), 0)}
    scheme = headers.get("x-forwarded-proto", "").rpartition(",")[2].strip().casefold()
    if scheme in {"http", "https"}:
        found["scheme"] = {"http": "ws", "https": "wss"}[scheme] if scope["type"] == "websocket" else scheme
    return found


def client_of(peer: str, chain: str, proxies: Sequence[Network]) -> str:
    """The first from the right that is no trusted proxy; what is no address ends the chain before it."""
    client = peer
    for each in reversed(chain.split(",")):
        named = address_in(each)
        if named is None:
            return client
        client = named
        if not is_in(named, proxies):
            return client
    return client


def address_in(text: str) -> str | None:
    """An address as proxies write it: `10.0.0.1`, `10.0.0.1:80`, `2001:db8::1` or `[2001:db8::1]:80`."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        return str(ip_address(text))
    except ValueError:
        return None


def is_in(address: str, networks: Iterable[Network]) -> bool:
    if not networks:
        return False
    try:
        known = ip_address(address)
    except ValueError:
        return False
    known = (known.ipv4_mapped or known) if isinstance(known, IPv6Address) else known
    return any(known in network for network in networks)


def peer_of(scope: Mapping[str, Any]) -> str:
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


def address_of(scope: Mapping[str, Any]) -> str:
    """Whoever asks, as they are counted."""
    return network_of(peer_of(scope))


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """A household has 2^64 IPv6 addresses: they count as one."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return address
    mapped = known.ipv4_mapped
    return str(ip_network((known, 64), strict=False)) if mapped is None else str(mapped)


def host_in(value: str) -> str:
    """The name in a `Host` header or an origin, without its port."""
    value = value.casefold()
    return value[1:].partition("]")[0] if value.startswith("[") else value.partition(":")[0].rstrip(".")


def is_named(host: str, names: Iterable[str]) -> bool:
    """Whether a host is one of these; `*.example.com` is every name below it."""
    return any(
        host.endswith(name[1:]) and len(host) > len(name) - 1 if name.startswith("*.") else host == name
        for name in map(str.casefold, names)
    )


def is_from_this_machine(scope: Mapping[str, Any], headers: Mapping[str, str]) -> bool:
    """Whether a program here asks by itself: no proxy stands in between, and no page of another name made it ask."""
    peer, here = peer_of(scope), str((scope.get("server") or ("",))[0])
    if FORWARDING & headers.keys() or not (is_loopback(peer) or peer == here):
        return False
    host = host_in(headers.get("host", ""))
    return host in THIS_MACHINE or host == here


def is_loopback(address: str) -> bool:
    try:
        known = ip_address(address)
    except ValueError:
        return False
    mapped = known.ipv4_mapped if isinstance(known, IPv6Address) else None
    return (mapped or known).is_loopback
