"""The API against its own schema: whatever is sent, the answer is one that the schema names, and no failure of ours."""

import asyncio
from functools import cache

import pytest
import schemathesis
from litestar import Litestar

from pokerroom.live.entrance.desk import Desk
from pokerroom.live.entrance.identity import Role
from pokerroom.live.entrance.sessions import Opened
from tests.asking import ENDS_SESSIONS, Operation, ask, operations_of
from tests.sampling import sampled
from tests.unit.web.front import PASSWORD, UNHURRIED, app_of, desk_of, played_house, services_of
from tests.unit.web.officers import appointed

EXAMPLES = sampled(3, whole=20)
"""For each operation, each person and each way of asking."""


@cache
def staged() -> tuple[Litestar, Desk, dict[str, str]]:
    """The app with a played round, its desk, and the tokens of people who may ask different things."""
    desk = desk_of()
    tokens = asyncio.run(people(desk))
    guest = desk.identify(tokens["guest"])
    assert guest is not None
    return app_of(services_of(played_house(rounds=1, me=guest.id), desk)), desk, tokens


async def people(desk: Desk) -> dict[str, str]:
    await desk.register("Ada Park", PASSWORD)
    await appointed(desk, "Ada Park", Role.SHIFT_SUPERVISOR)
    opened = {"guest": await desk.admit_guest("Pat"), "staff": await desk.log_in("Ada Park", PASSWORD)}
    return {who: each.token for who, each in opened.items() if isinstance(each, Opened)}


@cache
def operations() -> tuple[Operation, ...]:
    return operations_of(schemathesis.openapi.from_asgi("/api/docs/openapi.json", staged()[0]))


@pytest.mark.sampled
@pytest.mark.parametrize("who", ["nobody", "guest", "staff"])
def test_every_answer_is_one_the_schema_names(who: str) -> None:
    _, desk, tokens = staged()
    cookies = {UNHURRIED.cookie: tokens[who]} if who in tokens else {}
    assert len(operations()) > 20
    for operation in operations():
        if operation.path not in ENDS_SESSIONS:
            ask(operation, cookies, examples=EXAMPLES)
    assert (desk.identify(tokens.get(who)) is None) == (who == "nobody"), "it was he who asked"
    for operation in operations():
        if operation.path in ENDS_SESSIONS:
            ask(operation, cookies, examples=EXAMPLES)
