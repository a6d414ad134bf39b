"""Cards as people type them are taken wherever a person types them; else the right form is named."""

import json
from itertools import product
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pokerroom.cards import RANKS, SUITS, TEXTS, CardError, parse_cards, typed_cards
from pokerroom.cli import app
from pokerroom.cli.dealer_lines import cards_hidden
from pokerroom.history.hand import HistoryError
from pokerroom.history.phh import read
from pokerroom.odds.notation import read_holding
from tests.unit.history.staging import text_of

SIGNS = dict(zip(SUITS, ("♣♧", "♦♢", "♥♡", "♠♤"), strict=True))


def spellings(card: str) -> list[str]:
    """Every way to type a card."""
    rank, suit = card[0], card[1]
    ranks = {rank, rank.lower(), "10" if rank == "T" else rank}
    suits = [suit, suit.upper(), *SIGNS[suit], *(f"{sign}\ufe0f" for sign in SIGNS[suit])]
    return [each + of for each, of in product(sorted(ranks), suits)]


@pytest.mark.parametrize("card", [rank + suit for rank in RANKS for suit in SUITS])
def test_a_card_is_itself_in_every_spelling(card: str) -> None:
    for typed in spellings(card):
        assert typed_cards(typed) == parse_cards(card), typed
        assert cards_hidden(f"S1 shows {typed}{typed} {typed}") == "S1 shows ?? ?? ??", typed


@pytest.mark.parametrize("text", ["asKD10h??", "As Kd 10H ??", "A♠, k♦, T♥, ??", " a♤K♢th?? ", "As,Kd,Th,??"])
def test_several_cards_are_typed_with_or_without_what_parts_them(text: str) -> None:
    assert typed_cards(text) == parse_cards("AsKdTh??")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("sA", "'sA' is not a card: the rank comes first, as in As"),
        ("♠a", "'♠a' is not a card: the rank comes first, as in As"),
        ("As Kx", "'Kx' is not a card: write the rank (2 to 9, T or 10, J, Q, K, A), then the suit (c, d, h, s)"),
        ("1s", "'1s' is not a card: write the rank"),
        ("A s", "'A' is not a card: write the rank"),
        ("AsK", "'K' is not a card: write the rank"),
        ("0s", "'0s' is not a card: write the rank"),
        ("As as", "'AsAs' holds As twice"),
    ],
)
def test_what_is_not_a_card_is_refused_with_the_right_form(text: str, why: str) -> None:
    with pytest.raises(CardError) as refused:
        typed_cards(text)
    assert str(refused.value).startswith(why)


def said(*words: str) -> str:
    result = CliRunner().invoke(app, [*words])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_rank_takes_cards_as_they_are_typed() -> None:
    plain = json.loads(said("rank", "hold-em", "AsAh", "--board", "TdTc2s", "--json"))
    assert json.loads(said("rank", "hold-em", "aS A♥", "--board", "10d, tc 2♠", "--json")) == plain


def test_odds_take_cards_as_they_are_typed() -> None:
    plain = json.loads(said("odds", "hold-em", "AsTh", "KdKc", "--board", "2c3d4h", "--dead", "9s", "--json"))
    typed = json.loads(said("odds", "hold-em", "as10H", "K♦k♣", "--board", "2♣ 3D 4h", "--dead", "9S", "--json"))
    assert [player["equity"] for player in typed["players"]] == [player["equity"] for player in plain["players"]]


@pytest.mark.parametrize(
    ("typed", "meant", "size"),
    [
        ("aks", "AKs", 2),
        ("AKS", "AKs", 2),
        ("ako", "AKo", 2),
        ("AKO", "AKo", 2),
        ("a10s+", "ATs+", 2),
        ("tt-77", "TT-77", 2),
        ("10 10-77", "TT-77", 2),
        ("qq+, asKd", "QQ+, AsKd", 2),
        ("a*", "A*", 2),
        ("aaKKDS", "AAKKds", 4),
        ("a234R", "A234r", 4),
        ("A♠k♠xx", "AsKs**", 4),
        ("a-10-*-*", "A-T-*-*", 4),
        ("asAd/10H", "AsAd/Th", 5),
    ],
)
def test_ranges_and_patterns_are_read_in_any_letters(typed: str, meant: str, size: int) -> None:
    one, other = read_holding(typed, size), read_holding(meant, size)
    assert one.hands.tolist() == other.hands.tolist()
    assert (one.missing, one.discards) == (other.missing, other.discards)


SCRIPT = """
game: hold-em
limits: fixed 2 4
blinds: 1 2
stakes: 100 100 100

deal S1 {0} | S2 {1} | S3 {2}
S3 folds
S1 calls
S2 checks
deal board {3}
"""


def test_a_deal_script_takes_cards_as_they_are_typed(tmp_path: Path) -> None:
    plain, typed = tmp_path / "plain.txt", tmp_path / "typed.txt"
    plain.write_text(SCRIPT.format("As Kd", "Th Tc", "2c 3c", "4h 5h 6h"), encoding="utf-8")
    typed.write_text(SCRIPT.format("aSkd", "10♥ T♣", "2C, 3c", "4h5H 6♥"), encoding="utf-8")
    seen = said("deal", "--script", str(plain), "--view", "S1")
    assert "As Kd" in seen
    told = said("deal", "--script", str(typed), "--view", "S1")
    assert told.splitlines()[-6:] == seen.splitlines()[-6:]
    assert not any(spelling in told for spelling in ("10♥", "T♣", "2C", "[Th", "Tc", "2c", "3c"))


def test_a_hand_history_stays_strict_to_its_format() -> None:
    for card in ("as", "A♠", "10"):
        with pytest.raises(HistoryError):
            read(text_of("NT", [9, 9], f"d dh p1 {card}Kd", blinds_or_straddles=[1, 2], min_bet=2))
    assert TEXTS[-1] == "??"
