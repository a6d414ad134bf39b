"""A form: which template it fills, its number, and what stands in it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

TEMPLATES = Path(__file__).parent / "templates"


class NotInstalled(Exception):
    """What makes documents of this kind is in the extra `reports`, which is not installed."""


class Form(NamedTuple):
    template: str
    """The name of its templates, without their endings."""
    number: str
    """The id of the record it is made from: no two forms of a room have the same."""
    values: Mapping[str, Any]
    """What stands in it: texts, and lists of rows."""
    code: str
    """The address that leads to the record: as a square of dots on the form."""

    @property
    def file_name(self) -> str:
        kept = "".join(each if each.isalnum() and each.isascii() else "-" for each in self.number)
        return f"{self.template}-{kept}"
