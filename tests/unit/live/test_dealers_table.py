"""A table that a dealer deals: opened, supplied and dealt by orders that go through the gate."""

import asyncio
from datetime import timedelta
from itertools import count

import msgspec
from msgspec.structs import replace

from pokerroom.cli.audit_report import OF_A_ROOM
from pokerroom.jackpot.commands import CountAtTable, OfferPayout
from pokerroom.ledger import trial_balance
from pokerroom.live import payouts
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.house import PLAY
from pokerroom.live.refusals import Refusal
from pokerroom.live.seeding import FIXED, RAKE, VARIANTS, Variant, file
from pokerroom.live.staff import orders
from pokerroom.live.staff.orders.declaration import person
from pokerroom.live.tables.console import events_at
from pokerroom.play import Stage, legal_actions
from pokerroom.play.offered import MayCheck, MayRaise
from pokerroom.room import filing
from pokerroom.room.auditing.findings import Check
from pokerroom.room.books import LEDGER
from pokerroom.room.box import BOXES
from pokerroom.room.examining import examine_record
from pokerroom.room.payouts.commands import OnPayouts
from pokerroom.room.registry import REGISTRY
from pokerroom.room.reopening import reopened
from pokerroom.room.room import Done, Room
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.house import TimeCharge
from pokerroom.rules.staff import Official, Position
from pokerroom.store import Promised
from pokerroom.table.decks.events import RoundBegun
from pokerroom.table.seating.commands import DealtBy
from pokerroom.wire import messages as wire
from pokerroom.words import said
from tests.dealers_table import BLUE, DAN, DEE, FLO, LINE, NAME, SUE, DealersTable, at_a_dealers_table
from tests.payouts import RULES
from tests.spec_marks import spec
from tests.wire import Client, entered, table_of

COMERS = count(1)
HOURLY = TimeCharge(hourly=6_00, every=20)
NO_LIMIT = VARIANTS["hold-em"][0]
BEHIND = 10.0
"""Seconds by which onlookers are behind the table."""


def seen_by(client: Client) -> wire.TableView:
    """The table as somebody's own device shows it now."""
    return [each for each in client.so_far() if isinstance(each, wire.Happened | wire.TableState)][-1].state


def to_act(felt: DealersTable) -> int:
    """Whose turn it is, by the seats of the table."""
    state = felt.round_as_dealt
    assert state is not None
    return felt.at_table(felt.turn_of(state))


async def called_around(felt: DealersTable) -> None:
    """Everybody calls or checks until the next street is due."""
    before = felt.round_as_dealt
    while (state := felt.round_as_dealt) is not None and before is not None and state.street == before.street:
        kinds = {type(offer) for offer in legal_actions(state, felt.turn_of(state))}
        await felt.done(DEE, "felt", "Check" if MayCheck in kinds else "Call", seat=to_act(felt))


def test_a_dealer_opens_a_table_and_starts_a_round_from_a_deck_that_may_be_dealt() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        assert felt.table.dealt_by is DealtBy.DEALER
        await felt.done(DEE, "table", "StartRound")
        assert felt.table.dealing is not None
        assert felt.table.round is not None
        assert felt.table.round.by_dealer
        decks = felt.box.decks
        assert decks is not None
        assert decks.dealing is not None
        assert decks.dealing.deck == "A"

    at_a_dealers_table(test)


def test_a_round_is_not_started_before_the_deck_is_cut_and_nothing_happens_at_the_table() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.posted()
        await felt.supplied()
        await felt.seated("Ann", "Ben")
        await felt.shown()
        await felt.washed()
        refusal = await felt.refused(DEE, "table", "StartRound")
        assert refusal.paragraph == "14.5(b)"
        assert felt.table.dealing is None
        assert felt.table.rounds == 0

    at_a_dealers_table(test)


def test_only_the_dealer_signed_on_starts_a_round() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        refusal = await felt.refused(DAN, "table", "StartRound")
        assert refusal.code.sent_as == "not the dealer"
        await felt.in_box("SignOff")
        await felt.in_box("SignOn", by=DAN)
        await felt.done(DAN, "table", "StartRound")

    at_a_dealers_table(test)


@spec("R-14.19-f-2.1")
def test_its_own_dealer_counts_the_container_of_a_bad_beat_payout() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        live = felt.live
        terms = replace(RULES, name="Felt", tables=(NAME,))
        offering = OfferPayout(payout="Felt", by=payouts.SHIFT, at=live.moment(), rules=terms, filing="appendix 3")
        assert isinstance(await live.submit(OnPayouts(offering)), Done)

        async def counted(by: Identity) -> Done | Refusal:
            given = CountAtTable(
                payout="Felt",
                by=person(by),
                second=person(FLO),
                at=live.moment(),
                table=NAME,
                chips=(),
                written=0,
                recording="camera 4",
            )
            return await live.submit(OnPayouts(given))

        refused = await counted(DAN)
        assert isinstance(refused, Refusal)
        assert (refused.code.value, refused.paragraph) == ("another dealer", "14.19(f)2")
        await felt.in_box("SignOff")
        await felt.in_box("SignOn", by=DAN)
        assert isinstance(await counted(DAN), Done)
        assert isinstance(await counted(DEE), Refusal), "who has been relieved"

    at_a_dealers_table(test)


def test_a_console_is_shown_the_table_the_box_and_what_keeps_the_next_round() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.posted()
        console = await felt.console()
        closed = felt.shows(console)
        assert closed.box.may_deal is not None
        assert closed.box.may_deal.rule == "14.4(a)"
        await felt.supplied()
        await felt.seated("Ann", "Ben")
        await felt.shown()
        await felt.washed()
        shown = felt.shows(console)
        assert shown.gaming_day == shown.box.day == felt.day
        assert shown.box.dealer == DEE.name
        assert [(deck.name, deck.in_play) for deck in shown.box.decks] == [("A", True), ("B", False)]
        assert shown.box.may_deal is not None
        assert shown.box.may_deal.code == "not cut"
        assert {"CUT", "COUNT", "SORT", "CHANGE"} <= {each.duty for each in shown.box.due}
        await felt.in_box("PrepareDeck")
        assert felt.shows(console).box.may_deal is None
        await felt.done(DEE, "table", "StartRound")
        playing = felt.shows(console)
        assert playing.state.playing
        assert playing.state.dealt_by == "dealer"
        assert playing.turn is not None
        assert {"Fold", "Call", "Raise"} == {each.kind for each in playing.offers}
        assert playing.cards_due is not None
        assert playing.cards_due.open == (False,) * 4

    at_a_dealers_table(test)


def test_players_are_shown_the_table_and_no_box() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        await felt.done(DEE, "table", "StartRound")
        ann = felt.players[0]
        heard = ann.so_far()
        assert not any(isinstance(each, wire.DealersTable) for each in heard)
        answer = await ann.ask(wire.Act, table=NAME, move=wire.Fold())
        assert isinstance(answer, wire.Refused)

    at_a_dealers_table(test)


def test_everybody_is_shown_the_cards_due_and_whose_turn_it_is_before_anything_is_entered() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben", "Cy")
        onlooker = await entered(felt.house, "Eve")
        await onlooker.say(wire.Watch(table=NAME))
        everybody = (*felt.players, onlooker)
        await felt.started()
        for street, board in (("pre-flop", ()), ("flop", ("??",) * 3)):
            views = [seen_by(each) for each in everybody]
            assert {view.turn and view.turn.seat for view in views} == {to_act(felt)}
            assert {(view.street, view.stage, view.board) for view in views} == {(street, "betting", board)}
            assert {seat.down for view in views for seat in view.seats} == {("??", "??")}
            assert felt.table.round is not None
            assert felt.table.round.stage is Stage.DEALING, "no card is recorded before somebody has acted"
            await called_around(felt)

    at_a_dealers_table(test)


def test_an_onlooker_sees_every_seat_whenever_they_come() -> None:
    async def test(felt: DealersTable) -> None:
        async def seats_seen() -> set[int]:
            come = await entered(felt.house, f"Eve {next(COMERS)}")
            await come.say(wire.Watch(table=NAME))
            anew = seen_by(come)
            await come.say(wire.Watch(table=NAME, after=felt.house.actors[NAME].sequence))
            assert seen_by(come).seats == anew.seats
            assert anew.places == len(felt.table.places)
            return {each.seat for each in anew.seats}

        taken = {0, 1, 2}
        await felt.posted()
        assert await seats_seen() == set()
        await felt.supplied()
        await felt.seated("Ann", "Ben", "Cy")
        assert await seats_seen() == taken
        await felt.shown()
        await felt.washed()
        await felt.in_box("PrepareDeck")
        await felt.started()
        assert await seats_seen() == taken
        await called_around(felt)
        assert await seats_seen() == taken
        await felt.house.actors[NAME].reopen()
        assert await seats_seen() == taken

    at_a_dealers_table(test)


def test_an_onlooker_who_comes_in_mid_round_behind_the_table_sees_who_sits_there() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben", "Cy")
        await asyncio.sleep(2 * BEHIND)
        await felt.started()
        for reopened_first in (False, True):
            if reopened_first:
                await felt.house.actors[NAME].reopen()
            come = await entered(felt.house, f"Eve {next(COMERS)}")
            await come.say(wire.Watch(table=NAME))
            assert len(seen_by(come).seats) == 3
            assert not seen_by(come).playing, "what happens is shown later"
            await called_around(felt)
            await asyncio.sleep(2 * BEHIND)
            assert seen_by(come).turn is not None

    at_a_dealers_table(test, spectator_delay=BEHIND)


def test_nobody_is_offered_an_action_on_their_own_device_where_a_dealer_deals() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        await felt.started()
        assert [seen_by(each).offers for each in felt.players] == [(), ()]
        await felt.done(DEE, "felt", "Call", seat=to_act(felt))
        assert [seen_by(each).offers for each in felt.players] == [(), ()]

    at_a_dealers_table(test)


def test_nobody_handles_a_card_where_the_room_deals() -> None:
    async def test(felt: DealersTable) -> None:
        table = table_of(felt.house, "hold-em")
        for counter, order in (
            ("table", {"type": "StartRound"}),
            ("table", {"type": "DrawForButton", "cards": [{"seat": 0, "card": "As"}]}),
            ("box", {"type": "SignOn"}),
        ):
            read = orders.read(counter, order, table=table)
            assert not isinstance(read, Refusal)
            answer = await felt.floor.order(DEE, felt.live, read, id=str(order))
            assert isinstance(answer, Refusal)
            assert answer.code.sent_as == "room deals"

    at_a_dealers_table(test)


def test_a_round_is_played_cleared_by_one_confirmation_and_followed_by_the_next() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben", "Cy")
        console = await felt.console()
        for number in (1, 2, 3):
            await felt.checked_down()
            shown = felt.shows(console)
            assert [each.cards for each in shown.box.hands] == [2, 2, 2]
            assert shown.box.round == number
            assert not shown.box.attested
            assert shown.box.may_deal is not None
            assert shown.box.may_deal.code == "not cleared"
            assert (await felt.refused(DEE, "table", "StartRound")).paragraph == "14.6(e)7"
            assert (await felt.refused(DEE, "box", "Attest", round=number - 1)).code.sent_as == "not the last round"
            assert (await felt.refused(DAN, "box", "Attest", round=number)).code.sent_as == "not the dealer"
            await felt.in_box("Attest", round=number)
            assert felt.shows(console).box.may_deal is None
        assert felt.table.rounds == 3

    at_a_dealers_table(test)


@spec("R-14.6-e-8")
def test_a_round_is_not_confirmed_with_another_rake_than_was_taken() -> None:
    """The rake of the round that a fold ends grows with it: what is confirmed was shown, and is what was taken."""

    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben", "Cy")
        console = await felt.console()
        await felt.started()
        await called_around(felt)
        for kind, amount in (
            ("Bet", {"to": 30_00}),
            ("Raise", {"to": 60_00}),
            ("Call", {}),
            ("Raise", {"to": 100_00}),
            ("Fold", {}),
        ):
            await felt.done(DEE, "felt", kind, seat=felt.shows(console).turn, **amount)
        shown = felt.shows(console)
        await felt.done(DEE, "felt", "Fold", seat=shown.turn)
        box = felt.shows(console).box
        assert shown.last_fold is not None
        assert (shown.last_fold.rake, shown.last_fold.contribution) == (box.rake, box.contribution)
        assert box.rake > shown.state.raked, "a console that shows what was taken so far would show too little"
        of, given = box.round, box.contribution
        refusal = await felt.refused(DEE, "box", "Attest", round=of, contribution=given, rake=box.rake - 100)
        assert refusal.code.sent_as == "other amount due"
        await felt.in_box("Attest", round=of, contribution=given, rake=box.rake)

    at_a_dealers_table(test, sign=NO_LIMIT)


def test_a_console_is_told_what_can_go_wrong_now_and_how_many_cards_are_out() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben", "Cy")
        console = await felt.console()
        await felt.started()
        shown = felt.shows(console)
        assert shown.cards_due is not None
        assert (shown.cards_due.first, shown.cards_due.exposed) == (True, "14.15(o)")
        assert shown.cards_out == 6
        assert "an eligible player was not dealt in" in shown.misdeals
        await called_around(felt)
        shown = felt.shows(console)
        assert shown.cards_due is not None, "the flop"
        assert (shown.cards_due.first, shown.cards_due.exposed) == (False, "")
        assert shown.cards_out == 6 + 1 + 3
        assert "an eligible player was not dealt in" not in shown.misdeals, "two have wagered"
        assert "more than one card face up in the deck" in shown.misdeals

    at_a_dealers_table(test)


def test_a_muck_that_leaves_one_hand_is_confirmed_with_what_was_shown() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        console = await felt.console()
        await felt.started()
        await felt.done(DEE, "felt", "Raise", seat=to_act(felt), to=60_00)
        await felt.done(DEE, "felt", "Call", seat=to_act(felt))
        while (state := felt.round_as_dealt) is not None and state.stage is Stage.BETTING:
            await felt.done(DEE, "felt", "Check", seat=to_act(felt))
        shown = felt.shows(console)
        assert shown.last_fold is not None
        await felt.done(DEE, "felt", "Concede", seat=shown.turn)
        box = felt.shows(console).box
        assert (box.rake, box.contribution) == (shown.last_fold.rake, shown.last_fold.contribution)
        assert box.rake
        await felt.in_box("Attest", round=box.round, contribution=box.contribution, rake=shown.last_fold.rake)

    at_a_dealers_table(test, sign=NO_LIMIT)


def test_a_card_that_nobody_named_is_told_as_a_card() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        console = await felt.console()
        await felt.started()
        await felt.done(DEE, "felt", "Deal", exposed=[{"seat": 0, "number": 0}])
        await felt.done(DEE, "felt", "CardFaceUp")
        told = [said(each.says) for each in felt.shows(console).told if each.says is not None]
        assert any("A card lies face up in the deck" in each for each in told)
        assert any("A card of Ann was exposed" in each for each in told)
        assert not any("??" in each for each in told)

    at_a_dealers_table(test)


def test_the_next_dealer_takes_over_between_rounds_and_the_floor_also_in_one() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        console = await felt.console(DAN)
        assert (await felt.refused(DEE, "box", "RelieveDealer")).code.sent_as == "dealer signed on"
        await felt.in_box("RelieveDealer", by=DAN)
        assert felt.shows(console).box.dealer == DAN.name
        assert (await felt.refused(DEE, "table", "StartRound")).code.sent_as == "not the dealer"
        await felt.started(by=DAN)
        late = await felt.refused(DEE, "box", "RelieveDealer")
        assert (late.code.sent_as, late.cited.reading) == ("round in progress", "R-49")
        await felt.in_box("RelieveDealer", by=FLO)
        assert felt.shows(console).box.dealer == FLO.name
        await felt.in_box("SignOff", by=FLO)
        assert (await felt.refused(DEE, "box", "RelieveDealer")).code.sent_as == "no dealer"
        await felt.in_box("SignOn")

    at_a_dealers_table(test)


def test_hands_and_pots_may_be_cleared_step_by_step_and_a_wrong_hand_stops_the_next_round() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        await felt.checked_down()
        assert felt.box.clearing is not None
        (winner,) = (hand.seat for hand in felt.box.clearing.hands if hand.wins)
        (loser,) = (hand.seat for hand in felt.box.clearing.hands if not hand.wins)
        assert (await felt.refused(DEE, "box", "PushPot", pot=0)).paragraph == "14.6(e)5"
        await felt.in_box("CollectHand", seat=loser, found=1)
        assert (await felt.refused(DEE, "box", "Attest", round=1)).code.sent_as == "hand miscounted"
        assert (await felt.refused(DAN, "box", "CollectHand", seat=loser, found=2)).code.sent_as == "not the dealer"
        await felt.in_box("CollectHand", seat=loser, found=2)
        await felt.in_box("PushPot", pot=0)
        await felt.in_box("CollectHand", seat=winner, found=2)
        assert (await felt.refused(DEE, "table", "StartRound")).paragraph == "14.5(a)"
        await felt.in_box("PrepareDeck")
        await felt.folded_around()
        await felt.in_box("Attest", round=2)

    at_a_dealers_table(test)


def test_a_dealer_waits_for_the_floor_and_the_floor_may_go_on() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        console = await felt.console(FLO)
        await felt.started()
        assert (await felt.refused(DEE, "box", "CallFloor", reason=" ")).code.sent_as == "no words"
        await felt.in_box("CallFloor", reason="a disputed bet")
        (call,) = felt.shows(console).box.calls
        assert (call.call, call.by, call.reason) == (1, DEE.name, "a disputed bet")
        state = felt.round_as_dealt
        assert state is not None
        seat = felt.at_table(felt.turn_of(state))
        assert (await felt.refused(DEE, "felt", "Fold", seat=seat)).code.sent_as == "floor called"
        assert isinstance(await felt.asked(DEE, "box", "AnswerCall", call=1), Refusal)
        assert (await felt.refused(FLO, "box", "AnswerCall", call=2)).code.sent_as == "no such call"
        await felt.in_box("AnswerCall", by=FLO, call=1, reason="the bet stands")
        await felt.done(DEE, "felt", "Fold", seat=seat)
        assert not felt.shows(console).box.calls

    at_a_dealers_table(test)


def test_a_round_that_dies_takes_its_deck_with_it_and_a_new_one_is_opened() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        await felt.started()
        await felt.done(FLO, "round", "DeclareDead", cause="cards are missing from the deck")
        assert felt.table.dealing is None
        decks = felt.box.decks
        assert decks is not None
        assert [deck.name for deck in decks.decks] == ["B"]
        assert (await felt.refused(DEE, "table", "StartRound")).paragraph == "14.2(a)"
        await felt.in_box("ReceiveDeck", deck="C", backs=[BLUE], edges="white")
        await felt.in_box("InspectDeck", deck="C", found=52)
        await felt.in_box("VerifyDeck", deck="C", by=FLO)
        await felt.in_box("SpreadDeck", deck="C", face="face up", in_sequence=True)
        await felt.in_box("OfferInspection", deck="C")
        await felt.in_box("WashDeck", deck="C")
        await felt.in_box("ShuffleDeck", deck="C", method="by hand")
        await felt.in_box("PutInPlay", deck="B")
        await felt.in_box("StoreDeck", deck="C", place="designated area")
        await felt.in_box("PrepareDeck")
        await felt.folded_around()

    at_a_dealers_table(test)


def test_a_misdeal_ends_in_the_box_too_and_is_dealt_again() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        await felt.started()
        await felt.in_box("NoteSkipped", skipped="cut")
        state = felt.round_as_dealt
        assert state is not None
        seat = felt.at_table(felt.turn_of(state))
        assert (await felt.refused(DEE, "felt", "Call", seat=seat)).code.sent_as == "misdeal"
        await felt.done(FLO, "round", "DeclareMisdeal", cause="shuffle or cut not made as required")
        assert felt.box.clearing is None
        assert (await felt.refused(DEE, "table", "StartRound")).paragraph == "14.5(a)"
        await felt.in_box("Attest", round=1)
        await felt.folded_around()

    at_a_dealers_table(test)


def test_under_the_marker_button_nothing_is_dealt_and_the_round_does_not_end() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        await felt.started()
        await felt.in_box("SetDeckDown", transaction="chips for seat 2")
        state = felt.round_as_dealt
        assert state is not None
        seat = felt.at_table(felt.turn_of(state))
        refusal = await felt.refused(DEE, "felt", "Call", seat=seat)
        assert refusal.paragraph == "14.6(e)1"
        await felt.in_box("PickDeckUp")
        await felt.done(DEE, "felt", "Call", seat=seat)

    at_a_dealers_table(test)


def test_a_relief_in_the_middle_of_a_round_leaves_the_round_to_the_next_dealer() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        await felt.started()
        await felt.in_box("SignOff")
        state = felt.round_as_dealt
        assert state is not None
        seat = felt.at_table(felt.turn_of(state))
        assert (await felt.refused(DEE, "felt", "Call", seat=seat)).code.sent_as == "no dealer"
        await felt.in_box("SignOn", by=DAN)
        await felt.done(DAN, "felt", "Call", seat=seat)
        state = felt.round_as_dealt
        assert state is not None
        seat = felt.at_table(felt.turn_of(state))
        assert (await felt.refused(DEE, "felt", "Check", seat=seat)).code.sent_as == "not the dealer"
        await felt.done(FLO, "felt", "Check", seat=seat)

    at_a_dealers_table(test)


def test_a_table_closes_when_everybody_has_left_and_its_decks_are_carried_away() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        assert (await felt.refused(DEE, "box", "CloseTable")).code.sent_as == "seats occupied"
        for player in felt.players:
            await felt.done(FLO, "table", "LeaveSeat", player=player.identity.id)
        await felt.in_box("CloseTable", carried_by="Flo Ray")
        await felt.done(FLO, "table", "CloseTable")
        decks = felt.box.decks
        assert decks is not None
        assert not decks.decks
        assert decks.dealer is None

    at_a_dealers_table(test)


def test_a_clock_that_runs_out_is_shown_before_and_when_it_does_without_anybody_asking() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        console = await felt.console()
        console.so_far()
        console.heard.clear()
        await asyncio.sleep(11 * 60)
        soon = felt.shows(console)
        assert soon.box.may_deal is None
        (count,) = (each for each in soon.box.due if each.duty == "COUNT")
        assert count.when > soon.now
        await asyncio.sleep(5 * 60)
        late = felt.shows(console)
        assert late.box.may_deal is not None
        assert late.box.may_deal.code == "count due"
        await felt.in_box("CountDeck", deck="A", found=52)
        assert felt.shows(console).box.may_deal is None

    at_a_dealers_table(test)


@spec("R-14.2-c.1")
def test_a_box_kept_open_into_another_gaming_day_is_told_to_begin_it_and_then_gets_its_decks() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        console = await felt.console()
        assert not duties(felt.shows(console)) & {"BEGIN_DAY", "DISTRIBUTE"}
        day = felt.live.room.state(LEDGER).open_day
        assert day is not None
        await felt.done(SUE, "books", "BeginDay", date=str(day.date + timedelta(days=1)))
        shown = felt.shows(console)
        assert shown.box.due[0].duty == "BEGIN_DAY"
        assert shown.box.due[0].rule == "14.2(c)"
        assert shown.gaming_day is not None
        await felt.in_box("BeginDay", day=shown.gaming_day)
        assert duties(felt.shows(console)) & {"BEGIN_DAY", "DISTRIBUTE"} == {"DISTRIBUTE"}
        await felt.done(SUE, "box", "DistributeDecks", day=felt.day, tables=[LINE])
        assert not duties(felt.shows(console)) & {"BEGIN_DAY", "DISTRIBUTE"}

    at_a_dealers_table(test)


def duties(shown: wire.DealersTable) -> set[str]:
    return {each.duty for each in shown.box.due}


@spec("R-14.14-b-3-iii")
def test_a_time_charge_is_shown_once_it_is_due_without_anybody_asking() -> None:
    async def test(felt: DealersTable) -> None:
        filed = filing.RakeSubmission(methods=(RAKE,), time_charges=(HOURLY,), most=RAKE.most)
        await file(felt.live, filing.RAKE, filed)
        await felt.opened_and_ready("Ann", "Ben")
        console = await felt.console()
        due = felt.shows(console).time_due
        assert due is not None
        await asyncio.sleep(due - felt.shows(console).now + 1)
        assert due <= felt.shows(console).now
        await felt.done(DEE, "table", "CollectTime")
        assert felt.shows(console).time_due == due + 20 * 60

    at_a_dealers_table(test, sign=Variant(FIXED.limits, {"time_charge": HOURLY}))


def test_the_record_of_a_dealers_table_audits_clean_and_opens_again_as_it_was() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        await felt.checked_down()
        await felt.in_box("Attest", round=1)
        await felt.started()
        await felt.in_box("CallFloor", reason="a card fell off the table")
        live = felt.live
        examined = examine_record(live.store, keys=live.room.keys, decide_again=True)
        assert examined.findings == ()
        assert examined.counts["box events"] > 20
        again = reopened(
            live.store, Room(live.room.recorder, REGISTRY, keys=live.room.keys, chance=live.room.chance, software="")
        )
        assert again.state(BOXES, NAME) == felt.box
        kept = BOXES.kept
        assert kept is not None
        written = msgspec.json.encode(kept.write(felt.box))
        assert kept.read(msgspec.json.decode(written, type=kept.form)) == felt.box

    at_a_dealers_table(test)


def test_an_audit_finds_a_round_that_the_box_alone_has_and_one_that_could_not_be_dealt() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        await felt.folded_around()
        live, at = felt.live, felt.live.moment()
        by = Official(DEE.name, Position.DEALER)
        begun = RoundBegun(rule=NJAC_13_69F.cite("14.6(b)"), by=by, at=at, deck="A", game="hold-em")
        pending = live.room.record("forged", [live.room.noted(BOXES, begun, NAME)], at=at, by="Mallory")
        assert isinstance(pending.recorded, Promised)
        await pending.recorded.settled()
        live.room.finish(pending)
        found = [each.what for each in examine_record(live.store, keys=live.room.keys).findings]
        assert any("could not be dealt" in each for each in found)
        assert any("the table does not have" in each for each in found)

    at_a_dealers_table(test)


def test_an_entry_that_closed_a_betting_round_is_taken_back_and_the_books_follow() -> None:
    """The rake was taken from the pot that the wagers go back from."""

    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready(*"ABCDEFGH")
        await felt.started()
        while (state := felt.round_as_dealt) is not None and state.street == 0:
            turn = felt.turn_of(state)
            raises = [each.least for each in legal_actions(state, turn) if isinstance(each, MayRaise)]
            said = {"to": raises[0]} if raises else {}
            await felt.done(DEE, "felt", "Raise" if raises else "Call", seat=felt.at_table(turn), **said)
        assert felt.table.round is not None
        assert sum(felt.table.round.raked) > 0
        await felt.live.book()
        await felt.done(DEE, "felt", "TakeBack")
        assert sum(felt.table.round.raked) == 0
        await felt.live.book()
        assert trial_balance(felt.live.room.state(LEDGER)).difference == 0
        assert examine_record(felt.live.store, keys=felt.live.room.keys).findings == ()

    at_a_dealers_table(test)


def test_a_table_opens_just_as_it_is_filed_and_not_where_nothing_is() -> None:
    async def test(felt: DealersTable) -> None:
        like = next(iter(felt.house.actors))
        area = {"name": "poker room", "approved": True}
        refusal = await felt.refused(FLO, "table", "OpenTable", subject="table nobody filed", area=area)
        assert refusal.code.value == "nothing in force"
        await felt.done(FLO, "table", "OpenTable", subject=f"table {like}", area=area, dealt_by="dealer")
        assert felt.table.rotation == felt.house.actors[like].table.rotation
        assert felt.table.dealt_by is DealtBy.DEALER

    at_a_dealers_table(test)


def test_the_answer_to_an_order_says_from_which_event_on_it_is_shown() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        console = await felt.console()
        before = felt.shows(console)
        await felt.done(DEE, "table", "StartRound")
        after = felt.shows(console)
        await felt.in_box("CallFloor", reason="a dispute")
        called = felt.shows(console)
        assert before.sequence < after.sequence < called.sequence == events_at(felt.house.rooms[PLAY], NAME)
        assert [player is not None for player in after.players][:3] == [True, True, False]
        assert after.shares == ("high",)

    at_a_dealers_table(test)


def test_the_report_of_an_audit_has_a_line_for_every_check_of_a_room() -> None:
    """One without a line would keep its findings to itself."""
    assert set(Check) - set(OF_A_ROOM) == {Check.ACCOUNTS, Check.SESSIONS}
