"""The parts of the account that an auditor keeps of a room's week: what is filed, one round of play, a table's clock.

All of it is told from events as plain JSON, and judged by the text alone.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

Event = dict[str, Any]
Said = Iterator[tuple["Wrong", str]]

ASKED_WITHIN = timedelta(minutes=15)
"""A dealer who is about to deal has asked for the time charge within so long."""


class Wrong(StrEnum):
    """What must not be, with the paragraph that says so."""

    UNPOSTED = "14.14(c), 14.17: play that is not as posted"
    NOT_FILED = "14.14(a): play under settings that are not filed and in force"
    RAKE_NOT_FILED = "14.14(a): a rake that is not filed, or above what is"
    TEN_PERCENT = "14.14(b)1i: more than ten percent of the sums bet in a betting round"
    TWICE = "14.14(b)3: the same minutes are charged twice"
    NOT_SEATED = "14.14(b)3i: charged without a seat, or seated and not charged"
    CAUGHT_UP = "14.14(b)3ii: time is charged in which nobody had a seat, or that is to come"
    NEVER_SAT = "14.14(b)3ii: charged for more time than they had a seat"
    ESCAPED = "14.14(b)3iii: time that was posted with a charge is never charged"
    FEE = "14.14(b)3ii: another fee than the posted one"
    NO_NOTICE = "14.17: other limits without notice"
    NOT_UNANIMOUS = "14.17: a higher minimum that not everybody with a seat agreed to"
    NOT_ELIGIBLE = "14.19(b): a bad beat contribution without the notice of eligibility"
    CONTRIBUTION = "14.19(c): another contribution than the posted one"
    REQUIRED_TO_LEAVE = "14.16(b): required to leave the game, and in it"
    TWO_TABLES = "14.7(a), 14.16(a): one player at two tables"
    STAKES_REDUCED = "14.7(c): table stakes that changed by something else than play"
    NO_SUCH_CHIPS = "14.7(c): brought to the table in no chips or currency"
    CHIPS = "chips that are not accounted for"
    BOOKS_DIFFER = "the books are not what the tables are"
    NO_DAY = "money moved while no gaming day was open"
    REOPENED = "a room that stopped and opened again is another"
    FAILED = "an order was neither carried out nor refused"


class Filed:
    """The register: which version of what was in force when, 14.14(a)."""

    def __init__(self) -> None:
        self.versions: dict[str, Event] = {}
        """By what a round of play calls them: subject/number."""

    def enter(self, tag: str, event: Event) -> None:
        name = f"{event['subject']}/{event['version']}"
        if tag == "SettingsProposed":
            self.versions[name] = event | {
                "effective": datetime.fromisoformat(event["effective"]),
                "approved": None,
                "withdrawn": None,
            }
        else:
            which = "approved" if tag == "SettingsApproved" else "withdrawn"
            self.versions[name][which] = datetime.fromisoformat(event["at"])

    def why_not(self, name: str, at: datetime) -> str:
        """Why a version is not in force at a moment; empty if it is."""
        version = self.versions.get(name)
        if version is None:
            return f"{name!r} was never filed"
        if not stands(version, at):
            return f"{name} is withdrawn, not approved or not in effect yet"
        for other, later in self.versions.items():
            if later["subject"] == version["subject"] and stands(later, at) and after(later, version):
                return f"{name} is superseded by {other}"
        return ""

    def posted(self, name: str, rotation: list[Event]) -> Said:
        """What a table puts up is what the version says."""
        version = self.versions.get(name)
        if version is None or version["settings"].get("rotation") != rotation:
            yield Wrong.NOT_FILED, f"what is posted is not {name!r}"

    def dealt(self, name: str, posted: str, rotation: list[Event], at: datetime, *, raised: bool) -> Said:
        """A round of play names the version by which its table posts, and that is in force."""
        why = self.why_not(name, at)
        if why:
            yield Wrong.NOT_FILED, f"a round is dealt: {why}"
        if name != posted:
            yield Wrong.NOT_FILED, f"a round is dealt under {name!r} at a table that posts {posted!r}"
        version = self.versions.get(name)
        if version is not None and not raised and version["settings"].get("rotation") != rotation:
            yield Wrong.NOT_FILED, f"a round is dealt by other settings than {name}"

    def rake_at(self, at: datetime) -> Event:
        """The rake as filed; nothing may be raked where there is none."""
        for name, version in self.versions.items():
            if version["subject"] == "rake" and not self.why_not(name, at):
                settings: Event = version["settings"]
                return settings
        return {"methods": [], "time_charges": [], "most": 0}

    def rake_filed(self, posting: Event, at: datetime) -> Said:
        filed, house = self.rake_at(at), posting["house"]
        for method in house["rake"]:
            alike = [each for each in filed["methods"] if {**each, "most": method["most"]} == method]
            if not any(method["most"] <= each["most"] for each in alike):
                yield Wrong.RAKE_NOT_FILED, f"{method} of {posting['game']}"
        charge = house["time_charge"]
        if charge is not None and not any(covers(each, charge) for each in filed["time_charges"]):
            yield Wrong.RAKE_NOT_FILED, f"{charge} of {posting['game']}"


def stands(version: Event, at: datetime) -> bool:
    approved, withdrawn = version["approved"], version["withdrawn"]
    return approved is not None and version["effective"] <= at and (withdrawn is None or at < withdrawn)


def after(later: Event, version: Event) -> bool:
    return (later["effective"], later["version"]) > (version["effective"], version["version"])


def covers(filed: Event, charge: Event) -> bool:
    return {**filed, "hourly": charge["hourly"]} == charge and filed["hourly"] >= charge["hourly"]


class Played:
    """The chips of one round of play, bet by bet."""

    def __init__(self, posting: Event, stacks: list[int], filed: Event) -> None:
        self.posting, self.house, self.filed = posting, posting["house"], filed
        self.before = list(stacks)
        self.stacks = list(stacks)
        self.bets = [0] * len(stacks)
        self.antes = self.base = 0
        self.pot = 0
        self.by_percentage = 0
        """Taken of the sums bet in the last betting round."""
        self.raked: Counter[int] = Counter()
        self.contributed = 0
        self.undone = False

    def enter(self, tag: str, event: Event) -> Said:
        entry = IN_ROUND.get(tag)
        if entry is not None:
            yield from entry(self, event)
        if min(self.stacks) < 0 or self.pot < 0:
            yield Wrong.CHIPS, f"{self.stacks} before the players and {self.pot} in the pot after {tag}"

    def anted(self, event: Event) -> Said:
        for seat, amount in enumerate(event["amounts"]):
            self.stacks[seat] -= amount
            self.antes += amount
        self.pot += sum(event["amounts"])
        yield from ()

    def put_in(self, event: Event) -> Said:
        yield from self._bet(event["seat"], event["amount"])

    def bet_to(self, event: Event) -> Said:
        yield from self._bet(event["seat"], event["to"] - self.bets[event["seat"]])

    def _bet(self, seat: int, amount: int) -> Said:
        self.stacks[seat] -= amount
        self.bets[seat] += amount
        self.pot += amount
        if amount < 0:
            yield Wrong.CHIPS, f"seat {seat} bet {amount}"

    def uncalled(self, event: Event) -> Said:
        """14.14(d): no part of the pot for the rake."""
        if self.bets[event["seat"]]:
            self.base -= event["amount"]
        else:
            self.antes -= event["amount"]
        yield from ()

    def returned(self, event: Event) -> Said:
        self.stacks[event["seat"]] += event["amount"]
        self.pot -= event["amount"]
        yield from self.uncalled(event)

    def betting_over(self, event: Event) -> Said:  # noqa: ARG002  all entries take an event
        included = any(method.get("antes_included") for method in self.house["rake"])
        # What nobody called was taken off before.
        self.base += sum(self.bets) + (self.antes if included else 0)
        self.bets, self.antes, self.by_percentage = [0] * len(self.bets), 0, 0
        yield from ()

    def betting_opened(self, event: Event) -> Said:  # noqa: ARG002
        self.base = 0
        yield from ()

    def rake_taken(self, event: Event) -> Said:
        number, amount = event["method"], sum(event["amounts"])
        method = self.house["rake"][number]
        self.raked[number] += amount
        self.pot -= amount
        if method["type"] == "percentage":
            self.by_percentage += amount
            if 10 * self.by_percentage > self.base:
                yield Wrong.TEN_PERCENT, f"{self.by_percentage} of {self.base} bet"
        mosts = {f"method {number}": (self.raked[number], method["most"])}
        mosts["the filed rake"] = self.raked.total(), self.filed["most"]
        if self.house["rake_most"] is not None:
            mosts["all methods"] = self.raked.total(), self.house["rake_most"]
        for what, (taken, most) in mosts.items():
            if taken > most:
                yield Wrong.RAKE_NOT_FILED, f"{taken} taken, and the maximum of {what} is {most}"

    def rake_returned(self, event: Event) -> Said:
        self.pot += event["amount"]
        if event["amount"] != self.raked.total():
            yield Wrong.CHIPS, f"{event['amount']} of {self.raked.total()} went back to the pot"
        self.raked.clear()

    def contributes(self, event: Event) -> Said:
        amount, posted = sum(event["amounts"]), self.house["bad_beat"]
        self.contributed += amount
        self.pot -= amount
        if amount and not self.posting["bad_beat"].strip():
            yield Wrong.NOT_ELIGIBLE, f"{amount} from the pots of {self.posting['game']}"
        if posted is None or max(event["amounts"]) > posted["amount"]:
            yield Wrong.CONTRIBUTION, f"{event['amounts']} where {posted} is posted"

    def awarded(self, event: Event) -> Said:
        for seat, amount in zip(event["seats"], event["amounts"], strict=True):
            self.stacks[seat] += amount
            self.pot -= amount
        yield from ()

    def hand_out(self, event: Event) -> Said:
        """A hand that leaves takes back all its chips or none."""
        seat, returned = event["seat"], event["returned"]
        self.stacks[seat] += returned
        self.pot -= returned
        if returned:
            self.bets[seat] = 0
        yield from ()

    def undo(self, event: Event) -> Said:
        for seat, amount in enumerate(event["returned"]):
            self.stacks[seat] += amount
        self.undone = True
        self.pot = 0
        if self.stacks != self.before:
            yield Wrong.CHIPS, f"a round undone leaves {self.stacks} of {self.before}"

    def finished(self, event: Event) -> Said:
        if event["stakes"] != self.stacks:
            yield Wrong.CHIPS, f"the round ends with {event['stakes']}, its events with {self.stacks}"
        if self.undone and (sum(event["raked"]) or event["contributed"]):
            yield Wrong.CHIPS, f"{event['raked']} raked and {event['contributed']} contributed by a round undone"
        taken = () if self.undone else (self.raked.total(), self.contributed)
        if taken and taken != (sum(event["raked"]), event["contributed"]):
            yield Wrong.CHIPS, f"{taken} taken from the pots, {event['raked']} and {event['contributed']} recorded"
        if self.pot:
            yield Wrong.CHIPS, f"{self.pot} lie in the pot of a round that is over"


IN_ROUND: Mapping[str, Callable[[Played, Event], Said]] = {
    "AntesPosted": Played.anted,
    "BlindPosted": Played.put_in,
    "ForcedBetPosted": Played.put_in,
    "Called": Played.put_in,
    "BetMade": Played.bet_to,
    "Raised": Played.bet_to,
    "UncalledReturned": Played.returned,
    "UncalledForfeited": Played.uncalled,
    "BettingRoundOpened": Played.betting_opened,
    "BettingRoundClosed": Played.betting_over,
    "RakeTaken": Played.rake_taken,
    "RakeReturned": Played.rake_returned,
    "ContributionTaken": Played.contributes,
    "PotAwarded": Played.awarded,
    "HandRemoved": Played.hand_out,
    "Misdealt": Played.undo,
    "RoundDied": Played.undo,
}


class Stay:
    """One player in one seat, from taking it to giving it up."""

    def __init__(self, player: str, stakes: int, since: datetime) -> None:
        self.player, self.stakes, self.since = player, stakes, since
        self.added = 0
        """Bought in during a round of play, for the next one."""
        self.carried = 0
        """Counted out with the player, 14.7(c)5i."""
        self.of_round = 0
        """Of that, what the round in progress still has on its account."""
        self.away: str | None = None
        self.owes = self.charged = 0
        self.hourly = self.fraction = 0
        """The highest fee posted while they had the seat, and the most that is taken of it at a time."""

    @property
    def total(self) -> int:
        return self.stakes + self.added + self.carried - self.of_round

    def sees(self, charges: Collection[Event]) -> None:
        self.hourly = max([self.hourly, *(charge["hourly"] for charge in charges)])
        self.fraction = max([self.fraction, *map(fraction_of, charges)])


def fraction_of(charge: Event) -> int:
    return int(charge["hourly"]) * int(charge["every"]) // 60


def charges_of(rotation: list[Event]) -> list[Event]:
    posted = (posting["house"]["time_charge"] for posting in rotation)
    return [charge for charge in posted if charge is not None]


SHORTEST, LONGEST = timedelta(minutes=20), timedelta(minutes=30)
"""What may lie between two collections, 14.14(b)3iii."""


class Clock:
    """The time charges of a table: for which minutes, and how long nobody was asked for any, 14.14(b)3."""

    def __init__(self) -> None:
        self.uncharged = timedelta()
        """How long a game with a charge was posted to somebody who had a seat, since time was last collected."""
        self.until: datetime | None = None
        self.occupied: datetime | None = None
        """Since when somebody has had a seat, without a break."""
        self.signs: list[tuple[datetime, list[Event]]] = []
        """Every rotation that was posted, and since when."""

    def runs(self, since: datetime, at: datetime) -> None:
        self.uncharged += at - since

    def starts_again(self) -> None:
        self.uncharged = timedelta()

    def posted(self, rotation: list[Event], at: datetime) -> None:
        self.signs.append((at, rotation))
        self.starts_again()

    def posted_since(self, moment: datetime) -> list[Event]:
        """All games on a sign that was up then or later."""
        last = max([number for number, (since, _) in enumerate(self.signs) if since <= moment], default=0)
        return [posting for _, rotation in self.signs[last:] for posting in rotation]

    def escaped(self, rotation: list[Event]) -> Said:
        """Two intervals have passed, the dealer asks before dealing, and nothing was collected."""
        every = max((charge["every"] for charge in charges_of(rotation)), default=0)
        before = self.uncharged
        if every and before > timedelta(minutes=2 * every) + ASKED_WITHIN:
            self.starts_again()
            fees = [charge["hourly"] for charge in charges_of(rotation)]
            yield Wrong.ESCAPED, f"{before} at fees of {fees} an hour, every {every} minutes at the latest"

    def collected(self, event: Event, at: datetime, stays: Mapping[int, Stay]) -> Said:
        self.starts_again()
        until = datetime.fromisoformat(event["until"])
        shares = {share["seat"]: share["paid"] + share["owed"] for share in event["charges"]}
        if not any(shares.values()):
            return
        yield from self._minutes(until, at)
        yield from fees_wrong(shares, self.posted_since(until - LONGEST), stays, until)
        for seat, share in shares.items():
            if seat in stays:
                yield from never_sat(stays[seat], share, at)

    def _minutes(self, until: datetime, at: datetime) -> Said:
        if self.until is not None and until - self.until < SHORTEST:
            yield Wrong.TWICE, f"until {self.until:%H:%M}, then until {until:%H:%M}"
        if until > at or self.occupied is None or until < self.occupied:
            since = "not at all" if self.occupied is None else f"since {self.occupied:%a %H:%M}"
            yield Wrong.CAUGHT_UP, f"charged until {until:%a %H:%M}, and somebody had a seat {since}"
        self.until = until


def fees_wrong(shares: Mapping[int, int], posted: list[Event], stays: Mapping[int, Stay], until: datetime) -> Said:
    """Each with a seat bears the fraction of a posted fee, or all together that of the table's, AMB-96.

    Where fees take turns it is one of them or some of each; where a game has none it may be less.
    """
    charges = charges_of(posted)
    most = max([charge["hourly"] for charge in charges], default=0) * max(
        [each["every"] for each in charges], default=0
    )
    least = min([charge["hourly"] for charge in charges], default=0) * min(
        [each["every"] for each in charges], default=0
    )
    if len(charges) < len(posted):
        least = 0
    ways = {charge["per"] for charge in charges}
    if ways == {"player"}:
        bound = {seat for seat, stay in stays.items() if stay.since <= until} if least else set()
        if not bound <= set(shares) <= set(stays):
            yield Wrong.NOT_SEATED, f"seats {sorted(bound)} were taken, {sorted(shares)} are charged"
    borne = list(shares.values()) if ways == {"player"} else [sum(shares.values())] if ways == {"table"} else []
    if any(not least <= 60 * share <= most for share in borne) or not charges:
        yield Wrong.FEE, f"{borne} where {charges} are posted"


def never_sat(stay: Stay, amount: int, at: datetime) -> Said:
    """Whoever has a seat at a collection bears a whole fraction, and beyond that the time they sat.

    AMB-96 knows no proration: so one fraction for the collection they came before, and one for one that came late.
    """
    stay.charged += amount
    minutes = (at - stay.since) / timedelta(minutes=1)
    if stay.charged - 2 * stay.fraction > stay.hourly * minutes / 60:
        yield Wrong.NEVER_SAT, f"{stay.player}: {stay.charged} in {minutes:.0f} minutes at {stay.hourly} an hour"
        stay.charged -= amount  # It is told; what comes after is judged for itself.
