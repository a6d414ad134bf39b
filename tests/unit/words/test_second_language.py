"""A second language is a folder of sentences: no code knows the words, of what is told, refused or said at a table."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from pokerroom import play
from pokerroom.cards import DECK
from pokerroom.games import game
from pokerroom.history.narration import by_seat, tell
from pokerroom.live.refusals import told as refusal_told
from pokerroom.live.tables.telling import Entry, told
from pokerroom.play import Raise, Refusal, Seat, events
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.house import NoLimit, letter
from pokerroom.rules.staff import Official, Position
from pokerroom.table.seating import events as at_table
from pokerroom.words import Catalogue, NoSentence, Saying
from pokerroom.words.catalogue import read
from tests.tables import Table, open_round

GERMAN = Catalogue(read(Path(__file__).parent / "de"), money=lambda cents: f"{cents // 100},{cents % 100:02} $")
RULE = NJAC_13_69F.cite("14.17")
AT = datetime(2026, 1, 1, tzinfo=UTC)
DEALER = Official("the room", Position.DEALER)


def opened() -> Table:
    return open_round(game("hold-em"), letter(NoLimit(200), blinds=(100, 200)), players=3, deck=DECK)


def in_german(says: Saying | None) -> str:
    assert says is not None
    return GERMAN.says(says)


def test_a_round_is_told_in_german() -> None:
    table = opened()
    table.play("S3 calls; S1 raises to 12; S2 folds; S3 calls")
    kinds = (events.Called, events.Raised, events.Folded, events.BettingRoundClosed)
    found, state = [], None
    for event in table.log:
        state = play.replay([event]) if state is None else play.apply(state, event)
        if isinstance(event, kinds):
            found.append(in_german(tell(event, state, by_seat)))
    assert found == [
        "Platz 3 geht mit 2,00 $ mit.",
        "Platz 1 erhöht auf 12,00 $.",
        "Platz 2 steigt aus.",
        "Platz 3 geht mit 10,00 $ mit.",
        "Die Setzrunde ist beendet; im Topf liegen 26,00 $.",
    ]


@pytest.mark.parametrize(("cards", "words"), [(1, "Ada tauscht eine Karte."), (3, "Ada tauscht 3 Karten.")])
def test_german_counts_as_german_does(cards: int, words: str) -> None:
    drew = events.Drew(RULE, Seat(0), DECK[:cards])
    assert in_german(tell(drew, opened().state, lambda _: "Ada")) == words


def test_a_refusal_is_told_in_german() -> None:
    refusal = play.perform(opened().state, Raise(Seat(2), 300))
    assert isinstance(refusal, Refusal)
    assert in_german(refusal_told(refusal, str)) == "3,00 $ liegen unter dem Mindesteinsatz von 4,00 $."


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            at_table.PlayerSeated(rule=RULE, by="a", at=AT, player="a", seat=3, amount=12_345),
            "ada setzt sich mit 123,45 $.",
        ),
        (
            at_table.KillEnded(rule=RULE, by=DEALER, at=AT, cause=at_table.KillEnd.SPLIT),
            "Der Kill endet: der Topf wurde geteilt.",
        ),
    ],
)
def test_what_happens_at_a_table_is_told_in_german(event: at_table.Fact, words: str) -> None:
    found = told(Entry(1, 0.0, event, 1, (), (), None), None, {"a": "ada"}.__getitem__)
    assert in_german(found.says) == words


def test_what_a_language_has_no_sentence_for_is_not_said_in_another() -> None:
    burned = tell(events.CardBurned(RULE, DECK[0]), opened().state, by_seat)
    with pytest.raises(NoSentence):
        in_german(burned)
