"""Games drawn by the million agree with the exact odds, and the command says so."""

import json
from fractions import Fraction
from math import comb
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from pokerroom.cli import app
from pokerroom.keno import HOUSE_CARD
from pokerroom.keno.odds import posted_pays
from pokerroom.keno.rate_card import paying
from pokerroom.keno.simulation import Counted, drawn_games, simulated
from tests.sampling import sampled


@pytest.mark.sampled
def test_games_that_are_drawn_agree_with_the_exact_odds() -> None:
    games = sampled(300_000, whole=10_000_000)
    counted = simulated(HOUSE_CARD, games=games, seed=15)
    assert [each.pay for each in counted] == list(posted_pays(HOUSE_CARD))
    assert [each for each in counted if not each.agrees] == []


def test_a_simulated_game_has_twenty_different_numbers_from_one_to_eighty() -> None:
    (balls,) = drawn_games(1_000, seed=2)
    assert balls.shape == (20, 1_000)
    for game in balls.T.tolist():
        assert len(set(game)) == 20
        assert min(game) >= 1
        assert max(game) <= 80


def test_a_count_that_is_far_from_the_odds_does_not_agree() -> None:
    pay = next(posted_pays(HOUSE_CARD))
    assert Counted(pay, 10_000, 2_500).agrees
    assert not Counted(pay, 10_000, 2_800).agrees


def ran(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["keno", *arguments], env={"COLUMNS": "120"}, prog_name="pokerroom")
    return done.exit_code, done.output


def test_the_command_prints_every_pay_with_its_exact_odds() -> None:
    code, output = ran("--json")
    lines = json.loads(output)
    assert code == 0
    assert [(each["spots"], each["caught"], each["pays"]) for each in lines] == [
        tuple(p) for p in posted_pays(HOUSE_CARD)
    ]
    for each in lines:
        spots, caught = each["spots"], each["caught"]
        chance = Fraction(comb(spots, caught) * comb(80 - spots, 20 - caught), comb(80, 20))
        assert Fraction(each["chance"]) == chance
        assert Fraction(each["advantage"]) == 1 - chance * each["pays"]


def test_the_command_draws_games_and_says_that_they_agree() -> None:
    code, output = ran("--games", "20k", "--spots", "3")
    assert code == 0
    assert "20,000 games drawn agree with the odds" in output
    assert "Three-spot ticket, all its pays: the house keeps 27.85% of each wager (22/79)" in output


def test_the_command_reads_a_card_and_says_what_is_wrong_with_one(tmp_path: Path) -> None:
    path = tmp_path / "card.json"
    path.write_bytes(msgspec.json.encode(replace(HOUSE_CARD, pays=(paying({1: 4}),))))
    assert "the house keeps 0.00% of each wager (0)" in ran("--card", str(path))[1]
    assert ran("--card", str(path), "--spots", "2")[0] == 2
    path.write_bytes(msgspec.json.encode(replace(HOUSE_CARD, pays=())))
    code, output = ran("--card", str(path))
    assert code == 2
    assert "15.2(b)" in output
    path.write_text("[]")
    assert ran("--card", str(path))[0] == 2
