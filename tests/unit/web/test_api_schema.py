"""The API against its own schema: whatever is sent, the answer is one that the schema names, and no failure of ours."""

import asyncio
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from litestar import Litestar
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.core.result import Ok

from pokerroom.web.entrance.desk import Desk
from pokerroom.web.entrance.identity import Role
from pokerroom.web.entrance.sessions import Opened
from tests.unit.web.front import PASSWORD, UNHURRIED, app_of, desk_of, played_house, services_of

Operation = APIOperation[Any, Any, Any, Any]

EXAMPLES = 5
"""For each operation, each person and each way of asking."""


ENDS_SESSIONS = ("/api/accounts/guest", "/api/accounts/login", "/api/accounts/logout", "/api/accounts/register")
"""Asked last: whoever asks may be somebody else afterwards."""


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
    await desk.appoint("Ada Park", Role.SHIFT_SUPERVISOR)
    opened = {"guest": await desk.admit_guest("Pat"), "staff": await desk.log_in("Ada Park", PASSWORD)}
    return {who: each.token for who, each in opened.items() if isinstance(each, Opened)}


@cache
def operations() -> tuple[Operation, ...]:
    schema = schemathesis.openapi.from_asgi("/api/docs/openapi.json", staged()[0])
    return tuple(each.ok() for each in schema.get_all_operations() if isinstance(each, Ok))


@pytest.mark.parametrize("who", ["nobody", "guest", "staff"])
def test_every_answer_is_one_the_schema_names(who: str) -> None:
    _, desk, tokens = staged()
    cookies = {UNHURRIED.cookie: tokens[who]} if who in tokens else {}
    assert len(operations()) > 20
    for operation in operations():
        if operation.path not in ENDS_SESSIONS:
            ask(operation, cookies)
    assert (desk.identify(tokens.get(who)) is None) == (who == "nobody"), "it was he who asked"
    for operation in operations():
        if operation.path in ENDS_SESSIONS:
            ask(operation, cookies)


def ask(operation: Operation, cookies: dict[str, str]) -> None:
    """As the schema says, and as it does not."""
    for mode in GenerationMode:

        @settings(
            max_examples=EXAMPLES,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            derandomize=True,
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def asking(case: Case[Any]) -> None:
            case.call_and_validate(cookies=cookies)

        # Where nothing is asked with it, nothing can be asked wrongly.
        with suppress(Unsatisfiable):
            asking()
