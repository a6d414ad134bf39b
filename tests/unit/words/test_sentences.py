"""The sentences that come with the room: there is one for whatever can be told, and the page has the same."""

from enum import Enum

import pytest

from pokerroom.games import CATALOGUE, PERMITTED
from pokerroom.history.narration import by_seat, tell
from pokerroom.live.tables.recent import ACTIONS
from pokerroom.play import CardCount, Misdeal, Removal
from pokerroom.play.refusals import UPHOLDABLE
from pokerroom.rules.clauses import Community, Draw, Game
from pokerroom.rules.house import KillOption
from pokerroom.rules.staff import Position
from pokerroom.table.ending import Ending
from pokerroom.table.seating.events import KillEnd
from pokerroom.words import catalogue, said, term
from tests.irregular import play
from tests.sweep import EVERY_SIGN, cases
from tests.unit.words import page_sayings


def named_in(file: str) -> set[str]:
    return {key for key in catalogue().sentences if key.startswith(f"{file}.")}


def test_whatever_a_supervisor_can_let_stand_has_its_words() -> None:
    assert {f"telling.upheld-{code}" for code in UPHOLDABLE} <= named_in("telling")


@pytest.mark.parametrize("kind", [CardCount, Ending, KillEnd, KillOption, Misdeal, Position, Removal])
def test_whatever_is_told_of_an_enumeration_has_its_words(kind: type[Enum]) -> None:
    assert {term(each).key for each in kind} <= named_in("term")


def test_every_street_on_which_something_is_announced_has_its_words() -> None:
    streets = [street for game in PERMITTED for street in game.streets]
    names = {street.name for street in streets if isinstance(street.cards, Community | Draw)}
    assert {f"streets.{name}" for name in names} == named_in("streets")


def test_every_share_of_a_pot_has_its_words() -> None:
    shares = {share.name for game in CATALOGUE.values() for share in game.shares}
    assert {f"telling.share-{share}" for share in shares} <= named_in("telling")


def test_whatever_a_player_does_has_its_words() -> None:
    assert {f"action.{kind.__name__}" for kind in ACTIONS} == {key for key in named_in("action") if "-" not in key}


@pytest.mark.parametrize("game", PERMITTED, ids=lambda game: f"{game.edition} {game.key}")
def test_whatever_happens_in_a_round_can_be_said(game: Game) -> None:
    heard = 0
    for case in cases(game, 2, signs=EVERY_SIGN):
        for step in play(case):
            for event in step.events:
                says = tell(event, step.after, by_seat)
                assert says is None or said(says).strip().endswith(".")
                heard += says is not None
    assert heard


def test_what_the_page_must_say_alike_is_up_to_date() -> None:
    assert page_sayings.FILE.read_bytes() == page_sayings.written(), "run `python -m tests.unit.words.page_sayings`"
