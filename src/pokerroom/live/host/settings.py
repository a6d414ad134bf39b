"""How a host is run: `pokerroom host --config host.toml`. Much is as for a room, and read by the same parts.

Who may act for the system is in this file too (`[[access]]`): whoever can change it controls the central computer
anyway, and every change of it is recorded when the host reads it, 14.20(e)1 and 3.
"""

import tomllib
from pathlib import Path

import msgspec

from pokerroom.linked.host.state import AccessRole
from pokerroom.linked.people import SYSTEM, Official
from pokerroom.live.link.settings import read_toml
from pokerroom.live.settings import Doors, Settings, SettingsError, Tls


class Access(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody on the access list, 14.20(e)3."""

    name: str
    role: AccessRole
    password: str
    """As `pokerroom host password` made it of what they typed: the password itself is nowhere."""
    position: str = ""
    """What they are, in words."""
    casino: str = ""
    """Which member they are of; whoever represents one always says so, 14.20(f)."""
    licence: str = ""
    """The number of the casino key employee licence of a representative."""

    @property
    def official(self) -> Official:
        return Official(id=self.name, name=self.name, casino=self.casino)


class HostSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    host: str = "127.0.0.1"
    port: int = 8100
    store: str = ""
    """The folder of the record, its signed heads and keys; empty for the user's own data folder."""
    database: str = ""
    """The address of a PostgreSQL database for the record, instead of SQLite in the store."""
    key: str
    """Where the key comes from that signs notices: a file, `env:NAME` or `command:...`."""
    agreement: str
    """The file of the agreement, JSON or TOML: what is proposed to the members and executed by each, 14.20(b)."""
    access: tuple[Access, ...] = ()
    signing_key: str = ""
    heads: str = ""
    tls: Tls = Tls()
    doors: Doors = Doors()
    secure: bool = False
    hosts: tuple[str, ...] = ()
    trusted_proxies: tuple[str, ...] = ()
    metrics_token: str = ""
    rate_limits: bool = True
    log_level: str = "warning"
    page: str = ""
    file: str = ""
    """The file that this was read from, as `read_host` knows it: its access list is read again when it changes."""

    @property
    def as_room(self) -> Settings:
        """What the parts that rooms have too read of it: record, doors, TLS, limits."""
        names = {each.name for each in msgspec.structs.fields(Settings)}
        shared = {name: value for name in self.__struct_fields__ if name in names and (value := getattr(self, name))}
        return Settings(**shared | {"port": self.port})


def is_host_file(path: Path) -> bool:
    """Whether a file of settings is a host's: no room has an agreement."""
    try:
        return "agreement" in tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError):
        return False


def read_host(path: Path) -> HostSettings:
    settings = read_toml(path, HostSettings)
    names = [each.name for each in settings.access]
    for each in settings.access:
        if not each.name.strip() or names.count(each.name) > 1:
            raise SettingsError(f"{path}: `access` names {each.name!r} twice, or nobody")
        if each.name == SYSTEM.name:
            raise SettingsError(f"{path}: `access` names {each.name!r}, which is what acts by itself: name a person")
        if each.role is AccessRole.REPRESENTATIVE and not (each.casino and each.licence):
            raise SettingsError(
                f"{path}: {each.name} represents a casino, 14.20(f): `casino` and `licence` are missing"
            )
    return msgspec.structs.replace(settings, file=str(path))
