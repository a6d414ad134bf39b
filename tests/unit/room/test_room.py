"""The room: what is durable has happened, once, and the books follow every cent of it."""

from datetime import timedelta
from random import Random
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from pokerroom.cards import DECK
from pokerroom.ledger import (
    REVENUE,
    Signature,
    bad_beat_box,
    bank,
    day_report,
    inventory,
    pot,
    rake_area,
    stakes,
    trial_balance,
)
from pokerroom.play import Bet, CardCount, DeclareDead, Move, Place as Chips, Rule, Ruling, Seat
from pokerroom.room import filing
from pokerroom.room.books import LEDGER
from pokerroom.room.books.commands import Deposit, Withdraw
from pokerroom.room.commands import Order
from pokerroom.room.conduct.commands import OnConduct
from pokerroom.room.filing.commands import InRegister
from pokerroom.room.filing.stream import FILING
from pokerroom.room.lists.commands import Bar, OnLists
from pokerroom.room.openings import OPENINGS, OnOpenings, OpenDecks
from pokerroom.room.ports import StoreFailed
from pokerroom.room.registry import REGISTRY
from pokerroom.room.reopening import reopened
from pokerroom.room.room import Done, Pending, Room, UnderWay, refused
from pokerroom.room.streams import table_of
from pokerroom.room.tables import DEALS, TABLES
from pokerroom.room.tables.commands import AtTable, DealRound
from pokerroom.rules.house import BadBeatContribution, Fixed, PercentageRake, TimeCharge, letter
from pokerroom.shuffle import Shuffle, audit
from pokerroom.shuffle.seal import Place, Sealed, unseal
from pokerroom.table.conduct import RequireToLeave
from pokerroom.table.seating import Posting, commands as at_table
from tests.spec_marks import spec
from tests.unit.room.house import ADA, BO, DEALER, HOLD_EM, KEYS, NOON, STUD, SUPERVISOR, House, staged


def balances(room: Room) -> dict[str, int]:
    return {str(line.account): line.balance for line in trial_balance(room.state(LEDGER)).lines}


def test_a_round_ends_with_books_that_balance_and_hold_what_lies_on_the_table() -> None:
    house = staged(game="seven-card-stud-high", house=STUD)
    rng = Random(3)
    for _ in range(12):
        house.play_round("4", rng)
        house.room.post()
        table = house.room.states(TABLES)["4"]
        assert table.is_balanced
        assert sum(balances(house.room).values()) == 0
        for _, place in table.seated:
            assert house.room.state(LEDGER).balance(stakes("4", place.player)) == place.stakes
        assert house.room.state(LEDGER).balance(pot("4")) == 0
        assert house.room.state(LEDGER).balance(rake_area("4")) == 0
        assert house.room.state(LEDGER).balance(inventory("4")) == table.inventory
        assert house.room.state(LEDGER).balance(REVENUE) == table.inventory
    assert house.room.states(TABLES)["4"].inventory > 0, "nothing was ever raked"


@spec("R-14.1-rake", "R-14.14-a.1")
def test_only_the_rake_is_revenue_and_a_bad_beat_contribution_is_not() -> None:
    drop = BadBeatContribution(amount=100, least_pot=1800)
    house = staged(house=letter(Fixed(500, 1000), blinds=(200, 500), rake=HOLD_EM.rake, bad_beat=drop))
    house.offer_payout("4")
    house.deal("4")
    while house.room.states(TABLES)["4"].dealing is not None:
        house.stay_in("4")
    house.room.post()
    raked = house.room.states(TABLES)["4"].inventory
    assert raked == 200
    assert house.room.state(LEDGER).balance(REVENUE) == raked
    assert house.room.state(LEDGER).balance(bad_beat_box("4")) == 100
    assert house.room.state(LEDGER).balance(pot("4")) == 0
    assert house.room.states(TABLES)["4"].is_balanced


def test_in_the_middle_of_a_round_the_pot_account_holds_what_was_gathered() -> None:
    house = staged()
    rng = Random(1)
    house.deal("4")
    while house.room.states(TABLES)["4"].dealing is not None:
        house.step("4", rng)
        house.room.post()
        state = house.room.states(TABLES)["4"].round
        assert state is not None
        if not state.over:
            assert house.room.state(LEDGER).balance(pot("4")) == sum(state.paid) - sum(state.raked)


def test_a_dead_round_takes_the_rake_back_in_the_books_too() -> None:
    house = staged(house=letter(Fixed(500, 1000), blinds=(200, 500), rake=HOLD_EM.rake))
    before = balances(house.room)
    house.deal("4")
    for _ in range(4):
        house.stay_in("4")
    house.room.post()
    assert house.room.state(LEDGER).balance(rake_area("4")) > 0
    dead = at_table.Play(by=SUPERVISOR, at=house.at, command=DeclareDead(CardCount.MISSING))
    house.do(AtTable("4", dead))
    house.room.post()
    assert balances(house.room) == before


@pytest.mark.parametrize("source", ["stakes", "bet", "pot"])
@pytest.mark.parametrize("target", ["stakes", "bet", "pot"])
def test_the_books_follow_chips_that_a_ruling_moves(source: Literal["stakes"], target: Literal["pot"]) -> None:
    house = staged()
    house.deal("4")
    for _ in range(4):
        house.stay_in("4")
    first = house.room.states(TABLES)["4"].turn_to_act
    assert first is not None
    bet = at_table.Play(
        by=house.room.states(TABLES)["4"].place(first).player, at=house.at, command=Bet(Seat(first), 200)
    )
    house.do(AtTable("4", bet))
    second = house.room.states(TABLES)["4"].turn_to_act
    assert second is not None
    ruling = Ruling(SUPERVISOR, house.at, "chips of one player were counted as another's", "14.15(b)")
    rule = Rule(ruling, (Move(100, Chips(Seat(first), source), Chips(Seat(second), target)),))
    house.do(AtTable("4", at_table.Play(by=SUPERVISOR, at=house.at, command=rule)))
    while house.room.states(TABLES)["4"].dealing is not None:
        house.stay_in("4")
    house.room.post()
    assert house.room.state(LEDGER).balance(pot("4")) == 0
    for _, place in house.room.states(TABLES)["4"].seated:
        assert house.room.state(LEDGER).balance(stakes("4", place.player)) == place.stakes


def test_an_order_asked_twice_is_carried_out_once() -> None:
    house = staged()
    asked = Deposit(player="p0", amount=700, by=BO, at=house.at)
    first, second = house.ask(asked, order="slip 9"), house.ask(asked, order="slip 9")
    assert not first.repeated
    assert second == Done("slip 9", repeated=True)
    assert house.room.state(LEDGER).balance(bank("p0")) == 40_700


def test_nothing_has_happened_until_it_is_durable() -> None:
    house = staged()
    house.recorder.fails = StoreFailed("the disk is full")
    tables, books = dict(house.room.states(TABLES)), house.room.state(LEDGER)
    with pytest.raises(StoreFailed, match="disk is full"):
        house.room.do(Order("x", DealRound(table="4", by=DEALER, at=house.at)))
    assert house.room.states(TABLES) == tables
    assert house.room.state(LEDGER) == books
    house.recorder.fails = None
    house.deal("4")
    assert house.room.states(TABLES)["4"].dealing is not None


def test_a_table_with_an_order_under_way_takes_no_other() -> None:
    house = staged()
    first = house.room.prepare(Order("a", DealRound(table="4", by=DEALER, at=house.at)))
    assert isinstance(first, Pending)
    with pytest.raises(UnderWay, match="table/4"):
        house.room.prepare(Order("b", DealRound(table="4", by=DEALER, at=house.at)))
    house.room.finish(first)
    assert house.room.states(TABLES)["4"].dealing is not None


def test_two_tables_can_be_under_way_together() -> None:
    house = staged()
    house.open_table("5")
    house.seat("5", ["q0", "q1"])
    orders = [Order(f"deal {name}", DealRound(table=name, by=DEALER, at=house.at)) for name in "45"]
    pending = [house.room.prepare(order) for order in orders]
    for each in pending:
        assert isinstance(each, Pending)
        house.room.finish(each)
    assert all(house.room.states(TABLES)[name].dealing is not None for name in "45")


def test_nobody_sits_down_with_more_than_the_room_keeps_for_him() -> None:
    house = staged()
    house.do(Deposit(player="eve", amount=5_000, by=BO, at=house.at))
    answer = house.ask(AtTable("4", house.sitting("eve", 6, 5_100)))
    assert refused(answer)
    assert "eve" in str(answer)
    assert house.room.states(TABLES)["4"].seat_of("eve") is None
    house.do(AtTable("4", house.sitting("eve", 6, 5_000)))
    assert house.room.state(LEDGER).balance(bank("eve")) == 0


def test_nobody_withdraws_more_than_he_has() -> None:
    house = staged()
    answer = house.ask(Withdraw(player="p0", amount=40_001, by=BO, at=house.at))
    assert refused(answer)
    house.do(Withdraw(player="p0", amount=40_000, by=BO, at=house.at))
    assert house.room.state(LEDGER).balance(bank("p0")) == 0


def test_a_player_who_is_barred_or_was_required_to_leave_gets_no_seat() -> None:
    house = staged()
    for player in ("ann", "bob"):
        house.do(Deposit(player=player, amount=10_000, by=BO, at=house.at))
    house.do(OnLists(Bar(at=house.at, by=SUPERVISOR, player="ann", reason="excluded list")))
    assert "ann may not play here: excluded list" in str(house.ask(AtTable("4", house.sitting("ann", 6))))
    asked = RequireToLeave(by=SUPERVISOR, at=house.at, player="bob", cause="signals to seat 2")
    house.do(OnConduct(asked))
    assert "14.16" in str(house.ask(AtTable("4", house.sitting("bob", 6))))


@spec("R-14.7-a")
def test_a_player_has_a_seat_at_one_table_of_the_room() -> None:
    house = staged()
    house.open_table("5")
    other = house.sitting("p0", 2)
    for by in ("p0", SUPERVISOR):
        answer = house.ask(AtTable("5", replace(other, by=by)))
        assert refused(answer)
        assert "p0 has a seat at table 4 already" in str(answer)
        assert "14.7(a)" in str(answer)
    house.do(AtTable("4", at_table.LeaveSeat(by="p0", at=house.at, player="p0")))
    house.do(AtTable("5", other))
    assert "table 5" in str(house.ask(AtTable("4", house.sitting("p0", 0))))


@spec("R-14.7-a")
def test_a_player_who_asked_to_leave_keeps_the_one_seat_until_the_round_is_over() -> None:
    house = staged()
    house.open_table("5")
    house.deal("4")
    house.do(AtTable("4", at_table.LeaveSeat(by="p0", at=house.at, player="p0")))
    assert refused(house.ask(AtTable("5", house.sitting("p0", 2))))
    while house.room.states(TABLES)["4"].dealing is not None:
        house.stay_in("4")
    house.do(AtTable("5", house.sitting("p0", 2)))


def test_a_table_posts_only_what_is_filed_and_in_force() -> None:
    house = House()
    house.open_day()
    house.file(filing.RAKE, filing.RakeSubmission(methods=(PercentageRake(10, 400),), most=400))
    house.file("4", filing.TableSettings((Posting(game="hold-em", house=HOLD_EM),)))
    other = letter(Fixed(400, 800), blinds=(200, 400), rake=HOLD_EM.rake)
    area = at_table.Area("poker room", approved=True)
    for rotation, subject, why in (
        ((Posting(game="hold-em", house=other),), "4", "is not version 1"),
        ((Posting(game="hold-em", house=HOLD_EM),), "5", "no settings of 5 are in force"),
    ):
        asked = at_table.OpenTable(by=SUPERVISOR, at=NOON, area=area, rotation=rotation)
        answer = house.ask(AtTable("4", asked, subject=subject))
        assert why in str(answer)
        assert "14.14(a)" in str(answer)


def test_a_round_records_the_filed_version_and_the_software() -> None:
    house = staged()
    house.deal("4")
    started = [event for event in stored(house, TABLES.named("4")) if type(event).__name__ == "RoundStarted"]
    assert [(event.settings, event.software, event.edition) for event in started] == [
        ("4/1", "test 1", "13:69F-current")
    ]


def stored(house: House, stream: str) -> list[Any]:
    return [event for _, event in REGISTRY.stream(stream).events(house.store, table_of(stream))]


def is_deck(event: Any) -> bool:
    return isinstance(event, Sealed) and event.is_deck


def test_the_deck_is_stored_sealed_and_was_committed_to_before_it_was_cut() -> None:
    house = staged()
    house.deal("4")
    (promise,) = stored(house, DEALS.named("4"))
    ((sequence, sealed),) = [
        (place, event) for place, event in enumerate(stored(house, TABLES.named("4")), start=1) if is_deck(event)
    ]
    opened = unseal(sealed, Place(TABLES.named("4"), sequence), KEYS)
    cut = promise.cut
    deck = opened.deck.deck
    assert sorted(deck) == list(DECK)
    shuffled = deck[len(deck) - cut :] + deck[: len(deck) - cut]
    assert 10 <= cut <= 42
    commitment = promise.commitment
    assert not audit(commitment, shuffled, opened.secret)
    assert audit(commitment, deck, opened.secret)
    assert Shuffle(commitment.context, shuffled, opened.secret).commitment == commitment


@pytest.mark.parametrize("steps", [0, 1, 4, 9])
def test_a_room_that_stopped_anywhere_goes_on_from_its_record(steps: int) -> None:
    house = staged(game="triple-draw-deuce-to-seven", players=5)
    rng = Random(2)
    house.play_round("4", rng)
    house.deal("4")
    for _ in range(steps):
        house.step("4", rng)
    stopped = house.room
    house.room = reopened(house.store, house.new_room())
    assert house.room.states(TABLES) == stopped.states(TABLES)
    assert house.room.state(FILING) == stopped.state(FILING)
    assert house.room.state(LEDGER) == stopped.state(LEDGER)
    assert house.room.due == stopped.due
    while house.room.states(TABLES)["4"].dealing is not None:
        house.step("4", rng)
    house.room.post()
    assert sum(balances(house.room).values()) == 0


def test_what_the_books_lacked_when_the_room_stopped_is_posted_once() -> None:
    house = staged()
    rng = Random(4)
    house.play_round("4", rng)
    assert house.room.due["books"]
    house.room = reopened(house.store, house.new_room())
    house.room.post()
    house.room = reopened(house.store, house.new_room())
    assert not house.room.due["books"]
    assert house.room.post() is None
    table = house.room.states(TABLES)["4"]
    assert all(house.room.state(LEDGER).balance(stakes("4", place.player)) == place.stakes for _, place in table.seated)
    assert sum(line.figures.rounds_dealt for line in day_report(house.room.state(LEDGER)).lines) == 1


def test_no_round_is_dealt_by_settings_that_another_version_has_replaced() -> None:
    house = staged()
    house.deal("4")
    while house.room.states(TABLES)["4"].dealing is not None:
        house.stay_in("4")
    dearer = Posting(game="hold-em", house=letter(Fixed(400, 800), blinds=(200, 400), rake=HOLD_EM.rake))
    house.at += timedelta(minutes=1)
    house.file("4", filing.TableSettings((dearer,)))
    answer = house.ask(DealRound(table="4", by=DEALER, at=house.at))
    assert "table 4 posts 4/1, which is no longer in force: 4/2 is" in str(answer)
    asked = at_table.PostChange(by=SUPERVISOR, at=house.at, rotation=(dearer,), notice="limits from noon")
    house.do(AtTable("4", asked, subject="4"))
    house.do(DealRound(table="4", by=DEALER, at=house.at))


def withdrawal(house: House, subject: str) -> filing.Withdraw:
    return filing.Withdraw(subject=subject, version=1, reason="not to be raked", second=BO, at=house.at, by=ADA)


@spec("R-14.14-a.1", "R-14.14-a-1")
def test_nothing_is_dealt_or_charged_at_a_table_whose_settings_and_rake_were_withdrawn() -> None:
    """By whatever order it is asked: the room's own, or the table's, with a deck or with a dealer."""
    hourly = TimeCharge(hourly=1200, every=30)
    house = House()
    house.open_day()
    house.file(filing.RAKE, filing.RakeSubmission(methods=HOLD_EM.rake, time_charges=(hourly,), most=400))
    house.open_table("4", house=replace(HOLD_EM, time_charge=hourly))
    house.seat("4", ["p0", "p1"])
    house.at += timedelta(minutes=40)
    for subject in ("4", filing.RAKE):
        house.do(InRegister(withdrawal(house, subject)))
    before = house.room.heads
    started = at_table.StartRound(by=DEALER, at=house.at, settings="4/1", software="mine")
    for command in (
        DealRound(table="4", by=DEALER, at=house.at),
        AtTable("4", started),
        AtTable("4", replace(started, deck=DECK)),
        AtTable("4", at_table.CollectTime(by=DEALER, at=house.at)),
    ):
        answer = house.ask(command)
        assert "table 4 posts 4/1, which is no longer in force: none is" in str(answer)
        assert "14.14(a)" in str(answer)
    assert house.room.heads == before


@spec("R-14.14-a-2", "R-14.14-b-3-ii")
def test_nothing_is_dealt_or_charged_by_a_fee_that_is_not_the_filed_one() -> None:
    """As a register of before may hold it, which took the filed fee for a maximum."""
    hourly = TimeCharge(hourly=1200, every=30)
    house = House()
    house.open_day()
    house.file(filing.RAKE, filing.RakeSubmission(methods=HOLD_EM.rake, time_charges=(hourly,), most=400))
    house.open_table("4", house=replace(HOLD_EM, time_charge=hourly))
    house.seat("4", ["p0", "p1"])
    raised = filing.RakeSubmission(methods=HOLD_EM.rake, time_charges=(replace(hourly, hourly=1400),), most=400)
    (version,) = house.room.state(FILING).versions[filing.RAKE]
    versions = {**house.room.state(FILING).versions, filing.RAKE: (replace(version, settings=raised),)}
    house.room.put(FILING, "", replace(house.room.state(FILING), versions=versions))
    house.at += timedelta(minutes=40)
    for command in (
        DealRound(table="4", by=DEALER, at=house.at),
        AtTable("4", at_table.StartRound(by=DEALER, at=house.at)),
        AtTable("4", at_table.CollectTime(by=DEALER, at=house.at)),
    ):
        answer = house.ask(command)
        assert "no fee of $12 an hour is" in str(answer)
        assert "14.14(a)2" in str(answer)


@spec("R-14.14-a-1")
def test_a_round_that_a_dealer_starts_records_the_version_and_the_software_of_the_room() -> None:
    house = staged()
    house.do(AtTable("4", at_table.StartRound(by=DEALER, at=house.at, settings="9/9", software="mine")))
    (started,) = [event for event in stored(house, TABLES.named("4")) if type(event).__name__ == "RoundStarted"]
    assert (started.settings, started.software) == ("4/1", "test 1")


VIC = Signature("Vic Lens", "surveillance")


def opening(house: House, number: int, reason: str = "a complaint") -> Any:
    asked = OpenDecks(table="4", round=number, reason=reason, by=VIC, at=house.at)
    return house.ask(OnOpenings(asked))


def test_a_deck_is_opened_only_after_its_round_and_every_opening_is_recorded() -> None:
    house = staged()
    house.deal("4")
    assert opening(house, 1).code == "no such round"
    while house.room.states(TABLES)["4"].dealing is not None:
        house.stay_in("4")
    for number in (-1, 0, 2):
        assert opening(house, number).code == "no such round"
    for reason in ("", " ", "??", "x"):
        assert opening(house, 1, reason).code == "no reason"
    assert not stored(house, OPENINGS.name)
    assert isinstance(opening(house, 1), Done)
    (record,) = stored(house, OPENINGS.name)
    assert (record.by, record.reason, record.table, record.round) == (VIC, "a complaint", "4", 1)


def test_a_deck_stays_sealed_when_its_opening_cannot_be_recorded() -> None:
    house = staged()
    house.deal("4")
    while house.room.states(TABLES)["4"].dealing is not None:
        house.stay_in("4")
    house.recorder.fails = StoreFailed("the disk is full")
    with pytest.raises(StoreFailed):
        opening(house, 1)
    house.recorder.fails = None
    assert not stored(house, OPENINGS.name)
