"""Why somebody may not: a code, the paragraph behind it if there is one, and the facts. Prose is made from these."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from string import Formatter
from typing import Any, Self

import msgspec

from pokerroom.cards import card_text
from pokerroom.money import dollars
from pokerroom.rules.citation import Citation


class RefusalCode(StrEnum):
    """The codes of a layer, in order of precedence: of two that apply, the earlier is returned.

    Each is declared with its sentence, so that none can be without. A sentence names its facts, and says how a number
    among them reads: `{amount:$}` in dollars, `{seat:seat}` counted from one, `{card:card}` by the card's name.
    """

    sentence: str
    precedence: int
    sent_as: str
    """What a client is sent: the code itself, or one that it shares with others."""

    def __new__(cls, code: str, sentence: str, sent_as: str = "") -> Self:
        member = str.__new__(cls, code)
        member._value_ = code
        member.sentence, member.precedence, member.sent_as = sentence, len(cls.__members__), sent_as or code
        return member

    @property
    def amounts(self) -> frozenset[str]:
        """The facts that its sentence gives in dollars."""
        return frozenset(name for _, name, reads, _ in READER.parse(self.sentence) if name and reads == "$")


class Refusal(msgspec.Struct, frozen=True, gc=False):
    code: RefusalCode
    rule: Citation | None = None
    """None where only the house's own order forbids it."""
    facts: Mapping[str, int | str] = {}

    @property
    def sentence(self) -> str:
        return READER.vformat(self.code.sentence, (), self.facts)

    @property
    def cited(self) -> Citation:
        """The paragraph behind it, where there must be one, as in a round of play and at a table."""
        assert self.rule is not None, self
        return self.rule

    @property
    def paragraph(self) -> str:
        """The name of the paragraph behind it; empty where there is none."""
        return "" if self.rule is None else self.rule.paragraph

    def __str__(self) -> str:
        return self.sentence if self.rule is None else f"{self.sentence} ({self.rule})"


NUMBERS: Mapping[str, Callable[[Any], str]] = {
    "": str,
    "$": dollars,
    "seat": lambda seat: str(seat + 1),
    "card": card_text,
}
"""How a sentence may give a number."""


class Reader(Formatter):
    """Gives facts as a person reads them."""

    def format_field(self, value: Any, format_spec: str) -> str:
        return NUMBERS[format_spec](value) if isinstance(value, int) else str(value)


READER = Reader()
