"""The room share: who was dealt in at the other participating tables at the moment of the hit (R-56)."""

from datetime import timedelta

from msgspec.structs import replace

from pokerroom.jackpot.census import players_in
from pokerroom.jackpot.commands import Contribute, FollowSystem, NoteDealtIn, OfferPayout as Offer, ReportHit, VerifyHit
from pokerroom.jackpot.linking import census_elsewhere
from pokerroom.jackpot.people import ROOM
from pokerroom.jackpot.rules import Census, PayoutRules, Shares
from tests.payouts import BEGAN, DEALER, RULES, SHIFT, Fund, showdown
from tests.spec_marks import spec

QUADS = ("Td Tc Jd Qd 2c", "Ts Th", "Kd Ad")
TABLES = ("1", "2", "3", "4")


def with_room_share(minutes: int) -> PayoutRules:
    shares = Shares(losing=40, winning=20, table=20, room=20)
    return replace(RULES, tables=TABLES, shares=shares, census=Census(minutes=minutes))


def dealt(fund: Fund, table: str, round_: int, *players: str) -> None:
    fund.does(NoteDealtIn, ROOM, table=table, round=round_, event=10 * round_, players=players)


def over(fund: Fund, table: str, round_: int) -> None:
    fund.does(Contribute, ROOM, table=table, round=round_, primary=0, chips=0)


def hit(fund: Fund, **of: int) -> None:
    fund.does(ReportHit, ROOM, showdown=showdown(*QUADS, dealt_in=3), **of)


@spec("R-14.19-b-3", "R-14.19-a.2")
def test_a_round_in_progress_elsewhere_counts_and_one_that_ended_long_ago_does_not() -> None:
    fund = Fund(with_room_share(minutes=5))
    fund.collected(1_000_00)
    dealt(fund, "3", 1, "v", "w")
    over(fund, "3", 1)
    for minute in range(6):
        dealt(fund, "4", minute + 1, "y")
        over(fund, "4", minute + 1)
    dealt(fund, "2", 1, "x", "other 0")
    hit(fund)
    found = fund.payout.hits[1]
    assert [(each.table, each.round, each.players, each.in_progress) for each in found.census] == [
        ("2", 1, ("x", "other 0"), True),
        ("4", 6, ("y",), False),
    ]
    assert found.room == ("x", "y"), "whoever was dealt in at the table of the hit has their part there"


def test_where_only_rounds_in_progress_count_a_table_between_rounds_has_no_part() -> None:
    fund = Fund(with_room_share(minutes=0))
    dealt(fund, "2", 1, "x")
    over(fund, "2", 1)
    dealt(fund, "3", 1, "z")
    hit(fund)
    assert fund.payout.hits[1].room == ("z",)


def test_a_player_who_has_moved_is_counted_once() -> None:
    fund = Fund(with_room_share(minutes=60))
    dealt(fund, "2", 1, "x")
    over(fund, "2", 1)
    dealt(fund, "3", 1, "x", "z")
    hit(fund)
    assert fund.payout.hits[1].room == ("x", "z")


@spec("R-14.19-a.2")
def test_every_cent_of_the_room_share_is_somebodys_and_odd_dollars_go_to_the_losing_hand() -> None:
    fund = Fund(with_room_share(minutes=5))
    fund.collected(1_001_37)
    dealt(fund, "2", 1, "x", "y", "z")
    hit(fund)
    fund.does(VerifyHit, SHIFT, hit=1)
    awards = {award.player: award.amount for award in fund.payout.hits[1].awards}
    assert awards == {"a": 403_37, "b": 200_00, "other 0": 200_00, "x": 66_00, "y": 66_00, "z": 66_00}
    assert sum(awards.values()) == 1_001_37


def test_a_hit_that_a_dealer_declares_has_the_same_census() -> None:
    fund = Fund(with_room_share(minutes=5))
    dealt(fund, "2", 1, "x")
    fund.does(ReportHit, DEALER, showdown=showdown(*QUADS, dealt_in=3))
    assert fund.payout.hits[1].room == ("x",)


def test_what_was_declared_is_not_reported_again_by_the_end_of_the_round() -> None:
    fund = Fund()
    fund.does(ReportHit, DEALER, showdown=showdown(*QUADS, dealt_in=3))
    assert fund.refused(ReportHit, DEALER, showdown=showdown(*QUADS, dealt_in=3)) == ("hit known", "14.19(i)")
    assert fund.asks(ReportHit, ROOM, showdown=showdown(*QUADS, dealt_in=3), event=9) == ()
    assert len(fund.payout.hits) == 1


@spec("R-14.19-b-3")
def test_a_room_share_without_a_rule_of_who_has_it_is_not_offered() -> None:
    fund = Fund()
    found = fund.refused(Offer, SHIFT, payout="Other", rules=replace(with_room_share(5), census=None), filing="A")
    assert found == ("not complete", "14.19(b)3")


def of_a_system(minutes: int, *, pending: tuple[str, ...] = ()) -> Fund:
    fund = Fund(replace(with_room_share(minutes), system="Shore bad beat"))
    fund.does(FollowSystem, ROOM, event=1, offered=True, why="", shown=(0, 0), pending=pending)
    return fund


def counted_at(fund: Fund, minute: int) -> tuple[str, ...]:
    """Who has a part in a hit elsewhere that was completed in this minute of the fund."""
    return players_in(census_elsewhere(fund.payout, BEGAN + timedelta(minutes=minute)))


@spec("R-14.19-b-3")
def test_a_hit_elsewhere_counts_whoever_was_dealt_in_then_and_not_who_is_when_it_is_told() -> None:
    fund = of_a_system(minutes=2)
    dealt(fund, "1", 1, "a", "b")  # minute 2
    dealt(fund, "2", 1, "x", "b")
    over(fund, "1", 1)
    over(fund, "2", 1)
    dealt(fund, "1", 2, "c")
    over(fund, "1", 2)  # minute 7
    dealt(fund, "1", 3, "d")
    assert [counted_at(fund, minute) for minute in (1, 2, 3, 5, 6, 7, 8)] == [
        (),
        ("a", "b"),
        ("a", "b", "x"),
        ("a", "b", "x"),
        ("c", "x", "b"),
        ("c", "x", "b"),
        ("d",),
    ]


@spec("R-14.19-b-3")
def test_what_was_dealt_is_kept_while_a_line_may_come_back_and_no_longer() -> None:
    for pending, kept in (((), False), (("A.1.primary",), True)):
        fund = of_a_system(minutes=0, pending=pending)
        for number in range(1, 20):
            dealt(fund, "1", number, f"player {number}")
            over(fund, "1", number)
        assert (counted_at(fund, 4) == ("player 2",)) is kept
        assert counted_at(fund, 36) == ("player 18",)
        assert len(fund.payout.earlier["1"]) == (18 if kept else 5)
