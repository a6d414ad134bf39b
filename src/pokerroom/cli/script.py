"""A dealer's script: a plain text file, the table at its head, then one line for each thing that happened.

`#` starts a comment and blank lines are skipped. The head consists of lines `name: value` and ends at the first other
line. What the other lines may say is in `pokerroom.cli.dealer_lines`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from enum import StrEnum
from functools import partial
from itertools import takewhile
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec
import typer

from pokerroom.cards import Card, CardError, typed_cards
from pokerroom.cli.choices import chosen_game, chosen_house
from pokerroom.cli.suggesting import did_you_mean
from pokerroom.games import NotPermittedError
from pokerroom.play import OpenRound, Procedure, Seat, procedure
from pokerroom.rules.clauses import Game
from pokerroom.rules.editions import UnknownEditionError
from pokerroom.rules.house import PRESETS, Fixed, HouseRules, HouseRulesError, Limits, NoLimit, PotLimit, Spread

TEXT = re.compile(r'(?P<text>(?:[^#"]|"[^"]*")*)(?:#(?P<comment>.*))?')
HEAD_LINE = re.compile(r"(?P<name>[A-Za-z][\w -]*?)\s*:\s*(?P<value>.*)")
SEAT = re.compile(r"[Ss](?P<number>[1-9]\d?)")
AMOUNT = re.compile(r"\$?(?P<dollars>\d{1,9})(?:\.(?P<cents>\d\d))?")
LIMITS = re.compile(r"(?P<kind>fixed|spread|pot|no)(?: limit)? (?P<amounts>.+)", re.IGNORECASE)


class ScriptError(ValueError):
    """Something in a script that cannot be understood; `number` is the line."""

    def __init__(self, message: str, *, number: int | None = None) -> None:
        super().__init__(message)
        self.number = number


class OpeningRefusedError(ScriptError):
    """The table and the round are understood, but the round may not be played that way."""


class Line(NamedTuple):
    """One line of a script; for a line with only a comment the text is empty."""

    number: int
    text: str
    comment: str


class Opening(NamedTuple):
    """The table and the round that a script opens, and when it was played if the script says so."""

    table: Procedure
    command: OpenRound
    at: datetime | None


class Script(NamedTuple):
    title: str
    """The comment before everything else."""
    opening: Opening
    body: tuple[Line, ...]


def read_script(text: str) -> Script:
    lines = list(lines_of(text))
    title = [line.comment for line in takewhile(lambda line: not line.text, lines)]
    head: dict[str, Line] = {}
    begins = 0
    for place, line in enumerate(lines):
        entry = HEAD_LINE.fullmatch(line.text)
        name = plain(entry["name"]) if entry else ""
        if line.text and name not in NAMES:
            if entry and name not in HAPPENINGS:
                raise ScriptError(unknown_name(entry["name"]), number=line.number)
            break
        if entry is None:
            continue
        if name in head:
            raise ScriptError(f"{name} was already given on line {head[name].number}", number=line.number)
        head[name] = Line(line.number, entry["value"], line.comment)
        begins = place + 1
    return Script(" ".join(title), read_opening(head), checked_body(lines[begins:]))


def lines_of(text: str) -> Iterator[Line]:
    """Every line that is not blank, with single spaces."""
    for number, written in enumerate(text.splitlines(), start=1):
        found = TEXT.fullmatch(written)
        if found is None:
            raise ScriptError('a quotation mark (") is not closed', number=number)
        line = Line(number, " ".join(found["text"].split()), (found["comment"] or "").strip())
        if line.text or line.comment:
            yield line


def unknown_name(name: str) -> str:
    meant = did_you_mean(plain(name), NAMES | HAPPENINGS) or f": the table has {', '.join(TABLE)} and house rules"
    return f"{name!r} is not a name that a script can give{meant}"


def checked_body(lines: list[Line]) -> tuple[Line, ...]:
    for line in lines:
        entry = HEAD_LINE.fullmatch(line.text)
        if entry and plain(entry["name"]) in NAMES:
            message = f"{entry['name']!r} belongs at the head of the script, before the first thing that happens"
            raise ScriptError(message, number=line.number)
    return tuple(lines)


def plain(name: str) -> str:
    """A name in the form used for look-up: `Forced-bet` and `forced_bet` are `forced bet`."""
    return " ".join(re.split(r"[\s_-]+", name.casefold()))


def read_seat(text: str) -> Seat:
    found = SEAT.fullmatch(text)
    if found is None:
        raise ScriptError(f"{text!r} is not a seat: seats are S1, S2 and so on, from the dealer's left")
    return Seat(int(found["number"]) - 1)


def read_cards(text: str | None) -> tuple[Card, ...]:
    try:
        return typed_cards(text or "")
    except CardError as error:
        raise ScriptError(str(error)) from None


def read_amount(text: str) -> int:
    found = AMOUNT.fullmatch(text.rstrip(","))
    if found is None:
        raise ScriptError(f"{text!r} is not an amount: write dollars, such as 5 or 2.50")
    return 100 * int(found["dollars"]) + int(found["cents"] or 0)


def read_amounts(text: str) -> tuple[int, ...]:
    return tuple(read_amount(word) for word in re.split(r"[\s,/]+", text.strip()))


KINDS: dict[str, tuple[type[Limits], str]] = {
    "fixed": (Fixed, "fixed 2 4"),
    "spread": (Spread, "spread 1 5"),
    "pot": (PotLimit, "pot limit 2"),
    "no": (NoLimit, "no limit 2"),
}


def read_limits(text: str) -> Limits:
    found = LIMITS.fullmatch(text)
    kind, written = KINDS[found["kind"].casefold()] if found else (None, "")
    amounts = read_amounts(found["amounts"]) if found else ()
    if kind is None or len(amounts) != len(written.split()) - (2 if "limit" in written else 1):
        known = ", ".join(example for _, example in KINDS.values())
        raise ScriptError(f"{text!r} are not limits: write one of {known}")
    return kind(*amounts)


def read_time(text: str) -> datetime:
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        time = None
    if time is None or time.tzinfo is None:
        raise ScriptError(f"{text!r} is not a time with its zone: write one such as 2026-03-14 21:05-04:00")
    return time


TYPES = get_type_hints(HouseRules)
MONEY: dict[str, Callable[[str], object]] = {
    "limits": read_limits,
    "ante": read_amount,
    "blinds": read_amounts,
    "forced bet": read_amount,
    "odd unit": read_amount,
}
SETTINGS = {plain(field): field for field in HouseRules.__struct_fields__ if field != "preset"}
"""Every house rule by its name in a script."""

TABLE = ("game", "edition", "house", "stakes", "button", "time")
NAMES = frozenset({*TABLE, *SETTINGS})
HAPPENINGS = frozenset({"misdeal", "dead", "face up in the deck", "off the table", "refused"})
"""Lines that look like lines of the head but are not."""
REQUIRED = {
    "game": "`pokerroom games` lists them",
    "limits": "such as fixed 2 4",
    "stakes": "the table stakes of each seat, S1 first, such as 100 100 80",
}


def read_setting(name: str, text: str) -> object:
    if name in MONEY:
        return MONEY[name](text)
    kind = TYPES[SETTINGS[name]]
    value = {"yes": True, "no": False, "none": None}.get(text.casefold(), text) if kind is not str else text
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        raise ScriptError(f"{text!r} is not a value of {name}: expected {' or '.join(values_of(kind))}") from None


def values_of(kind: Any) -> Iterator[str]:
    """What may be written for a value of this type."""
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        yield from kind
    elif kind in WRITTEN:
        yield WRITTEN[kind]
    else:
        for part in get_args(kind):
            yield from [part] if isinstance(part, str) else values_of(part)


WRITTEN: dict[Any, str] = {bool: "yes or no", int: "a number", type(None): "none"}


def read_opening(head: Mapping[str, Line]) -> Opening:
    for name, example in REQUIRED.items():
        if name not in head:
            raise ScriptError(f"the head of the script does not give {name}: {example}")
    edition = head["edition"].text if "edition" in head else None
    game: Game = value_of(head, "game", lambda name: chosen_game(name, edition))
    preset = PRESETS[value_of(head, "house", chosen_house, otherwise="letter")]
    posted: dict[str, Any] = {
        field: value_of(head, name, partial(read_setting, name)) for name, field in SETTINGS.items() if name in head
    }
    command = OpenRound(
        stacks=value_of(head, "stakes", read_amounts),
        button=value_of(head, "button", read_seat),
    )
    at = value_of(head, "time", read_time)
    try:
        table = procedure(game, preset(posted.pop("limits"), **posted))
    except HouseRulesError as error:
        raise ScriptError(str(error), number=head["limits"].number) from None
    return Opening(table, command, at)


def value_of(head: Mapping[str, Line], name: str, read: Callable[[str], Any], *, otherwise: Any = None) -> Any:
    """The value of a line of the head; an error names the line."""
    line = head.get(name)
    if line is None:
        return otherwise
    try:
        return read(line.text)
    except (ScriptError, NotPermittedError, UnknownEditionError, typer.BadParameter) as error:
        raise ScriptError(str(error.args[0]), number=line.number) from None
