"""Every field in which two settings differ, by its dotted name, before and after."""

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any

import msgspec

from pokerroom.money import dollars

Leaf = int | str | bool | None

MONEY = frozenset(
    {"amount", "ante", "big", "blinds", "buy_in_least", "buy_in_most", "forced_bet", "hourly", "least", "most"}
    | {"odd_unit", "rake_most", "reached", "small", "unit"}
)
"""Fields that are amounts of cents."""


class FieldChange(msgspec.Struct, frozen=True, gc=False):
    """`rotation.1.house.blinds.2: $2 -> $3`. Rows are counted from 1; None is a field that does not exist."""

    field: str
    before: Leaf
    after: Leaf

    def __str__(self) -> str:
        return f"{self.field}: {self._shown(self.before)} -> {self._shown(self.after)}"

    @property
    def was(self) -> str:
        """As people read it; empty where there was none."""
        return "" if self.before is None else self._shown(self.before)

    @property
    def now(self) -> str:
        return "" if self.after is None else self._shown(self.after)

    def _shown(self, value: Leaf) -> str:
        if value is None:
            return "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        named = next(part for part in reversed(self.field.split(".")) if not part.isdigit())
        return dollars(value) if isinstance(value, int) and named in MONEY else str(value)


def difference(before: msgspec.Struct | None, after: msgspec.Struct | None) -> tuple[FieldChange, ...]:
    """Every field that differs; None stands for no settings at all."""
    old, new = dict(_leaves(before)), dict(_leaves(after))
    names = [*new, *(name for name in old if name not in new)]
    return tuple(
        FieldChange(name, old.get(name), new.get(name)) for name in names if _differ(old.get(name), new.get(name))
    )


def _differ(one: Leaf, other: Leaf) -> bool:
    # True equals 1 in Python, but a rule that turns from a yes into a number has changed.
    return one != other or type(one) is not type(other)


def _leaves(value: Any, name: str = "") -> Iterator[tuple[str, Leaf]]:
    parts = _parts(value)
    if parts is None:
        if name:
            yield name, _leaf(value)
        return
    for key, part in parts.items():
        yield from _leaves(part, f"{name}.{key}" if name else key)


def _parts(value: Any) -> Mapping[str, Any] | None:
    """The parts of a value; None if it has none."""
    if isinstance(value, msgspec.Struct):
        tag = value.__struct_config__.tag
        return ({} if tag is None else {"kind": tag}) | msgspec.structs.asdict(value)
    if isinstance(value, Mapping):
        return {str(key): part for key, part in value.items()}
    if isinstance(value, (tuple, list)):
        return {str(number): part for number, part in enumerate(value, start=1)}
    return None


def _leaf(value: Any) -> Leaf:
    if isinstance(value, Enum):
        return str(value.value)
    return value if value is None or isinstance(value, (int, str)) else str(value)
