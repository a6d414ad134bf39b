"""A multi-casino system on a quiet evening: lines carry what they are given, unless somebody cuts one."""

from datetime import datetime, timedelta
from random import Random
from typing import Any

from pokerroom.jackpot.commands import ReportHit
from pokerroom.jackpot.events import PotsContributed
from pokerroom.jackpot.people import ROOM
from pokerroom.linked.agreement import Agreement
from pokerroom.linked.host.state import Claim, Host
from pokerroom.money import dollars
from pokerroom.room.auditing import Check, Finding
from pokerroom.room.examining import examine_record
from pokerroom.room.linked_host import LINKED_HOST
from pokerroom.room.payouts import PAYOUTS
from tests.linked.nodes import CasinoMachine, HostMachine
from tests.linked.parties import NOON, agreement as drawn_up
from tests.payouts import showdown

STEP = 0.4
"""Seconds between two calls of a casino."""


class QuietSystem:
    def __init__(self, agreement: Agreement | None = None, *, skew: float = 0.0, **changed: Any) -> None:
        self.agreement = agreement or drawn_up(**changed)
        self.random, self.passed, self.cut = Random(1), 0.0, set[str]()
        self.host = HostMachine(self.random, self.agreement)
        self.casinos = {
            each: CasinoMachine(self.random, each, self.agreement, skew=skew) for each in self.agreement.casinos
        }
        self.passes(3.0)

    @property
    def now(self) -> datetime:
        return NOON + timedelta(seconds=self.passed)

    @property
    def state(self) -> Host:
        return self.host.state

    def passes(self, seconds: float) -> None:
        """Time passes, in which everybody calls and is answered."""
        begun = self.passed
        for step in range(1, round(seconds / STEP) + 1):
            self.passed = begun + step * STEP
            self.talk()

    def talk(self) -> None:
        for name, casino in self.casinos.items():
            signed = casino.calls(self.now, self.passed)
            if name not in self.cut:
                casino.hears(self.host.answers(signed, self.now), self.now, self.passed)
        self.host.watches(self.now)

    def contribute(self, casino: str, *amounts: int) -> None:
        for amount in amounts:
            self.casinos[casino].contributes(self.now, amount)

    def hit(self, casino: str, *, after: float = 0.0) -> str:
        """A bad beat whose round is completed so many seconds from now; the name of its claim."""
        machine = self.casinos[casino]
        found = showdown("Tc Td 5h 6h 7h", "Th Ts", "8h 9h", dealt_in=5, round_=machine.store.end())
        machine.pays(ReportHit, ROOM, self.now + timedelta(seconds=after), showdown=found)
        machine.room.post()
        return f"{casino}.{max(machine.payout.hits)}.primary"

    def deal(self, casino: str, *players: str) -> None:
        """A round begins at a table of a casino where nobody hits; time passes until its clock says so."""
        self.passes(STEP)
        self.casinos[casino].deals(self.now, self.passed, *players)
        self.passes(STEP)

    def work(self, *casinos: str) -> None:
        """People do the next thing about each hit, and what they did is told."""
        for each in casinos or self.casinos:
            self.casinos[each].verifies(self.now)
            self.casinos[each].works(self.now)
        self.passes(STEP * 3)

    def claim(self, name: str) -> Claim:
        return self.state.claims[name]

    def recorded(self, kind: type[Any]) -> list[Any]:
        """What the host has recorded of a kind."""
        return [event for _, event in LINKED_HOST.events(self.host.store) if isinstance(event, kind)]


def found_beside_rounds(casino: CasinoMachine) -> list[Finding]:
    """What the audit finds in a casino's record, besides that no table has the rounds its contributions name.

    Nobody plays here, and the audit says so of each contribution, once. Tables whose pots contribute to a system are
    examined whole in `tests/unit/room/test_linked_table.py`.
    """
    findings = list(examine_record(casino.store).findings)
    for _, event in PAYOUTS.events(casino.store):
        if isinstance(event, PotsContributed):
            (without,) = (each for each in findings if is_without_round(each, event))
            findings.remove(without)
    return findings


def is_without_round(finding: Finding, event: PotsContributed) -> bool:
    given = dollars(event.primary + event.secondary)
    what = f"the contributions of round {event.round} at table {event.table} says {given}"
    return (finding.check, finding.what) == (Check.REPORTS, f"{what}, and the rounds and counts come to $0")
