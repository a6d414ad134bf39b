"""The commands by name: what `--help` lists, what it loads, and what a wrong name is met with."""

import subprocess
import sys
from importlib.metadata import version

import pytest
from typer.testing import CliRunner

from pokerroom.cli import COMMANDS, app, loaded

WIDE = {"COLUMNS": "200", "TERMINAL_WIDTH": "200"}
ALLOWED = {"pokerroom", "pokerroom.cli", "pokerroom.cli.suggesting"}


def ran(*arguments: str) -> str:
    return CliRunner().invoke(app, arguments, env=WIDE, prog_name="pokerroom", terminal_width=200).output


def loaded_by(*arguments: str) -> set[str]:
    """The modules of this package, and those that are costly to load, after a fresh process has run this."""
    program = (
        "import sys; from pokerroom.cli import app; app(standalone_mode=False); "
        "print(*(each for each in sys.modules if each.partition('.')[0] in {'pokerroom', 'sqlalchemy', 'msgspec'}))"
    )
    done = subprocess.run([sys.executable, "-c", program, *arguments], check=True, capture_output=True, text=True)
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("name", COMMANDS)
def test_what_the_list_says_of_a_command_is_the_first_line_of_its_own_help(name: str) -> None:
    assert (loaded(name).help or "").partition("\n")[0] == COMMANDS[name]


def test_every_command_is_listed_with_its_whole_line() -> None:
    listed = " ".join(ran("--help").split())
    for name, line in COMMANDS.items():
        assert f"{name} {line}" in listed


def test_the_list_of_commands_loads_no_command() -> None:
    assert loaded_by("--help") == ALLOWED


def test_a_command_loads_its_own_module_and_not_those_of_the_others() -> None:
    modules = loaded_by("rule", "--help")
    assert "pokerroom.cli.rule" in modules
    assert not {"pokerroom.cli.audit", "pokerroom.cli.play", "sqlalchemy"} & modules


def test_the_version_is_that_of_the_package() -> None:
    assert ran("--version") == f"pokerroom {version('pokerroom')}\n"


def test_a_command_that_does_not_exist_is_met_with_those_that_come_near() -> None:
    assert "no command is called 'plai'; did you mean play or replay?" in ran("plai")
    assert "no command is called 'xyzzy'\n" in ran("xyzzy")
