"""What the command line refuses it refuses in a whole sentence: an empty name is shown, not left out."""

import pytest
from typer.testing import CliRunner

from pokerroom.cli import app

EMPTY = {
    "audit": (("audit", ""), "pokerroom: '' is not a file with a record in it\n"),
    "deal": (("deal", "--script", ""), "pokerroom: '': it cannot be read: Is a directory\n"),
    "simulate": (
        ("simulate", "hold-em", "--seats", "2", "--rounds", "100", "--cluster", ""),
        "pokerroom: no cluster answers at '': ",
    ),
}


@pytest.mark.parametrize(("arguments", "words"), EMPTY.values(), ids=list(EMPTY))
def test_an_empty_name_leaves_no_hole_in_the_refusal(arguments: tuple[str, ...], words: str) -> None:
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 2
    assert done.stderr.startswith(words)
