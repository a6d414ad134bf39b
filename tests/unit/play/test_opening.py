"""Who may be dealt in, with what, and from which deck."""

from typing import Any

import pytest

from pokerroom.cards import DECK, UNKNOWN
from pokerroom.games import game
from pokerroom.play import Code, KillButton, OpenRound, Procedure, Seat, Stage, procedure
from pokerroom.rules.house import Fixed, KillOption, NoLimit, customary, letter
from tests.unit.play.staging import BLINDS, HOLD_EM, PLENTY, STUD, opened, opening_refused

NAN = float("nan")
OMAHA_EIGHT = game("omaha-high-low-eight")
WITH_KILL = procedure(OMAHA_EIGHT, letter(Fixed(400, 800), blinds=(200, 400), kill=KillOption.KILL))
FOREIGN = procedure(game("hold-em"), customary(NoLimit(200), **BLINDS))


def opening(**changed: Any) -> OpenRound:
    return OpenRound(**{"stacks": (PLENTY,) * 3, "deck": DECK, **changed})


def kill(option: Any, seat: Any) -> KillButton:
    return KillButton(option, seat)


REFUSED: tuple[tuple[str, Procedure, dict[str, Any], Code, str], ...] = (
    ("nobody", HOLD_EM, {"stacks": ()}, Code.TOO_FEW_PLAYERS, "14.6(b)"),
    ("one player", HOLD_EM, {"stacks": (PLENTY,)}, Code.TOO_FEW_PLAYERS, "14.6(b)"),
    ("twelve at hold 'em", HOLD_EM, {"stacks": (PLENTY,) * 12}, Code.TOO_MANY_PLAYERS, "14.10(b)"),
    ("ten at stud", STUD, {"stacks": (PLENTY,) * 10}, Code.TOO_MANY_PLAYERS, "14.9(b)"),
    ("a debt", HOLD_EM, {"stacks": (PLENTY, -1)}, Code.NOT_MONEY, "14.7(c)"),
    ("stakes that are no number", HOLD_EM, {"stacks": (PLENTY, NAN)}, Code.NOT_MONEY, "14.7(c)"),
    ("stakes of true", HOLD_EM, {"stacks": (PLENTY, True)}, Code.NOT_MONEY, "14.7(c)"),
    ("stakes in halves of cents", HOLD_EM, {"stacks": (PLENTY, 1000.5)}, Code.NOT_MONEY, "14.7(c)"),
    ("stakes in words", HOLD_EM, {"stacks": (PLENTY, "much")}, Code.NOT_MONEY, "14.7(c)"),
    ("no stakes", HOLD_EM, {"stacks": (PLENTY, None)}, Code.NOT_MONEY, "14.7(c)"),
    ("a negative ante", FOREIGN, {"antes": (0, 0, -1)}, Code.NOT_MONEY, "14.7(c)"),
    ("a blind that is no number", FOREIGN, {"blinds": (0, 0, NAN)}, Code.NOT_MONEY, "14.7(c)"),
    ("stakes below the forced money", HOLD_EM, {"stacks": (299, PLENTY)}, Code.STAKES_TOO_SMALL, "14.7(c)3"),
    ("stakes below a bet", HOLD_EM, {"stacks": (PLENTY,) * 2 + (199,)}, Code.STAKES_TOO_SMALL, "14.7(c)3"),
    ("stakes below stud's", STUD, {"stacks": (PLENTY, 699)}, Code.STAKES_TOO_SMALL, "14.7(c)3"),
    ("nothing at all, foreign", FOREIGN, {"stacks": (PLENTY, 0)}, Code.STAKES_TOO_SMALL, "14.7(c)3"),
    ("antes of their own", HOLD_EM, {"antes": (0, 0, 100)}, Code.POSTS_DIFFER, "14.10(b)"),
    ("blinds of their own", HOLD_EM, {"blinds": (0, 100, 200)}, Code.POSTS_DIFFER, "14.7(b)2"),
    ("an ante too few", FOREIGN, {"antes": (0, 100)}, Code.POSTS_DIFFER, "14.10(b)"),
    ("a button beside the table", HOLD_EM, {"button": 3}, Code.NO_SUCH_BUTTON, "14.10(c)"),
    ("a button before the first seat", HOLD_EM, {"button": -1}, Code.NO_SUCH_BUTTON, "14.10(c)"),
    ("a button between two seats", HOLD_EM, {"button": 1.5}, Code.NO_SUCH_BUTTON, "14.10(c)"),
    ("a button in words", HOLD_EM, {"button": "S1"}, Code.NO_SUCH_BUTTON, "14.10(c)"),
    ("a button at stud", STUD, {"button": 0}, Code.NO_SUCH_BUTTON, "14.9(c)"),
    ("a kill not posted", HOLD_EM, {"kill": kill(KillOption.KILL, 0)}, Code.NO_KILL_HERE, "14.17"),
    ("the other kill", WITH_KILL, {"kill": kill(KillOption.HALF_KILL, 0)}, Code.NO_KILL_HERE, "14.11(i)"),
    ("a kill beside the table", WITH_KILL, {"kill": kill(KillOption.KILL, 3)}, Code.NO_KILL_HERE, "14.11(i)"),
    ("a kill before the table", WITH_KILL, {"kill": kill(KillOption.KILL, -1)}, Code.NO_KILL_HERE, "14.11(i)"),
    ("a kill between seats", WITH_KILL, {"kill": kill(KillOption.KILL, 0.5)}, Code.NO_KILL_HERE, "14.11(i)"),
    ("a card short", HOLD_EM, {"deck": DECK[1:]}, Code.NOT_A_DECK, "14.5(a)"),
    ("a card too many", HOLD_EM, {"deck": (*DECK, DECK[0])}, Code.NOT_A_DECK, "14.5(a)"),
    ("a card twice", HOLD_EM, {"deck": (DECK[1], *DECK[1:])}, Code.NOT_A_DECK, "14.5(a)"),
    ("a face-down card", HOLD_EM, {"deck": (UNKNOWN, *DECK[1:])}, Code.NOT_A_DECK, "14.5(a)"),
    ("a card by name", HOLD_EM, {"deck": ("2c", *DECK[1:])}, Code.NOT_A_DECK, "14.5(a)"),
    ("a card that is a fraction", HOLD_EM, {"deck": (0.0, *DECK[1:])}, Code.NOT_A_DECK, "14.5(a)"),
    ("a card that is true", HOLD_EM, {"deck": (DECK[0], True, *DECK[2:])}, Code.NOT_A_DECK, "14.5(a)"),
    ("no cards", HOLD_EM, {"deck": ()}, Code.NOT_A_DECK, "14.5(a)"),
)


@pytest.mark.parametrize(
    ("table", "changed", "code", "paragraph"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_an_opening_that_may_not_be_is_refused_with_its_paragraph(
    table: Procedure, changed: dict[str, Any], code: Code, paragraph: str
) -> None:
    refusal = opening_refused(table, opening(**changed))
    assert refusal.code is code
    assert refusal.paragraph == paragraph
    assert str(refusal).endswith(f"({refusal.rule})")


# Hands, board and burns: 23 at hold 'em want 54 cards, 12 at omaha 56, 11 at five-card draw 56 with one burn. At
# stud 11 want 57 by fifth street, and only for later streets has the section a common card.
BEYOND_THE_DECK = {"hold-em": 23, "omaha-high": 12, "five-card-draw-high": 11, "seven-card-stud-high": 11}


@pytest.mark.parametrize(("key", "players"), BEYOND_THE_DECK.items())
def test_more_players_than_a_deck_can_serve_are_refused_even_where_the_house_counts_no_seats(
    key: str, players: int
) -> None:
    law = game(key)
    posted = {"blinds": (100, 200)} if law.has_button else {"forced_bet": 200}
    table = procedure(law, customary(NoLimit(200), **posted))
    refusal = opening_refused(table, opening(stacks=(PLENTY,) * players))
    assert refusal.code is Code.TOO_MANY_PLAYERS
    assert opened(table, players=players - 1).stage is Stage.BETTING


def test_the_house_may_seat_fewer_than_the_section_allows() -> None:
    table = procedure(game("hold-em"), letter(NoLimit(200), max_seats=6, **BLINDS))
    assert opening_refused(table, opening(stacks=(PLENTY,) * 7)).code is Code.TOO_MANY_PLAYERS
    assert opened(table, players=6).seats == 6


def test_forced_money_and_one_bet_are_enough_to_be_dealt_in() -> None:
    # Left of the button the small blind, then the big blind; the button owes neither.
    state = opened(HOLD_EM, stacks=(300, 400, 200))
    assert state.stacks == (200, 200, 200)
    assert opened(STUD, stacks=(700, 700)).stacks == (600, 600)


def test_whoever_holds_the_kill_button_must_cover_its_blind() -> None:
    killed = kill(KillOption.KILL, 2)
    refusal = opening_refused(WITH_KILL, opening(stacks=(PLENTY, PLENTY, 1599), kill=killed))
    assert refusal.code is Code.STAKES_TOO_SMALL
    assert refusal.facts["needed"] == 1600
    assert opened(WITH_KILL, stacks=(PLENTY, PLENTY, 1600), kill=killed).bets[2] == 800


def test_the_button_is_the_last_seat_unless_it_is_said_where() -> None:
    assert opened(HOLD_EM).button == 2
    state = opened(HOLD_EM, button=Seat(0))
    assert (state.button, state.bets) == (0, (0, 100, 200))
    assert opened(STUD).button is None


def test_a_card_room_deals_in_whoever_has_a_cent() -> None:
    state = opened(FOREIGN, stacks=(1, PLENTY, PLENTY))
    assert state.stacks[0] == 0
    assert state.stage is Stage.BETTING


def test_a_card_room_takes_posts_that_differ_from_the_sign() -> None:
    state = opened(FOREIGN, antes=(0, 50, 100), blinds=(100, 200, 200))
    assert state.paid == (0, 50, 100)
    assert state.bets == (100, 200, 200)
