"""Equities as bars, in the terminal or in a PNG file."""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from pokerroom.odds.answer import Answer, PlayerOdds

FULL, EIGHTHS = "█", " ▏▎▍▌▋▊▉"
COLORS = ("#1b6e53", "#d9a441")
"""A color for each share of the pot."""


class ChartError(RuntimeError):
    """A chart that cannot be drawn or saved."""


def bars(answer: Answer, *, width: int) -> list[str]:
    """A line for each player: their hand, a bar as long as their equity, and the equity."""
    names = max(len(player.hand) for player in answer.players)
    room = max(10, width - names - len("  100.00 % "))
    return [
        f"{player.hand:{names}} {bar(player.equity.value, room)} {player.equity.value:7.2%}"
        for player in answer.players
    ]


def bar(part: float, width: int) -> str:
    """A bar that fills the part of the width, to an eighth of a character."""
    full, eighths = divmod(round(part * width * 8), 8)
    return (FULL * full + EIGHTHS[eighths]).ljust(width)[:width]


def check(path: Path) -> None:
    """Raises `ChartError` where no chart can be saved at the path, before any work is done for it."""
    if path.suffix.casefold() != ".png":
        raise ChartError(f"a chart is saved as a PNG file: {path} does not end in .png")
    if not path.parent.is_dir():
        raise ChartError(f"a chart cannot be saved at {path}: there is no such directory")
    if find_spec("matplotlib") is None:
        raise ChartError("a chart needs Matplotlib: pip install 'pokerroom[reports]'")


def save(answer: Answer, path: Path) -> None:
    """A bar for each player, divided by share, with its standard error where deals were sampled."""
    check(path)
    picture = import_module("matplotlib.figure").Figure(
        figsize=(8, 1.2 + 0.5 * len(answer.players)), layout="constrained"
    )
    axes = picture.subplots()
    places = range(len(answer.players))
    left = [0.0 for _ in places]
    for share, color in zip(answer.players[0].shares, COLORS, strict=False):
        parts = [100 * player.shares[share].value for player in answer.players]
        axes.barh(places, parts, left=left, color=color, label=share)
        left = [before + part for before, part in zip(left, parts, strict=True)]
    # No error bar is drawn where the error is unknown.
    errors = [100 * (player.equity.error or 0) for player in answer.players]
    axes.errorbar(left, places, xerr=errors, fmt="none", ecolor="black", capsize=3)
    axes.set_yticks(places, labels(answer.players))
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel("part of the pot, %")
    axes.set_title(f"{answer.game}{f', board {answer.board}' if answer.board else ''}")
    if len(answer.players[0].shares) > 1:
        axes.legend()
    picture.savefig(path)


def labels(players: Sequence[PlayerOdds]) -> list[str]:
    return [f"{player.hand}  {player.equity.value:.2%}" for player in players]
