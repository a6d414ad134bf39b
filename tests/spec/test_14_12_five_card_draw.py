"""N.J.A.C. 13:69F-14.12: five-card draw, one exchange of cards between two betting rounds."""

import pytest

from pokerroom.cards import cards_text, parse_cards
from pokerroom.games import game
from pokerroom.play import (
    Code,
    Deal,
    Draw,
    MayBet,
    MayCall,
    MayCheck,
    MayDraw,
    MayFold,
    MayRaise,
    OpenRound,
    Refusal,
    Reshuffle,
    Stage,
    cards_due,
    perform,
    procedure,
    reshuffle_pool,
)
from pokerroom.play.events import (
    AntesPosted,
    BettingRoundClosed,
    BettingRoundOpened,
    BlindPosted,
    CardBurned,
    CardsDealt,
    DeckRanShort,
    DeckReshuffled,
    Discarded,
    DrawOpened,
    Drew,
    Event,
    PotAwarded,
    RoundOpened,
    StoodPat,
)
from pokerroom.ranking import Ranking, rank_hand
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import Fixed, NoLimit, letter
from tests.spec_marks import scenario, spec
from tests.tables import Table, contest, name, names, open_round, opening_refused, seat

HIGH = game("five-card-draw-high")
LOW = game("five-card-draw-low")
LIMIT = letter(Fixed(200, 400), blinds=(100, 200))


def at_the_draw(players: int, *, rules: Game = HIGH, button: str = "", **settings: object) -> Table:
    """A table where everybody has called and the first draw begins."""
    house = letter(Fixed(200, 400), blinds=(100, 200), **settings)
    table = open_round(rules, house, players=players, button=button)
    while table.state.stage is not Stage.DRAWING:
        table.do(table.cheapest())
    return table


def reshuffle(table: Table) -> int:
    """Put the pool back into the deck as it lies; how many cards it held."""
    pool = reshuffle_pool(table.state).cards
    table.do(Reshuffle(pool))
    return len(pool)


def draws(events: list[Event]) -> list[tuple[str, int]]:
    """Who took how many cards, in order."""
    return [(name(event.seat), len(event.cards)) for event in events if isinstance(event, Drew)]


@spec("R-14.12-a")
def test_high_and_low_are_dealt_bet_and_drawn_alike_and_differ_at_the_showdown() -> None:
    tables = [
        open_round(rules, LIMIT, hands=("Ks Kh Kd 9c 8c", "7s 5h 4d 3c 2s"), draws=("6h 9d",)) for rules in (HIGH, LOW)
    ]
    for table in tables:
        table.play("S1 calls; S2 checks; S1 draws giving up 9c 8c; S2 stands pat; S1 checks; S2 checks")
    high, low = tables
    assert isinstance(high.log[0], RoundOpened)
    assert high.log[0] != low.log[0]
    assert high.log[1:] == low.log[1:]
    high.stay()
    low.stay()
    assert high.won() == {"S1": 4}
    assert low.won() == {"S2": 4}


@spec("R-14.12-b.1")
@pytest.mark.parametrize("rules", [HIGH, LOW])
def test_eight_players_are_dealt_in_and_a_ninth_is_not(rules: Game) -> None:
    assert open_round(rules, LIMIT, players=8).stub == 12
    refusal = opening_refused(rules, LIMIT, players=9)
    assert (refusal.code, refusal.paragraph) == (Code.TOO_MANY_PLAYERS, "14.12(b)")


@spec("R-14.12-b.2")
def test_a_posted_ante_comes_from_every_player_before_the_cards() -> None:
    table = open_round(HIGH, letter(Fixed(200, 400), blinds=(100, 200), ante=100), players=4)
    antes = table.only(AntesPosted)
    assert (antes.amounts, antes.rule.paragraph) == ((100,) * 4, "14.12(b)")
    assert table.log.index(antes) < table.log.index(table.only(CardsDealt))


@scenario("DR-01")
@spec("R-14.12-c", "R-14.12-d", "R-14.12-f.1", "R-14.12-f-1", "R-14.12-g.1")
def test_deal_and_draw_go_from_the_left_of_the_button_with_one_burn_card() -> None:
    table = open_round(HIGH, LIMIT, players=4, button="S3")
    dealt = table.only(CardsDealt)
    assert names(dealt.seats) == ("S4", "S1", "S2", "S3")
    assert [face.value for face in dealt.faces] == ["down"] * 5
    assert (len(dealt.cards), dealt.rule.paragraph) == (20, "14.12(d)")

    table.play("S2 calls; S3 calls; S4 calls; S1 checks")
    assert names(table.only(DrawOpened).to_draw) == ("S4", "S1", "S2", "S3")
    assert table.only(DrawOpened).rule.paragraph == "14.12(f)"
    table.play("S4 draws 3; S1 draws 1; S2 stands pat; S3 draws 2")
    assert draws(table.log) == [("S4", 3), ("S1", 1), ("S3", 2)]
    assert table.only(CardBurned).rule.paragraph == "14.12(f)1"
    assert table.stub == 25

    assert table.last(BettingRoundOpened).rule.paragraph == "14.12(g)"
    assert (table.turn, table.offers()) == ("S4", {MayFold, MayCheck, MayBet})


@spec("R-14.12-d")
def test_eight_hands_take_forty_cards() -> None:
    table = open_round(HIGH, LIMIT, players=8)
    assert len(table.only(CardsDealt).cards) == 40
    assert all(len(hand) == 5 for hand in table.state.down)


@spec("R-14.12-e")
def test_the_first_betting_round_has_the_blinds_of_hold_em() -> None:
    table = open_round(HIGH, LIMIT, players=4)
    assert [(name(event.seat), event.amount) for event in table.all(BlindPosted)] == [("S1", 100), ("S2", 200)]
    assert {event.rule.paragraph for event in table.all(BlindPosted)} == {"14.10(d)"}
    assert table.turn == "S3"
    assert table.offers() == {MayFold, MayCall, MayRaise}
    assert table.offer(MayCall).amount == 200
    table.play("S3 calls; S4 folds; S1 calls")
    assert table.offers() == {MayFold, MayCheck, MayRaise}
    table.play("S2 checks")
    assert table.only(BettingRoundClosed).rule.paragraph == "14.10(f)"
    assert table.state.stage is Stage.DRAWING


@spec("R-14.12-f.1")
def test_the_draw_is_made_by_one_player_at_a_time() -> None:
    table = at_the_draw(3)
    assert table.offers("S1") == {MayDraw}
    assert table.offers("S2") == table.offers("S3") == set()
    refusal = table.refused("S2 draws 1", Code.NOT_YOUR_TURN)
    assert refusal.paragraph == "14.7(d)"
    table.refused("S1 checks", Code.NOT_NOW)
    table.play("S1 draws 2")
    assert table.offers("S2") == {MayDraw}


@spec("R-14.12-f.1")
def test_the_draw_passes_over_players_who_folded() -> None:
    table = open_round(HIGH, LIMIT, players=4, button="S4")
    table.play("S3 calls; S4 calls; S1 folds; S2 checks")
    assert names(table.only(DrawOpened).to_draw) == ("S2", "S3", "S4")


@spec("R-14.12-f.2", "R-14.12-f.3")
@pytest.mark.parametrize("count", range(6))
def test_any_number_of_cards_from_none_to_five_may_be_exchanged_and_each_is_replaced(count: int) -> None:
    table = at_the_draw(2)
    held = table.state.down[0]
    assert table.offer(MayDraw).most == 5
    table.do(Draw(seat("S1"), held[:count]))
    kept, new = table.state.down[0][: 5 - count], table.state.down[0][5 - count :]
    assert kept == held[count:]
    assert len(new) == count
    assert not set(new) & set(held)
    assert draws(table.log) == ([("S1", count)] if count else [])


@spec("R-14.12-f.2")
def test_a_player_who_keeps_all_five_stands_pat() -> None:
    table = at_the_draw(2)
    table.play("S1 stands pat")
    assert table.only(StoodPat).rule.paragraph == "14.12(f)"
    assert table.turn == "S2"


@pytest.mark.parametrize(
    ("discard", "code"),
    [
        ("Ac Ad Ah As Kc Kd", Code.WRONG_NUMBER_OF_CARDS),
        ("Qc", Code.NOT_YOUR_CARD),
        ("Ac 2c", Code.NOT_YOUR_CARD),
    ],
    ids=["six cards", "another's card", "a card of the stub"],
)
def test_only_cards_of_ones_own_are_exchanged(discard: str, code: Code) -> None:
    table = open_round(HIGH, LIMIT, hands=("Ac Ad Ah As Kc", "Qc Qd Qh Qs Jc"))
    table.play("S1 calls; S2 checks")
    outcome = perform(table.state, Draw(seat("S1"), parse_cards(discard)))
    assert isinstance(outcome, Refusal)
    assert (outcome.code, outcome.paragraph) == (code, "14.12(f)")


def test_a_card_is_given_up_once() -> None:
    table = open_round(HIGH, LIMIT, hands=("Ac Ad Ah As Kc", "Qc Qd Qh Qs Jc"))
    table.play("S1 calls; S2 checks")
    outcome = perform(table.state, Draw(seat("S1"), parse_cards("Ac") * 2))
    assert isinstance(outcome, Refusal)
    assert outcome.code is Code.NOT_YOUR_CARD


@spec("R-14.12-f-1")
def test_the_burn_precedes_the_first_card_anybody_receives() -> None:
    table = at_the_draw(4)
    table.play("S1 stands pat; S2 stands pat")
    assert not table.all(CardBurned)
    table.play("S3 draws 1; S4 draws 1")
    happened = [type(event) for event in table.since(DrawOpened)]
    assert happened.index(Discarded) < happened.index(CardBurned) < happened.index(Drew)
    assert happened.count(CardBurned) == 1


@spec("R-14.12-f-1")
def test_nothing_is_burned_when_everybody_stands_pat() -> None:
    table = at_the_draw(3)
    table.play("S1 stands pat; S2 stands pat; S3 stands pat")
    assert not table.all(CardBurned)
    assert table.stub == 52 - 15


@spec("R-14.12-f-2.1")
def test_eight_players_who_draw_three_each_run_through_the_deck() -> None:
    table = at_the_draw(8)
    table.play("S1 draws 3; S2 draws 3; S3 draws 3")
    assert table.stub == 2

    table.play("S4 draws 3")
    assert draws(table.log)[-1] == ("S4", 2)
    short = table.only(DeckRanShort)
    assert (short.rule.paragraph, short.rule.reading) == ("14.12(f)2", "AMB-54")
    assert table.state.stage is Stage.SHUFFLING
    assert reshuffle(table) == 9
    assert draws(table.log)[-2:] == [("S4", 2), ("S4", 1)]
    assert table.stub == 8

    table.play("S5 draws 3; S6 draws 3")
    assert table.stub == 2
    table.play("S7 draws 3")
    assert reshuffle(table) == 9
    assert table.stub == 8
    table.play("S8 draws 3")
    assert table.stub == 5
    assert len(table.all(DeckReshuffled)) == 2
    assert len(table.all(CardBurned)) == 1
    assert all(len(hand) == 5 for hand in table.state.down)


@spec("R-14.12-f-2.1", "R-14.12-f-2.2")
def test_the_pool_is_what_others_gave_up_and_nothing_of_those_still_to_draw() -> None:
    table = at_the_draw(8)
    given_up = [table.state.down[place][:3] for place in range(3)]
    unserved = [card for hand in table.state.down[4:] for card in hand]
    table.play("S1 draws 3; S2 draws 3; S3 draws 3; S4 draws 3")
    pool = reshuffle_pool(table.state).cards
    assert sorted(pool) == sorted(card for cards in given_up for card in cards)
    assert not set(pool) & set(unserved)
    assert not set(pool) & set(table.state.muck[3])
    assert not set(pool) & set(table.state.burns)


@spec("R-14.12-f-2.1")
def test_hands_folded_before_the_draw_are_discards_and_come_back() -> None:
    table = open_round(HIGH, LIMIT, players=8, button="S8")
    folded = table.state.down[2]
    table.play("S3 folds; S4 calls; S5 calls; S6 calls; S7 calls; S8 calls; S1 calls; S2 checks")
    table.play("S1 draws 3; S2 draws 3; S4 draws 3; S5 draws 3")
    pool = reshuffle_pool(table.state).cards
    assert len(pool) == 9 + 5
    assert set(folded) <= set(pool)


def test_cards_reshuffled_come_in_the_order_the_shuffle_gave_them() -> None:
    table = at_the_draw(8)
    table.play("S1 draws 3; S2 draws 3; S3 draws 3; S4 draws 3")
    pool = tuple(reversed(reshuffle_pool(table.state).cards))
    table.do(Reshuffle(pool))
    assert table.last(Drew).cards == pool[:1]
    assert table.state.stub == pool[1:]


def test_where_the_house_mixes_the_last_cards_in_nobody_is_dealt_them_first() -> None:
    table = at_the_draw(8, draw_reshuffle="mixed")
    table.play("S1 draws 3; S2 draws 3; S3 draws 3; S4 draws 3")
    assert draws(table.log)[-1] == ("S3", 3)
    assert reshuffle(table) == 9 + 2
    assert draws(table.log)[-1] == ("S4", 3)
    assert table.stub == 8


def test_an_empty_stub_gives_a_drawer_nothing_before_the_reshuffle() -> None:
    table = at_the_draw(8)
    table.play("S1 draws 5; S2 draws 5; S3 draws 1")
    assert table.stub == 0
    table.play("S4 draws 2")
    assert draws(table.log)[-1] == ("S3", 1)
    assert reshuffle(table) == 11
    assert draws(table.log)[-1] == ("S4", 2)
    assert table.stub == 9


@spec("R-14.12-g.1", "R-14.12-g.2")
def test_the_final_round_is_opened_by_the_first_player_left_of_the_button_who_has_not_folded() -> None:
    table = open_round(HIGH, LIMIT, players=4, button="S3")
    table.play("S2 calls; S3 calls; S4 folds; S1 checks; S1 stands pat; S2 stands pat; S3 stands pat")
    assert (table.turn, table.offers()) == ("S1", {MayFold, MayCheck, MayBet})
    table.play("S1 checks")
    assert (table.turn, table.offers()) == ("S2", {MayFold, MayCheck, MayBet})
    assert table.offer(MayBet).least == 400
    table.play("S2 bets 4")
    assert (table.turn, table.offers()) == ("S3", {MayFold, MayCall, MayRaise})
    table.play("S3 folds")
    assert (table.turn, table.offers()) == ("S1", {MayFold, MayCall, MayRaise})
    table.play("S1 calls")
    assert table.last(BettingRoundClosed).rule.paragraph == "14.12(g)"
    assert table.state.stage is Stage.SHOWDOWN


@spec("R-14.12-h-1")
def test_in_high_the_highest_hand_wins() -> None:
    table = contest(HIGH, ("7s 7h 7d 4c 2s", "As Ah Kd Kc Qs"), (20, 20))
    assert table.won() == {"S1": 40}
    assert table.only(PotAwarded).rule.paragraph == "14.12(h)1"


@scenario("DR-03")
@spec("R-14.12-h-2")
def test_in_low_straights_and_flushes_do_not_hurt() -> None:
    hands = ("8s 5c 4d 3c 2s", "8h 6d 3d 2c Ac", "7h 6h 5h 4h 3h")
    table = contest(LOW, hands, (20, 20, 20))
    assert table.won() == {"S3": 60}
    award = table.only(PotAwarded)
    assert award.rule.paragraph == "14.12(h)2"
    assert award.strength == rank_hand(Ranking.LOW_ACE_TO_FIVE, parse_cards("7h 6h 5h 4h 3h"))
    assert contest(LOW, hands[:2], (20, 20)).won() == {"S1": 40}


def test_an_odd_dollar_of_tied_hands_goes_left_of_the_button() -> None:
    hands = ("2c 3d 4h 5s 7c", "As Kd Qc Jh 9s", "Ah Kc Qd Js 9h")
    table = contest(HIGH, hands, (1, 10, 10), button="S2", folded=("S1",))
    assert table.won() == {"S2": 10, "S3": 11}


@spec("R-14.7-c-4-ii")
def test_a_player_who_is_all_in_still_draws() -> None:
    house = letter(NoLimit(200), blinds=(100, 200))
    table = open_round(HIGH, house, players=3, stacks=(10, 100, 100))
    table.play("S3 raises to 10; S1 calls; S2 calls")
    assert names(table.only(DrawOpened).to_draw) == ("S1", "S2", "S3")
    table.play("S1 draws 4; S2 draws 1; S3 stands pat")
    assert names(table.last(BettingRoundOpened).to_act) == ("S2", "S3")


def test_a_dealer_names_the_cards_of_a_draw_burn_card_first_or_leaves_them_unknown() -> None:
    table = Table(procedure(HIGH, LIMIT), OpenRound(stacks=(10000, 10000)))
    assert cards_due(table.state) == 10
    table.do(Deal(parse_cards("Ac ?? Ad ?? Kc ?? Kd ?? 2h ??")))
    table.play("S1 calls; S2 checks; S1 draws giving up 2h")
    assert cards_due(table.state) == 2
    table.do(Deal(parse_cards("?? Ah")))
    assert cards_text(table.state.down[0]) == "Ac Ad Kc Kd Ah"
    table.do(Draw(seat("S2"), parse_cards("?? ?? ??")))
    assert cards_due(table.state) == 3
    table.do(Deal(parse_cards("?? ?? ??")))
    assert cards_text(table.state.down[1]) == "?? ?? ?? ?? ??"
    assert table.stub == 52 - 10 - 2 - 3
