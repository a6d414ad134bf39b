"""A wrong name of a game, an edition or house rules is met with the names it comes near."""

import subprocess
import sys

import pytest
from typer.testing import CliRunner

from pokerroom.cli import app
from pokerroom.cli.choices import chosen_edition, chosen_game
from pokerroom.games import NotPermittedError
from pokerroom.rules.editions import UnknownEditionError

GAME_READERS = {
    "play": ("play", "holdem"),
    "games": ("games", "holdem"),
    "rank": ("rank", "holdem", "AsAh"),
    "odds": ("odds", "holdem", "AsAh", "KsKh"),
    "simulate": ("simulate", "holdem", "--seats", "2"),
}
MEANT = {
    "holdem": "hold-em",
    "HoldEm": "hold-em",
    "omaha hi": "omaha-high",
    "badougi": "badugi",
    "triple-draw-ace-to-fife": "triple-draw-ace-to-five",
}


@pytest.mark.parametrize("arguments", GAME_READERS.values(), ids=list(GAME_READERS))
def test_every_command_that_reads_a_game_suggests_the_one_that_comes_near(arguments: tuple[str, ...]) -> None:
    error = CliRunner().invoke(app, arguments).exception
    assert str(error) == "no game is called 'holdem'; did you mean hold-em?"


@pytest.mark.parametrize(("typed", "meant"), MEANT.items())
def test_the_nearest_game_is_named_first(typed: str, meant: str) -> None:
    with pytest.raises(NotPermittedError, match=rf"did you mean {meant}( or .*)?\?"):
        chosen_game(typed, None)


def test_only_games_of_the_edition_asked_for_are_suggested() -> None:
    with pytest.raises(NotPermittedError, match="it has seven-card-stud-high, "):
        chosen_game("badougi", "2006")


def test_a_game_that_another_text_has_is_not_a_wrong_name() -> None:
    with pytest.raises(NotPermittedError, match="seven-card-stud-low is not permitted under 19:47-2006"):
        chosen_game("seven-card-stud-low", "2006")


def test_what_comes_near_no_game_is_met_with_all_of_them() -> None:
    with pytest.raises(NotPermittedError, match=r"it has seven-card-stud-high, .*badugi"):
        chosen_game("xyzzy", None)


def test_no_name_at_all_leaves_no_hole_in_the_refusal() -> None:
    with pytest.raises(NotPermittedError, match=r"^no game was named: `pokerroom games` lists them$"):
        chosen_game(" ", None)


def test_an_edition_that_comes_near_is_suggested() -> None:
    with pytest.raises(UnknownEditionError, match=r"; did you mean 2006\?$"):
        chosen_edition("2007")
    with pytest.raises(UnknownEditionError, match=r"; did you mean badugi-proposal\?$"):
        chosen_edition("badugi-propsal")


@pytest.mark.parametrize("arguments", [("play", "hold-em"), ("replay", "some.phh")], ids=lambda each: each[0])
def test_house_rules_that_come_near_are_suggested(arguments: tuple[str, ...]) -> None:
    result = CliRunner().invoke(app, [*arguments, "--house", "custmary"])
    assert result.exit_code == 2
    assert "not 'custmary'; did you mean customary?" in " ".join(result.stderr.split())


def test_a_person_reads_the_suggestion_and_no_traceback() -> None:
    program = "from pokerroom.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, "play", "holdem"], check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (2, "pokerroom: no game is called 'holdem'; did you mean hold-em?\n")
