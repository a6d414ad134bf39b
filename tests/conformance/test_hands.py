"""Hands recorded elsewhere come out as their sources have them. They stay beside the checkout: see the README there."""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from pokerroom.history.hand import HistoryError
from pokerroom.history.phh import read, write
from pokerroom.history.replay import Replayed, replay_hand
from pokerroom.play.events import BettingRoundOpened, RulingMade
from tests.conformance.settlement import (
    EXCEPTIONS,
    NOT_OUR_GAMES,
    UNDIVIDED,
    disagreement,
    misplaced_odd_units,
)

Entry = dict[str, Any]


@pytest.fixture(scope="module")
def hands(shared: Path) -> Path:
    return shared / "conformance/hands"


@pytest.fixture(scope="module")
def index(hands: Path) -> list[Entry]:
    entries: list[Entry] = json.loads((hands / "index.json").read_text(encoding="utf-8"))
    return entries


@pytest.fixture(scope="module")
def outcomes(hands: Path, index: list[Entry]) -> dict[str, Replayed | HistoryError]:
    """Every hand of the index, played once for all the tests of this module."""
    return {entry["file"]: outcome(hands / entry["file"]) for entry in index}


def outcome(path: Path) -> Replayed | HistoryError:
    try:
        return replay_hand(read(path.read_text(encoding="utf-8")))
    except HistoryError as error:
        return error


def test_every_hand_of_our_games_comes_out_as_recorded(
    index: list[Entry], outcomes: dict[str, Replayed | HistoryError]
) -> None:
    wrong = defaultdict(list)
    for entry in index:
        if entry["variant"] in NOT_OUR_GAMES:
            continue
        file, replayed = entry["file"], outcomes[entry["file"]]
        if isinstance(replayed, HistoryError):
            wrong[entry["variant"]].append(f"{file}: {replayed}")
            continue
        fault = disagreement(
            file,
            replayed,
            entry["final_stacks"],
            scale=entry["scale"],
            odd_chip_where=entry["odd_chip_where"],
        )
        wrong[entry["variant"]] += [fault] if fault else []
    assert not any(wrong.values()), "\n".join(fault for faults in wrong.values() for fault in faults)


def test_at_most_five_hands_are_excepted() -> None:
    assert len(EXCEPTIONS) <= 5


def test_an_odd_unit_between_tied_players_goes_to_the_first_left_of_the_button(
    index: list[Entry], outcomes: dict[str, Replayed | HistoryError]
) -> None:
    """All such hands of the corpus are of games with a button, where p1 sits on its left (AMB-75, AMB-71)."""
    tied = [entry["file"] for entry in index if UNDIVIDED & set(entry["odd_chip_where"])]
    for file in tied:
        replayed = outcomes[file]
        assert isinstance(replayed, Replayed), file
        assert replayed.state.procedure.game.has_button, file
        assert not misplaced_odd_units(replayed), file
    assert tied


def test_games_of_no_text_of_ours_are_refused_by_name(
    index: list[Entry], outcomes: dict[str, Replayed | HistoryError]
) -> None:
    refused = {entry["file"]: entry["variant"] for entry in index if entry["variant"] in NOT_OUR_GAMES}
    assert set(refused.values()) == NOT_OUR_GAMES
    for file, variant in refused.items():
        error = outcomes[file]
        assert isinstance(error, HistoryError), file
        assert error.field == "variant"
        assert error.what.startswith(f"{variant} is no-limit ")
        assert error.what.endswith(", which no edition permits")


def test_the_stud_player_recorded_as_opening_is_the_one_our_rule_names(
    index: list[Entry], outcomes: dict[str, Replayed | HistoryError]
) -> None:
    openers = {entry["file"]: entry["first_street_opener"] for entry in index if "first_street_opener" in entry}
    for file, opener in openers.items():
        replayed = outcomes[file]
        assert isinstance(replayed, Replayed), file
        assert first_to_act(replayed) == opener - 1, file
    assert openers


def first_to_act(replayed: Replayed) -> int:
    return next(event.to_act[0] for event in replayed.log if isinstance(event, BettingRoundOpened))


def test_only_raises_over_a_short_all_in_need_a_ruling(
    index: list[Entry], outcomes: dict[str, Replayed | HistoryError]
) -> None:
    """On these the text is silent, and the engine that played them went another way than ours (R-06, AMB-77)."""
    ruled = 0
    for entry in index:
        replayed = outcomes[entry["file"]]
        if isinstance(replayed, Replayed) and any(isinstance(event, RulingMade) for event in replayed.log):
            ruled += 1
            assert entry.get("raise_after_short_all_in"), (entry["file"], replayed.warnings)
    assert ruled


def test_nothing_else_is_doubted_but_stacks_after_a_rake_and_half_chips(
    index: list[Entry], outcomes: dict[str, Replayed | HistoryError]
) -> None:
    """Shows, mucks, fields and final stacks of real files stand as they are; the index has amounts before the rake."""
    doubted = defaultdict(set)
    for entry in index:
        replayed = outcomes[entry["file"]]
        if isinstance(replayed, HistoryError) or entry.get("raise_after_short_all_in"):
            continue
        for warning in replayed.warnings:
            field, _, what = warning.partition(": ")
            doubted["half chips" in entry["odd_chip_where"], field].add(what.endswith("as after a rake)"))
    assert doubted == {
        (False, "finishing_stacks"): {True},
        (False, "winnings"): {True},
        (True, "finishing_stacks"): {False},
    }


def test_where_the_other_engine_errs_the_text_prevails(hands: Path) -> None:
    """High-low hands with side pots, for which the index has a settlement made from the text."""
    disputed = json.loads((hands / "disputed/index.json").read_text(encoding="utf-8"))
    assert disputed
    for entry in disputed:
        replayed = outcome(hands / "disputed" / entry["file"])
        assert isinstance(replayed, Replayed), entry["file"]
        assert [*replayed.stacks] == entry["independent_final_stacks"], entry["file"]


def test_what_is_read_and_written_reads_the_same(hands: Path, index: list[Entry]) -> None:
    for entry in index:
        if entry["variant"] in NOT_OUR_GAMES:
            continue
        hand = read((hands / entry["file"]).read_text(encoding="utf-8"))
        assert read(write(hand)) == hand, entry["file"]
