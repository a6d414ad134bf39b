"""Hold 'em high, N.J.A.C. 13:69F-14.10, whose button, blinds and turns the other button games borrow."""

from pokerroom.games.general import GENERAL, HOLE_CARD_FACE_UP
from pokerroom.ranking import AnyOf, Ranking
from pokerroom.rules.clauses import (
    Ante,
    Blinds,
    Button,
    Community,
    Deal,
    Face,
    Game,
    LeftOfButton,
    OddUnitTo,
    Seats,
    Share,
    Street,
)
from pokerroom.rules.editions import NJAC_13_69F

cite = NJAC_13_69F.cite

BLINDS = Blinds(cite("14.10(d)"), turn=cite("14.10(f)"))
LEFT_OF_BUTTON = LeftOfButton(cite("14.10(g)"))
BOARD_STREETS = (
    Street("flop", Community(cite("14.10(g)"), 3, cite("14.10(g)")), LEFT_OF_BUTTON, cite("14.10(g)")),
    Street("turn", Community(cite("14.10(h)"), 1, cite("14.10(h)")), LEFT_OF_BUTTON, cite("14.10(g)")),
    Street("river", Community(cite("14.10(i)"), 1, cite("14.10(i)")), LEFT_OF_BUTTON, cite("14.10(g)")),
)

HOLD_EM = Game(
    key="hold-em",
    name="Hold 'em",
    family="hold-em",
    edition=NJAC_13_69F.key,
    permitted=cite("14.8(a)2"),
    seats=Seats(cite("14.10(b)"), most=11),
    ante=Ante(cite("14.10(b)")),
    order=Button(cite("14.10(c)")),
    streets=(
        Street(
            "pre-flop",
            Deal(cite("14.10(e)"), (Face.DOWN,) * 2),
            BLINDS,
            cite("14.10(f)"),
            exposed=HOLE_CARD_FACE_UP,
        ),
        *BOARD_STREETS,
    ),
    shares=(
        Share(
            cite("14.10(j)"),
            "high",
            Ranking.HIGH_FIVE,
            AnyOf(5),
            OddUnitTo.LEFT_OF_BUTTON,
            cite("14.3(d)", reading="AMB-75"),
        ),
    ),
    general=GENERAL,
)
