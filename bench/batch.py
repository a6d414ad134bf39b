"""Rounds and decisions per second of CPU when many rounds are played at once: the batch beside our own engine and the
engines others wrote.

The cases are those of `engines.py`, in which everybody checks or calls, and every other game of the catalogue, which
nobody else plays. One process, one thread, repeats alternating
between the engines so that a busy machine slows them alike; the median repeat counts. The batch reads the legal actions
of every lane before each decision, as the engines do; with `views` it also writes what the player to act may see.
"""

import argparse
import platform
import random
import re
import statistics
import sys
import time
import warnings
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.engines import (
    CASES,
    CHIPS,
    OURS,
    PEERS,
    PLAYERS,
    STAKES,
    Case,
    Play,
    Played,
    Policy,
    accepted,
    engines,
)
from pokerroom.batch import Batch, Kind, compile_game
from pokerroom.cards import DECK
from pokerroom.games import CATALOGUE, game as game_called, home_edition
from pokerroom.play import (
    Bet,
    Call,
    Check,
    Discard,
    Draw,
    MayBet,
    MayCall,
    MayCheck,
    MayDraw,
    MayPostForcedBet,
    MustDiscard,
    OpenRound,
    PlayerCommand,
    PostForcedBet,
    Procedure,
    Reshuffle,
    Round,
    Seat,
    legal_actions,
    perform,
    procedure,
    reshuffle_pool,
    start,
)
from pokerroom.rules.house import Fixed, Showing, letter

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results/batch.json"
PAGE = HERE / "BATCH.md"
TABLE = re.compile(r"(?<=<!-- results -->\n).*?(?=<!-- end of results -->)", re.DOTALL)

BATCH, WITH_VIEWS = "batch", "batch, views"
LANES = 2048
GOALS = {"OpenSpiel (C++), legal actions unread": 20, OURS: 50}
"""How many times as fast as another the batch means to be: OpenSpiel at hold 'em, our engine at every game."""


class Rate(msgspec.Struct, frozen=True):
    case: str
    game: str
    engine: str
    rounds_per_cpu_second: float
    decisions_per_cpu_second: float
    times: float
    """How many times as fast the batch is."""


class Report(msgspec.Struct, frozen=True):
    python: str
    machine: str
    lanes: int
    first_call_cpu_seconds: float
    results: tuple[Rate, ...]


class Done(NamedTuple):
    rounds: int
    decisions: int


Work = Callable[[], Done]


def other_games() -> tuple[Case, ...]:
    """Every game of the catalogue that is in no case of the engines, limit, in the edition that first has it."""
    measured = {case.table.game.key for case in CASES}
    keys = dict.fromkeys(key for _, key in CATALOGUE if key not in measured)
    return tuple(Case(key, table.game.name.lower(), table, {}) for key in keys for table in [limit_table(key)])


def limit_table(key: str) -> Procedure:
    chosen = game_called(key, home_edition(key))
    if chosen.has_button:
        return procedure(chosen, letter(Fixed(200, 400), blinds=(100, 200), showing=Showing.ALL))
    return procedure(chosen, letter(Fixed(200, 400), ante=100, forced_bet=100, showing=Showing.ALL))


EVERY_CASE = (*CASES, *other_games())


def batched(case: Case, lanes: int, *, views: bool) -> Work:
    """Every lane from the deal to the award; check, call, post or stand pat, whatever is offered."""
    batch = Batch(compile_game(case.table, PLAYERS), lanes, history=0, threads=1)
    seen = np.empty((lanes, batch.game.width), np.int64)
    answers = answers_by_offer(case.policy)
    costs = any(plan.discard for plan in case.table.streets)

    def work() -> Done:
        batch.open(CHIPS * 100)
        decisions = 0
        while True:
            waiting = int(np.count_nonzero(batch.turn >= 0))
            if not waiting:
                return Done(lanes, decisions)
            if views:
                batch.view(out=seen)
            # Where it costs cards to enter, the first ones are given up; who may not check bets the least.
            offers = batch.offers
            batch.act(answers[offers.kinds], offers.least, (1 << offers.cards_due) - 1 if costs else 0)
            decisions += waiting

    return work


STAYING = (Kind.CHECK, Kind.CALL, Kind.POST, Kind.DRAW, Kind.DISCARD, Kind.BET)
"""How a player stays in, first what is preferred."""


def answers_by_offer(policy: Policy) -> Any:
    """For each set of offers, the kind that takes one up."""
    wanted = (
        (Kind.FOLD,) if policy is Policy.FOLD else (Kind.CHECK, Kind.CALL, Kind.POST, Kind.DRAW, Kind.DISCARD, Kind.BET)
    )
    answers = np.full(1 << len(Kind), -1, np.int64)
    for kind in reversed(wanted):
        answers[np.arange(len(answers)) >> kind & 1 == 1] = kind
    return answers


def by_our_engine(case: Case) -> Play:
    """As `engines.play_round`; cards to be given up are the first, and who may not check bets the least."""

    def play() -> Played:
        deck = random.sample(DECK, 52)
        state, log = accepted(start(case.table, OpenRound(stacks=STAKES, deck=tuple(deck))))
        decisions = 0
        while not state.over:
            seat = state.turn
            command = reshuffled(state) if seat is None else staying(state, seat)
            state, events = accepted(perform(state, command))
            log += events
            decisions += seat is not None
        return Played(decisions, [after - before for after, before in zip(state.stacks, STAKES, strict=True)])

    return play


def reshuffled(state: Round) -> Reshuffle:
    cards = reshuffle_pool(state).cards
    return Reshuffle(tuple(random.sample(cards, len(cards))))


def staying(state: Round, seat: Seat) -> PlayerCommand:
    for offer in legal_actions(state, seat):
        match offer:
            case MayCheck():
                return Check(seat)
            case MayCall(discard=due):
                return Call(seat, state.down[seat][:due])
            case MayPostForcedBet(discard=due):
                return PostForcedBet(seat, state.down[seat][:due])
            case MayDraw():
                return Draw(seat)
            case MustDiscard(count=due):
                return Discard(seat, state.down[seat][:due])
            case MayBet(least=least):
                return Bet(seat, least)
    raise AssertionError(f"seat {seat} cannot stay at {state.stage}")


def one_by_one(play: Play, rounds: int) -> Work:
    def work() -> Done:
        return Done(rounds, sum(play().decisions for _ in range(rounds)))

    return work


def pettingzoo(policy: Policy) -> Play:
    """Texas hold 'em no limit of PettingZoo, whose steps are RLCard's: its own sizes of bet, and its own stakes."""
    # It warns of the precision of its spaces; saying so would be timed.
    warnings.simplefilter("ignore")
    package = import_module("pettingzoo.classic")
    environment = package.texas_holdem_no_limit_v6.env(num_players=PLAYERS)
    action = 1 if policy is Policy.STAY else 0

    def play() -> Played:
        environment.reset(seed=random.getrandbits(30))
        decisions = 0
        for _ in environment.agent_iter():
            seen, _, over, cut, _ = environment.last()
            if over or cut:
                environment.step(None)
                continue
            legal = np.flatnonzero(seen["action_mask"])
            environment.step(int(action if action in legal else legal[0]))
            decisions += 1
        return Played(decisions, ())

    return play


def sides(case: Case, lanes: int) -> dict[str, Work]:
    """The batch, our engine, and the others that are installed."""
    plays = engines(case) if case.peers else {OURS: by_our_engine(case)}
    if case.key == "nlhe6" and find_spec("pettingzoo") and find_spec("rlcard"):
        plays["PettingZoo"] = pettingzoo(case.policy)
    return {
        BATCH: batched(case, lanes, views=False),
        WITH_VIEWS: batched(case, lanes, views=True),
        **{name: one_by_one(play, 20) for name, play in plays.items()},
    }


def measure(case: Case, *, seconds: float, repeats: int, lanes: int) -> tuple[Rate, ...]:
    works = sides(case, lanes)
    for work in works.values():
        work()
    rates: dict[str, list[tuple[float, float]]] = {name: [] for name in works}
    for _ in range(repeats):
        for name, work in works.items():
            rates[name].append(rate(work, seconds))
    medians = {name: [statistics.median(column) for column in zip(*each, strict=True)] for name, each in rates.items()}
    return tuple(
        Rate(case.key, case.name, name, round(rounds), round(decisions), round(medians[BATCH][0] / rounds, 2))
        for name, (rounds, decisions) in medians.items()
    )


def rate(work: Work, seconds: float) -> tuple[float, float]:
    """Rounds and decisions per second of CPU."""
    rounds = decisions = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        done = work()
        rounds, decisions = rounds + done.rounds, decisions + done.decisions
    return rounds / spent, decisions / spent


def first_call() -> float:
    """CPU seconds until the first round of a process is played: with the kernel compiled, or read from disk."""
    began = time.process_time()
    batched(CASES[0], 8, views=True)()
    return time.process_time() - began


def missed(results: tuple[Rate, ...]) -> list[str]:
    """Goals that were not reached, in words."""
    return [
        f"{line.case}: {line.times} times {line.engine}, {GOALS[line.engine]} wanted"
        for line in results
        if wanted(line) and line.times < GOALS[line.engine]
    ]


def wanted(line: Rate) -> bool:
    """Whether there is a goal for this: rounds that are over at once leave the time to Python."""
    return line.engine in GOALS and not line.case.endswith("folds")


def record(report: Report) -> None:
    """Keep the figures, and show them in the page."""
    RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n")
    setting = f"Python {report.python}, {report.machine}, {report.lanes} lanes."
    text = f"\n{setting}\n\n{table_text(report.results)}\n"
    PAGE.write_text(TABLE.sub(lambda _: text, PAGE.read_text(encoding="utf-8")), encoding="utf-8")


def table_text(results: tuple[Rate, ...]) -> str:
    """A line for each engine of each case: what it plays in a second of CPU, and how many times that the batch does."""
    lines = ["| game | engine | rounds per CPU second | decisions | the batch is | goal |", "|---|---|---|---|---|---|"]
    for line in results:
        first = line.engine == BATCH
        times = "" if first else f"{line.times:,.{0 if line.times >= 100 else 1}f} times as fast"
        goal = f"{GOALS[line.engine]} times" if wanted(line) else ""
        cells = (line.game if first else "", line.engine, f"{line.rounds_per_cpu_second:,.0f}")
        lines.append("| " + " | ".join((*cells, f"{line.decisions_per_cpu_second:,.0f}", times, goal)) + " |")
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="*", metavar="CASE", help=", ".join(case.key for case in EVERY_CASE))
    parser.add_argument("--seconds", type=float, default=1.0, help="of CPU for each repeat")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--lanes", type=int, default=LANES)
    parser.add_argument("--quick", action="store_true", help="a little of every case, no goals")
    parser.add_argument("--json", action="store_true", help=f"write {RESULTS.name} and the table of {PAGE.name}")
    asked = parser.parse_args()
    unknown = {*asked.cases} - {case.key for case in EVERY_CASE}
    if unknown:
        parser.error(f"no case {', '.join(sorted(unknown))}")
    if asked.json and (asked.cases or asked.quick):
        parser.error("--json records every case, measured in full")
    chosen = [case for case in EVERY_CASE if not asked.cases or case.key in asked.cases]
    seconds, repeats, lanes = (0.01, 1, 64) if asked.quick else (asked.seconds, asked.repeats, asked.lanes)
    first = first_call()
    print(f"first call {first:.1f} CPU s; {lanes} lanes, one thread")
    results: tuple[Rate, ...] = ()
    for case in chosen:
        lines = measure(case, seconds=seconds, repeats=repeats, lanes=lanes)
        results += lines
        for line in lines:
            print(
                f"{line.case:12} {line.engine:40} {line.rounds_per_cpu_second:12,.0f} rounds/s"
                f" {line.decisions_per_cpu_second:14,.0f} decisions/s {line.times:10.2f}"
            )
    absent = sorted({name for case in chosen for name in case.peers if not find_spec(PEERS[name].module)})
    if absent:
        print(f"not installed here, so not measured: {', '.join(absent)}")
    if asked.json:
        report = Report(platform.python_version(), platform.processor() or platform.machine(), lanes, first, results)
        record(report)
    failures = [] if asked.quick else missed(results)
    for failure in failures:
        print(f"MISSED {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
