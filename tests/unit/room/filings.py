"""A filing register at which tests file settings: Ada and Bob answer for them, day 1 is the first of March."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

from pokerroom.ledger import Signature
from pokerroom.room.filing import (
    RAKE,
    Approve,
    Command,
    Event,
    Propose,
    RakeSubmission,
    Register,
    Settings,
    TableSettings,
    Withdraw,
    perform,
)
from pokerroom.room.refusals import Code, Refusal
from pokerroom.rules.house import (
    HouseRules,
    IncrementalRake,
    NoLimit,
    PercentageRake,
    RakeLevel,
    TimeCharge,
    letter,
)
from pokerroom.table.seating.posting import Posting

ADA = Signature("Ada", "poker shift supervisor")
BOB = Signature("Bob", "accounting")
CAL = Signature("Cal", "casino shift manager")
DEB = Signature("Deb", "dealer")

TEN_PERCENT = PercentageRake(percent=10, most=400)
BY_LEVELS = IncrementalRake(levels=(RakeLevel(2000, 100), RakeLevel(4000, 100)), most=200)
HOURLY = TimeCharge(hourly=1200, every=30)
FILED_RAKE = RakeSubmission(methods=(TEN_PERCENT, BY_LEVELS), time_charges=(HOURLY,), most=500)
HOLD_EM = "hold-em $1-$2"


def day(number: float) -> datetime:
    return datetime(2026, 2, 28, 12, tzinfo=UTC) + timedelta(days=number)


def house(*rake: PercentageRake | IncrementalRake, **posted: Any) -> HouseRules:
    return letter(NoLimit(200), **{"blinds": (100, 200), "rake": rake or (TEN_PERCENT,), **posted})


def table(*rake: PercentageRake | IncrementalRake, **posted: Any) -> TableSettings:
    return TableSettings((Posting(game="hold-em", house=house(*rake, **posted)),))


class Office:
    """The register, and the log of all that has been recorded in it."""

    def __init__(self) -> None:
        self.register = Register()
        self.log: tuple[Event, ...] = ()
        self.now = day(1)

    def do(self, command: Command) -> None:
        refusal = self.try_(command)
        assert refusal is None, str(refusal)

    def try_(self, command: Command) -> Refusal | None:
        outcome = perform(self.register, command)
        if isinstance(outcome, Refusal):
            return outcome
        self.register, events = outcome
        self.log += events
        return None

    def refused(self, command: Command, code: Code) -> Refusal:
        outcome = perform(self.register, command)
        assert isinstance(outcome, Refusal), f"{command} was accepted"
        assert outcome.code is code, str(outcome)
        assert str(outcome)
        return outcome

    def proposal(self, subject: str, settings: Settings, effective: datetime, **fields: Any) -> Propose:
        given = {"document": "ROG-7", "filed_on": date(2026, 3, 1), "at": self.now, "by": ADA}
        return Propose(subject=subject, settings=settings, effective=effective, **{**given, **fields})

    def approval(self, subject: str, version: int, *, by: Signature = BOB) -> Approve:
        return Approve(subject=subject, version=version, at=self.now, by=by)

    def withdrawal(self, subject: str, version: int, **fields: Any) -> Withdraw:
        given = {"reason": "an error", "at": self.now, "by": ADA, "second": BOB}
        return Withdraw(subject=subject, version=version, **{**given, **fields})

    def file(self, subject: str, settings: Settings, effective: datetime) -> int:
        """Propose and approve; the number of the version."""
        self.do(self.proposal(subject, settings, effective))
        version = len(self.register.versions[subject])
        self.do(self.approval(subject, version))
        return version

    def try_to_file(self, subject: str, settings: Settings, effective: datetime, code: Code) -> Refusal:
        """Propose what is refused at the approval."""
        self.do(self.proposal(subject, settings, effective))
        return self.refused(self.approval(subject, len(self.register.versions[subject])), code)


def office_with_rake() -> Office:
    office = Office()
    office.file(RAKE, FILED_RAKE, day(1))
    return office
