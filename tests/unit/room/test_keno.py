"""Keno in the room: its money is in the books, draws are proved, tickets cannot be made up, and an audit sees it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from pokerroom.keno import HOUSE_CARD
from pokerroom.keno.commands import ReportWinners
from pokerroom.keno.events import KenoGameDrawn, KenoGameOpened, TicketIssued
from pokerroom.keno.refusals import Code
from pokerroom.keno.requests import Attendant, Request
from pokerroom.keno.serials import partly_hidden, portions
from pokerroom.keno.tickets import Ticket
from pokerroom.ledger import CAGE, bank, inventory, wagers
from pokerroom.room import checkpoint, filing, refusals as of_room
from pokerroom.room.auditing import Check
from pokerroom.room.books import LEDGER
from pokerroom.room.books.commands import Deposit
from pokerroom.room.commands import Order
from pokerroom.room.examining import examine_record
from pokerroom.room.keno import KENO
from pokerroom.room.keno.commands import AtKeno, DrawGame, OpenGame, PostCard, Redeem, Sell, Take, Void
from pokerroom.room.keno.drawing import is_proved
from pokerroom.room.keno.proofs import secret_of, serial_of
from pokerroom.room.reopening import reopened
from pokerroom.room.room import Done
from pokerroom.rules.refusal import Refusal
from pokerroom.store import MemoryStore
from tests.keno_counter import RUNNER, SUPERVISOR, WRITER, runner_form, writer_form
from tests.spec_marks import scenario, spec
from tests.unit.room.house import BO, KEYS, House
from tests.unit.room.test_auditing import edited, nth

CARD = "keno rate card"
PLACE = "keno"


class Booth(House):
    """A house that sells keno: a day open, a card filed and posted, game 1 on sale, and a patron with a bank."""

    def __init__(self, store: MemoryStore | None = None) -> None:
        super().__init__(store)
        self.open_day()
        self.file(CARD, filing.KenoSettings(card=HOUSE_CARD))
        self.at_keno(PostCard, by=SUPERVISOR, subject=CARD)
        self.at_keno(OpenGame, by=SUPERVISOR)
        self.do(Deposit(player="pat", amount=100_00, by=BO, at=self.at))

    def asked(self, kind: type[Any], **fields: Any) -> AtKeno:
        self.at += timedelta(seconds=1)
        return AtKeno(kind(at=self.at, **fields))

    def at_keno(self, kind: type[Any], **fields: Any) -> Done:
        return self.do(self.asked(kind, **fields))

    def refused(self, kind: type[Any], **fields: Any) -> Refusal:
        refusal = self.ask(self.asked(kind, **fields))
        assert isinstance(refusal, Refusal), refusal
        return refusal

    def buy(self, request: Request, by: Attendant = WRITER, patron: str = "pat") -> Ticket:
        done = self.at_keno(Sell, by=by, request=request, patron=patron)
        return next(event.ticket for _, event in done.events if isinstance(event, TicketIssued))

    def draw(self) -> KenoGameDrawn:
        done = self.at_keno(DrawGame, by=SUPERVISOR)
        return next(event for _, event in done.events if isinstance(event, KenoGameDrawn))

    def serial(self, ticket: Ticket) -> str:
        return serial_of(ticket, KEYS)

    def winner(self, by: Attendant = WRITER, patron: str = "pat") -> Ticket:
        """A one-spot ticket that wins in the next game drawn; games are played until one does."""
        while True:
            number = self.room.state(KENO).number
            form = runner_form if by is RUNNER else writer_form
            tickets = [self.buy(form(spot, first=number), by, patron) for spot in (5, 25, 45, 65)]
            balls = self.draw().balls
            found = [ticket for ticket in tickets if ticket.spots[0] in balls]
            if found:
                return found[0]
            self.at_keno(OpenGame, by=SUPERVISOR)

    def balance(self, account: Any) -> int:
        self.room.post()
        return self.room.state(LEDGER).balance(account)


@pytest.fixture
def booth() -> Booth:
    return Booth()


def test_the_price_of_a_ticket_is_staked_and_what_it_wins_is_paid_to_its_patron(booth: Booth) -> None:
    ticket = booth.winner()
    staked = sum(held.ticket.price for held in booth.room.state(KENO).tickets.values())
    assert booth.balance(bank("pat")) == 100_00 - staked
    assert (booth.balance(wagers(PLACE)), booth.balance(inventory(PLACE))) == (0, staked)
    booth.at_keno(Redeem, by=WRITER, serial=booth.serial(ticket))
    assert booth.balance(bank("pat")) == 103_00 - staked
    assert booth.balance(inventory(PLACE)) == staked - 3_00
    assert sum(booth.room.state(LEDGER).balances.values()) == 0


def test_wagers_on_games_to_come_stay_staked_until_those_are_drawn(booth: Booth) -> None:
    booth.buy(writer_form(1, games=3))
    assert booth.balance(wagers(PLACE)) == 3_00
    booth.draw()
    assert (booth.balance(wagers(PLACE)), booth.balance(inventory(PLACE))) == (2_00, 1_00)


def test_cash_over_the_counter_is_the_cages(booth: Booth) -> None:
    before = booth.balance(CAGE)
    ticket = booth.winner(patron="")
    staked = sum(held.ticket.price for held in booth.room.state(KENO).tickets.values())
    assert booth.balance(CAGE) == before - staked
    booth.at_keno(Redeem, by=WRITER, serial=booth.serial(ticket))
    assert booth.balance(CAGE) == before - staked + 3_00


def test_a_voided_ticket_gives_the_patron_its_price_back(booth: Booth) -> None:
    ticket = booth.buy(writer_form(1, 2, games=4))
    booth.at_keno(Void, by=WRITER, serial=booth.serial(ticket))
    assert (booth.balance(bank("pat")), booth.balance(wagers(PLACE))) == (100_00, 0)


def test_nobody_buys_more_than_they_have(booth: Booth) -> None:
    refusal = booth.refused(Sell, by=WRITER, request=writer_form(1, conditioning="S 100.00", games=2), patron="pat")
    assert refusal.code == "overdrawn"
    assert booth.room.state(KENO).tickets == {}


def test_without_a_gaming_day_nothing_is_sold() -> None:
    house = House()
    house.file(CARD, filing.KenoSettings(card=HOUSE_CARD))
    for command in (PostCard(by=SUPERVISOR, at=house.at, subject=CARD), OpenGame(by=SUPERVISOR, at=house.at)):
        house.do(AtKeno(command))
    assert isinstance(house.ask(AtKeno(Sell(by=WRITER, at=house.at, request=writer_form(1)))), Refusal)


@spec("R-15.2-b", "R-15.1-rate")
def test_only_a_card_that_is_filed_approved_and_in_force_is_posted() -> None:
    house = House()
    posting = AtKeno(PostCard(by=SUPERVISOR, at=house.at, subject=CARD))
    refusal = house.ask(posting)
    assert (refusal.code, refusal.paragraph) == (of_room.Code.NOTHING_IN_FORCE, '15.1 "Rate card"')
    house.file(CARD, filing.Supplement("keno", "not a card"))
    assert house.ask(posting).code is of_room.Code.NOTHING_IN_FORCE
    house.file("another card", filing.KenoSettings(card=HOUSE_CARD, automatic_reports=False))
    house.do(AtKeno(PostCard(by=SUPERVISOR, at=house.at, subject="another card")))
    assert house.room.state(KENO).settings == "another card/1"
    assert not house.room.state(KENO).automatic_reports


def test_a_draw_is_promised_before_the_first_ticket_and_proved_after_the_last(booth: Booth) -> None:
    opened = [event for _, event in KENO.events(booth.store) if isinstance(event, KenoGameOpened)]
    drawn = booth.draw()
    kept = booth.room.state(KENO).drawn[-1]
    assert kept.commitment == opened[0].commitment
    assert len(set(drawn.balls)) == 20
    assert is_proved(kept)
    for wrong in ({"secret": bytes(32)}, {"commitment": bytes(32)}, {"balls": kept.balls[::-1]}, {"number": 2}):
        assert not is_proved(type(kept)(**{**fields_of(kept), **wrong}))


def fields_of(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__struct_fields__}


@spec("R-15.1-qp")
def test_a_quick_pick_is_drawn_by_the_room_and_every_number_comes_up(booth: Booth) -> None:
    booth.do(Deposit(player="pat", amount=1_000_00, by=BO, at=booth.at))
    tickets = [booth.buy(writer_form(quick_pick=8)) for _ in range(120)]
    assert all(len(set(each.spots)) == 8 and each.quick_pick for each in tickets)
    assert {spot for each in tickets for spot in each.spots} == set(range(1, 81))
    assert len({each.spots for each in tickets}) == 120


@spec("R-15.1-receipt")
@scenario("KE-06")
def test_the_receipt_of_a_runner_has_the_whole_serial_number(booth: Booth) -> None:
    ticket = booth.winner()
    booth.at_keno(Take, by=RUNNER, serial=booth.serial(ticket))
    assert booth.room.state(KENO).tickets[ticket.id].taken_by == RUNNER.name
    assert portions(booth.serial(ticket)) == (ticket.id, secret_of(ticket, KEYS))
    assert booth.refused(Take, by=RUNNER, serial=partly_hidden(ticket.id)).code is Code.NO_SUCH_TICKET


def test_a_forged_or_paid_ticket_is_refused_with_the_note_that_the_rule_is_ours(booth: Booth) -> None:
    ticket = booth.winner()
    serial = booth.serial(ticket)
    forged = serial[:-1] + ("0" if serial[-1] != "0" else "1")
    other = booth.serial(type(ticket)(**{**fields_of(ticket), "id": "0000000000"}))
    for typed in (forged, other, partly_hidden(ticket.id), "", "💸" * 20):
        refusal = booth.refused(Redeem, by=WRITER, serial=typed)
        assert refusal.code is Code.NO_SUCH_TICKET
        assert "house's own rule" in str(refusal)
    booth.at_keno(Redeem, by=WRITER, serial=serial.lower().replace("-", " "))
    refusal = booth.refused(Redeem, by=WRITER, serial=serial)
    assert refusal.code is Code.ALREADY_PAID
    assert "house's own rule" in str(refusal)
    assert "R-61" in str(refusal)


@spec("R-15.1-wktr-3-ii")
def test_no_whole_serial_number_is_in_the_record(booth: Booth) -> None:
    ticket = booth.winner(RUNNER)
    secret = secret_of(ticket, KEYS)
    bodies = b"".join(each.envelope.body for each in booth.store.read_all())
    assert ticket.id.encode() in bodies
    assert secret.encode() not in bodies
    report = booth.room.state(KENO).drawn[-1].report
    assert report is not None
    (listed,) = report.runners
    assert partly_hidden(ticket.id) in [line.serial for line in listed.lines]


def test_an_order_given_twice_sells_one_ticket_and_pays_it_once(booth: Booth) -> None:
    sale = booth.asked(Sell, by=WRITER, request=writer_form(1), patron="pat")
    for _ in range(2):
        booth.do_as("sale 1", sale)
    assert len(booth.room.state(KENO).tickets) == 1
    assert booth.balance(bank("pat")) == 99_00


def evening() -> Booth:
    booth = Booth()
    paid, _ = booth.winner(RUNNER), booth.at_keno(OpenGame, by=SUPERVISOR)
    booth.at_keno(Redeem, by=RUNNER, serial=booth.serial(paid))
    number = booth.room.state(KENO).number
    booth.at_keno(Void, by=WRITER, serial=booth.serial(booth.buy(writer_form(1, first=number))))
    booth.buy(writer_form(quick_pick=5, first=number, games=3))
    booth.draw()
    booth.at_keno(ReportWinners, by=SUPERVISOR, game=number)
    booth.at_keno(OpenGame, by=SUPERVISOR)
    taken = booth.winner(patron="")
    booth.at_keno(Take, by=RUNNER, serial=booth.serial(taken))
    booth.at_keno(Redeem, by=WRITER, serial=booth.serial(taken))
    booth.room.post()
    return booth


def test_an_audit_of_an_evening_finds_nothing_and_has_looked_at_everything() -> None:
    booth = evening()
    whole = examine_record(booth.store, keys=KEYS)
    assert whole.findings == ()
    assert whole.counts["banked events"] == booth.store.heads()[KENO.name].sequence
    assert whole.counts.get("transfers not booked yet", 0) == 0
    assert whole.counts["tables beside the reports"] == 1, "what the house won is counted a second time"


def earlier(body: dict[str, Any]) -> None:
    body["balls"] = sorted(body["balls"])


def richer(body: dict[str, Any]) -> None:
    body["amount"] += 100


def other_rate(body: dict[str, Any]) -> None:
    body["ticket"]["rate"] *= 2


def another_winner(body: dict[str, Any]) -> None:
    body["report"]["runners"] = [{"code": "R9", "lines": [{"serial": "00000", "payout": 1}]}]


def promised_otherwise(body: dict[str, Any]) -> None:
    body["commitment"] = "AAAA"


@pytest.mark.parametrize(
    ("tag", "change"),
    [
        ("KenoGameDrawn", earlier),
        ("KenoGameOpened", promised_otherwise),
        ("TicketIssued", other_rate),
        ("TicketRedeemed", richer),
        ("TicketVoided", richer),
        ("WinnersReported", another_winner),
    ],
)
def test_an_audit_finds_whatever_was_changed_in_the_record(tag: str, change: Callable[[dict[str, Any]], None]) -> None:
    booth = evening()
    changed = edited(booth.store, nth(booth.store, KENO.name, tag), change)
    findings = examine_record(changed, keys=KEYS).findings
    assert {each.check for each in findings} & {Check.BANKED, Check.BOOKS}


def test_a_room_that_reopens_has_the_same_keno_and_draws_what_was_promised() -> None:
    booth = evening()
    booth.at_keno(OpenGame, by=SUPERVISOR)
    promised = booth.room.state(KENO)
    again = reopened(booth.store, booth.new_room())
    assert again.state(KENO) == promised
    first, second = (room.would(AtKeno(DrawGame(by=SUPERVISOR, at=booth.at))) for room in (booth.room, again))
    assert isinstance(first, list)
    assert isinstance(second, list)
    assert first[0].events == second[0].events


def test_a_checkpoint_keeps_keno_whole() -> None:
    booth = evening()
    now = checkpoint.written(checkpoint.standing(booth.room), code="this", keys=KEYS)
    point = checkpoint.read_back(now, code="this", keys=KEYS)
    again = reopened(booth.store, booth.new_room(), point=point)
    assert again.state(KENO) == booth.room.state(KENO)


def test_a_room_stopped_between_draw_and_payment_pays_once(booth: Booth) -> None:
    ticket = booth.winner()
    again = reopened(booth.store, booth.new_room())
    again.do(Order("pay", AtKeno(Redeem(by=WRITER, at=booth.at, serial=booth.serial(ticket)))))
    third = reopened(booth.store, booth.new_room())
    answer = third.do(Order("pay again", AtKeno(Redeem(by=WRITER, at=booth.at, serial=booth.serial(ticket)))))
    assert isinstance(answer, Refusal)
    third.post()
    staked = sum(held.ticket.price for held in third.state(KENO).tickets.values())
    assert third.state(LEDGER).balance(bank("pat")) == 103_00 - staked
    assert examine_record(booth.store, keys=KEYS).findings == ()
