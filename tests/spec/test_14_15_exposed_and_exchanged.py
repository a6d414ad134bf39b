"""N.J.A.C. 13:69F-14.15(o): cards turned face up and exchanged, at hold 'em and omaha and, as filed, at draw games."""

from typing import Any

import pytest

from pokerroom.cards import UNKNOWN, card_text, parse_cards
from pokerroom.games import game
from pokerroom.play import Code, Deal, Misdeal, Role, Stage, cards_due, reshuffle_pool, seen_by, view
from pokerroom.play.events import (
    CardBurned,
    CardExchanged,
    CardsDealt,
    DrawnCardExposed,
    Drew,
    Misdealt,
    ReplacementDue,
    RoundClosed,
)
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import Fixed, letter
from tests.exposing import BLINDS, text
from tests.spec_marks import spec
from tests.tables import LiveTable, exposed_cards, name, open_live_round, seat

FLOP_GAMES = {key: game(key) for key in ("hold-em", "omaha-high", "omaha-high-low-eight")}
DRAW_GAMES = {
    "five-card draw high": game("five-card-draw-high"),
    "five-card draw low": game("five-card-draw-low"),
    "triple draw": game("triple-draw-deuce-to-seven"),
    "badugi": game("badugi"),
}

every_flop_game = pytest.mark.parametrize("flop_game", FLOP_GAMES.values(), ids=FLOP_GAMES)
every_draw_game = pytest.mark.parametrize("draw_game", DRAW_GAMES.values(), ids=DRAW_GAMES)


# Hold 'em and omaha, 14.15(o)


# HE-05
@spec("R-14.15-o.1")
@every_flop_game
@pytest.mark.parametrize("use", ["burn", "discard"])
def test_any_hole_card_turned_up_is_exchanged_after_the_deal_for_the_top_card(flop_game: Game, use: str) -> None:
    held = len(flop_game.streets[0].cards.faces)  # type: ignore[union-attr]
    for number in range(1, held + 1):
        house = letter(Fixed(200, 400), blinds=(100, 200), exposed_card_use=use)
        hand = ["As", "Ks", "Qs", "Js"][:held]
        hand[number - 1] = "7d"
        table = open_live_round(flop_game, house, hands=("", "", " ".join(hand), ""))
        assert cards_due(table.state, exposed_cards(f"S3 {number}")) == 4 * held + 1
        table.deal(exposed=f"S3 {number}", then="2h")
        exchanged = table.only(CardExchanged)
        assert (name(exchanged.seat), card_text(exchanged.exposed), card_text(exchanged.card)) == ("S3", "7d", "2h")
        assert table.log.index(exchanged) > table.log.index(table.all(CardsDealt)[-1])
        assert set(parse_cards("2h")) <= set(table.state.down[2])
        assert len(table.state.down[2]) == held
        assert table.state.up[2] == ()
        assert view(table.state, seat("S1")).seats[2].down == (UNKNOWN,) * held


@spec("R-14.15-o-1")
@every_flop_game
def test_the_exposed_card_may_go_to_the_discards_and_a_fresh_card_is_burned_before_the_flop(flop_game: Game) -> None:
    house = letter(Fixed(200, 400), blinds=(100, 200), exposed_card_use="discard")
    table = open_live_round(flop_game, house, hands=("", "", "7d", ""))
    table.deal(exposed="S3 1")
    exchanged = table.only(CardExchanged)
    assert (exchanged.rule.paragraph, exchanged.burned) == ("14.15(o)1", False)
    assert text(table.state.muck[2]) == "7d"
    assert set(view(table.state, seat("S1")).seats[2].discards) == {UNKNOWN}
    table.finish_betting()
    assert cards_due(table.state) == 4
    table.deal()
    assert len(table.all(CardBurned)) == 1
    assert parse_cards("7d")[0] not in table.state.burns


@spec("R-14.15-o-2")
@every_flop_game
def test_the_exposed_card_may_be_the_burn_card_and_no_other_is_burned_before_the_flop(flop_game: Game) -> None:
    table = open_live_round(flop_game, BLINDS, hands=("", "", "7d", ""))
    table.deal(exposed="S3 1")
    exchanged = table.only(CardExchanged)
    assert (exchanged.rule.paragraph, exchanged.burned) == ("14.15(o)2", True)
    table.finish_betting()
    assert cards_due(table.state) == 3
    table.deal()
    assert not table.all(CardBurned)
    assert text(table.state.burns) == "7d"
    table.finish_betting()
    assert cards_due(table.state) == 2
    table.deal()
    assert len(table.all(CardBurned)) == 1
    table.stay()
    assert sum(table.stacks) == 400


# AMB-113
@spec("R-14.15-o.1")
@every_flop_game
def test_any_number_is_exchanged_and_only_the_first_is_the_burn_card(flop_game: Game) -> None:
    table = open_live_round(flop_game, BLINDS, hands=("7d 7h", "7c", "", "9c 9d"))
    table.deal(exposed="S1 1, S2 1, S4 2, S1 2", then="2c 2d 2h 2s")
    assert [(name(each.seat), card_text(each.exposed), each.burned) for each in table.all(CardExchanged)] == [
        ("S1", "7d", True),
        ("S2", "7c", False),
        ("S1", "7h", False),
        ("S4", "9d", False),
    ]
    assert text(table.state.burns) == "7d"
    assert text(table.state.muck[0] + table.state.muck[1] + table.state.muck[3]) == "7h 7c 9d"
    assert not any(table.state.up)
    assert not table.all(Misdealt)
    table.finish_betting()
    assert cards_due(table.state) == 3
    table.stay()
    assert sum(table.stacks) == 400


@pytest.mark.parametrize("table_game", [*FLOP_GAMES.values(), *DRAW_GAMES.values()], ids=[*FLOP_GAMES, *DRAW_GAMES])
def test_a_house_may_file_that_so_many_exposed_cards_make_a_misdeal(table_game: Game) -> None:
    house = letter(Fixed(200, 400), blinds=(100, 200), exposed_limit_misdeal=2)
    table = open_live_round(table_game, house, players=3)
    table.deal(exposed="S1 1")
    assert table.state.stage is Stage.BETTING
    table = open_live_round(table_game, house, players=3)
    exposed = exposed_cards("S1 1, S2 1")
    held = len(table_game.streets[0].cards.faces)  # type: ignore[union-attr]
    assert cards_due(table.state, exposed) == 3 * held
    cards = table.next_deal(exposed).cards[: 3 * held]
    table.do(Deal(cards, exposed))
    misdeal = table.only(Misdealt)
    assert (misdeal.cause, misdeal.rule.paragraph) == (Misdeal.EXPOSED_CARDS, "14.15(r)")
    assert misdeal.returned == (100, 200, 0)
    assert isinstance(table.log[-1], RoundClosed)
    assert table.stacks == (100, 100, 100)


@spec("R-14.16-a.2")
@every_flop_game
def test_the_replacement_is_seen_by_its_player_alone(flop_game: Game) -> None:
    table = open_live_round(flop_game, BLINDS, hands=("", "", "7d", ""))
    table.deal(exposed="S3 1", then="2h")
    event = table.only(CardExchanged)
    for viewer in (seat("S1"), Role.SPECTATOR, Role.DEALER):
        seen = seen_by(event, viewer)
        assert isinstance(seen, CardExchanged)
        assert (card_text(seen.exposed), seen.card) == ("7d", UNKNOWN)
    assert seen_by(event, seat("S3")) == event


@pytest.mark.parametrize(("key", "players"), [("omaha-high", 10), ("omaha-high-low-eight", 10)])
def test_more_cards_cannot_be_exchanged_than_the_board_can_spare(key: str, players: int) -> None:
    """Ten omaha hands leave twelve cards, and the board takes eight: a fifth exchange would leave the river short."""
    table = open_live_round(
        game(key), letter(Fixed(200, 400), blinds=(100, 200), exposed_card_use="discard"), players=players
    )
    exposed = exposed_cards(", ".join(f"S{place} 1" for place in range(1, 6)))
    table.refused(Deal(table.next_deal(exposed).cards, exposed), Code.DECK_TOO_SHORT)


def test_more_cards_cannot_be_exchanged_than_the_deck_holds() -> None:
    table = open_live_round(DRAW_GAMES["five-card draw high"], BLINDS, players=8)
    exposed = exposed_cards(", ".join(f"S{place} {number}" for number in (1, 2) for place in range(1, 9)))[:13]
    lying_open = {each.number * 8 + each.seat: card for card, each in enumerate(exposed)}
    cards = tuple(lying_open.get(at, UNKNOWN) for at in range(cards_due(table.state, exposed)))
    table.refused(Deal(cards, exposed), Code.DECK_TOO_SHORT)  # type: ignore[arg-type]


# Draw games and badugi, by the house's own filing (AMB-112)


@every_draw_game
@pytest.mark.parametrize("use", ["burn", "discard"])
def test_in_draw_games_a_card_turned_up_in_the_deal_is_exchanged_and_goes_to_the_discards(
    draw_game: Game, use: str
) -> None:
    house = letter(Fixed(200, 400), blinds=(100, 200), exposed_card_use=use)
    table = open_live_round(draw_game, house, hands=("", "7d", ""))
    table.deal(exposed="S2 1", then="2h")
    exchanged = table.only(CardExchanged)
    assert (card_text(exchanged.exposed), card_text(exchanged.card), exchanged.burned) == ("7d", "2h", False)
    assert (exchanged.rule.paragraph, exchanged.rule.reading) == ("14.15(r)", "AMB-112")
    assert text(table.state.muck[1]) == "7d"
    assert set(parse_cards("2h")) <= set(table.state.down[1])
    table.stay()
    assert sum(table.stacks) == 300


def at_the_draw(draw_game: Game, players: int = 3, **settings: Any) -> LiveTable:
    house = letter(Fixed(200, 400), blinds=(100, 200), **settings)
    table = open_live_round(draw_game, house, players=players)
    table.deal()
    table.finish_betting()
    assert table.state.stage is Stage.DRAWING
    return table


def deal_draw(table: LiveTable, exposed: str = "") -> None:
    table.do(table.next_deal(exposed_cards(exposed)))


@every_draw_game
def test_a_card_drawn_face_up_is_replaced_when_everybody_has_drawn(draw_game: Game) -> None:
    table = at_the_draw(draw_game)
    held = len(table.state.down[0])
    table.play("S1 draws 2")
    deal_draw(table, "S1 2")
    exposed = table.only(DrawnCardExposed)
    assert (name(exposed.seat), exposed.rule.paragraph, exposed.rule.reading) == ("S1", "14.15(r)", "AMB-112")
    assert exposed.card == table.only(Drew).cards[1]
    assert exposed.card in table.state.muck[0]
    assert len(table.state.down[0]) == held - 1
    table.play("S2 draws 1")
    deal_draw(table)
    table.play("S3 stands pat")
    assert table.only(ReplacementDue).seat == seat("S1")
    assert (table.turn, cards_due(table.state), table.offers()) == ("S1", 1, set())
    deal_draw(table)
    assert len(table.state.down[0]) == held
    assert exposed.card not in table.state.down[0]
    assert table.state.stage is Stage.BETTING
    assert len(table.all(CardBurned)) == 1
    table.stay()
    assert sum(table.stacks) == 300


@every_draw_game
def test_two_cards_drawn_face_up_by_two_players_and_one_again_are_each_replaced(draw_game: Game) -> None:
    table = at_the_draw(draw_game, 2)
    held = len(table.state.down[0])
    table.play("S1 draws 2")
    deal_draw(table, "S1 1, S1 2")
    table.play("S2 draws 1")
    deal_draw(table, "S2 1")
    deal_draw(table)
    deal_draw(table, "S1 1")
    deal_draw(table)
    deal_draw(table)
    assert [name(each.seat) for each in table.all(ReplacementDue)] == ["S1", "S1", "S2", "S1"]
    assert table.state.stage is Stage.BETTING
    assert [len(hand) for hand in table.state.down] == [held, held]
    cards = [card for hand in table.state.down for card in hand]
    assert not {event.card for event in table.all(DrawnCardExposed)} & set(cards)


def test_a_player_owed_a_card_for_an_exposed_one_never_draws_what_they_gave_up() -> None:
    """It is owed in the same draw, so what the player gave up in this draw stays out of the pool."""
    for excluded in ("all-draws", "this-draw"):
        table = at_the_draw(DRAW_GAMES["five-card draw high"], 8, own_discards_excluded=excluded)
        given_up = set(table.state.down[0][:3])
        table.play("S1 draws 3")
        deal_draw(table, "S1 1")
        for place, count in (("S2", 3), ("S3", 3), ("S4", 2)):
            table.play(f"{place} draws {count}")
            deal_draw(table)
        table.play("S5 stands pat; S6 stands pat; S7 stands pat; S8 stands pat")
        assert table.stub == 0
        assert table.state.stage is Stage.SHUFFLING
        assert not given_up & set(reshuffle_pool(table.state).cards), excluded


@spec("R-14.16-a.2")
def test_what_was_drawn_face_up_everybody_has_seen_and_of_the_rest_nobody() -> None:
    table = at_the_draw(DRAW_GAMES["badugi"])
    table.play("S1 draws 2")
    deal_draw(table, "S1 2")
    drew, exposed = seen_by(table.only(Drew), seat("S2")), seen_by(table.only(DrawnCardExposed), seat("S2"))
    assert isinstance(drew, Drew)
    assert drew.cards == (UNKNOWN, UNKNOWN)
    assert exposed == table.only(DrawnCardExposed)


@pytest.mark.parametrize("exposed", ["S1 2", "S2 1", "S1 0"])
def test_only_a_card_just_drawn_can_be_exposed_in_a_draw(exposed: str) -> None:
    table = at_the_draw(DRAW_GAMES["five-card draw high"])
    table.play("S1 draws 1")
    table.refused(table.next_deal(exposed_cards(exposed)), Code.NOT_EXPOSABLE)
