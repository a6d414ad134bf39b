"""Five-card stud high, N.J.A.C. 13:69F-14.13."""

from pokerroom.games.general import GENERAL
from pokerroom.ranking import AnyOf, Ranking
from pokerroom.rules.clauses import (
    Aces,
    Ante,
    BestShowing,
    Deal,
    DealersLeft,
    Extreme,
    Face,
    ForcedBet,
    Game,
    NextCardDown,
    OddUnitTo,
    Seats,
    Share,
    Street,
)
from pokerroom.rules.editions import NJAC_13_69F

DOWN, UP = Face.DOWN, Face.UP

cite = NJAC_13_69F.cite

# (f) requires a bet and sends the round to (e), which knows no check: the opener must bet (AMB-33).
MUST_BET = BestShowing(cite("14.13(f)", reading="AMB-33"), Ranking.BOARD_HIGH, tie=cite("14.13(f)"), compulsory=True)
TO_CONTENDERS = cite("14.13(g)", reading="AMB-50")

FIVE_CARD_STUD = Game(
    key="five-card-stud",
    name="Five-card stud high",
    family="five-card-stud",
    edition=NJAC_13_69F.key,
    permitted=cite("14.8(a)5"),
    seats=Seats(cite("14.13(b)"), most=8),
    ante=Ante(cite("14.13(b)")),
    order=DealersLeft(cite("14.13(c)")),
    streets=(
        Street(
            "second",
            Deal(cite("14.13(c)"), (DOWN, UP)),
            ForcedBet(cite("14.13(d)"), Extreme.LOWEST, Aces.HIGH),
            cite("14.13(e)"),
            exposed=NextCardDown(cite("14.15(l)"), dead_from=2),
        ),
        Street(
            "third",
            Deal(cite("14.13(f)", reading="AMB-50"), (UP,), cite("14.13(f)")),
            MUST_BET,
            cite("14.13(f)"),
        ),
        Street("fourth", Deal(TO_CONTENDERS, (UP,), cite("14.13(g)")), MUST_BET, cite("14.13(f)")),
        Street("fifth", Deal(TO_CONTENDERS, (UP,), cite("14.13(g)")), MUST_BET, cite("14.13(f)")),
    ),
    shares=(
        Share(
            cite("14.13(h)"),
            "high",
            Ranking.HIGH_FIVE,
            AnyOf(5),
            OddUnitTo.HIGHEST_CARD_BY_SUIT,
            cite("14.3(d)", reading="AMB-75"),
        ),
    ),
    general=GENERAL,
)
