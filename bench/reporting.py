"""How a benchmark ends: its table is printed, kept where that was asked for, and what missed its goal is said."""

import sys
from collections.abc import Iterable
from pathlib import Path

import msgspec

MARK = "<!-- results -->"
"""What a page of results has before the table that is written anew."""


def written(report: object, results: Path) -> None:
    results.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")


def kept(report: object, table: str, *, results: Path, page: Path) -> None:
    """The figures in a file, and their table on the page that explains them."""
    written(report, results)
    text = page.read_text(encoding="utf-8")
    page.write_text(f"{text[: text.index(MARK)]}{MARK}\n\n{table}\n", encoding="utf-8")


def kept_between(marks: tuple[str, str], report: object, table: str, *, results: Path, page: Path) -> None:
    """The same on a page that has several tables: this one stands between two marks of its own."""
    written(report, results)
    before, rest = page.read_text(encoding="utf-8").split(marks[0])
    after = rest.split(marks[1])[1]
    page.write_text(f"{before}{marks[0]}\n\n{table}\n\n{marks[1]}{after}", encoding="utf-8")


def status(misses: Iterable[str]) -> int:
    """Of the process: every goal that was missed is said."""
    failures = list(misses)
    for each in failures:
        print(f"MISSED: {each}", file=sys.stderr)
    return 1 if failures else 0
