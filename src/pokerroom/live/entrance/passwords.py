"""Passwords, hashed with Argon2id off the event loop, a few at a time: each takes 64 MiB meanwhile."""

import asyncio

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pokerroom.live.entrance.accounts import PasswordHash
from pokerroom.live.machine import ENTROPY, THREADS
from pokerroom.live.ports import Entropy, Threads

TOGETHER = 2


class Passwords:
    def __init__(
        self, hasher: PasswordHasher | None = None, *, entropy: Entropy = ENTROPY, threads: Threads = THREADS
    ) -> None:
        self._hasher = PasswordHasher() if hasher is None else hasher
        self._entropy, self._threads = entropy, threads
        self._turn = asyncio.Semaphore(TOGETHER)
        self._decoy: PasswordHash | None = None

    async def hashed(self, password: str) -> PasswordHash:
        async with self._turn:
            salt = self._entropy.source(self._hasher.salt_len)
            return PasswordHash(await self._threads.run(self._hasher.hash, password, salt=salt))

    async def match(self, password: str, against: PasswordHash) -> bool:
        async with self._turn:
            return await self._threads.run(self._verify, password, against)

    async def match_nobody(self, password: str) -> None:
        """Takes as long as a real check: the time of an answer does not reveal who has an account."""
        if self._decoy is None:
            self._decoy = await self.hashed("nobody's password")
        await self.match(password, self._decoy)

    def _verify(self, password: str, against: PasswordHash) -> bool:
        try:
            return self._hasher.verify(against.text, password)
        except (VerificationError, InvalidHashError):
            return False
