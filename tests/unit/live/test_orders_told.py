"""The page of the API and its schema show every order of staff, and whatever fits an order's schema gets an answer."""

import asyncio
from random import Random
from typing import Any

import pytest

from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.refusals import Refusal, refused
from pokerroom.live.staff import orders
from pokerroom.live.staff.countersigning import Proposal
from pokerroom.live.staff.floor import Floor
from pokerroom.live.staff.orders import ORDERS, Declaration
from pokerroom.room.room import Done
from pokerroom.words import said
from tests.unit.web.front import client_of, desk_of, played_house, services_of
from tests.wire import opened

EXAMPLES = 20
NAMES = [each.name for each in ORDERS]


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    with client_of(services_of(played_house(rounds=0), desk_of())) as client:
        page, whole = client.get("/api/docs"), client.get("/api/docs/openapi.json")
    assert all(f'id="{name}"' in page.text for name in NAMES)
    found: dict[str, Any] = whole.json()
    return found


def test_every_order_stands_in_the_schema_with_its_fields_and_who_gives_it(schema: dict[str, Any]) -> None:
    for each in ORDERS:
        told = schema["components"]["schemas"][each.name]
        assert set(told["properties"]) == {"type", *each.said}
        assert all(role.value in told["description"] for role in each.who)
        assert said(each.sentence) in told["description"]


def test_the_body_that_gives_an_order_is_one_of_them_told_apart_by_counter_and_type(schema: dict[str, Any]) -> None:
    def alternatives(union: dict[str, Any]) -> dict[str, Any]:
        where = union["discriminator"]["mapping"]
        assert [each["$ref"] for each in union["oneOf"]] == list(where.values())
        return {value: schema["components"]["schemas"][each.rpartition("/")[2]] for value, each in where.items()}

    body = schema["paths"]["/api/rooms/{room}/orders"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert body == {"$ref": "#/components/schemas/StaffOrder"}
    found = {
        (counter, kind)
        for counter, given in alternatives(schema["components"]["schemas"]["StaffOrder"]).items()
        for kind, order in alternatives(given["properties"]["order"]).items()
        if (given["properties"]["counter"], order["properties"]["type"]) == ({"enum": [counter]}, {"enum": [kind]})
    }
    assert found == {(each.counter.name, each.type) for each in ORDERS}


def test_every_reference_of_the_schema_leads_somewhere(schema: dict[str, Any]) -> None:
    found = list(references(schema))
    assert found
    for reference in found:
        here: Any = schema
        for step in reference.removeprefix("#/").split("/"):
            here = here[step]


def references(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
        return own + [each for inner in value.values() for each in references(inner)]
    return [each for inner in value for each in references(inner)] if isinstance(value, list) else []


def giver(declared: Declaration) -> Identity:
    role = next(role for role in Role if role in declared.who)
    return Identity(f"staff-{role.name.lower()}", "Sam Staff", role, guest=False)


def test_whatever_fits_the_schema_of_an_order_is_answered() -> None:
    """Carried out, left to a second signature or refused in words; no table halts of it."""

    async def run() -> None:
        house = await opened(bots=0)
        floor, live = Floor(house, desk_of()), house.rooms["play chips"]
        table = next(iter(house.actors))
        try:
            for number, (declared, says) in enumerate(drawn()):
                asked = orders.read(declared.counter.name, says, table=table)
                assert isinstance(asked, orders.Order), "what fits the schema can be read"
                answer = await floor.order(giver(declared), live, asked, id=str(number))
                assert isinstance(answer, Done | Proposal | Refusal)
                assert not isinstance(answer, Refusal) or said(refused(answer, live.name_of).says)
            assert not any(actor.halted for actor in house.actors.values())
        finally:
            await house.close()

    asyncio.run(run())


def drawn() -> list[tuple[Declaration, dict[str, Any]]]:
    """Some orders of every kind, as their schemas allow them."""
    rng = Random(6)
    return [(each, Fitting(orders.fields_of(each), rng).value()) for each in ORDERS for _ in range(EXAMPLES)]


class Fitting:
    """Values that fit a schema, some of them with everything left out that may be."""

    def __init__(self, schema: dict[str, Any], rng: Random) -> None:
        self.schema, self.rng = schema, rng

    def value(self) -> Any:
        return self.of(self.schema)

    def of(self, schema: dict[str, Any]) -> Any:
        rng = self.rng
        match schema:
            case {"$ref": str(reference)}:
                return self.of(self.schema["$defs"][reference.rpartition("/")[2]])
            case {"anyOf": several}:
                return self.of(rng.choice(several))
            case {"enum": values}:
                return rng.choice(values)
            case {"const": value}:
                return value
            case {"type": "object", "properties": fields}:
                needed = schema.get("required", ())
                return {name: self.of(each) for name, each in fields.items() if name in needed or rng.random() < 0.5}
            case {"type": "array"}:
                least, most = schema.get("minItems", 0), schema.get("maxItems", 3)
                each = schema.get("items") or {}
                fixed = [self.of(one) for one in schema.get("prefixItems", ())]
                return fixed + [self.of(each) for _ in range(rng.randint(least, most) - len(fixed))]
            case {"type": kind}:
                return self.plain(str(kind), schema.get("format", ""))
        return None

    def plain(self, kind: str, form: str) -> Any:
        rng = self.rng
        match kind, form:
            case "string", "date":
                return rng.choice(["2026-01-01", "0001-01-01", "9999-12-31"])
            case "string", "date-time":
                return rng.choice(["2026-01-01T12:00:00Z", "2026-01-01T12:00:00", "9999-12-31T23:59:59+00:00"])
            case "string", "decimal":
                return rng.choice(["7.5", "10", "10.5", "-0", "0.00001", "NaN", "sNaN", "1E+999999999", "ten", 7.5])
            case "string", _:
                return rng.choice(["", "ann", "14.15(b)", "hold-em", "bank:ann", "ledger:1.1", "\x00", "x" * 300])
            case "integer", _:
                return rng.choice([0, 1, -1, 5, 200, 10**6, 10**30])
            case "boolean", _:
                return rng.random() < 0.5
        return None
