"""`pokerroom games`: the catalogue, and the card of one game."""

import json
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from pokerroom.cli.choices import EditionOption, chosen_edition, chosen_game
from pokerroom.games import games_of
from pokerroom.ranking import AnyOf
from pokerroom.rules.clauses import (
    BestShowing,
    Blinds,
    CommonCard,
    Community,
    Deal,
    Face,
    ForcedBet,
    Game,
    HighestUpcard,
    LeftOfButton,
    Opener,
    PairWithCommunity,
    ReshuffleDiscards,
    ReshuffleMuck,
    Share,
    Shortage,
    Street,
)


def games(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Show one game in full.")] = None,
    *,
    edition: EditionOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the games an edition permits, or show one of them with the paragraphs that make it."""
    console = Console(highlight=False)
    if name is None:
        catalogue = games_of(chosen_edition(edition))
        if as_json:
            typer.echo(json.dumps([msgspec.to_builtins(game) for game in catalogue]))
        else:
            print_catalogue(console, chosen_edition(edition).name, catalogue)
        return
    game = chosen_game(name, edition)
    if as_json:
        typer.echo(json.dumps(msgspec.to_builtins(game)))
    else:
        print_card(console, game)


def print_catalogue(console: Console, edition: str, catalogue: tuple[Game, ...]) -> None:
    table = Table(title=f"Poker under {edition}", title_justify="left", box=None, padding=(0, 2, 0, 0))
    for column in ("game", "seats", "opens with", "streets", "permitted by"):
        table.add_column(column, header_style="bold", no_wrap=column == "game")
    for game in catalogue:
        opening = "blinds" if game.has_button else "a forced bet"
        table.add_row(game.key, f"2-{game.seats.most}", opening, str(len(game.streets)), permitted(game))
    console.print(table)


def permitted(game: Game) -> str:
    return game.permitted.short if game.listed else f"{game.permitted.short}, its own section"


def print_card(console: Console, game: Game) -> None:
    console.print(f"[bold]{game.name}[/bold]  [dim]{game.key}, {game.edition}[/dim]")
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    table.add_column(style="dim", no_wrap=True)
    for row in card_rows(game):
        table.add_row(*row)
    console.print(table)


def card_rows(game: Game) -> list[tuple[str, str, str]]:
    rows = [
        ("permitted", "listed in 14.8(a)" if game.listed else "by its own section", game.permitted.short),
        ("seats", f"2 to {game.seats.most}, or fewer by house rule", game.seats.rule.short),
        ("ante", "if the house posts one", game.ante.rule.short),
        (
            "order",
            "from the left of the button" if game.has_button else "from the dealer's left",
            game.order.rule.short,
        ),
    ]
    for street in game.streets:
        rows.append((street.name, cards_of(street), street.cards.rule.short))
        if street.discard:
            rows.append(("", f"to call or raise, give up {street.discard.count} down cards", street.discard.rule.short))
        rows.append(("", opens(street.opens), street.opens.rule.short))
    if game.shortage:
        rows.append(("short deck", shortage(game.shortage), game.shortage.rule.short))
    rows += [row for share in game.shares for row in share_rows(share)]
    if game.halves:
        rows.append(("halves", "what cannot be divided goes to the high hand", game.halves.short))
    if game.kill:
        rows.append(("kill", "kill or half-kill, if the house posts it", game.kill.rule.short))
    return rows


def cards_of(street: Street) -> str:
    match street.cards:
        case Deal(faces=faces, burn=burn):
            down, up = faces.count(Face.DOWN), faces.count(Face.UP)
            dealt = " and ".join(part for part in (f"{down} down" if down else "", f"{up} up" if up else "") if part)
            return f"{'burn, ' if burn else ''}{dealt} to each player"
        case Community(count=count):
            return f"burn, {count} community card{'s' if count > 1 else ''}"
    return "each player in turn may exchange cards, after one burn"


def opens(opener: Opener) -> str:
    match opener:
        case Blinds():
            return "the blinds open; the turn starts left of the last of them"
        case ForcedBet(upcard=extreme, aces=aces):
            return f"forced bet by the {extreme.value} up-card, ace {aces.value}, suits break ties"
        case BestShowing(compulsory=compulsory, board=board):
            low = "low " if "low" in board.value else ""
            return f"the best {low}hand showing {'must bet' if compulsory else 'bets or checks'}"
        case PairWithCommunity():
            return "the highest pair with the community card, or up-card, bets or checks"
        case HighestUpcard():
            return "the highest up-card bets or checks, suits break ties"
        case LeftOfButton():
            return "the first live player left of the button bets or checks"


def shortage(clause: Shortage) -> str:
    match clause:
        case CommonCard(streets=streets):
            return f"one common card on {' or '.join(streets)} street"
        case ReshuffleDiscards():
            return "the discards of the others are reshuffled"
        case ReshuffleMuck():
            return "muck and burn cards are reshuffled and the deal goes on"


def share_rows(share: Share) -> list[tuple[str, str, str]]:
    formation = share.formation
    cards = (
        f"any {formation.count}"
        if isinstance(formation, AnyOf)
        else f"{formation.own} own and {formation.board} of the board"
    )
    rows = [(f"{share.name} wins", f"{share.ranking.value.replace('-', ' ')}, {cards}", share.rule.short)]
    if share.qualifier:
        rows.append(("", f"no pair and no card above {share.qualifier.worst}", share.qualifier.rule.short))
    rows.append(("", f"tied odd unit: {share.odd_unit.value.replace('-', ' ')}", share.odd_rule.short))
    return rows
