"""N.J.A.C. 13:69F-14.10(c), (d): the first button, its way round the table, and the blinds that follow it."""

import pytest
from msgspec.structs import replace

from pokerroom import play
from pokerroom.cards import DECK, parse_cards
from pokerroom.play.events import AntesPosted, BlindPosted
from pokerroom.rules.house import NoLimit
from pokerroom.rules.rulebook import Rulebook
from pokerroom.table.ending import Ending
from pokerroom.table.refusals import Code
from pokerroom.table.seating import Posting, TableRules, customary_table, perform
from pokerroom.table.seating.commands import DrawForButton, DrawnCard, Play, PostChange, SitIn, SitOut, StartRound
from pokerroom.table.seating.events import (
    BlindsMissed,
    ButtonDrawn,
    ButtonMoved,
    GameChanged,
    RoundFinished,
    RoundStarted,
    Why,
)
from tests.seating import NAMES, Room, customary_house, hold_em, seated, stud
from tests.spec_marks import scenario, spec
from tests.tables import name

DRAWN = TableRules(first_button="dealt-card")


def drawn(text: str) -> tuple[DrawnCard, ...]:
    return tuple(DrawnCard(seat, card) for seat, card in enumerate(parse_cards(text)))


def dead_button(**rules: object) -> Posting:
    house = customary_house(NoLimit(200), blinds=(100, 200))
    return Posting(game="hold-em", house=house, rules=customary_table(**rules))


def blinds(room: Room) -> dict[str, float]:
    """Who posted what in the last round, by seats of the table."""
    last = max(at for at, event in enumerate(room.log) if isinstance(event, RoundStarted))
    started = room.log[last]
    assert isinstance(started, RoundStarted)
    posted = [event for event in room.log[last:] if isinstance(event, BlindPosted)]
    return {name(started.lineup[event.seat]): event.amount / 100 for event in posted}


@scenario("HE-10")
@spec("R-14.10-c-2-i", "R-14.10-c-3", "R-14.1-button", "R-14.10-d.1")
def test_the_first_button_is_at_the_dealers_right_and_then_goes_round_clockwise() -> None:
    room = seated(hold_em(), players=9)
    room.start()
    assert room.button == "S9"
    assert room.last(ButtonMoved).rule.paragraph == "14.10(c)2i"
    assert blinds(room) == {"S1": 1, "S2": 2}
    for expected in ("S1", "S2", "S3"):
        room.stay()
        assert room.button == expected
        assert room.last(ButtonMoved).rule.paragraph == "14.10(c)3"
        room.start()
        assert room.button == expected


@scenario("HE-10")
@spec("R-14.10-c-2-ii")
def test_or_one_card_is_dealt_to_each_and_the_highest_gets_it() -> None:
    room = seated(hold_em(rules=DRAWN), players=3)
    assert room.refused(StartRound, Code.NO_BUTTON, settings="a", software="1").paragraph == "14.10(c)2ii"
    room.do(DrawForButton, cards=drawn("Kd Ks Qc"))
    assert room.button == "S2"
    assert room.last(ButtonDrawn).rule.paragraph == "14.10(c)2ii"
    room.start()
    assert room.button == "S2"
    assert blinds(room) == {"S3": 1, "S1": 2}


def test_a_house_may_have_equal_ranks_draw_again() -> None:
    room = seated(hold_em(rules=replace(DRAWN, button_draw_tie="redraw")), players=3)
    room.refused(DrawForButton, Code.BUTTON_TIED, cards=drawn("Kd Ks Qc"))
    room.do(DrawForButton, cards=drawn("2d 2s Qc"))
    assert room.button == "S3"


@pytest.mark.parametrize("cards", ["Kd Ks", "Kd Ks Qc 2c", "Kd Ks ??", ""], ids=str)
def test_one_card_of_one_deck_goes_to_everybody_who_plays(cards: str) -> None:
    room = seated(hold_em(rules=DRAWN), players=3)
    room.refused(DrawForButton, Code.NO_DRAW_FOR_BUTTON, cards=drawn(cards))


def test_no_card_is_drawn_for_a_button_that_lies_or_where_the_dealers_right_has_it() -> None:
    room = seated(hold_em(rules=DRAWN), players=3)
    room.do(DrawForButton, cards=drawn("Kd Ks Qc"))
    room.refused(DrawForButton, Code.NO_DRAW_FOR_BUTTON, cards=drawn("Kd Ks Qc"))
    seated(hold_em(), players=3).refused(DrawForButton, Code.NO_DRAW_FOR_BUTTON, cards=drawn("Kd Ks Qc"))


@spec("R06-14.10-c")
def test_the_edition_of_2006_has_the_same_button() -> None:
    room = seated(replace(hold_em(), edition="19:47-2006"), players=9)
    room.start()
    assert room.button == "S9"
    assert str(room.last(ButtonMoved).rule.edition) == "19:47-2006"
    room.stay()
    assert room.button == "S1"


@spec("R-14.10-c-3")
def test_the_button_passes_over_empty_seats_and_those_not_dealt_in() -> None:
    room = Room(hold_em())
    for who, where in (("Ann", "S2"), ("Bob", "S5"), ("Cat", "S6"), ("Dan", "S9")):
        room.sit(who, where, 100)
    room.start()
    assert (room.button, blinds(room)) == ("S9", {"S2": 1, "S5": 2})
    room.do(SitOut, player="Ann")
    room.stay()
    assert room.button == "S5"
    room.do(SitOut, player="Bob")
    room.do(SitIn, player="Ann")
    room.start()
    assert (room.button, blinds(room)) == ("S6", {"S9": 1, "S2": 2})


@scenario("HE-06")
@spec("R-14.10-d.1")
def test_between_two_players_the_button_posts_the_second_blind_or_the_first_by_house_rule() -> None:
    room = seated(hold_em(), players=2)
    room.start()
    assert (room.button, room.turn, blinds(room)) == ("S2", "S1", {"S1": 1, "S2": 2})
    custom = seated(hold_em(heads_up_button_small_blind=True), players=2)
    custom.start()
    assert (custom.button, custom.turn, blinds(custom)) == ("S2", "S2", {"S2": 1, "S1": 2})


@scenario("IR-01")
def test_a_misdeal_leaves_the_button_where_it_was() -> None:
    room = seated(hold_em(), players=4)
    room.start()
    assert room.button == "S4"
    room.play("S3 calls")
    room.do(Play, command=play.DeclareMisdeal(play.Misdeal.WRONG_START))
    assert room.last(RoundFinished).ending is Ending.MISDEAL
    assert (room.button, room.stakes) == ("S4", (100, 100, 100, 100))
    room.start()
    assert (room.button, blinds(room)) == ("S4", {"S1": 1, "S2": 2})
    assert room.last(RoundStarted).number == 2


@scenario("IR-06")
def test_a_dead_round_leaves_the_button_where_it_was_too() -> None:
    room = seated(hold_em(), players=4)
    room.start()
    room.do(Play, command=play.DeclareDead(play.CardCount.MISSING))
    assert room.last(RoundFinished).ending is Ending.DEAD
    assert (room.button, room.stakes) == ("S4", (100, 100, 100, 100))


def test_a_game_without_a_button_leaves_it_until_a_game_with_one_comes_round_again() -> None:
    room = seated(replace(hold_em(), rounds=2), replace(stud(), rounds=1), players=3)
    buttons = []
    games = []
    for _ in range(5):
        room.start()
        buttons.append(room.button)
        games.append(room.last(RoundStarted).game)
        room.stay()
    assert games == ["hold-em", "hold-em", "seven-card-stud-high", "hold-em", "hold-em"]
    assert buttons == ["S3", "S1", "S2", "S2", "S3"]
    assert [event.turn for event in room.all(GameChanged)] == [1, 0, 1]


def test_a_dead_button_never_has_a_player_post_the_last_blind_twice_or_skip_it() -> None:
    room = seated(dead_button(), players=5)
    posted = []
    for turn in range(7):
        if turn == 2:
            room.leave("Cat")  # S3 would have had the first blind.
        room.start()
        posted.append(tuple(blinds(room).items()))
        room.stay()
    assert [tuple(who for who, _ in each) for each in posted] == [
        ("S1", "S2"),
        ("S2", "S3"),
        ("S4",),
        ("S4", "S5"),
        ("S5", "S1"),
        ("S1", "S2"),
        ("S2", "S4"),
    ]


def test_a_dead_button_lies_at_the_empty_seat() -> None:
    room = seated(dead_button(), players=5)
    room.round()
    room.leave("Ann")
    room.start()
    # S1 had the first blind and has left: the button lies there; S5 is the last before it.
    assert (room.button, blinds(room), room.turn) == ("S1", {"S2": 1, "S3": 2}, "S4")
    assert room.last(RoundStarted).button == 0


def test_a_dead_button_goes_from_three_players_to_two_and_back() -> None:
    room = seated(dead_button(), players=3)
    seen = []
    for turn in range(5):
        if turn == 1:
            room.do(SitOut, player="Ann")
        if turn == 3:
            room.sit("Dan", "S4", 100)
        room.start()
        seen.append((room.button, blinds(room)))
        room.stay()
    assert seen == [
        ("S3", {"S1": 1, "S2": 2}),
        ("S2", {"S2": 1, "S3": 2}),
        ("S3", {"S3": 1, "S2": 2}),
        ("S4", {"S2": 1, "S3": 2}),
        ("S2", {"S3": 1, "S4": 2}),
    ]


def test_a_missed_blind_is_made_good_into_the_pot() -> None:
    room = seated(dead_button(), players=5)
    room.round()
    room.do(SitOut, player="Cat")
    room.round()  # The second blind passes S3 and goes to S4, the first to S2.
    assert room.last(BlindsMissed).player == "Cat"
    assert room.last(BlindsMissed).missed == 0b10
    room.round()  # The first blind passes S3 too.
    assert room.last(BlindsMissed).missed == 0b11
    room.do(SitIn, player="Cat")
    room.start()
    assert room.last(RoundStarted).made_good == (2,)
    assert room.last(AntesPosted).amounts == (0, 0, 300, 0, 0)
    assert room.last(AntesPosted).to_main_pot
    room.stay()
    assert room.table.place(2).missed == 0
    room.start()
    assert room.last(RoundStarted).made_good == ()


def test_a_player_who_comes_back_in_the_last_blind_makes_nothing_good() -> None:
    room = seated(dead_button(), players=5)
    room.round()
    room.do(SitOut, player="Dan")
    for _ in range(5):
        room.round()
    assert blinds(room) == {"S2": 1, "S3": 2}
    assert room.table.place(3).missed == 0b11
    room.do(SitIn, player="Dan")
    room.start()
    assert blinds(room) == {"S3": 1, "S4": 2}
    assert not room.all(AntesPosted)
    room.stay()
    assert room.table.place(3).missed == 0


def test_a_player_who_sits_out_where_the_first_blind_stands_dead_misses_it() -> None:
    room = seated(dead_button(), players=5)
    room.round()
    room.do(SitOut, player="Bob")  # Bob has just posted the second blind; the first is due from Bob now.
    room.start()
    assert blinds(room) == {"S3": 2}
    room.stay()
    assert (room.last(BlindsMissed).player, room.last(BlindsMissed).missed) == ("Bob", 0b01)


@pytest.mark.parametrize(("stakes", "dealt_in"), [(4, False), (5, True)])
@spec("R-14.7-c-3")
def test_what_is_made_good_must_be_covered_with_one_minimum_bet(stakes: float, dealt_in: bool) -> None:
    room = seated(dead_button(), players=5, stakes=(100, 100, stakes, 100, 100))
    room.do(SitOut, player="Cat")
    for _ in range(4):
        room.round()
    room.do(SitIn, player="Cat")
    room.start()
    assert ("Cat" in room.last(RoundStarted).players) == dealt_in


def test_blinds_go_on_from_where_they_were_after_a_game_without_them() -> None:
    stud_between = replace(stud(), rounds=1)
    room = seated(replace(dead_button(), rounds=1), stud_between, players=4)
    last = []
    for _ in range(3):
        room.start()
        last.append(name(room.last(RoundStarted).blinds[-1]))
        room.stay()
        room.round()
    assert last == ["S2", "S3", "S4"]


def test_a_button_at_a_seat_that_no_longer_exists_is_at_the_first_one() -> None:
    room = seated(hold_em(), players=3)
    room.sit("Kim", "S11", 100)
    room.start()
    assert room.button == "S11"
    room.do(Play, command=play.DeclareMisdeal(play.Misdeal.SHUFFLE_OR_CUT))
    room.leave("Kim")
    room.do(PostChange, rotation=(hold_em(max_seats=9),))
    assert room.button == "S1"


def test_under_the_letter_nobody_owes_a_blind_for_having_been_away() -> None:
    room = seated(hold_em(), players=4)
    room.do(SitOut, player="Bob")
    for _ in range(4):
        room.round()
    assert not room.all(BlindsMissed)
    room.do(SitIn, player="Bob")
    room.start()
    assert not room.all(AntesPosted)
    assert NAMES[1] in room.last(RoundStarted).players


@spec("R-14.10-c-1")
def test_every_viewer_sees_one_button_and_none_in_a_game_without_one() -> None:
    for posting, expected in ((hold_em(), {"S4"}), (stud(), set())):
        room = seated(posting, players=4)
        room.start()
        state = room.table.round
        assert state is not None
        viewers: tuple[play.Viewer, ...] = (*map(play.Seat, range(4)), play.Role.SPECTATOR, play.Role.DEALER)
        for viewer in viewers:
            seen = play.view(state, viewer).button
            assert ({name(seen)} if seen is not None else set()) == expected


def cat_back_after_both_blinds(*, wait: bool) -> Room:
    """Of five players Cat sat out until both blinds had passed her, and is back."""
    room = seated(dead_button(), players=5)
    room.round()
    room.do(SitOut, player="Cat")
    for _ in range(2):
        room.round()
    room.do(SitIn, player="Cat", wait=wait)
    return room


def test_whoever_waits_for_the_last_blind_is_dealt_in_when_it_comes_and_pays_no_more() -> None:
    room = cat_back_after_both_blinds(wait=True)
    for _ in range(2):
        room.start()
        assert 2 not in room.last(RoundStarted).lineup
        assert (2, Why.WAITS) in [(each.seat, each.why) for each in room.last(RoundStarted).left_out]
        room.stay()
    room.start()
    assert blinds(room)["S3"] == 2
    assert not room.all(AntesPosted)
    room.stay()
    assert (room.table.place(2).missed, room.table.place(2).waits) == (0, False)


def test_whoever_waits_may_think_better_of_it_and_post() -> None:
    room = cat_back_after_both_blinds(wait=True)
    room.do(SitIn, player="Cat")
    room.start()
    assert room.last(AntesPosted).amounts == (0, 0, 300, 0, 0)
    room.refused(SitIn, Code.WRONG_STATUS, player="Cat", wait=True)


def test_waiting_never_keeps_the_others_from_playing() -> None:
    room = cat_back_after_both_blinds(wait=True)
    for player in ("Ann", "Bob", "Dan"):
        room.do(SitOut, player=player)
    room.start()
    assert room.last(RoundStarted).lineup == (2, 4)
    assert not room.all(AntesPosted), "she had chosen not to post"


def test_nobody_waits_for_a_blind_who_has_missed_none() -> None:
    room = seated(dead_button(), players=3)
    room.do(SitOut, player="Bob")
    room.do(SitIn, player="Bob", wait=True)
    assert not room.table.place(1).waits
    room.refused(SitIn, Code.WRONG_STATUS, player="Bob", wait=True)


def test_a_player_without_chips_misses_no_blinds() -> None:
    room = seated(dead_button(), players=5, stakes=(100, 100, 10, 100, 100))
    room.start()
    while room.turn != "S3":
        room.act(play.Call(play.Seat(room.table.turn_to_act or 0)))
    room.play("S3 raises to 10")
    room.stay()
    assert room.stakes_of("Cat") == 0, "she has lost everything"
    for _ in range(4):
        room.round()
    assert not room.all(BlindsMissed)
    room.top_up("Cat", 50)
    room.start()
    assert 2 in room.last(RoundStarted).lineup
    assert not room.all(AntesPosted)


@pytest.mark.parametrize("rulebook", [Rulebook.SECOND, Rulebook.THIRD])
def test_blinds_missed_without_chips_are_judged_by_the_rulebook_of_the_round(rulebook: Rulebook) -> None:
    room = seated(dead_button(), players=5, stakes=(100, 100, 1, 100, 100))
    for _ in range(4):
        before = room.table
        outcome = perform(before, room.asked(StartRound, deck=DECK, settings="", software=""), rulebook)
        assert isinstance(outcome, tuple)
        room.table, events = outcome
        room.log += events
        room.stay()
    assert bool(room.all(BlindsMissed)) is (rulebook is Rulebook.SECOND)
