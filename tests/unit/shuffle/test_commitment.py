"""A commitment is opened to what was committed to, and to nothing else."""

from hashlib import sha256

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from pokerroom.cards import DECK, UNKNOWN, Card
from pokerroom.shuffle import (
    Commitment,
    Context,
    Mode,
    Opening,
    Shuffle,
    audit,
    lab_generator,
    opening,
    shuffle,
    verify,
)
from pokerroom.shuffle.commitment import leaves, place, salt_of, siblings, split, subtrees

GENERATOR = lab_generator("commitment", otherwise=Mode.LAB)
CONTEXT = Context("table 7", 1234, 0)
SHUFFLED = shuffle(GENERATOR, DECK, CONTEXT)
COMMITMENT = SHUFFLED.commitment


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8, 31, 33, 51, 52])
def test_every_position_of_a_deck_of_any_size_can_be_opened(count: int) -> None:
    deck = shuffle(GENERATOR, DECK[:count], Context("t", 0, 1))
    assert [verify(deck.commitment, opening(deck, position)) for position in range(count)] == [True] * count
    assert audit(deck.commitment, deck.cards, deck.secret) == ()


def test_the_tree_has_the_shape_of_rfc_6962() -> None:
    """Seven leaves, as drawn in RFC 6962, 2.1.3."""
    hashes = [bytes([number]) * 32 for number in range(7)]

    def node(left: bytes, right: bytes) -> bytes:
        return sha256(b"\x01" + left + right).digest()

    d = hashes
    g, h, i = node(d[0], d[1]), node(d[2], d[3]), node(d[4], d[5])
    k = node(g, h)
    root = node(k, node(i, d[6]))
    built = subtrees(hashes)
    assert built[0, 7] == root
    paths = {0: [d[1], h, node(i, d[6])], 3: [d[2], g, node(i, d[6])], 4: [d[5], d[6], k], 6: [i, k]}
    assert {at: [built[span] for span in siblings(at, 7)] for at in paths} == paths


def test_an_independent_reading_of_the_format_finds_the_same_root() -> None:
    """Byte by byte as docs/shuffle.md has it, with nothing of ours."""
    import hmac  # noqa: PLC0415

    def tree(level: list[bytes]) -> bytes:
        if len(level) == 1:
            return level[0]
        left = 1
        while left * 2 < len(level):
            left *= 2
        return sha256(b"\x01" + tree(level[:left]) + tree(level[left:])).digest()

    hashes = []
    for position, card in enumerate(SHUFFLED.cards):
        where = b"pokerroom deck 1" + b"\x00\x07table 7" + (1234).to_bytes(8, "big") + bytes(4) + b"\x00\x34"
        where += position.to_bytes(2, "big")
        salt = hmac.new(SHUFFLED.secret, where, "sha256").digest()
        hashes.append(sha256(b"\x00" + where + bytes([card]) + salt).digest())
    assert tree(hashes) == COMMITMENT.root


def test_names_of_other_lengths_are_never_the_same_bytes() -> None:
    places = {
        place(Context(table, number, deck), 52, position)
        for table in ("", "a", "ab", "a\0", "\0a", "é")
        for number in (0, 1, 256)
        for deck in (0, 1)
        for position in (0, 1)
    }
    assert len(places) == 6 * 3 * 2 * 2


def flipped(data: bytes, bit: int) -> bytes:
    return (int.from_bytes(data, "big") ^ 1 << bit % (8 * len(data))).to_bytes(len(data), "big")


@given(st.integers(0, 51), st.integers(0, 255), st.integers(0, 51), st.integers(0, 51))
def test_no_change_to_an_opening_or_a_commitment_verifies(position: int, bit: int, other: int, card: int) -> None:
    good = opening(SHUFFLED, position)
    assert verify(COMMITMENT, good)
    step = bit % len(good.path)
    path = good.path
    bad_openings = [
        replace(good, salt=flipped(good.salt, bit)),
        replace(good, path=(*path[:step], flipped(path[step], bit), *path[step + 1 :])),
        replace(good, path=path[:-1]),
        replace(good, path=(*path, path[0])),
        replace(good, path=path[::-1]),
        replace(good, salt=good.salt[:-1]),
        replace(good, salt=b""),
        *(replace(good, position=wrong) for wrong in (other, -1, 52, 10**9) if wrong != position),
        *(replace(good, card=Card(wrong)) for wrong in (card, UNKNOWN, -1, 300) if wrong != good.card),
    ]
    context = COMMITMENT.context
    bad_commitments = [
        replace(COMMITMENT, root=flipped(COMMITMENT.root, bit)),
        replace(COMMITMENT, root=b""),
        replace(COMMITMENT, context=replace(context, table="table 8")),
        replace(COMMITMENT, context=replace(context, round=1235)),
        replace(COMMITMENT, context=replace(context, deck=1)),
        *(replace(COMMITMENT, count=count) for count in (51, 53, 0, -1, 64, 2**40)),
    ]
    assert not [bad for bad in bad_openings if verify(COMMITMENT, bad)]
    assert not [bad for bad in bad_commitments if verify(bad, good)]


def test_an_auditor_finds_every_change_to_the_deck() -> None:
    cards, secret = SHUFFLED.cards, SHUFFLED.secret
    assert audit(COMMITMENT, cards, secret) == ()
    swapped = (cards[1], cards[0], *cards[2:])
    doubled = (cards[0], cards[0], *cards[2:])
    unnamed = (UNKNOWN, *cards[1:])
    assert audit(COMMITMENT, swapped, secret) == ("The deck and its secret do not give the root that was published.",)
    assert audit(COMMITMENT, cards, flipped(secret, 3))
    assert audit(COMMITMENT, cards, b"short")[0].startswith("Not a deck: the secret")
    assert audit(COMMITMENT, cards[:-1], secret)[0] == "The deck has 51 cards; 52 were committed to."
    assert "not one of each" in audit(COMMITMENT, doubled, secret)[0]
    assert any("nobody has named" in fault for fault in audit(COMMITMENT, unnamed, secret))
    assert audit(replace(COMMITMENT, context=Context("table 7", 1235)), cards, secret)


def test_a_short_deck_is_no_deck_to_open_a_round_with_but_may_be_a_reshuffled_one() -> None:
    for deck, faults in ((0, 1), (1, 0)):
        short = shuffle(GENERATOR, DECK[:51], Context("t", 0, deck))
        assert len(audit(short.commitment, short.cards, short.secret)) == faults


def test_a_viewer_with_every_opening_but_one_cannot_compute_the_last_card() -> None:
    """By brute force: every card with every salt the viewer could make; only the true salt finds it."""
    for hidden in (0, 1, 31, 32, 50, 51):
        held = [opening(SHUFFLED, position) for position in range(52) if position != hidden]
        target = leaves(SHUFFLED)[hidden]
        path = next(each.path for each in held if each.path[0] == target)  # The viewer does hold the hash of the leaf.
        known = {each.salt for each in held} | {step for each in held for step in each.path}
        known |= {COMMITMENT.root, bytes(32)}
        where = place(CONTEXT, 52, hidden)
        salts = known | {salt_of(each, where) for each in known} | {sha256(each).digest() for each in known}
        prefix = b"\x00" + where
        guesses = {sha256(prefix + bytes([card]) + salt).digest() for card in range(52) for salt in salts}
        assert path[0] == target
        assert target not in guesses
        true = salt_of(SHUFFLED.secret, where)
        found = [card for card in DECK if sha256(prefix + bytes([card]) + true).digest() == target]
        assert found == [SHUFFLED.cards[hidden]]


def test_equal_decks_of_two_rounds_look_nothing_alike() -> None:
    again = Shuffle(Context("table 7", 1235), SHUFFLED.cards, SHUFFLED.secret)
    mine, its = leaves(SHUFFLED), leaves(again)
    assert not set(mine) & set(its)
    assert opening(again, 0).salt != opening(SHUFFLED, 0).salt


def test_what_is_printed_of_a_deck_shows_neither_card_nor_secret() -> None:
    assert repr(SHUFFLED) == "Shuffle(table 'table 7', round 1234, deck 0, 52 cards, cut 0)"


def test_a_cut_puts_the_rest_on_the_packet_cut_off() -> None:
    deck = Shuffle(CONTEXT, DECK, bytes(32)).cut_at(10)
    assert (deck.dealt_order[0], deck.dealt_order[-1]) == (DECK[10], DECK[9])
    assert deck.commitment == Shuffle(CONTEXT, DECK, bytes(32)).commitment
    with pytest.raises(ValueError, match="52 cards cannot be cut off a deck of 52"):
        deck.cut_at(52)


def test_what_cannot_be_committed_to_is_refused() -> None:
    for cards, words in ((DECK[:0], "0 cards"), ((DECK[0],) * 2, "2c twice"), ((UNKNOWN,), "nobody has named")):
        with pytest.raises(ValueError, match=words):
            Shuffle(CONTEXT, cards, bytes(32))
    with pytest.raises(ValueError, match="round -1"):
        Context("t", -1)


def test_commitments_and_openings_survive_json() -> None:
    import msgspec  # noqa: PLC0415

    opened = opening(SHUFFLED, 17)
    assert msgspec.json.decode(msgspec.json.encode(opened), type=Opening) == opened
    assert msgspec.json.decode(msgspec.json.encode(COMMITMENT), type=Commitment) == COMMITMENT


@pytest.mark.parametrize(("count", "left"), [(2, 1), (3, 2), (4, 2), (5, 4), (52, 32), (64, 32), (65, 64)])
def test_the_left_part_is_the_largest_power_of_two_below_the_count(count: int, left: int) -> None:
    assert split(count) == left
