"""Bad beat payouts over HTTP: filed, offered, counted with two people in one sitting, matched, printed, designed."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from time import sleep
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from pokerroom.jackpot.commands import Contribute, ReportHit
from pokerroom.jackpot.people import ROOM as ROOM_ITSELF
from pokerroom.jackpot.qualifying import Showdown
from pokerroom.jackpot.rules import Bonus, CarvedOut, PayoutRules, Reset, Route, Secondary, Shares, Step
from pokerroom.ledger import BAD_BEAT_FUND, Signature, bank
from pokerroom.live.entrance.identity import Role
from pokerroom.ranking.bad_beats import qualifier
from pokerroom.room.books import LEDGER
from pokerroom.room.division import DIVISION
from pokerroom.room.filing.stream import FILING
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.payouts.commands import OnPayouts
from tests.daytime import gaming_day
from tests.payouts import DEALER, RULES, showdown
from tests.spec_marks import spec
from tests.unit.web.desks import PASSWORD, ROOM, AtDesk, Desks, at_desks

NAME = "Friday"
CHIPS = [{"value": 100, "count": 37}, {"value": 500, "count": 10}]


def terms(**of: Any) -> PayoutRules:
    """With a secondary payout out of the primary, another award and a reset amount."""
    lesser = Secondary(
        qualifier=qualifier("any full house"), shares=Shares(losing=100, winning=0, table=0), funded_by=CarvedOut(50_00)
    )
    return replace(
        RULES,
        **{
            "name": NAME,
            "tables": ("1",),
            "secondary": lesser,
            "bonuses": (Bonus(name="High hand", terms="the best hand of an hour", amount=20_00),),
            "reset": Reset(percent=20, internal_controls="3.4", manner_approved="letter of May 4"),
            **of,
        },
    )


def filed(desks: Desks, rules: PayoutRules, *, ahead: float = 1.0) -> Any:
    """Proposed by the shift supervisor, to take effect so many seconds from now; what is answered."""
    now = datetime.now(UTC)
    return desks[Role.SHIFT_SUPERVISOR].orders(
        "register",
        "Propose",
        subject=f"payout {rules.name}",
        settings={"type": "payout", "rules": msgspec.to_builtins(rules)},
        document=f"appendix {rules.name}",
        filed_on=str(now.date()),
        effective=(now + timedelta(seconds=ahead)).isoformat(),
    )


def approved(desks: Desks, rules: PayoutRules) -> None:
    """Filed and approved, by two people: before it takes effect, however slow the machine is."""
    for ahead in (0.5, 4.0, 32.0):
        version = filed(desks, rules, ahead=ahead)
        assert version.status_code == 200, version.text
        subject = f"payout {rules.name}"
        number = len(desks.state(FILING).versions[subject])
        answer = desks[Role.ACCOUNTING].orders("register", "Approve", subject=subject, version=number)
        if answer.status_code == 200:
            return
        assert answer.json()["code"] == "effective passed", answer.text
    raise AssertionError("nobody was quick enough")


def offered(desks: Desks, rules: PayoutRules) -> None:
    approved(desks, rules)
    for _ in range(400):
        answer = desks[Role.SHIFT_SUPERVISOR].orders("payouts", "OfferPayout", payout=rules.name)
        if answer.status_code == 200:
            return
        assert answer.json()["code"] == "no filing", answer.text
        sleep(0.1)
    raise AssertionError("it has not come into force")


@pytest.fixture(scope="module")
def desks() -> Iterator[Desks]:
    with at_desks() as found:
        offered(found, terms())
        yield found


def beside(who: AtDesk, second: AtDesk, kind: str, **says: Any) -> Any:
    body = {
        "id": f"{kind}{len(says)}{datetime.now(UTC).timestamp()}",
        "counter": "payouts",
        "table": "",
        "order": {"type": kind, **says},
        "beside": {"name": second.name, "password": PASSWORD},
    }
    return who.asks("POST", f"{ROOM}/orders", json=body)


def counted(desks: Desks, payout: str = NAME, **of: Any) -> Any:
    asked = {"payout": payout, "table": "1", "chips": CHIPS, "written": 87_00, "recording": "camera 4", **of}
    return beside(desks[Role.DEALER], desks[Role.FLOORPERSON], "CountAtTable", **asked)


def told(desks: Desks, payout: str = NAME) -> Any:
    found = desks[Role.ACCOUNTING].get(f"{ROOM}/payouts")
    return next(each for each in found if each["name"] == payout)


@pytest.mark.parametrize(
    ("lacks", "paragraph"),
    [
        ({"discontinuing": " "}, "14.19(l)"),
        ({"table_notice": ""}, "14.19(b)"),
        ({"several": None}, "14.19(n)"),
        ({"both_levels": None}, "14.19(m)2i"),
        ({"contribution": replace(RULES.contribution, method=" ")}, "14.19(b)1"),
        ({"reset": Reset(percent=20, internal_controls="", manner_approved="letter")}, "14.19(p)"),
        ({"bonuses": (Bonus(name="High hand", terms="", amount=1),)}, "14.19(b)4"),
        ({"shares": Shares(losing=50, winning=25, table=20)}, "14.19(a)"),
        ({"ladder": (Step(qualifier=qualifier("quad eights")),)}, "14.19(b)3"),
    ],
)
@spec("R-14.19-l.1", "R-14.19-n", "R-14.19-m-2-i", "R-14.19-b-1", "R-14.19-b-4", "R-14.19-p.2", "R-14.19-b-3")
def test_rules_that_lack_something_are_not_even_filed(desks: Desks, lacks: Any, paragraph: str) -> None:
    answer = filed(desks, terms(name="Lacking", **lacks))
    assert answer.status_code == 409, answer.text
    assert answer.json()["rule"] == paragraph


@spec("R-14.19-c.2", "R-14.19-b.3", "R-14.19-a.1")
def test_nothing_is_offered_that_is_not_filed_and_no_table_that_does_not_take_part_is_counted(desks: Desks) -> None:
    answer = desks[Role.SHIFT_SUPERVISOR].orders("payouts", "OfferPayout", payout="Nowhere")
    assert (answer.status_code, answer.json()["rule"]) == (409, "14.19(c)")
    answer = counted(desks, table="9")
    assert (answer.status_code, answer.json()["code"]) == (409, "not participating")


@spec("R-14.19-f.1", "R-14.19-f-3.1", "R-14.19-f-3.2", "R-14.19-f-3-i", "R-14.19-f-3-ii", "R-14.19-f-3-iii")
@spec("R-14.19-f-3-iv")
def test_a_form_is_previewed_signed_and_printed_in_two_parts(desks: Desks) -> None:
    dealer = desks[Role.DEALER]
    serial = told(desks)["next_serial"]
    preview = dealer.asks("GET", f"{ROOM}/payouts/preview/{NAME}/1?chips=100x37,500x10")
    assert preview.content.startswith(b"%PDF-1.7")
    assert dealer.asks("GET", f"{ROOM}/payouts/preview/{NAME}/1?chips=many").status_code == 400
    assert dealer.asks("GET", f"{ROOM}/payouts/preview/{NAME}/9").status_code == 404
    assert told(desks)["next_serial"] == serial, "a preview uses up no serial"
    books = desks.state(LEDGER)
    held = books.balance(BAD_BEAT_FUND)
    assert counted(desks, written=38_00).json()["rule"] == "14.19(f)3iii"
    assert counted(desks).status_code == 200
    path = f"{ROOM}/payouts/papers/bad-beat-form/{serial}"
    paper = dealer.asks("GET", path)
    assert b"pdfaid:part" in paper.content, "it says of itself that it is PDF/A"
    assert b"/Type/Pages/Count 2/" in paper.content, "an original and a duplicate"
    assert dealer.asks("GET", path).content == paper.content, "printed again, it is the same"
    shown = dealer.asks("GET", f"{path}?as=text").text
    for line in (f"form {serial}", "When", "Table", "$1 37", "$5 10", "$87"):
        assert line in shown
    assert re.search(rf"Dealer\s+Dee Low \(dealer\), {dealer.id}", shown)
    assert re.search(rf"Flo Ray \(floorperson\),\s+{desks[Role.FLOORPERSON].id}", shown)
    code = f"#/staff/payouts/form/{serial}"
    assert code.encode() in dealer.asks("GET", f"{path}?as=escpos").content, "the code leads to the record"
    desks.client.blocking_portal.call(desks.house.rooms["play chips"].book)
    assert desks.state(LEDGER).balance(BAD_BEAT_FUND) == held + 87_00


@spec("R-14.19-g.1", "R-14.19-g.2", "R-14.19-h.1", "R-14.19-h.2", "R-14.19-h.3")
def test_accounting_sees_by_serial_and_day_what_is_missing(desks: Desks) -> None:
    first = told(desks)["next_serial"]
    for _ in range(2):
        assert counted(desks).status_code == 200
    spoiled = beside(
        desks[Role.DEALER], desks[Role.FLOORPERSON], "VoidForm", payout=NAME, table="1", reason="written over"
    )
    assert spoiled.json()["events"] == ["FormVoided"]
    for serial in (first, first + 1, first + 2):
        desks[Role.DEALER].gives("payouts", "DropOriginal", payout=NAME, serial=serial)
        desks[Role.FLOORPERSON].gives("payouts", "BoxDuplicate", payout=NAME, serial=serial)
    parts: dict[str, Any] = {"duplicates": [first, first + 1, first + 2], "originals": [first, first + 2]}
    day = told(desks)["days"][0]
    desks[Role.ACCOUNTING].gives("payouts", "MatchForms", payout=NAME, day=day["day"], **parts)
    day, revenue = told(desks)["days"][0], told(desks)["to_revenue"]
    assert day["missing_originals"] == [first + 1]
    assert revenue == 87_00
    by_serial = {each["serial"]: each for each in day["forms"]}
    assert by_serial[first + 1]["original"] == "missing"
    assert by_serial[first + 2]["voided"] == "written over"
    void = desks[Role.ACCOUNTING].asks("GET", f"{ROOM}/forms/bad-beat-form/{first + 2}?as=text").text
    assert re.search(r"VOID\s+written over", void), "the register of forms has it, too"


PAPERS = {
    "rules": [
        "14.19(b)1", "At most $1 from each pot: one dollar", "A pot of less than $20", "Quad tens or better beaten",
        "50 percent to the losing hand", "High hand: the best hand of an hour, $20", "20 percent of each day",
        "is funded from the primary payout, and is deducted from the primary payout if won", "14.19(m)2iii",
    ],
    "notice": ["Four tens or better, beaten: ask the floor.", "14.19(b)"],
    "appendix": ["14.19(c)", "under video", "the highest of them is paid", "3.4", "letter of May 4", "14.19(n)"],
    "discontinuing": ["14.19(l)", "procedure 7 of the submission", "another bad beat payout of this room"],
}  # fmt: skip


@pytest.mark.parametrize("which", PAPERS)
@spec("R-14.19-b.1", "R-14.19-b.3", "R-14.19-b-1", "R-14.19-b-2", "R-14.19-b-3", "R-14.19-b-4", "R-14.19-m-2-iii")
@spec("R-14.19-p.2", "R-14.19-c.2", "R-14.19-l.1", "R-14.19-n")
def test_the_papers_that_the_text_asks_for_say_what_the_rules_say(desks: Desks, which: str) -> None:
    path = f"{ROOM}/payouts/papers/payout-{which}/{NAME}"
    paper = desks[Role.FLOORPERSON].asks("GET", path)
    assert paper.content.startswith(b"%PDF-1.7"), paper.text
    said = desks[Role.FLOORPERSON].asks("GET", f"{path}?as=text").text
    for line in PAPERS[which]:
        assert line in said
    assert " 0 percent" not in said, "whoever has no share is not named"
    values = desks[Role.FLOORPERSON].asks("GET", f"{path}?as=json").json()
    assert all(text in said for section in values["sections"] for text in section)


TWO_DOLLARS = replace(RULES.contribution, amount=2_00, method="two dollars a pot")


@spec("R-14.19-q.1")
def test_an_announced_change_has_papers_of_its_own_and_then_changes_those_in_force(desks: Desks) -> None:
    other = terms(name="Sunday", tables=("95",), contribution=TWO_DOLLARS)
    offered(desks, terms(name="Sunday", tables=("95",)))
    path = f"{ROOM}/payouts/papers/payout-rules/Sunday"
    sue = desks[Role.SHIFT_SUPERVISOR]
    assert sue.asks("GET", f"{path}.next?as=text").status_code == 404
    approved(desks, other)
    sue.gives("payouts", "AnnounceChange", payout="Sunday")
    assert "At most $2" in sue.asks("GET", f"{path}.next?as=text").text
    assert "At most $1" in sue.asks("GET", f"{path}?as=text").text
    changes(desks, "Sunday")
    assert "At most $2" in sue.asks("GET", f"{path}?as=text").text


def changes(desks: Desks, payout: str) -> None:
    """As soon as what was announced is in force."""
    for _ in range(400):
        answer = desks[Role.SHIFT_SUPERVISOR].orders("payouts", "ChangeRules", payout=payout)
        if answer.status_code == 200:
            return
        assert answer.json()["code"] == "not in force", answer.text
        sleep(0.1)
    raise AssertionError("it has not come into force")


@spec("R-14.19-d.1")
def test_the_box_of_a_table_that_has_left_is_shown_until_it_is_counted(desks: Desks) -> None:
    name, dealer = "Shrinking", desks[Role.DEALER]
    offered(desks, terms(name=name, tables=("93", "94")))
    approved(desks, terms(name=name, tables=("93",)))
    desks[Role.SHIFT_SUPERVISOR].gives("payouts", "AnnounceChange", payout=name)
    changes(desks, name)
    assert [each["table"] for each in told(desks, name)["boxes"]] == ["93"]
    assert dealer.asks("GET", f"{ROOM}/payouts/preview/{name}/94").status_code == 404
    contributed(desks, name, "94")
    stays, left = told(desks, name)["boxes"]
    assert (stays["table"], stays["amount"], stays["takes_part"]) == ("93", 0, True)
    assert (left["table"], left["amount"], left["takes_part"]) == ("94", 5_00, False)
    preview = dealer.asks("GET", f"{ROOM}/payouts/preview/{name}/94?chips=500x1")
    assert preview.content.startswith(b"%PDF-1.7"), preview.text


@spec("R-14.19-d.1", "R-14.19-d.2", "R-14.19-d-1.2", "R-14.19-d-1.3", "R-14.19-e")
def test_a_count_at_a_closed_table_is_told_to_the_division_and_its_document_travels(desks: Desks) -> None:
    name = "Closed"
    offered(desks, terms(name=name, route=Route.CLOSED_TABLE, tables=("96",)))
    before = len(desks.state(DIVISION).notices)
    boxes = [{"table": "96", "chips": CHIPS}]
    asked = {"payout": name, "place": "90", "closed": True, "boxes": boxes, "recording": "camera 4"}
    at_open = beside(desks[Role.DEALER], desks[Role.FLOORPERSON], "CountAtClosedTable", **asked | {"place": "1"})
    assert (at_open.status_code, at_open.json()["code"]) == (409, "not closed"), "whatever is said of it"
    unsaid = beside(desks[Role.DEALER], desks[Role.FLOORPERSON], "CountAtClosedTable", **asked | {"closed": False})
    assert (unsaid.status_code, unsaid.json()["code"]) == (409, "not closed")
    answer = beside(desks[Role.DEALER], desks[Role.FLOORPERSON], "CountAtClosedTable", **asked)
    assert answer.status_code == 200, answer.text
    notices = [*desks.state(DIVISION).notices.values()]
    assert len(notices) == before + 1
    assert (notices[-1].sent.paragraph, notices[-1].sent.by.name) == ("14.19(d)", "Dee Low")
    assert "closed table 90" in notices[-1].sent.text
    inbox = desks[Role.DIVISION].get(f"{ROOM}/oversight")["notices"]
    assert inbox[0]["sent"]["subject"] == f"Count of bad beat payout boxes: {name}"
    desks[Role.SECURITY].gives("payouts", "Carry", payout=name, container=1)
    desks[Role.CAGE].gives("payouts", "CountInCage", payout=name, container=1, chips=[{"value": 100, "count": 87}])
    shown = desks[Role.SECURITY].asks("GET", f"{ROOM}/payouts/papers/bad-beat-container/{name}.1?as=text").text
    for line in ("$87", "Dee Low", "Flo Ray", "Sam Guard", "Kay Till", "camera 4"):
        assert line in shown
    paper = desks[Role.SECURITY].asks("GET", f"{ROOM}/payouts/papers/bad-beat-container/{name}.1")
    assert paper.content.startswith(b"%PDF-1.7")
    desks.client.blocking_portal.call(desks.house.rooms["play chips"].book)
    assert desks.state(PAYOUTS).by_name[name].primary.counted == 87_00


@pytest.fixture
def played() -> Iterator[tuple[Desks, str]]:
    """A room with a table at which a round has been played."""
    with at_desks(bots=4, always_dealing=True, payout=False) as found:
        yield found, str(found.round_over()["table"])


@spec("R-14.19-a.3", "R-14.19-k.1", "R-14.19-k-1")
def test_the_high_hand_is_paid_out_of_the_fund_to_a_player_of_the_room(played: tuple[Desks, str]) -> None:
    desks, table = played
    name, pat = "High", desks.player("Pat Oneill")
    offered(desks, terms(name=name, tables=(table,)))
    assert counted(desks, name, table=table).status_code == 200
    accountant = desks[Role.ACCOUNTING]
    for order in ("RecordDay", "AdjustDisplay"):
        answer = desks[Role.FLOORPERSON].orders("payouts", order, payout=name)
        assert answer.status_code == 403, "only accounting keeps the official record"
    accountant.gives("payouts", "RecordDay", payout=name, day=str(gaming_day()))
    alone = accountant.orders("payouts", "AdjustDisplay", payout=name)
    assert alone.status_code in (400, 409), alone.text
    assert beside(accountant, desks[Role.FLOORPERSON], "AdjustDisplay", payout=name).status_code == 200
    sue = desks[Role.SHIFT_SUPERVISOR]
    award: dict[str, Any] = {
        "payout": name,
        "bonus": "High hand",
        "table": table,
        "round": 1,
        "earned": "four jacks at 21:40",
    }
    nobody = beside(sue, accountant, "AwardBonus", **award | {"player": ""})
    assert nobody.json()["says"]["key"] == "refused-live.not a player"
    unplayed = beside(sue, accountant, "AwardBonus", **award | {"player": pat.id, "round": 1_000_000})
    assert unplayed.json()["code"] == "no such round"
    assert sue.orders("payouts", "AwardBonus", **award, player=pat.id).status_code in (400, 409), "never alone"
    made = beside(sue, accountant, "AwardBonus", **award, player=pat.id)
    assert made.status_code == 200, made.text
    desks.client.blocking_portal.call(desks.house.rooms["play chips"].book)
    assert desks.state(LEDGER).balance(bank(pat.id)) == 20_00
    (primary,) = told(desks, name)["funds"]
    assert primary["contributed"] == primary["paid"] + primary["current"] + primary["counted"] + primary["reset"]
    assert [each["name"] for each in told(desks, name)["bonuses"]] == ["High hand"]


def contributed(desks: Desks, payout: str, table: str) -> None:
    """What follows from a round that is over; the box is not in the books, so nothing of it is counted here."""
    live = desks.house.rooms["play chips"]
    command = Contribute(
        payout=payout, by=ROOM_ITSELF, at=live.moment(), table=table, round=1, event=1, primary=5_00, chips=1
    )
    desks.client.blocking_portal.call(live.submit, OnPayouts(command))


@spec("R-14.19-d.1", "R-14.19-f-1")
def test_no_gaming_day_ends_and_no_table_closes_with_a_box_that_was_not_counted(desks: Desks) -> None:
    name = "Uncounted"
    offered(desks, terms(name=name, tables=("2",)))
    contributed(desks, name, "2")
    (due, *_) = told(desks, name)["due"]
    assert (due["rule"], "not been counted at 2" in due["says"]) == ("14.19(f)1", True), "the console says so before"
    tomorrow = gaming_day() + timedelta(days=1)
    begin = partial(desks.house.rooms["play chips"].begin_day, tomorrow, Signature("Ann Gray", "accounting"))
    day = desks.client.blocking_portal.call(begin)
    assert (day.code.value, day.paragraph) == ("boxes due", "14.19(f)1")
    table = desks[Role.FLOORPERSON].orders("table", "CloseTable", at="2")
    assert (table.json()["code"], table.json()["rule"]) == ("boxes due", "14.19(f)1")


@spec("R-14.19-j.1", "R-14.1-bbpayout", "R-14.1-badbeat")
def test_a_hit_is_prepared_in_what_the_text_allows_and_its_document_names_everybody(desks: Desks) -> None:
    name, pat, bo = "Hit", desks.player("Pia Loser"), desks.player("Bo Winner")
    live = desks.house.rooms["play chips"]
    for each in (pat, bo):
        desks.client.blocking_portal.call(live.remember, each.id, each.name)
    offered(desks, terms(name=name, tables=("97",)))
    assert counted(desks, name, table="97").status_code == 200
    found = replaced_players(showdown("Td Tc Jd Qd 2c", "Ts Th", "Kd Ad", table="97"), pat.id, bo.id)
    elsewhere = ReportHit(payout=name, by=DEALER, at=live.moment(), showdown=replace(found, table="77"))
    refused = desks.client.blocking_portal.call(live.submit, OnPayouts(elsewhere))
    assert refused.code.value == "not participating", "a table that does not take part triggers nothing"
    hit = ReportHit(payout=name, by=ROOM_ITSELF, at=live.moment(), showdown=found)
    desks.client.blocking_portal.call(live.submit, OnPayouts(hit))
    voucher: dict[str, Any] = {"payout": name, "hit": 1, "instrument": "promotional voucher", "paid_at": "cage"}
    assert desks[Role.ACCOUNTING].orders("payouts", "PreparePayout", **voucher).status_code == 400
    for _ in range(200):
        if told(desks, name)["hits"][0]["settled"]:
            break
        sleep(0.1)
    (seen,) = told(desks, name)["hits"]
    assert {each["part"] for each in seen["awards"]} == {"losing", "winning"}
    assert told(desks, name)["hits_in_all"] == 1
    shown = desks[Role.SECURITY].asks("GET", f"{ROOM}/payouts/papers/bad-beat-payout/{name}.1?as=text").text
    for line in ("Pia Loser", "Bo Winner", "Td Tc Jd Qd 2c", "gaming chips", "the room"):
        assert line in shown
    assert desks[Role.CAGE].asks("GET", f"{ROOM}/payouts/papers/bad-beat-payout/{name}.1").content.startswith(b"%PDF")


def replaced_players(found: Showdown, *players: str) -> Showdown:
    hands = tuple(replace(hand, player=player) for hand, player in zip(found.hands, players, strict=True))
    return replace(found, hands=hands, dealt_in=players)


def test_who_is_no_part_of_payouts_reads_no_paper_and_designs_nothing(desks: Desks) -> None:
    stranger = desks.player("Stranger Danger")
    assert stranger.asks("GET", f"{ROOM}/payouts/papers/payout-rules/{NAME}").status_code == 403
    assert desks[Role.DEALER].asks("POST", f"{ROOM}/payouts/design", json={"losing": "quad tens"}).status_code == 403
    for path in ("bad-beat-form/17", "bad-beat-form/x", "bad-beat-payout/Friday.9", "payout-rules/None", "receipt/1"):
        assert desks[Role.ACCOUNTING].asks("GET", f"{ROOM}/payouts/papers/{path}").status_code == 404


def designed(accountant: AtDesk, path: str) -> Any:
    """What the designer came to, when it has."""
    while (found := accountant.get(path))["running"]:
        sleep(0.1)
    return found


def test_the_designer_answers_from_the_room_and_says_what_it_cannot_read(desks: Desks) -> None:
    accountant, path = desks[Role.ACCOUNTING], f"{ROOM}/payouts/design"
    wrong = accountant.asks("POST", path, json={"losing": "quad elevens"})
    assert (wrong.status_code, "is not a hand for a qualifier" in wrong.text) == (400, True)
    asked = {"losing": "aces full of tens", "rounds_a_day": 1000.0}
    assert accountant.post(path, **asked)["asked"]["losing"] == "aces full of tens"
    found = designed(accountant, path)
    assert found["failed"] == ""
    assert (found["read"], found["dealt"]) == (1.0, 1.0), "as the process that dealt the rounds has told"
    ten = found["found"]["by_size"][0]
    assert ten["players"] == 10
    assert 1 / ten["nobody_folds"] == pytest.approx(16_140, rel=0.02)
    assert found["found"]["hits"]["days_between"] > 0


def test_a_key_employee_representative_reads_the_payouts_and_only_authorises_those_of_a_system(desks: Desks) -> None:
    """They speak for a member of a system, 14.20(f)."""
    representative = desks.appointed(Role.KEY_EMPLOYEE, "Kim Stand")
    assert representative.get(f"{ROOM}/payouts")
    assert representative.asks("GET", f"{ROOM}/link").status_code == 200
    orders = {(each["counter"], each["type"]) for each in representative.get(f"{ROOM}/orders")}
    assert {each for each in orders if each[0] != "duty"} == {("link", "Authorise")}
