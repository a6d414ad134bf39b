"""Why somebody may not: a code, the paragraph behind it if there is one, and the facts. Words are made from these."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Self

import msgspec

from pokerroom.rules.citation import Citation
from pokerroom.words import Saying, Value, said, saying


class RefusalCode(StrEnum):
    """The codes of a layer, in order of precedence: of two that apply, the earlier is returned.

    The sentence of a code stands under it in the catalogue of a language, in the file `refused-<layer>`.
    """

    layer: str
    precedence: int
    sent_as: str
    """What a client is sent: the code itself, or one that it shares with others."""

    def __init_subclass__(cls, *, layer: str) -> None:
        super().__init_subclass__()
        cls.layer = layer

    def __new__(cls, code: str, sent_as: str = "") -> Self:
        member = str.__new__(cls, code)
        member._value_ = code
        member.precedence, member.sent_as = len(cls.__members__), sent_as or code
        return member

    @property
    def key(self) -> str:
        """Where its sentence is."""
        return f"refused-{self.layer}.{self.value}"


class Refusal(msgspec.Struct, frozen=True, gc=False):
    code: RefusalCode
    rule: Citation | None = None
    """None where only the house's own order forbids it."""
    facts: Mapping[str, Value] = {}

    @property
    def saying(self) -> Saying:
        return Saying(self.code.key, self.facts)

    @property
    def cited_saying(self) -> Saying:
        """With the paragraph behind it, where there is one."""
        return self.saying if self.rule is None else saying("refused.cited", what=self.saying, rule=self.rule.saying)

    @property
    def sentence(self) -> str:
        return said(self.saying)

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
        return said(self.cited_saying)
