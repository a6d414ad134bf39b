"""A pot that went to the wrong player is put right after the round, though whoever should have it has nothing left."""

from typing import Any

import pytest

from pokerroom.ledger import bank, pot, stakes
from pokerroom.live.refusals import Refusal
from pokerroom.live.seeding import VARIANTS
from pokerroom.room.books import LEDGER
from pokerroom.room.examining import examine_record
from pokerroom.room.projections import rulings
from pokerroom.room.registry import REGISTRY
from pokerroom.room.reopening import reopened
from pokerroom.room.room import Room
from pokerroom.room.tables import TABLES
from pokerroom.table.seating.commands import Method
from pokerroom.words import said
from tests.dealers_table import DEE, FLO, NAME, SUE, DealersTable, at_a_dealers_table
from tests.spec_marks import spec

NO_LIMIT = VARIANTS["hold-em"][0]
STAKES = 100_00
WHY: dict[str, Any] = {"reason": "the flush in seat 1 was overlooked", "paragraph": "14.6(e)6"}


def moving(amount: int, payer: int, payee: int, *, at: str = "stakes", to: str = "stakes") -> dict[str, Any]:
    return {"amount": amount, "source": {"seat": payer, "at": at}, "target": {"seat": payee, "at": to}}


async def pushed_to_the_wrong_player(felt: DealersTable) -> None:
    """Two players are all-in, and everything goes to the second, who has lost."""
    await felt.posted()
    await felt.supplied()
    await felt.staked(2, STAKES)
    await felt.prepared()
    await felt.started()
    state = felt.round_as_dealt
    assert state is not None
    await felt.done(DEE, "felt", "Raise", seat=felt.at_table(felt.turn_of(state)), to=STAKES)
    state = felt.round_as_dealt
    assert state is not None
    await felt.done(DEE, "felt", "Call", seat=felt.at_table(felt.turn_of(state)))
    await felt.done(DEE, "felt", "PushPots", pushes=[{"pot": 0, "seats": [1]}])
    assert felt.table.dealing is None
    assert felt.table.stakes(0) == 0


@spec("R-14.15-b")
def test_a_wrong_push_is_put_right_between_rounds_though_the_winner_is_broke() -> None:
    async def test(felt: DealersTable) -> None:
        await pushed_to_the_wrong_player(felt)
        won = felt.table.stakes(1)
        await felt.in_box("Attest", round=1)
        assert (await felt.refused(DEE, "table", "StartRound")).code.sent_as == "too few to deal"
        order = {"moves": [moving(won, 1, 0)], **WHY}
        assert isinstance(await felt.asked(DEE, "round", "Rule", **order), Refusal), "a dealer does not rule"
        before = felt.table
        lines = felt.foretold(SUE, "round", "Rule", **order)
        assert not isinstance(lines, Refusal), lines
        assert [(line.tag, line.rule, line.reading) for line in lines] == [("RuledBetweenRounds", "14.15(b)", "R-87")]
        assert lines[0].says is not None
        assert "from player 1's stakes to player 0's stakes" in said(lines[0].says)
        assert felt.table is before
        await felt.done(SUE, "round", "Rule", **order)
        assert (felt.table.stakes(0), felt.table.stakes(1)) == (won, 0)
        assert felt.table.is_balanced
        assert felt.table.unwitnessed[-1].by == SUE.name
        assert (await felt.refused(SUE, "table", "WitnessRuling", ruling=1)).code.sent_as == "own ruling"
        await felt.done(FLO, "table", "WitnessRuling", ruling=1)
        await felt.live.book()
        books = felt.live.room.state(LEDGER)
        assert books.balance(stakes(NAME, "player 0")) == won
        assert books.balance(stakes(NAME, "player 1")) == books.balance(pot(NAME)) == 0
        assert not examine_record(felt.live.store, keys=felt.live.room.keys, decide_again=True).findings
        (row,) = rulings.of_table(felt.live.store.projected.caught_up(), NAME)
        assert (row.moved, row.by, row.witness) == (
            won,
            f"{SUE.name} (poker shift supervisor)",
            "Flo Ray (floorperson)",
        )
        await felt.done(FLO, "table", "LeaveSeat", player="player 0")
        await felt.live.book()
        assert felt.live.room.state(LEDGER).balance(bank("player 0")) == won, "it is theirs to leave with"

    at_a_dealers_table(test, sign=NO_LIMIT)


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        ([moving(1, 0, 1)], "not there to move"),
        ([moving(STAKES * 3, 1, 0)], "not there to move"),
        ([moving(STAKES, 1, 0), moving(STAKES + 1, 0, 1)], "not there to move"),
        ([moving(STAKES, 1, 0, at="pot")], "not there to move"),
        ([moving(STAKES, 1, 0, to="bet")], "not there to move"),
        ([moving(STAKES, 1, 5)], "not seated"),
        ([moving(STAKES, 9999, 0)], "not seated"),
        ([moving(0, 1, 0)], "not money"),
        ([moving(-5, 1, 0)], "not money"),
    ],
)
def test_stakes_that_are_not_there_are_not_moved(moves: list[dict[str, Any]], code: str) -> None:
    async def test(felt: DealersTable) -> None:
        await pushed_to_the_wrong_player(felt)
        before = felt.table
        refusal = await felt.refused(SUE, "round", "Rule", moves=moves, **WHY)
        assert refusal.code.sent_as == code
        assert felt.table is before

    at_a_dealers_table(test, sign=NO_LIMIT)


def test_stakes_counted_out_with_their_player_are_not_moved() -> None:
    async def test(felt: DealersTable) -> None:
        await pushed_to_the_wrong_player(felt)
        await felt.done(SUE, "table", "GoAway", player="player 1", method=Method.COUNTED.value)
        refusal = await felt.refused(SUE, "round", "Rule", moves=[moving(STAKES, 1, 0)], **WHY)
        assert (refusal.code.sent_as, refusal.paragraph) == ("away", "14.7(c)5i")

    at_a_dealers_table(test, sign=NO_LIMIT)


def test_nothing_but_a_ruling_is_taken_between_rounds() -> None:
    async def test(felt: DealersTable) -> None:
        await pushed_to_the_wrong_player(felt)
        refusal = await felt.refused(SUE, "round", "PushByRuling", pushes=[{"pot": 0, "seats": [0]}], **WHY)
        assert refusal.code.sent_as == "no round"

    at_a_dealers_table(test, sign=NO_LIMIT)


def test_a_record_with_a_ruling_between_rounds_opens_as_it_was() -> None:
    async def test(felt: DealersTable) -> None:
        await pushed_to_the_wrong_player(felt)
        await felt.done(SUE, "round", "Rule", moves=[moving(STAKES, 1, 0)], **WHY)
        await felt.in_box("Attest", round=1)
        await felt.checked_down()
        await felt.live.book()
        live = felt.live
        empty = Room(live.room.recorder, REGISTRY, keys=live.room.keys, chance=live.room.chance, software="")
        assert reopened(live.store, empty).state(TABLES, NAME) == felt.table

    at_a_dealers_table(test, sign=NO_LIMIT)
