"""An auditor of a room's week, who reads the stored events and nothing else, and keeps an account of their own.

The bytes of each event are read as plain JSON: no type and no function of the room, its tables or its ledger is used
here. What may be and what may not is taken from the text of 14.7(c), 14.14, 14.16(b), 14.17 and 14.19(b), with the
readings AMB-80, AMB-83 and AMB-90 to AMB-98. What is wrong is a `Finding`; the account goes on after it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

import msgspec

from pokerroom.log import Envelope
from tests.property.week_accounts import Clock, Event, Filed, Played, Said, Stay, Wrong, charges_of

Account = tuple[str, str]
"""The kind of an account of the books, and whose it is."""

COIN = 25
"""The smallest coin that may lie on a table, 14.7(c): nothing smaller is brought to one."""


class Finding(NamedTuple):
    wrong: Wrong
    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.wrong.value} ({self.where}): {self.what}"


class TableAccount:
    """What the events of one table come to."""

    def __init__(self, name: str, auditor: "Auditor") -> None:
        self.name, self.auditor = name, auditor
        self.rotation: list[Event] = []
        self.turn = 0
        self.settings = ""
        self.change: Event | None = None
        self.raised = False
        """The minimum was raised by agreement, so that a game differs from the one filed by that alone."""
        self.stays: dict[int, Stay] = {}
        self.agreed: set[str] = set()
        self.increase: tuple[int, set[str]] | None = None
        """A higher minimum that was agreed to, and by whom, until it takes effect."""
        self.lineup: list[int] = []
        self.round: Played | None = None
        self.clock = Clock()
        self.time_area = self.rake_due = 0
        self.now: datetime | None = None

    @property
    def posting(self) -> Event:
        posting: Event = self.rotation[self.turn]
        return posting

    @property
    def at(self) -> datetime:
        assert self.now is not None
        return self.now

    def enter(self, tag: str, event: Event, at: datetime) -> Said:
        if self.rotation and self.stays and self.posting["house"]["time_charge"] is not None:
            self.clock.runs(self.at, at)
        self.now = at
        entry = AT_TABLE.get(tag)
        if entry is not None:
            yield from entry(self, event)
        elif self.round is not None:
            yield from self.round.enter(tag, event)

    def charged_anew(self) -> None:
        """A newly posted charge runs from its posting."""
        self.clock.posted(self.rotation, self.at)
        for stay in self.stays.values():
            stay.sees(charges_of(self.rotation))

    def opened(self, event: Event) -> Said:
        self.rotation, self.turn, self.settings = event["rotation"], 0, event["settings"]
        self.change, self.raised, self.increase = None, False, None
        self.charged_anew()
        yield from self.auditor.filed.posted(self.settings, self.rotation)

    def closed(self, event: Event) -> Said:  # noqa: ARG002  all entries take an event
        if self.stays or self.time_area:
            yield Wrong.CHIPS, f"closed with {len(self.stays)} players and {self.time_area} in the rake area"
        self.rotation = []

    def change_posted(self, event: Event) -> Said:
        self.change = event
        yield from self.auditor.filed.posted(event["settings"], event["rotation"])

    def posting_changed(self, event: Event) -> Said:
        """14.17: notice of the wagers in effect; only a higher minimum that all agree to goes without."""
        before, after = limits_of(self.rotation), limits_of(event["rotation"])
        change = self.change
        if change is None or change["rotation"] != event["rotation"]:
            yield Wrong.UNPOSTED, "what took effect had not been posted"
        elif before != after and not change["notice"].strip():
            yield Wrong.NO_NOTICE, f"limits went from {sorted(before)} to {sorted(after)}"
        if change is not None:
            self.settings = change["settings"]
        same = limits_of([self.posting]) == limits_of(event["rotation"][:1])
        self.rotation, self.turn = event["rotation"], 0
        # What everybody agreed to stands upon the new sign where the limits are those it was agreed on.
        self.change, self.raised, self.increase = None, False, self.increase if same else None
        self.charged_anew()

    def game_changed(self, event: Event) -> Said:
        self.turn = event["turn"]
        yield from ()

    def no_more_agreed(self, event: Event) -> Said:  # noqa: ARG002
        self.agreed = set()
        yield from ()

    def minimum_agreed(self, event: Event) -> Said:
        self.agreed.add(event["player"])
        yield from ()

    def increase_agreed(self, event: Event) -> Said:
        self.increase = event["minimum"], self.agreed
        yield from ()

    def minimum_raised(self, event: Event) -> Said:
        """14.17 and AMB-83: everybody with a seat has agreed, when it takes effect and not only when it was asked."""
        minimum = event["minimum"]
        limits = self.posting["house"]["limits"]
        name = "small" if "small" in limits else "least"
        asked, agreed = self.increase or (0, set())
        silent = sorted({stay.player for stay in self.stays.values()} - agreed)
        if silent or asked != minimum:
            yield Wrong.NOT_UNANIMOUS, f"the minimum is {minimum}, {asked} was asked for, {silent} did not agree"
        if minimum <= limits[name]:
            yield Wrong.NO_NOTICE, f"the minimum went from {limits[name]} to {minimum} by agreement"
        house = {**self.posting["house"], "limits": {**limits, name: minimum}}
        self.rotation = [*self.rotation]
        self.rotation[self.turn] = {**self.posting, "house": house}
        self.raised, self.increase = True, None

    def player_seated(self, event: Event) -> Said:
        player, amount = event["player"], event["amount"]
        yield from self.auditor.arrives(player, self.name)
        yield from self._brought(player, amount)
        if event["seat"] in self.stays:
            yield Wrong.CHIPS, f"seat {event['seat']} was taken"
        stay = self.stays[event["seat"]] = Stay(player, amount, self.at)
        stay.sees(charges_of(self.rotation))
        self.clock.occupied = self.clock.occupied or self.at

    def _brought(self, player: str, amount: int) -> Said:
        self.auditor.flows["bank", player] -= amount
        if amount <= 0 or amount % COIN:
            yield Wrong.NO_SUCH_CHIPS, f"{player} brought {amount} cents to table {self.name}"

    def stakes_added(self, event: Event) -> Said:
        """14.7(c)1: between rounds of play; what comes during one is for the next."""
        stay, amount = self.stays[event["seat"]], event["amount"]
        yield from self._brought(stay.player, amount)
        if self.round is not None and event["seat"] in self.lineup:
            stay.added += amount
        else:
            stay.stakes += amount

    def seat_vacated(self, event: Event) -> Said:
        stay = self.stays.pop(event["seat"])
        if event["amount"] != stay.total or event["player"] != stay.player:
            yield Wrong.CHIPS, f"{stay.player} left with {event['amount']} of {stay.total}"
        self.auditor.flows["bank", stay.player] += event["amount"]
        self.auditor.leaves(stay.player, self.name)
        if not self.stays:
            self.clock.starts_again()
            self.clock.occupied = None

    def went_away(self, event: Event) -> Said:
        stay, before = self.stays[event["seat"]], self._before(event["seat"])
        if event["amount"] != before + stay.added:
            yield Wrong.CHIPS, f"{stay.player} went away with {event['amount']} of {before + stay.added}"
        stay.away = event["method"]
        if stay.away != "counted":
            return
        stay.carried, stay.added = event["amount"], 0
        if self._is_dealt_in(event["seat"]):
            stay.of_round = before  # The round ends with them on its account, and they are gone from it then.
        else:
            stay.stakes = 0

    def _is_dealt_in(self, seat: int) -> bool:
        return self.round is not None and seat in self.lineup

    def _before(self, seat: int) -> int:
        """What lies before a player, less what is in the pot."""
        if self.round is not None and seat in self.lineup:
            return self.round.stacks[self.lineup.index(seat)]
        return self.stays[seat].stakes

    def came_back(self, event: Event) -> Said:
        """AMB-80: with at least what was recorded; with less only where the floor decided so, and said why."""
        stay, amount = self.stays[event["seat"]], event["amount"]
        recorded = stay.carried if stay.away == "counted" else self._before(event["seat"]) + stay.added
        if event["recorded"] != recorded:
            yield Wrong.CHIPS, f"{stay.player} came back: {event['recorded']} recorded, {recorded} accounted for"
        if amount < recorded:
            refused = self.posting["rules"]["short_return"] == "refuse"
            if stay.away == "covered" or refused or not event["reason"].strip():
                yield Wrong.STAKES_REDUCED, f"{stay.player} came back with {amount} of {recorded}: {event['reason']!r}"
            self.auditor.flows["bank", stay.player] += recorded - amount
        if amount > recorded:
            yield from self._brought(stay.player, amount - recorded)
        if stay.away == "counted":
            stay.stakes, stay.carried = amount, 0
        stay.away = None

    def round_started(self, event: Event) -> Said:
        self.lineup = event["lineup"]
        yield from self.auditor.filed.dealt(
            event["settings"], self.settings, self.rotation, self.at, raised=self.raised
        )
        yield from self.auditor.filed.rake_filed(self.posting, self.at)
        for player in event["players"]:
            if player in self.auditor.required_to_leave:
                yield Wrong.REQUIRED_TO_LEAVE, f"{player} is dealt in at table {self.name}"
        yield from self.clock.escaped(self.rotation)

    def round_opened(self, event: Event) -> Said:
        posting, stacks = self.posting, event["stacks"]
        if (event["game"], event["edition"], event["house"]) != (posting["game"], posting["edition"], posting["house"]):
            yield Wrong.UNPOSTED, f"{event['game']} is dealt, and {posting['game']} is posted otherwise"
        held = [self.stays[seat].stakes for seat in self.lineup]
        if held != stacks:
            yield Wrong.STAKES_REDUCED, f"dealt in with {stacks}, where {held} lay on the table"
        self.round = Played(posting, stacks, self.auditor.filed.rake_at(self.at))

    def round_finished(self, event: Event) -> Said:
        played = self.round
        assert played is not None, "a round of play is over that never opened"
        yield from played.finished(event)
        for seat, stakes in zip(self.lineup, event["stakes"], strict=True):
            stay = self.stays[seat]
            stay.stakes, stay.added, stay.of_round = stakes + stay.added - stay.of_round, 0, 0
        self.rake_due += sum(event["raked"])
        self.auditor.flows["rake-area", self.name] += sum(event["raked"])
        self.auditor.flows["bad-beat-box", self.name] += event["contributed"]
        self.round, self.lineup = None, []

    def rake_moved(self, event: Event) -> Said:
        self.rake_due -= event["amount"]
        self._into_inventory(event["amount"])
        if self.rake_due < 0:
            yield Wrong.CHIPS, f"{-self.rake_due} more left the rake area than the round brought there"

    def _into_inventory(self, amount: int) -> None:
        self.auditor.flows["rake-area", self.name] -= amount
        self.auditor.flows["inventory", self.name] += amount
        self.auditor.flows["revenue", ""] += amount

    def time_collected(self, event: Event) -> Said:
        for charge in event["charges"]:
            stay = self.stays.get(charge["seat"])
            if stay is None or stay.player != charge["player"]:
                yield Wrong.NOT_SEATED, f"{charge['player']} is charged for time at table {self.name}"
                continue
            stay.stakes -= charge["paid"]
            stay.owes += charge["owed"]
            self._time_paid(charge["paid"])
            if stay.stakes < 0:
                yield Wrong.CHIPS, f"{stay.player} paid {charge['paid']} and had less"
        yield from self.clock.collected(event, self.at, self.stays)

    def time_paid(self, event: Event) -> Said:
        stay = self.stays[event["seat"]]
        stay.stakes -= event["amount"]
        stay.owes -= event["amount"]
        self._time_paid(event["amount"])
        if min(stay.stakes, stay.owes) < 0:
            yield Wrong.CHIPS, f"{stay.player} paid {event['amount']} for time and did not owe or have it"

    def _time_paid(self, amount: int) -> None:
        self.time_area += amount
        self.auditor.flows["rake-area", self.name] += amount

    def time_verified(self, event: Event) -> Said:
        if event["amount"] != self.time_area:
            yield Wrong.CHIPS, f"{event['amount']} verified where {self.time_area} lay in the rake area"
        self.time_area = 0
        self._into_inventory(event["amount"])


AT_TABLE: Mapping[str, Callable[[TableAccount, Event], Said]] = {
    "GamingOpened": TableAccount.opened,
    "GamingClosed": TableAccount.closed,
    "ChangePosted": TableAccount.change_posted,
    "PostingChanged": TableAccount.posting_changed,
    "GameChanged": TableAccount.game_changed,
    "MinimumProposed": TableAccount.no_more_agreed,
    "ProposalFell": TableAccount.no_more_agreed,
    "MinimumAgreed": TableAccount.minimum_agreed,
    "IncreaseAgreed": TableAccount.increase_agreed,
    "MinimumRaised": TableAccount.minimum_raised,
    "PlayerSeated": TableAccount.player_seated,
    "StakesAdded": TableAccount.stakes_added,
    "SeatVacated": TableAccount.seat_vacated,
    "WentAway": TableAccount.went_away,
    "CameBack": TableAccount.came_back,
    "RoundStarted": TableAccount.round_started,
    "RoundOpened": TableAccount.round_opened,
    "RoundFinished": TableAccount.round_finished,
    "RakeMoved": TableAccount.rake_moved,
    "TimeCollected": TableAccount.time_collected,
    "TimePaid": TableAccount.time_paid,
    "TimeVerified": TableAccount.time_verified,
}


def limits_of(rotation: Iterable[Event]) -> set[str]:
    """Each game of a sign with its limits, whichever others stand there."""
    return {
        f"{posting['game']} of {posting['edition']} {msgspec.json.encode(posting['house']['limits']).decode()}"
        for posting in rotation
    }


class Auditor:
    """The whole room: its tables, its register, its ledger, and who must not play."""

    def __init__(self) -> None:
        self.filed = Filed()
        self.tables: dict[str, TableAccount] = {}
        self.required_to_leave: set[str] = set()
        self.seated: dict[str, set[str]] = {}
        self.flows: Counter[Account] = Counter()
        """What the events of the tables moved between accounts that are not a player's stakes."""
        self.outside: Counter[Account] = Counter()
        """What the ledger moved of itself: deposits, fills, counts, and their corrections."""
        self.books: Counter[Account] = Counter()
        """What all transfers of the ledger come to."""
        self.day: Counter[str] | None = None
        """The rake of the open gaming day by its kind; None while no day is open."""
        self.told: Counter[Account] = Counter()
        """By how much the books differ, as found before."""
        self.findings: list[Finding] = []
        self.kinds: Counter[str] = Counter()

    def enter(self, envelope: Envelope) -> None:
        event: Event = msgspec.json.decode(envelope.body)
        self.kinds[envelope.tag] += 1
        where = f"{envelope.stream} {envelope.sequence}, {envelope.at:%a %H:%M}"
        for wrong, what in self._entered(envelope, event):
            self.findings.append(Finding(wrong, where, what))

    def _entered(self, envelope: Envelope, event: Event) -> Said:
        stream, at = envelope.stream, envelope.at
        if stream.startswith("table/"):
            name = stream.removeprefix("table/")
            table = self.tables.setdefault(name, TableAccount(name, self))
            yield from table.enter(envelope.tag, event, at)
        elif stream == "filing":
            self.filed.enter(envelope.tag, event)
        elif stream == "conduct" and envelope.tag == "PlayerRequiredToLeave":
            self.required_to_leave.add(event["player"])
        elif stream == "conduct" and envelope.tag == "PlayerReinstated":
            self.required_to_leave.discard(event["player"])
        elif stream == "ledger":
            yield from self._in_ledger(envelope.tag, event)

    def arrives(self, player: str, table: str) -> Said:
        tables = self.seated.setdefault(player, set())
        if tables - {table}:
            yield Wrong.TWO_TABLES, f"{player} sits at {', '.join(sorted({*tables, table}))}"
        if player in self.required_to_leave:
            yield Wrong.REQUIRED_TO_LEAVE, f"{player} is given a seat at table {table}"
        tables.add(table)

    def leaves(self, player: str, table: str) -> None:
        self.seated.get(player, set()).discard(table)

    def _in_ledger(self, tag: str, event: Event) -> Said:
        if tag == "DayOpened":
            if self.day is not None:
                yield Wrong.NO_DAY, "a day is opened while another is open"
            self.day = Counter()
        elif tag == "DayClosed":
            yield from self._day_closed(event)
        elif tag == "TransferCorrected":
            of_table = event["original"]["id"]["stream"].startswith("table/")
            yield from self._transfers(event["transfers"], outside=not of_table)
        else:
            yield from self._transfers(event.get("transfers", ()), outside=None)

    def _day_closed(self, event: Event) -> Said:
        lines = [line["figures"] for line in event["report"]["lines"]]
        reported = Counter({kind: sum(line[figure] for line in lines) for kind, figure in FIGURES.items()})
        if self.day is None:
            yield Wrong.NO_DAY, "a day is closed while none is open"
        elif any(self.day[kind] != reported[kind] for kind in FIGURES):
            yield Wrong.BOOKS_DIFFER, f"the day's report says {dict(reported)}, its transfers {dict(self.day)}"
        self.day = None

    def _transfers(self, transfers: Iterable[Event], *, outside: bool | None) -> Said:
        for each in transfers:
            if self.day is None:
                yield Wrong.NO_DAY, f"{each['reason']} of {each['amount']} while no gaming day is open"
            beside = not each["id"]["stream"].startswith("table/") if outside is None else outside
            for end, sign in (("debit", -1), ("credit", 1)):
                account, amount = (each[end]["kind"], each[end]["owner"]), sign * each["amount"]
                self.books[account] += amount
                if beside:
                    self.outside[account] += amount
                if self.day is not None and account[0] == FIGURE_ACCOUNTS.get(each["reason"]):
                    self.day[each["reason"]] += amount

    def compare(self) -> None:
        """The books against the tables, once every event of a table has been posted. A difference is told once."""
        if self.day is None:
            return  # Nothing can be posted until a gaming day is open.
        expected: Counter[Account] = Counter()
        for source in (self.flows, self.outside):
            for account, amount in source.items():
                expected[account] += amount
        busy = {name for name, table in self.tables.items() if table.round is not None}
        for name, table in self.tables.items():
            for stay in table.stays.values():
                expected["stakes", f"{name}/{stay.player}"] += stay.total
        wanted, found = at_rest(expected, busy), at_rest(self.books, busy)
        for account in sorted({*wanted, *found}):
            difference = found[account] - wanted[account]
            if difference != self.told[account]:
                self.told[account] = difference
                what = f"{':'.join(account)} has {found[account]} in the books, and {wanted[account]} by the tables"
                self.findings.append(Finding(Wrong.BOOKS_DIFFER, "books", what))

    def finish(self) -> None:
        self.compare()
        if self.books.total():
            self.findings.append(Finding(Wrong.BOOKS_DIFFER, "books", f"{self.books.total()} cents came from nowhere"))


FIGURES = {
    "percentage rake": "percentage_rake",
    "incremental rake": "incremental_rake",
    "time charge": "time_charges",
    "bad beat contribution": "bad_beat_contributions",
}
FIGURE_ACCOUNTS = dict.fromkeys(FIGURES, "rake-area") | {"bad beat contribution": "bad-beat-box"}
CHIPS_IN_PLAY = {"stakes", "pot", "rake-area", "bad-beat-box"}


def at_rest(accounts: Counter[Account], busy: set[str]) -> Counter[Account]:
    """Account by account; a table with a round in progress as one, for its chips are on their way."""
    balances: Counter[Account] = Counter()
    for (kind, owner), amount in accounts.items():
        if kind in {"cage", "variance"}:
            continue
        table = owner.partition("/")[0]
        joined = kind in CHIPS_IN_PLAY and table in busy
        balances[("chips in play", table) if joined else (kind, owner)] += amount
    return balances
