"""Dice and balls: a draw that the room is committed to before anybody stakes on it, and that anybody can check after.

Before wagers are taken the room publishes a promise: the digest of a secret. Once they are closed, whoever shakes may
add bytes of their own, which the room could not know when it promised. The result follows from both, number by number
and all equally likely; when the secret is published with it, everybody can work it out again.

The secret itself is in no record until then. It follows from a nonce of the generator and a key kept outside the
database (`seal.py`), so a room that was stopped has the same result when it opens again, and nobody who reads the
record has it before. docs/shuffle.md has the format byte by byte.
"""

import hmac
from collections.abc import Iterator
from hashlib import sha256
from itertools import count, islice

import msgspec

from pokerroom.shuffle.generator import Generator
from pokerroom.shuffle.seal import Keys

VERSION = b"pokerroom draw 1"
SECRET, PROMISED, DRAWN = b"\x00", b"\x01", b"\x02"
SIZE = 32
MOST_ADDED = 64
"""Bytes that a player may add."""


class Drawing(msgspec.Struct, frozen=True, gc=False, order=True):
    """Which draw is meant, so that no promise can be passed off as that of another game, table or round."""

    game: str
    place: str
    """The table; empty where the room has one game of the kind."""
    number: int

    def __str__(self) -> str:
        return f"{self.game} {self.place!r}, draw {self.number}"

    @property
    def written(self) -> bytes:
        game, place = self.game.encode(), self.place.encode()
        return b"".join((sized(game), sized(place), self.number.to_bytes(8, "big")))


class Promise(msgspec.Struct, frozen=True, gc=False):
    """What is published before the draw. Its nonce tells nothing without the key of this name."""

    drawing: Drawing
    digest: bytes
    key: str
    nonce: bytes


class Proof(msgspec.Struct, frozen=True, gc=False):
    """What is published with the result: the secret, and what whoever shook has added to it."""

    secret: bytes
    added: bytes = b""


def sized(text: bytes) -> bytes:
    return len(text).to_bytes(2, "big") + text


def promise(drawing: Drawing, keys: Keys, chance: Generator) -> Promise:
    """Commit to a draw: the secret is decided now, and nobody can change it any more."""
    key, nonce = keys.current, chance.randbytes(SIZE)
    return Promise(drawing, digest_of(drawing, derived(drawing, key.secret, nonce)), key.id, nonce)


def derived(drawing: Drawing, key: bytes, nonce: bytes) -> bytes:
    return hmac.digest(key, VERSION + SECRET + drawing.written + nonce, "sha256")


def digest_of(drawing: Drawing, secret: bytes) -> bytes:
    return sha256(VERSION + PROMISED + drawing.written + secret).digest()


def secret_of(promised: Promise, keys: Keys) -> bytes:
    """For the running room alone, once wagers are closed."""
    return derived(promised.drawing, keys.named(promised.key).secret, promised.nonce)


def keeps(promised: Promise, proof: Proof) -> bool:
    """Whether a proof is of the draw that was promised. Accepts any input, including from strangers."""
    fits = len(proof.secret) == SIZE and len(proof.added) <= MOST_ADDED
    return fits and digest_of(promised.drawing, proof.secret) == promised.digest


def numbers(drawing: Drawing, proof: Proof) -> Iterator[int]:
    """The bytes that a draw is made from, without end."""
    for block in count():
        text = VERSION + DRAWN + drawing.written + sized(proof.added) + block.to_bytes(4, "big")
        yield from hmac.digest(proof.secret, text, "sha256")


def below(source: Iterator[int], n: int) -> int:
    """A number from 0 to n - 1, n up to 256. Bytes that would favour some are passed over."""
    fair = 256 - 256 % n
    return next(byte for byte in source if byte < fair) % n


def dice(drawing: Drawing, proof: Proof, *, of: int = 2) -> tuple[int, ...]:
    """What lies on top of each die, 1 to 6."""
    source = numbers(drawing, proof)
    return tuple(islice((1 + below(source, 6) for _ in count()), of))


def balls(drawing: Drawing, proof: Proof, *, of: int, drawn: int) -> tuple[int, ...]:
    """Numbers from 1 to `of` in the order drawn, none of them twice."""
    source, left = numbers(drawing, proof), list(range(1, of + 1))
    return tuple(left.pop(below(source, len(left))) for _ in range(drawn))
