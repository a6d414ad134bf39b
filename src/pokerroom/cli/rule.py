"""`pokerroom rule`: a paragraph explained in plain words."""

import json
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.padding import Padding

from pokerroom.cli.choices import EditionOption, chosen_edition
from pokerroom.rules.explain import Explanation, explain, find


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
    console.print(f"[bold]{explanation.citation}[/bold]  [dim]{explanation.citation.edition}[/dim]")
    if explanation.note:
        console.print(f"  [italic]{explanation.note}[/italic]")
    for obligation in explanation.obligations:
        console.print(Padding(f"• {obligation.summary}", (0, 0, 0, 2)))
        console.print(
            Padding(
                f"[dim]seen by: {obligation.observable}  ({obligation.id}; {obligation.applies_to})[/dim]", (0, 0, 0, 4)
            )
        )
    if explanation.children:
        console.print(f"  [dim]with {', '.join(each.paragraph for each in explanation.children)}[/dim]")
    console.print()
