"""What the house keeps, exactly and as counted."""

from typer.testing import CliRunner

from pokerroom.cli import app
from pokerroom.dice.odds import LEAST
from pokerroom.dice.simulation import simulated


def test_ten_million_shakes_agree_with_the_exact_edges() -> None:
    counted = simulated(LEAST, games=10_000_000, seed=13)
    assert all(each.agrees for each in counted), [each for each in counted if not each.agrees]
    assert len(counted) == 10


def test_a_wrong_edge_would_be_found() -> None:
    honest = simulated(LEAST, games=200_000, seed=13)
    assert not any(each._replace(exact=each.exact - 0.03).agrees for each in honest)


def test_the_command_prints_fractions_and_compares() -> None:
    shown = CliRunner().invoke(app, ["dice", "--games", "100k"])
    assert shown.exit_code == 0, shown.output
    assert "1/66" in shown.output
    assert "agree" in shown.output
    refused = CliRunner().invoke(app, ["dice", "--odds", "any 7=14 for 5"])
    assert refused.exit_code == 2
    assert "13.6(a)" in refused.output
    better = CliRunner().invoke(app, ["dice", "--json", "--odds", "any 7=5 to 1"])
    assert '"edge":"0"' in better.output
