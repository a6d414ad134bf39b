"""Laboratory mode: the same generator over a stream determined by a seed, and the output that a laboratory tests.

Whoever knows a seed knows every card, so a production room takes none: `POKERROOM_MODE=production` refuses seeds from
everybody, and a program that sets no mode is in production. The terminal commands, which do not deal for money, count
as a laboratory unless the environment says otherwise.
"""

import os
from collections.abc import Iterator
from enum import StrEnum
from hashlib import sha256

import msgspec
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CTR

from pokerroom.cards import DECK, cards_text
from pokerroom.shuffle.generator import Generator, Source, os_generator
from pokerroom.shuffle.health import BLOCK

MODE = "POKERROOM_MODE"
"""The environment variable that names the mode."""

KEY_PREFIX = b"pokerroom laboratory seed\0"

LEAST_CUT = 10
"""The least number of cards in each packet of the cuts drawn here; a table cuts by its own rule."""

BUTTON_SEATS = 10
"""Seats that get one card each in a record of first-button cards."""


class Mode(StrEnum):
    LAB = "lab"
    PRODUCTION = "production"


class LabRefusedError(Exception):
    """A seed, or an export for a laboratory, was requested where cards are dealt for money."""


def mode(*, otherwise: Mode = Mode.PRODUCTION) -> Mode:
    """The mode the environment names; `otherwise` if it names none."""
    named = os.environ.get(MODE, "")
    if not named:
        return otherwise
    if named not in list(Mode):
        raise LabRefusedError(f"{MODE} is {named!r}: expected {' or '.join(Mode)}")
    return Mode(named)


def require_lab(what: str, *, otherwise: Mode = Mode.PRODUCTION) -> None:
    if mode(otherwise=otherwise) is Mode.PRODUCTION:
        raise LabRefusedError(f"{what} is refused in production; a laboratory sets {MODE}=lab")


def lab_generator(seed: str, *, otherwise: Mode = Mode.PRODUCTION) -> Generator:
    """The generator determined by this seed; refused in production."""
    require_lab("a seed", otherwise=otherwise)
    return Generator(keystream(seed))


def chosen_generator(seed: str | None, *, otherwise: Mode = Mode.PRODUCTION) -> Generator:
    """The laboratory's generator if there is a seed, else the operating system's."""
    return os_generator() if seed is None else lab_generator(seed, otherwise=otherwise)


def keystream(seed: str) -> Source:
    """AES-256 in counter mode from zero, keyed by the hash of the seed: anybody can reproduce the stream."""
    key = sha256(KEY_PREFIX + seed.encode()).digest()
    cipher = Cipher(AES(key), CTR(bytes(16))).encryptor()
    return lambda count: cipher.update(bytes(count))


class Outcome(StrEnum):
    """What a laboratory may have drawn, one per line."""

    DECKS = "decks"
    CUTS = "cuts"
    BUTTONS = "buttons"


def raw(generator: Generator, count: int | None = None) -> Iterator[bytes]:
    """The bytes the generator draws from; endless without a count."""
    while count is None or count > 0:
        size = BLOCK if count is None else min(BLOCK, count)
        yield generator.randbytes(size)
        count = None if count is None else count - size


class Drawn(msgspec.Struct, frozen=True, gc=False):
    """One outcome. A deck is its cards, first card on top; a first button, one card to each seat; a cut, a number."""

    number: int
    outcome: Outcome
    value: str

    def __str__(self) -> str:
        return self.value


def draw(generator: Generator, outcome: Outcome) -> str:
    if outcome is Outcome.CUTS:
        return str(generator.cut(LEAST_CUT, len(DECK) - LEAST_CUT))
    cards = generator.shuffled(DECK)
    return cards_text(cards[:BUTTON_SEATS] if outcome is Outcome.BUTTONS else cards)


def outcomes(generator: Generator, outcome: Outcome, count: int | None = None) -> Iterator[Drawn]:
    """Final outcomes, numbered from 0; endless without a count."""
    number = 0
    while count is None or number < count:
        yield Drawn(number, outcome, draw(generator, outcome))
        number += 1
