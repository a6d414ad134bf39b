"""How we read a paragraph whose words leave a choice: the pages of docs/readings, by id and by paragraph."""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import msgspec

from pokerroom.rules.citation import parents

HEADING = re.compile(r"^## (?P<id>AMB-\d+|R-\d+) (?P<title>.+)$", re.MULTILINE)
FACT = re.compile(r"^- \*\*(?P<name>[\w ]+):\*\* (?P<text>.+(?:\n  .+)*)", re.MULTILINE)
LINK = re.compile(r"\[([^]]+)\]\([^)]*\)")
PARAGRAPH = re.compile(r'14\.\d+[A-Z]?(?:\([a-z]\)(?:\d+[ivx]*)?| "[^"]+")?')

# In a wheel the pages are in the package; in a checkout, where they are written.
PLACES = (
    Path(str(files("pokerroom.web"))) / "reading_pages",
    Path(__file__).resolve().parents[4] / "docs" / "readings",
)


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    title: str
    paragraphs: tuple[str, ...]
    question: str
    reading: str
    setting: str


@cache
def readings() -> dict[str, Reading]:
    """Every reading by its id; empty if the pages are not available."""
    folder = next((place for place in PLACES if place.is_dir()), None)
    pages = [] if folder is None else sorted(folder.glob("*.md"))
    return {each.id: each for page in pages for each in parsed(page.read_text(encoding="utf-8"))}


def parsed(page: str) -> Iterator[Reading]:
    for heading, following in pairwise([*HEADING.finditer(page), None]):
        assert heading is not None
        body = page[heading.end() : len(page) if following is None else following.start()]
        facts = {found["name"]: plain(found["text"]) for found in FACT.finditer(body)}
        yield Reading(
            id=heading["id"],
            title=heading["title"],
            paragraphs=tuple(dict.fromkeys(PARAGRAPH.findall(facts.get("Paragraphs", "")))),
            question=facts.get("Question", ""),
            reading=facts.get("Reading", ""),
            setting=facts.get("Setting", ""),
        )


def plain(text: str) -> str:
    """Without line breaks and Markdown marks."""
    return LINK.sub(r"\1", " ".join(text.split())).replace("`", "").replace("*", "")


def readings_named(named: str) -> tuple[Reading, ...]:
    """The readings that a citation names: those that what happened rests on, and no others of its paragraph."""
    return tuple(readings()[each] for each in re.findall(r"AMB-\d+|R-\d+", named) if each in readings())


def readings_of(paragraph: str, named: str | None) -> tuple[Reading, ...]:
    """The readings a citation names, then those of its paragraph and of the subsections around it."""
    first = readings_named(named or "")
    # A reading of a whole section would be listed for every paragraph in it.
    around = {paragraph, *(each for each in parents(paragraph) if "(" in each)}
    others = [each for each in readings().values() if around & set(each.paragraphs) and each not in first]
    return (*first, *others)
