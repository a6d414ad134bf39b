"""Rounds dealt by the million: what is counted, that it is counted right, and that it is the same whoever counts."""

import json
from collections import Counter
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from random import Random

import msgspec
import numpy as np
import pytest

from pokerroom.cards import DECK, Card
from pokerroom.games import CATALOGUE, game
from pokerroom.odds import simulation
from pokerroom.odds.notation import QuestionError
from pokerroom.odds.simulation import Line, Report, What, ask, dealt, run, simulate
from pokerroom.odds.simulation_draws import Draws, number_of_draws
from pokerroom.odds.workers import processes
from pokerroom.play import OpenRound, Seat, Stage, perform, procedure, start
from pokerroom.ranking import Ranking, Strength, category, describe, form, worst_qualifying
from pokerroom.ranking.bad_beats import HoleCards, Qualifier, qualifier
from pokerroom.ranking.bulk import engine, use_engine
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import Fixed, letter
from tests.conftest import ROOT
from tests.sweep import STANDING_PAT, accepted, next_command, shuffled

GAMES = {f"{law.key}, {law.edition}": law for law in CATALOGUE.values()}
BAD_BEAT = qualifier("aces full of tens", hole_cards=HoleCards.PLAY, pocket_pair_for_quads=True)

Cards = tuple[Card, ...]


def counted(report: Report) -> dict[tuple[str, str, str], int]:
    return {(line.share, line.what.value, line.which): line.times for line in report.lines if line.times}


@pytest.mark.parametrize("law", GAMES.values(), ids=GAMES)
def test_the_counts_of_every_game_are_those_of_one_round_after_the_other(law: Game) -> None:
    rounds, seats = 150, min(6, law.seats.most)
    asked = ask(law, seats, rounds, 5)
    own, board = dealt(asked, 0, rounds)
    expected: Counter[tuple[str, str, str]] = Counter()
    for number in range(rounds):
        hands = [tuple(own[seat, number].tolist()) for seat in range(seats)]
        expected += one_round(law, hands, tuple(board[number].tolist()))
    assert counted(run(asked)) == expected


def one_round(law: Game, hands: Sequence[Cards], board: Cards) -> Counter[tuple[str, str, str]]:
    """What one round adds to a report, hand by hand through the rankings of the tables."""
    found: Counter[tuple[str, str, str]] = Counter()
    winners: list[list[int]] = []
    for share in law.shares:
        rank = form(share.ranking, share.formation)
        strengths = [rank(hand, board) for hand in hands]
        floor = worst_qualifying(share.ranking, share.qualifier.worst) if share.qualifier else 0
        found.update((share.name, "hand", class_name(share.ranking, strength)) for strength in strengths)
        qualified = [strength for strength in strengths if strength >= floor]
        if share.qualifier:
            found[share.name, "qualified", ""] += len(qualified)
            found[share.name, "claimed", ""] += bool(qualified)
        if qualified:
            best = max(qualified)
            winners.append([seat for seat, strength in enumerate(strengths) if strength == best])
            found[share.name, "winner", class_name(share.ranking, best)] += 1
            if len(winners[-1]) > 1:
                found[share.name, "divided", str(len(winners[-1]))] += 1
    found["", "scoop", ""] += all(len(won) == 1 and won == winners[0] for won in winners)
    return +found


def class_name(ranking: Ranking, strength: Strength) -> str:
    name = category(ranking, strength)
    if "low" in ranking.value and name in ("no pair", "high card"):
        return f"{describe(ranking, strength)[0]}-high"
    return name


@pytest.mark.parametrize("law", GAMES.values(), ids=GAMES)
def test_at_the_showdown_lie_as_many_cards_as_the_engine_deals(law: Game) -> None:
    """Every game with every number of seats, nobody folding: a stud deck that runs short gives common cards."""
    for seats in range(2, law.seats.most + 1):
        own, board = dealt(ask(law, seats, 1, 0, draws=Draws.PAT), 0, 1)
        assert (own.shape[2], board.shape[1]) == cards_the_engine_deals(law, seats), seats


def test_a_game_of_another_text_than_the_current_is_found_without_naming_it() -> None:
    assert simulate("super-seven-card-stud-high", 2, 10, 0).edition == "13:69F-super-stud-amendment"


def test_the_guide_says_with_how_many_seats_stud_runs_short() -> None:
    law = game("seven-card-stud-high")
    short = {seats: cards_the_engine_deals(law, seats) for seats in range(2, 10)}
    assert {seats: cards for seats, cards in short.items() if cards != (7, 0)} == {7: (6, 1), 8: (6, 1), 9: (5, 2)}
    guide = (ROOT / "docs/simulation.md").read_text(encoding="utf-8")
    assert "**Stud with seven, eight or nine seats** runs short" in guide


def cards_the_engine_deals(law: Game, seats: int) -> tuple[int, int]:
    rng = Random(seats)
    posted = {"blinds": (100, 200)} if law.has_button else {"forced_bet": 100}
    table = procedure(law, letter(Fixed(200, 400), **posted))
    opening = OpenRound(stacks=(10**6,) * seats, deck=tuple(shuffled(DECK, rng)))
    state, _ = accepted(start(table, opening), opening)
    while state.stage is not Stage.SHOWDOWN:
        command = next_command(state, STANDING_PAT, rng)
        state, _ = accepted(perform(state, command), command)
    (own,) = {len(state.cards(Seat(seat))) for seat in range(seats)}
    return own, len(state.board)


PUBLISHED = [
    ("hold-em", 10, "high", "high_7"),
    ("seven-card-stud-high", 8, "high", "high_7"),
    ("five-card-stud", 8, "high", "high_5"),
    ("five-card-draw-high", 8, "high", "high_5"),
    ("five-card-draw-low", 8, "low", "ace_to_five_low_5"),
    ("seven-card-stud-low", 9, "low", "ace_to_five_low_7"),
    ("triple-draw-deuce-to-seven", 7, "low", "deuce_to_seven_low_5"),
    ("badugi", 9, "pot", "badugi_4"),
    ("mambo-stud", 11, "high", "mambo_high_best3of4"),
]
OTHER_NAMES = {
    "two pair": "two pairs",
    "three of a kind": "three-of-a-kind",
    "four of a kind": "four-of-a-kind",
    "4-card": "four-card badugi",
    "3-card": "three-card hand",
    "2-card": "two-card hand",
    "1-card": "one-card hand",
}


@pytest.mark.parametrize(("key", "seats", "share", "table"), PUBLISHED, ids=[case[0] for case in PUBLISHED])
def test_hands_are_made_as_often_as_all_hands_counted_say(
    key: str, seats: int, share: str, table: str, shared: Path
) -> None:
    truth = json.loads((shared / "conformance/frequencies.json").read_text(encoding="utf-8"))[table]
    report = simulate(key, seats, 120_000, 11, draws=Draws.PAT)
    lines = {line.which: line for line in report.of(What.HAND, share)}
    for name, times in expected_counts(truth).items():
        assert_close(lines[name], times / truth["total"], report.rounds * seats)
    assert sum(line.times for line in lines.values()) == report.rounds * seats


def expected_counts(truth: dict[str, dict[str, int]]) -> dict[str, int]:
    counts = {OTHER_NAMES.get(name, name): times for name, times in truth["categories"].items()}
    if "royal_flush_within_straight_flush" in truth:
        royal = truth["royal_flush_within_straight_flush"]
        assert isinstance(royal, int)
        counts |= {"royal flush": royal, "straight flush": counts["straight flush"] - royal}
    elif "straight flush" in counts:
        # With three cards, or in a low game, the table does not tell the royal flushes apart.
        counts.pop("straight flush")
    if "no_pair_by_top_card" in truth:
        counts.pop("no pair", counts.pop("high card", 0))
        counts |= truth["no_pair_by_top_card"]
    return counts


def assert_close(line: Line, truth: float, trials: int) -> None:
    assert line.error is not None
    error = max(line.error, sqrt(truth * (1 - truth) / trials))
    assert abs(line.rate - truth) < 5 * error + 1 / trials, line


@pytest.mark.parametrize(
    ("key", "table"),
    [("seven-card-stud-high-low-eight", "eight_or_better_low_7"), ("mambo-stud", "mambo_low_best3of4")],
)
def test_low_hands_qualify_as_often_as_all_hands_counted_say(key: str, table: str, shared: Path) -> None:
    truth = json.loads((shared / "conformance/frequencies.json").read_text(encoding="utf-8"))[table]
    categories = truth["categories"]
    rate = 1 - categories["does not qualify"] / truth["total"]
    report = simulate(key, 7, 100_000, 3)
    (line,) = report.of(What.QUALIFIED)
    assert_close(line, rate, 7 * report.rounds)


@pytest.mark.parametrize(("what", "which"), [(What.HAND, "two pairs"), (What.WINNER, "flush"), (What.SCOOP, "")])
def test_the_stated_standard_error_is_how_much_the_rate_varies(what: What, which: str) -> None:
    """Ten hands share one board, so that they are far from independent; the error knows."""
    reports = [simulate("hold-em", 10, 2000, seed) for seed in range(120)]
    lines = [line for report in reports for line in report.of(what) if line.which == which]
    stated = sqrt(np.mean([(line.error or 0) ** 2 for line in lines]))
    assert np.std([line.rate for line in lines]) == pytest.approx(stated, rel=0.25)


def test_the_same_seed_gives_the_same_report_and_another_seed_another() -> None:
    assert simulate("omaha-high", 4, 3000, 1) == simulate("omaha-high", 4, 3000, 1)
    assert simulate("omaha-high", 4, 3000, 1) != simulate("omaha-high", 4, 3000, 2)


@pytest.mark.parametrize(("key", "seats"), [("hold-em", 10), ("triple-draw-deuce-to-seven", 7)])
def test_it_does_not_matter_in_what_pieces_the_work_is_done(
    key: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = simulate(key, seats, 2000, 1)
    monkeypatch.setattr(simulation, "ROUNDS_AT_ONCE", 37)
    assert simulate(key, seats, 2000, 1) == whole


class Interrupter:
    """Presses Ctrl-C when so many rounds are done."""

    def __init__(self, after: int) -> None:
        self.after = after

    def __call__(self, done: int) -> None:
        if done >= self.after:
            raise KeyboardInterrupt


@pytest.mark.parametrize("bad_beat", [None, BAD_BEAT], ids=["hands", "bad beats"])
def test_an_interrupted_run_reports_its_rounds_and_can_be_resumed(
    bad_beat: Qualifier | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulation, "ROUNDS_AT_ONCE", 1000)
    monkeypatch.setattr(simulation, "QUICK_ROUNDS_AT_ONCE", 1000)
    asked = ask("hold-em", 10, 10_500, 1, qualifier=bad_beat)
    partial = run(asked, progress=Interrupter(3000))
    assert partial.partial
    assert partial.rounds == 3000
    prefix = run(msgspec.structs.replace(asked, rounds=3000))
    assert partial.lines == prefix.lines
    assert not prefix.partial
    stored = msgspec.json.decode(msgspec.json.encode(partial), type=Report)
    assert run(asked, resume=stored) == run(asked)


def test_two_workers_count_the_same_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "ROUNDS_AT_ONCE", 1000)
    monkeypatch.setattr(simulation, "QUICK_ROUNDS_AT_ONCE", 1_000_000)
    hands, beats = ask("hold-em", 10, 20_500, 1), ask("hold-em", 10, 10_500_000, 1, qualifier=BAD_BEAT)
    with processes(2) as workers:
        assert run(hands, workers=workers) == run(hands)
        assert run(beats, workers=workers) == run(beats)


def test_three_workers_count_the_same_as_one_and_stop_when_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "ROUNDS_AT_ONCE", 1000)
    asked, endless = ask("five-card-stud", 8, 20_500, 1), ask("five-card-stud", 8, 10**12, 1)
    with processes(3) as workers:
        assert run(asked, workers=workers) == run(asked)
        partial = run(endless, workers=workers, progress=Interrupter(5000))
    assert (partial.rounds, partial.partial) == (5000, True)
    assert partial.lines == run(ask("five-card-stud", 8, 5000, 1)).lines


def test_an_interrupt_before_anything_is_done_is_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulation, "count_rounds", interrupted)
    with pytest.raises(KeyboardInterrupt):
        simulate("hold-em", 6, 1000, 1)


def test_a_report_of_another_simulation_is_not_resumed() -> None:
    before = simulate("hold-em", 6, 1000, 1)
    for other in (
        ask("hold-em", 5, 2000, 1),
        ask("hold-em", 6, 2000, 2),
        ask("hold-em", 6, 2000, 1, qualifier=BAD_BEAT),
    ):
        with pytest.raises(QuestionError, match="of another simulation"):
            run(other, resume=before)
    with pytest.raises(QuestionError, match="has 1,000 rounds, more than 500"):
        run(ask("hold-em", 6, 500, 1), resume=before)


@pytest.mark.parametrize(
    ("key", "seats", "rounds", "seed", "why"),
    [
        ("hold-em", 24, 1000, 1, r"24 players: Hold 'em is played by 2 to 11 \(N.J.A.C. 13:69F-14.10\(b\)\)"),
        ("hold-em", 1, 1000, 1, "1 player"),
        ("hold-em", 6, 0, 1, "0 rounds cannot be dealt"),
        ("hold-em", 6, 10**16, 1, "10,000,000,000,000,000 rounds cannot be dealt"),
        ("hold-em", 6, 1000, -1, "a seed is a number from 0"),
    ],
)
def test_nonsense_is_refused(key: str, seats: int, rounds: int, seed: int, why: str) -> None:
    with pytest.raises(QuestionError, match=why):
        simulate(key, seats, rounds, seed)


def test_counting_nothing_is_refused() -> None:
    with pytest.raises(QuestionError, match="nothing to count"):
        simulate("hold-em", 6, 1000, 1, hands=False)


def test_the_qualifier_must_suit_the_game() -> None:
    with pytest.raises(QuestionError, match="has no five-card high hand"):
        simulate("badugi", 6, 1000, 1, qualifier=qualifier("quads"))


def test_plain_numpy_counts_the_same() -> None:
    assert engine() == "numba"
    compiled = [simulate(key, 5, 400, 1, draws=Draws.PAT) for key in ("hold-em", "mambo-stud", "omaha-high-low-eight")]
    use_engine("numpy")
    try:
        plain = [simulate(key, 5, 400, 1, draws=Draws.PAT) for key in ("hold-em", "mambo-stud", "omaha-high-low-eight")]
        with pytest.raises(QuestionError, match="need Numba"):
            simulate("badugi", 5, 400, 1)
    finally:
        use_engine("numba")
    assert plain == compiled


def test_a_bad_beat_can_be_counted_in_any_game_with_high_hands_along_with_its_hands() -> None:
    asked = qualifier("full house")
    for key in ("omaha-high-low-eight", "seven-card-stud-high", "five-card-draw-high"):
        report = simulate(key, 6, 20_000, 1, qualifier=asked, hands=True)
        (line,) = report.of(What.BAD_BEAT)
        assert line.times > 10
        assert report.of(What.HAND)
        alone = simulate(key, 6, 20_000, 1, qualifier=asked)
        assert [*alone.lines] == [line]


def test_every_hand_and_every_winner_is_of_some_class() -> None:
    report = simulate("mambo-stud", 7, 5000, 1)
    for share in ("high", "low"):
        assert sum(line.times for line in report.of(What.HAND, share)) == 7 * report.rounds
    assert sum(line.times for line in report.of(What.WINNER, "high")) == report.rounds
    (claimed,) = report.of(What.CLAIMED, "low")
    assert sum(line.times for line in report.of(What.WINNER, "low")) == claimed.times


def test_draw_games_are_those_with_a_draw() -> None:
    drawing = {law.family for law in CATALOGUE.values() if number_of_draws(law)}
    assert drawing == {"five-card-draw", "triple-draw", "badugi"}
    assert number_of_draws(game("badugi")) == 3
