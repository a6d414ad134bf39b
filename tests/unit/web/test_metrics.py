"""Counters that count, and logs in which nobody finds a secret or a card."""

import io
import json
import logging
from collections.abc import Iterator
from random import Random

import pytest
import structlog

from pokerroom.cards import DECK, card_text, cards_text
from pokerroom.live.archive import Archive, Hall
from pokerroom.live.entrance.accounts import PasswordHash
from pokerroom.room.tables import TABLES
from pokerroom.shuffle import Context, Shuffle
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
