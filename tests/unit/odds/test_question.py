"""What may be asked, and how many cards the game gives to whom."""

import pytest

from pokerroom.cards import cards_text, parse_cards
from pokerroom.games import PERMITTED, NotPermittedError, game
from pokerroom.odds import QuestionError, ask
from pokerroom.odds.question import claims
from pokerroom.ranking import Ranking, worst_qualifying
from pokerroom.rules.clauses import Game
from pokerroom.rules.editions import NJAC_13_69F, NJAC_19_47_2006, SUPER_STUD_AMENDMENT

CARDS = {
    "hold-em": (2, 5),
    "omaha": (4, 5),
    "seven-card-stud": (7, 0),
    "super-seven-card-stud": (7, 0),
    "five-card-stud": (5, 0),
    "five-card-draw": (5, 0),
    "triple-draw": (5, 0),
    "badugi": (4, 0),
    "mambo-stud": (3, 1),
}
"""Own cards and cards in the center of each family."""


@pytest.mark.parametrize("played", PERMITTED, ids=lambda played: f"{played.edition}:{played.key}")
def test_the_clauses_of_every_game_say_how_many_cards_there_are(played: Game) -> None:
    question = ask(played, ["random", "random"])
    assert (question.own, question.center) == CARDS[played.family]


def test_a_game_of_another_text_than_the_current_is_found_without_naming_it() -> None:
    law = ask("super-seven-card-stud-high", ["AsAdKs", "random"]).game
    assert (law.key, law.edition) == ("super-seven-card-stud-high", "13:69F-super-stud-amendment")
    assert ask("hold-em", ["AA", "KK"]).game.edition == "13:69F-current"
    with pytest.raises(NotPermittedError, match="five-card-omaha is not permitted under 13:69F-current"):
        ask("five-card-omaha", ["AA", "KK"])
    with pytest.raises(NotPermittedError):
        ask("super-seven-card-stud-high", ["AsAdKs", "random"], edition=NJAC_13_69F)


@pytest.mark.parametrize(("players", "own", "common"), [(6, 7, 0), (7, 6, 1), (8, 6, 1), (9, 5, 2)])
def test_a_deck_too_short_for_stud_gives_common_cards(players: int, own: int, common: int) -> None:
    question = ask("seven-card-stud-high", ["random"] * players)
    assert (question.own, question.center) == (own, common)


def test_a_common_card_on_the_board_takes_the_place_of_an_own_card() -> None:
    question = ask("seven-card-stud-high", ["AsAd2c", "random"], board="Kh")
    assert (question.own, question.center, question.holdings[0].missing) == (6, 1, 3)


def test_the_2006_text_has_one_common_card_at_most() -> None:
    with pytest.raises(QuestionError, match="2 cards on the board: Seven-card stud high has at most 1"):
        ask("seven-card-stud-high", ["random"] * 2, board="KhKd", edition=NJAC_19_47_2006)


def test_discards_are_dead() -> None:
    question = ask("five-card-draw-high", ["AsAd/7h5c2d", "KsKd9c9d/2c"], dead="3h")
    assert question.dead == parse_cards("3h7h5c2d2c")
    assert [held.missing for held in question.holdings] == [3, 1]


def test_super_stud_gives_up_two_cards() -> None:
    question = ask(game("super-seven-card-stud-high", SUPER_STUD_AMENDMENT), ["AsAdKs/2c3c", "random"])
    assert (question.dead, question.holdings[0].missing) == (parse_cards("2c3c"), 4)
    with pytest.raises(QuestionError, match="discards 3: a player of Super seven-card stud high gives up 2"):
        ask(game("super-seven-card-stud-high", SUPER_STUD_AMENDMENT), ["AsAdKs/2c3c4c", "random"])


def test_hands_with_cards_known_elsewhere_are_taken_out_of_a_range() -> None:
    question = ask("hold-em", ["AsAh", "AA, KK"], board="KsQsJs", dead="Kh")
    assert {cards_text(hand) for hand in question.holdings[1].hands.tolist()} == {"Ac Ad", "Kc Kd"}


def test_a_range_left_with_one_hand_takes_its_cards_from_the_others() -> None:
    question = ask("hold-em", ["AsAh", "AA", "AcKc, QQ"])
    assert question.holdings[1].choices == 1
    assert question.holdings[2].choices == 6


@pytest.mark.parametrize(
    ("hands", "more", "why"),
    [
        (["AsAh"], {}, "1 player: Hold 'em is played by 2 to 11 (N.J.A.C. 13:69F-14.10(b))"),
        (["random"] * 24, {}, "24 players: Hold 'em is played by 2 to 11"),
        (["AsAh", "AsKd"], {}, "As is in the hand of player 1 and in the hand of player 2"),
        (["AsAh", "KK"], {"board": "AsKdQh"}, "As is on the board and in the hand of player 1"),
        (["AsAh", "KK"], {"dead": "Ah"}, "Ah is among the dead cards and in the hand of player 1"),
        (["AsAh", "KK"], {"board": "2c3c", "dead": "2c"}, "2c is on the board and among the dead cards"),
        (["AsAh", "KK"], {"board": "2c2c"}, "the board: '2c2c' holds 2c twice"),
        (["AsAh", "KK"], {"board": "2c??"}, "the board: leave out cards that are not known"),
        (["AsAh", "KK"], {"board": "2c3c4c5c6c7c"}, "6 cards on the board: Hold 'em has at most 5"),
        (["AsAh", "KK"], {"board": "2"}, "the board: '2' is not a card: write the rank"),
        (["AsAhAd", "KK"], {}, "more cards than the 2"),
        (["AsAh", "AA"], {"dead": "Ad"}, "player 2 cannot hold 'AA'"),
        (["AA", "AA", "AA"], {}, "no deal gives every player a hand of their range"),
        (["KK+"] * 5, {}, "no deal gives every player a hand of their range"),
        (["JJ+"] * 11, {}, "no deal gives every player a hand of their range"),
        (["AsAh/2c", "KK"], {}, "discards 1: a player of Hold 'em gives up none"),
    ],
)
def test_nonsense_is_refused_with_a_reason(hands: list[str], more: dict[str, str], why: str) -> None:
    with pytest.raises(QuestionError) as refused:
        ask("hold-em", hands, board=more.get("board", ""), dead=more.get("dead", ""))
    assert why in str(refused.value)


def test_more_draws_than_the_deck_has_cards_are_refused() -> None:
    hands = [
        f"/{cards}" for cards in ("2c2d2h2s3c", "3d3h3s4c4d", "4h4s5c5d5h", "5s6c6d6h6s", "7c7d7h7s8c", "8d8h8s9c9d")
    ]
    with pytest.raises(QuestionError, match="30 more cards are needed and 22 are left") as refused:
        ask("five-card-draw-high", [f"*{hand}" for hand in hands])
    assert "14.12(f)2" in str(refused.value)


def test_a_board_in_a_game_without_one_is_refused() -> None:
    with pytest.raises(QuestionError, match="1 cards on the board: Badugi has none"):
        ask("badugi", ["random", "random"], board="2c")


def test_a_game_that_is_not_permitted_is_refused_as_everywhere() -> None:
    with pytest.raises(NotPermittedError):
        ask("pineapple", ["random", "random"])


def test_a_low_that_must_qualify_has_its_floor() -> None:
    high, low = claims(game("omaha-high-low-eight"))
    assert high.floor == 0
    assert low.floor == worst_qualifying(Ranking.LOW_ACE_TO_FIVE, "8")
