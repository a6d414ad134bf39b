"""How the room is run: every setting, from one TOML file and the environment, which takes precedence.

A key `port` is `POKERROOM_PORT` in the environment; a key of a table such as `clock.act` is `POKERROOM_CLOCK_ACT`.
"""

import os
import tomllib
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, timedelta, tzinfo
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from pokerroom.live.tables.clock import ClockRules
from pokerroom.room.shards import MOST

PREFIX = "POKERROOM_"
Network = IPv4Network | IPv6Network
ANY_MOMENT = datetime(2000, 1, 1, tzinfo=UTC)
"""A date used only to check that zone and hour make sense."""


RETIRED: Mapping[str, str] = {
    "officers": "names appoint nobody: take this out, and give two people a code each (`pokerroom officers code`)"
}
"""Keys of earlier versions, and what is to be done instead."""


class SettingsError(Exception):
    """A setting that the room cannot be run with."""


class PlayChips(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The room of guests and bots. Amounts are cents of play money."""

    bank: int = 200_000
    """What a guest is given, and given again when they have too little to sit down with."""
    bots: int = 5
    """Bots at a table, as long as two seats stay free."""
    spectator_delay: float = 10.0
    """The delay in seconds for those without a seat."""
    tables_each: int = 1
    """Tables of each game and limit."""
    games: tuple[str, ...] = ()
    """The games of its tables when it is first opened, by their keys; empty for all of them."""
    pace: float = 1.0
    """How slowly bots act: 1 for as slowly as people, 0.1 for ten times as fast."""
    demonstrations: int = 1
    """Tables at which a scripted dealer deals to bots from cards on the felt, where there are bots."""
    payout: bool = True
    """Whether a hold 'em table has a bad beat payout of play chips, which the room runs by itself."""
    always_dealing: bool = False
    """Whether bots play on while nobody watches; the record keeps growing."""
    behind_the_scenes: bool = True
    """Whether guests may try the positions of staff in a room of their own; never beside a licensed room."""


class Doors(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long somebody at the door may be silent, and how many may stand there. Many honest people may share one
    address: a household, a card club, a telephone network.
    """

    head: float = 10.0
    """Seconds for a TLS handshake and the head of a request, from the connection or the last answer on."""
    body: float = 20.0
    """Seconds for the rest of a request."""
    answer: float = 120.0
    """Seconds in which an answer must have been made and taken."""
    hello: float = 10.0
    """Seconds until a socket must have said `Hello`."""
    each_address: int = 2000
    """Connections of one address; those of a trusted proxy count for whoever it speaks for."""
    strangers_each_address: int = 200
    """Connections of one address that have shown no session: beyond that the oldest idle one is closed."""


class Tls(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """TLS at the server itself. The files are read again on SIGHUP and when they have changed."""

    certificate: str = ""
    """A PEM file with the certificate and its chain; empty for plain http."""
    key: str = ""
    """A PEM file with its private key; empty if the certificate's file holds it."""
    minimum: Literal["1.2", "1.3"] = "1.2"
    """The lowest version of TLS that is spoken."""


class Cluster(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Several servers on one PostgreSQL: they share the tables of the room, or one serves it and the others stand by.
    See docs/cluster.md.
    """

    joins: bool = False
    """Whether this server is one of them."""
    name: str = ""
    """What the others call it; empty for its machine and port."""
    address: str = ""
    """Where a browser reaches this server, if not at the address it listens at."""
    shards: Annotated[int, msgspec.Meta(ge=1, le=MOST)] = 1
    """Into how many shards the record of a new room is divided: the desk, and what servers share the tables by. With 1
    one server at a time serves the whole room. `pokerroom cluster divide` divides a record that there is.
    """
    bus: str = ""
    """The address of a NATS server by which servers wake each other, `nats://HOST:4222`; empty for their database."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    host: str = "127.0.0.1"
    port: int = 8000
    network: bool = False
    """Whether others in the network can come, by plain http unless there is TLS; the room says at which address."""
    store: str = ""
    """The folder that holds the record and its deck keys, or `memory:`; empty for the user's own data folder."""
    database: str = ""
    """The address of a PostgreSQL database for the play-chip record, instead of SQLite in the store."""
    licensed_database: str = ""
    """The address of the record of a licensed room; empty for none. Guests and bots never sit there."""
    accounts_database: str = ""
    """The address of a database for accounts and sessions, apart from the rooms, instead of SQLite in the store."""
    licensed_spectator_delay: float = 30.0
    page: str = ""
    """The folder of the built page; empty for the one in the package."""
    origins: tuple[str, ...] = ()
    """Origins other than our own from which a browser may open a connection."""
    secure: bool = False
    """Whether people connect over https: cookies are then sent only over https."""
    lock_accounts: bool = False
    """Whether three failures to log in lock an account for everybody until staff release it, 13:69O-1.4(i), R-41."""
    lock_consoles: float = 600.0
    """Seconds after which a console of staff that nobody touches locks itself; 0 for never."""
    hosts: tuple[str, ...] = ()
    """The names under which the room may be reached, as `cards.example.com` or `*.example.com`; empty for any."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed."""
    metrics_token: str = ""
    """Whoever presents it may read `/metrics` from anywhere; empty for this machine only."""
    rate_limits: bool = True
    """Whether requests are rate limited; switch it off for a load test on one machine."""
    log_level: str = "warning"
    time_zone: str = ""
    """Where the room is, such as `America/New_York`; empty for the zone of the machine."""
    day_starts: float = 6.0
    """The hour at which a gaming day begins there."""
    deck_keys: str = ""
    """Where the keys of hidden cards come from: a file, `env:NAME` or `command:...`; empty for a file in the store."""
    signing_key: str = ""
    """Where the key that signs heads comes from, likewise."""
    heads: str = ""
    """The folder of the signed heads of the records; empty for one in the store. Better on another machine."""
    archive: str = ""
    """The folder of the gaming days that `pokerroom archive` moves to files; empty for one in the store."""
    days_at_hand: int = 90
    """Closed gaming days that stay in the database when older ones are archived."""
    release: str = ""
    """The signed list of the files of the release that is installed, with which the software is compared every day."""
    release_key: str = ""
    """The file of the public key that checks it, from whoever published or approved the release."""
    notice_reminder: float = 3.0
    """Days after which a notice that nobody has acknowledged is shown as waiting; the texts give no period."""
    readers: tuple[str, ...] = ()
    """Card readers at tables that a person deals, each as `TABLE=ADDRESS`: a file, a pipe, or `/dev/ttyUSB0@9600`."""
    link: str = ""
    """The file that links the room to the host of a multi-casino system, 14.20: docs/linked.md; empty for none."""
    least_disk_free: int = 268_435_456
    """Bytes free on the disk of the store, below which the room says that it is degraded."""
    most_connections: int = 5000
    most_connections_each: int = 12
    """Per person: tabs and devices, from the handshake on."""
    doors: Doors = Doors()
    tls: Tls = Tls()
    clock: ClockRules = ClockRules()
    play_chips: PlayChips = PlayChips()
    cluster: Cluster = Cluster()

    @property
    def https(self) -> bool:
        """Whether browsers reach the room over TLS, here or at a proxy."""
        return self.secure or bool(self.tls.certificate)

    @property
    def reached_at(self) -> str:
        """Where browsers and other servers of its cluster reach this server."""
        return (self.cluster.address or self.address).rstrip("/")

    @property
    def listens_at(self) -> str:
        """Where the room listens: at every address of the machine, where others in the network can come."""
        return "0.0.0.0" if self.network and self.host == "127.0.0.1" else self.host  # noqa: S104  it was asked for

    @property
    def folder(self) -> Path | None:
        """Where the record is; None when it is in memory."""
        if self.store == "memory:":
            return None
        home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local/share")
        return Path(self.store) if self.store else Path(home) / "pokerroom"

    @property
    def address(self) -> str:
        """Where people on this machine find the room; empty if the port is any that is free."""
        return f"http://{shown(self.host)}:{self.port}/" if self.port else ""

    @property
    def zone(self) -> tzinfo | None:
        """None for the zone of the machine."""
        return ZoneInfo(self.time_zone) if self.time_zone else None

    def gaming_date(self, at: datetime) -> date:
        """The date of the gaming day that this moment is in."""
        return (at.astimezone(self.zone) - timedelta(hours=self.day_starts)).date()


def read_settings(path: Path | None = None, *, environment: Mapping[str, str] = os.environ, **given: Any) -> Settings:
    """The settings of a file, overridden by the environment, overridden by what was given by hand."""
    values: dict[str, Any] = {}
    if path is not None:
        try:
            values = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise SettingsError(f"{path}: {error}") from None
    for key in RETIRED.keys() & values.keys():
        raise SettingsError(f"settings: `{key}`: {RETIRED[key]}")
    merge(values, from_environment(environment))
    merge(values, {name: value for name, value in given.items() if value is not None})
    try:
        settings = msgspec.convert(values, Settings, strict=False)
        settings.gaming_date(ANY_MOMENT)
        networks(settings.trusted_proxies)
        readers(settings.readers)
    except (msgspec.ValidationError, ZoneInfoNotFoundError, ValueError) as error:
        raise SettingsError(f"settings: {error}") from None
    return settings


def networks(named: Iterable[str]) -> tuple[Network, ...]:
    """Addresses and networks as they are written, `10.0.0.7` or `10.0.0.0/8`."""
    return tuple(ip_network(each.strip()) for each in named)


def readers(named: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Tables, and the addresses of their card readers, as they are written: `4=/dev/ttyUSB0@9600`."""
    found = tuple((table.strip(), address.strip()) for table, _, address in (each.partition("=") for each in named))
    for table, address in found:
        if not table or not address:
            raise ValueError(f"a card reader is written TABLE=ADDRESS, as in 4=/dev/ttyUSB0@9600: {table or address!r}")
    return found


def from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for field in msgspec.structs.fields(Settings):
        kind = field.type
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            inner = {
                each.name: environment[name]
                for each in msgspec.structs.fields(kind)
                if (name := f"{PREFIX}{field.name}_{each.name}".upper()) in environment
            }
            if inner:
                found[field.name] = inner
        elif (name := f"{PREFIX}{field.name}".upper()) in environment:
            found[field.name] = environment[name].split(",") if isinstance(field.default, tuple) else environment[name]
    return found


def merge(values: dict[str, Any], over: Mapping[str, Any]) -> None:
    for name, value in over.items():
        if isinstance(value, dict) and isinstance(values.get(name), dict):
            merge(values[name], value)
        else:
            values[name] = value


def shown(host: str) -> str:
    """A host as a browser on this machine would write it."""
    return "localhost" if host in {"0.0.0.0", "::", "127.0.0.1"} else host  # noqa: S104
