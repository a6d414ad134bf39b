"""Seven-card stud in four forms, N.J.A.C. 13:69F-14.9 and, in its older form, 19:47-14.9."""

from msgspec.structs import replace

from pokerroom.games.general import GENERAL
from pokerroom.ranking import AnyOf, Ranking
from pokerroom.rules.clauses import (
    Aces,
    Ante,
    BestShowing,
    CommonCard,
    Deal,
    DealersLeft,
    Extreme,
    Face,
    ForcedBet,
    FreezeOrPlayOn,
    Game,
    NextCardDown,
    OddUnitTo,
    Qualifier,
    Seats,
    Share,
    Street,
)
from pokerroom.rules.editions import NJAC_13_69F, NJAC_19_47_2006

DOWN, UP = Face.DOWN, Face.UP

cite = NJAC_13_69F.cite

HIGH_SHOWING = BestShowing(cite("14.9(f)1", reading="AMB-21"), Ranking.BOARD_HIGH, tie=cite("14.9(f)3"))
LOW_SHOWING = BestShowing(cite("14.9(f)2", reading="AMB-21"), Ranking.BOARD_LOW, tie=cite("14.9(f)3"))


def streets(opener: ForcedBet, showing: BestShowing) -> tuple[Street, ...]:
    to_contenders = cite("14.9(h)", reading="AMB-50")
    return (
        Street(
            "third",
            Deal(cite("14.9(c)"), (DOWN, DOWN, UP)),
            opener,
            cite("14.9(e)"),
            exposed=NextCardDown(cite("14.15(k)", reading="AMB-115"), dead_from=2),
        ),
        Street(
            "fourth",
            Deal(cite("14.9(f)", reading="AMB-50"), (UP,), cite("14.9(f)")),
            showing,
            cite("14.9(g)"),
        ),
        Street("fifth", Deal(to_contenders, (UP,), cite("14.9(h)")), showing, cite("14.9(g)")),
        Street("sixth", Deal(to_contenders, (UP,), cite("14.9(h)")), showing, cite("14.9(g)")),
        Street(
            "seventh",
            Deal(to_contenders, (DOWN,), cite("14.9(h)")),
            showing,
            cite("14.9(g)"),
            exposed=FreezeOrPlayOn(
                cite("14.15(k)"), freeze=cite("14.15(k)1", reading="AMB-116"), play_on=cite("14.15(k)2")
            ),
        ),
    )


HIGH_HALF = Share(
    cite("14.9(i)3"),
    "high",
    Ranking.HIGH_FIVE,
    AnyOf(5),
    OddUnitTo.HIGHEST_CARD_BY_SUIT,
    cite("14.9(i)3ii", reading="AMB-72"),
)
LOW_HALF = Share(
    cite("14.9(i)3"),
    "low",
    Ranking.LOW_ACE_TO_FIVE,
    AnyOf(5),
    OddUnitTo.LOWEST_CARD_BY_SUIT,
    cite("14.9(i)3iii", reading="AMB-73"),
)

HIGH = Game(
    key="seven-card-stud-high",
    name="Seven-card stud high",
    family="seven-card-stud",
    edition=NJAC_13_69F.key,
    permitted=cite("14.8(a)1"),
    seats=Seats(cite("14.9(b)"), most=9),
    ante=Ante(cite("14.9(b)")),
    order=DealersLeft(cite("14.9(c)")),
    streets=streets(ForcedBet(cite("14.9(d)1"), Extreme.LOWEST, Aces.HIGH), HIGH_SHOWING),
    shortage=CommonCard(cite("14.9(h)", reading="AMB-51"), ("sixth", "seventh")),
    shares=(
        Share(
            cite("14.9(i)1"),
            "high",
            Ranking.HIGH_FIVE,
            AnyOf(5),
            OddUnitTo.HIGHEST_CARD_BY_SUIT,
            cite("14.3(d)", reading="AMB-75"),
        ),
    ),
    general=GENERAL,
)
LOW = replace(
    HIGH,
    key="seven-card-stud-low",
    name="Seven-card stud low",
    streets=streets(
        ForcedBet(cite("14.9(d)2", reading="AMB-30"), Extreme.HIGHEST, Aces.LOW, aces_by_house=True),
        LOW_SHOWING,
    ),
    shares=(
        Share(
            cite("14.9(i)2", reading="AMB-10"),
            "low",
            Ranking.LOW_ACE_TO_FIVE,
            AnyOf(5),
            OddUnitTo.LOWEST_CARD_BY_SUIT,
            cite("14.3(d)", reading="AMB-75"),
        ),
    ),
)
HIGH_LOW = replace(
    HIGH,
    key="seven-card-stud-high-low",
    name="Seven-card stud high-low split",
    streets=streets(ForcedBet(cite("14.9(d)3"), Extreme.HIGHEST, Aces.LOW), HIGH_SHOWING),
    shares=(HIGH_HALF, LOW_HALF),
    halves=cite("14.9(i)3i"),
)
HIGH_LOW_EIGHT = replace(
    HIGH,
    key="seven-card-stud-high-low-eight",
    name="Seven-card stud high-low split eight or better",
    streets=streets(ForcedBet(cite("14.9(d)4"), Extreme.LOWEST, Aces.HIGH), HIGH_SHOWING),
    shares=(HIGH_HALF, replace(LOW_HALF, qualifier=Qualifier(cite("14.9(j)"), worst="8"))),
    halves=cite("14.9(i)3i"),
)

# The 2006 text has no low game, so its numbers run one lower after (d)1, (f)1 and (i)1.
RENUMBERED_2006 = {
    "14.9(d)3": "14.9(d)2",
    "14.9(d)4": "14.9(d)3",
    "14.9(f)3": "14.9(f)2",
    "14.9(i)3": "14.9(i)2",
    "14.9(i)3i": "14.9(i)2i",
    "14.9(i)3ii": "14.9(i)2ii",
    "14.9(i)3iii": "14.9(i)2iii",
}


def under_2006(game: Game) -> Game:
    """Eight seats, and a common card on seventh street only (AMB-04, AMB-53)."""
    return game.under(
        NJAC_19_47_2006,
        renumber=RENUMBERED_2006,
        seats=Seats(NJAC_19_47_2006.cite("14.9(b)"), most=8),
        shortage=CommonCard(NJAC_19_47_2006.cite("14.9(h)", reading="AMB-53"), ("seventh",)),
    )


CURRENT = (HIGH, LOW, HIGH_LOW, HIGH_LOW_EIGHT)
EDITION_2006 = (under_2006(HIGH), under_2006(HIGH_LOW), under_2006(HIGH_LOW_EIGHT))
