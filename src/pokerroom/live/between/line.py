"""Both ends of the line between two servers: what one says is proven and sealed, and so is what the other answers.

How bytes come to another machine is for `web` to know.
"""

from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import NamedTuple, Protocol

import msgspec
import structlog

from pokerroom.live.between.coding import Unreadable
from pokerroom.live.between.proving import Called, NotProven, Proofs
from pokerroom.live.ports import Clock, Unanswered

LOG = structlog.get_logger(__name__)

PREFIX = "/between"
PROOF = "x-pokerroom-proof"
"""The header that a proof stands in."""

LONGEST = 256 * 1024
"""Bytes of what one server says to another."""
LONGEST_PATH = 100
LOGGED_EVERY = 10.0
"""Seconds between two lines of the log about those who are no servers."""


class NoAnswer(Unanswered):
    """The other server cannot be reached, or does not answer what it was asked; the message says why."""


class Reply(NamedTuple):
    status: int
    body: bytes


class Post(Protocol):
    async def __call__(self, url: str, headers: Mapping[str, str], body: bytes, *, patience: float) -> Reply:
        """Send it, and wait so many seconds for the answer; raises `NoAnswer`."""


class Line:
    """The end that asks."""

    def __init__(self, proofs: Proofs, post: Post) -> None:
        self._proofs, self._post = proofs, post

    async def say(self, address: str, path: str, said: bytes, *, patience: float) -> bytes:
        """What the server at an address answers."""
        sealed = self._proofs.seal(said, b"asked")
        proven = self._proofs.prove(Called("POST", path, sealed))
        headers = {PROOF: proven.header, "content-type": "application/octet-stream"}
        posted = await self._post(f"{address.rstrip('/')}{path}", headers, sealed, patience=patience)
        if posted.status != HTTPStatus.OK:
            raise NoAnswer(f"{address} answers {posted.status}: {words_in(posted.body)}")
        try:
            return self._proofs.open(posted.body, b"answered" + proven.number)
        except NotProven:
            raise NoAnswer(f"{address} answers what no server of this room says") from None


Task = Callable[[bytes], Awaitable[bytes]]
"""Does what another server asks, and answers it; raises `Unreadable`."""


class Doubts:
    """Whoever asks as a server and is none: the log says so, and nobody shall fill it that way."""

    def __init__(self, clock: Clock) -> None:
        self._clock, self._next, self._tries = clock, 0.0, 0

    def note(self, peer: str, path: str, why: NotProven) -> None:
        self._tries += 1
        now = self._clock.monotonic()
        if now >= self._next:
            said = {"peer": peer, "path": path[:LONGEST_PATH], "why": str(why), "tries": self._tries}
            LOG.warning("somebody who is no server of the room asked as one", **said)
            self._next, self._tries = now + LOGGED_EVERY, 0


class Answering:
    """The end that is asked. `tasks` are what can be asked, by path."""

    def __init__(self, proofs: Proofs, tasks: Mapping[str, Task], clock: Clock) -> None:
        self.proofs, self._tasks, self._doubts = proofs, dict(tasks), Doubts(clock)

    def doubt(self, proof: str, path: str, *, peer: str) -> Reply | None:
        """Why whoever asks is no server of the room, as far as can be told before anything else is read."""
        try:
            self.proofs.claimed(proof)
        except NotProven as why:
            return self.disbelieve(why, path, peer=peer)
        return None

    def disbelieve(self, why: NotProven, path: str, *, peer: str) -> Reply:
        """They are told nothing more."""
        self._doubts.note(peer, path, why)
        return refused(HTTPStatus.FORBIDDEN, "this is for servers of the room alone")

    async def answer(self, asked: Called, proof: str, *, peer: str) -> Reply:
        try:
            number = self.proofs.check(proof, asked)
            said = self.proofs.open(asked.body, b"asked")
        except NotProven as why:
            return self.disbelieve(why, asked.path, peer=peer)
        task = self._tasks.get(asked.path)
        if task is None:
            return refused(HTTPStatus.NOT_FOUND, f"servers are not asked for {asked.path}")
        try:
            answer = await task(said)
        except Unreadable as error:
            LOG.warning("another server says what cannot be read", peer=peer, path=asked.path, error=str(error))
            return refused(HTTPStatus.BAD_REQUEST, str(error))
        return Reply(HTTPStatus.OK, self.proofs.seal(answer, b"answered" + number))


def refused(status: HTTPStatus, words: str) -> Reply:
    return Reply(status, msgspec.json.encode({"status_code": int(status), "detail": words}))


def words_in(body: bytes) -> str:
    return body[:200].decode("utf-8", "replace")
