"""Asking the HTTP API whatever its schema allows and whatever it does not, in process or of a running server."""

from contextlib import suppress
from http import HTTPStatus
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.checks import CheckFunction
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance

Operation = APIOperation[Any, Any, Any, Any]

ORDERS = "/api/rooms/{room}/orders"
"""What fits the schema of an order can still name what there is not, and is refused as unreadable."""

ENDS_SESSIONS = (
    "/api/accounts/guest",
    "/api/accounts/login",
    "/api/accounts/logout",
    "/api/accounts/logout-everywhere",
    "/api/accounts/register",
)
"""Asked last: whoever asks may be somebody else afterwards."""


def operations_of(schema: Any) -> tuple[Operation, ...]:
    """All that can be asked, what ends a session last."""
    found = [each.ok() for each in schema.get_all_operations() if isinstance(each, Ok)]
    return tuple(sorted(found, key=lambda each: each.path in ENDS_SESSIONS))


def ask(operation: Operation, cookies: dict[str, str], *, examples: int) -> None:
    """As the schema says, and as it does not; so many times each."""
    excluded: list[CheckFunction] = [positive_data_acceptance] if operation.path == ORDERS else []
    for mode in GenerationMode:

        @settings(
            max_examples=examples,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            derandomize=True,
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def asking(case: Case[Any]) -> None:
            answer = case.call(cookies=cookies)
            if not is_about_the_address(answer):
                case.validate_response(answer, excluded_checks=excluded)

        # Where nothing is asked with it, nothing can be asked wrongly.
        with suppress(Unsatisfiable):
            asking()


def is_about_the_address(answer: Any) -> bool:
    """Refused before any route is looked for, which no schema of a route tells."""
    too_long, unread = HTTPStatus.REQUEST_URI_TOO_LONG, b"the address holds characters that nobody can read"
    return answer.status_code == too_long or unread in answer.content
