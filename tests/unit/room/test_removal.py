"""A player required to leave is out of the whole room, by one commit or not at all, until reinstated, 14.16(b)."""

from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any

import msgspec
import pytest

from pokerroom.ledger import bank, stakes, trial_balance
from pokerroom.log import Envelope
from pokerroom.play import Draw, Fold, Removal, RemoveHand, Seat, Stage
from pokerroom.play.events import Folded, ForcedBetPosted
from pokerroom.room import checkpoint
from pokerroom.room.auditing import Check
from pokerroom.room.books import LEDGER
from pokerroom.room.books.commands import Deposit
from pokerroom.room.commands import Order
from pokerroom.room.conduct import CONDUCT
from pokerroom.room.conduct.commands import OnConduct
from pokerroom.room.lists import Wanted, commands as on_lists
from pokerroom.room.lists.commands import OnLists
from pokerroom.room.lists.events import GotUp, PlayerTakenOff
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.orders.entrances import ENTRANCES as CLOSED
from pokerroom.room.ports import StoreFailed
from pokerroom.room.reopening import reopened
from pokerroom.room.room import Room, refused
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable, DealRound
from pokerroom.rules.staff import Official, Position
from pokerroom.table.conduct import HandInPlay, NotifyDivision, PlayerRequiredToLeave, Reinstate, RequireToLeave, due
from pokerroom.table.refusals import Code
from pokerroom.table.seating import commands as at_table
from pokerroom.table.seating.events import PlayerRemoved, RoundStarted, SeatVacated
from tests.spec_marks import spec
from tests.unit.room.house import BO, DEALER, KEYS, STUD, SUPERVISOR, House, staged
from tests.unit.room.test_auditing import decided, edited, examined, found, nth, of_rules, retold
from tests.unit.room.test_checkpoint import CODE, from_point, same
from tests.unit.room.test_room import stored

FLOOR = Official("Flynn", Position.FLOORPERSON)
HOLD_EM, OMAHA = Wanted("hold-em", "$2-$4"), Wanted("omaha-high", "$2-$4")
CAUSE = "signals to seat 5"


def listed(**options: Any) -> House:
    """Table 4 with p0 to p3, on the lists too."""
    house = staged(**options)
    on_the_lists(house, on_lists.AddTable, by=SUPERVISOR, table="4", wanted=HOLD_EM, seats=8)
    for seat in range(4):
        on_the_lists(house, on_lists.TakeSeat, player=f"p{seat}", table="4", seat=seat)
    return house


def on_the_lists(house: House, kind: type[Any], *, by: Any = FLOOR, **said: Any) -> None:
    house.do(OnLists(kind(at=house.at, by=by, **said)))


def leaving(house: House, player: str, hand: HandInPlay = HandInPlay.FINISH) -> OnConduct:
    by = SUPERVISOR if hand is HandInPlay.REMOVE else FLOOR
    return OnConduct(RequireToLeave(by=by, at=house.at, player=player, cause=CAUSE, hand=hand))


def reinstated(house: House, player: str) -> None:
    house.do(OnConduct(Reinstate(by=SUPERVISOR, at=house.at, player=player, reason="it was a misunderstanding")))


def played_out(house: House, table: str = "4") -> None:
    while house.room.states(TABLES)[table].dealing is not None:
        house.stay_in(table)


def balanced(house: House) -> None:
    """The books have every cent, and an audit finds nothing."""
    house.room.post()
    assert trial_balance(house.room.state(LEDGER)).difference == 0
    for name, table in house.room.states(TABLES).items():
        assert table.is_balanced
        for _, place in table.seated:
            assert house.room.state(LEDGER).balance(stakes(name, place.player)) == place.stakes
    assert found(house.store) == ()


@spec("R-14.16-b")
def test_a_player_required_to_leave_is_not_dealt_into_the_next_round() -> None:
    house = listed()
    house.play_round("4", Random(1))
    house.do(leaving(house, "p1"))
    house.deal("4")
    assert "p1" not in started(house)[-1].players
    played_out(house)
    balanced(house)


@pytest.mark.parametrize("hand", list(HandInPlay))
def test_in_a_round_the_player_leaves_when_it_is_over_and_the_stakes_go_to_the_bank(hand: HandInPlay) -> None:
    house = listed()
    house.deal("4")
    house.stay_in("4")
    house.do(leaving(house, "p1", hand))
    assert house.room.states(TABLES)["4"].seat_of("p1") == 1
    assert house.room.state(LISTS).seat_of("p1") is not None, "nobody else is called to the seat yet"
    played_out(house)
    (left,) = (event for event in events_at(house, "4") if isinstance(event, SeatVacated))
    assert (left.player, left.rule.paragraph) == ("p1", "14.16(b)")
    house.room.post()
    assert house.room.state(LEDGER).balance(bank("p1")) == 40_000 + left.amount
    house.deal("4")
    assert "p1" not in started(house)[-1].players
    played_out(house)
    balanced(house)


def events_at(house: House, table: str) -> list[Any]:
    """All that happened at a table, decks unopened."""
    return stored(house, TABLES.named(table))


def started(house: House) -> list[RoundStarted]:
    return [event for event in events_at(house, "4") if isinstance(event, RoundStarted)]


@spec("R-14.16-b")
def test_the_order_is_one_commit_of_conduct_table_and_lists() -> None:
    house = listed()
    before = max(each.position for each in house.store.read_all())
    done = house.do(leaving(house, "p1"))
    assert [(stream, type(event)) for stream, event in done.events] == [
        (CONDUCT.name, PlayerRequiredToLeave),
        ("table/4", PlayerRemoved),
        ("table/4", SeatVacated),
        (LISTS.name, PlayerTakenOff),
        (LISTS.name, GotUp),
    ]
    (batch,) = {each.envelope.cause for each in house.store.read_all(after=before)}
    assert batch == done.id


@pytest.mark.parametrize("hand", list(HandInPlay))
def test_an_order_that_cannot_be_recorded_has_changed_nothing(hand: HandInPlay) -> None:
    house = listed()
    on_the_lists(house, on_lists.OpenList, wanted=OMAHA)
    on_the_lists(house, on_lists.Join, player="p1", name="Pat", wanted=OMAHA)
    house.deal("4")
    before = state_of(house.room)
    house.recorder.fails = StoreFailed("the disk is full")
    with pytest.raises(StoreFailed):
        house.room.do(Order("x", leaving(house, "p1", hand)))
    assert state_of(house.room) == before
    assert state_of(reopened(house.store, house.new_room())) == before
    house.recorder.fails = None
    house.do(leaving(house, "p1", hand))
    assert state_of(reopened(house.store, house.new_room())) == state_of(house.room)


def state_of(room: Room) -> tuple[Any, ...]:
    return room.states(TABLES), room.state(LISTS), room.state(CONDUCT), room.state(LEDGER), room.heads, room.due


def test_an_order_asked_twice_is_carried_out_once() -> None:
    house = listed()
    asked = leaving(house, "p1")
    first, second = house.ask(asked, order="o1"), house.ask(asked, order="o1")
    assert first.events
    assert second.repeated
    assert len(house.room.state(CONDUCT).removals) == 1


@spec("R-14.16-b")
def test_a_player_leaves_the_table_and_every_list() -> None:
    house = listed()
    house.open_table("5")
    house.seat("5", ["q0", "q1", "q2"])
    on_the_lists(house, on_lists.AddTable, by=SUPERVISOR, table="5", wanted=OMAHA, seats=8)
    on_the_lists(house, on_lists.Join, player="p1", name="Pat", wanted=OMAHA)
    on_the_lists(house, on_lists.OpenInterest, wanted=Wanted("badugi", "$2-$4"))
    on_the_lists(house, on_lists.Join, player="p1", name="Pat", wanted=Wanted("badugi", "$2-$4"))
    until = house.at + timedelta(minutes=20)
    lock = {"table": "5", "seat": 6, "until": until, "reason": "on the way"}
    on_the_lists(house, on_lists.LockSeat, player="p1", **lock)
    on_the_lists(house, on_lists.RequestChange, player="p1")
    house.deal("4")
    house.do(leaving(house, "p1", HandInPlay.REMOVE))
    seat = house.room.states(TABLES)["4"].seat_of("p1")
    assert seat is None or house.room.states(TABLES)["4"].place(seat).must_leave
    assert not [
        each for each in house.room.state(LISTS).lists.values() for entry in each.entries if entry.player == "p1"
    ]
    assert house.room.state(LISTS).change_of("p1") is None
    assert house.room.state(LISTS).hold_of("p1") is None
    played_out(house, "4")
    assert house.room.states(TABLES)["4"].seat_of("p1") is None
    balanced(house)


def test_a_seat_that_was_held_for_the_player_is_offered_to_the_next() -> None:
    house = listed()
    for player in ("ann", "ben"):
        on_the_lists(house, on_lists.Join, player=player, name=player, wanted=HOLD_EM)
    on_the_lists(house, on_lists.CallNext, table="4")
    assert house.room.state(LISTS).holds[-1].player == "ann"
    house.do(leaving(house, "ann"))
    assert [hold.player for hold in house.room.state(LISTS).holds] == ["ben"]


def test_a_player_who_finishes_a_round_is_called_to_no_main_game() -> None:
    house = listed()
    on_the_lists(house, on_lists.AddTable, by=SUPERVISOR, table="6", wanted=OMAHA, seats=2)
    on_the_lists(house, on_lists.RemoveTable, by=SUPERVISOR, table="4")
    on_the_lists(house, on_lists.AddTable, by=SUPERVISOR, table="4", wanted=OMAHA, seats=8, feeds="6")
    on_the_lists(house, on_lists.TakeSeat, player="p1", table="4", seat=1)
    house.deal("4")
    house.do(leaving(house, "p1"))
    answer = house.ask(OnLists(on_lists.CallNext(at=house.at, by=FLOOR, table="6")))
    assert "nobody can be called" in str(answer)


ENTRANCES: dict[str, Any] = {
    "a seat": lambda house: AtTable("4", house.sitting("p1", 5)),
    "chips": lambda house: AtTable("4", at_table.TopUp(by="p1", at=house.at, player="p1", amount=100)),
    "sitting in": lambda house: AtTable("4", at_table.SitIn(by=DEALER, at=house.at, player="p1")),
    "coming back": lambda house: AtTable("4", at_table.Return(by=SUPERVISOR, at=house.at, player="p1", amount=10_000)),
    "a list": lambda house: asked_of_lists(house, on_lists.Join, name="Pat", wanted=HOLD_EM),
    "another table": lambda house: asked_of_lists(house, on_lists.RequestChange),
    "a call by name": lambda house: asked_of_lists(house, on_lists.CallPlayer, table="4", seat=5),
    "an offer": lambda house: asked_of_lists(house, on_lists.Accept, table="4", seat=5),
    "a seat by the lists": lambda house: asked_of_lists(house, on_lists.TakeSeat, table="4", seat=5),
    "a seat locked up": lambda house: asked_of_lists(
        house, on_lists.LockSeat, table="4", seat=5, until=house.at + timedelta(minutes=5), reason="a friend"
    ),
}


def asked_of_lists(house: House, kind: type[Any], **said: Any) -> OnLists:
    return OnLists(kind(at=house.at, by=FLOOR, player="p1", **said))


@spec("R-14.16-b")
@pytest.mark.parametrize("entrance", ENTRANCES)
def test_every_entrance_is_closed_and_says_by_which_paragraph(entrance: str) -> None:
    house = listed()
    house.do(leaving(house, "p1"))
    before = state_of(house.room)
    answer = house.ask(ENTRANCES[entrance](house))
    assert refused(answer)
    assert answer.code is Code.REQUIRED_TO_LEAVE
    assert f"p1 was required to leave the game: {CAUSE} (N.J.A.C. 13:69F-14.16(b)" in str(answer)
    assert state_of(house.room) == before


@pytest.mark.parametrize("entrance", ["a seat", "a list", "a seat by the lists", "a seat locked up"])
def test_a_reinstated_player_comes_in_like_anybody(entrance: str) -> None:
    house = listed()
    house.do(leaving(house, "p1"))
    reinstated(house, "p1")
    house.do(ENTRANCES[entrance](house))


@spec("R-14.16-b")
def test_a_reinstated_player_is_dealt_in_and_may_be_required_to_leave_again() -> None:
    house = listed()
    house.do(leaving(house, "p1"))
    house.do(OnConduct(NotifyDivision(by=FLOOR, at=house.at, player="p1", reference="N-1")))
    reinstated(house, "p1")
    house.do(AtTable("4", house.sitting("p1", 5)))
    house.play_round("4", Random(2))
    assert "p1" in started(house)[-1].players
    assert due(house.room.state(CONDUCT), house.at) == ()
    house.do(leaving(house, "p1"))
    assert [each.of for each in due(house.room.state(CONDUCT), house.at)] == ["p1"]
    house.play_round("4", Random(2))
    assert "p1" not in started(house)[-1].players
    balanced(house)


def test_a_player_reinstated_in_the_round_still_gives_up_the_seat_and_may_take_one_again() -> None:
    house = listed()
    house.deal("4")
    house.do(leaving(house, "p1"))
    reinstated(house, "p1")
    assert refused(house.ask(AtTable("4", at_table.TopUp(by="p1", at=house.at, player="p1", amount=100))))
    played_out(house)
    assert house.room.states(TABLES)["4"].seat_of("p1") is None
    house.do(AtTable("4", house.sitting("p1", 1)))
    balanced(house)


def test_one_table_that_cannot_follow_refuses_the_order_as_a_whole() -> None:
    """While a short deck is reshuffled no hand leaves the round; nothing is recorded elsewhere either."""
    house = listed()
    house.open_table("9", "triple-draw-deuce-to-seven")
    house.seat("9", ["r1", *(f"q{number}" for number in range(5))], amount=20_000)
    house.deal("9")
    until_shuffling(house, "9")
    before = state_of(house.room)
    answer = house.ask(leaving(house, "r1", HandInPlay.REMOVE))
    assert "still being dealt" in str(answer)
    assert state_of(house.room) == before
    house.do(leaving(house, "r1", HandInPlay.FINISH))
    assert house.room.states(TABLES)["9"].place(0).must_leave


def until_shuffling(house: House, table: str) -> None:
    """Everybody stays and draws five cards, which one deck cannot give."""
    while True:
        now = house.room.states(TABLES)[table]
        state, seat = now.round, now.turn_to_act
        assert state is not None
        if state.stage is Stage.SHUFFLING:
            return
        if state.stage is Stage.DRAWING:
            assert seat is not None
            assert state.turn is not None
            drawn = Draw(Seat(seat), state.down[state.turn])
            house.do(AtTable(table, at_table.Play(by=now.place(seat).player, at=house.at, command=drawn)))
        else:
            house.stay_in(table)


@pytest.mark.parametrize(
    "command",
    [
        lambda house: AtTable("4", at_table.RemovePlayer(by=SUPERVISOR, at=house.at, player="p1")),
        lambda house: OnLists(on_lists.Remove(by=SUPERVISOR, at=house.at, player="p1")),
    ],
    ids=["from a table", "from the lists"],
)
def test_nobody_is_sent_away_but_by_the_order_of_which_the_division_is_told(command: Any) -> None:
    house = listed()
    answer = house.ask(command(house))
    assert "p1 has not been required to leave" in str(answer)
    assert house.room.states(TABLES)["4"].seat_of("p1") == 1


@pytest.mark.parametrize("hand", list(HandInPlay))
@pytest.mark.parametrize("steps", [0, 2])
def test_a_room_opened_again_knows_who_must_leave(hand: HandInPlay, steps: int) -> None:
    house = listed()
    house.deal("4")
    point = checkpoint.written(checkpoint.standing(house.room), code=CODE, keys=KEYS)
    house.do(leaving(house, "p1", hand))
    later = checkpoint.written(checkpoint.standing(house.room), code=CODE, keys=KEYS)
    for _ in range(steps):
        house.stay_in("4")
    whole = reopened(house.store, house.new_room())
    same(whole, house.room)
    for value in (point, later):
        same(from_point(house, value), whole)
    house.room = whole
    assert house.room.states(TABLES)["4"].place(1).must_leave
    assert refused(house.ask(AtTable("4", house.sitting("p1", 6))))
    played_out(house)
    house.deal("4")
    assert "p1" not in started(house)[-1].players
    played_out(house)
    balanced(house)


def test_a_player_on_leave_takes_what_is_theirs() -> None:
    house = listed()
    for player, method in (("p1", at_table.Method.COUNTED), ("p2", at_table.Method.COVERED)):
        house.do(AtTable("4", at_table.GoAway(by=SUPERVISOR, at=house.at, player=player, method=method)))
        house.do(leaving(house, player))
        house.room.post()
        assert house.room.state(LEDGER).balance(bank(player)) == 50_000
    balanced(house)


# What an audit finds.


def with_a_removal() -> House:
    """A record of rounds before and after somebody was required to leave who never sat down."""
    house = listed()
    house.do(Deposit(player="eve", amount=10_000, by=BO, at=house.at))
    house.play_round("4", Random(1))
    house.do(leaving(house, "eve"))
    house.play_round("4", Random(2))
    reinstated(house, "eve")
    house.play_round("4", Random(3))
    house.room.post()
    return house


def told_of_p1(house: House, **removal: Any) -> Any:
    """The same record, had it been p1 who was required to leave, and reinstated."""

    def tell(each: Envelope) -> Iterator[bytes]:
        body = msgspec.json.decode(each.body)
        if each.stream == CONDUCT.name:
            body.update(player="p1", **(removal if each.tag == "PlayerRequiredToLeave" else {}))
        yield msgspec.json.encode(body) if each.stream == CONDUCT.name else each.body

    return retold(house.store, tell)


@spec("R-14.16-b")
def test_an_audit_finds_a_player_dealt_in_while_a_removal_stood() -> None:
    house = with_a_removal()
    assert found(house.store) == ()
    (finding,) = found(told_of_p1(house))
    rounds = [each.envelope for each in house.store.read("table/4") if each.envelope.tag == "RoundStarted"]
    assert (finding.check, finding.stream, finding.sequence) == (Check.CONDUCT, "table/4", rounds[1].sequence)
    assert "p1 was dealt into round 2" in finding.what


def test_an_audit_holds_no_round_against_a_removal_from_before_it_took_effect() -> None:
    assert found(told_of_p1(with_a_removal(), hand=None)) == ()


def test_an_audit_finds_a_player_seated_while_a_removal_stood_and_one_removed_for_nothing() -> None:
    house = listed()
    house.do(leaving(house, "eve"))
    house.do(Deposit(player="zed", amount=10_000, by=BO, at=house.at))
    house.do(AtTable("4", house.sitting("zed", 6)))
    house.do(leaving(house, "p1"))
    house.room.post()
    assert examined(house.store).counts["players removed"] == 1
    assert found(house.store) == ()
    first, second = (nth(house.store, CONDUCT.name, "PlayerRequiredToLeave", number) for number in (0, 1))
    (seated,) = found(edited(house.store, first, lambda body: body.update(player="zed")))
    assert (seated.check, "zed was given a seat" in seated.what) == (Check.CONDUCT, True)
    (removed,) = found(edited(house.store, second, lambda body: body.update(player="zoe")))
    assert (removed.check, "p1 was removed and had not been" in removed.what) == (Check.CONDUCT, True)


def test_an_audit_finds_a_reinstatement_of_nobody() -> None:
    house = with_a_removal()
    back = nth(house.store, CONDUCT.name, "PlayerReinstated")
    findings = found(edited(house.store, back, lambda body: body.update(player="zoe")))
    assert [(each.check, each.stream) for each in findings] == [(Check.REGISTERS, CONDUCT.name)]
    assert "zoe was not required to leave" in findings[0].what


@pytest.mark.parametrize("hand", list(HandInPlay))
def test_the_rules_lead_to_the_removal_that_was_recorded(hand: HandInPlay) -> None:
    house = listed()
    house.deal("4")
    house.stay_in("4")
    house.do(leaving(house, "p1", hand))
    played_out(house)
    house.do(leaving(house, "p2"))
    assert of_rules(decided(house.store, "table/4")) == []
    removed = nth(house.store, "table/4", "PlayerRemoved")
    changed = edited(house.store, removed, lambda body: body.update(seat=2))
    assert of_rules(decided(changed, "table/4"))


@pytest.mark.parametrize("cause", [Removal.LEFT, Removal.REQUIRED_TO_LEAVE, Removal.THROWN_AWAY])
def test_a_forced_bettor_whose_hand_was_taken_away_is_not_blamed(cause: Removal) -> None:
    house = staged(game="seven-card-stud-high", house=STUD)
    house.deal("4")
    seat = house.room.states(TABLES)["4"].turn_to_act
    assert seat is not None
    house.do(leaving(house, house.room.states(TABLES)["4"].place(seat).player))
    removal = RemoveHand(Seat(seat), cause)
    done = house.do(AtTable("4", at_table.Play(by=SUPERVISOR, at=house.at, command=removal)))
    assert [type(event) for _, event in done.events[:2]] == [ForcedBetPosted, Folded]
    assert of_rules(decided(house.store, "table/4")) == []


def test_who_folds_is_out_of_the_round_and_leaves_with_it() -> None:
    house = listed()
    house.deal("4")
    seat = house.room.states(TABLES)["4"].turn_to_act
    assert seat is not None
    player = house.room.states(TABLES)["4"].place(seat).player
    house.do(AtTable("4", at_table.Play(by=player, at=house.at, command=Fold(Seat(seat)))))
    house.do(leaving(house, player, HandInPlay.REMOVE))
    played_out(house)
    house.do(DealRound(table="4", by=DEALER, at=house.at))
    assert player not in started(house)[-1].players


def test_the_entrances_tried_here_are_all_there_are() -> None:
    house = listed()
    assert {type(entrance(house).command) for entrance in ENTRANCES.values()} == set(CLOSED)
