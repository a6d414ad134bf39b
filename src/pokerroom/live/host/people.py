"""The people of the host: who is on the access list, who has logged in, and who was refused, 14.20(e)1 and 3.

The list is in the settings of the host. What is new on it, or gone from it, is recorded when the host opens and as soon
as the file is changed; so is every log-in, and every attempt at one.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import structlog

from pokerroom.linked.host.commands import Command, Enter, GrantAccess, WithdrawAccess
from pokerroom.linked.host.state import Host
from pokerroom.linked.people import STRANGER, SYSTEM, Official
from pokerroom.live.entrance.accounts import PasswordHash
from pokerroom.live.entrance.passwords import Passwords
from pokerroom.live.entrance.sessions import key_of
from pokerroom.live.host.host import LinkedHost
from pokerroom.live.host.settings import Access, read_host
from pokerroom.live.settings import SettingsError

LOG = structlog.get_logger(__name__)

LASTS = 8 * 3600.0
"""Seconds that a session lasts, used or not: a shift."""
TOKEN = 32
LONGEST_NAME = 100
THE_HOST = "the host"
READ_EVERY = 2.0
"""Seconds between two looks at whether the file of the access list has changed."""


class AccessSession(NamedTuple):
    who: Access
    until: float


class People:
    def __init__(self, host: LinkedHost, access: tuple[Access, ...], passwords: Passwords) -> None:
        self._host, self._passwords = host, passwords
        self._listed = {each.name: each for each in access}
        self._sessions: dict[str, AccessSession] = {}
        """By the digest of the token; the token itself is the browser's alone."""

    async def record_list(self) -> None:
        """What of the list the record does not say yet."""
        for command in list(changes_of(self._host.state, self._listed, self._host)):
            await self._host.order(command)

    async def follow(self, file: str) -> None:
        """Whoever is added to the list in this file, or taken off it, is so within seconds, 14.20(e)3."""
        world, never = self._host.world, asyncio.Event()
        seen = await world.threads.run(stamp_of, Path(file))
        while file and not await world.clock.wait(never, READ_EVERY):
            stamp = await world.threads.run(stamp_of, Path(file))
            if stamp != seen:
                seen = stamp
                await self._read_again(Path(file))

    async def _read_again(self, file: Path) -> None:
        try:
            settings = await self._host.world.threads.run(read_host, file)
        except SettingsError as error:
            LOG.warning("the access list stays as it was", error=str(error))
            return
        await self.take_list(settings.access)

    async def take_list(self, access: tuple[Access, ...]) -> None:
        """Who is gone, or is somebody else now, is out at once."""
        self._listed = {each.name: each for each in access}
        self._sessions = {key: each for key, each in self._sessions.items() if each.who in access}
        await self.record_list()

    async def turn_away(self, what: str) -> None:
        """For the record: somebody without a session has asked for what is not theirs to see, 14.20(e)1."""
        await self._host.note(Enter(at=self._host.clock.now(), by=STRANGER, what=what))

    async def log_in(self, name: str, password: str) -> str | None:
        """A token, or nothing; who tried is recorded either way."""
        listed = self._listed.get(name)
        fits = await self._passwords.match(password, None if listed is None else PasswordHash(listed.password))
        who = listed.official if listed is not None and fits else Official(id="", name=name[:LONGEST_NAME])
        await self._host.order(Enter(at=self._host.clock.now(), by=who, what=THE_HOST))
        if listed is None or not fits:
            return None
        token = self._host.world.entropy.token(TOKEN)
        self._sessions[key_of(token)] = AccessSession(listed, self._host.clock.monotonic() + LASTS)
        return token

    def log_out(self, token: str | None) -> None:
        self._sessions.pop(key_of(token or ""), None)

    def who(self, token: str | None) -> Access | None:
        """Whoever this token was given to, while their session lasts."""
        found = None if token is None else self._sessions.get(key_of(token))
        if found is None or found.until < self._host.clock.monotonic():
            return None
        return found.who


def stamp_of(file: Path) -> tuple[int, int] | None:
    """Another one once the file has changed."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def changes_of(state: Host, listed: dict[str, Access], host: LinkedHost) -> Iterator[Command]:
    at = host.clock.now()
    for name, each in listed.items():
        known = state.access.get(name)
        if known is None or (known.role, known.who) != (each.role, each.official):
            yield GrantAccess(at=at, by=SYSTEM, who=each.official, role=each.role)
    for name in state.access.keys() - listed.keys():
        yield WithdrawAccess(at=at, by=SYSTEM, who=name)
