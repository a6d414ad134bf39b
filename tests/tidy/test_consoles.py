"""Whatever staff may read is asked for by the pages that say they show it, and every order has a form."""

import re
from collections.abc import Iterator, Mapping

import pytest

from pokerroom.live.entrance.permissions import ROUTES, STAFF
from pokerroom.live.settings import Settings
from pokerroom.live.staff import orders
from pokerroom.web.app import create_app
from tests.conftest import ROOT

CONSOLES = ROOT / "page/src/consoles"
LIST = CONSOLES.joinpath("consoles.ts").read_text(encoding="utf-8")
ENTRY = re.compile(
    r'key: "(\w*)",.*?counters: \[(.*?)\].*?reads: \[(.*?)\].*?(?:import\("\./(\w+)/|\},|\};)', re.DOTALL
)
FOLDERS = {"": ".", "dealer": "dealer", "dice": "dice", "keno": "keno"}
"""Of consoles that are not fetched: the staff's home, and those that have addresses of their own."""
BY_SOCKET = {"floor": {"floor"}, "supervisor": {"floor"}}
"""What a console is told over the socket as it changes."""


def entries() -> Iterator[tuple[str, str, list[str], list[str]]]:
    for key, counters, reads, folder in ENTRY.findall(LIST):
        yield key, folder or FOLDERS[key], re.findall(r'"([^"]+)"', counters), re.findall(r'"([^"]+)"', reads)


def asked_in(folder: str) -> str:
    """The text of a console, with what the desks share."""
    where = CONSOLES / folder
    files = [*where.glob("*.svelte"), *where.glob("*.ts"), *CONSOLES.joinpath("desk").glob("*"), *CONSOLES.glob("*.ts")]
    shared = [CONSOLES / f"{name}.svelte" for name in ("Inbox", "People", "OrderForm", "Orders")]
    return "\n".join(each.read_text(encoding="utf-8") for each in {*files, *shared} if each.name != "consoles.ts")


def paths() -> Mapping[str, str]:
    """The last word of the address of each question, by the name of its route."""
    routes = create_app(Settings(store="memory:")).routes
    return {
        handler.name: re.findall(r"/([a-z-]+)(?=/|$)", route.path_format)[-1]
        for route in routes
        for handler in getattr(route, "route_handlers", ())
        if handler.name in ROUTES and "GET" in handler.http_methods
    }


@pytest.mark.parametrize(("key", "folder", "reads"), [(key, folder, reads) for key, folder, _, reads in entries()])
def test_a_console_asks_for_everything_that_it_says_it_shows(key: str, folder: str, reads: list[str]) -> None:
    text, words = asked_in(folder), paths()
    missing = [read for read in reads if not re.search(rf"""[/"'`]{words[read]}\b""", text)]
    assert set(missing) <= BY_SOCKET.get(key, set()), key


def test_every_question_that_only_staff_may_ask_is_on_a_page() -> None:
    listed = {read for _, _, _, reads in entries() for read in reads}
    of_staff = {name for name in paths() if ROUTES[name] <= STAFF}
    assert of_staff - listed == set()


def test_every_counter_is_on_a_console_and_every_order_of_a_position_on_its_home() -> None:
    listed = {counter for _, _, counters, _ in entries() for counter in counters}
    assert {each.counter.name for each in orders.ORDERS} - listed == set()
    home = CONSOLES.joinpath("Home.svelte").read_text(encoding="utf-8")
    assert "<Orders {room} />" in home, "a form for every order that the room says the position gives, of any counter"


def test_the_list_of_consoles_was_read_whole() -> None:
    assert len(list(entries())) == len(re.findall(r"\breads: \[", LIST)) > 10
