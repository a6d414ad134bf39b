"""The dealer enters a round of play at the gate: actions, pushes, and what was entered by mistake."""

from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom.cards import UNKNOWN
from pokerroom.ledger import bad_beat_box, pot
from pokerroom.live import payouts
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.house import House
from pokerroom.live.refusals import Refusal
from pokerroom.live.seeding import FIXED, SUPERVISOR, VARIANTS, WITH_PAYOUT, Variant, offer_payout
from pokerroom.live.staff import orders
from pokerroom.live.staff.countersigning import Proposal
from pokerroom.live.staff.floor import Floor
from pokerroom.live.tables.telling import heard as told_by_the_table
from pokerroom.play import CardCount, Code, Removal, Round, Stage
from pokerroom.play.betting import bet_range
from pokerroom.play.events import ContributionTaken
from pokerroom.room.books import LEDGER
from pokerroom.room.examining import examine_record
from pokerroom.room.room import Done
from pokerroom.room.tables.commands import AtTable
from pokerroom.table.seating import Table
from pokerroom.table.seating.commands import StopContributing
from pokerroom.table.seating.entering import as_dealt
from pokerroom.table.seating.events import ActHeard, Understood
from pokerroom.wire import messages as wire
from pokerroom.words import Saying, said
from tests.dealers_table import DEE, NAME, DealersTable, at_a_dealers_table
from tests.spec_marks import spec
from tests.unit.live.test_floor import FLO, SUE, dealt, give, on_the_floor
from tests.wire import entered, table_of

HOLD_EM = "hold-em"
PAYOUT = "Felt"


class Felt:
    """A table with its box that a dealer deals, and the dealer's orders there."""

    def __init__(self, dealers: DealersTable) -> None:
        self.dealers, self.house, self.floor, self.name = dealers, dealers.house, dealers.floor, NAME

    @property
    def table(self) -> Table:
        return self.dealers.table

    async def enter(self, type_: str, *, by: Identity = DEE, counter: str = "felt", **said: Any) -> Done | Refusal:
        answer = await self.dealers.asked(by, counter, type_, **said)
        assert not isinstance(answer, Proposal)
        return answer

    async def done(self, type_: str, **said: Any) -> list[str]:
        answer = await self.enter(type_, **said)
        assert isinstance(answer, Done), answer
        return [type(event).__name__ for _, event in answer.events]

    async def foretold(self, type_: str, *, by: Identity = DEE, counter: str = "felt", **said_: Any) -> Any:
        return self.dealers.foretold(by, counter, type_, **said_)

    async def refused(self, type_: str, **said: Any) -> Refusal:
        answer = await self.enter(type_, **said)
        assert isinstance(answer, Refusal), answer
        return answer


async def dealt_by_hand(
    house: House, floor: Floor, *, game: str = HOLD_EM, players: int = 3, sign: Variant | None = None
) -> Felt:
    """A round of play at a table with its box and its crew: nothing is dealt yet."""
    dealers = DealersTable(house, floor, game, sign or VARIANTS.get(game, (FIXED,))[0])
    await dealers.posted()
    await dealers.supplied()
    await dealers.staked(players, 100_00)
    await dealers.prepared()
    await dealers.started()
    return Felt(dealers)


async def with_a_payout(house: House, floor: Floor, *, players: int = 6) -> Felt:
    """At a table whose pots contribute to a bad beat payout."""
    rules = replace(payouts.demonstration_rules((NAME,)), name=PAYOUT)
    await offer_payout(house.rooms["play chips"], rules)
    return await dealt_by_hand(house, floor, players=players, sign=WITH_PAYOUT)


async def checked_down(felt: Felt) -> int:
    """Everybody calls or checks; the number of entries it took."""
    entries = 0
    while as_dealt(round_of(felt.table)).stage is Stage.BETTING:
        await act_simply(felt)
        entries += 1
    return entries


async def act_simply(felt: Felt) -> None:
    """Whoever's turn it is calls, or checks if that is free."""
    state, turn = as_dealt(round_of(felt.table)), turn_of(felt)
    await felt.done("Call" if state.bet > state.bets[turn] else "Check", seat=lineup(felt)[turn])


def turn_of(felt: Felt) -> int:
    """Whose turn it is in the round, once what is due lies on the table."""
    turn = as_dealt(round_of(felt.table)).turn
    assert turn is not None
    return turn


def told_of(event: ActHeard) -> Saying:
    return told_by_the_table(event, str)


def lineup(felt: Felt) -> tuple[int, ...]:
    assert felt.table.dealing is not None
    return felt.table.dealing.lineup


def round_of(table: Table) -> Round:
    assert table.round is not None
    return table.round


def test_a_round_is_checked_down_and_pushed_with_no_card_named_and_one_entry_an_action() -> None:
    async def test(house: House, floor: Floor) -> None:
        felt = await dealt_by_hand(house, floor)
        assert await checked_down(felt) == 4 * 3
        assert round_of(felt.table).board == (UNKNOWN,) * 5
        (pot,) = round_of(felt.table).pots
        events = await felt.done("PushPots", pushes=[{"pot": 0, "seats": [1]}])
        assert events[:3] == ["Entered", "PotsPushed", "PotAwarded"]
        assert felt.table.dealing is None
        assert felt.table.place(1).stakes == 100_00 + pot.amount - pot.amount // 3
        assert felt.table.is_balanced

    on_the_floor(test)


def test_the_last_entry_is_taken_back_and_the_record_keeps_both() -> None:
    async def test(house: House, floor: Floor) -> None:
        felt = await dealt_by_hand(house, floor)
        first = lineup(felt)[turn_of(felt)]
        before = felt.table
        await felt.done("Fold", seat=first)
        assert await felt.done("TakeBack") == ["EntryTakenBack"]
        assert replace(felt.table, at=before.at) == before
        assert (await felt.refused("TakeBack")).code is Code.NOTHING_TO_TAKE_BACK
        await felt.done("Call", seat=first)
        assert felt.table.is_balanced

    on_the_floor(test)


def test_an_entry_that_dealt_a_street_is_taken_back_with_it() -> None:
    async def test(house: House, floor: Floor) -> None:
        felt = await dealt_by_hand(house, floor)
        for _ in range(3):
            await act_simply(felt)
        before = round_of(felt.table)
        assert (before.stage, before.board) == (Stage.DEALING, ())
        await act_simply(felt)
        assert len(round_of(felt.table).board) == 3
        await felt.done("TakeBack")
        assert round_of(felt.table) == replace(before, before=None)

    on_the_floor(test)


def test_an_entry_that_closed_a_betting_round_is_taken_back_in_the_books_too() -> None:
    async def test(house: House, floor: Floor) -> None:
        felt = await dealt_by_hand(house, floor)
        live = house.rooms["play chips"]
        for _ in range(3):
            await act_simply(felt)
        in_pot = live.room.state(LEDGER)
        await live.book()
        assert live.room.state(LEDGER).balance(pot(felt.name)) == 3 * 200
        await felt.done("TakeBack")
        await live.book()
        assert live.room.state(LEDGER).balance(pot(felt.name)) == in_pot.balance(pot(felt.name)) == 0
        await checked_down(felt)
        await felt.done("PushPots", pushes=[{"pot": 0, "seats": [0]}])
        await live.book()
        report = examine_record(live.store, keys=live.room.keys, decide_again=True)
        assert not report.findings, report.findings

    on_the_floor(test)


@spec("R-14.6-e-9", "R-14.19-c.3")
def test_a_contribution_comes_with_the_end_of_the_round_and_is_not_taken_back() -> None:
    async def test(house: House, floor: Floor) -> None:
        felt, live = await with_a_payout(house, floor), house.rooms["play chips"]
        await checked_down(felt)
        assert felt.table.round is not None
        assert felt.table.round.contributed == 0
        console = house.actors[NAME].consoles.shown()
        assert console.to_bad_beat == payouts.FROM_EACH_POT.amount, "the dealer is told before the push"
        happened = await felt.done("PushPots", pushes=[{"pot": 0, "seats": [0]}])
        assert happened.index("ContributionTaken") < happened.index("PotAwarded")
        assert (await felt.refused("TakeBack")).code.sent_as == "no round"
        await live.book()
        assert live.room.state(LEDGER).balance(bad_beat_box(NAME)) == payouts.FROM_EACH_POT.amount
        assert not examine_record(live.store, keys=live.room.keys, decide_again=True).findings

    on_the_floor(test)


@spec("R-14.6-e-8", "R-14.6-e-9")
def test_what_a_last_fold_takes_is_told_before_it_and_equals_what_it_took() -> None:
    async def test(house: House, floor: Floor) -> None:
        felt = await with_a_payout(house, floor)
        shown = house.actors[NAME].consoles.shown
        for _ in range(12):
            await act_simply(felt)
        for _ in range(4):
            assert shown().last_fold is None, "several would be left"
            await felt.done("Fold", seat=lineup(felt)[turn_of(felt)])
        foretold, seat = shown().last_fold, lineup(felt)[turn_of(felt)]
        assert foretold is not None
        assert foretold.seat == seat
        assert foretold.contribution == payouts.FROM_EACH_POT.amount, "a fold is no way past the container"
        happened = await felt.enter("Fold", seat=seat)
        assert isinstance(happened, Done), happened
        taken = [event for _, event in happened.events if isinstance(event, ContributionTaken)]
        assert [sum(event.amounts) for event in taken] == [foretold.contribution]

    on_the_floor(test)


def test_what_ended_the_round_and_what_was_ruled_is_not_taken_back() -> None:
    async def test(house: House, floor: Floor) -> None:
        felt = await dealt_by_hand(house, floor)
        await act_simply(felt)
        ruling = {"reason": "agreed at the table", "paragraph": "14.15(b)"}
        await felt.done("Rule", by=SUE, counter="round", **ruling)
        refusal = await felt.refused("TakeBack")
        assert refusal.code is Code.NOTHING_TO_TAKE_BACK
        assert refusal.cited.reading == "R-46"
        while felt.table.dealing is not None:
            await felt.done("Fold", seat=lineup(felt)[turn_of(felt)])
        assert (await felt.refused("TakeBack")).code.sent_as == "no round"

    on_the_floor(test)


@spec("R-14.16-b")
def test_a_hand_that_the_shift_supervisor_removed_with_its_player_is_not_taken_back_by_the_dealer() -> None:
    async def test(house: House, floor: Floor) -> None:
        felt = await dealt_by_hand(house, floor, players=4)
        await act_simply(felt)
        gone = lineup(felt)[-1]
        sent_away = {"player": f"player {gone}", "cause": "signals to seat 1", "hand": "remove"}
        await felt.done("RequireToLeave", by=SUE, counter="conduct", **sent_away)
        assert not felt.table.is_in_contention(gone)
        assert (await felt.refused("TakeBack")).code is Code.NOTHING_TO_TAKE_BACK
        assert not house.actors[NAME].consoles.shown().may_take_back
        assert not felt.table.is_in_contention(gone)
        await checked_down(felt)
        await felt.done("PushPots", pushes=[{"pot": 0, "seats": [0]}])
        assert felt.table.seat_of(f"player {gone}") is None
        live = house.rooms["play chips"]
        await live.book()
        assert not examine_record(live.store, keys=live.room.keys, decide_again=True).findings

    on_the_floor(test)


@spec("R-14.20-e-4-i.4")
def test_a_round_that_a_suspension_stopped_gives_nothing_though_the_entry_before_it_is_taken_back() -> None:
    async def test(house: House, floor: Floor) -> None:
        felt, live = await with_a_payout(house, floor), house.rooms["play chips"]
        await act_simply(felt)
        stopped = StopContributing(by=SUPERVISOR, at=live.moment())
        assert isinstance(await live.submit(AtTable(NAME, stopped)), Done)
        await felt.done("TakeBack")
        assert not felt.table.contributes
        await checked_down(felt)
        await felt.done("PushPots", pushes=[{"pot": 0, "seats": [0]}])
        await live.book()
        assert live.room.state(LEDGER).balance(bad_beat_box(NAME)) == 0
        assert not examine_record(live.store, keys=live.room.keys, decide_again=True).findings

    on_the_floor(test)


def test_the_smallest_chip_of_the_sign_is_one_of_those_that_the_console_has() -> None:
    async def test(house: House, floor: Floor) -> None:
        sign = Variant(FIXED.limits, {"max_raises": 3, "odd_unit": 50})
        felt = await dealt_by_hand(house, floor, sign=sign)
        chips = house.actors[NAME].consoles.shown().pieces.chips
        assert chips[:2] == (50, 1_00)
        seat = lineup(felt)[turn_of(felt)]
        await felt.done("Say", seat=seat, words="call")
        await felt.done("PutIn", seat=seat, chips=[50] * 4)
        assert not felt.table.heard.owed

    on_the_floor(test)


def test_words_and_chips_come_to_an_action_once_they_are_complete() -> None:
    async def test(house: House, floor: Floor) -> None:
        felt = await dealt_by_hand(house, floor)
        seat, posted = lineup(felt)[turn_of(felt)], as_dealt(round_of(felt.table))
        least = bet_range(posted, posted.turn or 0)[0]
        assert (await felt.done("Say", seat=seat, words="raise"))[-1] == "ActHeard"
        assert felt.table.heard.words == "raise"
        assert (await felt.done("PutIn", seat=seat, chips=[100] * (least // 100)))[-1] == "ActHeard"
        assert await felt.done("Rested", seat=seat) == ["Entered", "ActHeard", "Raised"]
        assert round_of(felt.table).bet == least
        await felt.done("TakeBack")
        assert felt.table.heard.motions, "the chips lie there again, before the hands rested"
        await felt.done("Call", seat=seat)
        assert felt.table.heard.statement is None

    on_the_floor(test)


def test_an_announced_amount_that_chips_do_not_make_up_is_still_due() -> None:
    async def test(house: House, floor: Floor) -> None:
        felt = await dealt_by_hand(house, floor)
        seat = lineup(felt)[turn_of(felt)]
        await felt.done("Say", seat=seat, words="call")
        answer = await felt.enter("PutIn", seat=seat, chips=[100])
        assert isinstance(answer, Done), answer
        (heard,) = [event for _, event in answer.events if isinstance(event, ActHeard)]
        assert (heard.understood, heard.due) == (Understood.BOUND, 100)
        assert said(told_of(heard)) == f"player {seat} puts in $1. $1 is still due."
        assert (await felt.done("PutIn", seat=seat, chips=[100]))[-1] == "ActHeard"
        assert not felt.table.heard.owed

    on_the_floor(test)


def test_a_push_against_tabled_cards_calls_the_floor_and_a_ruling_pushes_it() -> None:
    async def test(house: House, floor: Floor) -> None:
        felt = await dealt_by_hand(house, floor, players=2)
        await checked_down(felt)
        await felt.done("NameCards", cards="2c 7d 9h Js 3s")
        first = lineup(felt)[turn_of(felt)]
        (second,) = set(lineup(felt)) - {first}
        await felt.done("Show", seat=first, cards="As Ad")
        push: dict[str, Any] = {"pushes": [{"pot": 0, "seats": [second]}]}
        assert not isinstance(await felt.foretold("PushPots", **push), Refusal), "no card says otherwise yet"
        await felt.done("Show", seat=second, cards="Kc Kd")
        refusal = await felt.refused("PushPots", **push)
        assert refusal.code is Code.PUSH_CONTRADICTED
        assert "call the floor" in str(refusal)
        lines = await felt.foretold("PushPots")
        assert any("aces" in said(line.says) for line in lines), [said(line.says) for line in lines]
        ruling = {"reason": "the winner was agreed at the table", "paragraph": "14.15(b)"}
        events = await felt.done("PushByRuling", by=SUE, counter="round", **push, **ruling)
        assert events[:4] == ["Entered", "Ruled", "PotsPushed", "PotAwarded"]
        live = house.rooms["play chips"]
        await live.book()
        report = examine_record(live.store, keys=live.room.keys, decide_again=True)
        assert not report.findings, report.findings

    on_the_floor(test)


def test_a_pot_is_pushed_whole_to_tied_high_hands_where_a_tabled_hand_is_not_low_enough() -> None:
    """14.9(j)3: nobody wins half of it, so nothing of it is divided twice."""

    async def test(house: House, floor: Floor) -> None:
        felt = await dealt_by_hand(house, floor, game="omaha-high-low-eight", players=3)
        await checked_down(felt)
        await felt.done("NameCards", cards="Kc Kd 9h Js 3s")
        first = lineup(felt)[turn_of(felt)]
        await felt.done("Show", seat=first, cards="As Ad Qh Tc")
        second = next(seat for seat in lineup(felt) if seat != first)
        (pot,) = round_of(felt.table).pots
        halves = [{"pot": 0, "share": share, "seats": [first, second]} for share in ("high", "low")]
        assert (await felt.refused("PushPots", pushes=halves)).code is Code.PUSH_CONTRADICTED
        await felt.done("PushPots", pushes=[{"pot": 0, "seats": [first, second]}])
        held = [felt.table.place(seat).stakes for seat in (first, second)]
        assert held == [100_00 - pot.amount // 3 + pot.amount // 2] * 2

    on_the_floor(test)


def test_without_winners_named_the_pots_go_as_the_tabled_cards_say() -> None:
    async def test(house: House, floor: Floor) -> None:
        felt = await dealt_by_hand(house, floor, players=2)
        await checked_down(felt)
        assert (await felt.refused("PushPots")).code is Code.CARDS_NOT_NAMED
        await felt.done("NameCards", cards="2c 7d 9h Js 3s")
        first = lineup(felt)[turn_of(felt)]
        await felt.done("Show", seat=first, cards="As Ad")
        await felt.done("Show", seat=next(seat for seat in lineup(felt) if seat != first), cards="Kc Kd")
        assert felt.table.dealing is not None, "the dealer pushes, not the cards"
        await felt.done("PushPots")
        assert felt.table.place(first).stakes > 100_00

    on_the_floor(test)


def test_what_an_order_would_do_is_told_with_its_paragraph_and_nothing_is_done() -> None:
    async def test(house: House, floor: Floor) -> None:
        felt = await dealt_by_hand(house, floor)
        await act_simply(felt)
        before, cause = felt.table, CardCount.MISSING.value
        lines = await felt.foretold("DeclareDead", by=FLO, counter="round", cause=cause)
        assert lines[0].rule == "14.15(g)"
        assert cause in said(lines[0].says)
        assert felt.table is before
        refusal = await felt.foretold("DeclareDead", counter="round", cause=cause)
        assert isinstance(refusal, Refusal), "a dealer does not declare it"

    on_the_floor(test)


UNFIT = "unreadable"
"""Refused before the room is asked: no dealer could have meant it."""
BAD: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("NameCards", {"cards": "As As Kd"}, UNFIT),
    ("NameCards", {"cards": "As Zz Kd"}, UNFIT),
    ("NameCards", {"cards": "As Kd"}, "wrong number of cards"),
    ("NameCards", {"cards": "As Kd 9h 9d"}, "wrong number of cards"),
    ("Check", {"seat": 5}, "not dealt in"),
    ("Check", {"seat": -1}, "not dealt in"),
    ("Check", {"seat": 99}, "not dealt in"),
    ("Check", {"seat": "first"}, UNFIT),
    ("Bet", {"seat": None, "to": 2_01}, "not whole chips"),
    ("Bet", {"seat": None, "to": -5}, "not money"),
    ("PutIn", {"seat": None, "chips": [3_33]}, "not a piece"),
    ("PutIn", {"seat": None, "chips": []}, "nothing put in"),
    ("PutIn", {"seat": None, "chips": [5000_00]}, "exceeds table stakes"),
    ("Say", {"seat": None, "words": "I think I am winning"}, "not understood"),
    ("Say", {"seat": None, "words": "bet 2.01"}, "not whole chips"),
    ("Show", {"seat": None, "cards": "As Kd"}, "not now"),
    ("NameOpener", {"seat": 0}, "not now"),
    ("PushPots", {"pushes": [{"pot": 0, "seats": [0]}]}, "not now"),
    ("Deal", {"cards": "As Kd 9h"}, "not now"),
    ("Reshuffle", {}, "not now"),
    ("Freeze", {"seat": None}, "not now"),
    ("Draw", {"seat": None, "count": 60}, UNFIT),
    ("HandRebuilt", {"seat": None, "cards": "As Kd", "witnesses": ["Ann"]}, "hand unprotected"),
)
"""What is entered, and as what it is refused; where a seat is None, that of whoever's turn it is."""


def test_bad_input_is_refused_with_a_sentence_and_nothing_is_lost() -> None:
    async def test(house: House, floor: Floor) -> None:
        felt = await dealt_by_hand(house, floor)
        while round_of(felt.table).street < 1:
            await act_simply(felt)
        before, seat = felt.table, lineup(felt)[turn_of(felt)]
        for order, says, code in BAD:
            named = {name: seat if value is None else value for name, value in says.items()}
            refusal = await felt.refused(order, **named)
            assert refusal.code.sent_as == code, (order, says, refusal)
            assert refusal.paragraph or code == UNFIT, order
            assert len(str(refusal)) > 10, order
            assert felt.table is before, order

    on_the_floor(test)


def test_a_card_that_lies_elsewhere_is_not_named_again() -> None:
    async def test(house: House, floor: Floor) -> None:
        felt = await dealt_by_hand(house, floor)
        while round_of(felt.table).street < 1:
            await act_simply(felt)
        await felt.done("NameCards", cards="As Kd 9h")
        for card in ("As", "Kd"):
            assert (await felt.refused("CardFaceUp", card=card)).code is Code.CARD_ELSEWHERE
        await felt.done("CardFaceUp")
        assert (await felt.refused("NameCards", cards="As Kd 9c")).code is Code.NOTHING_TO_NAME

    on_the_floor(test)


def test_nobody_enters_actions_where_the_room_deals() -> None:
    async def test(house: House, floor: Floor) -> None:
        table = table_of(house, HOLD_EM)
        await dealt(house, table)
        turn = house.actors[table].table.turn_to_act
        answer = await give(house, floor, DEE, "felt", {"type": "Fold", "seat": turn}, table=table)
        assert isinstance(answer, Refusal)
        assert answer.code is Code.ROOM_DEALS

    on_the_floor(test)


def test_players_who_follow_see_stakes_and_turn_and_no_card_that_nobody_named() -> None:
    async def test(house: House, floor: Floor) -> None:
        felt = await dealt_by_hand(house, floor)
        player = await entered(house, Identity("player 1", "Player 1", Role.VISITOR, guest=True))
        onlooker = await entered(house, "Olga")
        for client in (player, onlooker):
            await client.say(wire.Watch(table=felt.name))
        await checked_down(felt)
        await felt.done("NameCards", cards="2c 7d 9h Js 3s")
        first = lineup(felt)[turn_of(felt)]
        await felt.done("Show", seat=first, cards="As Ad")
        seen = await player.sees(lambda state: state.board == ("2c", "7d", "9h", "Js", "3s"))
        hands = {seat.seat: (*seat.down, *seat.up) for seat in seen.state.seats if seat is not None}
        assert {card for seat, cards in hands.items() if seat != first for card in cards} <= {"??"}
        assert not house.actors[felt.name].halted

    on_the_floor(test)


def test_a_checked_down_round_takes_an_order_for_each_action_and_at_most_four_more() -> None:
    """At a table with its box, six players: start, one entry an action, one push, one confirmation."""

    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready(*"ABCDEF")
        given = 0

        async def order(counter: str, type_: str, **says: Any) -> None:
            nonlocal given
            await felt.done(DEE, counter, type_, **says)
            given += 1

        await order("table", "StartRound")
        actions = 0
        while (state := as_dealt(round_of(felt.table))).stage is Stage.BETTING:
            assert state.turn is not None
            assert felt.table.dealing is not None
            seat = felt.table.dealing.lineup[state.turn]
            await order("felt", "Call" if state.bet > state.bets[state.turn] else "Check", seat=seat)
            actions += 1
        await order("felt", "PushPots", pushes=[{"pot": 0, "seats": [0]}])
        await order("box", "Attest", round=felt.table.rounds)
        assert (actions, given) == (24, 24 + 3)
        await order("table", "StartRound")
        await felt.live.book()
        report = examine_record(felt.live.store, keys=felt.live.room.keys, decide_again=True)
        assert not report.findings, report.findings

    at_a_dealers_table(test)


def test_the_dealer_enters_that_players_agree_only_where_a_person_deals() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        await felt.done(FLO, "table", "ProposeMinimum", minimum=400)
        for player in felt.players:
            await felt.done(DEE, "felt", "Agree", player=player.identity.id)
        assert felt.table.proposal is None
        elsewhere = orders.read("felt", {"type": "Agree", "player": "x"}, table=table_of(felt.house, HOLD_EM))
        assert not isinstance(elsewhere, Refusal)
        assert isinstance(await felt.floor.order(DEE, felt.live, elsewhere, id="elsewhere"), Refusal)

    at_a_dealers_table(test)


@spec("R-14.15-i-3")
def test_chips_that_leave_the_pot_with_a_swept_hand_leave_its_rake_as_it_was_and_the_audit_clean() -> None:
    async def test(house: House, floor: Floor) -> None:
        felt = await dealt_by_hand(house, floor)
        await felt.done("Raise", seat=lineup(felt)[turn_of(felt)], to=17_00)
        for _ in range(3):
            await act_simply(felt)
        assert sum(round_of(felt.table).raked) == 1_00
        victim = lineup(felt)[1]
        await felt.done("MarkProtected", counter="round", seat=victim, how="under a chip")
        await felt.done("HandGone", seat=victim, cause=Removal.SWEPT.value)
        await checked_down(felt)
        await felt.done("PushPots", pushes=[{"pot": 0, "seats": [lineup(felt)[0]]}])
        live = house.rooms["play chips"]
        await live.book()
        report = examine_record(live.store, keys=live.room.keys, decide_again=True)
        assert not report.findings, report.findings

    on_the_floor(test)


@pytest.mark.parametrize("dealt", [False, True])
def test_the_blinds_are_booked_where_a_player_walks_away_before_anybody_has_bet(dealt: bool) -> None:
    async def test(house: House, floor: Floor) -> None:
        felt = await dealt_by_hand(house, floor, players=2)
        live = house.rooms["play chips"]
        if dealt:
            await felt.done("Deal")
        await felt.done("PlayerGone", seat=0)
        assert felt.table.dealing is None
        assert felt.table.is_balanced
        await live.book()
        report = examine_record(live.store, keys=live.room.keys, decide_again=True)
        assert not report.findings, report.findings

    on_the_floor(test)
