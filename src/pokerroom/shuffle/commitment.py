"""A commitment to the order of a deck, published before the cut and the deal, that reveals nothing about it.

A salted Merkle tree over the shuffled order. Opened at one position it proves the card there and reveals nothing about
any other; with the secret of the deck an auditor checks all of it. docs/shuffle.md has the format byte by byte.
"""

import hmac
from collections.abc import Iterable
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from pokerroom.cards import DECK, UNKNOWN, Card, card_text, repeated
from pokerroom.shuffle.generator import Generator

VERSION = b"pokerroom deck 1"
LEAF, NODE = b"\x00", b"\x01"
HASH = 32
MOST_CARDS = 2**16 - 1


class Context(msgspec.Struct, frozen=True, gc=False, order=True):
    """Which deck is meant, so that no commitment can be passed off as that of another table, round or reshuffle."""

    table: str
    round: int
    deck: int = 0
    """0 for the first deck of a round, plus one for each reshuffle."""

    def __post_init__(self) -> None:
        if len(self.table.encode()) >= 2**16:
            raise ValueError(f"a table's name of {len(self.table)} characters is too long to commit to")
        if not 0 <= self.round < 2**64 or not 0 <= self.deck < 2**32:
            raise ValueError(f"round {self.round}, deck {self.deck} cannot be committed to: numbers start at 0")

    def __str__(self) -> str:
        return f"table {self.table!r}, round {self.round}, deck {self.deck}"


class Commitment(msgspec.Struct, frozen=True, gc=False):
    """What is published before the cut."""

    context: Context
    count: int
    root: bytes


class Opening(msgspec.Struct, frozen=True, gc=False):
    """One card of the shuffled order with everything needed to check it; `path` goes from the leaf to the root."""

    position: int
    card: Card
    salt: bytes
    path: tuple[bytes, ...]


class Shuffle(msgspec.Struct, frozen=True, gc=False):
    """A deck as the room holds it: the order before the cut, the secret of its commitment, and the cut once made."""

    context: Context
    cards: tuple[Card, ...]
    secret: bytes
    cut: int = 0

    def __post_init__(self) -> None:
        if not 0 < len(self.cards) <= MOST_CARDS:
            raise ValueError(f"a deck of {len(self.cards)} cards cannot be committed to")
        unnamed = [card for card in self.cards if not 0 <= card < UNKNOWN]
        twice = repeated(self.cards)
        if unnamed or twice is not None:
            wrong = "a card nobody has named" if twice is None else f"{card_text(twice)} twice"
            raise ValueError(f"a deck with {wrong} cannot be committed to")
        if len(self.secret) != HASH:
            raise ValueError(f"the secret of a commitment has {HASH} bytes, not {len(self.secret)}")
        if not 0 <= self.cut < len(self.cards):
            raise ValueError(f"{self.cut} cards cannot be cut off a deck of {len(self.cards)}")

    def __repr__(self) -> str:
        # Whatever is printed may end up in a log, where nobody may read a deck.
        return f"Shuffle({self.context}, {len(self.cards)} cards, cut {self.cut})"

    @property
    def commitment(self) -> Commitment:
        return Commitment(self.context, len(self.cards), subtrees(leaves(self))[0, len(self.cards)])

    @property
    def dealt_order(self) -> tuple[Card, ...]:
        """The deck after the cut, first card on top: the rest goes on the packet cut off."""
        return self.cards[self.cut :] + self.cards[: self.cut]

    def cut_at(self, cards: int) -> "Shuffle":
        return replace(self, cut=cards)


def shuffle(
    generator: Generator, cards: tuple[Card, ...], context: Context, *, beneath: tuple[Card, ...] = ()
) -> Shuffle:
    """A new order of these cards and a new secret; publish its commitment, then cut.

    Cards `beneath` lie under the shuffled ones as they are, where a reshuffle leaves some out.
    """
    return Shuffle(context, generator.shuffled(cards) + beneath, generator.randbytes(HASH))


def place(context: Context, count: int, position: int) -> bytes:
    """The bytes that identify one position of one deck."""
    table = context.table.encode()
    return b"".join(
        (
            VERSION,
            len(table).to_bytes(2, "big"),
            table,
            context.round.to_bytes(8, "big"),
            context.deck.to_bytes(4, "big"),
            count.to_bytes(2, "big"),
            position.to_bytes(2, "big"),
        )
    )


def salt_of(secret: bytes, where: bytes) -> bytes:
    """Each position has its own salt, and none can be derived from another without the secret."""
    return hmac.digest(secret, where, "sha256")


def leaf(where: bytes, card: Card, salt: bytes) -> bytes:
    return sha256(LEAF + where + card.to_bytes(1, "big") + salt).digest()


def node(left: bytes, right: bytes) -> bytes:
    return sha256(NODE + left + right).digest()


def leaves(deck: Shuffle) -> list[bytes]:
    count = len(deck.cards)
    places = [place(deck.context, count, position) for position in range(count)]
    return [leaf(where, card, salt_of(deck.secret, where)) for where, card in zip(places, deck.cards, strict=True)]


def split(count: int) -> int:
    """How many leaves go left: the largest power of two that leaves at least one for the right, as in RFC 6962."""
    return 1 << (count - 1).bit_length() - 1


Span = tuple[int, int]
"""The leaves below a node: from the first up to, but not including, the second."""


def subtrees(hashes: list[bytes]) -> dict[Span, bytes]:
    """The hash of every node, by the leaves below it."""
    found: dict[Span, bytes] = {}

    def build(start: int, stop: int) -> bytes:
        if stop - start == 1:
            value = hashes[start]
        else:
            middle = start + split(stop - start)
            value = node(build(start, middle), build(middle, stop))
        found[start, stop] = value
        return value

    build(0, len(hashes))
    return found


def siblings(position: int, count: int) -> list[Span]:
    """The nodes beside the path from a leaf to the root, lowest first."""
    start, stop, beside = 0, count, []
    while stop - start > 1:
        middle = start + split(stop - start)
        left, right = (start, middle), (middle, stop)
        beside.append(right if position < middle else left)
        start, stop = left if position < middle else right
    return beside[::-1]


def opened_at(deck: Shuffle, positions: Iterable[int]) -> tuple[Opening, ...]:
    """The cards at these positions of the shuffled order, each with its proof."""
    count, hashes = len(deck.cards), subtrees(leaves(deck))
    return tuple(
        Opening(
            position,
            deck.cards[position],
            salt_of(deck.secret, place(deck.context, count, position)),
            tuple(hashes[span] for span in siblings(position, count)),
        )
        for position in positions
    )


def opening(deck: Shuffle, position: int) -> Opening:
    return opened_at(deck, (position,))[0]


def verify(commitment: Commitment, opened: Opening) -> bool:
    """Whether this card was at this position of the committed deck. Accepts any input, including from strangers."""
    count, position = commitment.count, opened.position
    if not 0 < count <= MOST_CARDS or not 0 <= position < count or not 0 <= opened.card < UNKNOWN:
        return False
    beside = siblings(position, count)
    if len(opened.path) != len(beside) or any(len(each) != HASH for each in (*opened.path, opened.salt)):
        return False
    value = leaf(place(commitment.context, count, position), opened.card, opened.salt)
    for (start, _), other in zip(beside, opened.path, strict=True):
        value = node(value, other) if start > position else node(other, value)
    return value == commitment.root


def audit(commitment: Commitment, cards: tuple[Card, ...], secret: bytes) -> tuple[str, ...]:
    """What is wrong with the whole deck, in the order before the cut; empty if it is what was committed to."""
    faults = []
    if len(cards) != commitment.count:
        faults.append(f"The deck has {len(cards)} cards; {commitment.count} were committed to.")
    if commitment.context.deck == 0 and sorted(cards) != sorted(DECK):
        faults.append("The deck of the round is not one of each of the 52 cards.")
    try:
        deck = Shuffle(commitment.context, cards, secret)
    except ValueError as error:
        return (*faults, f"Not a deck: {error}.")
    if deck.commitment.root != commitment.root:
        faults.append("The deck and its secret do not give the root that was published.")
    return tuple(faults)
