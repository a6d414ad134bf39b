"""Decks, opening, shuffle, cut, counts and clearing, 14.2 and 14.4 to 14.6: by orders of those whom each names."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from pokerroom.live.entrance.accounts import Account, PasswordHash
from pokerroom.live.entrance.desk import Desk
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.refusals import Refusal
from pokerroom.room.room import Done
from pokerroom.room.tables.commands import AtTable
from pokerroom.table.seating.commands import TakeSeat
from tests.dealers_table import BLUE, DAN, DEE, FLO, LINE, NAME, RED, SUE, YELLOW, DealersTable, at_a_dealers_table
from tests.spec_marks import scenario, spec

DEVICE = {"device": "SH-1", "counts": False, "approval": ""}


@spec("R-14.2-c.1", "R-14.2-c.2", "R-14.2-a.3", "R-14.2-a.1", "R-14.2-a.2", "R-14.2-a.4", "R-14.1-cover")
def test_a_table_opens_with_the_decks_that_the_shift_supervisor_gives_it() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.posted()
        for by in (DEE, FLO):
            assert isinstance(await felt.asked(by, "box", "DistributeDecks", day=felt.day, tables=[LINE]), Refusal)
        nowhere = {**LINE, "location": " "}
        incomplete = await felt.refused(SUE, "box", "DistributeDecks", day=felt.day, tables=[nowhere])
        assert incomplete.paragraph == "14.2(c)"
        await felt.done(SUE, "box", "DistributeDecks", day=felt.day, tables=[LINE])
        await felt.in_box("ReceiveDeck", deck="A", backs=[BLUE], edges="white")
        assert (await felt.refused(DEE, "box", "OpenTable", day=felt.day)).paragraph == "14.2(a)"
        alike = await felt.refused(DEE, "box", "ReceiveDeck", deck="B", backs=[BLUE], edges="white")
        assert alike.code.sent_as == "backs alike"
        strange = await felt.refused(
            DEE, "box", "ReceiveDeck", deck="B", backs=[RED], edges="white", cards=[*range(52), 0]
        )
        assert strange.code.sent_as == "not a deck"
        await felt.in_box("ReceiveDeck", deck="B", backs=[RED], edges="white")
        assert (await felt.refused(DEE, "box", "OpenTable", day=felt.day)).code.sent_as == "no cover card"
        unfit = await felt.refused(DEE, "box", "ProvideCoverCard", cover={**YELLOW, "color": "red"})
        assert unfit.paragraph == '14.1 "Cover card"'
        await felt.in_box("ProvideCoverCard", cover=YELLOW)
        await felt.in_box("OpenTable", day=felt.day)

    at_a_dealers_table(test)


@spec("R-14.4-a", "R-14.4-b.1", "R-14.4-b.2", "R-14.4-c.1", "R-14.4-c.2", "R-14.4-c-1.1")
@scenario("TO-03")
def test_the_dealer_inspects_a_floorperson_verifies_and_two_players_look_before_the_wash() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.posted()
        await felt.supplied()
        await felt.seated("Ann")
        for deck in ("A", "B"):
            await felt.in_box("InspectDeck", deck=deck, found=52)
            assert isinstance(await felt.asked(DAN, "box", "VerifyDeck", deck=deck), Refusal)
            assert (await felt.refused(DEE, "box", "SpreadDeck", deck=deck, face="face up", in_sequence=True)).paragraph
            await felt.in_box("VerifyDeck", deck=deck, by=FLO)
            await felt.in_box("SpreadDeck", deck=deck, face="face up", in_sequence=True)
        assert (await felt.refused(DEE, "box", "OfferInspection", deck="A")).code.sent_as == "too few players"
        assert (await felt.refused(DEE, "box", "WashDeck", deck="A")).code.sent_as == "not shown to players"
        await felt.seated("Ben")
        await felt.in_box("OfferInspection", deck="A")
        assert (await felt.refused(DEE, "box", "WashDeck", deck="A")).code.sent_as == "not shown to players"
        await felt.in_box("OfferInspection", deck="B")
        await felt.washed()
        assert (await felt.refused(DEE, "table", "StartRound")).code.sent_as == "not cut"
        await felt.in_box("PrepareDeck")
        await felt.started()

    at_a_dealers_table(test)


@spec("R-14.4-a")
def test_a_deck_prepared_beforehand_needs_its_document() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.posted()
        await felt.supplied()
        await felt.seated("Ann", "Ben")
        blank = await felt.refused(DEE, "box", "AcceptPreparedDeck", deck="A", document=" ")
        assert blank.paragraph == "14.4(a)"
        for deck in ("A", "B"):
            await felt.in_box("AcceptPreparedDeck", deck=deck, document="lot 17")
        await felt.in_box("PutInPlay", deck="A")
        await felt.in_box("StoreDeck", deck="B", place="designated area")
        await felt.in_box("PrepareDeck")
        await felt.started()

    at_a_dealers_table(test)


@spec("R-14.5-b.1", "R-14.5-b-1", "R-14.5-b-2", "R-14.5-b-3", "R-14.5-c", "R-14.1-cover")
@scenario("TO-04")
def test_the_cut_goes_by_its_steps_and_the_floor_may_have_it_made_again_before_a_card_is_dealt() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.posted()
        await felt.supplied()
        await felt.seated("Ann", "Ben")
        await felt.shown()
        await felt.washed()
        assert (await felt.refused(DEE, "box", "TakePacket", size=20)).paragraph == "14.5(b)"
        await felt.in_box("PlaceCoverCard")
        assert (await felt.refused(DEE, "box", "TakePacket", size=9)).paragraph == "14.5(b)2"
        await felt.in_box("TakePacket", size=10)
        await felt.in_box("PlaceRest")
        assert isinstance(await felt.asked(DEE, "box", "OrderRecut", reason="cut with two hands"), Refusal)
        await felt.in_box("OrderRecut", by=FLO, reason="cut with two hands")
        assert (await felt.refused(DEE, "table", "StartRound")).code.sent_as == "not cut"
        await felt.in_box("PrepareDeck")
        await felt.started()
        late = await felt.refused(FLO, "box", "OrderRecut", reason="cut with two hands")
        assert late.code.sent_as == "round in progress"

    at_a_dealers_table(test)


@spec("R-14.5-d.1", "R-14.5-d.2", "R-14.5-d.3")
@scenario("TO-06")
def test_an_idle_table_spreads_its_decks_and_begins_again_with_the_wash() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        for player in felt.players:
            await felt.done(FLO, "table", "LeaveSeat", player=player.identity.id)
        console = await felt.console()
        assert {each.duty for each in felt.shows(console).box.due} >= {"SPREAD"}
        for deck in ("A", "B"):
            await felt.in_box("SpreadDeck", deck=deck, face="face down", in_sequence=False)
        for player in felt.players:
            await player.sit(NAME)
        assert (await felt.refused(DEE, "table", "StartRound")).code.sent_as == "spread face down"
        for deck in ("A", "B"):
            await felt.in_box("TurnDeckUp", deck=deck)
            await felt.in_box("OfferInspection", deck=deck)
        await felt.washed()
        await felt.in_box("PrepareDeck")
        await felt.started()

    at_a_dealers_table(test)


@spec("R-14.6-e-5.2", "R-14.6-e-7")
@scenario("TO-07")
def test_losing_hands_come_first_then_the_pots_and_the_winning_hand_last() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben", "Cy")
        await felt.checked_down()
        lies = felt.box.clearing
        assert lies is not None
        losing = [hand.seat for hand in lies.hands if not hand.wins]
        (winner,) = (hand.seat for hand in lies.hands if hand.wins)
        assert (await felt.refused(DEE, "box", "CollectHand", seat=winner, found=2)).code.sent_as == "pot not pushed"
        assert (await felt.refused(DEE, "box", "PushPot", pot=0)).code.sent_as == "losing hands out"
        for seat in losing:
            await felt.in_box("CollectHand", seat=seat, found=2)
        await felt.in_box("PushPot", pot=0)
        await felt.in_box("CollectHand", seat=winner, found=2)
        assert felt.box.clearing is None

    at_a_dealers_table(test)


@spec("R-14.6-e-4.1", "R-14.6-e-4.2", "R-14.6-e-4.4")
def test_a_deck_is_counted_every_fifteen_minutes_and_a_wrong_count_takes_it_away() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        await asyncio.sleep(15 * 60 + 1)
        assert (await felt.refused(DEE, "table", "StartRound")).code.sent_as == "count due"
        await felt.in_box("CountDeck", deck="A", found=52)
        await felt.started()
        state = felt.round_as_dealt
        assert state is not None
        await felt.done(DEE, "felt", "Call", seat=felt.at_table(felt.turn_of(state)))
        await felt.in_box("CountStub", dealt=4, found=47)
        assert (await felt.refused(DEE, "box", "CountStub", dealt=4, found=48)).code.sent_as == "round dead"
        await felt.done(FLO, "round", "DeclareDead", cause="cards are missing from the deck")
        decks = felt.box.decks
        assert decks is not None
        assert [deck.name for deck in decks.decks] == ["B"]

    at_a_dealers_table(test)


@pytest.mark.parametrize(("hours", "code"), [(3, "sort due"), (6, "change due")])
@spec("R-14.2-b.2", "R-14.2-b.3")
@scenario("TO-01")
def test_a_deck_is_sorted_by_three_hours_and_changed_by_six(hours: int, code: str) -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        console = await felt.console()
        shown = {each.duty: each.when for each in felt.shows(console).box.due if each.of == "A"}
        assert shown["SORT"] - shown["COUNT"] == (3 * 60 - 15) * 60
        assert shown["CHANGE"] - shown["SORT"] == 3 * 60 * 60
        later(felt, hours)
        assert (await felt.refused(DEE, "table", "StartRound")).code.sent_as == code

    at_a_dealers_table(test)


def later(felt: DealersTable, hours: int) -> None:
    """The house's time goes on without anybody having to live through it."""
    felt.live.latest = felt.live.moment() + timedelta(hours=hours)


@spec("R-14.2-d.1", "R-14.2-d-1", "R-14.2-d-2", "R-14.2-d-3", "R-14.4-c-2", "R-14.5-a.1", "R-14.15-p", "R-14.15-q")
def test_with_a_device_the_decks_alternate_by_the_dealers_confirmation() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.posted()
        await felt.supplied()
        await felt.in_box("InstallShuffler", shuffler=DEVICE)
        await felt.seated("Ann", "Ben")
        await felt.shown()
        for deck in ("A", "B"):
            await felt.in_box("WashDeck", deck=deck)
        await felt.in_box("PutInPlay", deck="A")
        await felt.in_box("StoreDeck", deck="B", place="shuffling device")
        by_hand = await felt.refused(DEE, "box", "ShuffleDeck", deck="A", method="by hand")
        assert by_hand.paragraph == "14.15(q)"
        await felt.in_box("PrepareDeck")
        used = []
        for number in (1, 2, 3):
            await felt.started()
            decks = felt.box.decks
            assert decks is not None
            assert decks.dealing is not None
            used.append(decks.dealing.deck)
            state = felt.round_as_dealt
            assert state is not None
            await felt.done(DEE, "felt", "Fold", seat=felt.at_table(felt.turn_of(state)))
            await felt.in_box("Attest", round=number)
        assert used == ["A", "B", "A"]
        await felt.in_box("ReportFailedShuffle", deck="A", failure="jammed")
        await felt.in_box("RemoveShuffler")

    at_a_dealers_table(test)


async def with_a_seat(felt: DealersTable, player: str, seat: int) -> None:
    """Somebody whom no floorperson would seat, such as a player who was given a position of staff since."""
    await felt.live.stake(player, least=100_00, up_to=100_00)
    taken = TakeSeat(by=player, at=felt.live.moment(), player=player, seat=seat, amount=100_00)
    assert isinstance(await felt.live.submit(AtTable(NAME, taken)), Done)


@spec("R-14.6-b.3")
def test_whoever_has_a_seat_neither_deals_at_the_table_nor_enters_or_rules_in_a_round() -> None:
    async def test(felt: DealersTable) -> None:
        async def plays(by: Identity, counter: str, order: str, **says: Any) -> None:
            refusal = await felt.refused(by, counter, order, **says)
            assert (refusal.code.sent_as, refusal.paragraph) == ("dealer plays", "14.6(b)")
            if counter in {"felt", "round"}:
                assert felt.foretold(by, counter, order, **says) == refusal

        await felt.opened_and_ready("Ann", "Ben")
        for seat, player in enumerate((DAN, FLO, SUE), start=4):
            await with_a_seat(felt, player.id, seat)
        await plays(DAN, "box", "RelieveDealer")
        await felt.started()
        await plays(FLO, "box", "RelieveDealer")
        await plays(FLO, "felt", "Fold", seat=0)
        await plays(SUE, "round", "Rule", reason="agreed at the table", paragraph="14.15(b)")
        await felt.run_out()
        for player in (DAN, FLO, SUE):
            await felt.done(FLO, "table", "LeaveSeat", player=player.id)
        await felt.done(FLO, "box", "RelieveDealer")

    at_a_dealers_table(test)


@spec("R-14.6-b.3")
def test_the_floor_seats_nobody_of_the_staff_whatever_the_chips_are(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(felt: DealersTable) -> None:
        dan = Account(
            id=DAN.id, name=DAN.name, password=PasswordHash(""), positions=(Role.DEALER,), opened=felt.live.moment()
        )
        monkeypatch.setattr(Desk, "account", lambda _, id_: dan if id_ == DAN.id else None)
        await felt.opened_and_ready("Ann", "Ben")
        refusal = await felt.refused(FLO, "table", "TakeSeat", player=DAN.id, seat=4, amount=100_00)
        assert refusal.code.sent_as == "not permitted"
        assert "dealer cannot take a seat" in str(refusal)

    at_a_dealers_table(test)


@spec("R-14.6-e-1.2", "R-14.6-b.2")
def test_a_dealer_is_signed_on_and_caps_the_deck_with_the_marker_button() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        await felt.in_box("SignOff")
        assert (await felt.refused(DEE, "table", "StartRound")).code.sent_as == "no dealer"
        await felt.in_box("SignOn", by=DAN)
        assert (await felt.refused(DEE, "box", "SignOn")).code.sent_as == "dealer signed on"
        await felt.started(by=DAN)
        await felt.in_box("SetDeckDown", by=DAN, transaction="a hundred-dollar bill")
        console = await felt.console(FLO)
        assert felt.shows(console).box.transaction == "a hundred-dollar bill"
        await felt.in_box("PickDeckUp", by=DAN)

    at_a_dealers_table(test)


@spec("R-14.2-a.5", "R-14.2-b.1")
def test_the_idle_deck_lies_in_its_place_and_the_decks_take_turns_between_rounds() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        wrong = await felt.refused(DEE, "box", "StoreDeck", deck="B", place="shuffling device")
        assert wrong.paragraph == "14.2(a)"
        await felt.folded_around()
        await felt.in_box("PutInPlay", deck="B")
        await felt.in_box("StoreDeck", deck="A", place="designated area")
        await felt.in_box("Attest", round=1)
        await felt.started()
        assert (await felt.refused(DEE, "box", "PutInPlay", deck="A")).code.sent_as == "round in progress"

    at_a_dealers_table(test)


@spec("R-14.15-g.3")
def test_a_deck_with_wrong_cards_is_replaced() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        await felt.started()
        await felt.in_box("ReportWrongCards", deck="A", what="two queens of hearts")
        state = felt.round_as_dealt
        assert state is not None
        entry: dict[str, Any] = {"seat": felt.at_table(felt.turn_of(state))}
        assert (await felt.refused(DEE, "felt", "Call", **entry)).code.sent_as == "round dead"
        await felt.done(FLO, "round", "DeclareDead", cause="there are additional cards in the deck")
        again = await felt.refused(DEE, "box", "ReceiveDeck", deck="A", backs=[BLUE], edges="white")
        assert again.code.sent_as == "deck withdrawn"

    at_a_dealers_table(test)
