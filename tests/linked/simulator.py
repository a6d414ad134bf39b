"""A system of casinos and a host under faults that a seed decides; the same seed happens twice alike.

Messages are lost, doubled, delayed and overtaken; lines are cut; the host and the casinos die at any commit; clocks
differ and are set; keys are replaced and revoked; boxes are counted, and members pay one another's patrons. Afterwards
everything is healed, and what must hold is checked: `checks.py`.
"""

import heapq
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count
from random import Random
from typing import NamedTuple

from tests.linked.nodes import CasinoMachine, HostMachine, Killed, Machine
from tests.linked.parties import NOON, drawn_agreement

CHAOS, HEALING = 24.0, 16.0
"""Seconds of the simulated world: with faults, and healed."""
LONGEST = 200.0
"""By then people have paid every award, however many hits there were."""
CALL_EVERY, WATCH_EVERY, WORK_EVERY = 0.6, 0.4, 1.5


class Faults(NamedTuple):
    """How likely each is; which a run has is drawn, so that some runs have few and some all."""

    lost: float
    doubled: float
    slow: float
    cut: float
    killed: float
    stepped: float
    """Clocks that are set forward or back by seconds."""
    keys: float
    """Keys that are replaced, and the old ones revoked."""


def drawn_faults(random: Random) -> Faults:
    return Faults(
        lost=random.choice((0, 0.02, 0.3)),
        doubled=random.choice((0, 0.1, 0.4)),
        slow=random.choice((0, 0.05, 0.3)),
        cut=random.choice((0, 0.3, 1.0)),
        killed=random.choice((0, 0.3, 1.0)),
        stepped=random.choice((0, 0.1, 0.5)),
        keys=random.choice((0, 0.1, 0.5)),
    )


class Simulation:
    def __init__(self, seed: int) -> None:
        self.seed, self.random = seed, Random(seed)
        self.agreement, self.faults = drawn_agreement(self.random), drawn_faults(self.random)
        self.passed, self.numbers = 0.0, count()
        self.queue: list[tuple[float, int, Callable[[], None]]] = []
        self.host = HostMachine(self.random, self.agreement)
        self.casinos = {
            each: CasinoMachine(self.random, each, self.agreement, skew=self.random.uniform(-3, 3))
            for each in self.agreement.casinos
        }
        self.cut: set[str] = set()
        self.keys: dict[str, str] = {}
        """By casino: the name of its last key, where it is not the first."""
        self.healed = False
        self.wrong: list[str] = []
        """What was seen during the run and must not be."""

    @property
    def now(self) -> datetime:
        return NOON + timedelta(seconds=self.passed)

    # Time.

    def later(self, seconds: float, what: Callable[[], None]) -> None:
        heapq.heappush(self.queue, (self.passed + seconds, next(self.numbers), what))

    def every(self, seconds: float, what: Callable[[], None]) -> None:
        """Again and again, a little irregularly."""

        def again() -> None:
            what()
            self.later(seconds * self.random.uniform(0.7, 1.3), again)

        self.later(seconds * self.random.random(), again)

    def run(self) -> "Simulation":
        self.every(WATCH_EVERY, lambda: self.on(self.host, lambda: self.host.watches(self.now)))
        self.every(WORK_EVERY, lambda: self.on(self.host, lambda: self.host.telephones(self.now)))
        for casino in self.casinos.values():
            self.begin(casino)
        self.every(1.0, self.misfortune)
        self.every(0.2, self.look)
        self.until(CHAOS)
        self.heal()
        self.until(CHAOS + HEALING)
        while not self.is_finished and self.passed < LONGEST:
            self.until(self.passed + WORK_EVERY)
        return self

    @property
    def is_finished(self) -> bool:
        """Whether people have done all that there was to do, and everything has been told."""
        paid = not any(each.payout.open_hits for each in self.casinos.values())
        told = all(each.link.received == each.link.written for each in self.casinos.values())
        settled = not any(each.link.announced for each in self.casinos.values())
        return paid and told and settled and not self.host.state.out

    def begin(self, casino: CasinoMachine) -> None:
        self.every(CALL_EVERY, lambda: self.on(casino, lambda: self.call(casino)))
        self.every(0.3, lambda: self.on(casino, lambda: self.play(casino)))
        self.every(WORK_EVERY, lambda: self.on(casino, lambda: casino.works(self.now)))
        self.every(4.0, lambda: self.on(casino, lambda: casino.pays_debts(self.now)))
        self.every(4.0, lambda: self.on(casino, lambda: casino.confirms_receipts(self.now)))
        self.every(2.0, lambda: self.on(casino, lambda: casino.helps_out(self.now)))
        self.every(8.0, lambda: self.on(casino, lambda: casino.counts_boxes(self.now)))

    def until(self, end: float) -> None:
        while self.queue and self.queue[0][0] <= end:
            self.passed, _, what = heapq.heappop(self.queue)
            what()
        self.passed = end

    def on(self, machine: Machine, what: Callable[[], None]) -> None:
        """Something that a machine does, while it is up; it may die of it."""
        if not machine.up:
            return
        try:
            what()
        except Killed:
            machine.up = False
            self.later(self.random.uniform(0.2, 4.0), lambda: self.revive(machine))

    def revive(self, machine: Machine) -> None:
        if not machine.up:
            machine.start()

    # What happens.

    def play(self, casino: CasinoMachine) -> None:
        if self.passed > CHAOS:
            return
        casino.plays(self.now, self.passed)
        if self.random.random() < 0.03:
            self.hit(casino)

    def hit(self, casino: CasinoMachine) -> None:
        """Often alone, sometimes at the same moment as another."""
        casino.hits(self.now, self.passed)
        if self.random.random() < 0.7:
            other = self.random.choice(list(self.casinos.values()))
            wait = self.random.choice((0.0, 0.05, 0.5))
            self.later(wait, lambda: self.on(other, lambda: other.hits(self.now, self.passed)))

    def misfortune(self) -> None:
        """Lines are cut and come back, machines die with their next commit."""
        if self.healed:
            return
        name = self.random.choice(list(self.casinos))
        if self.random.random() < self.faults.cut * 0.4:
            self.cut ^= {name}
        if self.random.random() < self.faults.killed * 0.4:
            victim: Machine = self.random.choice([self.host, *self.casinos.values()])
            victim.recorder.dies = self.random.choice(("before", "after"))
        if self.random.random() < self.faults.stepped * 0.4:
            self.casinos[name].steps(self.passed, self.random.uniform(-4, 4))
        if self.random.random() < self.faults.keys * 0.4:
            self.change_key(name)

    def change_key(self, casino: str) -> None:
        """A new key is registered, the casino takes it, and the old one is revoked: too early, where it was stolen."""
        old, new = self.keys.get(casino, casino), f"{casino} {next(self.numbers)}"
        self.keys[casino] = new
        soon, late = sorted(self.random.uniform(0, 4.0) for _ in range(2))
        takes, revokes = (soon, late) if self.random.random() < 0.7 else (late, soon)
        self.insist(lambda: self.host.registers(casino, new, self.now))
        self.later(takes, lambda: self.casinos[casino].takes_key(self.keys[casino]))
        self.later(revokes, lambda: self.insist(lambda: self.host.revokes(casino, old, self.now)))

    def insist(self, what: Callable[[], None]) -> None:
        """People do it at the host as soon as it runs; where it dies of it they do it again."""
        if not self.host.up:
            self.later(0.5, lambda: self.insist(what))
            return
        self.on(self.host, what)
        if not self.host.up:
            self.later(0.5, lambda: self.insist(what))

    def heal(self) -> None:
        self.healed, self.cut, self.faults = True, set(), Faults(0, 0, 0, 0, 0, 0, 0)
        for machine in (self.host, *self.casinos.values()):
            machine.recorder.dies = ""
            self.revive(machine)

    # The network.

    def call(self, casino: CasinoMachine) -> None:
        signed = casino.calls(self.now, self.passed)
        self.carry(casino.casino, lambda: self.on(self.host, lambda: self.answer(casino, signed)))

    def answer(self, casino: CasinoMachine, signed: object) -> None:
        answer = self.host.answers(signed, self.now)  # type: ignore[arg-type]
        self.carry(casino.casino, lambda: self.on(casino, lambda: casino.hears(answer, self.now, self.passed)))

    def carry(self, line: str, deliver: Callable[[], None]) -> None:
        """A message on the line of a casino: it may be lost, come twice, late, or after a later one."""
        faults = self.faults
        if line in self.cut or self.random.random() < faults.lost:
            return
        for _ in range(2 if self.random.random() < faults.doubled else 1):
            slow = self.random.random() < faults.slow
            wait = self.random.uniform(0.3, 4.0) if slow else self.random.uniform(0.005, 0.08)
            self.later(wait, lambda: None if line in self.cut else deliver())

    # What must hold at every moment.

    def look(self) -> None:
        offering = [each.casino for each in self.casinos.values() if each.up and each.offers(self.passed)]
        if not offering:
            return
        taken = min(each.link.notices for each in self.casinos.values())
        waiting = self.host.state.out.get(taken + 1)
        allowed = self.agreement.notice_bound_seconds + self.agreement.heartbeat_seconds
        if waiting is not None and (self.now - waiting.issued_at).total_seconds() > allowed:
            self.wrong.append(
                f"at {self.passed:.2f} s {', '.join(offering)} offer a payout, and notice {waiting.number} has not "
                f"reached everybody since {waiting.issued_at}"
            )
