"""From a command to what is recorded of it."""

from typing import Any, TypeVar

from pokerroom.jackpot.events import Event, PayoutFact
from pokerroom.jackpot.refusals import Refusal
from pokerroom.rules.citation import Citation

Answer = tuple[Event, ...] | Refusal
Fact = TypeVar("Fact", bound=PayoutFact)


def fact(kind: type[Fact], command: Any, rule: Citation, **said: Any) -> Fact:
    """By whom, when and whatever else the event has in common with the command is as it was asked; the rest is said."""
    asked = {name: getattr(command, name) for name in kind.__struct_fields__ if hasattr(command, name)}
    return kind(**{**asked, "rule": rule, **said})
