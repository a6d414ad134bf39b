"""`pokerroom rule`: a paragraph explained in plain words."""

import json
import re
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding

from pokerroom.cli.choices import EditionOption, chosen_edition
from pokerroom.rules.editions import EDITIONS
from pokerroom.rules.explain import Explanation, Obligation, explain, find

EVERY_GAME = "all poker"
COUNTED = re.compile(r" \(\d+\)$")


def rule(
    citation: Annotated[str, typer.Argument(help="A paragraph, such as 14.9(d)4 or `N.J.A.C. 19:47-14.9(d)3`.")],
    *,
    edition: EditionOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Say what a paragraph of the regulation requires."""
    found = find(citation, edition=chosen_edition(edition) if edition else None)
    explanations = [explain(each) for each in found]
    if as_json:
        typer.echo(json.dumps([msgspec.to_builtins(each) for each in explanations]))
        return
    console = Console(highlight=False)
    for explanation in explanations:
        print_explanation(console, explanation)


def print_explanation(console: Console, explanation: Explanation) -> None:
    note = EDITIONS[explanation.citation.edition].note
    console.print(f"[bold]{escape(str(explanation.citation))}[/bold]  [dim]{note}[/dim]")
    if explanation.note:
        console.print(f"  [italic]{explanation.note}[/italic]")
    for obligation in explanation.obligations:
        console.print(Padding(f"• {escape(obligation.summary)}{concerned(obligation)}", (0, 0, 0, 2)))
    if explanation.children:
        console.print(f"  [dim]See also {', '.join(each.paragraph for each in explanation.children)}.[/dim]")
    console.print()


def concerned(obligation: Obligation) -> str:
    """What the obligation is about, if not every game. The number of games in a family is left out."""
    games = COUNTED.sub("", obligation.applies_to)
    return "" if games == EVERY_GAME else f" [dim]({escape(games)})[/dim]"
