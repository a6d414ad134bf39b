"""A room in a week drawn at random, and its floor: every order is given here, and the auditor reads what came of it.

Most orders are what a floor does; many are refused, and any refusal will do. What is neither carried out nor refused
is a finding.
"""

from collections import Counter
from datetime import timedelta
from random import Random
from traceback import extract_tb
from typing import Any, NamedTuple

from msgspec.structs import replace

from pokerroom import play
from pokerroom.cards import DECK
from pokerroom.jackpot.commands import AdjustDisplay, Chips, CountAtTable, MatchForms, OfferPayout, RecordDay
from pokerroom.ledger import Shift
from pokerroom.ledger.commands import CloseDay, OpenDay
from pokerroom.play import Stage
from pokerroom.room import filing
from pokerroom.room.books import LEDGER
from pokerroom.room.books.commands import Deposit, InBooks
from pokerroom.room.commands import Command, Order
from pokerroom.room.filing.commands import InRegister
from pokerroom.room.filing.stream import FILING
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.payouts.commands import OnPayouts
from pokerroom.room.registry import REGISTRY
from pokerroom.room.reopening import reopened
from pokerroom.room.room import Done, Room, refused
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable, DealDrawForButton, DealRound, ShuffleAgain
from pokerroom.rules.staff import Official, Position
from pokerroom.shuffle import Mode, lab_generator
from pokerroom.table.seating import Rotation, Table, commands as at_table
from pokerroom.table.seating.lineup import willing
from tests import payouts
from tests.property import week_signs as signs
from tests.property.lives import at_table as in_seats
from tests.property.week_accounts import ASKED_WITHIN, Wrong
from tests.property.week_auditor import Auditor, Finding
from tests.sweep import POLICIES, Policy, next_command, shuffled
from tests.unit.room.house import ADA, BO, DEALER, FILED, KEYS, SUPERVISOR, House

FLOOR = Official("Flynn Oda", Position.FLOORPERSON)
AREA = at_table.Area("poker room", approved=True)
PEOPLE = (
    "ann", "ben", "cat", "dan", "eve", "fay", "gus", "hal", "ida", "jon", "kay", "lou", "mia", "ned", "ola", "pat",
)  # fmt: skip
QUICK = Policy(fold=6, stay=1, push=0, concede=1)
LONGEST = 1500
"""Orders after which a week is over, wherever it stands."""
FAILURES = 12
"""After so many failures in one place a week has told what it can: the books wait for ever."""
ASKS_AFTER = ASKED_WITHIN - timedelta(minutes=5)


class Case(NamedTuple):
    """One week: everything that is drawn follows from these."""

    manner: str
    seed: int

    def __str__(self) -> str:
        return f"{self.manner} {self.seed}"


class Step(NamedTuple):
    """One order, what came of it, and what the auditor found."""

    command: Command | None
    """None where the books were brought up to the tables."""
    answer: str
    """Why not; empty where it was carried out."""
    events: tuple[str, ...]
    findings: tuple[Finding, ...]


class SeededHouse(House):
    """Decks follow from the name of the week."""

    def __init__(self, name: str) -> None:
        self.name, self.orders = name, 0
        super().__init__()

    def new_room(self) -> Room:
        chance = lab_generator(f"week {self.name} from {self.orders}", otherwise=Mode.LAB)
        return Room(self.recorder, REGISTRY, keys=KEYS, chance=chance, software="test 1")


class Week:
    """A room, its people and its floor, and the auditor who reads along."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.rng = Random(f"week {case}")
        self.house = SeededHouse(str(case))
        self.auditor = Auditor()
        self.read = 0
        self.steps: list[Step] = []
        self.failures: Counter[str] = Counter()
        self.met: Counter[str] = Counter()
        """Rare things that were asked for, whatever the room said to them."""
        self.asked_for_time: dict[str, Any] = {}
        self.policies = {name: self.rng.choice(POLICIES) for name in "1234"}
        self.names = tuple("1234"[: self.rng.randint(2, 4)])
        self.corrections = self.counts = self.told = 0

    @property
    def room(self) -> Room:
        return self.house.room

    @property
    def at(self) -> Any:
        return self.house.at

    @property
    def over(self) -> bool:
        return len(self.steps) >= LONGEST or max(self.failures.values(), default=0) >= FAILURES

    def wait(self, **time: float) -> None:
        self.house.at += timedelta(**time)

    def ask(self, command: Command, *, order: str | None = None) -> bool:
        """Give an order, and have the auditor read what came of it."""
        if self.over:
            return False
        self.house.orders += 1
        try:
            answer = self.room.do(Order(f"order {self.house.orders}" if order is None else order, command))
            told = str(answer) if refused(answer) else ""
        except Exception as error:  # noqa: BLE001  whatever it is, it is no refusal
            self._failed(command, error)
            return False
        assert told or isinstance(answer, Done), f"a refusal without a word: {answer!r}"
        self.note(command, told)
        if self.rng.random() < 0.2:
            self.post()
        return not told

    def post(self) -> None:
        """Bring the books up to the tables, and compare them."""
        try:
            self.room.post()
        except Exception as error:  # noqa: BLE001
            self._failed(None, error)
            return
        self.note(None, "", compare=True)

    def stop_and_reopen(self) -> None:
        """The room stops, and goes on from its record as if it had not."""
        before = self.room
        try:
            after = reopened(self.house.store, self.house.new_room())
        except Exception as error:  # noqa: BLE001
            self._failed(None, error)
            return
        for stream in REGISTRY.streams:
            if before.states(stream) != after.states(stream):
                self.auditor.findings.append(Finding(Wrong.REOPENED, "room", f"{stream.name} differs"))
        if sorted(map(str, before.due["books"])) != sorted(map(str, after.due["books"])):
            self.auditor.findings.append(Finding(Wrong.REOPENED, "room", "what is to be posted differs"))
        self.house.room = after
        self.note(None, "")

    def _failed(self, command: Command | None, error: Exception) -> None:
        """Told once for each place in the code that it comes from."""
        frames = extract_tb(error.__traceback__)[-4:]
        place = f"{type(error).__name__} in {' > '.join(frame.name for frame in frames)}"
        self.failures[place] += 1
        told = f"{place}: {error}"
        if self.failures[place] == 1:
            asked = "posting" if command is None else brief(command)
            self.auditor.findings.append(Finding(Wrong.FAILED, asked, told[:300]))
        self.note(command, told)

    def note(self, command: Command | None, told: str, *, compare: bool = False) -> None:
        tags = []
        for each in self.house.store.read_all(after=self.read):
            self.read = each.position
            self.auditor.enter(each.envelope)
            tags.append(each.envelope.tag)
        if compare:
            self.auditor.compare()
        found = tuple(self.auditor.findings[self.told :])
        self.told += len(found)
        self.steps.append(Step(command, told, tuple(tags), found))

    def table(self, name: str) -> Table | None:
        found = self.room.states(TABLES).get(name)
        return found if found is not None and found.is_open else None

    def open_tables(self) -> list[str]:
        return [name for name in self.names if self.table(name) is not None]

    def seated(self, name: str) -> list[str]:
        table = self.table(name)
        return [] if table is None else [place.player for _, place in table.seated]

    def in_round(self, name: str) -> bool:
        table = self.table(name)
        return table is not None and table.dealing is not None

    def tell(self, name: str, kind: type[Any], *, by: Any = SUPERVISOR, subject: str = "", **fields: Any) -> bool:
        return self.ask(AtTable(name, kind(by=by, at=self.at, **fields), subject))

    def file(self, subject: str, settings: filing.Settings, *, effective: Any = None) -> bool:
        if isinstance(settings, filing.TableSettings):
            self.met.update(signs.rare(settings.rotation))
        proposed = filing.Propose(
            subject=subject,
            settings=settings,
            document="submission",
            filed_on=FILED,
            effective=effective or self.at,
            at=self.at,
            by=ADA,
        )
        if not self.ask(InRegister(proposed)):
            return False
        version = len(self.room.state(FILING).versions[subject])
        return self.ask(InRegister(filing.Approve(subject=subject, version=version, at=self.at, by=BO)))

    def open_day(self) -> bool:
        day = self.room.state(LEDGER).day
        date = self.at.date() if day is None else max(self.at.date(), day.date + timedelta(days=1))
        shifts = (Shift("day", self.at), Shift("swing", self.at + timedelta(hours=6)))
        return self.ask(InBooks(OpenDay(date=date, shifts=shifts, at=self.at, by=ADA)))

    def close_day(self) -> bool:
        day = self.room.state(LEDGER).day
        if self.rng.random() < 0.9:
            self.count_boxes()
            self.account_for_payout()
        return day is not None and self.ask(InBooks(CloseDay(date=day.date, at=self.at, by=ADA)))

    def offer_payout(self) -> bool:
        """What the signs of the week take from each pot is for one payout at all its tables, 14.19(c)."""
        signed = {"amount": signs.CONTRIBUTION.amount, "least_pot": signs.CONTRIBUTION.least_pot}
        rules = replace(
            payouts.RULES,
            games=signs.GIVING,
            tables=self.names,
            contribution=replace(payouts.RULES.contribution, **signed),
        )
        asked = OfferPayout(payout=rules.name, by=payouts.SHIFT, at=self.at, rules=rules, filing="submission 2")
        return self.ask(OnPayouts(asked))

    def count_boxes(self) -> None:
        """What pots contributed is counted at each table, 14.19(f), before the table closes or the day ends."""
        self.post()
        payout = self.room.state(PAYOUTS).by_name.get(payouts.NAME)
        for table, box in {} if payout is None else payout.boxes.items():
            if box.amount:
                found: dict[str, Any] = {"chips": (Chips(1, box.amount),), "written": box.amount}
                self.on_payout(CountAtTable, payouts.DEALER, table=table, recording="camera 4", **found)

    def account_for_payout(self) -> None:
        """Forms compared, the day recorded and the display set, 14.19(h), (k)1: no gaming day ends before."""
        payout, day = self.room.state(PAYOUTS).by_name.get(payouts.NAME), self.room.state(LEDGER).day
        if payout is None or day is None:
            return
        forms = tuple(serial for serial, form in payout.forms.items() if not form.matched)
        if forms:
            parts = {"duplicates": forms, "originals": forms}
            self.on_payout(MatchForms, payouts.ACCOUNTING, day=day.date, **parts)
        self.on_payout(RecordDay, payouts.ACCOUNTING, day=day.date)
        self.on_payout(AdjustDisplay, payouts.ACCOUNTING)

    def on_payout(self, kind: type[Any], by: Any, **fields: Any) -> bool:
        if kind in {CountAtTable, AdjustDisplay}:
            fields["second"] = payouts.FLOOR
        return self.ask(OnPayouts(kind(payout=payouts.NAME, by=by, at=self.at, **fields)))

    def open_table(self, name: str) -> bool:
        """With what is filed for it, or something new that can be filed."""
        for _ in range(6):
            rotation = self.filed_for(name)
            if rotation is None or self.rng.random() < 0.4:
                rotation = signs.rotation(self.rng)
                if not self.file(subject_of(name), filing.TableSettings(rotation)):
                    continue
            if self.tell(name, at_table.OpenTable, subject=subject_of(name), area=AREA, rotation=rotation):
                return True
        return False

    def filed_for(self, name: str) -> Rotation | None:
        version = filing.in_force(self.room.state(FILING), subject_of(name), self.at)
        return version.settings.rotation if version and isinstance(version.settings, filing.TableSettings) else None

    def sit(self, name: str, player: str) -> bool:
        table = self.table(name)
        if table is None or not table.vacant:
            return False
        amount = self.rng.choice((3_000, 10_000, 10_000, 40_000))
        if self.rng.random() < 0.05:
            self.met["a buy-in of $10.37"] += 1
            amount = 1_037
        if any(player in self.seated(other) for other in self.names if other != name):
            self.met["a seat at a second table"] += 1
        self.ask(Deposit(player=player, amount=2 * amount, by=BO, at=self.at))
        return self.tell(name, at_table.TakeSeat, player=player, seat=self.rng.choice(table.vacant), amount=amount)

    def somebody(self) -> str:
        """Mostly somebody who sits nowhere yet."""
        free = [each for each in PEOPLE if not any(each in self.seated(other) for other in self.names)]
        return self.rng.choice(free) if free and self.rng.random() < 0.85 else self.rng.choice(PEOPLE)

    def gather(self, name: str, count: int) -> None:
        for _ in range(2 * count):
            if len(self.seated(name)) >= count:
                return
            self.sit(name, self.somebody())

    def time_first(self, name: str) -> None:
        """A dealer asks for the time charge before dealing, where that was not done lately."""
        asked = self.asked_for_time.get(name)
        if asked is None or self.at - asked >= ASKS_AFTER:
            self.ask_for_time(name, times=self.rng.choice((1, 1, 4)))

    def ask_for_time(self, name: str, times: int = 1) -> None:
        if not self.in_round(name):
            self.asked_for_time[name] = self.at
        for _ in range(times):
            if not self.tell(name, at_table.CollectTime, by=DEALER):
                return

    def deal(self, name: str) -> bool:
        self.time_first(name)
        table = self.table(name)
        if table is None or len(willing(table)) < 2:
            self.refresh(name)
        if table is not None and table.button is None and table.posting.rules.first_button == "dealt-card":
            self.ask(DealDrawForButton(table=name, by=DEALER, at=self.at))
        if self.rng.random() < 0.06:
            return self.start_round(name)
        return self.ask(DealRound(table=name, by=DEALER, at=self.at)) or self.repair(name)

    def start_round(self, name: str) -> bool:
        """As a table takes it from anybody on duty, with whatever settings they name."""
        known = [version.id for versions in self.room.state(FILING).versions.values() for version in versions]
        settings = self.rng.choice((self.room.state(TABLES, name).settings, self.rng.choice(known), "v1"))
        deck = None if self.rng.random() < 0.5 else tuple(shuffled(DECK, self.rng))
        self.met["a round started at the table itself"] += 1
        self.time_first(name)
        return self.tell(name, at_table.StartRound, by=DEALER, deck=deck, settings=settings, software="test 1")

    def repair(self, name: str) -> bool:
        """A table whose settings are no longer in force puts up such as are."""
        table = self.table(name)
        if table is None or self.rng.random() < 0.4:
            return False
        posted = self.room.state(TABLES, name).settings
        version = filing.in_force(self.room.state(FILING), subject_of(name), self.at)
        if version is not None and version.id == posted:
            return False
        if version is None and not self.file(subject_of(name), filing.TableSettings(table.rotation)):
            return False
        rotation = self.filed_for(name)
        return rotation is not None and self.post_change(name, rotation, "notice given")

    def post_change(self, name: str, rotation: Rotation, notice: str) -> bool:
        return self.tell(name, at_table.PostChange, subject=subject_of(name), rotation=rotation, notice=notice)

    def refresh(self, name: str) -> None:
        """Enough people with enough before them to play."""
        table = self.table(name)
        if table is None:
            return
        for _, place in table.seated:
            if place.stakes < 2_000 and place.leave is None:
                self.ask(Deposit(player=place.player, amount=20_000, by=BO, at=self.at))
                self.tell(name, at_table.TopUp, player=place.player, amount=10_000)
        self.gather(name, 3)

    def act(self, name: str, policy: Policy | None = None) -> bool:
        """Whatever the round of play waits for; false where it could not be given."""
        table = self.table(name)
        if table is None or table.dealing is None or table.round is None:
            return False
        chance = self.rng.random()
        if chance < 0.004:
            return self.tell(name, at_table.Play, command=play.DeclareDead(play.CardCount.MISSING))
        if chance < 0.01:
            return self.tell(name, at_table.Play, command=play.DeclareMisdeal(play.Misdeal.SHUFFLE_OR_CUT))
        state = table.round
        if state.stage is Stage.SHUFFLING and not state.by_dealer:
            return self.ask(ShuffleAgain(table=name, by=DEALER, at=self.at))
        command = next_command(state, policy or self.policies[name], self.rng)
        return self.tell(name, at_table.Play, command=in_seats(command, table.dealing.lineup))

    def play_out(self, name: str, policy: Policy | None = None) -> None:
        for _ in range(400):
            if not self.in_round(name) or not self.act(name, policy):
                return

    def clear(self, name: str) -> None:
        """Everybody gets up."""
        self.play_out(name, QUICK)
        for player in self.seated(name):
            self.tell(name, at_table.LeaveSeat, player=player)


def subject_of(name: str) -> str:
    return f"sign {name}"


def brief(command: Command) -> str:
    inner: Any = getattr(command, "command", command)
    return f"{type(inner).__name__} {getattr(command, 'table', '')}".strip()
