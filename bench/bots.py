"""How well opponents play, how they differ, and what a decision costs.

    bench/bots.py                   measures everything, three minutes or so
    bench/bots.py hold-em badugi    measures some games
    bench/bots.py --json            writes the results and the tables of docs/bots.md as well
    bench/bots.py --quick           plays a little of every case

Six players sit in turn, three opponents of characters drawn by lot and three others. Each deck is played twice with
places exchanged, so that luck counts less; nothing is raked.
"""

import argparse
import platform
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pokerroom.bots import PERSONALITIES, Opponent, warm  # noqa: E402
from pokerroom.cards import DECK  # noqa: E402
from pokerroom.play import Bet, Call, PlayerCommand, Raise, Stage, View  # noqa: E402
from tests.unit.bots.arena import (  # noqa: E402
    Mind,
    caller,
    law,
    opened,
    plain,
    play,
    shuffled,
    table_of,
    winnings,
)

RESULTS = ROOT / "bench/results/bots.json"
PAGE = ROOT / "docs/bots.md"
MARKS = "<!-- results -->", "<!-- end of results -->"

CASES = (
    ("hold-em", "fixed"),
    ("hold-em", "no"),
    ("omaha-high", "pot"),
    ("omaha-high-low-eight", "fixed"),
    ("seven-card-stud-high", "fixed"),
    ("seven-card-stud-low", "fixed"),
    ("seven-card-stud-high-low", "fixed"),
    ("seven-card-stud-high-low-eight", "fixed"),
    ("super-seven-card-stud-high-low-eight", "fixed"),
    ("five-card-stud", "fixed"),
    ("mambo-stud", "fixed"),
    ("five-card-draw-high", "fixed"),
    ("five-card-draw-low", "fixed"),
    ("triple-draw-deuce-to-seven", "fixed"),
    ("badugi", "fixed"),
)
AGAINST: dict[str, Callable[[Random], Mind]] = {"plain": plain, "caller": caller}
SEATS = 6
UNMEASURED = 50
"""Decisions before the clock counts: caches fill, the branch predictor learns."""


class Match(msgspec.Struct):
    game: str
    limit: str
    against: str
    rounds: int
    cents: float
    """What an opponent wins in 100 rounds."""
    error: float


class Cost(msgspec.Struct):
    game: str
    limit: str
    decisions: int
    mean: float
    """Milliseconds of the thread's processor time, as the other two."""
    p99: float
    worst: float


class Character(msgspec.Struct):
    name: str
    rounds: int
    entered: float
    """Part of the rounds in which it put chips in of its own will before the flop."""
    raises_per_call: float
    shown: float
    """Part of the rounds that it went to the showdown."""


class Report(msgspec.Struct):
    machine: str
    matches: list[Match]
    costs: list[Cost]
    characters: list[Character]


def anybody(chance: Random) -> Mind:
    return Opponent(chance.choice(PERSONALITIES), chance).choose


def matched(game: str, limit: str, against: str, rounds: int) -> Match:
    table = table_of(law(game), limit)
    won = winnings(table, anybody, AGAINST[against], rounds=rounds, seats=SEATS, seed=f"{game} {limit} {against}")
    error = stdev(won) / sqrt(len(won)) if len(won) > 1 else 0.0
    return Match(game, limit, against, rounds, round(100 * mean(won), 1), round(100 * error, 1))


def timed(game: str, limit: str, rounds: int) -> Cost:
    took: list[float] = []

    def clocked(mind: Mind) -> Mind:
        def choose(seen: View) -> PlayerCommand:
            started = time.thread_time()
            command = mind(seen)
            took.append(1000 * (time.thread_time() - started))
            return command

        return choose

    table = table_of(law(game), limit)
    for number in range(rounds):
        chance = Random(f"{game} {number}")
        minds = [clocked(anybody(chance)) for _ in range(SEATS)]
        play(opened(table, SEATS, shuffled(DECK, chance), number % SEATS), minds, chance)
    counted = sorted(took[UNMEASURED:] or took)
    slow = counted[min(len(counted) - 1, 99 * len(counted) // 100)]
    return Cost(game, limit, len(counted), round(mean(counted), 3), round(slow, 3), round(counted[-1], 3))


def characters(rounds: int) -> list[Character]:
    """All characters at one table of hold 'em at fixed limits."""
    table = table_of(law("hold-em"))
    counts: dict[str, Counter[str]] = {each.name: Counter() for each in PERSONALITIES}
    for number in range(rounds):
        chance = Random(f"characters {number}")
        order = chance.sample(PERSONALITIES, len(PERSONALITIES))
        minds = [Opponent(each, chance).choose for each in order]
        made, _ = play(opened(table, len(order), shuffled(DECK, chance), number % len(order)), minds, chance)
        seen_to: dict[str, set[str]] = {name: set() for name in counts}
        for _, seen, command in made:
            noted = counts[order[command.seat].name]
            noted["raises"] += isinstance(command, (Bet, Raise))
            noted["calls"] += isinstance(command, Call)
            if seen.street == "pre-flop" and isinstance(command, (Bet, Call, Raise)):
                seen_to[order[command.seat].name].add("entered")
            if seen.stage is Stage.SHOWDOWN:
                seen_to[order[command.seat].name].add("shown")
        for name, reached in seen_to.items():
            counts[name].update(reached)
    return [
        Character(
            name,
            rounds,
            round(noted["entered"] / rounds, 3),
            round(noted["raises"] / max(1, noted["calls"]), 2),
            round(noted["shown"] / rounds, 3),
        )
        for name, noted in counts.items()
    ]


def measured(games: Sequence[str], rounds: int) -> Report:
    warm()
    cases = [case for case in CASES if case[0] in games]
    return Report(
        machine=f"Python {platform.python_version()}, {platform.machine()}",
        matches=[matched(game, limit, against, rounds) for game, limit in cases for against in AGAINST],
        costs=[timed(game, limit, max(2, rounds // 8)) for game, limit in cases],
        characters=characters(rounds) if "hold-em" in games else [],
    )


def together(before: Report, after: Report) -> Report:
    """What was measured again takes the place of what was measured before."""
    matches = {(each.game, each.limit, each.against): each for each in (*before.matches, *after.matches)}
    costs = {(each.game, each.limit): each for each in (*before.costs, *after.costs)}
    return Report(
        machine=after.machine,
        matches=[matches[*case, against] for case in CASES for against in AGAINST if (*case, against) in matches],
        costs=[costs[case] for case in CASES if case in costs],
        characters=after.characters or before.characters,
    )


def tables(report: Report) -> str:
    """The report as docs/bots.md shows it."""
    cents = {(each.game, each.limit, each.against): f"{each.cents:,.0f} ± {each.error:,.0f}" for each in report.matches}
    costs = {(each.game, each.limit): each for each in report.costs}
    rounds = sorted({pick(each.rounds for each in report.matches) for pick in (min, max)})
    lines = [
        f"{report.machine}; {' to '.join(f'{each:,}' for each in rounds)} rounds of each match.",
        "",
        "| game | limits | cents won in 100 rounds from plain bots | from callers | ms a decision | p99 | worst |",
        "|---|---|---|---|---|---|---|",
    ]
    for (game, limit), cost in costs.items():
        won = " | ".join(cents[game, limit, against] for against in AGAINST)
        lines.append(f"| {game} | {limit} | {won} | {cost.mean:.2f} | {cost.p99:.2f} | {cost.worst:.2f} |")
    lines += ["", "| character | enters | bets and raises per call | reaches the showdown |", "|---|---|---|---|"]
    lines += [
        f"| {each.name} | {each.entered:.0%} | {each.raises_per_call:.2f} | {each.shown:.0%} |"
        for each in report.characters
    ]
    return "\n".join(lines)


def page(text: str, report: Report) -> str:
    before, _, rest = text.partition(MARKS[0])
    _, _, after = rest.partition(MARKS[1])
    return f"{before}{MARKS[0]}\n\n{tables(report)}\n\n{MARKS[1]}{after}"


def main() -> int:
    parser = argparse.ArgumentParser(description="How well opponents play, and what a decision costs.")
    parser.add_argument("--quick", action="store_true", help="a little of every case")
    parser.add_argument("--json", action="store_true", help="keep the results, in docs/bots.md too")
    parser.add_argument("--rounds", type=int, default=600, help="rounds of each match (600)")
    games = [*dict.fromkeys(game for game, _ in CASES)]
    parser.add_argument("games", nargs="*", default=games, metavar="game", help="some games: " + ", ".join(games))
    asked = parser.parse_args()
    unknown = {*asked.games} - {*games}
    if unknown:
        parser.error(f"no case is called {', '.join(sorted(unknown))}")
    report = measured(asked.games, 2 if asked.quick else asked.rounds)
    if asked.json and RESULTS.exists():
        report = together(msgspec.json.decode(RESULTS.read_bytes(), type=Report), report)
    print(tables(report))
    if asked.json:
        RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n")
        PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), report), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
