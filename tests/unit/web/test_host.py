"""The host on the network: what anybody reads, who may enter, what they may order, and what is on record afterwards."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import msgspec
import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient, WebSocketTestSession
from msgspec.structs import replace

from pokerroom.linked.agreement import Approval, agreement_digest
from pokerroom.linked.host.state import AccessRole
from pokerroom.live.host.settings import Access, HostSettings, read_host
from pokerroom.live.link.settings import read_agreement
from pokerroom.live.machine import MachineClock
from pokerroom.live.ports import World
from pokerroom.live.records import machine
from pokerroom.live.settings import Settings
from pokerroom.room.software import digest
from pokerroom.web.host.app import create_host
from pokerroom.web.host.socket import CALLS, FLOODING, LINK_PATH
from tests.faults.linked import casino_of
from tests.spec_marks import spec
from tools.demo_linked.layout import OPERATOR, PASSWORD, QUICK_HASH, Layout, lay_out
from tools.demo_linked.processes import founding

KAY, BEA, AUDITOR = "Kay of The Alder", "Kay of The Birch", "Uri Auditor"
HASH = QUICK_HASH.hash(PASSWORD)


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    return lay_out(tmp_path, dict.fromkeys(("alder", "birch"), "ws://127.0.0.1:1/link"), host_port=1)


def representative(name: str, casino: str) -> Access:
    return Access(name=name, role=AccessRole.REPRESENTATIVE, casino=casino, licence=f"K-{casino}", password=HASH)


def settings(layout: Layout, *more: Access) -> HostSettings:
    found = read_host(layout.host_settings)
    auditor = Access(name=AUDITOR, role=AccessRole.AUDITOR, password=HASH)
    return replace(found, access=(*found.access, auditor, *more), rate_limits=False)


class Visitor:
    def __init__(self, client: TestClient[Any], name: str = "") -> None:
        self.client = client
        if name:
            assert self.log_in(name).status_code == 200

    def log_in(self, name: str, password: str = PASSWORD) -> Any:
        return self.client.post("/api/accounts/login", json={"name": name, "password": password})

    def orders(self, **order: str) -> Any:
        self.given = getattr(self, "given", 0) + 1
        said = {"id": f"{order}{self.given}", "order": order}
        return self.client.post("/api/host/orders", json=said)

    def record(self) -> Any:
        return self.client.get("/api/host/record").json()

    def happened(self, what: str) -> list[Any]:
        return [each for each in self.record()["happened"] if each["what"] == what]


@contextmanager
def opened(given: HostSettings, world: Callable[[Settings], World] = machine) -> Iterator[TestClient[Any]]:
    with TestClient(create_host(given, world=world), base_url="http://127.0.0.1") as client:
        yield client


class StandingClock(MachineClock):
    """No time passes, however busy the machine is."""

    def monotonic(self) -> float:
        return 0.0


def without_time(given: Settings) -> World:
    return machine(given)._replace(clock=StandingClock())


def found_by(visitor: Visitor, layout: Layout) -> None:
    for step in founding(layout):
        answer = visitor.orders(**step)
        assert answer.json()["done"], answer.text


@spec("R-14.20-e-3")
def test_anybody_reads_what_is_posted_and_nobody_else_reads_or_orders_anything(layout: Layout) -> None:
    with opened(settings(layout)) as client:
        visitor = Visitor(client)
        assert client.get("/api/host").json()["offering"] == "not yet"
        assert client.get("/api/host/record").status_code == 401
        assert visitor.orders(type="StartSystem").status_code == 401
        assert visitor.log_in(OPERATOR, "guessed").status_code == 401
        assert visitor.log_in("Nobody").status_code == 401
        assert Visitor(client, AUDITOR).happened("Access was denied")
        assert client.get("/health").json()["status"] == "ok"
        assert client.get("/ready").json() == {"ready": True, "reasons": []}
        assert client.get("/metrics").status_code == 404, "it is for this machine, or whoever has the token"


@spec("R-14.20-e-1", "R-14.20-e-3")
def test_whoever_asks_for_the_record_without_a_session_is_on_it_and_does_not_fill_it(layout: Layout) -> None:
    with opened(settings(layout)) as client:
        for _ in range(5):
            assert client.get("/api/host/record").status_code == 401
            assert Visitor(client).orders(type="StartSystem").status_code == 401
            assert client.get("/api/me").status_code == 401
        denied = [each["details"] for each in Visitor(client, AUDITOR).happened("Access was denied")]
        assert denied == ["what the orders of the host", "what the record of the host"]


@spec("R-14.20-e-3")
def test_whoever_is_taken_off_the_list_is_out_within_seconds_and_whoever_is_put_on_it_is_in(layout: Layout) -> None:
    as_before = layout.host_settings.read_text()
    listed = f'[[access]]\nname = "{KAY}"\nrole = "auditor"\npassword = "{HASH}"\n'
    layout.host_settings.write_text(as_before + listed)
    with opened(replace(read_host(layout.host_settings), rate_limits=False)) as client:
        kay = Visitor(client, KAY)
        assert client.get("/api/host/record").status_code == 200
        layout.host_settings.write_text("access = [")
        layout.host_settings.write_text(as_before)
        within(lambda: client.get("/api/host/record").status_code == 401)
        assert kay.log_in(KAY).status_code == 401
        assert Visitor(client, OPERATOR).happened("Off the access list")
        layout.host_settings.write_text(as_before + listed)
        within(lambda: kay.log_in(KAY).status_code == 200)


def within(holds: Callable[[], bool], seconds: float = 60.0) -> None:
    until = monotonic() + seconds
    while not holds():
        assert monotonic() < until, "it did not come"
        sleep(0.2)


@spec("R-14.20-e-3")
def test_whoever_is_new_on_the_access_list_or_gone_from_it_is_recorded_at_the_next_start(layout: Layout) -> None:
    def listed(client: TestClient[Any]) -> set[str]:
        return {each["name"] for each in Visitor(client, OPERATOR).record()["access"]}

    with opened(settings(layout)) as client:
        assert listed(client) == {OPERATOR, AUDITOR}
    with opened(settings(layout, representative(KAY, "alder"))) as client:
        assert listed(client) == {OPERATOR, AUDITOR, KAY}
        assert [each["details"] for each in Visitor(client, KAY).happened("On the access list")] != []
    with opened(read_host(layout.host_settings)) as client:
        assert listed(client) == {OPERATOR}
        assert len(Visitor(client, OPERATOR).happened("Off the access list")) == 2
        assert Visitor(client).log_in(KAY).status_code == 401


@spec("R-14.20-e-3")
def test_an_auditor_reads_everything_and_orders_nothing(layout: Layout) -> None:
    with opened(settings(layout)) as client:
        auditor = Visitor(client, AUDITOR)
        assert auditor.record()["missing"] == []
        answer = auditor.orders(type="StartSystem")
        assert answer.status_code == 400
        assert "StartSystem is not given by the auditor, 14.20(e)3" in answer.json()["detail"]


WRONG_ORDERS: dict[str, tuple[dict[str, str], str]] = {
    "no such order": ({"type": "Rob"}, "no order is called 'Rob'"),
    "a field too many": ({"type": "StartSystem", "now": "yes"}, "StartSystem has no now"),
    "a field too few": ({"type": "RevokeKey", "casino": "alder"}, "key"),
    "a day that is none": (
        {"type": "RecordNotice", "subject": "a", "written_on": "soon", "reference": "b"},
        "RecordNotice: Invalid RFC3339",
    ),
}


@pytest.mark.parametrize(("order", "answer"), WRONG_ORDERS.values(), ids=WRONG_ORDERS)
def test_an_order_that_cannot_be_read_is_answered_by_what_is_wrong_with_it(
    layout: Layout, order: dict[str, str], answer: str
) -> None:
    with opened(settings(layout)) as client:
        told = Visitor(client, OPERATOR).orders(**order)
        assert told.status_code == 400
        assert answer in told.json()["detail"]


@spec("R-14.20-b", "R-14.20-e-5")
def test_a_system_is_put_into_operation_step_by_step_and_no_step_is_left_out(layout: Layout) -> None:
    with opened(settings(layout)) as client:
        operator = Visitor(client, OPERATOR)
        early = operator.orders(type="StartSystem").json()
        assert (early["done"], early["rule"]) == (False, "14.20(b)")
        operator.orders(type="FileAgreement")
        unnotified = operator.orders(type="StartSystem").json()
        assert (unnotified["done"], unnotified["rule"]) == (False, "14.20(e)5")
        found_by(operator, layout)
        assert operator.record()["started"]
        assert operator.record()["software"] == digest()
    with opened(settings(layout)) as client:
        assert Visitor(client, OPERATOR).record()["started"], "it goes on from its record"


@spec("R-14.20-c-1", "R-14.20-f")
def test_a_change_is_in_force_when_the_representatives_of_all_members_have_approved_it(layout: Layout) -> None:
    both = (representative(KAY, "alder"), representative(BEA, "birch"))
    with opened(settings(layout, *both)) as client:
        operator = Visitor(client, OPERATOR)
        found_by(operator, layout)
        approval = Approval(on=date(2026, 2, 1), reference="letter 8")
        changed = replace(read_agreement(layout.agreement), heartbeat_seconds=5.0, approval=approval)
        layout.agreement.write_bytes(msgspec.json.encode(changed))
        assert operator.orders(type="ProposeChange").json()["done"]
        alone, change = Visitor(client, KAY), agreement_digest(changed)
        seen = alone.record()
        assert seen["changes"] == [
            {"term": "approval.on", "before": "2025-11-20", "after": "2026-02-01"},
            {"term": "approval.reference", "before": "play chips", "after": "letter 8"},
            {"term": "heartbeat_seconds", "before": "3.0", "after": "5.0"},
        ]
        assert seen["proposed"] == change
        assert alone.orders(type="ApproveChange", casino="alder", change=change).json()["done"]
        told = alone.orders(type="ApproveChange", casino="birch", change=change)
        assert told.status_code == 400
        assert "represents alder" in told.json()["detail"]
        early = Visitor(client, OPERATOR).orders(type="PutInForce").json()
        assert (early["done"], early["rule"]) == (False, "14.20(c)1")
        assert Visitor(client, BEA).orders(type="ApproveChange", casino="birch", change=change).json()["done"]
        operator = Visitor(client, OPERATOR)
        unnotified = operator.orders(type="PutInForce").json()
        assert (unnotified["done"], unnotified["rule"]) == (False, "14.20(e)5")
        notice = {"subject": agreement_digest(changed), "written_on": "2026-02-01", "reference": "letter 10"}
        operator.orders(type="RecordNotice", **notice)
        assert operator.orders(type="PutInForce").json()["done"]
        assert operator.record()["agreement"] == agreement_digest(changed)


def test_the_same_order_under_the_same_id_happens_once(layout: Layout) -> None:
    with opened(settings(layout)) as client:
        operator = Visitor(client, OPERATOR)
        order = {"type": "RecordNotice", "subject": "s", "written_on": "2026-01-04", "reference": "r"}
        for _ in range(2):
            assert client.post("/api/host/orders", json={"id": "one", "order": order}).json()["done"]
        assert len(operator.happened("Written notice to the Division recorded")) == 1


def hear_on(socket: WebSocketTestSession) -> None:
    while True:
        socket.receive_bytes()


def test_a_flood_is_cut_off_and_recorded(layout: Layout) -> None:
    with opened(settings(layout), without_time) as client:
        visitor = Visitor(client, OPERATOR)
        found_by(visitor, layout)
        flooding = casino_of(layout, "birch", 1)
        with client.websocket_connect(LINK_PATH) as socket:
            for _ in range(int(CALLS.burst) + 1):
                socket.send_bytes(msgspec.json.encode(flooding.next()))
            with pytest.raises(WebSocketDisconnect) as ended:
                hear_on(socket)
        assert ended.value.code == FLOODING
        (refused,) = visitor.happened("Call refused")
        assert "birch" in refused["details"]
        assert "flooding" in refused["details"]
