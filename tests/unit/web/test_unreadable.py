"""A request that cannot be read is answered by a sentence that names the field, never by the framework's own words."""

from collections.abc import Iterator

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from pokerroom.live.entrance.identity import Role
from tests.unit.web.front import PASSWORD, client_of, desk_of, played_house, services_of
from tests.unit.web.officers import appointed

Client = TestClient[Litestar]


@pytest.fixture(scope="module")
def officer() -> Iterator[Client]:
    """Somebody who may ask everything that is asked here."""
    desk = desk_of()
    with client_of(services_of(played_house(rounds=0), desk)) as client:
        client.blocking_portal.call(desk.register, "Ada Park", PASSWORD)
        client.blocking_portal.call(appointed, desk, "Ada Park", Role.SHIFT_SUPERVISOR)
        client.post("/api/accounts/login", json={"name": "Ada Park", "password": PASSWORD})
        yield client


@pytest.mark.parametrize(
    ("path", "body", "words"),
    [
        ("register", {"name": "Ada 😀", "password": PASSWORD}, "😀 cannot be in a name: it has letters and digits"),
        ("guest", {"name": "A  B"}, "between two letters of a name stands one space"),
        ("register", {"name": "x" * 65, "password": PASSWORD}, "name is longer than 64 characters"),
        ("register", {"name": "Ada"}, "password is missing"),
        ("register", {"name": 7, "password": PASSWORD}, "name is no text"),
        ("register", ["Ada"], "the request is no JSON object"),
        ("named/Ada Park/role", {"role": "emperor"}, "role cannot be emperor"),
        ("named/Ada Park/role", {"role": 7}, "role is no text"),
    ],
)
def test_what_is_sent_is_answered_by_what_is_wrong_with_it(
    officer: Client, path: str, body: object, words: str
) -> None:
    answer = officer.post(f"/api/accounts/{path}", json=body)
    assert answer.status_code in {400, 409}
    assert answer.json()["detail"].startswith(words)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("rounds?most=abc", "most is no whole number"),
        ("rounds?most=100000", "most is above 200"),
        ("rounds?most=0", "most is below 1"),
        ("rounds?before=yesterday", "before is no date or time such as 2026-01-31T18:30:00Z"),
        (f"games?edition={'x' * 65}", "edition is longer than 64 characters"),
    ],
)
def test_what_is_asked_for_is_answered_by_what_is_wrong_with_it(officer: Client, path: str, words: str) -> None:
    answer = officer.get(f"/api/{path}")
    assert (answer.status_code, answer.json()["detail"]) == (400, words)


def test_a_body_that_is_empty_or_no_json_is_told_as_such(officer: Client) -> None:
    for body, words in ((b"", "the request is empty"), (b"{nope", "JSON is malformed")):
        answer = officer.post("/api/accounts/login", content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 400
        assert answer.json()["detail"].startswith(words)
