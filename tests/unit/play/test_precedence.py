"""Where two refusals apply, the one that stands earlier in `Code` is returned.

Each example is wrong in two ways. Beside it stand two that are wrong in one of these ways only, so that it is certain
which two refusals compete.
"""

from typing import Any, NamedTuple

import pytest

from pokerroom.cards import DECK, Card, parse_cards
from pokerroom.games import game
from pokerroom.play import (
    Bet,
    Call,
    Check,
    Code,
    Command,
    Deal,
    Draw,
    Fold,
    KillButton,
    OpenRound,
    PostForcedBet,
    Procedure,
    Raise,
    Refusal,
    Round,
    Seat,
    Show,
    perform,
    procedure,
    start,
)
from pokerroom.rules.house import KillOption, NoLimit, letter
from tests.unit.play.staging import (
    BLINDS,
    FIVE_DRAW,
    HOLD_EM,
    PLENTY,
    S1,
    S2,
    S3,
    STUD,
    SUPER_STUD,
    after,
    opened,
)

ORDER = list(Code)
NOWHERE = Seat(99)
NO_CARD = Card(99)
TOO_MUCH = 10**9

Trial = tuple[Procedure, OpenRound] | tuple[Round, Command]


class Clash(NamedTuple):
    first: Code
    second: Code
    both: Trial
    only_first: Trial
    only_second: Trial


def opening(table: Procedure = HOLD_EM, **changed: Any) -> Trial:
    return table, OpenRound(**{"stacks": (PLENTY,) * 3, "deck": DECK, **changed})


def code(trial: Trial) -> Code:
    where, command = trial
    if isinstance(where, Procedure):
        assert isinstance(command, OpenRound)
        outcome = start(where, command)
    else:
        assert not isinstance(command, OpenRound)
        outcome = perform(where, command)
    assert isinstance(outcome, Refusal), f"{command} was accepted"
    assert isinstance(outcome.code, Code)
    return outcome.code


DEBT, SHORT = (-1, PLENTY, PLENTY), (1, PLENTY, PLENTY)
UNPOSTED = KillButton(KillOption.KILL, S1)
NO_DECK = DECK[1:]

OPENINGS = (
    Clash(
        Code.TOO_FEW_PLAYERS,
        Code.NOT_MONEY,
        opening(stacks=(-1,)),
        opening(stacks=(PLENTY,)),
        opening(stacks=DEBT),
    ),
    Clash(
        Code.TOO_MANY_PLAYERS,
        Code.NOT_MONEY,
        opening(stacks=(-1,) * 12),
        opening(stacks=(PLENTY,) * 12),
        opening(stacks=DEBT),
    ),
    Clash(
        Code.NOT_MONEY,
        Code.STAKES_TOO_SMALL,
        opening(stacks=(-1, 1, PLENTY)),
        opening(stacks=DEBT),
        opening(stacks=SHORT),
    ),
    Clash(
        Code.NOT_MONEY,
        Code.NO_SUCH_BUTTON,
        opening(stacks=DEBT, button=NOWHERE),
        opening(stacks=DEBT),
        opening(button=NOWHERE),
    ),
    Clash(
        Code.STAKES_TOO_SMALL,
        Code.POSTS_DIFFER,
        opening(stacks=SHORT, antes=(0, 0, 100)),
        opening(stacks=SHORT),
        opening(antes=(0, 0, 100)),
    ),
    Clash(
        Code.STAKES_TOO_SMALL,
        Code.NO_SUCH_BUTTON,
        opening(stacks=SHORT, button=NOWHERE),
        opening(stacks=SHORT),
        opening(button=NOWHERE),
    ),
    Clash(
        Code.STAKES_TOO_SMALL,
        Code.NO_KILL_HERE,
        opening(stacks=SHORT, kill=UNPOSTED),
        opening(stacks=SHORT),
        opening(kill=UNPOSTED),
    ),
    Clash(
        Code.STAKES_TOO_SMALL,
        Code.NOT_A_DECK,
        opening(stacks=SHORT, deck=NO_DECK),
        opening(stacks=SHORT),
        opening(deck=NO_DECK),
    ),
    Clash(
        Code.POSTS_DIFFER,
        Code.NO_SUCH_BUTTON,
        opening(antes=(0, 0, 100), button=NOWHERE),
        opening(antes=(0, 0, 100)),
        opening(button=NOWHERE),
    ),
    Clash(
        Code.NO_SUCH_BUTTON,
        Code.NO_KILL_HERE,
        opening(button=NOWHERE, kill=UNPOSTED),
        opening(button=NOWHERE),
        opening(kill=UNPOSTED),
    ),
    Clash(
        Code.NO_KILL_HERE,
        Code.NOT_A_DECK,
        opening(kill=UNPOSTED, deck=NO_DECK),
        opening(kill=UNPOSTED),
        opening(deck=NO_DECK),
    ),
)


def hold_em(**posted: Any) -> Round:
    """Three players before the flop, S3 on the button and to act facing the big blind."""
    return opened(procedure(game("hold-em"), letter(NoLimit(200), **{**BLINDS, **posted})))


def on_the_flop(**posted: Any) -> Round:
    return after(hold_em(**posted), Call(S3), Call(S1), Check(S2))


def check_raising(**posted: Any) -> Round:
    """S1 has checked the flop, S2 has bet 200, S3 has folded: S1 may now think of a raise."""
    return after(on_the_flop(**posted), Check(S1), Bet(S2, 200), Fold(S3))


def facing_two_all_ins() -> Round:
    """S2 and S1 are all-in on the flop, and S3, who has more, is to act."""
    state = opened(HOLD_EM, stacks=(1000, 1000, PLENTY))
    return after(state, Call(S3), Call(S1), Check(S2), Bet(S1, 800), Call(S2))


def not_reopened() -> Round:
    """S1 bets 400 on the flop, S2 is all-in for 500: less than a raise, so S1 may call it and no more."""
    state = opened(HOLD_EM, stacks=(PLENTY, 700, PLENTY))
    return after(state, Call(S3), Call(S1), Check(S2), Bet(S1, 400), Raise(S2, 500), Call(S3))


def closed() -> Round:
    return after(hold_em(), Fold(S3), Fold(S1))


BEFORE_FLOP, FLOP, CLOSED = hold_em(), on_the_flop(), closed()
NO_RAISES = on_the_flop(max_raises=0)
CAPPED = after(NO_RAISES, Bet(S1, 400))
DRAWING = after(opened(FIVE_DRAW), Call(S3), Call(S1), Check(S2))
FORCED = opened(SUPER_STUD)
"""The lowest card up is to make the forced bet, or more."""
OPENER = FORCED.to_act[0]
POSTED = after(FORCED, PostForcedBet(OPENER))
CALLER = POSTED.to_act[0]
MINE = POSTED.down[CALLER]
THEIRS = POSTED.down[OPENER]
UP = POSTED.up[CALLER][0]
SHOWING = after(
    on_the_flop(),
    *[Check(seat) for _ in ("flop", "turn", "river") for seat in (S1, S2, S3)],
)
HELD = SHOWING.cards(S1)
ELSEWHERE = SHOWING.board[0]
IN_THE_DECK = SHOWING.stub[0]
DEALER = after(opened(HOLD_EM, deck=None), Deal(parse_cards("2c 3c 4c 5c 6c 7c")), Call(S3), Call(S1), Check(S2))
DREW = DRAWING.down[S1]
DRAWN_BY_ANOTHER = DRAWING.down[S2][0]

TURNS = (
    Clash(Code.ROUND_OVER, Code.NOT_SEATED, (CLOSED, Fold(NOWHERE)), (CLOSED, Fold(S1)), (FLOP, Fold(NOWHERE))),
    Clash(Code.ROUND_OVER, Code.NOT_NOW, (CLOSED, Draw(S1)), (CLOSED, Fold(S1)), (FLOP, Draw(S1))),
    Clash(Code.NOT_SEATED, Code.NOT_NOW, (FLOP, Draw(NOWHERE)), (FLOP, Fold(NOWHERE)), (FLOP, Draw(S1))),
    Clash(Code.NOT_NOW, Code.NOT_YOUR_TURN, (FLOP, Draw(S2)), (FLOP, Draw(S1)), (FLOP, Fold(S2))),
    Clash(Code.ROUND_OVER, Code.NOT_MONEY, (CLOSED, Bet(S1, -1)), (CLOSED, Fold(S1)), (FLOP, Bet(S1, -1))),
    Clash(Code.NOT_SEATED, Code.NOT_MONEY, (FLOP, Bet(NOWHERE, -1)), (FLOP, Fold(NOWHERE)), (FLOP, Bet(S1, -1))),
    Clash(Code.NOT_YOUR_TURN, Code.NOT_MONEY, (FLOP, Bet(S2, -1)), (FLOP, Fold(S2)), (FLOP, Bet(S1, -1))),
    Clash(
        Code.NOT_YOUR_TURN,
        Code.EXCEEDS_TABLE_STAKES,
        (FLOP, Bet(S2, TOO_MUCH)),
        (FLOP, Fold(S2)),
        (FLOP, Bet(S1, TOO_MUCH)),
    ),
)

CARDS = (
    Clash(
        Code.WRONG_NUMBER_OF_CARDS,
        Code.NOT_YOUR_CARD,
        (DRAWING, Draw(S1, (*DREW, DRAWN_BY_ANOTHER))),
        (DRAWING, Draw(S1, (*DREW, DREW[0]))),
        (DRAWING, Draw(S1, (DRAWN_BY_ANOTHER,))),
    ),
    Clash(
        Code.NOT_A_CARD,
        Code.NOT_YOUR_CARD,
        (DRAWING, Draw(S1, (DRAWN_BY_ANOTHER, NO_CARD))),
        (DRAWING, Draw(S1, (NO_CARD,))),
        (DRAWING, Draw(S1, (DRAWN_BY_ANOTHER,))),
    ),
    Clash(
        Code.NOT_YOUR_CARD,
        Code.NOT_A_DOWN_CARD,
        (POSTED, Call(CALLER, (UP, THEIRS[0]))),
        (POSTED, Call(CALLER, (MINE[0], THEIRS[0]))),
        (POSTED, Call(CALLER, (MINE[0], UP))),
    ),
    Clash(
        Code.WRONG_NUMBER_OF_CARDS,
        Code.NOT_A_CARD,
        (POSTED, Call(CALLER, (MINE[0], MINE[1], NO_CARD))),
        (POSTED, Call(CALLER, MINE[:3])),
        (POSTED, Call(CALLER, (MINE[0], NO_CARD))),
    ),
    Clash(
        Code.WRONG_NUMBER_OF_CARDS,
        Code.NOT_A_CARD,
        (SHOWING, Show(S1, (NO_CARD,))),
        (SHOWING, Show(S1, HELD[:1])),
        (SHOWING, Show(S1, (HELD[0], NO_CARD))),
    ),
    Clash(
        Code.NOT_A_CARD,
        Code.CARD_ELSEWHERE,
        (SHOWING, Show(S1, (ELSEWHERE, NO_CARD))),
        (SHOWING, Show(S1, (HELD[0], NO_CARD))),
        (SHOWING, Show(S1, (HELD[0], ELSEWHERE))),
    ),
    Clash(
        Code.CARD_ELSEWHERE,
        Code.NOT_YOUR_CARD,
        (SHOWING, Show(S1, (IN_THE_DECK, ELSEWHERE))),
        (SHOWING, Show(S1, (HELD[0], ELSEWHERE))),
        (SHOWING, Show(S1, (HELD[0], IN_THE_DECK))),
    ),
    Clash(
        Code.WRONG_NUMBER_OF_CARDS,
        Code.NOT_A_CARD,
        (DEALER, Deal((NO_CARD,))),
        (DEALER, Deal(parse_cards("As"))),
        (DEALER, Deal((NO_CARD, *parse_cards("As Ah Ad")))),
    ),
    Clash(
        Code.NOT_A_CARD,
        Code.CARD_ELSEWHERE,
        (DEALER, Deal((*parse_cards("2c As Ah"), NO_CARD))),
        (DEALER, Deal((*parse_cards("Ad As Ah"), NO_CARD))),
        (DEALER, Deal(parse_cards("2c As Ah Ad"))),
    ),
)

DISCARDS = (
    Clash(
        Code.NOT_MONEY,
        Code.DISCARD_DUE,
        (POSTED, Raise(CALLER, -1)),
        (POSTED, Raise(CALLER, -1, MINE[:2])),
        (POSTED, Raise(CALLER, 400)),
    ),
    Clash(
        Code.DISCARD_DUE,
        Code.ALREADY_BET,
        (POSTED, Bet(CALLER, 400)),
        (POSTED, Raise(CALLER, 400)),
        (POSTED, Bet(CALLER, 400, MINE[:2])),
    ),
    Clash(
        Code.DISCARD_NOT_DUE,
        Code.NOTHING_TO_CALL,
        (FLOP, Call(S1, FLOP.down[S1])),
        (BEFORE_FLOP, Call(S3, BEFORE_FLOP.down[S3])),
        (FLOP, Call(S1)),
    ),
    Clash(
        Code.DISCARD_NOT_DUE,
        Code.ALREADY_BET,
        (BEFORE_FLOP, Bet(S3, 400, BEFORE_FLOP.down[S3])),
        (BEFORE_FLOP, Call(S3, BEFORE_FLOP.down[S3])),
        (BEFORE_FLOP, Bet(S3, 400)),
    ),
    Clash(
        Code.NO_FORCED_BET_DUE,
        Code.NOT_A_CARD,
        (POSTED, PostForcedBet(CALLER, (MINE[0], NO_CARD))),
        (POSTED, PostForcedBet(CALLER)),
        (POSTED, Call(CALLER, (MINE[0], NO_CARD))),
    ),
)

WAGERS = (
    Clash(
        Code.NOT_MONEY,
        Code.ALREADY_BET,
        (BEFORE_FLOP, Bet(S3, -1)),
        (FLOP, Bet(S1, -1)),
        (BEFORE_FLOP, Bet(S3, 400)),
    ),
    Clash(
        Code.ALREADY_BET,
        Code.EXCEEDS_TABLE_STAKES,
        (BEFORE_FLOP, Bet(S3, TOO_MUCH)),
        (BEFORE_FLOP, Bet(S3, 400)),
        (BEFORE_FLOP, Raise(S3, TOO_MUCH)),
    ),
    Clash(
        Code.ALREADY_BET,
        Code.BELOW_MINIMUM,
        (BEFORE_FLOP, Bet(S3, 300)),
        (BEFORE_FLOP, Bet(S3, 400)),
        (BEFORE_FLOP, Raise(S3, 300)),
    ),
    Clash(
        Code.NOTHING_TO_RAISE,
        Code.EXCEEDS_TABLE_STAKES,
        (FLOP, Raise(S1, TOO_MUCH)),
        (FLOP, Raise(S1, 400)),
        (FLOP, Bet(S1, TOO_MUCH)),
    ),
    Clash(
        Code.EXCEEDS_TABLE_STAKES,
        Code.RAISE_CAP,
        (CAPPED, Raise(S2, TOO_MUCH)),
        (BEFORE_FLOP, Raise(S3, TOO_MUCH)),
        (CAPPED, Raise(S2, 800)),
    ),
    Clash(
        Code.NOT_A_RAISE,
        Code.RAISE_CAP,
        (CAPPED, Raise(S2, 400)),
        (BEFORE_FLOP, Raise(S3, 200)),
        (CAPPED, Raise(S2, 800)),
    ),
    Clash(
        Code.EXCEEDS_TABLE_STAKES,
        Code.NOBODY_TO_ANSWER,
        (facing_two_all_ins(), Raise(S3, TOO_MUCH)),
        (BEFORE_FLOP, Raise(S3, TOO_MUCH)),
        (facing_two_all_ins(), Raise(S3, 1600)),
    ),
    Clash(
        Code.NOBODY_TO_ANSWER,
        Code.BELOW_MINIMUM,
        (facing_two_all_ins(), Raise(S3, 801)),
        (facing_two_all_ins(), Raise(S3, 1600)),
        (BEFORE_FLOP, Raise(S3, 300)),
    ),
    Clash(
        Code.CHECK_RAISE_BARRED,
        Code.RAISE_CAP,
        (check_raising(check_raise=False, max_raises=0), Raise(S1, 400)),
        (check_raising(check_raise=False), Raise(S1, 400)),
        (check_raising(max_raises=0), Raise(S1, 400)),
    ),
    Clash(
        Code.CHECK_RAISE_BARRED,
        Code.BELOW_MINIMUM,
        (check_raising(check_raise=False), Raise(S1, 300)),
        (check_raising(check_raise=False), Raise(S1, 400)),
        (check_raising(), Raise(S1, 300)),
    ),
    Clash(
        Code.RAISE_CAP,
        Code.BELOW_MINIMUM,
        (CAPPED, Raise(S2, 500)),
        (CAPPED, Raise(S2, 800)),
        (BEFORE_FLOP, Raise(S3, 300)),
    ),
    Clash(
        Code.BELOW_MINIMUM,
        Code.NOT_WHOLE_CHIPS,
        (FLOP, Bet(S1, 150)),
        (FLOP, Bet(S1, 100)),
        (FLOP, Bet(S1, 250)),
    ),
    Clash(
        Code.NOT_REOPENED,
        Code.BELOW_MINIMUM,
        (not_reopened(), Raise(S1, 600)),
        (not_reopened(), Raise(S1, 900)),
        (BEFORE_FLOP, Raise(S3, 300)),
    ),
)

CLASHES = (*OPENINGS, *TURNS, *CARDS, *DISCARDS, *WAGERS)


@pytest.mark.parametrize("clash", CLASHES, ids=lambda clash: f"{clash.first}, {clash.second}")
def test_of_two_refusals_the_earlier_in_the_list_is_returned(clash: Clash) -> None:
    assert code(clash.only_first) is clash.first
    assert code(clash.only_second) is clash.second
    assert code(clash.both) is min(clash.first, clash.second, key=ORDER.index)


def test_no_refusal_stands_in_the_list_twice() -> None:
    assert len({each.value for each in Code}) == len(Code.__members__)


def test_stud_and_hold_em_refuse_a_check_that_is_not_free_each_in_its_own_words() -> None:
    stud = opened(STUD)
    assert code((stud, Check(stud.to_act[0]))) is Code.FORCED_BET_DUE
    assert code((BEFORE_FLOP, Check(S3))) is Code.BET_TO_ANSWER
