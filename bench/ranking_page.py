"""What the benchmark of the rankings found, beside the goals, as text and on its page."""

from collections.abc import Sequence

import msgspec

from bench.ranking_exact import MATCHES, Equity, FirstCall, Table
from bench.ranking_peers import DISTRIBUTIONS
from bench.ranking_speed import CARD_NUMBERS, ONE_BY_ONE, PLANES, Result

MARK, END = "<!-- results -->\n", "<!-- end of results -->"

FASTEST = "the fastest peer"
GOALS = {
    ("high-7", PLANES, FASTEST): 100,
    ("high-7", CARD_NUMBERS, FASTEST): 30,
    ("high-7", ONE_BY_ONE, "phevaluator"): 0.5,
}
"""How many times as fast as a peer we mean to be."""
EQUITY_GOAL = 50
"""The same of exact equities."""

Row = tuple[str, ...]
EQUITY_HEAD = ("exact equity of two hands", "by", "ms of CPU", "best repeat", "wins of the first", "ties")
TABLE_HEAD = ("table", "hands", "strengths", "seconds", "as published")


class Report(msgspec.Struct, frozen=True):
    python: str
    machine: str
    cores: int
    versions: dict[str, str]
    not_measured: tuple[str, ...]
    results: tuple[Result, ...]
    equities: tuple[Equity, ...]
    tables: tuple[Table, ...]
    first_calls: tuple[FirstCall, ...]


def fastest(case: str, results: Sequence[Result]) -> Result | None:
    peers = [result for result in results if result.case == case and result.contestant in DISTRIBUTIONS]
    return max(peers, key=lambda result: result.hands_per_second, default=None)


def factors(results: Sequence[Result]) -> dict[tuple[str, str, str], float]:
    """For each goal whose contestants were measured, how many times as fast we are."""
    rates = {(result.case, result.contestant): result.hands_per_second for result in results}
    found = {}
    for case, contestant, peer in GOALS:
        best = fastest(case, results)
        other = (best.hands_per_second if best else None) if peer == FASTEST else rates.get((case, peer))
        if other and (case, contestant) in rates:
            found[case, contestant, peer] = rates[case, contestant] / other
    return found


def missed(results: Sequence[Result], found: Sequence[Equity], counts: Sequence[Table]) -> list[str]:
    slow = [
        f"{case}: {contestant} is {factor:.3g} times {peer}, where {GOALS[case, contestant, peer]} are the goal"
        for (case, contestant, peer), factor in factors(results).items()
        if factor < GOALS[case, contestant, peer]
    ]
    wrong = [f"{table.name} does not come out as published" for table in counts if not table.agrees]
    slower = [
        f"{match.key}: our exact equity is {factor:.3g} times as fast as poker-equity, where {EQUITY_GOAL} are the goal"
        for match in MATCHES
        if (factor := equity_factor(match.key, found)) is not None and factor < EQUITY_GOAL
    ]
    return slow + slower + wrong


def equity_factor(key: str, found: Sequence[Equity]) -> float | None:
    times = {each.contestant: each.milliseconds for each in found if each.case == key}
    return times["poker-equity"] / times["pokerroom"] if {"poker-equity", "pokerroom"} <= times.keys() else None


def grid(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines) + "\n"


def times_text(factor: float) -> str:
    return f"{factor:,.0f} times" if factor >= 100 else f"{factor:.3g} times"


def ranking_text(case: str, results: Sequence[Result]) -> str:
    here = [result for result in results if result.case == case]
    peer = fastest(case, results)
    head = (
        "ranked by",
        "hands per second",
        "best repeat",
        f"beside {peer.contestant}" if peer else "no peer ranks these",
    )
    rows = [
        (
            result.contestant,
            f"{result.hands_per_second:,.0f}",
            f"{result.best:,.0f}",
            times_text(result.hands_per_second / peer.hands_per_second) if peer and result is not peer else "",
        )
        for result in here
    ]
    return f"### {here[0].ranking}\n\n{grid([head, *rows])}"


def report_text(report: Report) -> str:
    setting = ", ".join(f"{name} {version}" for name, version in report.versions.items())
    parts = [f"Python {report.python}, {report.machine}, {report.cores} cores; {setting}.\n"]
    if report.not_measured:
        parts.append(f"Not measured, because not installed: {', '.join(report.not_measured)}.\n")
    parts += [ranking_text(case, report.results) for case in dict.fromkeys(result.case for result in report.results)]
    parts += [
        f"### {title}\n\n{grid([head, *rows])}"
        for title, head, rows in (
            ("Goals", ("ours", "beside", "as fast", "goal"), goal_rows(report)),
            ("Exact equity", EQUITY_HEAD, equity_rows(report)),
            ("Every hand, ranked and counted", TABLE_HEAD, table_rows(report)),
            ("The first call", ("seconds from the start of a new process", "s"), first_call_rows(report)),
        )
        if rows
    ]
    return "\n".join(parts)


def goal_rows(report: Report) -> list[Row]:
    rows: list[Row] = [
        (f"{case}: {contestant}", peer, f"{factor:.3g} times", f"{GOALS[case, contestant, peer]} times")
        for (case, contestant, peer), factor in factors(report.results).items()
    ]
    rows += [
        (f"{match.key}: exact equity", "poker-equity", f"{factor:.3g} times", f"{EQUITY_GOAL} times")
        for match in MATCHES
        if (factor := equity_factor(match.key, report.equities)) is not None
    ]
    return rows


def equity_rows(report: Report) -> list[Row]:
    return [
        (each.case, each.contestant, f"{each.milliseconds:g}", f"{each.best:g}", f"{each.wins:,}", f"{each.ties:,}")
        for each in report.equities
    ]


def table_rows(report: Report) -> list[Row]:
    return [
        (each.name, f"{each.hands:,}", f"{each.classes:,}", f"{each.seconds:g}", "yes" if each.agrees else "NO")
        for each in report.tables
    ]


def first_call_rows(report: Report) -> list[Row]:
    return [(each.name, f"{each.seconds:g}") for each in report.first_calls]


def page(text: str, report: Report) -> str:
    """The page with these results in it."""
    before, _, rest = text.partition(MARK)
    _, _, after = rest.partition(END)
    return f"{before}{MARK}\n{report_text(report)}\n{END}{after}"
