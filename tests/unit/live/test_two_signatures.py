"""Two people, one order: the inbox outlives a restart, one sitting, and nobody signs twice through two positions."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.house import House
from pokerroom.live.refusals import Refusal
from pokerroom.live.staff import orders
from pokerroom.live.staff.countersigning import Proposal, Proposals
from pokerroom.live.staff.floor import Floor
from pokerroom.room.examining import examine_record
from pokerroom.room.inbox import INBOX
from pokerroom.room.room import Done
from pokerroom.shuffle.seal import Keys, new_key
from pokerroom.store import MemoryStore
from pokerroom.wire import messages as wire
from pokerroom.words import said
from tests.interleaving import NOON, SAVED, SETTINGS, Scene, ShuffledLoop, prepared, set_the_scene
from tests.owned import OwnedRecords, copied, owned_world
from tests.sampling import sampled
from tests.unit.live.test_countersigning import given, proposed
from tests.unit.live.test_floor import CAI, FLO, HOLD_EM, SUE, on_the_floor
from tests.unit.web.front import desk_of
from tests.wire import entered, guest, opened, table_of

BO = Identity("bo", "Bo Ek", Role.ACCOUNTING, guest=False)
INTERLEAVINGS = sampled(30, whole=1_000)


def count(house: House) -> dict[str, Any]:
    return {"type": "CountTable", "table": table_of(house, HOLD_EM), "closer": 4_000}


def test_what_waits_is_there_after_a_restart_and_is_signed_then() -> None:
    async def test() -> None:
        store, keys = MemoryStore(), Keys((new_key(),))
        house = await opened(store, keys=keys, bots=0)
        proposal = await proposed(house, Floor(house, desk_of()), FLO, "books", **count(house))
        await house.close()
        house = await opened(copied(store), keys=keys, bots=0)
        floor, live = Floor(house, desk_of()), house.rooms["play chips"]
        (waiting,) = floor.to_sign(BO, live)
        assert (waiting.id, waiting.by.id, waiting.by.role) == (proposal, FLO.id, FLO.role)
        assert isinstance(await floor.countersign(BO, live, proposal), Done)
        await house.close()
        assert isinstance(live.store, MemoryStore)
        store = live.store
        house = await opened(copied(store), keys=keys, bots=0)
        live = house.rooms["play chips"]
        assert not list(Floor(house, desk_of()).to_sign(BO, live))
        again = await Floor(house, desk_of()).countersign(SUE, live, proposal)
        assert isinstance(again, Refusal)
        assert again.code.sent_as == "already signed"
        await house.close()

    asyncio.run(test())


def test_a_room_that_stopped_before_it_noted_the_signature_carries_nothing_out_twice() -> None:
    async def test(house: House, floor: Floor) -> None:
        live = house.rooms["play chips"]
        proposal = await proposed(house, floor, FLO, "books", **count(house))
        found = Proposals(live).find(proposal)
        assert isinstance(found, Proposal)
        first = orders.Submission(house, desk_of(), live, found.order, FLO, BO, found.given_as)
        carry_out = found.order.declaration.carry_out
        assert carry_out is not None
        assert isinstance(await carry_out(first), Done)
        assert not list(floor.to_sign(SUE, live)), "it waits for nobody"
        again = await floor.countersign(SUE, live, proposal)
        assert isinstance(again, Done)
        assert again.repeated

    on_the_floor(test)


def test_nobody_signs_their_own_proposal_in_another_position() -> None:
    async def test(house: House, floor: Floor) -> None:
        live = house.rooms["play chips"]
        proposal = await proposed(house, floor, FLO, "books", **count(house))
        in_another = Identity(FLO.id, FLO.name, Role.ACCOUNTING, guest=False, positions=(FLO.role, Role.ACCOUNTING))
        answer = await floor.countersign(in_another, live, proposal)
        assert isinstance(answer, Refusal)
        assert answer.code.sent_as == "same person"
        sitting = await given_beside(house, floor, FLO, in_another, count(house))
        assert isinstance(sitting, Refusal)
        assert sitting.code.sent_as == "same person"

    on_the_floor(test)


def test_a_refusal_says_which_paragraph_has_two_people_sign_or_that_the_house_does() -> None:
    async def test(house: House, floor: Floor) -> None:
        bo, again = (BO, Identity(BO.id, BO.name, Role.SHIFT_SUPERVISOR, guest=False))
        erase = {"type": "EraseName", "player": "p-ann", "reason": "asked for it by letter"}
        display = {"type": "AdjustDisplay", "payout": "Bad beat"}
        for counter, order, paragraph, words in (
            ("chat", erase, "", "Bo Ek proposed it: by a rule of the house somebody else must sign."),
            ("books", count(house), "1.21", "Bo Ek proposed it: somebody else must sign."),
            ("payouts", display, "14.19(k)1", "Bo Ek proposed it: somebody else must sign."),
        ):
            asked = orders.read(counter, order)
            assert isinstance(asked, orders.Order), asked
            answer = await floor.order(bo, house.rooms["play chips"], asked, id=counter, beside=again)
            assert isinstance(answer, Refusal)
            assert (answer.code.sent_as, answer.paragraph) == ("same person", paragraph), answer
            assert said(answer.saying) == words

    on_the_floor(test)


async def given_beside(
    house: House, floor: Floor, by: Identity, beside: Identity | None, order: dict[str, Any], *, presence: bool = False
) -> Done | Proposal | Refusal:
    asked = orders.read("books", order)
    assert isinstance(asked, orders.Order)
    second = asked.declaration.second
    assert second is not None
    declared = asked.declaration._replace(second=second._replace(presence=presence))
    asked = asked._replace(declaration=declared)
    return await floor.order(by, house.rooms["play chips"], asked, id=f"{by.id} beside {beside}", beside=beside)


def test_two_who_stand_at_one_screen_sign_in_one_sitting_and_nothing_waits() -> None:
    async def test(house: House, floor: Floor) -> None:
        done = await given_beside(house, floor, FLO, BO, count(house))
        assert isinstance(done, Done)
        ((_, event),) = done.events
        assert (event.count.by.name, event.count.second.name) == (FLO.name, BO.name)
        assert not house.rooms["play chips"].room.state(INBOX).by_id
        cashier = await given_beside(house, floor, FLO, CAI, count(house))
        assert isinstance(cashier, Refusal)
        assert cashier.code.sent_as == "not permitted"

    on_the_floor(test)


def test_what_is_done_in_the_presence_of_another_never_waits_in_an_inbox() -> None:
    async def test(house: House, floor: Floor) -> None:
        alone = await given_beside(house, floor, FLO, None, count(house), presence=True)
        assert isinstance(alone, Refusal)
        assert alone.code.sent_as == "in presence"
        assert not house.rooms["play chips"].room.state(INBOX).by_id
        assert isinstance(await given_beside(house, floor, FLO, BO, count(house), presence=True), Done)

    on_the_floor(test)


def test_whoever_may_sign_is_told_at_once_and_others_are_not() -> None:
    async def test(house: House, floor: Floor) -> None:
        people = [await entered(house, who) for who in (BO, CAI, FLO)]
        ann = await entered(house, "Ann")
        await given(house, floor, FLO, "books", **count(house))
        told = [await each.until(lambda heard: isinstance(heard, wire.InboxChanged)) for each in people]
        assert [(each.room, each.waiting) for each in told] == [("play-chips", 1), ("play-chips", 0), ("play-chips", 0)]
        sent = [ann.connection.out.get_nowait() for _ in range(ann.connection.out.qsize())]
        assert not [each for each in sent if b"InboxChanged" in (each or b"")], "players learn nothing"

    on_the_floor(test)


MAKER = Identity("cage-0", "Cass Ide", Role.CAGE, guest=False)
SIGNERS = tuple(Identity(f"cage-{n}", f"Casey Moe{'x' * n}", Role.CAGE, guest=False) for n in (1, 2))

Step = Callable[[Floor, Any, str], Awaitable[Any]]

STEPS: dict[str, Step] = {
    "the one signs": lambda floor, live, id_: floor.countersign(SIGNERS[0], live, id_),
    "the other signs": lambda floor, live, id_: floor.countersign(SIGNERS[1], live, id_),
    "the one signs again": lambda floor, live, id_: floor.countersign(SIGNERS[0], live, id_),
    "the proposer signs": lambda floor, live, id_: floor.countersign(MAKER, live, id_),
    "the other takes it back": lambda floor, live, id_: floor.drop(SIGNERS[1], live, id_),
    "the player declines": lambda floor, _live, id_: floor.answer(guest("Fay"), id_, agrees=False),
    "the player agrees": lambda floor, _live, id_: floor.answer(guest("Fay"), id_, agrees=True),
}


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(INTERLEAVINGS))
def test_of_all_who_act_on_one_proposal_at_once_one_decides_and_the_others_are_told(seed: int) -> None:
    chance, before = Random(seed), prepared(1)
    names = chance.sample(sorted(STEPS), k=chance.randint(2, len(STEPS)))

    async def go() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, ShuffledLoop)
        world = owned_world(loop, "the same cards", NOON + timedelta(hours=1))
        assert isinstance(world.records, OwnedRecords)
        store = world.records.stores["play-chips"] = copied(before)
        house = await House.open(SETTINGS, world=world)
        house.start()
        scene = Scene(house, Floor(house, desk_of()))
        await set_the_scene(scene)
        fay = guest("Fay").id
        order = orders.read("cage", {"type": "Withdraw", "player": fay, "amount": 1_000})
        assert isinstance(order, orders.Order)
        proposal = await scene.floor.order(MAKER, scene.live, order, id="w")
        assert isinstance(proposal, Proposal), proposal
        loop.shuffling = True
        answers = await asyncio.gather(*(STEPS[name](scene.floor, scene.live, proposal.id) for name in names))
        loop.shuffling = False
        came = dict(zip(names, answers, strict=True))
        state = scene.live.room.state(INBOX).by_id[proposal.id]
        taken = SAVED - scene.live.balance(fay)
        signed = [n for n, each in came.items() if isinstance(each, Done) and n != "the player declines"]
        ended = [n for n, each in came.items() if not isinstance(each, Refusal) and n not in signed]
        assert taken == (1_000 if signed else 0)
        assert len({*signed} - {"the one signs again", "the one signs"}) <= 1
        assert len(ended) <= 1
        assert not (signed and ended), "either it has happened or it will not"
        assert isinstance(came.get("the proposer signs", Refusal), type | Refusal)
        if set(names) != {"the proposer signs"}:
            assert state.settled is not None
            assert bool(signed) == (state.settled.how.value == "signed")
        await house.close()
        assert not examine_record(store).findings

    with asyncio.Runner(loop_factory=lambda: ShuffledLoop(chance)) as runner:
        runner.run(go())
