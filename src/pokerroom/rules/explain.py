"""What a paragraph requires, in our own words: the answer to "why?".

The rows of data/requirements.csv say what each paragraph requires and how one can see that it is kept. They are read
when first needed, never at import.
"""

import csv
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

import msgspec

from pokerroom.rules.citation import Citation, UnknownParagraphError, parents, steps
from pokerroom.rules.editions import EDITIONS, Edition, edition as edition_named

# N.J.A.C. | 19:47- | 14.9(d)3 | [2006] | (reading AMB-30): everything but the paragraph may be left out.
_TYPED = re.compile(
    r"^(?:N\.?J\.?A\.?C\.?\s*)?(?:(?P<title>\d+:\w+)-)?(?P<paragraph>.+?)"
    r"(?:\s*\[(?P<edition>[^]]+)\])?(?:\s*\(reading (?P<reading>[\w, -]+)\))?$",
    re.IGNORECASE,
)
_REMARK = re.compile(r"\s+(?:amendment|\(no )[^\"]*$")
_RANGE = re.compile(r"^(?P<start>.*?)(?P<first>\d+|[ivx]+)-(?P<last>\d+|[ivx]+)$")


class Obligation(msgspec.Struct, frozen=True, gc=False):
    """One row: something the regulation requires, and how one can see that it is kept."""

    id: str
    citation: str
    edition: str
    applies_to: str
    kind: str
    summary: str
    observable: str
    software_role: str

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The paragraphs the row's citation names: several for a list or a range, none where it is prose."""
        _, _, cited = self.citation.partition("-")
        text = EDITIONS[self.edition]
        return tuple(each for each in _listed(_REMARK.sub("", cited), text) if text.holds(each))


class Explanation(msgspec.Struct, frozen=True, gc=False):
    """A paragraph, its place in the text, and what it requires."""

    citation: Citation
    parents: tuple[Citation, ...]
    children: tuple[Citation, ...]
    obligations: tuple[Obligation, ...]
    said_in: tuple[str, ...]
    """The paragraphs that the obligations come from: not always the one asked for."""

    @property
    def note(self) -> str | None:
        """A note for when the obligations are not the paragraph's own, or when there are none."""
        asked = self.citation.paragraph
        if not self.said_in:
            return f"No obligation is recorded for {asked}."
        if self.said_in == (asked,):
            return None
        first, last = self.said_in[0], self.said_in[-1]
        where = first if first == last else f"{first} to {last}"
        return f"No obligation is recorded for {asked} itself; these are of {where}."


@cache
def obligations() -> tuple[Obligation, ...]:
    """Every row, in the order of the file."""
    text = files("pokerroom.rules").joinpath("data/requirements.csv").read_text(encoding="utf-8")
    return msgspec.convert(list(csv.DictReader(text.splitlines())), tuple[Obligation, ...])


@cache
def _by_paragraph() -> Mapping[tuple[str, str], tuple[Obligation, ...]]:
    index: dict[tuple[str, str], tuple[Obligation, ...]] = {}
    for row in obligations():
        for paragraph in row.paragraphs:
            place = (row.edition, paragraph)
            index[place] = (*index.get(place, ()), row)
    return index


def explain(asked: Citation | str) -> Explanation:
    """What the paragraph requires. If several editions have the number, the text in force comes first."""
    citation = find(asked)[0] if isinstance(asked, str) else asked
    text = EDITIONS[citation.edition]
    said_in = _said_in(text, citation.paragraph)
    rows = {row.id: row for paragraph in said_in for row in _by_paragraph()[text.key, paragraph]}
    return Explanation(
        citation=citation,
        parents=tuple(text.cite(each) for each in parents(citation.paragraph) if text.holds(each)),
        children=tuple(text.cite(each) for each in text.children(citation.paragraph)),
        obligations=tuple(rows.values()),
        said_in=said_in,
    )


def _said_in(text: Edition, paragraph: str) -> tuple[str, ...]:
    """The paragraph itself if it has obligations; otherwise those under it; otherwise the nearest above it."""
    told = [place for key, place in _by_paragraph() if key == text.key]
    if paragraph in told:
        return (paragraph,)
    under = tuple(place for place in told if paragraph in parents(place))
    above = tuple(place for place in parents(paragraph) if place in told)[:1]
    return under or above


def find(asked: str, *, edition: Edition | None = None) -> tuple[Citation, ...]:
    """The paragraphs a person means by `14.9(d)4`, `N.J.A.C. 19:47-14.9(d)3`, `14.8(a)1-6 [2006]`, `pot`."""
    typed = _TYPED.match(asked.strip())
    if typed is None:
        raise UnknownParagraphError("nothing was given: expected a paragraph such as 14.9(d)4")
    texts = _editions_meant(typed["title"], typed["edition"], edition)
    found = [
        text.cite(paragraph, reading=typed["reading"])
        for text in texts
        for paragraph in _named(typed["paragraph"], text)
    ]
    if not found:
        # The edition's own error suggests what comes near.
        texts[0].cite(_tight(typed["paragraph"]))
    return tuple(found)


def _editions_meant(title: str | None, named: str | None, chosen: Edition | None) -> tuple[Edition, ...]:
    if chosen is not None:
        return (chosen,)
    if named is not None:
        return (edition_named(named),)
    if title is None:
        return tuple(EDITIONS.values())
    of_title = tuple(text for text in EDITIONS.values() if text.title.casefold() == title.casefold())
    if not of_title:
        known = ", ".join(sorted({text.title for text in EDITIONS.values()}))
        raise UnknownParagraphError(f"{title!r} is not a title of the code we have: expected one of {known}")
    return of_title


def _named(typed: str, text: Edition) -> tuple[str, ...]:
    """The paragraphs of one edition that the typed text stands for; none if the edition lacks any of them."""
    numbered = _tight(typed).casefold()
    word = typed.strip(' "').casefold()
    for paragraph in text.paragraphs:
        if paragraph.casefold() == numbered or steps(paragraph)[-1].casefold() == f' "{word}"':
            return (paragraph,)
    listed = _listed(_tight(typed), text)
    return listed if all(text.holds(each) for each in listed) else ()


def _tight(typed: str) -> str:
    """The typed text without spaces, except those inside a defined term."""
    return typed if '"' in typed else "".join(typed.split())


def _listed(citation: str, text: Edition) -> tuple[str, ...]:
    """`14.9(f),(h)` is two paragraphs, `14.8(a)1-6` six."""
    if text.holds(citation) or '"' in citation:
        return (citation,)
    return tuple(_spelled_out(citation, text))


def _spelled_out(citation: str, text: Edition) -> Iterator[str]:
    before = ""
    for part in citation.split(","):
        whole = _continued(before, part.strip())
        span = _RANGE.match(whole)
        if span is None:
            yield whole
        else:
            start = span["start"]
            yield from _between(text.children(start), start + span["first"], start + span["last"])
        before = whole


def _continued(before: str, part: str) -> str:
    """`(h)` after `14.9(f)` is `14.9(h)`; `2` after `14.9(k)1` is `14.9(k)2`."""
    if not before or "." in part:
        return part
    depth = 1 if part.startswith("(") else 2 if part[:1].isdigit() else 3
    return "".join(steps(before)[:depth]) + part


def _between(paragraphs: tuple[str, ...], first: str, last: str) -> tuple[str, ...]:
    if first not in paragraphs or last not in paragraphs:
        return (first, last)
    return paragraphs[paragraphs.index(first) : paragraphs.index(last) + 1]
