"""The HTTP API of a running server against its own schema, asked by everybody: what is done is really done there.

Whatever is sent, the answer is one that the schema names; afterwards no table has halted and the room is well.
"""

import asyncio
import json
import os
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
import schemathesis

from pokerroom.live.entrance.accounts import Account, ApproveRole, ProposeRole
from pokerroom.live.entrance.desk import Desk
from pokerroom.live.entrance.identity import Role
from pokerroom.store import LoopWriter, Writer, open_store
from tests.asking import ask, operations_of
from tests.faults.guests import PATIENCE, enter
from tests.faults.nursery import nursery
from tests.sampling import sampled
from tests.unit.web.front import PASSWORD, UNHURRIED
from tests.unit.web.officers import appointed

EXAMPLES = sampled(2, whole=10)
"""For each operation, each person and each way of asking."""
OFFICERS = {
    "Ada Park": Role.SHIFT_SUPERVISOR,
    "Di Wu": Role.ACCOUNTING,
}
CASHIER = "Bo Ek"
STAFF = (*OFFICERS, CASHIER)


async def staff_is_appointed(folder: Path) -> None:
    """Before the first start: nobody could appoint them afterwards."""
    with closing(open_store(f"sqlite:///{folder / 'accounts.sqlite3'}")) as store, Writer(store) as writer:
        desk = Desk(store, LoopWriter(writer).append)
        for name in STAFF:
            await desk.register(name, PASSWORD)
        ada, di = [await appointed(desk, name, role) for name, role in OFFICERS.items()]
        cashier = desk.named(CASHIER)
        assert cashier is not None
        now = datetime.now(UTC)
        await desk.ask(cashier.id, ProposeRole(role=Role.CAGE, by=ada.identity, at=now), by=ada.id)
        granted = await desk.ask(cashier.id, ApproveRole(by=di.identity, at=now), by=di.id)
        assert isinstance(granted, Account), granted


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("room")
    asyncio.run(staff_is_appointed(folder))
    with nursery(folder) as servers:
        yield servers.start()
        servers.stop()


def logged_in(address: str, name: str) -> str:
    """The cookie of a member of staff."""
    asked = urllib.request.Request(
        f"http://{address}/api/accounts/login",
        data=json.dumps({"name": name, "password": PASSWORD}).encode(),
        headers={"content-type": "application/json"},
    )
    with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:  # noqa: S310
        return str(answer.headers["set-cookie"]).partition(";")[0]


def cookies_of(who: str, address: str) -> dict[str, str]:
    if who == "nobody":
        return {}
    cookie = enter(address, "Pat") if who == "guest" else logged_in(address, who)
    return {UNHURRIED.cookie: cookie.partition("=")[2]}


@pytest.mark.sampled
@pytest.mark.skipif(not hasattr(os, "fork"), reason="NOT TESTED: this machine has no fork to make servers with")
@pytest.mark.parametrize("who", ["nobody", "guest", *STAFF])
def test_a_running_server_answers_as_its_schema_says(who: str, address: str) -> None:
    schema = schemathesis.openapi.from_url(f"http://{address}/api/docs/openapi.json")
    operations = operations_of(schema)
    assert len(operations) > 20
    cookies = cookies_of(who, address)
    for operation in operations:
        ask(operation, cookies, examples=EXAMPLES)
    with urllib.request.urlopen(f"http://{address}/health", timeout=PATIENCE) as health:
        assert json.load(health)["status"] == "ok"
