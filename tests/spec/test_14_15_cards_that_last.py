"""N.J.A.C. 13:69F-14.15(f), (h), (k), (n), (o) with 14.9(h): cards lost from a deck that just lasts, and cards dealt to
somebody who is not in the round.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom.cards import DECK, UNKNOWN, parse_cards
from pokerroom.games import game
from pokerroom.play import (
    Code,
    Deal,
    DiscardMistakenCards,
    Exposed,
    OpenRound,
    Refusal,
    Removal,
    RemoveFaceUpCard,
    RemoveFallenCard,
    RemoveHand,
    Reshuffle,
    Role,
    Stage,
    cards_due,
    perform,
    procedure,
    reshuffle_pool,
    seen_by,
)
from pokerroom.play.events import ChoiceOffered, CommonCardDealt, DeckRanShort, MistakenCardsDiscarded, RoundClosed
from pokerroom.rules.clauses import Game
from pokerroom.rules.editions import NJAC_19_47_2006, SUPER_STUD_AMENDMENT
from pokerroom.rules.house import Fixed, HouseRules, letter
from pokerroom.table.refusals import Code as TableCode
from pokerroom.table.seating.commands import Play, SitOut, StartRound
from tests.going_wrong import every_game, sign
from tests.seating import Room, seated, stud as stud_posting
from tests.spec_marks import spec
from tests.tables import LiveTable, Table, open_live_round, open_round, seat

STUD_KEYS = ("seven-card-stud-high", "seven-card-stud-high-low", "seven-card-stud-high-low-eight")
NINE = [game(key) for key in (*STUD_KEYS, "seven-card-stud-low")]
EIGHT_OF_2006 = [game(key, NJAC_19_47_2006) for key in STUD_KEYS]
SEVEN_SUPER = [
    game(f"super-seven-card-stud-{key}", SUPER_STUD_AMENDMENT) for key in ("high", "low", "high-low", "high-low-eight")
]
OMAHA = [game("omaha-high"), game("omaha-high-low-eight")]
STUD_SIGN = letter(Fixed(500, 1000), ante=100, forced_bet=200)
BLINDS = letter(Fixed(200, 400), blinds=(100, 200))

LASTS = [
    *((law, 8, 1, 2) for law in EIGHT_OF_2006),
    *((law, 9, 4, 5) for law in NINE),
    *((law, 7, 2, 3) for law in SEVEN_SUPER),
]
"""Each text with its fullest table, how many cards it can lose after the deal, and how many it cannot."""
full_tables = pytest.mark.parametrize(
    ("law", "players", "lost", "too_many"), LASTS, ids=[f"{law.edition}:{law.key}" for law, *_ in LASTS]
)


def play_out(table: Table) -> None:
    """Nobody folds and nobody bets unless they must, to the end."""
    while not table.state.over:
        table.do(table.cheapest())


def full_table(law: Game, players: int) -> Table:
    return open_round(law, STUD_SIGN, players=players, stacks=500)


@full_tables
@spec("R-14.15-h", "R-14.15-n", "R-14.9-h.3", "R-14.9-h.4", "R06-14.9-h.2")
def test_a_full_table_goes_on_without_lost_cards_as_far_as_its_section_can_deal(
    law: Game, players: int, lost: int, too_many: int
) -> None:
    for count in range(1, too_many + 1):
        table = full_table(law, players)
        for _ in range(min(count, lost)):
            table.do(RemoveFallenCard())
        if count == too_many:
            refusal = table.refused(RemoveFallenCard(), Code.DECK_TOO_SHORT)
            assert refusal.paragraph == "14.15(n)"
        play_out(table)
        hands = {len(table.state.cards(place)) + len(table.state.board) for place in range(players)}
        assert (hands, table.only(RoundClosed).stacks) == ({7}, table.state.stacks)


@pytest.mark.parametrize(("law", "players"), [(law, players) for law, players, *_ in LASTS])
@spec("R-14.15-h", "R-14.15-n")
def test_so_it_is_for_a_card_lost_in_the_deal_or_on_a_later_street(law: Game, players: int) -> None:
    for street in range(3):
        table = full_table(law, players)
        while table.state.street < street or table.state.stage is Stage.SHUFFLING:
            table.do(table.cheapest())
        table.do(RemoveFaceUpCard())
        play_out(table)
    table = full_table(law, players)
    down = table.state.down[3][0]
    table.do(RemoveFallenCard(down, seat("S4")))
    assert down in table.state.dead
    play_out(table)


@pytest.mark.parametrize("law", EIGHT_OF_2006, ids=lambda law: law.key)
@spec("R06-14.9-h.2", "R-14.15-n")
def test_the_burn_cards_give_the_common_card_when_the_last_card_of_the_deck_is_lost(law: Game) -> None:
    table = full_table(law, 8)
    table.do(RemoveFallenCard())
    while not table.all(DeckRanShort):
        table.do(table.cheapest())
    assert (table.stub, len(reshuffle_pool(table.state).cards)) == (0, 3)
    play_out(table)
    assert len(table.all(CommonCardDealt)) == 1


@pytest.mark.parametrize("exposed", range(1, 7))
@pytest.mark.parametrize("law", OMAHA, ids=lambda law: law.key)
@spec("R-14.15-o.1", "R-14.15-o-2")
def test_the_exposed_card_that_is_the_burn_of_the_flop_needs_no_other(law: Game, exposed: int) -> None:
    """Ten hands of four, the board, two more burns and five cards in exchange are 52; a sixth is one too many."""
    table = open_live_round(law, BLINDS, players=10)
    turned = tuple(Exposed(seat(f"S{each + 1}"), 0) for each in range(exposed))
    deal = Deal(DECK[: cards_due(table.state, turned)], turned)
    if exposed > 5:
        refusal = table.refused(deal, Code.DECK_TOO_SHORT)
        assert refusal.facts == {"stub": 52, "wanted": 53}
        return
    table.do(deal)
    while not table.state.over:
        due = cards_due(table.state)
        left = [card for card in DECK if card not in {*deal.cards, *table.state.board, *table.state.burns}]
        table.do(Deal(tuple(left[:due])) if due else Table.cheapest(table))
    assert len(table.state.stub) == 5 - exposed


@pytest.mark.parametrize("law", OMAHA, ids=lambda law: law.key)
@spec("R-14.15-o-1")
def test_an_exposed_card_laid_with_the_discards_leaves_the_burn_to_the_deck(law: Game) -> None:
    table = open_live_round(law, replace(BLINDS, exposed_card_use="discard"), players=10)
    turned = tuple(Exposed(seat(f"S{each + 1}"), 0) for each in range(5))
    table.refused(Deal(DECK[: cards_due(table.state, turned)], turned), Code.DECK_TOO_SHORT)
    table.do(Deal(DECK[: cards_due(table.state, turned[:4])], turned[:4]))


# The last card of super stud, exposed in a street that a reshuffle cuts in two.


def cut_seventh_street(law: Game) -> LiveTable:
    """Seven players and two lost cards: six cards are left for seventh street, a burn and five of the seven."""
    table = open_live_round(law, STUD_SIGN, players=7, stacks=500)
    step(table)
    for _ in range(2):
        table.do(RemoveFallenCard())
    while not (table.state.street == 3 and table.state.stage is Stage.DEALING and not table.state.waiting):
        step(table)
    assert table.stub == 6
    return table


def step(table: LiveTable, *exposed: str) -> None:
    state = table.state
    if state.stage is Stage.SHUFFLING:
        table.do(Reshuffle((UNKNOWN,) * len(reshuffle_pool(state).cards)))
        return
    turned = tuple(Exposed(seat(who), 0) for who in exposed)
    due = cards_due(state, turned)
    if not due:
        table.do(Table.cheapest(table))
        return
    places = (*state.down, *state.up, *state.muck, state.board, state.burns, state.dead)
    left = [card for card in DECK if all(card not in place for place in places)]
    table.do(Deal(tuple(left[:due]), turned))


@pytest.mark.parametrize("law", SEVEN_SUPER, ids=lambda law: law.key)
@pytest.mark.parametrize(("before", "after"), [("S2", ""), ("", "S7"), ("S2", "S7")])
@spec("R-14.15-k.3")
def test_a_last_card_exposed_on_either_side_of_a_reshuffle_gives_the_choice_once_all_are_served(
    law: Game, before: str, after: str
) -> None:
    table = cut_seventh_street(law)
    step(table, *([before] if before else []))
    assert table.state.waiting == (seat("S6"), seat("S7"))
    assert table.state.stage is Stage.SHUFFLING, "nobody chooses before the street is dealt"
    step(table)
    step(table, *([after] if after else []))
    choosing = tuple(seat(each) for each in (before, after) if each)
    assert (table.state.stage, table.state.to_act) == (Stage.CHOOSING, choosing)
    assert table.last(ChoiceOffered).rule.paragraph == "14.15(k)"
    table.play("; ".join(f"S{each + 1} freezes" for each in choosing))
    assert not set(choosing) & set(table.state.to_act)
    while not table.state.over:
        step(table)


# Cards dealt to somebody who may not take part.


@every_game
@spec("R-14.15-f")
def test_cards_dealt_by_mistake_are_discarded_and_the_round_goes_on(each: Game) -> None:
    table = open_live_round(each, sign(each), players=3)
    table.deal()
    card = table.any_card()
    before = table.state
    table.do(DiscardMistakenCards((card, UNKNOWN), "Ann Lee"))
    event = table.only(MistakenCardsDiscarded)
    assert (event.rule.paragraph, event.player) == ("14.15(f)", "Ann Lee")
    assert table.stub == len(before.stub) - 2
    assert table.state.stacks == before.stacks
    hidden = seen_by(event, Role.SPECTATOR)
    assert isinstance(hidden, MistakenCardsDiscarded)
    assert hidden.cards == (UNKNOWN, UNKNOWN)
    table.refused(DiscardMistakenCards((card,)), Code.CARD_ELSEWHERE)
    table.refused(DiscardMistakenCards(()), Code.WRONG_NUMBER_OF_CARDS)
    table.refused(DiscardMistakenCards((UNKNOWN,) * 40), Code.DECK_TOO_SHORT)
    play_out(table)


@spec("R-14.15-f")
def test_where_the_room_deals_nobody_is_dealt_to_by_mistake() -> None:
    table = open_round(game("hold-em"), BLINDS, players=3)
    assert table.refused(DiscardMistakenCards(parse_cards("As")), Code.ROOM_DEALS).paragraph == "14.15(f)"


@spec("R-14.15-f")
def test_mistaken_cards_come_back_with_the_discards_of_a_draw() -> None:
    law = game("five-card-draw-high")
    table = open_live_round(law, sign(law), players=8)
    table.deal()
    table.do(DiscardMistakenCards((UNKNOWN,) * 5))
    table.finish_betting()
    while table.state.stage is not Stage.SHUFFLING:
        due = cards_due(table.state)
        table.do(Deal((UNKNOWN,) * due) if due else table.command(f"{table.turn} draws 5"))
    assert len(reshuffle_pool(table.state).cards) >= 5 + 5
    table.do(Reshuffle((UNKNOWN,) * len(reshuffle_pool(table.state).cards)))
    assert not table.state.apart.mistaken


def left_out_table(rule: str) -> Room:
    """Four at a stud table, the fourth of whom the line-up leaves out; a dealer deals."""
    stakes: Any = (100, 100, 100, 5) if rule == "stakes" else 100
    room = seated(stud_posting(), players=4, stakes=stakes)
    if rule == "sitting out":
        room.do(SitOut, player=room.table.place(3).player)
    room.do(StartRound, settings="2024-05-01", software="1.0")
    return room


@pytest.mark.parametrize("rule", ["stakes", "sitting out"])
@spec("R-14.15-f")
def test_a_player_whom_the_line_up_left_out_and_who_was_dealt_to_is_out_of_it_again(rule: str) -> None:
    room = left_out_table(rule)
    state = room.table.round
    assert state is not None
    room.do(Play, command=Deal(DECK[: cards_due(state)]))
    stakes = room.table.place(3).stakes
    room.do(Play, command=RemoveHand(seat("S4"), Removal.INELIGIBLE))
    event = room.log[-1]
    assert isinstance(event, MistakenCardsDiscarded)
    assert (len(event.cards), event.player) == (3, room.table.place(3).player)
    assert room.table.place(3).stakes == stakes
    assert room.table.round is not None
    assert room.table.round.stage is Stage.BETTING
    named = RemoveHand(seat("S4"), Removal.INELIGIBLE, cards=parse_cards("As"))
    room.do(Play, command=named)
    room.refused(Play, TableCode.NOT_DEALT_IN, command=RemoveHand(seat("S4"), Removal.SWEPT))


def test_a_hand_in_the_round_is_removed_without_naming_its_cards() -> None:
    table = open_round(game("hold-em"), BLINDS, players=3)
    table.refused(RemoveHand(seat("S1"), Removal.INELIGIBLE, cards=parse_cards("As")), Code.WRONG_NUMBER_OF_CARDS)


def test_a_stud_deck_that_cannot_give_the_uncovered_street_is_refused() -> None:
    """Under the text of 2006 a common card is for seventh street alone."""
    law = EIGHT_OF_2006[0]
    plan = procedure(law, STUD_SIGN)
    table = Table(plan, OpenRound(stacks=(50_000,) * 8, deck=DECK))
    table.do(RemoveFallenCard())
    outcome = perform(table.state, RemoveFallenCard())
    assert isinstance(outcome, Refusal)
    assert (outcome.code, outcome.facts) == (Code.DECK_TOO_SHORT, {"stub": 27, "wanted": 28})


HOUSES: tuple[HouseRules, ...] = (STUD_SIGN, replace(STUD_SIGN, stud_burn_counts=False, lone_card_joins_burns=False))


@pytest.mark.parametrize("house", HOUSES, ids=["letter", "burn skipped, lone card apart"])
@pytest.mark.parametrize("law", [*EIGHT_OF_2006, *NINE], ids=lambda law: f"{law.edition}:{law.key}")
def test_whatever_is_accepted_can_be_dealt_to_the_end(law: Game, house: HouseRules) -> None:
    for lost in range(7):
        table = open_round(law, house, players=law.seats.most, stacks=500)
        for _ in range(lost):
            outcome = perform(table.state, RemoveFallenCard())
            if isinstance(outcome, tuple):
                table.do(RemoveFallenCard())
        play_out(table)
