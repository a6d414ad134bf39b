"""N.J.A.C. 13:69F-14.2: the two decks of a table, their backs and clocks, the day's distribution, the device."""

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom.cards import DECK, UNKNOWN, parse_card
from pokerroom.rules.staff import Official, Position
from pokerroom.table.deck_rules import DeckRules
from pokerroom.table.decks import due
from pokerroom.table.decks.commands import (
    BeginDay,
    BeginRound,
    CloseTable,
    CountDeck,
    DistributeDecks,
    EndRound,
    InstallShuffler,
    OpenTable,
    ProvideCoverCard,
    PutInPlay,
    ReceiveDeck,
    RemoveDeck,
    RemoveShuffler,
    ShuffleDeck,
    SortDeck,
    StoreDeck,
)
from pokerroom.table.decks.equipment import Back, CoverCard, DeckPlace, ShuffleMethod, TableDecks
from pokerroom.table.decks.events import DeckRemoved, DecksDistributed, RoundEnded
from pokerroom.table.due import Duty
from pokerroom.table.ending import Ending
from pokerroom.table.refusals import Code
from tests.dealers_box import (
    BLUE,
    DAY,
    DEALER,
    DEVICE,
    FLOOR,
    LINE,
    OTHER_DEALER,
    RED,
    SUPERVISOR,
    YELLOW,
    Box,
    clock,
    device_box,
    ready_box,
    shown_box,
)
from tests.spec_marks import scenario, spec


@spec("R-14.2-a.1")
@pytest.mark.parametrize(
    ("cards", "what"),
    [
        ((*DECK, parse_card("As")), "53 cards"),
        (DECK[:51], "51 cards"),
        ((*DECK[:51], DECK[0]), "2c is in it twice"),
        ((*DECK[:51], UNKNOWN), "?? is in it"),
    ],
)
def test_a_deck_is_fifty_two_different_cards(cards: tuple[Any, ...], what: str) -> None:
    box = Box()
    refusal = box.refused(ReceiveDeck, Code.NOT_A_DECK, deck="A", cards=cards, backs=(BLUE,), edges="white")
    assert what in str(refusal)
    assert refusal.paragraph == "14.2(a)"


@spec("R-14.2-a.1")
@pytest.mark.parametrize("backs", [(BLUE, RED), (BLUE, Back("blue", "stars")), ()])
def test_all_cards_of_a_deck_have_one_back(backs: tuple[Back, ...]) -> None:
    box = Box()
    box.refused(ReceiveDeck, Code.BACKS_DIFFER, deck="A", cards=DECK, backs=backs, edges="white")
    box.do(ReceiveDeck, deck="A", cards=DECK, backs=(BLUE, Back("Blue", "diamonds")), edges="white")


@spec("R-14.2-a.2", "R-14.1-cover")
@pytest.mark.parametrize(
    ("cover", "paragraph"),
    [
        (CoverCard("yellow", opaque=False, solid=True), "14.2(a)"),
        (CoverCard("yellow", opaque=True, solid=False), "14.2(a)"),
        (CoverCard("red", opaque=True, solid=True), '14.1 "Cover card"'),
    ],
)
def test_the_cover_card_is_yellow_or_green_opaque_and_solid(cover: CoverCard, paragraph: str) -> None:
    box = Box()
    assert box.refused(ProvideCoverCard, Code.COVER_CARD_UNFIT, cover=cover).paragraph == paragraph
    box.do(ProvideCoverCard, cover=YELLOW)
    box.do(ProvideCoverCard, cover=CoverCard("Green", opaque=True, solid=True))


@spec("R-14.2-a.2")
def test_the_cover_card_stands_out_from_backs_and_edges_whichever_came_first() -> None:
    green = CoverCard("green", opaque=True, solid=True)
    box = Box()
    box.do(ReceiveDeck, deck="A", cards=DECK, backs=(Back("Green", "stars"),), edges="white")
    box.refused(ProvideCoverCard, Code.COVER_CARD_UNFIT, cover=green)
    box.do(ProvideCoverCard, cover=YELLOW)
    for back, edges in ((Back("yellow", "stars"), "white"), (BLUE, "yellow")):
        box.refused(ReceiveDeck, Code.COVER_CARD_UNFIT, deck="B", cards=DECK, backs=(back,), edges=edges)


@spec("R-14.2-a.3")
def test_a_table_opens_with_two_decks_and_a_cover_card_only() -> None:
    box = Box()
    box.do(DistributeDecks, day=DAY, tables=(LINE,))
    box.receive("A", BLUE)
    refusal = box.refused(OpenTable, Code.TOO_FEW_DECKS, day=DAY)
    assert str(refusal) == "table 4 has 1 of the two decks it must have (N.J.A.C. 13:69F-14.2(a))"
    box.receive("B", RED)
    box.refused(OpenTable, Code.NO_COVER_CARD, day=DAY)
    box.do(ProvideCoverCard, cover=YELLOW)
    box.refused(ReceiveDeck, Code.TOO_MANY_DECKS, deck="C", cards=DECK, backs=(BLUE,), edges="white")
    box.do(OpenTable, day=DAY)
    box.refused(OpenTable, Code.TABLE_OPEN, day=DAY)


@spec("R-14.2-a.3")
def test_a_table_that_loses_a_deck_deals_nothing_until_another_is_there() -> None:
    box = ready_box()
    box.do(RemoveDeck, deck="B")
    box.blocked(Code.TOO_FEW_DECKS)
    assert (Duty.BRING_DECK, "4") in box.duties
    box.receive("C", RED)
    assert (Duty.BRING_DECK, "4") not in box.duties
    box.blocked(Code.NOT_INSPECTED)


@spec("R-14.2-a.4")
def test_the_two_decks_of_a_table_can_be_told_apart() -> None:
    box = Box()
    box.receive("A", BLUE)
    refusal = box.refused(ReceiveDeck, Code.BACKS_ALIKE, deck="B", cards=DECK, backs=(BLUE,), edges="white")
    assert "blue diamonds" in str(refusal)
    box.receive("B", Back("blue", "stars"))


@spec("R-14.2-a.5")
def test_the_idle_deck_lies_in_the_designated_area_of_a_table_without_a_device() -> None:
    box = shown_box()
    box.wash("A", "B")
    box.shuffle("A", "B")
    box.do(PutInPlay, deck="A")
    box.cut()
    assert "designated area" in str(box.blocked(Code.NOT_STORED))
    assert (Duty.STORE, "B") in box.duties
    for place in (DeckPlace.SHUFFLER, DeckPlace.ON_TABLE):
        box.refused(StoreDeck, Code.WRONG_PLACE, deck="B", place=place)
    box.refused(StoreDeck, Code.IN_USE, deck="A", place=DeckPlace.DESIGNATED_AREA)
    box.do(StoreDeck, deck="B", place=DeckPlace.DESIGNATED_AREA)
    assert box.free


@spec("R-14.2-a.5", "R-14.2-d-2")
def test_the_idle_deck_is_in_the_device_where_there_is_one() -> None:
    box = device_box()
    assert (box.deck("A").place, box.deck("B").place) == (DeckPlace.IN_PLAY, DeckPlace.SHUFFLER)
    box.play_round()
    box.do(PutInPlay, deck="B")
    assert box.refused(StoreDeck, Code.WRONG_PLACE, deck="A", place=DeckPlace.DESIGNATED_AREA).paragraph == "14.2(d)2"


@spec("R-14.2-b.1")
def test_the_decks_take_turns_between_rounds_and_not_during_one() -> None:
    box = ready_box()
    box.do(BeginRound, game="hold-em")
    box.refused(PutInPlay, Code.ROUND_IN_PROGRESS, deck="B")
    box.do(EndRound, ending=Ending.COMPLETED)
    box.use("B", idle="A")
    assert box.state.in_play == box.deck("B")
    assert box.deck("A").place is DeckPlace.DESIGNATED_AREA
    box.cut()
    box.play_round()
    assert box.all(RoundEnded)[-1].deck == "B"


def fresh_count(box: Box, at: str) -> None:
    """Move the time on, and count the deck in play so that only the longer clocks matter."""
    box.at(at)
    box.do(CountDeck, deck="A", found=52)


@scenario("TO-01")
@spec("R-14.2-b.2", "R-14.2-b.3")
def test_a_deck_opened_at_ten_is_sorted_by_one_and_changed_by_four() -> None:
    box = ready_box()
    fresh_count(box, "12:59")
    assert box.free
    fresh_count(box, "13:00")
    refusal = box.blocked(Code.SORT_DUE)
    assert (refusal.paragraph, refusal.cited.reading) == ("14.2(b)", "AMB-68")
    assert (Duty.SORT, "A") in box.duties

    box.do(SortDeck, deck="A", found=52)
    box.prepare_again()
    assert box.free
    fresh_count(box, "15:59")
    assert box.free
    fresh_count(box, "16:00")
    box.do(SortDeck, deck="A", found=52)
    assert "2024-05-10 16:00" in str(box.blocked(Code.CHANGE_DUE))
    assert {(Duty.CHANGE, "A"), (Duty.CHANGE, "B")} <= box.duties


@spec("R-14.2-b.3")
def test_both_decks_are_changed_and_neither_comes_back() -> None:
    box = ready_box()
    box.at("16:00")
    box.blocked(Code.CHANGE_DUE)
    for old, new, back in (("A", "C", BLUE), ("B", "D", RED)):
        box.do(RemoveDeck, deck=old)
        refusal = box.refused(ReceiveDeck, Code.DECK_WITHDRAWN, deck=old, cards=DECK, backs=(back,), edges="white")
        assert refusal.paragraph == "14.2(b)"
        box.receive(new, back)
    box.inspect("C", "D")
    box.show("C", "D")
    box.wash("C", "D")
    box.shuffle("C", "D")
    box.use("C", idle="D")
    box.cut()
    assert box.free


@spec("R-14.2-b.2")
def test_sorting_is_the_work_of_the_dealer_or_a_floorperson() -> None:
    box = ready_box()
    box.refused(SortDeck, Code.NOT_THE_DEALER, by=OTHER_DEALER, deck="A", found=52)
    for by in (DEALER, FLOOR, SUPERVISOR):
        box.do(SortDeck, by=by, deck="A", found=52)
    box.blocked(Code.NOT_SHUFFLED)
    box.do(SortDeck, deck="A", found=51)
    assert box.last(DeckRemoved).deck == "A"


@spec("R-14.2-b.2")
def test_a_deck_rotated_in_late_is_sorted_first() -> None:
    box = ready_box()
    box.at("13:00")
    box.use("B", idle="A")
    box.blocked(Code.SORT_DUE)


@spec("R-14.2-b.2", "R-14.2-b.3")
def test_the_house_may_count_only_the_hours_a_deck_is_in_play() -> None:
    box = ready_box(DeckRules(deck_clock="in-play"))
    box.at("12:00")
    box.use("B", idle="A")
    box.at("14:30")
    box.use("A", idle="B")
    box.at("15:29")
    assert not {(Duty.SORT, "A"), (Duty.CHANGE, "A")} & box.duties
    box.at("15:30")
    assert (Duty.SORT, "A") in box.duties
    box.do(SortDeck, deck="A", found=52)
    box.at("18:29")
    assert not {(Duty.SORT, "A"), (Duty.CHANGE, "A")} & box.duties
    box.at("18:30")
    assert {(Duty.SORT, "A"), (Duty.CHANGE, "A")} <= box.duties
    box.use("B", idle="A")
    box.at("19:00")
    (change,) = [each for each in due(box.state, box.now) if (each.duty, each.of) == (Duty.CHANGE, "A")]
    assert change.when == clock("18:30")


@spec("R-14.2-c.1")
def test_the_first_opening_of_a_gaming_day_needs_the_days_distribution() -> None:
    box = Box()
    box.receive("A", BLUE)
    box.receive("B", RED)
    box.do(ProvideCoverCard, cover=YELLOW)
    refusal = box.refused(OpenTable, Code.NO_DISTRIBUTION, day=DAY)
    assert "2024-05-10" in str(refusal)
    box.do(DistributeDecks, day=DAY, tables=(replace(LINE, table="5"),))
    box.refused(OpenTable, Code.NO_DISTRIBUTION, day=DAY)
    box.do(DistributeDecks, day=DAY, tables=(LINE,))
    box.refused(OpenTable, Code.NO_DISTRIBUTION, day=DAY + timedelta(days=1))
    box.do(OpenTable, day=DAY)
    box.do(CloseTable)
    assert box.state.decks == ()
    box.receive("C", BLUE)
    box.receive("D", RED)
    box.refused(OpenTable, Code.NO_DISTRIBUTION, day=DAY + timedelta(days=1))


@spec("R-14.2-c.1")
def test_a_table_open_overnight_changes_decks_by_the_new_days_distribution() -> None:
    box, tomorrow = ready_box(), DAY + timedelta(days=1)
    green, black = Back("green", "diamonds"), Back("black", "diamonds")
    new = replace(LINE, backs=(green, black))
    box.at("23:00")
    box.do(DistributeDecks, day=tomorrow, tables=(new,))
    box.do(RemoveDeck, deck="A")
    box.refused(ReceiveDeck, Code.NOT_DISTRIBUTED_HERE, deck="C", cards=DECK, backs=(green,), edges="white")
    box.receive("C", BLUE)  # The day is not over yet.
    box.do(BeginDay, day=tomorrow)
    box.do(RemoveDeck, deck="B")
    refusal = box.refused(ReceiveDeck, Code.NOT_DISTRIBUTED_HERE, deck="D", cards=DECK, backs=(RED,), edges="white")
    assert refusal.paragraph == "14.2(c)"
    box.receive("D", black)


@spec("R-14.2-c.1")
def test_without_the_new_days_distribution_no_deck_comes_to_a_table_open_overnight() -> None:
    box, tomorrow = ready_box(), DAY + timedelta(days=1)
    box.at("23:30")
    box.refused(BeginDay, Code.DAY_NOT_LATER, day=DAY)
    box.do(BeginDay, day=tomorrow)
    assert (Duty.DISTRIBUTE, "4") in box.duties
    box.do(RemoveDeck, deck="A")
    refusal = box.refused(ReceiveDeck, Code.NO_DISTRIBUTION, deck="C", cards=DECK, backs=(BLUE,), edges="white")
    assert "2024-05-11" in str(refusal)
    box.do(DistributeDecks, day=tomorrow, tables=(LINE,))
    assert (Duty.DISTRIBUTE, "4") not in box.duties
    box.receive("C", BLUE)


@spec("R-14.2-c.1")
def test_a_gaming_day_that_nobody_ended_is_over_after_a_day() -> None:
    box = ready_box()
    box.do(RemoveDeck, deck="A")
    box.now += timedelta(days=1)
    refusal = box.refused(ReceiveDeck, Code.DAY_OVER, deck="C", cards=DECK, backs=(BLUE,), edges="white")
    assert (refusal.paragraph, "2024-05-10" in str(refusal)) == ("14.2(c)", True)


@spec("R-14.2-c.1")
def test_the_poker_shift_supervisor_or_a_superior_distributes_the_decks() -> None:
    box = Box()
    manager = Official("Max", Position.SHIFT_MANAGER)
    for by in (DEALER, FLOOR):
        refusal = box.refused(DistributeDecks, Code.NO_AUTHORITY, by=by, day=DAY, tables=(LINE,))
        assert "poker shift supervisor" in str(refusal)
    for by in (SUPERVISOR, manager):
        box.do(DistributeDecks, by=by, day=DAY, tables=(LINE,))
    assert [event.by for event in box.all(DecksDistributed)] == [SUPERVISOR, manager]


@spec("R-14.2-c.1")
def test_a_table_gets_the_backs_its_distribution_names_and_no_others() -> None:
    box = Box()
    box.receive("A", Back("green", "stars"))
    box.do(DistributeDecks, day=DAY, tables=(LINE,))
    refusal = box.refused(
        ReceiveDeck, Code.NOT_DISTRIBUTED_HERE, deck="B", cards=DECK, backs=(Back("black", "stars"),), edges="white"
    )
    assert "black stars" in str(refusal)
    box.receive("B", RED)
    box.do(ProvideCoverCard, cover=YELLOW)
    box.refused(OpenTable, Code.NOT_DISTRIBUTED_HERE, day=DAY)


@spec("R-14.2-c.2")
@pytest.mark.parametrize(
    ("tables", "what"),
    [
        ((), "it names no table"),
        ((LINE, replace(LINE, table="6", location=" ")), "table 6 has no location"),
        ((replace(LINE, limits=""),), "table 4 has no limits"),
        ((replace(LINE, game=""),), "table 4 has no type of poker"),
        ((LINE, LINE), "table 4 is named twice"),
        ((replace(LINE, backs=(BLUE, BLUE)),), "table 4 needs two decks with distinguishable backs"),
        ((replace(LINE, backs=(BLUE,)),), "table 4 needs two decks with distinguishable backs"),
    ],
)
def test_a_distribution_considers_limits_location_and_game_of_every_table(
    tables: tuple[TableDecks, ...], what: str
) -> None:
    refusal = Box().refused(DistributeDecks, Code.INCOMPLETE_DISTRIBUTION, day=DAY, tables=tables)
    assert what in str(refusal)
    assert refusal.paragraph == "14.2(c)"


@spec("R-14.2-d.1")
def test_a_device_needs_both_decks() -> None:
    box = Box()
    box.receive("A", BLUE)
    assert box.refused(InstallShuffler, Code.TOO_FEW_DECKS, shuffler=DEVICE).paragraph == "14.2(d)"
    box = device_box()
    box.do(RemoveDeck, deck="B")
    box.blocked(Code.TOO_FEW_DECKS)


@spec("R-14.2-d-1")
def test_a_device_needs_two_colors_whichever_came_first() -> None:
    stars = Back("Blue", "stars")
    box = Box()
    box.receive("A", BLUE)
    box.receive("B", stars)
    assert box.refused(InstallShuffler, Code.COLORS_ALIKE, shuffler=DEVICE).paragraph == "14.2(d)1"
    box.do(RemoveDeck, deck="B")
    box.receive("C", RED)
    box.do(InstallShuffler, shuffler=DEVICE)
    box.do(RemoveDeck, deck="C")
    box.refused(ReceiveDeck, Code.COLORS_ALIKE, deck="D", cards=DECK, backs=(stars,), edges="white")


@spec("R-14.2-d-2")
def test_the_device_shuffles_one_deck_while_the_other_is_dealt() -> None:
    box = device_box()
    box.do(BeginRound, game="hold-em")
    box.refused(ShuffleDeck, Code.WRONG_PLACE, deck="A", method=ShuffleMethod.DEVICE)
    box.shuffle("B", method=ShuffleMethod.DEVICE)
    box.do(EndRound, ending=Ending.COMPLETED)
    box.do(PutInPlay, deck="B")
    box.cut()
    assert box.blocked(Code.NOT_STORED).paragraph == "14.2(d)2"
    box.do(StoreDeck, deck="A", place=DeckPlace.SHUFFLER)
    assert box.free


@spec("R-14.2-d-3")
def test_with_a_device_no_deck_is_used_twice_running() -> None:
    box = device_box()
    used = []
    for name, idle in (("B", "A"), ("A", "B"), ("B", "A")):
        box.do(BeginRound, game="hold-em")
        box.shuffle(name, method=ShuffleMethod.DEVICE)
        box.do(EndRound, ending=Ending.COMPLETED)
        used.append(box.last(RoundEnded).deck)
        box.refused(BeginRound, Code.SAME_DECK_AGAIN, game="hold-em")
        box.use(name, idle=idle)
        box.cut()
    assert used == ["A", "B", "A"]
    box.do(RemoveShuffler)
    box.do(StoreDeck, deck="A", place=DeckPlace.DESIGNATED_AREA)
    box.play_round()
    box.prepare_again()
    box.shuffle("A")
    box.do(StoreDeck, deck="A", place=DeckPlace.DESIGNATED_AREA)
    assert box.free
