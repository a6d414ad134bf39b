"""How a table is driven: seats of the table outside, seats of the round inside, one record for both."""

import msgspec
import pytest

from pokerroom import play
from pokerroom.cards import DECK
from pokerroom.play import Exposed, MayFold, Place as Chips, Ruling, Seat
from pokerroom.play.events import Called, Folded, RoundOpened, Ruled
from pokerroom.rules.house import Fixed, NoLimit, Showing
from pokerroom.rules.staff import Official
from pokerroom.table.refusals import Code
from pokerroom.table.seating import TABLE_PRESETS, TableRules, apply, decide, new_table, next_lineup, offers, replay
from pokerroom.table.seating.apply import FOLDS
from pokerroom.table.seating.commands import Command, Play, SitOut, StartRound, TopUp
from pokerroom.table.seating.decide import HANDLERS
from pokerroom.table.seating.events import Event, RoundFinished, RoundStarted, TableEvent
from pokerroom.table.seating.posting import law
from tests.seating import DEALER, FLOOR, SUPERVISOR, Room, customary_house, hold_em, seated, stud
from tests.spec_marks import spec
from tests.tables import seat

S2, S5, S9 = 1, 4, 8


def scattered() -> Room:
    """Three players in S2, S5 and S9: seats 0, 1 and 2 of the round; S9 has the button and acts first."""
    room = Room(hold_em())
    for who, where in (("Ann", "S2"), ("Bob", "S5"), ("Cat", "S9")):
        room.sit(who, where, 100)
    room.start()
    return room


def test_commands_name_seats_of_the_table_and_events_those_of_the_round() -> None:
    room = scattered()
    assert room.last(RoundStarted).lineup == (S2, S5, S9)
    assert room.turn == "S9"
    room.play("S9 calls; S2 folds")
    assert room.last(Called).seat == 2
    assert room.last(Folded).seat == 0
    assert room.table.round_seat(S5) == 1
    assert room.table.round_seat(0) is None


def test_a_refusal_of_the_round_names_seats_of_the_table() -> None:
    room = scattered()
    refusal = room.refused(Play, play.Code.NOT_YOUR_TURN, by="Ann", command=play.Fold(Seat(S2)))
    assert str(refusal).startswith("seat 2 acted, but it is seat 9's turn")


def test_offers_are_asked_for_by_seat_of_the_table() -> None:
    room = scattered()
    assert any(isinstance(offer, MayFold) for offer in offers(room.table, S9))
    assert offers(room.table, S2) == ()
    assert offers(room.table, 0) == ()


def test_a_ruling_moves_chips_between_seats_of_the_table() -> None:
    room = scattered()
    ruling = Ruling(SUPERVISOR, room.now, "a blind was posted for the wrong seat", "14.10(d)")
    move = play.Move(100, Chips(Seat(S2), "stakes"), Chips(Seat(S2), "bet"))
    room.do(Play, command=play.Rule(ruling, (move,)))
    assert room.last(Ruled).moves[0].source.seat == 0
    stranger = play.Move(100, Chips(Seat(0), "stakes"), Chips(Seat(S2), "bet"))
    room.refused(Play, Code.NOT_DEALT_IN, command=play.Rule(ruling, (stranger,)))


def test_an_upheld_action_and_an_exposed_card_name_seats_of_the_table() -> None:
    room = Room(hold_em())
    for who, where in (("Ann", "S2"), ("Bob", "S5"), ("Cat", "S9")):
        room.sit(who, where, 100)
    room.do(StartRound, settings="v1", software="1.0")
    cards = DECK[:6]
    room.do(Play, command=play.Deal(tuple(cards) + DECK[6:7], (Exposed(Seat(S9), 0),)))
    assert room.turn == "S9"
    ruling = Ruling(SUPERVISOR, room.now, "the amount was announced and accepted", "14.17")
    room.do(Play, command=play.Uphold(play.Raise(Seat(S9), 310), ruling))
    assert room.stakes == (99, 98, 96.9)


@spec("R-14.15-b")
@pytest.mark.parametrize("by", [DEALER, FLOOR, SUPERVISOR], ids=str)
def test_no_refused_action_stands_without_a_ruling_of_the_shift_supervisor(by: Official) -> None:
    room = seated(hold_em(Fixed(200, 400), max_raises=1), players=3)
    room.start()
    assert room.turn is not None
    actor = seat(room.turn)
    raised = play.Raise(Seat(actor), 450)
    refusal = room.refused(Play, Code.NO_RULING, by=by, command=play.Uphold(raised))
    assert "14.15(b)" in str(refusal)
    own = Ruling(FLOOR, room.now, "everybody agreed", "14.17")
    room.refused(Play, play.Code.NOT_THE_SUPERVISOR, by=by, command=play.Uphold(raised, own))
    ruling = Ruling(SUPERVISOR, room.now, "the amount was announced and accepted", "14.17")
    room.do(Play, by=by, command=play.Uphold(raised, ruling))


def test_a_player_does_not_rule_or_deal() -> None:
    room = scattered()
    command = play.Uphold(play.Check(Seat(S9)))
    room.refused(Play, Code.NOT_FOR_ANOTHER, by="Cat", command=command)


def test_the_line_up_to_come_can_be_looked_at() -> None:
    room = seated(hold_em(), players=3)
    lineup = next_lineup(room.table)
    assert lineup is not None
    room.start()
    assert lineup.seats == room.last(RoundStarted).lineup
    assert next_lineup(seated(hold_em(), players=1).table) is None


def test_decide_changes_nothing_and_its_events_are_the_change() -> None:
    room = seated(hold_em(), players=2)
    before = room.table
    events = decide(before, TopUp(by=DEALER, at=room.now, player="Ann", amount=100))
    assert isinstance(events, tuple)
    assert room.table is before
    for event in events:
        before = apply(before, event)
    assert before.place(0).stakes == 10_100


def test_a_round_that_ends_as_it_is_dealt_is_finished_with_its_start() -> None:
    house = customary_house(NoLimit(200), blinds=(100, 200), showing=Showing.ALL, short_stack_dealt_in=True)
    room = Room(msgspec.structs.replace(hold_em(), house=house))
    room.sit("Ann", "S1", 1)
    room.sit("Bob", "S2", 1)
    room.start()
    assert room.table.dealing is None
    assert isinstance(room.log[-2], RoundFinished)
    assert sorted(room.stakes) in ([0, 2], [1, 1])


def test_every_command_has_its_handler() -> None:
    assert set(HANDLERS) == set(Command.__args__)


def test_every_event_of_table_and_round_has_a_tag_of_its_own() -> None:
    tags = [kind.__struct_config__.tag for kind in Event.__args__]
    assert len(set(tags)) == len(tags)
    assert set(TableEvent.__args__) < set(Event.__args__)


def test_every_event_of_a_table_has_a_fold() -> None:
    """One that was forgotten would be recorded, and would change the past once somebody remembers it."""
    assert set(FOLDS) == set(TableEvent.__args__)


def test_a_record_starts_with_the_opening_of_the_table() -> None:
    room = seated(hold_em(), players=2)
    with pytest.raises(TypeError, match="starts with GamingOpened"):
        replay(room.log[1:])
    with pytest.raises(TypeError, match="NoneType"):
        replay([])
    assert new_table("7").is_open is False


def test_a_paragraph_an_edition_does_not_hold_is_borrowed() -> None:
    assert law("19:47-2006", "14.10(c)3").edition == "19:47-2006"
    borrowed = law("19:47-2006", "14.14(b)3v", "AMB-96")
    assert (borrowed.edition, borrowed.reading) == ("13:69F-current", "AMB-96, R-01")


def test_the_presets_differ_where_the_readings_say() -> None:
    letter, customary = (preset() for preset in TABLE_PRESETS.values())
    assert letter == TableRules()
    differing = {name for name in TableRules.__struct_fields__ if getattr(letter, name) != getattr(customary, name)}
    assert differing == {"preset", "button_rule", "missed_blinds", "kill_if_absent"}


def test_the_dealers_left_starts_a_game_without_a_button() -> None:
    room = Room(stud())
    for who, where in (("Ann", "S3"), ("Bob", "S6"), ("Cat", "S8")):
        room.sit(who, where, 100)
    room.do(SitOut, player="Bob")
    room.start()
    assert room.button is None
    assert room.last(RoundOpened).button is None
    assert room.last(RoundStarted).lineup == (2, 7)
