"""Passwords: how strong one must be, and hashing with Argon2id off the event loop, a few at a time.

Each hash takes 64 MiB meanwhile. How easily a password is guessed is estimated by zxcvbn, which knows common passwords,
names, words, dates and patterns on a keyboard; it is loaded when a password is first chosen.
"""

import asyncio
from base64 import b64encode

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pokerroom.live.entrance.accounts import PasswordHash
from pokerroom.live.entrance.names import folded
from pokerroom.live.entrance.refusals import AccountCode, Refusal
from pokerroom.live.machine import ENTROPY, THREADS
from pokerroom.live.ports import Entropy, Threads
from pokerroom.words import Saying, saying

TOGETHER = 2
SHORTEST, LONGEST = 10, 200
ESTIMATED = 32
"""The characters that are looked at: the estimate takes much longer for long ones."""
SIGNS_FOR_LETTERS = str.maketrans("@({[<!|$+%", "acccciistx")
"""Put back first: the estimate would try every combination of them, for seconds."""
STRONG_ENOUGH = 3
"""Of 4: some ten thousand million guesses, more than anybody can make at the door."""
OURS = ("poker", "pokerroom", "holdem", "casino", "cards", "dealer")


class Passwords:
    def __init__(
        self, hasher: PasswordHasher | None = None, *, entropy: Entropy = ENTROPY, threads: Threads = THREADS
    ) -> None:
        self._hasher = PasswordHasher() if hasher is None else hasher
        self._entropy, self._threads = entropy, threads
        self._turn = asyncio.Semaphore(TOGETHER)
        self._decoy = self._made_up()

    async def refusal(self, password: str, name: str) -> Refusal | None:
        """Why a new password is not fit."""
        async with self._turn:
            what = unfit(password, name) or await self._threads.run(guessable, password, name)
        return None if what is None else Refusal(AccountCode.PASSWORD_UNFIT, facts={"what": what})

    async def hashed(self, password: str) -> PasswordHash:
        async with self._turn:
            salt = self._entropy.source(self._hasher.salt_len)
            return PasswordHash(await self._threads.run(self._hasher.hash, password, salt=salt))

    async def match(self, password: str, against: PasswordHash | None) -> bool:
        """Without an account it takes as long: the time of an answer does not reveal who has one."""
        async with self._turn:
            return await self._threads.run(self._verify, password, against or self._decoy)

    def _verify(self, password: str, against: PasswordHash) -> bool:
        try:
            return self._hasher.verify(against.text, password)
        except (VerificationError, InvalidHashError):
            return False

    def _made_up(self) -> PasswordHash:
        """A hash of no password, of the same cost as any other."""
        of, source = self._hasher, self._entropy.source
        salt, digest = (b64encode(source(size)).decode().rstrip("=") for size in (of.salt_len, of.hash_len))
        cost = f"m={of.memory_cost},t={of.time_cost},p={of.parallelism}"
        return PasswordHash(f"$argon2id$v=19${cost}${salt}${digest}")


def unfit(password: str, name: str) -> Saying | None:
    if not SHORTEST <= len(password) <= LONGEST:
        return saying("detail-entrance.password-length", least=SHORTEST, most=LONGEST)
    if folded(name) and folded(name) in folded(password):
        return saying("detail-entrance.password-holds-name")
    return None


def guessable(password: str, name: str) -> Saying | None:
    from zxcvbn import zxcvbn  # noqa: PLC0415  some megabytes, for those who choose a password

    found = zxcvbn(password[:ESTIMATED].translate(SIGNS_FOR_LETTERS), user_inputs=[name, *name.split(), *OURS])
    return saying("detail-entrance.password-guessable") if found["score"] < STRONG_ENOUGH else None
