"""What every poker game shares: 14.3, 14.6, 14.7 and 14.15 to 14.17 of the current text."""

from pokerroom.rules.clauses import Exchange, FreezeOrPlayOn, General, ReplaceLast
from pokerroom.rules.editions import NJAC_13_69F

cite = NJAC_13_69F.cite

GENERAL = General(
    players=cite("14.6(b)"),
    seated=cite("14.7(a)"),
    blind=cite("14.7(b)2", reading="AMB-35"),
    stakes=cite("14.7(c)"),
    eligibility=cite("14.7(c)3", reading="AMB-78"),
    all_in=cite("14.7(c)4"),
    side_pot=cite("14.7(c)4iii"),
    turn=cite("14.7(d)"),
    call=cite('14.1 "Call"'),
    raise_=cite('14.1 "Raise"'),
    check=cite('14.1 "Check"'),
    fold=cite("14.15(j)1i", reading="AMB-43"),
    limits=cite("14.17"),
    check_raise=cite("14.7(j)"),
    obligation=cite("14.15(j)2"),
    uncalled=cite("14.6(d)", reading="AMB-82"),
    reopening=cite('14.1 "Raise"', reading="AMB-77"),
    burn=cite("14.6(e)3"),
    show=cite("14.15(d)"),
    concede=cite("14.15(d)", reading="R-05"),
    tie=cite("14.3(d)"),
    last_player=cite("14.6(e)5"),
    deck=cite("14.5(a)"),
    ruling=cite("14.15(b)"),
    round_of_play=cite('14.1 "Round of play"'),
    misdeal=cite("14.15(e)", reading="AMB-110"),
    shuffle_or_cut=cite("14.15(e)1"),
    wrong_start=cite("14.15(e)2", reading="AMB-118"),
    several_face_up=cite("14.15(e)3", reading="AMB-111"),
    skipped=cite("14.15(e)4", reading="AMB-118, R-15"),
    ineligible=cite("14.15(f)", reading="R-14"),
    card_count=cite("14.15(g)", reading="AMB-97"),
    face_up=cite("14.15(h)", reading="AMB-119"),
    off_table=cite("14.15(n)", reading="AMB-119"),
    protected=cite('14.1 "Protected hand"'),
    fouled=cite('14.1 "Fouled hand"'),
    unprotected=cite("14.15(i)"),
    reconstruct=cite("14.15(i)2"),
    victim=cite("14.15(i)3", reading="AMB-114"),
    left=cite("14.15(i)4"),
    turned_down=cite("14.15(j)1ii"),
    exposed=cite("14.15(k)", reading="AMB-40"),
    required=cite("14.16(b)", reading="R-25"),
    supplement=cite("14.15(r)"),
    rake=cite("14.14(b)"),
    most_percentage=cite("14.14(b)1i"),
    percentage_rake=cite("14.14(b)1ii", reading="AMB-90"),
    incremental_rake=cite("14.14(b)2i", reading="AMB-95"),
    time_charge=cite("14.14(b)3iii", reading="AMB-96"),
    contribution=cite("14.19(c)", reading="AMB-137"),
    entered=cite("14.6(e)2", reading="R-46"),
    named=cite("14.6(e)2", reading="R-44"),
    pushed=cite("14.6(e)5", reading="R-45"),
)

BY_HOUSE = cite("14.15(r)", reading="AMB-112")
LAST_CARD_FACE_UP = FreezeOrPlayOn(
    cite("14.15(k)", reading="R-13"),
    freeze=cite("14.15(k)1", reading="AMB-116, R-13"),
    play_on=cite("14.15(k)2", reading="R-13"),
)
"""Super stud, where the text has no rule for its own last card: that of seven-card stud."""
DEALT_FACE_UP = Exchange(BY_HOUSE, to_discards=BY_HOUSE)
"""Draw games, before the first betting round: the text has no rule, so the house files one."""
DRAWN_FACE_UP = ReplaceLast(BY_HOUSE)
HOLE_CARD_FACE_UP = Exchange(
    cite("14.15(o)", reading="AMB-113"), to_discards=cite("14.15(o)1"), as_burn=cite("14.15(o)2")
)
"""Hold 'em and omaha."""
