"""The cage over HTTP: players found, money in and out, fills with slips, a drawer from its opening to its close."""

from collections.abc import Iterator
from typing import Any

import pytest

from pokerroom.live.entrance.identity import Role
from tests.unit.web.desks import ROOM, AtDesk, Desks, at_desks

OPENING = [{"tender": "cash", "value": 10_000, "count": 20}, {"tender": "chips", "value": 500, "count": 200}]
"""Three thousand dollars."""


@pytest.fixture(scope="module")
def desks() -> Iterator[Desks]:
    with at_desks() as found:
        yield found


@pytest.fixture
def cashier(desks: Desks) -> AtDesk:
    return desks[Role.CAGE]


def mine(cashier: AtDesk) -> Any:
    return next((each for each in cashier.get(f"{ROOM}/cage")["drawers"] if each["mine"]), None)


def a_table(desks: Desks) -> str:
    return str(next(iter(desks.house.actors)))


def test_a_player_is_found_by_part_of_the_name_with_what_is_kept_for_them(desks: Desks, cashier: AtDesk) -> None:
    pat = desks.player("Patricia Ode")
    cashier.gives("cage", "Deposit", player=pat.id, amount=12_345)
    (found,) = cashier.get(f"{ROOM}/players?like=ricia")["players"]
    assert (found["name"], found["bank"], found["barred"]) == ("Patricia Ode", 12_345, False)
    (again,) = cashier.get(f"{ROOM}/players?like={pat.id[:10]}")["players"]
    assert again == found
    assert cashier.get(f"{ROOM}/players?like=Sue%20Park")["players"] == [], "staff have no money here"


def test_a_drawer_follows_its_cashiers_transfers_and_is_closed_by_two(desks: Desks, cashier: AtDesk) -> None:
    table, pat = a_table(desks), desks.player("Quinn Two")
    cashier.gives("cage", "OpenDrawer", pieces=OPENING)
    assert cashier.orders("cage", "OpenDrawer", pieces=OPENING).json()["code"] == "drawer open"
    cashier.gives("cage", "Deposit", player=pat.id, amount=50_000)
    cashier.gives("cage", "Fill", table=table, amount=20_000)
    cashier.gives("cage", "Fill", table=table, amount=4_000, credit=True)
    drawer = mine(cashier)
    assert (drawer["opener"], drawer["paid_in"], drawer["fills"], drawer["credits"]) == (300_000, 50_000, 20_000, 4_000)
    assert drawer["expected"] == 334_000
    counted = [*OPENING, {"tender": "cash", "value": 2_000, "count": 1}]
    answer = cashier.gives("cage", "CloseDrawer", pieces=counted)
    assert mine(cashier) is not None, "nothing has happened before another has signed"
    assert cashier.asks("POST", f"{ROOM}/proposals/{answer['proposal']}/signature").status_code == 409
    assert desks[Role.ACCOUNTING].signs(answer["proposal"])["events"] == ["DrawerClosed"]
    assert mine(cashier) is None
    (closed,) = cashier.get(f"{ROOM}/cage")["closed"]
    assert (closed["expected"], closed["counted"], closed["difference"], closed["flag"]) == (
        334_000, 302_000, -32_000, "reported",
    )  # fmt: skip
    assert closed["second"] == "Ann Gray (accounting)"
    report = desks[Role.ACCOUNTING].get(f"{ROOM}/days/{cashier.get(f'{ROOM}/cage')['day']}")
    assert [each["difference"] for each in report["drawers"]] == [-32_000]


def test_a_count_names_each_value_once_and_no_fraction(cashier: AtDesk) -> None:
    twice = [OPENING[0], OPENING[0]]
    assert cashier.orders("cage", "OpenDrawer", pieces=twice).json()["code"] == "not pieces"
    negative = [{"tender": "cash", "value": 100, "count": -1}]
    assert cashier.orders("cage", "OpenDrawer", pieces=negative).json()["code"] == "not pieces"


def test_a_correction_puts_right_the_drawer_of_whoever_made_the_mistake(desks: Desks) -> None:
    cashier, pat = desks.appointed(Role.CAGE, "Cai Lin"), desks.player("Rob Three")
    cashier.gives("cage", "OpenDrawer", pieces=OPENING)
    cashier.gives("cage", "Deposit", player=pat.id, amount=100_000)
    wrong = cashier.get(f"{ROOM}/cage")["lately"][0]["id"]
    instead = [{"debit": "cage", "credit": f"bank:{pat.id}", "amount": 10_000, "reason": "deposit"}]
    order = {"original": wrong, "note": "a hundred, not a thousand", "instead": instead}
    answer = desks[Role.ACCOUNTING].gives("books", "Correct", **order)
    assert desks[Role.SHIFT_SUPERVISOR].signs(answer["proposal"])["events"] == ["TransferCorrected"]
    assert mine(cashier)["expected"] == 310_000
    instead, back, first = cashier.get(f"{ROOM}/cage")["lately"][:3]
    assert (instead["amount"], back["amount"]) == (10_000, 100_000)
    assert (back["corrects"], first["id"]) == (wrong, wrong), "the cashier reads why the drawer has moved"


def test_whoever_signs_a_correction_reads_whose_money_it_moves(desks: Desks, cashier: AtDesk) -> None:
    pat, accountant = desks.player("Una Five"), desks[Role.ACCOUNTING]
    cashier.gives("cage", "Deposit", player=pat.id, amount=100_000)
    wrong, bank = cashier.get(f"{ROOM}/cage")["lately"][0]["id"], f"bank:{pat.id}"
    instead = [{"debit": "cage", "credit": bank, "amount": 10_000, "reason": "deposit"}]
    accountant.gives("books", "Correct", original=wrong, note="a hundred", instead=instead)
    (waiting,) = desks[Role.SHIFT_SUPERVISOR].get(f"{ROOM}/proposals")
    assert waiting["names"] == {bank: "Una Five"}
    found = accountant.get(f"{ROOM}/transfers?words={wrong}")
    assert found["names"][bank] == "Una Five"


def test_nobody_signs_a_drawer_that_has_moved_since_it_was_counted(desks: Desks) -> None:
    cashier, pat = desks.appointed(Role.CAGE, "Dot Nye"), desks.player("Sal Four")
    cashier.gives("cage", "OpenDrawer", pieces=OPENING)
    cashier.gives("cage", "Deposit", player=pat.id, amount=100_000)
    stale = cashier.orders("cage", "CloseDrawer", pieces=OPENING, expected=300_000).json()
    assert stale["code"] == "moved since"
    assert stale["says"]["values"]["what"]["values"] == {"expected": 400_000, "shown": 300_000}
    waits = cashier.gives("cage", "CloseDrawer", pieces=OPENING, expected=400_000)["proposal"]
    cashier.gives("cage", "Deposit", player=pat.id, amount=5_000)
    signature = f"{ROOM}/proposals/{waits}/signature"
    late = desks[Role.ACCOUNTING].asks("POST", signature)
    assert (late.status_code, late.json()["code"]) == (409, "moved since")
    assert mine(cashier)["expected"] == 405_000, "nothing has happened"


def test_fills_and_receipts_are_printed_for_paper_and_for_a_thermal_printer(desks: Desks, cashier: AtDesk) -> None:
    table = a_table(desks)
    cashier.gives("cage", "Fill", table=table, amount=15_000)
    slip = cashier.get(f"{ROOM}/cage")["lately"][0]
    path = f"{ROOM}/forms/transfer/{slip['id']}"
    paper = cashier.asks("GET", path)
    assert paper.headers["content-type"] == "application/pdf"
    assert paper.content.startswith(b"%PDF-1.7")
    assert b"pdfaid:part" in paper.content, "it says of itself that it is PDF/A"
    assert cashier.asks("GET", path).content == paper.content, "printed again, it is the same"
    shown = cashier.asks("GET", f"{path}?as=text").text
    assert f"FILL {table}" in shown
    assert "$150" in shown
    assert "_____" in shown, "there are lines to sign on"
    thermal = cashier.asks("GET", f"{path}?as=escpos").content
    assert thermal.startswith(b"\x1b")
    assert thermal.endswith(b"\x1dV\x00"), "the paper is cut"
    assert f"#/staff/accounting/record/{slip['id']}".encode() in thermal, "the code leads to the record"


def test_a_form_of_nothing_is_not_found(cashier: AtDesk) -> None:
    for path in ("transfer/ledger:99999.1", "transfer/nonsense", "count/2026-01-01.1", "drawer/x", "tax/1"):
        assert cashier.asks("GET", f"{ROOM}/forms/{path}").status_code == 404
    assert cashier.asks("GET", f"{ROOM}/forms/transfer/ledger:1.1?as=gif").status_code == 404


@pytest.mark.parametrize("role", [Role.DEALER, Role.FLOORPERSON, Role.SURVEILLANCE, Role.SECURITY])
def test_who_does_not_keep_money_reads_neither_drawers_nor_forms(desks: Desks, role: Role) -> None:
    for path in ("cage", "days", "transfers", "forms/day/2026-01-01"):
        assert desks[role].asks("GET", f"{ROOM}/{path}").status_code == 403
