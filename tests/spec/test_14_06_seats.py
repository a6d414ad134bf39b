"""N.J.A.C. 13:69F-14.6(a), (b) and 14.7(a): where a table opens, who has a seat at it, and who takes part."""

import pytest
from msgspec.structs import replace

from pokerroom import play
from pokerroom.cards import DECK
from pokerroom.play import Seat
from pokerroom.rules.staff import Official, Position
from pokerroom.table.refusals import Code, Refusal
from pokerroom.table.seating import Posting, TableRules, new_table, perform
from pokerroom.table.seating.commands import (
    CloseTable,
    DrawForButton,
    DrawnCard,
    LeaveSeat,
    OpenTable,
    Play,
    SitIn,
    SitOut,
    StartRound,
    TakeSeat,
)
from pokerroom.table.seating.events import GamingOpened, LeaveAsked, RoundStarted, SeatVacated
from tests.seating import DEALER, NAMES, OPENED, POKER_ROOM, SLOTS, Room, hold_em, omaha, seated, stud
from tests.spec_marks import scenario, spec
from tests.tables import name


def opening(*rotation: Posting, area: object = POKER_ROOM) -> object:
    return perform(new_table("7"), OpenTable(by=DEALER, at=OPENED, area=area, rotation=rotation))  # type: ignore[arg-type]


@spec("R-14.6-a")
def test_a_table_opens_in_an_approved_area_only() -> None:
    refusal = opening(hold_em(), area=SLOTS)
    assert isinstance(refusal, Refusal)
    assert refusal.code is Code.NOT_A_POKER_AREA
    assert refusal.paragraph == "14.6(a)"
    room = Room(hold_em())
    assert room.last(GamingOpened).area == POKER_ROOM.name


@spec("R-14.8-b")
def test_a_table_opens_for_permitted_games_only() -> None:
    for posting in (
        Posting(game="pineapple", house=hold_em().house),
        Posting(game="badugi", edition="19:47-2006", house=hold_em().house),
        Posting(game="hold-em", edition="no such text", house=hold_em().house),
    ):
        refusal = opening(posting)
        assert isinstance(refusal, Refusal)
        assert refusal.code is Code.NOT_PERMITTED
        assert refusal.paragraph == "14.8(b)"


@pytest.mark.parametrize(
    ("posting", "seats"), [(hold_em(), 11), (omaha(), 10), (stud(), 9), (stud(max_seats=7), 7)], ids=str
)
@scenario("HE-09")
@spec("R-14.9-b.1", "R-14.10-b.1", "R-14.11-b.1")
def test_a_table_has_as_many_seats_as_its_game_allows_or_the_house_posts(posting: Posting, seats: int) -> None:
    room = seated(posting, players=seats)
    assert room.table.vacant == ()
    refusal = room.refused(TakeSeat, Code.NO_SUCH_SEAT, player="Zoe", seat=seats, amount=10_000)
    assert refusal.paragraph.endswith("(b)")


@spec("R-14.9-b.1", "R-14.10-b.1")
def test_a_rotation_seats_no_more_than_each_of_its_games_allows() -> None:
    room = Room(replace(hold_em(), rounds=2), replace(stud(), rounds=2))
    assert len(room.table.places) == 9


@spec("R-14.6-b.1")
def test_nobody_is_dealt_to_alone() -> None:
    room = seated(hold_em(), players=1)
    room.refused(StartRound, Code.TOO_FEW_TO_DEAL, settings="a", software="1")
    room.sit("Bob", "S4", 100)
    room.start()
    assert room.last(RoundStarted).lineup == (0, 3)


@spec("R-14.6-b.3")
@pytest.mark.parametrize("position", [each for each in Position if each is not Position.CARD_READER], ids=str)
def test_nobody_who_has_a_seat_deals_at_the_table(position: Position) -> None:
    room = seated(hold_em(rules=TableRules(first_button="dealt-card")), players=3)
    seated_dealer = Official("Bob", position)
    cards = tuple(DrawnCard(place, DECK[place]) for place in range(3))
    refusal = room.refused(DrawForButton, Code.DEALER_PLAYS, by=seated_dealer, cards=cards)
    assert refusal.paragraph == "14.6(b)"
    room.do(DrawForButton, cards=cards)
    room.refused(StartRound, Code.DEALER_PLAYS, by=seated_dealer, settings="a", software="1")
    room.do(StartRound, settings="a", software="1")
    room.refused(Play, Code.DEALER_PLAYS, by=seated_dealer, command=play.Deal(DECK[:6]))
    room.do(Play, command=play.Deal(DECK[:6]))


@spec("R-14.6-b.3")
def test_the_dealer_of_a_round_takes_no_seat_while_it_lasts() -> None:
    room = seated(hold_em(), players=2)
    room.start()
    refusal = room.refused(TakeSeat, Code.DEALER_PLAYS, player=DEALER.name, seat=5, amount=10_000)
    assert refusal.paragraph == "14.6(b)"


@scenario("BT-10")
@spec("R-14.7-a")
def test_a_bystander_takes_no_part() -> None:
    room = seated(hold_em())
    room.start()
    turn = room.table.turn_to_act
    assert turn is not None
    refusal = room.refused(Play, Code.NOT_AT_TABLE, by="Vic", command=play.Call(Seat(turn)))
    assert refusal.paragraph == "14.7(a)"
    room.sit("Vic", "S9", 100)
    room.refused(Play, Code.NOT_DEALT_IN, by="Vic", command=play.Call(Seat(8)))


@spec("R-14.7-a")
def test_a_player_acts_only_for_their_own_seat() -> None:
    room = seated(hold_em())
    room.start()
    turn = room.table.turn_to_act
    assert turn is not None
    others = [player for seat, player in enumerate(NAMES[:3]) if seat != turn]
    room.refused(Play, Code.NOT_FOR_ANOTHER, by=others[0], command=play.Fold(Seat(turn)))
    room.refused(Play, Code.NOT_FOR_ANOTHER, by=NAMES[turn], command=play.DeclareMisdeal(play.Misdeal.SHUFFLE_OR_CUT))
    room.refused(LeaveSeat, Code.NOT_FOR_ANOTHER, by="Ann", player="Bob")
    room.refused(StartRound, Code.NO_AUTHORITY, by="Ann", settings="a", software="1")


def test_a_seat_is_one_players_and_a_player_has_one_seat() -> None:
    room = seated(hold_em(), players=2)
    room.refused(TakeSeat, Code.SEAT_TAKEN, player="Zoe", seat=0, amount=10_000)
    room.refused(TakeSeat, Code.ALREADY_SEATED, player="Ann", seat=5, amount=10_000)
    room.refused(LeaveSeat, Code.NOT_AT_TABLE, player="Zoe")
    for amount in (0, -5, True, 2.5):
        room.refused(TakeSeat, Code.NOT_AN_AMOUNT, player="Zoe", seat=5, amount=amount)


def test_a_player_who_sits_out_keeps_the_seat_and_is_not_dealt_in() -> None:
    room = seated(hold_em(), players=3)
    room.do(SitOut, player="Bob", by="Bob")
    room.start()
    assert room.last(RoundStarted).players == ("Ann", "Cat")
    room.do(SitIn, player="Bob", by="Bob")
    room.stay()
    room.start()
    assert room.last(RoundStarted).players == ("Ann", "Bob", "Cat")
    room.refused(SitIn, Code.WRONG_STATUS, player="Bob")


def test_a_player_who_leaves_during_a_round_they_are_dealt_into_leaves_when_it_is_over() -> None:
    room = seated(hold_em(), players=3)
    room.sit("Dan", "S6", 50)
    room.do(SitOut, player="Dan")
    room.start()
    room.leave("Dan")
    assert room.last(SeatVacated).amount == 5000
    room.leave("Bob")
    room.leave("Bob")
    assert len(room.all(LeaveAsked)) == 1
    room.stay()
    vacated = room.last(SeatVacated)
    assert (vacated.player, name(vacated.seat)) == ("Bob", "S2")
    assert room.table.seat_of("Bob") is None
    assert vacated.amount / 100 + sum(room.stakes) == 300


def test_a_table_closes_when_everybody_has_left_and_opens_again_without_a_button() -> None:
    room = seated(hold_em(), players=2)
    room.refused(CloseTable, Code.SEATS_OCCUPIED)
    room.refused(OpenTable, Code.TABLE_OPEN, area=POKER_ROOM, rotation=(hold_em(),))
    room.start()
    room.refused(CloseTable, Code.ROUND_IN_PROGRESS)
    room.stay()
    for player in ("Ann", "Bob"):
        room.leave(player)
    room.do(CloseTable)
    room.refused(TakeSeat, Code.TABLE_CLOSED, player="Ann", seat=0, amount=10_000)
    room.do(OpenTable, area=POKER_ROOM, rotation=(stud(),))
    assert room.button is None
    assert len(room.table.places) == 9


def test_each_round_records_edition_settings_and_software() -> None:
    room = seated(hold_em(), players=2)
    room.start()
    started = room.last(RoundStarted)
    assert (started.number, started.edition) == (1, "13:69F-current")
    assert (started.settings, started.software) == ("2024-05-01", "1.0")


def test_nothing_is_recorded_before_what_is_recorded_already() -> None:
    room = seated(hold_em(), players=2)
    room.now = OPENED.replace(hour=11)
    room.refused(LeaveSeat, Code.RECORDED_LATER, player="Ann")
    room.now = OPENED.replace(tzinfo=None)
    with pytest.raises(ValueError, match="time zone"):
        perform(room.table, room.asked(LeaveSeat, player="Ann"))
    with pytest.raises(TypeError, match="is not a command to a table"):
        perform(room.table, play.Fold(Seat(0)))  # type: ignore[arg-type]
