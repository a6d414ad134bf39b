"""The texts of the rulebook we hold, and the index of the paragraphs in each.

A bare paragraph number is ambiguous: 14.12B is badugi in one text and triple draw in another. A module
therefore binds `cite` to an edition once, and naming a paragraph the edition does not have stops the import.
"""

import csv
from collections.abc import Mapping
from difflib import get_close_matches
from importlib.resources import files

import msgspec

from pokerroom.rules.citation import Citation, UnknownParagraphError, parents


class UnknownEditionError(LookupError):
    """Text that does not name an edition we have."""


class Edition(msgspec.Struct, frozen=True, gc=False):
    """One text of the rulebook."""

    key: str
    title: str
    name: str
    note: str

    @property
    def alias(self) -> str:
        """What a person types to choose this text: `2006` for `19:47-2006`."""
        return self.key.removeprefix(f"{self.title}-")

    @property
    def paragraphs(self) -> tuple[str, ...]:
        return tuple(_PARAGRAPHS[self.key])

    def holds(self, paragraph: str) -> bool:
        return paragraph in _PARAGRAPHS[self.key]

    def cite(self, paragraph: str, *, reading: str | None = None) -> Citation:
        if not self.holds(paragraph):
            raise UnknownParagraphError(self._no_such(paragraph))
        return Citation(self.key, paragraph, reading)

    def _no_such(self, paragraph: str) -> str:
        message = f"{self.key} has no paragraph {paragraph!r}"
        near = self._nearest(paragraph)
        if near:
            message += f"; nearest: {', '.join(near)}"
        elsewhere = [other.key for other in EDITIONS.values() if other.holds(paragraph)]
        if elsewhere:
            message += f"; it is in {', '.join(elsewhere)}"
        return message

    def _nearest(self, paragraph: str) -> tuple[str, ...]:
        enclosing = next((parent for parent in parents(paragraph) if self.holds(parent)), None)
        if enclosing is None:
            return tuple(get_close_matches(paragraph, self.paragraphs, n=4))
        return (enclosing, *get_close_matches(paragraph, self.children(enclosing), n=4))

    def children(self, paragraph: str) -> tuple[str, ...]:
        """The paragraphs directly under this one, in the order of the text."""
        return tuple(other for other in self.paragraphs if parents(other)[:1] == (paragraph,))


def _load_paragraphs() -> Mapping[str, Mapping[str, None]]:
    text = files("pokerroom.rules").joinpath("data/paragraphs.csv").read_text(encoding="utf-8")
    index: dict[str, dict[str, None]] = {}
    rows = csv.reader(text.splitlines())
    next(rows)
    for edition_key, named in rows:
        _, _, paragraph = named.partition("-")
        index.setdefault(edition_key, {})[paragraph] = None
    return index


# A dictionary without values is a set that keeps the order of the text.
_PARAGRAPHS = _load_paragraphs()

NJAC_13_69F = Edition(
    key="13:69F-current",
    title="13:69F",
    name="N.J.A.C. 13:69F",
    note="the text in force",
)
NJAC_19_47_2006 = Edition(
    key="19:47-2006",
    title="19:47",
    name="N.J.A.C. 19:47 of 2006",
    note="sections 14.7 to 14.10(d) as amended in 2006",
)
BADUGI_PROPOSAL = Edition(
    key="19:47-badugi-proposal",
    title="19:47",
    name="badugi proposal to N.J.A.C. 19:47",
    note="sections 14.8 and 14.12C as proposed",
)
TRIPLE_DRAW_AMENDMENT = Edition(
    key="13:69F-triple-draw-amendment",
    title="13:69F",
    name="triple draw amendment to N.J.A.C. 13:69F",
    note="sections 14.3, 14.8 and 14.12B as amended",
)
SUPER_STUD_AMENDMENT = Edition(
    key="13:69F-super-stud-amendment",
    title="13:69F",
    name="super stud amendment to N.J.A.C. 13:69F",
    note="section 14.9B as adopted",
)

EDITIONS: Mapping[str, Edition] = {
    text.key: text
    for text in (NJAC_13_69F, NJAC_19_47_2006, BADUGI_PROPOSAL, TRIPLE_DRAW_AMENDMENT, SUPER_STUD_AMENDMENT)
}


def edition(text: str) -> Edition:
    """The edition with this key (`19:47-2006`) or short name (`2006`, `badugi proposal`)."""
    wanted = "-".join(text.split()).casefold()
    for each in EDITIONS.values():
        if wanted in {each.key.casefold(), each.alias}:
            return each
    choices = ", ".join(f"{each.alias} ({each.key})" for each in EDITIONS.values())
    raise UnknownEditionError(f"{text!r} is not an edition of the rulebook: choose one of {choices}")
