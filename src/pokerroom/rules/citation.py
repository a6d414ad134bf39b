"""Paragraphs of the regulation: how they are named, and how a name is taken apart."""

import re
from functools import lru_cache

import msgspec

from pokerroom.words import Saying, said

# 14.9, 14.12B | (i) | (1) | 3 after (i) | 3 after a definition | iii after 3 | a definition, by its word
_STEPS = re.compile(r'^\d+\.\d+[A-Z]?|\([a-z]+\)|\(\d+\)|(?<=\))\d+| \d+|(?<=\d)[ivx]+| "[^"]+"')


class UnknownParagraphError(LookupError):
    """The edition has no such paragraph. Raised where a rule is declared, so that a typo cannot ship."""


class Citation(msgspec.Struct, frozen=True, gc=False):
    """One paragraph of one edition, and the recorded reading of it where its words leave a choice."""

    edition: str
    paragraph: str
    reading: str | None = None

    @property
    def saying(self) -> Saying:
        title, _, text = self.edition.partition("-")
        # The text in force goes without saying; any other must be named, for the numbers moved between them.
        key, which = ("current", {}) if text == "current" else ("other", {"text": text.replace("-", " ")})
        values = {"title": title, "paragraph": self.paragraph} | which
        if self.reading is None:
            return Saying(f"citation.{key}", values)
        return Saying(f"citation.{key}-read", values | {"reading": self.reading})

    @lru_cache(maxsize=4096)  # noqa: B019  a value: whichever of those alike is kept is of no matter
    def __str__(self) -> str:
        return said(self.saying)

    @property
    def short(self) -> str:
        """For a narrow column: `13:69F-14.9(f)1 · AMB-21`."""
        named = str(self).removeprefix("N.J.A.C. ")
        return named.replace(" (reading ", " · ").rstrip(")") if self.reading else named


def steps(paragraph: str) -> tuple[str, ...]:
    """The steps down to a paragraph: `14.9`, `(i)`, `3`, `ii` for `14.9(i)3ii`. Empty for text that is not a
    paragraph's name.
    """
    found = tuple(_STEPS.findall(paragraph))
    named = paragraph[:1].isdigit() and "".join(found) == paragraph
    return found if named else ()


def parents(paragraph: str) -> tuple[str, ...]:
    """The paragraphs that contain this one, nearest first."""
    path = steps(paragraph)
    return tuple("".join(path[:length]) for length in range(len(path) - 1, 0, -1))
