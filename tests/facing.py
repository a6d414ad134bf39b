"""Tables at which somebody is about to act, for the tests of words, chips and gestures."""

from pokerroom.games import game
from pokerroom.rules.clauses import Game
from pokerroom.rules.editions import NJAC_19_47_2006
from pokerroom.rules.house import Fixed, NoLimit, letter
from pokerroom.table.acts import WordRules
from tests.tables import Table, open_round

HOLD_EM = game("hold-em")
HOLD_EM_2006 = game("hold-em", NJAC_19_47_2006)
STUD = game("seven-card-stud-high")

BLINDS = (100, 200)
NO_LIMIT = letter(NoLimit(200), blinds=BLINDS)
LIMIT = letter(Fixed(1000, 2000), blinds=BLINDS)
STUD_SIGN = letter(Fixed(500, 1000), ante=100, forced_bet=200)
HELD_TO_IT = WordRules(out_of_turn="binding-if-unchanged")


def facing_ten(rules: Game = HOLD_EM, *, players: int = 4) -> Table:
    """On the flop S1 has bet 10 and S2 is to act."""
    table = open_round(rules, NO_LIMIT, players=players)
    table.stay(until="flop")
    table.play("S1 bets 10")
    return table


def on_the_flop() -> Table:
    table = open_round(HOLD_EM, NO_LIMIT, players=4)
    table.stay(until="flop")
    return table


def at_stud(*, forced: bool = False) -> Table:
    """The forced bet of 2 is due from S1; or, later, S4 has bet 5 on fourth street and S2 is to act."""
    table = open_round(STUD, STUD_SIGN, hands=("?? ?? 2c", "?? ?? 9d", "?? ?? Ts", "?? ?? Kh"))
    if not forced:
        table.play("S1 posts; S2 raises to 5; S3 calls; S4 calls; S1 calls")
        assert table.turn == "S4"
        table.play("S4 bets 5; S1 calls")
    return table
