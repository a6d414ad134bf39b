"""How a server knows that another server of its room asks, and how nobody on the way reads what they say.

Servers of a room have the same deck keys (docs/cluster.md). The newest leads to two others: one proves a request, by an
HMAC over everything it says and the moment at which it was made; the other seals what is said and answered. Neither
seals a deck, and nothing that is sealed here opens there.
"""

import hmac
from collections import deque
from collections.abc import Callable
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from pokerroom.live.ports import Entropy
from pokerroom.shuffle.seal import Key, Keys

PROOF = b"pokerroom between servers: proof 1"
SECRECY = b"pokerroom between servers: secrecy 1"
LENGTH, NONCE = 32, 12

FRESH = 30.0
"""Seconds for which a proof holds, before and after the moment that it names: clocks of two machines differ."""
LONGEST_PROOF = 300


class NotProven(Exception):
    """Whoever asks is no server of this room, or asks again what was asked before; the message says which."""


class Secrets(NamedTuple):
    """What follows from one of the deck keys."""

    id: str
    proof: bytes
    secrecy: bytes

    def __repr__(self) -> str:
        return f"Secrets({self.id!r})"

    def cipher(self, salt: bytes) -> AESGCM:
        """A key of its own for each message: random numbers under one key alone must not be too many."""
        return AESGCM(hmac.digest(self.secrecy, salt, "sha256"))


class Proven(NamedTuple):
    """The proof of a request, and the number that it uses, once: its answer is bound to it."""

    header: str
    number: bytes


def secrets_from(key: Key) -> Secrets:
    return Secrets(key.id, derived(key.secret, PROOF), derived(key.secret, SECRECY))


def derived(secret: bytes, purpose: bytes) -> bytes:
    return HKDF(algorithm=SHA256(), length=LENGTH, salt=None, info=purpose).derive(secret)


class Called(NamedTuple):
    """Everything about a request that its proof is bound to."""

    method: str
    path: str
    """With the question after it."""
    body: bytes = b""
    on_behalf_of: str = ""
    """Whoever asked the server that passes the request on; empty where it asks by itself."""

    @property
    def written(self) -> bytes:
        parts = (self.method.encode(), self.path.encode(), self.on_behalf_of.encode(), sha256(self.body).digest())
        return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


class Proofs:
    """Makes and checks the proofs of one server. `now` is the time of day."""

    def __init__(self, keys: Keys, now: Callable[[], datetime], entropy: Entropy) -> None:
        self._now, self._entropy = now, entropy
        self._secrets = secrets_from(keys.current)
        self._used: set[bytes] = set()
        self._order: deque[tuple[float, bytes]] = deque()

    # Who asks.

    def prove(self, asked: Called) -> Proven:
        """For a header: the key's name, the moment, a number used once, and the proof."""
        moment, number = f"{self._now().timestamp():.3f}", self._entropy.source(NONCE)
        proof = proof_of(self._secrets, asked, moment, number.hex())
        return Proven(f"{self._secrets.id} {moment} {number.hex()} {proof}", number)

    def check(self, given: str, asked: Called) -> bytes:
        """The number that a request has used; raises `NotProven`."""
        moment, nonce, proof = self.claimed(given)
        if not hmac.compare_digest(proof_of(self._secrets, asked, moment, nonce).encode(), proof.encode()):
            raise NotProven("its proof does not fit what it says")
        number = bytes.fromhex(nonce)
        self._use(number, self._now().timestamp())
        return number

    def claimed(self, given: str) -> tuple[str, str, str]:
        """What a header claims, if that could be so; whether it is, `check` says. Nothing need be read before."""
        parts = given[:LONGEST_PROOF].split(" ")
        if len(parts) != 4:
            raise NotProven("it proves nothing")
        name, moment, nonce, proof = parts
        if name != self._secrets.id:
            raise NotProven("it is made with a key that is not used here")
        if not abs(self._now().timestamp() - seconds_in(moment)) <= FRESH:
            raise NotProven("it was made too long ago, or the clocks of the servers differ")
        return moment, nonce, proof

    def _use(self, number: bytes, now: float) -> None:
        """Each number once, for as long as a proof that has it could still be shown."""
        while self._order and self._order[0][0] < now - 2 * FRESH:
            self._used.discard(self._order.popleft()[1])
        if number in self._used:
            raise NotProven("it was asked before")
        self._used.add(number)
        self._order.append((now, number))

    # What is said.

    def seal(self, said: bytes, about: bytes) -> bytes:
        """Nobody but a server of the room can read it, or have it said about something else."""
        salt, nonce = self._entropy.source(NONCE), self._entropy.source(NONCE)
        return salt + nonce + self._secrets.cipher(salt).encrypt(nonce, said, about)

    def open(self, sealed: bytes, about: bytes) -> bytes:
        salt, nonce, box = sealed[:NONCE], sealed[NONCE : 2 * NONCE], sealed[2 * NONCE :]
        try:
            return self._secrets.cipher(salt).decrypt(nonce, box, about)
        except (InvalidTag, ValueError):
            raise NotProven("what it says does not open") from None


def seconds_in(moment: str) -> float:
    try:
        return float(moment)
    except ValueError:
        raise NotProven("it does not say when it was made") from None


def proof_of(secrets: Secrets, asked: Called, moment: str, nonce: str) -> str:
    said = f"{moment} {nonce} ".encode() + asked.written
    return hmac.digest(secrets.proof, said, "sha256").hex()
