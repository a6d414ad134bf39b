"""Poker Hand History text: reads it into a `Hand`, and writes it from one."""

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from difflib import get_close_matches
from typing import Any

from pokerroom.cards import Card, parse_cards
from pokerroom.history.hand import Action, Hand, HistoryError, Verb
from pokerroom.history.variants import VariantError, variant_game
from pokerroom.play import Seat
from pokerroom.rules.house import KillOption

AMOUNT = re.compile(r"\d+(\.\d+)?", re.ASCII)
PLAYER = re.compile(r"p([1-9]\d*)", re.ASCII)
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)

LIKE = 0.75
"""How similar two names must be for one to count as a misspelling of the other, where 1 is the same."""

MOST_DIGITS = 15
MOST_PLACES = 8
NOT_AN_AMOUNT = f"is not an amount: expected 0 or more, of up to {MOST_DIGITS} digits and {MOST_PLACES} decimal places"

ALWAYS = ("variant", "antes", "starting_stacks", "actions")
BY_LIMITS = {
    "F": ("small_bet", "big_bet"),
    "S": ("min_bet", "_max_bet"),
    "P": ("min_bet",),
    "N": ("min_bet",),
}
"""The required fields of each betting structure."""


def read(text: str) -> Hand:
    """The one hand of a `.phh` file."""
    return read_table(load_toml(text))


def read_all(text: str) -> Iterator[tuple[str, Hand | HistoryError]]:
    """The hands of a `.phhs` file, each under the header of its table, or why it cannot be read."""
    for header, table in load_toml(text).items():
        if not isinstance(table, dict):
            yield header, HistoryError(header, "outside the tables, of which a file of many hands has one for each")
            continue
        try:
            yield header, read_table(table)
        except HistoryError as error:
            yield header, error


BYTE_ORDER_MARK = "\ufeff"
"""What some editors put before the first character of a file."""


def load_toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text.removeprefix(BYTE_ORDER_MARK), parse_float=Decimal)
    except RecursionError:
        raise HistoryError("not TOML", "arrays or tables nested too deep") from None
    except (ValueError, ArithmeticError) as error:
        # Besides its own error the parser raises those of numbers that are too large.
        raise HistoryError("not TOML", str(error)) from None


def read_table(table: Mapping[str, Any]) -> Hand:
    for field in required_fields(table):
        if field not in table:
            raise HistoryError(field, f"the field is missing{misspelled(field, table)}")
    players = len(read_list("starting_stacks", table["starting_stacks"]))
    fields = {name: reader(field, table[field], players) for field, (name, reader) in FIELDS.items() if field in table}
    return Hand(**fields, extras={name: value for name, value in table.items() if name not in FIELDS})


def misspelled(field: str, table: Mapping[str, Any]) -> str:
    near = get_close_matches(field, [name for name in table if name not in FIELDS], n=1, cutoff=LIKE)
    return f"; is {near[0]} a misspelling of it?" if near else ""


def required_fields(table: Mapping[str, Any]) -> Iterator[str]:
    yield from ALWAYS
    code = read_text("variant", table["variant"], 0)
    edition = read_text("_edition", table["_edition"], 0) if "_edition" in table else None
    try:
        game = variant_game(code, edition)
    except VariantError as error:
        raise HistoryError("variant", str(error)) from None
    yield from BY_LIMITS[code[0]]
    yield "blinds_or_straddles" if game.has_button else "bring_in"


def read_text(field: str, value: object, players: int) -> str:  # noqa: ARG001
    if not isinstance(value, str):
        raise HistoryError(field, f"expected text, found {shown(value)}")
    return value


def read_flag(field: str, value: object, players: int) -> bool:  # noqa: ARG001
    if not isinstance(value, bool):
        raise HistoryError(field, f"expected true or false, found {shown(value)}")
    return value


def read_list(field: str, value: object) -> list[Any]:
    if not isinstance(value, list):
        raise HistoryError(field, f"expected an array, found {shown(value)}")
    return value


def read_amount(field: str, value: object, players: int) -> Decimal:  # noqa: ARG001
    if isinstance(value, bool) or not isinstance(value, (int, Decimal)):
        raise HistoryError(field, f"expected a number, found {shown(value)}")
    amount = Decimal(value)
    if not countable(amount):
        raise HistoryError(field, f"{shown(value)} {NOT_AN_AMOUNT}")
    return amount


def read_unit(field: str, value: object, players: int) -> Decimal:
    amount = read_amount(field, value, players)
    if not amount:
        raise HistoryError(field, "a pot is divided into units above zero")
    return amount


def read_amounts(field: str, value: object, players: int) -> tuple[Decimal, ...]:
    values = read_list(field, value)
    if len(values) != players:
        raise HistoryError(field, f"{len(values)} amounts for {players} players")
    return tuple(read_amount(f"{field}, p{number}", each, players) for number, each in enumerate(values, start=1))


def read_stacks(field: str, value: object, players: int) -> tuple[Decimal, ...]:
    """An infinite stack is one the record does not know."""
    return tuple(
        each
        if isinstance(each, Decimal) and each == Decimal("Infinity")
        else read_amount(f"{field}, p{number}", each, players)
        for number, each in enumerate(read_list(field, value), start=1)
    )


def read_kill(field: str, value: object, players: int) -> KillOption:
    try:
        return KillOption(read_text(field, value, players))
    except ValueError:
        choices = " or ".join(option.value for option in KillOption)
        raise HistoryError(field, f"{shown(value)} is not a kill: expected {choices}") from None


def read_seat(field: str, value: object, players: int) -> Seat:
    if type(value) is not int or not 1 <= value <= players:
        raise HistoryError(field, f"{shown(value)} is not one of the players 1 to {players}")
    return Seat(value - 1)


def read_actions(field: str, value: object, players: int) -> tuple[Action, ...]:
    return tuple(read_action(number, text, players) for number, text in enumerate(read_list(field, value), start=1))


def read_action(number: int, text: object, players: int) -> Action:
    if not isinstance(text, str):
        raise HistoryError(f"action {number}", f"expected text, found {shown(text)}")
    try:
        return parse_action(text, players)
    except ValueError as error:
        raise HistoryError(f"action {number} ({text!r})", str(error)) from None


def parse_action(text: str, players: int) -> Action:
    """`p3 cbr 40 # a comment`. Raises ValueError, which says what is wrong."""
    words, hash_, comment = text.partition("#")
    said = comment if hash_ else None
    match words.split():
        case []:
            return Action(Verb.NOTE, comment=said)
        case ["d", Verb.DEAL_BOARD, cards]:
            return Action(Verb.DEAL_BOARD, cards=parse_cards(cards), comment=said)
        case ["d", Verb.DEAL_HOLE, who, cards]:
            return Action(Verb.DEAL_HOLE, parse_player(who, players), parse_cards(cards), comment=said)
        case [who, Verb.BET_TO, amount]:
            return Action(Verb.BET_TO, parse_player(who, players), amount=parse_amount(amount), comment=said)
        case [who, Verb.POST_FORCED_BET | Verb.CHECK_OR_CALL | Verb.FOLD as verb]:
            return Action(Verb(verb), parse_player(who, players), comment=said)
        case [who, Verb.DISCARD, *cards]:
            return Action(Verb.DISCARD, parse_player(who, players), parse_cards("".join(cards)), comment=said)
        case [who, Verb.SHOW, *cards]:
            return Action(Verb.SHOW, parse_player(who, players), parse_show(cards), comment=said)
        case _:
            raise ValueError("not an action of the format")


def parse_player(text: str, players: int) -> Seat:
    named = PLAYER.fullmatch(text)
    if named is None:
        raise ValueError(f"{text!r} is not a player: expected p1 to p{players}")
    number = int(named[1])
    if number > players:
        raise ValueError(f"there is no {text}: the hand has {players} players")
    return Seat(number - 1)


def parse_amount(text: str) -> Decimal:
    if AMOUNT.fullmatch(text) is None or not countable(Decimal(text)):
        raise ValueError(f"{text!r} {NOT_AN_AMOUNT}")
    return Decimal(text)


def countable(amount: Decimal) -> bool:
    """Whether it is not negative and has so few digits that no sum of such amounts is ever rounded."""
    if not amount.is_finite() or amount < 0:
        return False
    return amount.adjusted() < MOST_DIGITS and -int(amount.as_tuple().exponent) <= MOST_PLACES


def parse_show(words: list[str]) -> tuple[Card, ...] | None:
    """Cards; none for `-`, the hand as dealt; None where the hand is given up."""
    match words:
        case []:
            return None
        case ["-"]:
            return ()
        case _:
            return parse_cards("".join(words))


def shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


Reader = Callable[[str, Any, int], Any]

FIELDS: dict[str, tuple[str, Reader]] = {
    "variant": ("variant", read_text),
    "_edition": ("edition", read_text),
    "ante_trimming_status": ("ante_trimming", read_flag),
    "antes": ("antes", read_amounts),
    "blinds_or_straddles": ("blinds", read_amounts),
    "bring_in": ("bring_in", read_amount),
    "small_bet": ("small_bet", read_amount),
    "big_bet": ("big_bet", read_amount),
    "min_bet": ("min_bet", read_amount),
    "_max_bet": ("max_bet", read_amount),
    "_odd_unit": ("odd_unit", read_unit),
    "_kill": ("kill", read_kill),
    "_kill_button": ("kill_button", read_seat),
    "starting_stacks": ("starting_stacks", read_stacks),
    "actions": ("actions", read_actions),
}
"""The fields that decide how a hand is played, in the order they are written, with their names in `Hand`."""


def write(hand: Hand) -> str:
    """The text of a `.phh` file; reading it gives the same hand."""
    return "".join(f"{line}\n" for line in lines(hand))


def write_all(hands: Iterable[Hand]) -> str:
    """The text of a `.phhs` file, its tables numbered from one."""
    return "\n".join(f"[{number}]\n{write(hand)}" for number, hand in enumerate(hands, start=1))


def lines(hand: Hand) -> Iterator[str]:
    for field, (name, _) in FIELDS.items():
        value = getattr(hand, name)
        if value is not None:
            yield f"{field} = {WRITERS.get(field, toml_value)(value)}"
    for field, value in hand.extras.items():
        yield f"{toml_key(field)} = {toml_value(value)}"


def action_lines(actions: tuple[Action, ...]) -> str:
    return "".join(["[\n", *(f"  {toml_value(str(action))},\n" for action in actions), "]"])


WRITERS: dict[str, Callable[[Any], str]] = {
    "_kill_button": lambda seat: str(seat + 1),
    "actions": action_lines,
}


def toml_key(key: str) -> str:
    return key if BARE_KEY.fullmatch(key) else toml_value(key)


def toml_value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            # A TOML basic string escapes what JSON does, and also the delete character.
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case Decimal():
            return str(value).lower().replace("infinity", "inf")
        case list() | tuple():
            return f"[{', '.join(toml_value(each) for each in value)}]"
        case Mapping():
            return f"{{{', '.join(f'{toml_key(key)} = {toml_value(each)}' for key, each in value.items())}}}"
        case _:
            # Integers, and TOML dates and times, whose text is already as TOML writes it.
            return str(value)
