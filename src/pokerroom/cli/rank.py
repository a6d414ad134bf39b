"""`pokerroom rank`: what a hand is worth in a game, for each share of the pot."""

import json
from typing import Annotated, Any

import typer
from rich.console import Console

from pokerroom.cards import Card, CardError, cards_text, repeated, typed_cards
from pokerroom.cli.choices import EditionOption, chosen_game
from pokerroom.ranking import AnyOf, Exactly, best_cards, category, describe, form, worst_qualifying
from pokerroom.rules.clauses import Community, Deal, Game, Share


def rank(
    name: Annotated[str, typer.Argument(metavar="GAME", help="Which game decides.")],
    cards: Annotated[str, typer.Argument(help="The player's own cards, such as `AsKd`, `'as kd'` or `A♠K♦`.")],
    *,
    board: Annotated[str, typer.Option(help="Community or common cards.")] = "",
    edition: EditionOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Name the hand that cards make in a game, high and low."""
    game = chosen_game(name, edition)
    own, shared = typed_cards(cards), typed_cards(board)
    check_cards(game, own, shared)
    results = [judged(share, own, shared) for share in game.shares]
    if as_json:
        typer.echo(json.dumps({"game": game.key, "edition": game.edition, "shares": results}))
        return
    console = Console(highlight=False)
    console.print(f"[bold]{game.name}[/bold]  {cards_text(own)}{f'  on  {cards_text(shared)}' if shared else ''}")
    for result in results:
        verdict = result["hand"] if result["qualifies"] else f"does not qualify ({result['hand']})"
        console.print(f"  {result['share']:>4}  {verdict}")
        console.print(f"        [dim]{result['cards']}  {result['rule']}[/dim]")


def check_cards(game: Game, own: tuple[Card, ...], board: tuple[Card, ...]) -> None:
    twice = repeated((*own, *board))
    if twice is not None:
        raise CardError(f"{cards_text([twice])} is both in the hand and on the board")
    dealt = sum(len(street.cards.faces) for street in game.streets if isinstance(street.cards, Deal))
    kept = dealt - sum(street.discard.count for street in game.streets if street.discard)
    community = sum(street.cards.count for street in game.streets if isinstance(street.cards, Community))
    if not own or len(own) > kept:
        raise CardError(f"{len(own)} cards: a player of {game.name} holds 1 to {kept}")
    common = 0 if community else max(0, kept - len(own))
    if len(board) > (community or common):
        raise CardError(f"{len(board)} cards on the board: {game.name} has at most {community or common}")


def judged(share: Share, own: tuple[Card, ...], board: tuple[Card, ...]) -> dict[str, Any]:
    strength = form(share.ranking, share.formation)(padded(share, own), board)
    floor = None if share.qualifier is None else worst_qualifying(share.ranking, share.qualifier.worst)
    made = best_cards(share.ranking, share.formation, padded(share, own), board)
    return {
        "share": share.name,
        "hand": describe(share.ranking, strength),
        "category": category(share.ranking, strength),
        "strength": strength,
        "qualifies": strength >= 0 and (floor is None or strength >= floor),
        "cards": cards_text(sorted(made[0], reverse=True)) if made else "",
        "rule": str(share.rule),
    }


def padded(share: Share, own: tuple[Card, ...]) -> tuple[Card, ...]:
    """Missing cards are filled up with unknown ones, which count for nothing."""
    match share.formation:
        case AnyOf(count=count):
            return own + (Card(52),) * (count - len(own))
        case Exactly():
            return own + (Card(52),) * (4 - len(own))
