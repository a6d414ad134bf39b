"""A week in a room that has everything: poker with every kind of rake, mini-dice, keno, a payout, drawers and counts.

Seven gaming days of three shifts. Each is drawn from the seed: rounds at tables, wagers and tickets, fills and credits,
counts that are off, corrections, a drawer for each day, boxes counted, a bad beat paid; now and then the day is closed
while a round of play is in progress, and things happen between two days.
"""

from datetime import timedelta
from random import Random
from typing import Any

from msgspec.structs import replace

from pokerroom.dice import Phase, commands as at_dice
from pokerroom.dice.commands import ShakenBy
from pokerroom.dice.state import MIXED
from pokerroom.jackpot.commands import (
    AdjustDisplay,
    Chips,
    Command,
    CountAtTable,
    Instrument,
    MatchForms,
    OfferPayout,
    PaidAt,
    PayAward,
    PreparePayout,
    RecordDay,
    ReportHit,
    VerifyHit,
)
from pokerroom.jackpot.people import ROOM, Person, StaffPosition
from pokerroom.keno import HOUSE_CARD
from pokerroom.keno.requests import Attendant
from pokerroom.ledger import (
    CloseDay,
    CloseDrawer,
    Correct,
    Count,
    CountTable,
    OpenDay,
    OpenDrawer,
    RecordId,
    Shift,
    TransfersPosted,
    compensation,
)
from pokerroom.ledger.drawers import Pieces, Tender
from pokerroom.room import filing
from pokerroom.room.books import LEDGER
from pokerroom.room.books.commands import Deposit, Fill, InBooks
from pokerroom.room.dice import DICE
from pokerroom.room.dice.commands import AtDice
from pokerroom.room.keno import KENO
from pokerroom.room.keno.commands import AtKeno, DrawGame, OpenGame, PostCard, Redeem, Sell, Void
from pokerroom.room.keno.proofs import serial_of
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.payouts.commands import OnPayouts
from pokerroom.room.projections.declaring import ProjectingStore
from pokerroom.room.room import refused
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable
from pokerroom.rules.house import (
    BadBeatContribution,
    Fixed,
    IncrementalRake,
    PercentageRake,
    RakeLevel,
    TimeCharge,
    letter,
)
from pokerroom.rules.staff import Official
from pokerroom.table.seating import commands as at_table
from tests.dice_table import DEALER as DICE_DEALER, FLOOR as PIT_FLOOR
from tests.keno_counter import RUNNER, SUPERVISOR as KENO_SUPERVISOR, WRITER, runner_form, writer_form
from tests.payouts import ACCOUNTING, DEALER, FLOOR, NAME, RULES, SECURITY, SHIFT, showdown
from tests.unit.room.house import ADA, BO, DEALER as TABLE_DEALER, KEYS, NOON, SUPERVISOR, House

CASHIER = Person(id="bo", name=BO.name, acts_as=StaffPosition.CAGE)

DAYS = 7
DICE_TABLE = "Dice 1"
CARD = "keno rate card"
PERCENT = PercentageRake(percent=5, most=300, unit=1)
HOURLY = TimeCharge(hourly=1_000, every=30)
INCREMENTS = IncrementalRake(levels=(RakeLevel(1_000, 50), RakeLevel(2_000, 50)), most=100)
SIGNS = {
    "1": letter(
        Fixed(200, 400), max_raises=3, blinds=(100, 200), rake=(PERCENT,), bad_beat=BadBeatContribution(100, 800)
    ),
    "2": letter(Fixed(200, 400), max_raises=3, blinds=(100, 200), rake=(PERCENT, INCREMENTS), rake_most=400),
    "3": letter(Fixed(200, 400), max_raises=3, blinds=(100, 200), time_charge=HOURLY),
}
BEATEN = ("Td Tc Jd Qd 2c", "Ts Th", "Kd Ad")


class Week(House):
    """The room, and whoever works in it."""

    def __init__(self, seed: int, store: ProjectingStore | None = None) -> None:
        super().__init__(store)
        self.rng = Random(f"a week of everything {seed}")
        self.numbers = 0
        self.begin_day(0)
        self.open_everything()

    def number(self, stream: str) -> RecordId:
        self.numbers += 1
        return RecordId(stream, self.numbers)

    def wait(self, **time: float) -> None:
        self.at += timedelta(**time)

    # Gaming days.

    def begin_day(self, number: int) -> None:
        self.at = max(self.at, NOON + timedelta(days=number))
        starts = (("day", 0), ("swing", 4), ("graveyard", 8))
        shifts = tuple(Shift(name, self.at + timedelta(hours=hours)) for name, hours in starts)
        date = NOON.date() + timedelta(days=number)
        self.do(InBooks(OpenDay(date=date, shifts=shifts, at=self.at, by=ADA)))
        pieces = (Pieces(tender=Tender.CASH, value=2_000, count=500),)
        self.do(InBooks(OpenDrawer(id=self.number("drawers"), pieces=pieces, at=self.at, by=BO)))

    def end_day(self, number: int) -> None:
        self.room.post()
        drawer = self.room.state(LEDGER).drawers[BO.name]
        off = self.rng.choice((0, 0, -500, 30_000))
        pieces = (Pieces(tender=Tender.CASH, value=1, count=max(0, drawer.expected + off)),)
        self.do(InBooks(CloseDrawer(pieces=pieces, at=self.at, by=BO, second=ADA)))
        date = NOON.date() + timedelta(days=number)
        self.do(InBooks(CloseDay(date=date, at=self.at, by=ADA)))

    # What opens once.

    def open_everything(self) -> None:
        rake = filing.RakeSubmission(methods=(PERCENT, INCREMENTS), time_charges=(HOURLY,), most=400)
        self.file(filing.RAKE, rake)
        for table, sign in SIGNS.items():
            self.open_table(table, house=sign)
            self.seat(table, [f"{name}{table}" for name in "abcd"], 100_000)
        self.file(CARD, filing.KenoSettings(card=HOUSE_CARD))
        self.at_keno(PostCard, by=KENO_SUPERVISOR, subject=CARD)
        self.do(Deposit(player="pat", amount=1_000_000, by=BO, at=self.at))
        rules = replace(RULES, tables=("1",), contribution=replace(RULES.contribution, least_pot=800))
        self.of_payout(OfferPayout, SHIFT, rules=rules, filing="appendix 3")
        self.open_dice()

    def open_dice(self) -> None:
        self.dice(at_dice.TakeOver)
        self.dice(at_dice.OpenDiceTable, PIT_FLOOR, least=100, most=100_000, shaken_by=ShakenBy.ROOM)
        self.do(Deposit(player="dot", amount=1_000_000, by=BO, at=self.at))
        self.do(Fill(table=DICE_TABLE, amount=500_000, by=BO, at=self.at))
        self.dice(at_dice.SitDown, player="dot", seat=0, amount=500_000)

    # Poker.

    def rounds(self, table: str) -> None:
        for _ in range(self.rng.randint(1, 4)):
            self.wait(minutes=self.rng.randint(1, 20))
            self.room_for_chips(table)
            self.charged(table)
            self.deal(table)
            if self.rng.random() < 0.1:
                return  # The round of play is left in progress.
            self.play_on(table)
            if self.rng.random() < 0.5:
                self.room.post()

    def play_on(self, table: str) -> None:
        while self.room.states(TABLES)[table].dealing is not None:
            self.wait(seconds=5)
            if self.rng.random() < 0.3:
                self.step(table, self.rng)
            else:
                self.stay_in(table)

    def play_out(self) -> None:
        for table in SIGNS:
            self.play_on(table)

    def charged(self, table: str) -> None:
        """For the time that is over; the floor verifies what was taken."""
        due = at_table.CollectTime(by=TABLE_DEALER, at=self.at)
        if table == "3" and not refused(self.ask(AtTable(table, due))):
            taken = self.room.states(TABLES)[table].time_area
            self.do(AtTable(table, at_table.VerifyTime(by=SUPERVISOR, at=self.at, amount=taken)))

    def room_for_chips(self, table: str) -> None:
        """Whoever is short buys more."""
        for _, place in self.room.states(TABLES)[table].seated:
            if place.stakes < 5_000:
                self.do(Deposit(player=place.player, amount=50_000, by=BO, at=self.at))
                self.do(AtTable(table, at_table.TopUp(by=place.player, at=self.at, player=place.player, amount=50_000)))

    # Games that the house banks.

    def dice(self, kind: type[Any], by: Official | str = DICE_DEALER, **said: Any) -> None:
        self.wait(seconds=2)
        self.do(AtDice(DICE_TABLE, kind(by=by, at=self.at, **said)))

    def dice_round(self) -> None:
        bet = self.rng.choice(("field", "under 7", "over 7"))
        self.dice(at_dice.PlaceWager, "dot", player="dot", bet=bet, amount=1_000)
        finished = self.room.state(DICE, DICE_TABLE).number
        while self.room.state(DICE, DICE_TABLE).number == finished:
            self.shake()

    def shake(self) -> None:
        """What the dealer does next; the room shakes, and nobody takes the shaker."""
        table = self.room.state(DICE, DICE_TABLE)
        match table.phase:
            case Phase.BETTING:
                self.dice(at_dice.NoMoreBets)
            case Phase.BETS_CLOSED if not table.covered:
                self.dice(at_dice.Cover)
            case Phase.BETS_CLOSED | Phase.BY_DEALER if table.shakes < MIXED:
                self.dice(at_dice.Shake, times=MIXED)
            case Phase.BETS_CLOSED:
                self.dice(at_dice.OfferShaker)
            case Phase.OFFERED:
                self.dice(at_dice.AnswerShaker, player="dot", accept=False)
            case Phase.SETTLING:
                self.dice(at_dice.CollectLosing if table.losing else at_dice.PayWinners)
            case _:
                self.dice(at_dice.Uncover, faces=())

    def at_keno(self, kind: type[Any], **fields: Any) -> None:
        self.wait(seconds=2)
        self.do(AtKeno(kind(at=self.at, **fields)))

    def keno_game(self) -> None:
        self.at_keno(OpenGame, by=KENO_SUPERVISOR)
        for _ in range(self.rng.randint(2, 6)):
            self.ticket(*self.rng.choice(((WRITER, writer_form), (RUNNER, runner_form))))
        if self.rng.random() < 0.3:
            self.void_one()
        self.at_keno(DrawGame, by=KENO_SUPERVISOR)
        self.redeem_one()

    def ticket(self, by: Attendant, form: Any) -> None:
        spots = self.rng.sample(range(1, 81), self.rng.randint(1, 4))
        request = form(*sorted(spots), first=self.room.state(KENO).number, games=self.rng.choice((1, 1, 3)))
        self.at_keno(Sell, by=by, request=request, patron=self.rng.choice(("pat", "")))

    def void_one(self) -> None:
        keno = self.room.state(KENO)
        fresh = [each.ticket for each in keno.tickets.values() if each.ticket.first == keno.number]
        self.at_keno(Void, by=WRITER, serial=serial_of(self.rng.choice(fresh), KEYS))

    def redeem_one(self) -> None:
        for held in self.room.state(KENO).tickets.values():
            if held.owed and held.ticket.last <= self.room.state(KENO).number:
                self.at_keno(Redeem, by=WRITER, serial=serial_of(held.ticket, KEYS))
                return

    # Payouts.

    def of_payout(self, kind: type[Command], by: Person, **of: Any) -> Any:
        self.wait(seconds=2)
        given: dict[str, Any] = {"payout": NAME, "by": by, "at": self.at} | of
        return self.do(OnPayouts(kind(**given)))

    def box_counted(self) -> None:
        """With a dollar too much, now and then."""
        self.room.post()
        amount = self.room.state(PAYOUTS).by_name[NAME].box("1").amount + self.rng.choice((0, 0, 100))
        if not amount:
            return
        chips = (Chips(100, amount // 100),)
        tape = {"second": FLOOR, "recording": "camera 4, 21:10"}
        self.of_payout(CountAtTable, DEALER, table="1", chips=chips, written=amount, **tape)
        serial = max(self.room.state(PAYOUTS).by_name[NAME].forms)
        self.forms_compared(serial)
        day = self.room.state(LEDGER).open_day
        assert day is not None
        self.of_payout(RecordDay, ACCOUNTING, day=day.date)

    def forms_compared(self, serial: int) -> None:
        """With an original that is missing, now and then, and found when the next form is compared."""
        missing = [each.serial for each in self.room.state(PAYOUTS).by_name[NAME].forms.values() if not each.matched]
        found = [each for each in missing if each != serial]
        originals = (*found, *([] if self.rng.random() < 0.4 else [serial]))
        self.of_payout(MatchForms, ACCOUNTING, day=self.at.date(), duplicates=(serial,), originals=originals)

    def bad_beat(self) -> None:
        payout = self.room.state(PAYOUTS).by_name[NAME]
        hit = max(payout.hits, default=0) + 1
        self.of_payout(ReportHit, ROOM, showdown=showdown(*BEATEN, dealt_in=4, round_=1_000 + hit))
        self.of_payout(VerifyHit, SHIFT, hit=hit)
        if self.room.state(PAYOUTS).by_name[NAME].hits[hit].settled:
            return  # Nothing was displayed yet.
        at, payer, second = ((PaidAt.CAGE, CASHIER, None), (PaidAt.TABLE, SECURITY, CASHIER))[hit % 2]
        how = {"instrument": Instrument.CHIPS, "paid_at": at, "second": second}
        self.of_payout(PreparePayout, ACCOUNTING, hit=hit, **how)
        for place, award in enumerate(self.room.state(PAYOUTS).by_name[NAME].hits[hit].awards):
            self.of_payout(PayAward, payer, hit=hit, player=award.player, on_account=place == 1)

    # Cage and accounting.

    def filled(self) -> None:
        table = self.rng.choice((*SIGNS, DICE_TABLE, "keno"))
        amount, back = self.rng.randint(1, 9) * 10_000, self.rng.random() < 0.4
        self.do(Fill(table=table, amount=amount, credit=back, by=BO, at=self.at))

    def corrected(self) -> None:
        """The last fill or credit was another amount."""
        self.room.post()
        fill = next(reversed([each for each in self.posted() if each.reason.value in {"fill", "credit"}]), None)
        if fill is None or fill.id in self.room.state(LEDGER).corrected:
            return
        id_ = self.number("corrections")
        back = compensation(fill, id=id_, at=self.at, by=BO, note="another amount was carried")
        again = replace(fill, id=id_.after(1), amount=fill.amount + 500, at=self.at, by=BO)
        self.do(InBooks(Correct(original=fill, transfers=(back, again), checker=ADA)))

    def posted(self) -> list[Any]:
        events = (event for _, event in LEDGER.events(self.store))
        return [each for event in events if isinstance(event, TransfersPosted) for each in event.transfers]

    def tray_counted(self) -> None:
        table = self.rng.choice((*SIGNS, DICE_TABLE, "keno"))
        self.room.post()
        tray = self.room.state(LEDGER).tray(table).expected
        closer = max(0, tray + self.rng.choice((0, 0, 300, -2_600, 12_500)))
        count = Count(id=self.number("counts"), table=table, closer=closer, at=self.at, by=BO, second=ADA)
        self.do(InBooks(CountTable(count)))

    def something(self) -> None:
        self.wait(minutes=self.rng.randint(1, 45))
        scene = self.rng.choice(
            (self.dice_round, self.keno_game, self.filled, self.tray_counted, self.corrected, *(self.poker,) * 3)
        )
        scene()

    def between_days(self) -> None:
        """Rounds of play go on after the day is closed, and shakes are called."""
        self.wait(minutes=3)
        self.play_out()
        self.dice_round()

    def poker(self) -> None:
        table = self.rng.choice(tuple(SIGNS))
        if self.room.states(TABLES)[table].dealing is None:
            self.rounds(table)
        else:
            self.play_on(table)


def played_week(seed: int, days: int = DAYS, scenes: int = 14, *, store: ProjectingStore | None = None) -> Week:
    week = Week(seed, store)
    for day in range(days):
        if day:
            week.between_days()
            week.begin_day(day)
        for _ in range(scenes):
            week.something()
        week.box_counted()
        week.of_payout(AdjustDisplay, ACCOUNTING, second=FLOOR)
        if day % 2 == 0:
            week.bad_beat()
            week.of_payout(AdjustDisplay, ACCOUNTING, second=FLOOR)
        if week.rng.random() < 0.5:
            week.play_out()
        week.end_day(day)
    return week
