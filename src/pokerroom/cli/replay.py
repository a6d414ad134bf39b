"""`pokerroom replay`: hands recorded in the Poker Hand History format, played again by our rules."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.markup import escape

from pokerroom.cli.choices import chosen_house
from pokerroom.history.hand import Hand, HistoryError
from pokerroom.history.phh import read, read_all
from pokerroom.history.replay import replay_hand

ONE_HAND, MANY_HANDS = ".phh", ".phhs"

Amounts = tuple[Decimal | None, ...]


class Result(msgspec.Struct, kw_only=True):
    """What happened with one recorded hand, in the seat order and the units of its file."""

    file: str
    hand: str | msgspec.UnsetType = msgspec.UNSET
    """The header of its table, in a file of many hands."""
    ok: bool = False
    stacks: Amounts | None = None
    payoffs: Amounts | None = None
    error: str | None = None
    warnings: tuple[str, ...] = ()


def replay(
    files: Annotated[
        list[str],
        typer.Argument(help="Files of one hand (.phh) or many (.phhs), or directories of them.", show_default=False),
    ],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per hand and line.")] = False,
    house: Annotated[str, typer.Option(help="House rules: letter or customary.")] = "customary",
    strict: Annotated[
        bool,
        typer.Option(
            "--strict",
            help="Refuse what is otherwise a warning: what the house rules refuse, final stacks that do not follow "
            "from the actions, shows that count for nothing, unknown fields.",
        ),
    ] = False,
) -> None:
    """Play recorded hands again and say how each ended."""
    preset = chosen_house(house)
    results = (result for file in found(files) for result in results_of(file, house=preset, strict=strict))
    failures = print_lines(results) if as_json else print_report(results)
    if failures:
        raise typer.Exit(1)


def found(names: Iterable[str]) -> Iterator[str]:
    """The files named, and the histories in the directories named."""
    for name in names:
        if Path(name).is_dir():
            inside = (path for path in Path(name).rglob("*") if path.suffix in (ONE_HAND, MANY_HANDS))
            yield from map(str, sorted(inside))
        else:
            yield name


def results_of(file: str, *, house: str, strict: bool) -> Iterator[Result]:
    for header, hand in hands_of(file):
        result = Result(file=file, hand=msgspec.UNSET if header is None else header)
        if isinstance(hand, HistoryError):
            result.error = str(hand)
        else:
            settle(result, hand, house=house, strict=strict)
        yield result


def settle(result: Result, hand: Hand, *, house: str, strict: bool) -> None:
    try:
        replayed = replay_hand(hand, house=house, strict=strict)
    except HistoryError as error:
        result.error = str(error)
    except Exception as failure:  # noqa: BLE001  a failure of ours halts that hand, and the others go on
        result.error = f"our own failure, {type(failure).__name__}: {failure}"
    else:
        result.ok = True
        result.stacks, result.payoffs = replayed.stacks, replayed.payoffs
        result.warnings = replayed.warnings


def hands_of(file: str) -> Iterator[tuple[str | None, Hand | HistoryError]]:
    """The hands of a file with the headers of their tables, or why there are none."""
    try:
        text = Path(file).read_text(encoding="utf-8")
        if Path(file).suffix == MANY_HANDS:
            yield from read_all(text)
        else:
            yield None, read(text)
    except OSError as error:
        yield None, HistoryError("file", error.strerror or "cannot be read")
    except UnicodeDecodeError as error:
        yield None, HistoryError("file", f"not UTF-8 text: byte {error.start + 1}")
    except HistoryError as error:
        yield None, error


def print_lines(results: Iterable[Result]) -> int:
    """JSON lines, with exact amounts; returns how many failed."""
    encode = msgspec.json.Encoder(decimal_format="number").encode
    failures = 0
    for result in results:
        typer.echo(encode(result))
        failures += not result.ok
    return failures


def print_report(results: Iterable[Result]) -> int:
    """A line per hand and totals at the end; returns how many failed."""
    console = Console(highlight=False, soft_wrap=True)
    hands = failures = warned = 0
    for result in results:
        console.print(*told(result), sep="\n")
        hands += 1
        failures += not result.ok
        warned += bool(result.warnings)
    counted = "1 hand" if hands == 1 else f"{hands:,} hands"
    console.print(f"{counted}: {hands - failures:,} replayed, {warned:,} with warnings, {failures:,} failed")
    return failures


def told(result: Result) -> Iterator[str]:
    name = escape(result.file if result.hand is msgspec.UNSET else f"{result.file} [{result.hand}]")
    if not result.ok:
        yield f"[red]failed[/]  {name}: {escape(result.error or '')}"
        return
    yield f"[green]ok[/]      {name}  {'  '.join(map(payoff_text, result.payoffs or ()))}"
    for warning in result.warnings:
        yield f"        [yellow]{escape(warning)}[/]"


def payoff_text(payoff: Decimal | None) -> str:
    return "0" if not payoff else f"{payoff:+}"
