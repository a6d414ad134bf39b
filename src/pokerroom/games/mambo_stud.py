"""Mambo stud, three cards and a community card, high-low split six or better. N.J.A.C. 13:69F-14.13A."""

from pokerroom.games.general import GENERAL
from pokerroom.ranking import AnyOf, Ranking
from pokerroom.rules.clauses import (
    Aces,
    Ante,
    Community,
    Deal,
    DealersLeft,
    Extreme,
    Face,
    ForcedBet,
    FreezeOrPlayOn,
    Game,
    HighestUpcard,
    NextCardDown,
    OddUnitTo,
    PairWithCommunity,
    Qualifier,
    Seats,
    Share,
    Street,
)
from pokerroom.rules.editions import NJAC_13_69F

DOWN, UP = Face.DOWN, Face.UP

cite = NJAC_13_69F.cite

MAMBO_STUD = Game(
    key="mambo-stud",
    name="Mambo stud high-low split six or better",
    family="mambo-stud",
    edition=NJAC_13_69F.key,
    permitted=cite("14.8(a)6"),
    seats=Seats(cite("14.13A(b)"), most=11),
    ante=Ante(cite("14.13A(b)")),
    order=DealersLeft(cite("14.13A(c)")),
    streets=(
        Street(
            "second",
            Deal(cite("14.13A(c)"), (DOWN, UP)),
            ForcedBet(cite("14.13A(d)"), Extreme.LOWEST, Aces.HIGH),
            cite("14.13A(e)"),
            exposed=NextCardDown(cite("14.15(m)"), dead_from=2),
        ),
        Street(
            "third",
            Deal(cite("14.13A(f)", reading="AMB-50"), (DOWN,), cite("14.13A(f)")),
            HighestUpcard(cite("14.13A(f)")),
            cite("14.13A(g)"),
            exposed=FreezeOrPlayOn(
                cite("14.15(m)"), freeze=cite("14.15(m)1", reading="AMB-116"), play_on=cite("14.15(m)2")
            ),
        ),
        Street(
            "community",
            Community(cite("14.13A(h)"), 1, cite("14.13A(h)")),
            PairWithCommunity(cite("14.13A(h)1"), tie=cite("14.13A(h)2")),
            cite("14.13A(i)"),
        ),
    ),
    shares=(
        Share(
            cite("14.13A(j)"),
            "high",
            Ranking.HIGH_THREE,
            AnyOf(3),
            OddUnitTo.HIGHEST_CARD_BY_SUIT,
            cite("14.13A(j)2", reading="AMB-72"),
        ),
        Share(
            cite("14.13A(j)"),
            "low",
            Ranking.LOW_THREE,
            AnyOf(3),
            OddUnitTo.LOWEST_CARD_BY_SUIT,
            cite("14.13A(j)3", reading="AMB-73"),
            Qualifier(cite("14.13A(k)"), worst="6"),
        ),
    ),
    halves=cite("14.13A(j)1"),
    general=GENERAL,
)
