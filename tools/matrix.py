"""The compliance matrix: which rows of the regulation a test shows to hold, and which none does yet.

Tests are found by reading their decorators, `@spec(...)` and `@scenario(...)`, without running anything. A test that
makes use of code no user of the product can reach shows that the engine keeps a row, not that the product does.
"""

import argparse
import ast
import csv
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pokerroom.rules.citation import steps
from pokerroom.rules.explain import Obligation, obligations
from tests.spec_marks import SCENARIO_IDS
from tools.evidence import imports_of
from tools.reach import reaches_nobody

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
LATER = ROOT / "docs/compliance/later.csv"
MATRIX = ROOT / "docs/compliance/matrix.md"

ROUND_KINDS = ("ranking", "definition", "dealing", "betting", "showdown", "money")
"""The kinds of row a round of play must answer for, but for those that await another part of the product."""

Claims = Mapping[str, tuple[str, ...]]
Table = list[tuple[str, ...]]


class Status(StrEnum):
    COVERED = "covered"
    ENGINE_ONLY = "engine only"
    NOT_YET = "not yet"
    NOT_SOFTWARE = "not software"


MEANING = {
    Status.COVERED: "a test would fail if it did not hold, and shows it with code that a user reaches: by a command, "
    "through the live room, or as the library the docs show",
    Status.ENGINE_ONLY: "code and tests exist, but no order, message or command leads to that code",
    Status.NOT_YET: "no test shows it; where `later.csv` says so, the row names the part of the product it awaits",
    Status.NOT_SOFTWARE: "it is kept on paper: the product has no form to fill in and no gate to hold for it",
}


class Line(NamedTuple):
    """A row of the regulation and where it stands."""

    row: Obligation
    status: Status
    tests: tuple[str, ...]
    why: str


def marked(mark: str, *, under: Path = TESTS) -> Claims:
    """The tests that carry each id in a decorator of this name."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(under.rglob("test_*.py")):
        for name, each in _decorated(path, mark):
            found[each].append(f"{path.relative_to(under.parent).as_posix()}::{name}")
    return {each: tuple(tests) for each, tests in found.items()}


def _decorated(path: Path, mark: str) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and _called(decorator) == mark:
                yield from ((node.name, _literal(argument, path)) for argument in decorator.args)


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _literal(argument: ast.expr, path: Path) -> str:
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    raise ValueError(f"{path}:{argument.lineno}: an id is written out, so that one can search for it")


def later() -> Mapping[str, str]:
    """The rows that await another part of the product, and which part that is."""
    with LATER.open(encoding="utf-8", newline="") as rows:
        return {row["id"]: row["why"] for row in csv.DictReader(rows)}


@cache
def beyond_reach(test: str) -> bool:
    """Whether a test makes use of code that no user of the product reaches."""
    return any(map(reaches_nobody, imports_of(test)))


def lines(claims: Claims, beyond: Callable[[str], bool] = beyond_reach) -> tuple[Line, ...]:
    """Every row and where it stands; `beyond` says of a test whether it uses what no user reaches."""
    awaited = later()
    return tuple(_line(row, claims.get(row.id, ()), awaited.get(row.id, ""), beyond) for row in obligations())


def _line(row: Obligation, tests: tuple[str, ...], why: str, beyond: Callable[[str], bool]) -> Line:
    if tests:
        return Line(row, Status.ENGINE_ONLY if all(map(beyond, tests)) else Status.COVERED, tests, "")
    if row.software_role == "document-only":
        return Line(row, Status.NOT_SOFTWARE, (), "")
    return Line(row, Status.NOT_YET, (), why)


def owed(matrix: Iterable[Line]) -> tuple[Line, ...]:
    """The rows that concern a round of play and that no test shows to hold."""
    return tuple(
        line for line in matrix if line.status is Status.NOT_YET and line.row.kind in ROUND_KINDS and not line.why
    )


def section(row: Obligation) -> str:
    paragraphs = row.paragraphs
    return f"{row.edition}, {steps(paragraphs[0])[0]}" if paragraphs else f"{row.edition}, contents"


def _standings(matrix: Iterable[Line]) -> Table:
    counts = Counter(line.status for line in matrix)
    return [
        ("status", "rows", "means"),
        *((status, str(counts[status]), meaning) for status, meaning in MEANING.items()),
    ]


def _counted(matrix: Iterable[Line], heading: str, group: Callable[[Line], str]) -> Table:
    counts: defaultdict[str, Counter[Status]] = defaultdict(Counter)
    for line in matrix:
        counts[group(line)][line.status] += 1
    total = sum(counts.values(), Counter())
    return [
        (heading, *Status),
        *((name, *_figures(count)) for name, count in counts.items()),
        ("all", *_figures(total)),
    ]


def _figures(count: Counter[Status]) -> tuple[str, ...]:
    return tuple(str(count[status]) for status in Status)


def _played(played: Claims) -> Table:
    groups = sorted({each.partition("-")[0] for each in SCENARIO_IDS})
    table: Table = [("worked examples", "played", "not yet")]
    for group in groups:
        ids = {each for each in SCENARIO_IDS if each.startswith(f"{group}-")}
        table.append((group, str(len(ids & played.keys())), str(len(ids - played.keys()))))
    return table


def _row_table(matrix: Iterable[Line]) -> Table:
    return [
        ("row", "citation", "obliges", "stands"),
        *((line.row.id, line.row.citation, line.row.summary, _standing(line)) for line in matrix),
    ]


def _standing(line: Line) -> str:
    if line.status is Status.COVERED:
        return "; ".join(line.tests)
    said = line.why or "; ".join(line.tests)
    return f"{line.status}: {said}" if said else line.status


def _markdown(table: Table) -> str:
    head, *body = table
    ruled = [head, tuple("---" for _ in head), *body]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in ruled)


def summary(matrix: tuple[Line, ...], played: Claims) -> str:
    tables = (
        _standings(matrix),
        _counted(matrix, "kind", lambda line: line.row.kind),
        _counted(matrix, "section", lambda line: section(line.row)),
        _played(played),
    )
    return "\n\n".join(map(_markdown, tables))


def page(matrix: tuple[Line, ...], played: Claims) -> str:
    """The whole matrix as docs/compliance/matrix.md holds it."""
    return (
        "# Compliance matrix\n\n"
        "Made by `make matrix` from the rows of `src/pokerroom/rules/data/requirements.csv` and the\n"
        "`@spec` marks of the tests. Whether a user reaches the code a test makes use of is found from the imports\n"
        "(`tools/reach.py`, `tools/evidence.py`); one test that shows the row within reach is enough.\n\n"
        f"{summary(matrix, played)}\n\n## Rows\n\n{_markdown(_row_table(matrix))}\n"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", action="store_true", help="list every row, not only the counts")
    parser.add_argument("--write", action="store_true", help=f"write {MATRIX.relative_to(ROOT)}")
    chosen = parser.parse_args()

    matrix, played = lines(marked("spec")), marked("scenario")
    print(summary(matrix, played))
    if chosen.rows:
        print(f"\n{_markdown(_row_table(matrix))}")
    if chosen.write:
        MATRIX.write_text(page(matrix, played), encoding="utf-8")
    missing = owed(matrix)
    if missing:
        print(f"\n{len(missing)} rows concern a round of play and no test claims them:")
        print("\n".join(f"  {line.row.id}  {line.row.summary}" for line in missing))
    return 0


if __name__ == "__main__":
    sys.exit(main())
