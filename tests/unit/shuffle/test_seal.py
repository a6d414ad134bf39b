"""What is stored shows no undealt card, opens where it stands and nowhere else, and to no person unrecorded."""

from collections.abc import Callable
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from pokerroom.cards import DECK, UNKNOWN, Card, cards_text
from pokerroom.games import PERMITTED
from pokerroom.play import Event, replay
from pokerroom.play.events import DeckReshuffled, DeckShuffled
from pokerroom.rules.clauses import Game
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.staff import Official, Position
from pokerroom.shuffle.seal import (
    KEY_FILE,
    DeckOpened,
    Key,
    Keys,
    Place,
    Sealed,
    SealError,
    Stored,
    create_keys,
    from_store,
    new_key,
    open_for,
    read_keys,
    resume,
    rotate_keys,
    seal,
    seal_log,
    to_store,
    unseal,
)
from tests.property.test_views import cards_in
from tests.unit.shuffle.staging import generator, rounds

RULE = NJAC_13_69F.cite("14.5(a)")
KEY = new_key()
KEYS = Keys((KEY,))
PLACE = Place("table 7/round 12", 1)
DECK_EVENT = DeckShuffled(RULE, generator("seal").shuffled(DECK))
SECRET = bytes(range(32))
SEALED = seal(DECK_EVENT, PLACE, KEY, secret=SECRET)

every_game = pytest.mark.parametrize("game", PERMITTED, ids=lambda game: f"{game.edition}:{game.key}")


@every_game
def test_a_stored_log_is_resumed_as_it_was(game: Game) -> None:
    for each in rounds(game):
        secrets = [deck.secret for deck in each.decks]
        stored = list(seal_log(each.log, "round", KEY, secrets_of=secrets, first=40))
        read = msgspec.json.decode(msgspec.json.encode(stored), type=list[Stored])
        assert resume(read, "round", KEYS, first=40) == (list(each.log), secrets)


@every_game
def test_no_undealt_card_is_in_the_bytes_of_a_stored_log(game: Game) -> None:
    """As the store would have it at every moment of the round."""
    for each in islice(rounds(game), 2):
        for stop in range(2, len(each.log) + 1, 7):
            log = each.log[:stop]
            stub = replay(log).stub
            dealt = set(DECK) - set(stub)
            stored = msgspec.json.encode(list(seal_log(log, "round", KEY)))
            shown = {card for card in cards_in(msgspec.json.decode(stored)) if card != UNKNOWN}
            assert shown <= dealt | reshuffled(log)
            for form in written(stub):
                assert form not in stored


def reshuffled(log: tuple[Event, ...]) -> set[Card]:
    """Cards that went back into the deck, and had been dealt before."""
    return {card for event in log if isinstance(event, DeckReshuffled) for card in event.deck}


def written(cards: tuple[Card, ...]) -> list[bytes]:
    """The cards in the ways a file might hold them; few cards could be anywhere by chance."""
    if len(cards) < 4:
        return []
    return [
        bytes(cards),
        cards_text(cards).encode(),
        msgspec.json.encode(cards)[1:-1],
        msgspec.msgpack.encode(cards)[3:],
    ]


def test_the_search_finds_what_is_not_sealed() -> None:
    plain = msgspec.json.encode([DECK_EVENT])
    assert any(form in plain for form in written(DECK_EVENT.deck[5:]))


def test_everything_secret_of_a_reshuffle_is_sealed() -> None:
    event = DeckReshuffled(RULE, DECK[:10], DECK[10:12], (DECK[12:15], ()))
    sealed = seal(event, PLACE, KEY, secret=SECRET)
    assert sealed.event == DeckReshuffled(RULE, (UNKNOWN,) * 10, (UNKNOWN,) * 2, ((UNKNOWN,) * 3, ()))
    opened = unseal(sealed, PLACE, KEYS)
    assert (opened.event, opened.secret) == (event, SECRET)
    for hidden in (SECRET, bytes(DECK[:10])):
        assert hidden not in msgspec.msgpack.encode(sealed)


def test_how_long_a_sealed_deck_is_tells_nothing_of_its_cards() -> None:
    sizes = {
        len(seal(DeckReshuffled(RULE, tuple(generator(seed).sample(DECK, 9)), (), ()), PLACE, KEY).box)
        for seed in range(50)
    }
    assert len(sizes) == 1


def test_no_two_seals_are_alike() -> None:
    seals = [seal(DECK_EVENT, PLACE, KEY) for _ in range(200)]
    assert len({each.nonce for each in seals}) == len({each.box for each in seals}) == 200


def test_nonces_come_from_whoever_owns_the_entropy() -> None:
    one, same, other = (
        seal(DECK_EVENT, PLACE, replace(KEY, nonces=generator(seed).randbytes), secret=SECRET) for seed in "aab"
    )
    assert one == same
    assert one.nonce != other.nonce
    assert unseal(one, PLACE, KEYS) == unseal(other, PLACE, KEYS)


def changed(data: bytes) -> bytes:
    return bytes([data[0] ^ 1]) + data[1:]


TAMPERED: dict[str, Callable[[], Any]] = {
    "another stream": lambda: unseal(SEALED, Place("table 7/round 13", 1), KEYS),
    "another sequence": lambda: unseal(SEALED, Place("table 7/round 12", 2), KEYS),
    "a split moved between stream and sequence": lambda: unseal(SEALED, Place("table 7/round 1", 1), KEYS),
    "box": lambda: unseal(replace(SEALED, box=changed(SEALED.box)), PLACE, KEYS),
    "box cut short": lambda: unseal(replace(SEALED, box=SEALED.box[:-1]), PLACE, KEYS),
    "no box": lambda: unseal(replace(SEALED, box=b""), PLACE, KEYS),
    "nonce": lambda: unseal(replace(SEALED, nonce=changed(SEALED.nonce)), PLACE, KEYS),
    "no nonce": lambda: unseal(replace(SEALED, nonce=b""), PLACE, KEYS),
    "the part in clear": lambda: unseal(
        replace(SEALED, event=replace(SEALED.event, rule=NJAC_13_69F.cite("14.5(b)"))), PLACE, KEYS
    ),
    "another key of the same name": lambda: unseal(SEALED, PLACE, Keys((Key(KEY.id, bytes(32)),))),
    "the name of another key": lambda: unseal(
        replace(SEALED, key="other"), PLACE, Keys((Key("other", KEY.secret), KEY))
    ),
}


@pytest.mark.parametrize("how", TAMPERED)
def test_a_seal_that_was_changed_or_moved_does_not_open(how: str) -> None:
    assert unseal(SEALED, PLACE, KEYS).event == DECK_EVENT
    with pytest.raises(SealError, match="does not open"):
        TAMPERED[how]()


def test_a_missing_key_is_named() -> None:
    with pytest.raises(SealError, match=f"sealed under key {KEY.id!r}"):
        unseal(SEALED, PLACE, Keys((new_key(),)))


def test_only_events_with_a_deck_are_sealed() -> None:
    plain = next(rounds(PERMITTED[0])).log[0]
    assert to_store(plain, PLACE, KEY) is plain
    assert from_store(plain, PLACE, KEYS) is plain
    stored = to_store(DECK_EVENT, PLACE, KEY)
    assert isinstance(stored, Sealed)
    assert from_store(stored, PLACE, KEYS) == DECK_EVENT


SUPERVISOR = Official("A. Reyes", Position.SHIFT_SUPERVISOR)
AT = datetime(2026, 3, 1, 20, 30, tzinfo=UTC)


class Book:
    """A journal that keeps what it is told, and what was open when it was told."""

    def __init__(self) -> None:
        self.records: list[DeckOpened] = []

    def record(self, opened: DeckOpened) -> None:
        self.records.append(opened)


class Broken:
    def record(self, opened: DeckOpened) -> None:
        raise OSError(f"the journal is full: {opened.reason}")


def test_an_opening_by_a_person_is_recorded() -> None:
    book = Book()
    opened = open_for(SEALED, PLACE, KEYS, by=SUPERVISOR, reason="dispute at seat 4", at=AT, journal=book)
    assert (opened.event, opened.secret) == (DECK_EVENT, SECRET)
    assert book.records == [
        DeckOpened(by=SUPERVISOR, at=AT, reason="dispute at seat 4", place=PLACE, key=KEY.id),
    ]


def test_nothing_is_opened_that_could_not_be_recorded() -> None:
    with pytest.raises(OSError, match="journal is full"):
        open_for(SEALED, PLACE, KEYS, by=SUPERVISOR, reason="dispute", at=AT, journal=Broken())


def test_the_record_comes_before_the_deck() -> None:
    """A deck that cannot be opened was still asked for."""
    book = Book()
    with pytest.raises(SealError):
        open_for(replace(SEALED, box=b""), PLACE, KEYS, by=SUPERVISOR, reason="dispute", at=AT, journal=book)
    assert len(book.records) == 1


@pytest.mark.parametrize(
    ("by", "reason", "at"),
    [
        (SUPERVISOR, " ", AT),
        (SUPERVISOR, "\u200b", AT),
        (SUPERVISOR, "...", AT),
        (Official(" ", Position.SHIFT_SUPERVISOR), "dispute", AT),
        (SUPERVISOR, "dispute", AT.replace(tzinfo=None)),
    ],
    ids=["no reason", "a reason nobody can see", "dots for a reason", "no name", "no time zone"],
)
def test_nobody_opens_a_deck_without_saying_who_when_and_why(by: Official, reason: str, at: datetime) -> None:
    book = Book()
    with pytest.raises(SealError):
        open_for(SEALED, PLACE, KEYS, by=by, reason=reason, at=at, journal=book)
    assert not book.records


def test_keys_are_created_once_and_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deck.key"
    monkeypatch.setenv(KEY_FILE, str(path))
    made = create_keys()
    assert read_keys() == made == read_keys(path)
    assert path.stat().st_mode & 0o777 == 0o600
    with pytest.raises(SealError, match="already exists and was not changed"):
        create_keys()
    assert read_keys() == made


def test_a_rotated_key_seals_and_the_old_one_still_opens(tmp_path: Path) -> None:
    path = tmp_path / "deck.key"
    old = create_keys(path)
    before = seal(DECK_EVENT, PLACE, old.current)
    rotate_keys(path)
    keys = read_keys(path)
    after = seal(DECK_EVENT, PLACE, keys.current)
    assert before.key != after.key
    assert unseal(before, PLACE, keys).event == unseal(after, PLACE, keys).event == DECK_EVENT
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o610])
def test_a_key_file_open_to_others_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "deck.key"
    create_keys(path)
    path.chmod(mode)
    with pytest.raises(SealError, match=rf"can be read by others \(mode {mode:o}\)"):
        read_keys(path)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "holds no key"),
        ("k1 " + "0" * 63 + "\n", "line 1: expected an id"),
        ("k1 " + "0" * 64 + "\nk1 " + "1" * 64 + "\n", "line 2: key 'k1' is there twice"),
        ("\n", "line 1: expected an id"),
        ("é", "cannot be read"),
    ],
)
def test_a_key_file_that_holds_something_else_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "deck.key"
    path.write_text(text, encoding="utf-8")
    path.chmod(0o600)
    with pytest.raises(SealError, match=sentence):
        read_keys(path)


def test_a_key_file_that_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SealError, match="does not exist"):
        read_keys(tmp_path / "none")
    with pytest.raises(SealError, match="cannot be created"):
        create_keys(tmp_path / "none" / "deck.key")
    with pytest.raises(SealError, match="cannot be read"):
        read_keys(tmp_path)
    monkeypatch.delenv(KEY_FILE, raising=False)
    with pytest.raises(SealError, match=KEY_FILE):
        read_keys()


def test_neither_a_key_nor_an_opened_deck_prints_its_secret() -> None:
    opened = unseal(SEALED, PLACE, KEYS)
    for text in (repr(KEY), repr(KEYS), repr(opened)):
        assert KEY.secret.hex() not in text
        assert repr(KEY.secret) not in text
        assert repr(SECRET) not in text
        assert str(DECK_EVENT.deck[0]) + ", " not in text
