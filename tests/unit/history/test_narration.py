"""A round in words that somebody new to the table can follow: whoever has or gets something is named."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from pokerroom import play
from pokerroom.history.narration import by_seat, tell
from pokerroom.play import Round, Seat
from pokerroom.play.events import PotAwarded, RoundClosed, ShowdownOpened
from pokerroom.words import said
from tests.golden.recorded import EDITIONS, performed, recorded

AMOUNT = re.compile(r"\$\d")
SEAT = re.compile(r"\b[Ss]eat \d+\b")

every_game = pytest.mark.parametrize("key", EDITIONS)


def told(key: str) -> Iterator[tuple[play.Event, Round, str]]:
    """A recorded round of a game, event by event."""
    state: Round | None = None
    for event in performed(recorded(key)):
        state = play.replay([event]) if state is None else play.apply(state, event)
        says = tell(event, state, by_seat)
        if says is not None:
            yield event, state, said(says)


READ = ("badugi", "hold-em", "seven-card-stud-high-low-eight")


def file_of(key: str) -> Path:
    return Path(__file__).parent / "told" / f"{key}.txt"


def in_words(key: str) -> str:
    return "".join(f"{words}\n" for _, _, words in told(key))


@pytest.mark.parametrize("key", READ)
def test_a_recorded_round_reads_as_it_is_written_down(key: str) -> None:
    written = file_of(key).read_text(encoding="utf-8")
    assert in_words(key).splitlines() == written.splitlines(), "run `python -m tests.unit.history.told` if it should"


@every_game
def test_every_stack_has_a_name_to_it_when_the_round_is_over(key: str) -> None:
    closed = [words for event, _, words in told(key) if isinstance(event, RoundClosed)]
    assert len(closed) == 1
    assert len(AMOUNT.findall(closed[0])) == len(SEAT.findall(closed[0])) == 7


@every_game
def test_a_pot_is_called_the_same_at_the_showdown_and_when_it_is_won(key: str) -> None:
    named: list[str] = []
    for event, _, words in told(key):
        if isinstance(event, ShowdownOpened):
            named = re.findall(r"(?:main|side) pot(?: \d)?", words.lower())
            assert len(named) == len(set(named)) == len(event.pots)
        if isinstance(event, PotAwarded) and event.strength is not None:
            won = re.findall(r"(?:main|side) pot(?: \d)?", words.lower())
            assert len(won) == 1 + len(event.joined)
            assert set(won) <= set(named)


@every_game
def test_a_side_pot_says_who_can_win_it(key: str) -> None:
    for event, _, words in told(key):
        if isinstance(event, ShowdownOpened):
            seats = sum(len(pot.claimants) for pot in event.pots[1:])
            assert len(SEAT.findall(words)) == seats + 1, "those of the side pots, and who shows first"


def words(event: play.Event, state: Round) -> str:
    says = tell(event, state, by_seat)
    assert says is not None
    return said(says)


def test_whoever_gets_the_odd_unit_is_named() -> None:
    event, state = next((event, state) for event, state, _ in told("hold-em") if isinstance(event, PotAwarded))
    tied = replace(event, seats=(Seat(2), Seat(0)), amounts=(501, 500), odd_rule=event.rule)
    assert "The odd unit goes to seat 3 (" in words(tied, state)
    alone = replace(event, seats=(Seat(2),), amounts=(501,), odd_rule=event.rule)
    assert "The odd unit goes to the high half (" in words(alone, state)
