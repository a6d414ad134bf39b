"""The wire messages, and what is made from them."""

import subprocess
import sys

import msgspec

from pokerroom.wire import messages as wire
from tools.wire import made, structs

HEAVY = ("litestar", "uvicorn", "structlog", "prometheus_client", "websockets", "sqlalchemy")


def test_what_is_made_from_the_messages_is_up_to_date() -> None:
    stale = [path.name for path, text in made().items() if not path.exists() or path.read_text("utf-8") != text]
    assert not stale, f"run `python -m tools.wire`: {stale}"


def test_every_message_says_its_type() -> None:
    for union in (wire.ClientMessage, wire.ServerMessage, wire.AnyMove):
        for kind in union.__args__:
            assert kind.__struct_config__.tag == kind.__name__
            assert kind.__struct_config__.tag_field == "type"


def test_every_part_of_a_message_can_be_made_into_a_schema() -> None:
    _, parts = msgspec.json.schema_components([wire.ClientMessage, wire.ServerMessage])
    assert {kind.__name__ for kind in structs()} <= set(parts)


def test_the_engine_loads_nothing_that_a_server_needs() -> None:
    code = f"import sys, pokerroom.play; print([name for name in {HEAVY!r} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
