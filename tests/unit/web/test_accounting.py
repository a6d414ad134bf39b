"""Accounting over HTTP: gaming days with reports, the journal searched by anything, exports for other programs."""

import csv
import io
from collections.abc import Iterator

import pyarrow.parquet
import pytest
from msgspec.structs import replace

from pokerroom.live.entrance.identity import Role
from tests.unit.web.desks import ROOM, AtDesk, Desks, at_desks

TABLE = "2"


@pytest.fixture(scope="module")
def desks() -> Iterator[Desks]:
    with at_desks() as found:
        yield found


@pytest.fixture(scope="module")
def books(desks: Desks) -> AtDesk:
    """Accounting, after a morning: two players paid in, a fill, and a count that was off."""
    cashier, accountant = desks[Role.CAGE], desks[Role.ACCOUNTING]
    for name, amount in (("Ada Lima", 30_000), ("Bea Mike", 70_000)):
        cashier.gives("cage", "Deposit", player=desks.player(name).id, amount=amount)
    cashier.gives("cage", "Fill", table=TABLE, amount=50_000)
    stale = accountant.orders("books", "CountTable", table=TABLE, closer=47_000, expected=1).json()
    assert stale["code"] == "moved since"
    proposal = accountant.gives("books", "CountTable", table=TABLE, closer=47_000)["proposal"]
    desks[Role.SHIFT_SUPERVISOR].signs(proposal)
    return accountant


def day_of(books: AtDesk) -> str:
    return str(books.get(f"{ROOM}/days")["days"][0]["date"])


def test_a_count_that_was_off_stands_in_the_report_of_the_day_with_both_names(books: AtDesk) -> None:
    report = books.get(f"{ROOM}/days/{day_of(books)}")
    (count,) = report["counts"]
    assert (count["expected"], count["counted"], count["difference"], count["flag"]) == (
        50_000, 47_000, -3_000, "noted",
    )  # fmt: skip
    assert (count["by"], count["second"]) == ("Ann Gray (accounting)", "Sue Park (poker shift supervisor)")
    assert report["total"]["variance"] == -3_000
    assert [each["figures"]["variance"] for each in report["sums"] if each["part"] == "table"] == [-3_000]
    assert report["debits"] == report["credits"]


@pytest.mark.parametrize(
    ("asked", "amounts"),
    [
        ("reason=deposit", [70_000, 30_000]),
        ("reason=deposit&least=50000", [70_000]),
        ("reason=deposit&greatest=50000", [30_000]),
        (f"table={TABLE}", [3_000, 50_000]),
        (f"account=inventory:{TABLE}&reason=fill", [50_000]),
        ("by=kay&words=50000", [50_000]),
        ("words=ada%20lima", [30_000]),
        ("words=%24700", [70_000]),
        ("words=1.21", [3_000]),
        ("corrections=true", []),
        ("reason=award", []),
    ],
)
def test_the_journal_is_searched_by_anything_that_stands_in_it(books: AtDesk, asked: str, amounts: list[int]) -> None:
    found = books.get(f"{ROOM}/transfers?{asked}")
    assert [each["amount"] for each in found["lines"]] == amounts
    assert found["before"] is None


def test_a_long_search_says_from_where_to_go_on(books: AtDesk) -> None:
    first = books.get(f"{ROOM}/transfers?reason=deposit&most=1")
    second = books.get(f"{ROOM}/transfers?reason=deposit&most=1&before={first['before']}")
    assert [each["amount"] for found in (first, second) for each in found["lines"]] == [70_000, 30_000]
    assert books.asks("GET", f"{ROOM}/transfers?before=ledger:9999.1").status_code == 404
    assert books.asks("GET", f"{ROOM}/transfers?account=nonsense").status_code == 404


def test_what_is_exported_is_what_is_shown_in_both_formats(books: AtDesk) -> None:
    day, shown = day_of(books), books.get(f"{ROOM}/transfers?most=500")["lines"]
    written = books.asks("GET", f"{ROOM}/days/{day}/journal/csv")
    assert written.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(written.text)))
    assert [(each["id"], int(each["amount"])) for each in reversed(rows)] == [(e["id"], e["amount"]) for e in shown]
    packed = pyarrow.parquet.read_table(io.BytesIO(books.asks("GET", f"{ROOM}/days/{day}/journal/parquet").content))
    assert packed.column("amount").to_pylist() == [int(each["amount"]) for each in rows]
    for what in ("figures", "incidents", "rounds"):
        assert books.asks("GET", f"{ROOM}/days/{day}/{what}/csv").status_code == 200
    assert books.asks("GET", f"{ROOM}/days/{day}/journal/xlsx").status_code == 404
    assert books.asks("GET", f"{ROOM}/days/1999-01-01/figures/csv").status_code == 404


def test_the_master_game_report_is_printed(books: AtDesk) -> None:
    paper = books.asks("GET", f"{ROOM}/forms/day/{day_of(books)}")
    assert paper.content.startswith(b"%PDF")
    slip = books.asks("GET", f"{ROOM}/forms/count/{day_of(books)}.1?as=text").text
    assert "Inventory slip 2" in slip
    assert "-$30" in slip


def test_who_only_works_at_the_tables_reads_none_of_it(desks: Desks, books: AtDesk) -> None:
    day = day_of(books)
    for path in ("days", f"days/{day}", f"days/{day}/journal/csv", "transfers"):
        for role in (Role.DEALER, Role.FLOORPERSON, Role.CAGE, Role.SURVEILLANCE):
            assert desks[role].asks("GET", f"{ROOM}/{path}").status_code == 403, (role, path)


def test_the_date_of_the_gaming_day_is_that_of_the_house_and_days_before_one_are_listed(desks: Desks) -> None:
    books, services = desks[Role.ACCOUNTING], desks.client.app.state.services
    house, told = services.settings, books.get(f"{ROOM}/days")
    for zone in ("Pacific/Kiritimati", "Etc/GMT+12"):
        services.settings = replace(house, time_zone=zone)
        told = books.get(f"{ROOM}/days")
        assert told["today"] == str(services.settings.gaming_date(desks.house.rooms["play chips"].moment()))
        services.settings = house
    latest = told["days"][0]["date"]
    assert all(each["date"] < latest for each in books.get(f"{ROOM}/days?before={latest}")["days"])
    assert books.get(f"{ROOM}/days?before=9999-01-01")["days"] == told["days"]
