"""N.J.A.C. 13:69F-14.15(e)3, (h) and (n): cards found face up in the deck, and cards dealt off the table."""

import pytest

from pokerroom.cards import DECK, UNKNOWN, Card, cards_text, parse_cards
from pokerroom.play import Code, Deal, Misdeal, RemoveFaceUpCard, RemoveFallenCard, Role, Stage, reshuffle_pool, seen_by
from pokerroom.play.events import (
    BettingRoundOpened,
    CardBurned,
    CommunityDealt,
    FaceUpCardRemoved,
    FallenCardRemoved,
    FallenCardReplaced,
    Misdealt,
)
from pokerroom.rules.clauses import Game
from tests.going_wrong import (
    BLINDS,
    FIVE_DRAW,
    HOLD_EM,
    STUD,
    STUD_SIGN,
    at_street,
    dealt_unseen,
    every_draw_game,
    every_game,
    most_players,
    sign,
    whole_round,
)
from tests.spec_marks import scenario, spec
from tests.tables import name, open_round, seat, stopped

# Cards face up in the deck, 14.15(e)3 and (h)


def stacked(text: str) -> tuple[Card, ...]:
    """A whole deck with these cards on top."""
    top = parse_cards(text)
    return (*top, *(card for card in DECK if card not in top))


@scenario("IR-04")
@spec("R-14.15-h")
def test_one_card_found_face_up_is_not_used_and_the_next_takes_its_place() -> None:
    table = open_round(HOLD_EM, BLINDS, players=3, deck=stacked("As Ks Qs Ah Kh Qh 9d 2c 3c 4c 5c"))
    table.do(RemoveFaceUpCard())
    removed = table.only(FaceUpCardRemoved)
    assert (cards_text((removed.card,)), removed.rule.paragraph, removed.rule.reading) == ("9d", "14.15(h)", "AMB-119")
    assert seen_by(removed, Role.SPECTATOR) == removed
    assert table.state.dead == parse_cards("9d")
    table.finish_betting()
    assert cards_text((table.only(CardBurned).card,)) == "2c"
    assert cards_text(table.only(CommunityDealt).cards) == "3c 4c 5c"
    table.stay()
    assert parse_cards("9d")[0] not in (*table.state.board, *table.state.burns)


@scenario("IR-04")
@spec("R-14.15-e-3", "R-14.15-h")
@every_game
def test_one_face_up_card_changes_nothing_and_a_second_is_a_misdeal_at_any_time(each: Game) -> None:
    for table in whole_round(each, 4):
        found = stopped(table)
        if found.stub < 2:
            continue  # An empty deck hides no card.
        pot, live = found.pot, found.live
        found.do(RemoveFaceUpCard())
        assert (found.pot, found.live, found.state.stage) == (pot, live, table.state.stage)
        assert not found.all(Misdealt)
        found.do(RemoveFaceUpCard())
        misdeal = found.only(Misdealt)
        assert (misdeal.cause, misdeal.rule.paragraph) == (Misdeal.SEVERAL_FACE_UP, "14.15(e)3")
        assert found.stacks == (100,) * 4
        assert sorted(found.state.stub) == sorted(DECK)


@spec("R-14.15-e-3")
def test_two_face_up_cards_far_apart_in_the_round_still_count_as_two() -> None:
    table = open_round(HOLD_EM, BLINDS, players=3)
    table.do(RemoveFaceUpCard())
    table.stay(until="river")
    table.do(RemoveFaceUpCard())
    assert table.state.over
    assert table.stacks == (100, 100, 100)


def test_a_fallen_card_is_not_counted_among_the_face_up_ones() -> None:
    table = open_round(HOLD_EM, BLINDS, players=3)
    table.do(RemoveFallenCard())
    table.do(RemoveFaceUpCard())
    table.do(RemoveFallenCard())
    assert not table.all(Misdealt)
    assert table.stub == 52 - 6 - 3


# Cards off the table, 14.15(n)


# IR-14
@spec("R-14.15-n")
@every_game
def test_a_card_dealt_off_the_table_is_never_dealt_in_the_round(each: Game) -> None:
    table = open_round(each, sign(each), players=most_players(each))
    fallen = table.state.stub[0]
    table.do(RemoveFallenCard())
    event = table.only(FallenCardRemoved)
    assert (event.card, event.rule.paragraph) == (fallen, "14.15(n)")
    while not table.state.over:
        places = (*table.state.down, *table.state.up, *table.state.muck, table.state.board, table.state.burns)
        assert fallen not in [card for place in places for card in place]
        if table.state.stage is Stage.SHUFFLING:
            assert fallen not in reshuffle_pool(table.state).cards
        draws = table.state.stage is Stage.DRAWING
        table.play(f"{table.turn} draws 3") if draws else table.do(table.cheapest())
    assert table.state.dead == (fallen,)


# AMB-119
@spec("R-14.15-n")
@every_game
def test_a_player_whose_card_fell_gets_the_next_card_at_once(each: Game) -> None:
    table = open_round(each, sign(each), players=3)
    fallen, following = table.state.down[1][0], table.state.stub[0]
    held = len(table.state.down[1])
    table.do(RemoveFallenCard(fallen, seat("S2")))
    replaced = table.only(FallenCardReplaced)
    assert (replaced.fallen, replaced.card, replaced.rule.paragraph) == (fallen, following, "14.15(n)")
    assert following in table.state.down[1]
    assert fallen not in table.state.cards(1)
    assert len(table.state.down[1]) == held
    assert table.state.dead == (fallen,)
    hidden = seen_by(replaced, seat("S1"))
    assert isinstance(hidden, FallenCardReplaced)
    assert (hidden.fallen, hidden.card) == (UNKNOWN, UNKNOWN)
    table.stay()
    assert sum(table.stacks) == 300


@spec("R-14.15-n")
def test_an_up_card_that_fell_opens_nothing_and_the_card_in_its_place_does() -> None:
    table = open_round(STUD, STUD_SIGN, hands=("?? ?? 7h", "?? ?? 2c", "?? ?? 3d"))
    assert table.turn == "S2"
    top = table.state.stub[0]
    table.do(RemoveFallenCard(parse_cards("2c")[0], seat("S2")))
    assert table.state.up[1] == (top,)
    lowest = min(range(3), key=lambda place: table.state.up[place][0])
    assert table.turn == name(lowest)
    assert table.last(BettingRoundOpened).obliged == 200


@spec("R-14.15-n")
def test_a_fallen_card_is_replaced_only_before_anybody_has_acted_on_the_street() -> None:
    table = open_round(STUD, STUD_SIGN, hands=("?? ?? 7h", "?? ?? 2c", "?? ?? 3d"))
    table.play("S2 posts")
    table.refused(RemoveFallenCard(table.state.down[0][0], seat("S1")), Code.TOO_LATE)


@spec("R-14.15-n")
def test_a_dealer_names_the_card_they_examined_though_nobody_had_seen_it() -> None:
    table = dealt_unseen(HOLD_EM, 2)
    table.do(RemoveFallenCard(parse_cards("6c")[0], seat("S1")))
    assert table.state.dead == parse_cards("6c")
    table.play("S1 calls; S2 checks")
    table.refused(Deal(parse_cards("?? 6c 7c 8c")), Code.CARD_ELSEWHERE)


@spec("R-14.15-n")
def test_a_card_that_had_been_dealt_and_played_did_not_fall_in_the_deal() -> None:
    """On fourth street only the card of that street can have been dealt off the table."""
    table = at_street(STUD, "fourth")
    table.refused(RemoveFallenCard(table.state.down[0][0], seat("S1")), Code.TOO_LATE)
    table.do(RemoveFallenCard(table.state.up[0][-1], seat("S1")))


@scenario("DR-07")
@spec("R-14.15-n", "R-14.12-f-2.2")
def test_of_nine_discards_one_dealt_off_the_table_stays_out_of_the_reshuffle() -> None:
    table = open_round(FIVE_DRAW, BLINDS, players=8)
    table.finish_betting()
    unserved = {card for hand in table.state.down[4:] for card in hand}
    fallen = table.state.stub[0]
    table.do(RemoveFallenCard())
    table.play("S1 draws 3; S2 draws 3; S3 draws 2; S4 draws 3")
    assert table.state.stage is Stage.SHUFFLING
    pool = reshuffle_pool(table.state).cards
    discards = [card for place in range(3) for card in table.state.muck[place]]
    assert len(discards) + len(table.state.dead) == 9
    assert sorted(pool) == sorted(discards)
    assert len(pool) == 8
    assert fallen not in pool
    assert not unserved & set(pool)


@scenario("DR-07")
@spec("R-14.15-n", "R-14.15-h")
@every_draw_game
@pytest.mark.parametrize("command", [RemoveFallenCard(), RemoveFaceUpCard()], ids=["fallen", "face up"])
def test_no_reshuffle_of_a_draw_game_takes_a_card_out_of_play(
    each: Game, command: RemoveFallenCard | RemoveFaceUpCard
) -> None:
    table = open_round(each, BLINDS, players=min(each.seats.most, 8))
    gone = table.state.stub[0]
    table.do(command)
    reshuffles = 0
    while not table.state.over:
        if table.state.stage is Stage.SHUFFLING:
            reshuffles += 1
            assert gone not in reshuffle_pool(table.state).cards
        every = len(table.state.down[0])
        draws = table.state.stage is Stage.DRAWING
        table.play(f"{table.turn} draws {every}") if draws else table.do(table.cheapest())
    assert reshuffles
