"""People are "they" in code, docs and page: a dealer, a player or a supervisor can be anybody."""

import re
from collections.abc import Iterator

from tests.conftest import ROOT

PLACES = ("src", "docs", "page/src", "page/index.html", "README.md", "CONTRIBUTING.md")
KINDS = {".py", ".md", ".toml", ".csv", ".svelte", ".ts", ".html", ".css"}

# Not in capitals: HE-01 is a worked scenario of hold 'em.
GENDERED = re.compile(r"\b(?:[Hh]e|[Hh]is|[Hh]im|[Hh]imself|[Ss]he|[Hh]ers?|[Hh]erself)\b")

RECORDED = frozenset({'HOLDS_ANOTHER = "another seat is held for him"', 'LET_IT_GO = "he let this seat go"'})
"""Values in records of the waiting lists, which stay as they were written."""


def texts() -> Iterator[tuple[str, str]]:
    for place in PLACES:
        found = ROOT / place
        for path in sorted(found.rglob("*")) if found.is_dir() else [found]:
            if path.suffix in KINDS:
                yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def lines_with_gendered_words(name: str, text: str) -> list[str]:
    return [
        f"{name}:{number}: {line.strip()}"
        for number, line in enumerate(text.splitlines(), start=1)
        if GENDERED.search(line) and line.strip() not in RECORDED
    ]


def test_nobody_is_he_or_she() -> None:
    searched = list(texts())
    assert len(searched) > 300
    assert [line for name, text in searched for line in lines_with_gendered_words(name, text)] == []


def test_such_words_are_found_in_any_place_of_a_line_and_scenario_ids_are_not() -> None:
    assert lines_with_gendered_words("a.md", 'fine\n"His turn," the dealer said.') == [
        'a.md:2: "His turn," the dealer said.'
    ]
    assert lines_with_gendered_words("a.md", "Shown by HE-01: they, the chips, this, other.") == []
