"""`pokerroom evidence`: verifies the evidence of one round, offline: record, proof, hand history and words."""

from pathlib import Path
from typing import Annotated

import typer

from pokerroom.cli.shuffle import FAILED, mistake
from pokerroom.history.bundle import WORDS, NotABundle, last_hash, unpacked
from pokerroom.live.evidence import faults_in, not_shown


def evidence(
    path: Annotated[
        Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, help="A bundle of evidence, a zip.")
    ],
    *,
    words: Annotated[bool, typer.Option("--words", help="Print the round in words.")] = False,
) -> None:
    """Verify the evidence of one round without the room: chain, proof of the deck, hand history, words.

    Exit code 1 if anything is wrong. The hashes it prints are the round's place in the whole record.
    """
    try:
        found = unpacked(path.read_bytes())
        faults = list(faults_in(found))
    except NotABundle as error:
        raise mistake(f"{path}: {error}") from None
    manifest = found.manifest
    typer.echo(f"Round {manifest.round} at table {manifest.table}, {manifest.room}; made by {manifest.software}")
    typer.echo(f"It follows the event with the hash {manifest.before}.")
    typer.echo(f"Its last event has the hash {last_hash(found)}.")
    if words:
        typer.echo(found.files[WORDS].decode())
    for each in not_shown(found):
        typer.echo(f"NOT SHOWN: {each}.")
    for fault in faults:
        typer.echo(fault)
    typer.echo("Something is wrong." if faults else f"All of it verifies: {', '.join(sorted(found.files))}.")
    if faults:
        raise typer.Exit(FAILED)
