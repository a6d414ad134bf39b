"""The file that links a casino to a host: `pokerroom serve --link link.toml`.

It names a system, the casino's own identity in it, where the host is, and two keys: the casino's own, which signs, and
the public half of the host's, by which its notices are known.
"""

import tomllib
from ipaddress import ip_address
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

import msgspec

from pokerroom.linked.agreement import Agreement
from pokerroom.linked.signing import Signer, is_public_key, key_id, signer
from pokerroom.live.key_sources import secret_from
from pokerroom.live.settings import SettingsError
from pokerroom.store.keys import KeyFileError, signing_key

T = TypeVar("T")


class LinkSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    system: str
    """The name of the system, as the agreement has it."""
    casino: str
    """Which of its members this casino is."""
    host: str
    """The address of the host: `wss://host.example:8443/link`; `ws://` on one machine only."""
    key: str
    """Where the key comes from that signs the casino's letters: a file, `env:NAME` or `command:...`."""
    host_key: str | tuple[str, ...]
    """The public half of the host's key, as `pokerroom host key FILE` prints it; the new one beside it, while the host
    changes its key. One that is not here any more is trusted no more."""
    agreement: str
    """The file of the agreement that the casino has executed, JSON or TOML: the same as the host's, 14.20(b)."""
    sign: str
    """The file with the text of the sign that hangs in the casino's poker rooms: whoever hangs another one up changes
    it, 14.20(d)1."""
    trusts: str = ""
    """The file of the certificates that the host may show; empty for those that the machine trusts."""

    @property
    def host_keys(self) -> tuple[str, ...]:
        return (self.host_key,) if isinstance(self.host_key, str) else self.host_key


def read_link(path: Path) -> LinkSettings:
    """What the file says, as far as it can be used."""
    settings = read_toml(path, LinkSettings)
    for name in ("system", "casino"):
        if not getattr(settings, name).strip():
            raise SettingsError(f"{path}: `{name}` names nothing")
    refuse_plain(path, settings.host)
    if not settings.host_keys or not all(map(is_public_key, settings.host_keys)):
        raise SettingsError(f"{path}: `host_key` is no public key: `pokerroom host key FILE` prints it")
    if settings.trusts and not Path(settings.trusts).is_file():
        raise SettingsError(f"{path}: `trusts` names {settings.trusts}, and there is no such file")
    return settings


def refuse_plain(path: Path, address: str) -> None:
    """Without TLS anybody on the way could read who won what, and cut in."""
    parsed = urlsplit(address)
    if parsed.scheme not in {"ws", "wss"} or not parsed.hostname:
        raise SettingsError(f"{path}: `host` is {address!r}, and should be as wss://host.example:8443/link")
    if parsed.scheme == "ws" and not is_this_machine(parsed.hostname):
        raise SettingsError(f"{path}: `host` is {address!r}: between machines it is wss://")


def is_this_machine(name: str) -> bool:
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def read_toml(path: Path, kind: type[T]) -> T:
    """A file of settings as a value; whatever is wrong with it is said in a sentence that names the file."""
    try:
        values: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        return msgspec.convert(values, kind, strict=False)
    except OSError as error:
        raise SettingsError(unread(path, error)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise SettingsError(f"{path}: {error}") from None


def unread(path: Path, error: OSError) -> str:
    return f"{path} cannot be read: {error.strerror or error}"


def read_agreement(path: Path) -> Agreement:
    """The agreement as its file has it."""
    if path.suffix == ".toml":
        return read_toml(path, Agreement)
    try:
        return msgspec.json.decode(path.read_bytes(), type=Agreement)
    except OSError as error:
        raise SettingsError(unread(path, error)) from None
    except msgspec.DecodeError as error:
        raise SettingsError(f"{path}: {error}") from None


class LinkedCasino(NamedTuple):
    """What a casino needs to take part: read and found fit before its doors open."""

    settings: LinkSettings
    agreement: Agreement
    signer: Signer
    sign: str
    """The text of the sign in its poker rooms."""

    @property
    def host_keys(self) -> dict[str, str]:
        return {key_id(each): each for each in self.settings.host_keys}


def read_linked(path: Path) -> LinkedCasino:
    settings = read_link(path)
    agreement = read_agreement(Path(settings.agreement))
    if agreement.system != settings.system:
        raise SettingsError(f"{path}: the agreement is that of {agreement.system!r}, and `system` {settings.system!r}")
    if agreement.member(settings.casino) is None:
        members = ", ".join(agreement.casinos)
        raise SettingsError(f"{path}: {settings.casino!r} is no member, 14.20(b): the agreement has {members}")
    return LinkedCasino(settings, agreement, signer_from(settings.key), read_sign(Path(settings.sign)))


def read_sign(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise SettingsError(unread(path, error)) from None
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path}: {error}") from None


def signer_from(source: str) -> Signer:
    """Whoever signs with the key of this source; the key is told to nobody."""
    try:
        return signer(signing_key(secret_from(source), source))
    except KeyFileError as error:
        raise SettingsError(str(error)) from None
