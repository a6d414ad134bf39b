"""What every poker game shares: 14.3, 14.6, 14.7, 14.15 and 14.17 of the current text."""

from pokerroom.rules.clauses import General
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
)
