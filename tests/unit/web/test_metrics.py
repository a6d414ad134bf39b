"""Counters that count, and logs in which nobody finds a secret or a card."""

import io
import json
import logging
import re
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
import structlog

from pokerroom.cards import DECK, card_text, cards_text
from pokerroom.live.archive import Archive, Hall
from pokerroom.live.entrance.accounts import PasswordHash
from pokerroom.live.shards_told import Followed, ShardsTold
from pokerroom.room.room import Done
from pokerroom.room.shards import shard_of
from pokerroom.room.tables import TABLES
from pokerroom.shuffle import Context, Shuffle
from pokerroom.store.lease import Held
from pokerroom.web.app import counting
from pokerroom.web.metrics import EXPOSITION, Metrics, configure_logging, scrubbed
from tests.unit.web.front import PASSWORD, played_house

TOKEN = "aVerySecretToken"  # noqa: S105  it opens nothing


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What is logged meanwhile."""
    root, stream = logging.getLogger(), io.StringIO()
    before = root.handlers[:], root.level
    configure_logging(stream=stream)
    yield stream
    root.handlers[:], root.level = before
    structlog.reset_defaults()


def lines(stream: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_an_entry_says_what_happened_when_and_how_grave(written: io.StringIO) -> None:
    structlog.get_logger("room").info("table opened", table="4", seats=9)
    (entry,) = lines(written)
    assert entry["event"] == "table opened"
    assert (entry["table"], entry["seats"], entry["level"], entry["logger"]) == ("4", 9, "info", "room")
    assert str(entry["timestamp"]).endswith("Z")


def test_libraries_go_the_same_way(written: io.StringIO) -> None:
    logging.getLogger("uvicorn.error").warning("the deck is %s", cards_text(DECK[:5]))
    (entry,) = lines(written)
    assert entry["level"] == "warning"
    assert card_text(DECK[0]) not in written.getvalue()


def test_secrets_are_not_logged(written: io.StringIO) -> None:
    structlog.get_logger().info(
        "log in",
        password=PASSWORD,
        session_token=TOKEN,
        headers={"Cookie": TOKEN, "Authorization": TOKEN, "accept": "text/html"},
        nested=[{"secret": TOKEN}],
        hashed=PasswordHash(TOKEN),
        raw=TOKEN.encode(),
    )
    assert TOKEN not in written.getvalue()
    assert PASSWORD not in written.getvalue()
    assert "text/html" in written.getvalue()


def test_no_way_of_logging_an_event_shows_a_card(written: io.StringIO) -> None:
    """Every event of played rounds, logged as a value, in a list, in words, in a sentence, and in an exception."""
    house, log = played_house(rounds=2), structlog.get_logger()
    archive = Archive([Hall(house.store, house.room.keys)])
    played = [archive._replayed(each) for each in archive.rounds_of("p0")]
    happened = [entry for each in played for entry in each.entries]
    assert len(happened) > 20
    deck = Shuffle(Context("4", 1), DECK, bytes(32))
    values = [house.room.states(TABLES)["4"], deck, *played, *happened, *(entry.event for entry in happened)]
    cards = Random(7).sample(DECK, 9)
    for value in values:
        log.info("happened", value=value, values=[value], inside={"value": value})
    log.info("dealt %s", cards_text(cards), cards=cards, deck=DECK, down=cards, words=cards_text(cards))
    sentence = f"the board is {cards_text(cards)}"
    log.info(sentence, board=cards_text(cards), said="".join(map(card_text, cards)))
    try:
        raise ValueError(f"{cards_text(cards)} cannot be dealt")  # noqa: TRY301
    except ValueError:
        log.exception("failed")
    for card in DECK:
        assert card_text(card) not in written.getvalue().replace('"', " ").split(), card_text(card)
    text = written.getvalue()
    assert not [each for each in cards if f" {card_text(each)}" in text or f"{card_text(each)} " in text]
    assert str(list(DECK))[1:-1] not in text


@pytest.mark.parametrize("words", ["Ada sits down with $100.", "Table 4: 9 seats", "2 rounds", "Th", "A4c9 is no card"])
def test_other_words_stay_as_they_are(words: str) -> None:
    expected = words.replace("Th", "??") if words == "Th" else words
    assert scrubbed(words) == expected


def test_two_rooms_do_not_count_together() -> None:
    one, other = Metrics(), Metrics()
    one.orders.labels(kind="Bet").inc()
    one.commit_seconds.observe(0.003)
    assert b'pokerroom_orders_total{kind="Bet"} 1.0' in one.exposition()
    assert b"pokerroom_commit_seconds_count 1.0" in one.exposition()
    assert b'kind="Bet"' not in other.exposition()
    assert EXPOSITION.startswith("text/plain")


def test_a_server_that_shares_its_room_tells_what_it_has_and_how_it_keeps_up() -> None:
    held = tuple(Held(7, "one", 0, shard, position=shard + 40, is_free=shard == 2) for shard in range(4))
    told_of = ShardsTold(4, {1: 7}, {0: 36, 1: 41, 2: 42, 3: 43}, held, Followed(12, 0.5), {"taken": 3, "lost": 0})
    counters = Metrics()
    counters.tell_of_shards(SimpleNamespace(shards_told=lambda: {"play-chips": told_of}))
    told = counters.exposition().decode()
    for line in (
        'pokerroom_shards{room="play-chips"} 4.0',
        'pokerroom_shards_held{room="play-chips"} 1.0',
        'pokerroom_shards_free{room="play-chips"} 1.0',
        'pokerroom_shard_epoch{room="play-chips",shard="1"} 7.0',
        'pokerroom_shard_position{room="play-chips",shard="0"} 36.0',
        'pokerroom_shard_recorded{room="play-chips",shard="0"} 40.0',
        'pokerroom_shard_moves_total{room="play-chips",what="taken"} 3.0',
        'pokerroom_followed_events_total{room="play-chips"} 12.0',
        'pokerroom_following_behind_seconds{room="play-chips"} 0.5',
    ):
        assert line in told.splitlines()


@pytest.mark.parametrize(("shards", "counted"), [(4, {"3": "2.0", "0": "1.0"}), (1, {})])
def test_orders_are_counted_by_shard_where_there_are_several(shards: int, counted: dict[str, str]) -> None:
    counters, table = Metrics(), next(str(n) for n in range(99) if shard_of(f"table/{n}", 4) == 3)
    live: Any = SimpleNamespace(name="play-chips", shards=shards, is_divided=shards > 1)
    observe = counting(live, counters)
    for streams in ((f"table/{table}", f"box/{table}"), ("ledger",), (f"deals/{table}",)):
        observe(object(), Done("an order", tuple((stream, object()) for stream in streams)), 0.001)
    told = counters.exposition().decode()
    assert dict(re.findall(r'shard_orders_total\{room="play-chips",shard="(\d)"\} (\S+)', told)) == counted
    assert ('pokerroom_shard_events_total{room="play-chips",shard="3"} 3.0' in told) == bool(counted)
