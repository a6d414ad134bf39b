"""N.J.A.C. 13:69F-14.16(b): a player required to leave does leave, and is dealt into no further round of play."""

from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom import play
from pokerroom.cards import DECK
from pokerroom.play import MarkProtected, MayCall, Misdeal, Removal, RemoveHand
from pokerroom.play.events import Folded, ForcedBetPosted, HandRemoved, PotAwarded
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import TimeCharge
from pokerroom.table.conduct import HandInPlay
from pokerroom.table.ending import Ending
from pokerroom.table.refusals import Code
from pokerroom.table.seating.commands import (
    Agree,
    CollectTime,
    GoAway,
    LeaveSeat,
    Method,
    Play,
    ProposeMinimum,
    RemovePlayer,
    SitIn,
    SitOut,
    StartRound,
    TopUp,
)
from pokerroom.table.seating.events import (
    IncreaseAgreed,
    MinimumRaised,
    PlayerRemoved,
    RoundFinished,
    RoundStarted,
    SeatVacated,
)
from tests.going_wrong import STUD, STUD_SIGN, every_game, put_in, sign
from tests.seating import DEALER, FLOOR, SUPERVISOR, Room, hold_em, seated, stud
from tests.spec_marks import spec
from tests.tables import name, open_round, seat

RULING: dict[str, Any] = {"by": SUPERVISOR, "hand": HandInPlay.REMOVE}


def vacated(room: Room, who: str) -> SeatVacated:
    """How a player left, who has left."""
    assert room.table.seat_of(who) is None
    (left,) = (event for event in room.all(SeatVacated) if event.player == who)
    return left


def pot_of(room: Room) -> int:
    assert room.table.round is not None
    return room.table.round.pot


def dealt_in(room: Room) -> tuple[str, ...]:
    return room.last(RoundStarted).players


@spec("R-14.16-b")
def test_between_rounds_a_player_required_to_leave_goes_at_once_with_all_stakes() -> None:
    room = seated(hold_em(), players=3)
    room.round("S2")
    stakes = room.stakes_of("Bob")
    room.do(RemovePlayer, by=FLOOR, player="Bob")
    left = vacated(room, "Bob")
    assert (left.amount, left.by, left.rule.paragraph, left.rule.reading) == (stakes * 100, FLOOR, "14.16(b)", "R-25")
    assert room.last(PlayerRemoved).rule.paragraph == "14.16(b)"
    room.start()
    assert dealt_in(room) == ("Ann", "Cat")


@spec("R-14.16-b")
def test_in_a_round_the_player_plays_the_hand_out_and_is_not_dealt_into_the_next() -> None:
    room = seated(hold_em(), players=3)
    room.start()
    room.do(RemovePlayer, by=FLOOR, player="Ann")
    assert room.table.seat_of("Ann") is not None
    room.play("S3 calls; S1 raises to 6; S2 calls; S3 calls")
    room.stay()
    left = vacated(room, "Ann")
    assert left.rule.paragraph == "14.16(b)"
    finished = room.last(RoundFinished)
    assert left.amount == finished.stakes[finished.lineup.index(seat("S1"))]
    room.start()
    assert dealt_in(room) == ("Bob", "Cat")


def test_whoever_wins_the_last_round_takes_the_pot_along() -> None:
    room = seated(hold_em(), players=3, stakes=100)
    room.start()
    room.do(RemovePlayer, by=FLOOR, player="Bob")
    room.play("S3 calls; S1 calls; S2 raises to 10; S3 folds; S1 folds")
    won = room.last(PotAwarded).amounts[0]
    assert vacated(room, "Bob").amount == 10_000 - 200 + won > 10_000


ASKED: dict[str, tuple[type[Any], dict[str, Any]]] = {
    "sit out": (SitOut, {}),
    "sit in": (SitIn, {}),
    "add chips": (TopUp, {"amount": 1000}),
    "go away": (GoAway, {"method": Method.COUNTED, "by": SUPERVISOR}),
    "agree": (Agree, {}),
    "decline": (Agree, {"agrees": False}),
}


@spec("R-14.16-b")
@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("by", ["Ann", FLOOR], ids=["the player", "staff"])
def test_a_player_who_must_leave_asks_for_nothing_that_only_those_who_stay_have(asked: str, by: Any) -> None:
    room = seated(hold_em(), players=3)
    room.start()
    room.do(ProposeMinimum, by="Cat", minimum=300)
    room.do(RemovePlayer, by=FLOOR, player="Ann")
    kind, fields = ASKED[asked]
    refusal = room.refused(kind, Code.MUST_LEAVE, **{"by": by, "player": "Ann", **fields})
    assert refusal.paragraph == "14.16(b)"
    room.do(LeaveSeat, by="Ann", player="Ann")
    room.stay()
    vacated(room, "Ann")


def test_a_player_who_must_leave_proposes_nothing() -> None:
    room = seated(hold_em(), players=3)
    room.start()
    room.do(RemovePlayer, by=FLOOR, player="Ann")
    room.refused(ProposeMinimum, Code.MUST_LEAVE, by="Ann", minimum=300)


@spec("R-14.16-b", "R-14.15-b")
def test_the_supervisor_has_the_hand_removed_and_what_it_wagered_stays_in_the_pot() -> None:
    room = seated(hold_em(), players=4, stakes=100)
    room.start()
    room.play("S3 raises to 10; S4 calls")
    pot = pot_of(room)
    events = room.do(RemovePlayer, player="Cat", **RULING)
    (removed,) = (event for event in events if isinstance(event, HandRemoved))
    assert (removed.cause, removed.returned) == (Removal.REQUIRED_TO_LEAVE, 0)
    assert (removed.rule.paragraph, removed.rule.reading) == ("14.16(b)", "R-25")
    assert pot_of(room) == pot
    room.stay()
    assert vacated(room, "Cat").amount == 9000


@spec("R-14.16-b")
def test_a_hand_removed_between_two_players_ends_the_round_and_the_player_leaves_with_it() -> None:
    room = seated(hold_em(), players=2, stakes=100)
    room.start()
    room.play("S1 calls")
    events = room.do(RemovePlayer, player="Ann", **RULING)
    kinds = [type(event) for event in events]
    assert kinds.index(HandRemoved) < kinds.index(PotAwarded) < kinds.index(RoundFinished) < kinds.index(SeatVacated)
    assert vacated(room, "Ann").amount == 9800
    room.refused(StartRound, Code.TOO_FEW_TO_DEAL, settings="v1", software="1.0")


@pytest.mark.parametrize("hand", list(HandInPlay))
def test_a_player_who_has_folded_leaves_when_the_round_is_over(hand: HandInPlay) -> None:
    room = seated(hold_em(), players=3)
    room.start()
    room.play("S3 folds")
    room.do(RemovePlayer, by=SUPERVISOR, player="Cat", hand=hand)
    assert not room.all(HandRemoved)
    assert room.table.seat_of("Cat") is not None
    room.stay()
    assert vacated(room, "Cat").amount == 10_000


def test_after_finishing_first_the_supervisor_may_still_have_the_hand_removed() -> None:
    room = seated(hold_em(), players=3)
    room.start()
    removal = RemoveHand(seat("S1"), Removal.REQUIRED_TO_LEAVE)
    refusal = room.refused(Play, Code.NOT_REQUIRED_TO_LEAVE, by=SUPERVISOR, command=removal)
    assert refusal.paragraph == "14.16(b)"
    room.do(RemovePlayer, by=FLOOR, player="Ann")
    assert room.refused(Play, Code.NO_AUTHORITY, by=FLOOR, command=removal).paragraph == "14.15(b)"
    room.refused(Play, Code.NOT_FOR_ANOTHER, by="Ann", command=removal)
    room.do(Play, by=SUPERVISOR, command=removal)
    assert room.last(HandRemoved).seat == room.last(RoundStarted).lineup.index(seat("S1"))
    room.stay()
    vacated(room, "Ann")


@spec("R-14.16-b")
@pytest.mark.parametrize("by", [DEALER, "Ann", "Bob"], ids=str)
def test_no_dealer_and_no_player_sends_anybody_away(by: Any) -> None:
    room = seated(hold_em(), players=3)
    room.refused(RemovePlayer, Code.NO_AUTHORITY, by=by, player="Ann")
    room.refused(RemovePlayer, Code.NOT_AT_TABLE, by=FLOOR, player="Zoe")


def test_a_floorperson_alone_has_no_hand_removed() -> None:
    room = seated(hold_em(), players=3)
    room.start()
    before = room.table
    room.refused(RemovePlayer, Code.NO_AUTHORITY, by=FLOOR, player="Ann", hand=HandInPlay.REMOVE)
    assert room.table is before


@spec("R-14.16-b", "R-14.7-c-5.0")
@pytest.mark.parametrize("method", list(Method))
def test_a_player_on_a_temporary_leave_leaves_too_with_what_went_out_or_lies_covered(method: Method) -> None:
    room = seated(hold_em(), players=3)
    room.do(GoAway, by=SUPERVISOR, player="Bob", method=method)
    room.start()
    room.do(RemovePlayer, by=FLOOR, player="Bob")
    assert vacated(room, "Bob").amount == 10_000
    room.stay()


def test_a_player_who_sits_out_leaves_in_the_middle_of_a_round() -> None:
    room = seated(hold_em(), players=3)
    room.do(SitOut, player="Bob")
    room.start()
    room.do(RemovePlayer, by=FLOOR, player="Bob")
    assert vacated(room, "Bob").amount == 10_000
    assert room.table.dealing is not None


def test_chips_bought_in_the_middle_of_the_round_go_along() -> None:
    room = seated(hold_em(), players=3)
    room.start()
    room.top_up("Ann", 50)
    room.do(RemovePlayer, player="Ann", **RULING)
    room.stay()
    assert vacated(room, "Ann").amount == 10_000 - 100 + 5_000


def test_a_time_charge_that_is_owed_stays_owed_as_for_anybody_who_leaves() -> None:
    charge = TimeCharge(hourly=1200, every=30)
    room = seated(stud(rake=(), time_charge=charge), players=3, stakes=(100, 100, 5))
    room.wait(30)
    room.do(CollectTime)
    room.do(RemovePlayer, by=FLOOR, player="Cat")
    left = vacated(room, "Cat")
    assert (left.amount, left.owed) == (500, 600)


@spec("R-14.16-b")
@pytest.mark.parametrize(
    ("command", "ending"),
    [
        (play.DeclareMisdeal(Misdeal.SHUFFLE_OR_CUT), Ending.MISDEAL),
        (play.DeclareDead(play.CardCount.MISSING), Ending.DEAD),
    ],
    ids=["misdeal", "dead round"],
)
def test_the_player_leaves_however_the_round_ends(command: Any, ending: Ending) -> None:
    room = seated(hold_em(), players=3)
    room.start()
    room.do(RemovePlayer, by=FLOOR, player="Ann")
    room.do(Play, by=SUPERVISOR, command=command)
    assert room.last(RoundFinished).ending is ending
    assert vacated(room, "Ann").amount == 10_000


@spec("R-14.16-b", "R-14.17.2")
@pytest.mark.parametrize("in_round", [True, False])
def test_nobody_waits_for_the_agreement_of_who_must_leave(in_round: bool) -> None:
    room = seated(hold_em(), players=3)
    if in_round:
        room.start()
    room.do(ProposeMinimum, by="Ann", minimum=300)
    room.do(Agree, by="Bob", player="Bob")
    assert not room.all(IncreaseAgreed)
    room.do(RemovePlayer, by=FLOOR, player="Cat")
    assert room.last(IncreaseAgreed).minimum == 300
    if in_round:
        room.stay()
    assert room.last(MinimumRaised).minimum == 300


def test_a_table_that_the_last_player_leaves_raises_no_minimum() -> None:
    room = seated(hold_em(), players=1)
    room.do(ProposeMinimum, by=FLOOR, minimum=300)
    room.do(RemovePlayer, by=FLOOR, player="Ann")
    assert not room.all(IncreaseAgreed)


def test_a_player_is_sent_away_before_the_dealer_has_dealt_a_card() -> None:
    """The blind that was posted stays in the pot; the cards go to the others."""
    room = seated(hold_em(), players=3)
    room.do(StartRound, settings="v1", software="1.0")
    room.do(RemovePlayer, player="Ann", **RULING)
    room.do(Play, command=play.Deal(DECK[:4]))
    assert room.turn == "S3"
    room.play("S3 folds")
    assert vacated(room, "Ann").amount == 9900


@spec("R-14.16-b")
@every_game
@pytest.mark.parametrize("protected", [True, False])
def test_in_every_game_a_hand_removed_loses_what_it_wagered_protected_or_not(each: Game, protected: bool) -> None:
    table = open_round(each, sign(each), players=4)
    gone = next(place for place in (3, 2, 1) if table.state.turn != place)
    who = seat(name(gone))
    if protected:
        table.do(MarkProtected(who, "held"))
    pot, stake = table.pot, put_in(table)[gone]
    table.do(RemoveHand(who, Removal.REQUIRED_TO_LEAVE))
    removed = table.only(HandRemoved)
    assert (removed.rule.paragraph, removed.returned, table.pot) == ("14.16(b)", 0, pot)
    assert name(gone) not in table.live
    table.stay()
    assert table.state.stacks[gone] == 10000 - stake


@spec("R-14.16-b", "R-14.15-j-2")
def test_a_forced_bettor_required_to_leave_still_places_the_forced_bet() -> None:
    table = open_round(STUD, STUD_SIGN, hands=("?? ?? 7h", "?? ?? 2c", "?? ?? 2d"))
    table.do(RemoveHand(seat("S2"), Removal.REQUIRED_TO_LEAVE))
    paid, folded = table.log[-2:]
    assert isinstance(paid, ForcedBetPosted)
    assert (paid.amount, paid.rule.paragraph) == (200, "14.15(j)2")
    assert isinstance(folded, Folded)
    assert folded.rule.paragraph == "14.16(b)"
    assert (table.live, table.turn, table.offer(MayCall).amount) == (("S1", "S3"), "S3", 200)


def test_at_a_table_of_another_edition_the_paragraph_is_borrowed() -> None:
    room = seated(replace(hold_em(), edition="19:47-2006"), players=3)
    room.do(RemovePlayer, by=FLOOR, player="Ann")
    rule = vacated(room, "Ann").rule
    assert (rule.edition, rule.paragraph, rule.reading) == ("13:69F-current", "14.16(b)", "R-25, R-01")
