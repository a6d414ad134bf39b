"""Between rounds that a dealer deals: why none can begin, the draw for the button, what is confirmed of the deck."""

from typing import Any

from msgspec.structs import replace

from pokerroom.live.seeding import FIXED, every_game, file, posting
from pokerroom.play import Stage
from pokerroom.room import filing
from pokerroom.room.examining import examine_record
from pokerroom.table.decks.equipment import Step
from pokerroom.wire import felt as wire
from tests.dealers_table import DAN, DEE, FLO, NAME, DealersTable, at_a_dealers_table
from tests.spec_marks import spec

DRAWN = {"first_button": "dealt-card"}


def why_not(felt: DealersTable) -> wire.Reason:
    """What a console shows of the next round, which is what the order would be refused for."""
    reason = felt.house.actors[NAME].consoles.shown().box.may_deal
    assert reason is not None
    return reason


async def is_refused_as_shown(felt: DealersTable) -> str:
    shown, refusal = why_not(felt), await felt.refused(DEE, "table", "StartRound")
    assert (shown.code, shown.rule) == (refusal.code.value, refusal.paragraph)
    return shown.code


def may_deal(felt: DealersTable) -> bool:
    return felt.house.actors[NAME].consoles.shown().box.may_deal is None


def step_of(felt: DealersTable, deck: str = "A") -> Step:
    assert felt.box.decks is not None
    return felt.box.decks.deck(deck).step


def test_a_console_shows_why_no_round_begins_though_the_box_has_nothing_against_it() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        assert may_deal(felt)
        for client in felt.players:
            await felt.done(FLO, "table", "SitOut", player=client.identity.id)
        assert await is_refused_as_shown(felt) == "too few to deal"
        await felt.done(FLO, "table", "SitIn", player=felt.players[0].identity.id)
        assert await is_refused_as_shown(felt) == "too few to deal"
        await felt.done(FLO, "table", "SitIn", player=felt.players[1].identity.id)
        assert may_deal(felt)
        await felt.in_box("CallFloor", reason="a seat is disputed")
        assert await is_refused_as_shown(felt) == "floor called"
        await felt.in_box("AnswerCall", call=1, by=FLO, reason="seat 1 has it")
        other = replace(posting(every_game()["hold-em"], FIXED), rounds=7)
        await file(felt.live, f"table {NAME}", filing.TableSettings((other,)))
        assert await is_refused_as_shown(felt) == "superseded"

    at_a_dealers_table(test)


def drawn(felt: DealersTable) -> dict[str, Any]:
    cards = ("Kd", "Ks", "Qc")
    return {"cards": [{"seat": seat, "card": cards[place]} for place, (seat, _) in enumerate(felt.table.seated)]}


@spec("R-14.10-c-2-ii", "R-14.5-a.1")
def test_the_button_is_drawn_for_by_the_dealer_from_a_shuffled_deck_that_is_shuffled_again_before_a_round() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben", "Cy")
        assert await is_refused_as_shown(felt) == "no button"
        for by, code in ((DAN, "not the dealer"), (FLO, "not the dealer")):
            assert (await felt.refused(by, "table", "DrawForButton", **drawn(felt))).code.sent_as == code
        await felt.in_box("CallFloor", reason="a seat is disputed")
        assert (await felt.refused(DEE, "table", "DrawForButton", **drawn(felt))).code.sent_as == "floor called"
        await felt.in_box("AnswerCall", call=1, by=FLO, reason="seat 1 has it")
        assert felt.table.button is None
        await felt.done(DEE, "table", "DrawForButton", **drawn(felt))
        assert felt.table.button == felt.table.seated[1][0]
        assert step_of(felt) is Step.USED
        assert await is_refused_as_shown(felt) == "not shuffled"
        await felt.in_box("PrepareDeck")
        await felt.checked_down()
        await felt.in_box("Attest", round=1)
        await felt.live.book()
        report = examine_record(felt.live.store, keys=felt.live.room.keys, decide_again=True)
        assert not report.findings, report.findings

    at_a_dealers_table(test, rules=DRAWN)


def test_nobody_draws_for_the_button_while_the_box_is_closed_or_from_a_deck_that_was_not_shuffled() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.posted()
        assert (await felt.refused(DEE, "table", "DrawForButton", cards=[])).code.sent_as == "no draw for the button"
        await felt.supplied()
        await felt.seated("Ann", "Ben", "Cy")
        await felt.shown()
        assert (await felt.refused(DEE, "table", "DrawForButton", **drawn(felt))).code.sent_as == "no deck in play"
        await felt.in_box("WashDeck", deck="A")
        await felt.in_box("PutInPlay", deck="A")
        assert (await felt.refused(DEE, "table", "DrawForButton", **drawn(felt))).code.sent_as == "not shuffled"

    at_a_dealers_table(test, rules=DRAWN)


async def everybody_leaves_with_the_round(felt: DealersTable) -> None:
    await felt.opened_and_ready("Ann", "Ben")
    await felt.started()
    for client in felt.players:
        await felt.done(FLO, "table", "LeaveSeat", player=client.identity.id)


def test_a_round_with_which_everybody_left_is_confirmed_without_a_deck_and_then_the_box_closes() -> None:
    async def test(felt: DealersTable) -> None:
        await everybody_leaves_with_the_round(felt)
        await felt.run_out()
        assert not felt.table.seated
        shown = felt.house.actors[NAME].consoles.shown().box
        assert not shown.attested
        assert not shown.may_prepare
        for by, counter, of in ((DEE, "box", {"carried_by": "Flo Ray"}), (FLO, "table", {})):
            refusal = await felt.refused(by, counter, "CloseTable", **of)
            assert (refusal.code.sent_as, refusal.paragraph) == ("not cleared", "14.6(e)7")
        assert (await felt.refused(DEE, "box", "Attest", round=1)).code.sent_as == "no deck in play"
        await felt.in_box("Attest", round=1, prepared=False)
        await felt.in_box("CloseTable", carried_by="Flo Ray", by=FLO)
        await felt.done(FLO, "table", "CloseTable")

    at_a_dealers_table(test)


def test_a_last_fold_says_whether_a_deck_can_be_prepared_after_it() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        await felt.started()
        consoles = felt.house.actors[NAME].consoles
        fold = consoles.shown().last_fold
        assert fold is not None
        assert fold.may_prepare
        for client in felt.players:
            await felt.done(FLO, "table", "LeaveSeat", player=client.identity.id)
        fold = consoles.shown().last_fold
        assert fold is not None
        assert not fold.may_prepare, "nobody is left to play, and the decks must be spread"
        await felt.done(DEE, "felt", "Fold", seat=fold.seat)
        await felt.in_box("Attest", round=1, rake=fold.rake, contribution=fold.contribution, prepared=fold.may_prepare)

    at_a_dealers_table(test)


def test_a_push_leaves_to_confirm_what_was_shown_before_it_whoever_wins() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben", "Cy")
        await felt.started()
        consoles = felt.house.actors[NAME].consoles
        assert consoles.shown().last_push is None
        while (state := felt.round_as_dealt) is not None and state.stage is not Stage.SHOWDOWN:
            seat = felt.at_table(felt.turn_of(state))
            is_free = state.bet == state.bets[felt.turn_of(state)]
            await felt.done(DEE, "felt", "Check" if is_free else "Call", seat=seat)
        shown = consoles.shown().last_push
        assert shown is not None
        await felt.done(DEE, "felt", "NameCards", cards="2c 7d 9h Js 3s")
        assert consoles.shown().last_push == shown
        await felt.done(DEE, "felt", "PushPots", pushes=[{"pot": 0, "seats": [felt.table.seated[2][0]]}])
        box = consoles.shown().box
        assert (shown.rake, shown.contribution, shown.may_prepare) == (box.rake, box.contribution, box.may_prepare)

    at_a_dealers_table(test)


def test_a_round_whose_deck_was_wrong_is_confirmed_without_one() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben")
        await felt.folded_around()
        await felt.in_box("ReportWrongCards", deck="A", what="a card lay under the table")
        assert not felt.house.actors[NAME].consoles.shown().box.may_prepare
        await felt.in_box("Attest", round=1, prepared=False)
        assert felt.box.clearing is None

    at_a_dealers_table(test)
