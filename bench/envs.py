"""Steps a second of CPU as environments: ours beside those that others wrote, each through its own Python face.

A step is one decision of a player, with the observation of the next player and what they may choose written or read
each time; rounds that end are followed by others, which is in the time. One process, one thread, sides take turns; the
median repeat counts. Everybody stays: checks, calls, posts, stands pat. The cases are those of `engines.py`.
"""

import argparse
import platform
import random
import re
import statistics
import sys
import time
from collections.abc import Callable
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.engines import CASES, CHIPS, PLAYERS, UNIVERSAL_POKER, Case, Policy
from pokerroom.envs import PokerAEC, PokerParallel, PokerVectorEnv, stays

RESULTS = Path(__file__).resolve().parent / "results/envs.json"
PAGE = Path(__file__).resolve().parent.parent / "docs/envs.md"
MARKED = re.compile(r"(?<=<!-- results -->\n).*?(?=<!-- end of results -->)", re.DOTALL)

LANES = 4096
VECTOR, COPIED = "pokerroom, VectorEnv", "pokerroom, VectorEnv, arrays copied"
AEC, PARALLEL, SPIEL = "pokerroom, PettingZoo AEC", "pokerroom, PettingZoo parallel", "pokerroom, OpenSpiel"
ZOO, UNIVERSAL = "PettingZoo texas_holdem_no_limit_v6", "OpenSpiel universal_poker (C++), through Python"
GOALS = {("nlhe6", VECTOR): 3_000_000}
"""Steps a second of one core."""

Work = Callable[[], int]
"""Some steps; returns how many."""


class Rate(msgspec.Struct, frozen=True):
    case: str
    game: str
    environment: str
    steps_per_cpu_second: float


class Report(msgspec.Struct, frozen=True):
    python: str
    machine: str
    versions: dict[str, str]
    lanes: int
    results: tuple[Rate, ...]


def vector(case: Case, lanes: int, *, copy: bool) -> Work:
    envs = PokerVectorEnv(case.table, lanes, seats=PLAYERS, stacks=CHIPS * 100, copy=copy, threads=1)
    seen, _ = envs.reset(seed=1)
    chance = np.random.default_rng(1)
    plain = not any(action.name.startswith("draw") for action in envs.rounds.actions)
    stay = np.ones(lanes, np.int64)
    state = {"seen": seen}

    def work() -> int:
        """Lanes whose round has just ended take a step to begin the next, which is not counted."""
        steps = 0
        for _ in range(16):
            masks = state["seen"]["action_mask"]
            # Staying is the same number everywhere but in a draw.
            actions = stay if plain else stays(state["seen"]["observation"], masks, chance)
            state["seen"], _, _, _, info = envs.step(actions)
            steps += int(np.count_nonzero(info["acted"] >= 0))
        return steps

    return work


def first_stay(mask: Any) -> int:
    return int(mask[1:].argmax()) + 1


def aec(case: Case) -> Work:
    table = PokerAEC(case.table, seats=PLAYERS, stacks=CHIPS * 100)
    table.reset(seed=1)

    def work() -> int:
        """A round; agents that are told that it is over take no step that counts."""
        table.reset()
        steps = 0
        for _ in table.agent_iter():
            seen, _, over, _, _ = table.last()
            table.step(None if over else first_stay(seen["action_mask"]))
            steps += not over
        return steps

    return work


def parallel(case: Case) -> Work:
    table = PokerParallel(case.table, seats=PLAYERS, stacks=CHIPS * 100)
    table.reset(seed=1)

    def work() -> int:
        seen, _ = table.reset()
        steps = 0
        while table.agents:
            seen, *_ = table.step({agent: first_stay(seen[agent]["action_mask"]) for agent in table.agents})
            steps += 1
        return steps

    return work


def pettingzoo() -> Work:
    """RLCard's game, with its own sizes of bet and its own stakes."""
    environment = import_module("pettingzoo.classic").texas_holdem_no_limit_v6.env(num_players=PLAYERS)

    def work() -> int:
        environment.reset(seed=random.getrandbits(30))
        steps = 0
        for _ in environment.agent_iter():
            seen, _, over, cut, _ = environment.last()
            environment.step(None if over or cut else first_stay(seen["action_mask"]))
            steps += not (over or cut)
        return steps

    return work


def spiel(name: str, parameters: dict[str, Any] | None = None) -> Work:
    """A game of OpenSpiel: the tensor of the player to act and the mask are read before each decision."""
    game = import_module("pyspiel").load_game(name) if parameters is None else loaded(name, parameters)

    def work() -> int:
        deck = random.sample(range(52), 52)
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(deck.pop())
                continue
            state.observation_tensor(state.current_player())
            state.apply_action(first_stay(np.asarray(state.legal_actions_mask())))
            steps += 1
        return steps

    return work


def loaded(name: str, parameters: dict[str, Any]) -> Any:
    from pokerroom.envs import register_games  # noqa: PLC0415  it needs OpenSpiel

    register_games()
    return import_module("pyspiel").load_game(name, parameters)


def sides(case: Case, lanes: int) -> dict[str, Work]:
    """Ours, and in the case that others play too, theirs where they are installed."""
    works = {
        VECTOR: vector(case, lanes, copy=False),
        COPIED: vector(case, lanes, copy=True),
        AEC: aec(case),
        PARALLEL: parallel(case),
    }
    if case.key != "nlhe6":
        return works
    if find_spec("rlcard") and find_spec("pygame"):
        works[ZOO] = pettingzoo()
    if find_spec("pyspiel"):
        works[UNIVERSAL] = spiel(UNIVERSAL_POKER)
        works[SPIEL] = spiel(
            "pokerroom_hold_em", {"players": PLAYERS, "limits": "no", "stacks": CHIPS * 100, "pot_parts": "0.5 1"}
        )
    return works


def measure(case: Case, *, seconds: float, repeats: int, lanes: int) -> tuple[Rate, ...]:
    works = sides(case, lanes)
    for work in works.values():
        work()
    rates: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(repeats):
        for name, work in works.items():
            rates[name].append(rate(work, seconds))
    return tuple(Rate(case.key, case.name, name, round(statistics.median(each))) for name, each in rates.items())


def rate(work: Work, seconds: float) -> float:
    steps, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        steps += work()
    return steps / spent


def missed(results: tuple[Rate, ...]) -> list[str]:
    return [
        f"{line.case}: {line.steps_per_cpu_second:,.0f} steps a second of {line.environment}, {goal:,} wanted"
        for line in results
        if (goal := GOALS.get((line.case, line.environment))) and line.steps_per_cpu_second < goal
    ]


def versions() -> dict[str, str]:
    named = ("gymnasium", "numba", "numpy", "open-spiel", "pettingzoo", "pokerroom", "rlcard")
    found = {}
    for name in named:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def tables(report: Report) -> str:
    """The report as docs/envs.md shows it: all environments at one game, then ours at every game."""
    made_with = ", ".join(f"{name} {version}" for name, version in report.versions.items())
    others = [line for line in report.results if line.case == "nlhe6"]
    ours = sorted({line.case for line in report.results}, key=[case.key for case in CASES].index)
    rates = {(line.case, line.environment): f"{line.steps_per_cpu_second:,.0f}" for line in report.results}
    names = {line.case: line.game for line in report.results}
    lines = [
        f"Python {report.python}, {report.machine}; {made_with}; {report.lanes:,} lanes.",
        "",
        "| no-limit hold 'em | steps a second of one core |",
        "|---|---|",
        *(f"| {line.environment} | {line.steps_per_cpu_second:,.0f} |" for line in others),
        "",
        "| game | VectorEnv | arrays copied | PettingZoo AEC |",
        "|---|---|---|---|",
        *(f"| {names[case]} | {' | '.join(rates[case, side] for side in (VECTOR, COPIED, AEC))} |" for case in ours),
    ]
    return "\n" + "\n".join(lines) + "\n\n"


def record(report: Report) -> None:
    RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n")
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(MARKED.sub(lambda _: tables(report), page), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    # In the case in which all fold there is next to nothing to step through.
    cases = [case for case in CASES if case.policy is Policy.STAY]
    parser.add_argument("cases", nargs="*", metavar="CASE", help=", ".join(case.key for case in cases))
    parser.add_argument("--seconds", type=float, default=1.0, help="of CPU for each repeat")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--lanes", type=int, default=LANES)
    parser.add_argument("--quick", action="store_true", help="a little of every case, no goals")
    parser.add_argument("--json", action="store_true", help=f"write {RESULTS.name} and the tables of docs/envs.md")
    asked = parser.parse_args()
    unknown = {*asked.cases} - {case.key for case in cases}
    if unknown:
        parser.error(f"no case {', '.join(sorted(unknown))}")
    seconds, repeats, lanes = (0.01, 1, 64) if asked.quick else (asked.seconds, asked.repeats, asked.lanes)
    results: tuple[Rate, ...] = ()
    for case in cases:
        if asked.cases and case.key not in asked.cases:
            continue
        lines = measure(case, seconds=seconds, repeats=repeats, lanes=lanes)
        results += lines
        for line in lines:
            print(f"{line.case:12} {line.environment:50} {line.steps_per_cpu_second:14,.0f} steps/s", flush=True)
    absent = [name for name, module in ((ZOO, "rlcard"), (UNIVERSAL, "pyspiel")) if not find_spec(module)]
    if absent:
        print(f"not installed here, so not measured: {', '.join(absent)}")
    if asked.json:
        record(Report(platform.python_version(), platform.machine(), versions(), lanes, results))
    failures = [] if asked.quick else missed(results)
    for failure in failures:
        print(f"MISSED {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
