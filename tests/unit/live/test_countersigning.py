"""Orders of two people: nothing happens before both have signed the same, and the record bears both names."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from pokerroom.ledger import Signature, TableCounted, TransferCorrected
from pokerroom.ledger.papers import slip_text
from pokerroom.live.entrance.accounts import RevokeRole
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.house import House
from pokerroom.live.refusals import Refusal
from pokerroom.live.staff import orders
from pokerroom.live.staff.countersigning import KEPT_FOR, MOST_EACH, Proposal, Proposals
from pokerroom.live.staff.floor import Floor
from pokerroom.room import filing
from pokerroom.room.auditing import examine_books
from pokerroom.room.books import LEDGER
from pokerroom.room.filing.stream import FILING
from pokerroom.room.ports import EventStore
from pokerroom.room.room import Done
from tests.unit.live.test_floor import CAI, DEE, FLO, HOLD_EM, SUE, on_the_floor
from tests.unit.web.front import PASSWORD, desk_of
from tests.unit.web.officers import appointed
from tests.wire import table_of

BO = Identity("bo", "Bo Ek", Role.ACCOUNTING, guest=False)


async def given(
    house: House,
    floor: Floor,
    by: Identity,
    counter: str,
    *,
    id: str = "1",  # noqa: A002
    **order: Any,
) -> Done | Proposal | Refusal:
    asked = orders.read(counter, order)
    return asked if isinstance(asked, Refusal) else await floor.order(by, house.rooms["play chips"], asked, id=id)


async def proposed(house: House, floor: Floor, by: Identity, counter: str, **order: Any) -> str:
    answer = await given(house, floor, by, counter, **order)
    assert isinstance(answer, Proposal), answer
    return answer.id


async def signed(house: House, floor: Floor, by: Identity, proposal: str) -> Done:
    answer = await floor.countersign(by, house.rooms["play chips"], proposal)
    assert isinstance(answer, Done), answer
    return answer


async def refused(house: House, floor: Floor, by: Identity, proposal: str) -> str:
    answer = await floor.countersign(by, house.rooms["play chips"], proposal)
    assert isinstance(answer, Refusal), answer
    return answer.code.sent_as


def records(store: EventStore) -> int:
    return sum(1 for _ in store.read(LEDGER.name))


def test_a_count_is_of_two_people_and_the_slip_names_both() -> None:
    async def test(house: House, floor: Floor) -> None:
        table, live = table_of(house, HOLD_EM), house.rooms["play chips"]
        before = records(live.store)
        order: dict[str, Any] = {"type": "CountTable", "table": table, "closer": 4_000}
        assert isinstance(await given(house, floor, CAI, "books", **order), Refusal)
        proposal = await proposed(house, floor, FLO, "books", **order)
        assert await proposed(house, floor, FLO, "books", **order) == proposal, "asked twice, it is one"
        assert [each.id for each in floor.to_sign(BO, live)] == [proposal]
        assert not list(floor.to_sign(CAI, live))
        assert await refused(house, floor, FLO, proposal) == "same person"
        assert await refused(house, floor, DEE, proposal) == "not permitted"
        assert records(live.store) == before, "nothing has happened yet"
        ((_, event),) = (await signed(house, floor, BO, proposal)).events
        assert isinstance(event, TableCounted)
        assert (event.count.by, event.count.second) == (
            Signature("Flo Ray", "floorperson"),
            Signature("Bo Ek", "accounting"),
        )
        assert "Flo Ray (floorperson) and Bo Ek (accounting)" in slip_text(event.slip)
        assert (await signed(house, floor, BO, proposal)).repeated
        assert await refused(house, floor, SUE, proposal) == "already signed"
        assert not list(floor.to_sign(BO, live))
        again = await proposed(house, floor, SUE, "books", **order)
        assert (await signed(house, floor, BO, again)).events, "another count is another record"
        assert not examine_books(live.store).examined.findings

    on_the_floor(test)


def test_a_table_that_there_is_not_is_not_counted() -> None:
    async def test(house: House, floor: Floor) -> None:
        answer = await given(house, floor, FLO, "books", type="CountTable", table="nowhere", closer=0)
        assert isinstance(answer, Refusal)
        assert answer.code.sent_as == "no such table"
        unread = await given(house, floor, FLO, "books", type="CountTable", table="nowhere", closer="much")
        assert isinstance(unread, Refusal)
        assert unread.code.sent_as == "unreadable"

    on_the_floor(test)


async def deposited(house: House, floor: Floor, player: str, amount: int) -> str:
    answer = await given(house, floor, CAI, "cage", type="Deposit", player=player, amount=amount)
    assert isinstance(answer, Done)
    return next(str(transfer.id) for _, event in answer.events for transfer in event.transfers)


def test_a_deposit_to_the_wrong_player_is_taken_back_and_made_to_the_right_one() -> None:
    async def test(house: House, floor: Floor) -> None:
        live = house.rooms["play chips"]
        original = await deposited(house, floor, "ann", 700)
        instead = [{"debit": "cage", "credit": "bank:ben", "amount": 700, "reason": "deposit"}]
        order: dict[str, Any] = {"type": "Correct", "original": original, "note": "it was Ben's", "instead": instead}
        assert isinstance(await given(house, floor, CAI, "books", **order), Refusal), "the cage does not check itself"
        proposal = await proposed(house, floor, SUE, "books", **order)
        assert live.balance("ann") == 700
        ((_, event),) = (await signed(house, floor, BO, proposal)).events
        assert isinstance(event, TransferCorrected)
        assert {transfer.by.name for transfer in event.transfers} == {"Sue Park"}
        assert event.checker == Signature("Bo Ek", "accounting")
        assert (live.balance("ann"), live.balance("ben")) == (0, 700)
        second = await proposed(house, floor, BO, "books", **order)
        assert await refused(house, floor, SUE, second) == "already corrected"
        assert not examine_books(live.store).examined.findings

    on_the_floor(test)


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ({"original": "table/4:12.1"}, "of a table"),
        ({"original": "ledger:99999.1"}, "not posted"),
        ({"original": "somewhere"}, "unreadable"),
        ({"instead": [{"debit": "bank:ann", "credit": "stakes:t/ann", "amount": 1, "reason": "buy-in"}]}, "of a table"),
        ({"instead": [{"debit": "purse", "credit": "cage", "amount": 1, "reason": "deposit"}]}, "unreadable"),
    ],
)
def test_the_books_are_not_corrected_against_the_tables(order: dict[str, Any], code: str) -> None:
    """Who corrects what a table did would leave books that no longer follow it."""

    async def test(house: House, floor: Floor) -> None:
        original = await deposited(house, floor, "ann", 700)
        asked = {"type": "Correct", "original": original, "note": "it was Ben's", **order}
        answer = await given(house, floor, SUE, "books", **asked)
        assert isinstance(answer, Refusal)
        assert answer.code.sent_as == code

    on_the_floor(test)


def test_what_was_approved_is_withdrawn_by_two_and_what_was_not_by_one() -> None:
    async def test(house: House, floor: Floor) -> None:
        live = house.rooms["play chips"]
        subject, versions = next(
            (each, found) for each, found in live.room.state(FILING).versions.items() if each != filing.RAKE
        )
        order: dict[str, Any] = {
            "type": "Withdraw",
            "subject": subject,
            "version": versions[0].number,
            "reason": "filed by mistake",
        }
        proposal = await proposed(house, floor, SUE, "register", **order)
        assert live.room.state(FILING).versions[subject][0].withdrawn is None
        ((_, event),) = (await signed(house, floor, BO, proposal)).events
        assert (event.by.name, event.second.name) == ("Sue Park", "Bo Ek")
        now = datetime.now(UTC)
        filed = {
            "type": "Propose",
            "subject": subject,
            "settings": msgspec.to_builtins(versions[0].settings),
            "document": "d",
            "filed_on": str(now.date() - timedelta(days=1)),
            "effective": (now + timedelta(days=1)).isoformat(),
        }
        assert isinstance(await given(house, floor, SUE, "register", id="p", **filed), Done)
        alone = await given(house, floor, SUE, "register", id="w", **{**order, "version": len(versions) + 1})
        assert isinstance(alone, Done), alone

    on_the_floor(test)


def test_what_nobody_signs_leaves_nothing_behind() -> None:
    async def test(house: House, floor: Floor) -> None:
        table, live = table_of(house, HOLD_EM), house.rooms["play chips"]
        before = records(live.store)
        order: dict[str, Any] = {"type": "CountTable", "table": table, "closer": 4_000}
        late = await proposed(house, floor, FLO, "books", **order)
        live.latest += KEPT_FOR
        assert await refused(house, floor, BO, late) == "no such proposal"
        dropped = await proposed(house, floor, FLO, "books", id="2", **order)
        assert isinstance(await floor.drop(CAI, live, dropped), Refusal)
        assert isinstance(await floor.drop(BO, live, dropped), Proposal)
        assert await refused(house, floor, BO, dropped) == "no such proposal"
        assert records(live.store) == before

    on_the_floor(test)


def test_of_two_who_sign_at_once_one_has_signed() -> None:
    async def test(house: House, floor: Floor) -> None:
        live = house.rooms["play chips"]
        order: dict[str, Any] = {"type": "CountTable", "table": table_of(house, HOLD_EM), "closer": 0}
        proposal = await proposed(house, floor, FLO, "books", **order)
        answers = await asyncio.gather(*(floor.countersign(by, live, proposal) for by in (SUE, BO)))
        assert sorted(type(each).__name__ for each in answers) == ["Done", "Refusal"]
        ((_, event),) = next(each for each in answers if isinstance(each, Done)).events
        kept = Proposals(live).find(proposal)
        assert isinstance(kept, Proposal)
        assert event.count.second.name == kept.settled_name

    on_the_floor(test)


def test_one_person_keeps_only_so_many_proposals_waiting() -> None:
    async def test(house: House, floor: Floor) -> None:
        table = table_of(house, HOLD_EM)
        for number in range(MOST_EACH):
            answer = await given(
                house, floor, FLO, "books", id=str(number), type="CountTable", table=table, closer=number
            )
            assert isinstance(answer, Proposal)
        more = await given(house, floor, FLO, "books", id="more", type="CountTable", table=table, closer=0)
        assert isinstance(more, Refusal)
        assert more.code.sent_as == "too many proposals"
        other = await given(house, floor, FLO, "books", id="0", type="CountTable", table=table, closer=5)
        assert isinstance(other, Refusal)
        assert other.code.sent_as == "id taken"
        await proposed(house, floor, SUE, "books", type="CountTable", table=table, closer=0)

    on_the_floor(test)


def test_whoever_has_lost_his_role_has_signed_nothing() -> None:
    async def test(house: House, _: Floor) -> None:
        desk = desk_of()
        floor = Floor(house, desk)
        await desk.register("Ada Lee", PASSWORD)
        await appointed(desk, "Ada Lee", Role.ACCOUNTING)
        account = desk.named("Ada Lee")
        assert account is not None
        proposal = await proposed(
            house, floor, account.identity, "books", type="CountTable", table=table_of(house, HOLD_EM), closer=0
        )
        await desk.ask(account.id, RevokeRole(by=SUE, at=datetime.now(UTC)), by=SUE.id)
        assert await refused(house, floor, BO, proposal) == "not permitted"

    on_the_floor(test)
