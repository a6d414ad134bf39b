"""The machines of a simulated system: a host and casinos, each a real room over a store that outlives it.

A machine can die at any commit, before it is stored or just after. Whoever restarts it has nothing but the record.
"""

from concurrent.futures import Future
from datetime import datetime, timedelta
from random import Random
from typing import Any

from msgspec.structs import replace

from pokerroom.jackpot.commands import (
    Chips,
    Contribute,
    CountAtTable,
    Instrument,
    NoteDealtIn,
    OfferPayout,
    PaidAt,
    PayAward,
    PreparePayout,
    RecordDay,
    RejectHit,
    ReportHit,
    VerifyHit,
)
from pokerroom.jackpot.events import FormCompleted
from pokerroom.jackpot.people import ROOM
from pokerroom.jackpot.rules import PayoutRules
from pokerroom.jackpot.sharing import Award
from pokerroom.jackpot.state import Hit, Payout, Payouts
from pokerroom.ledger import (
    OpenDay,
    Post,
    Reason,
    RecordId,
    Shift,
    Signature,
    Transfer,
    bad_beat_box,
    variance,
)
from pokerroom.linked import exchange
from pokerroom.linked.agreement import Agreement, agreement_digest, rules_digest
from pokerroom.linked.exchange import Line, Lines, SignedAnswer, SignedCall
from pokerroom.linked.host import commands as to_host
from pokerroom.linked.host.confirming import unreached
from pokerroom.linked.host.events import NoticeIssued
from pokerroom.linked.host.state import AccessRole, ClaimStanding, Host, Offering
from pokerroom.linked.letters import Joining
from pokerroom.linked.member import commands as to_member
from pokerroom.linked.member.posting import lines as sign_lines
from pokerroom.linked.member.state import Member
from pokerroom.linked.people import SYSTEM, Official
from pokerroom.linked.signing import key_id, public_text, signer
from pokerroom.room.books import LEDGER
from pokerroom.room.books.commands import InBooks
from pokerroom.room.commands import Order
from pokerroom.room.host_registry import HOST_REGISTRY
from pokerroom.room.link import LINK
from pokerroom.room.link.commands import OnLink
from pokerroom.room.linked_host import LINKED_HOST
from pokerroom.room.linked_host.commands import OnHost
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.payouts.commands import OnPayouts
from pokerroom.room.ports import Batch
from pokerroom.room.registry import REGISTRY
from pokerroom.room.reopening import reopened
from pokerroom.room.room import Change, Done, Room
from pokerroom.rules.refusal import Refusal
from pokerroom.shuffle import Mode, lab_generator
from pokerroom.store.memory import MemoryStore
from tests.linked.parties import NOON, OPERATOR, SOFTWARE, key_of
from tests.payouts import ACCOUNTING, DEALER, FLOOR, SECURITY, SHIFT, showdown
from tests.unit.room.house import KEYS

AUTHORISER = Official(id="max", name="Max")
"""Another employee than takes the other steps of a payout."""


class Killed(Exception):
    """The machine has died."""


class MortalRecorder:
    """Stores at once, or dies: before a batch is stored, or after."""

    def __init__(self, store: MemoryStore) -> None:
        self.store, self.dies = store, ""

    def submit(self, batch: Batch) -> "Future[int]":
        if self.dies == "before":
            raise Killed
        future: Future[int] = Future()
        future.set_result(self.store.append(batch)[-1])
        if self.dies == "after":
            raise Killed
        return future


class Machine:
    """A room that can die and be opened again from its record."""

    registry: Any = REGISTRY

    def __init__(self, random: Random) -> None:
        self.random, self.store, self.up, self.orders = random, MemoryStore(), True, 0
        self.recorder = MortalRecorder(self.store)
        self.start()

    def start(self) -> None:
        self.recorder = MortalRecorder(self.store)
        chance = lab_generator("a linked system for tests", otherwise=Mode.LAB)
        room = Room(self.recorder, self.registry, keys=KEYS, chance=chance, software=SOFTWARE)
        self.room, self.up = reopened(self.store, room), True

    def do(self, command: Any) -> Done | Refusal:
        """Order something, where that changes anything."""
        would = self.room.would(command)
        if isinstance(would, Refusal):
            return would
        if not any(change.events for change in would):
            return Done("")
        self.orders += 1
        return self.room.do(Order(f"{self.store.end()} {self.orders}", command))


class HostMachine(Machine):
    registry = HOST_REGISTRY

    def __init__(self, random: Random, agreement: Agreement) -> None:
        self.lines, self.signer = Lines(), signer(key_of("host"))
        super().__init__(random)
        self.found(agreement)

    @property
    def state(self) -> Host:
        return self.room.state(LINKED_HOST)

    def start(self) -> None:
        super().start()
        self.lines = Lines()

    def order(self, command: to_host.Command) -> Done | Refusal:
        return self.do(OnHost(command))

    def found(self, agreement: Agreement) -> None:
        """Everything that must be so before the system runs."""
        digest = agreement_digest(agreement)
        notice = {"written_on": NOON.date(), "reference": "letter 9"}
        orders: list[to_host.Command] = [
            to_host.GrantAccess(at=NOON, by=SYSTEM, who=OPERATOR, role=AccessRole.OPERATOR),
            to_host.RecordNotice(at=NOON, by=OPERATOR, subject=SOFTWARE, **notice),  # type: ignore[arg-type]
            to_host.RecordNotice(at=NOON, by=OPERATOR, subject=digest, **notice),  # type: ignore[arg-type]
            to_host.InstallSoftware(at=NOON, by=OPERATOR, software=SOFTWARE),
            to_host.FileAgreement(at=NOON, by=OPERATOR, agreement=agreement),
            *(
                to_host.RegisterKey(at=NOON, by=OPERATOR, casino=each, public=public_text(key_of(each)))
                for each in agreement.casinos
            ),
            to_host.StartSystem(at=NOON, by=OPERATOR),
        ]
        for each in orders:
            answer = self.order(each)
            assert not isinstance(answer, Refusal), answer

    def answers(self, signed: SignedCall, now: datetime) -> SignedAnswer:
        received = exchange.receive_call(self.state, self.lines, signed, now=now)
        self.lines = received.lines
        for each in received.orders:
            self.order(each)
        token = f"{self.random.getrandbits(64):x}"
        self.lines, answer = exchange.answer_to(
            self.told_from(signed.call.notices),
            received,
            signed.call,
            self.signer,
            token=token,
            received_at=now,
            now=now,
        )
        return answer

    def told_from(self, number: int) -> Host:
        """With notices that the members have long had: for one that has left, and was cut off before."""
        state = self.state
        if number >= state.notices or number + 1 in state.out:
            return state
        issued = (event.notice for _, event in LINKED_HOST.events(self.store) if isinstance(event, NoticeIssued))
        return replace(state, out={each.number: each for each in issued})

    def registers(self, casino: str, name: str, now: datetime) -> None:
        public = public_text(key_of(name))
        self.order(to_host.RegisterKey(at=now, by=OPERATOR, casino=casino, public=public))

    def revokes(self, casino: str, name: str, now: datetime) -> None:
        key = key_id(public_text(key_of(name)))
        self.order(to_host.RevokeKey(at=now, by=OPERATOR, casino=casino, key=key, why="rotated"))

    def watches(self, now: datetime) -> None:
        self.order(exchange.watch(self.lines, now=now))

    def telephones(self, now: datetime) -> None:
        """Notice by other means to whoever the system does not reach, 14.20(e)4i."""
        if self.state.offering is not Offering.SUSPENDED:
            return
        for claim in self.state.claims.values():
            if claim.standing in {ClaimStanding.PENDING, ClaimStanding.DECIDED}:
                for casino in unreached(self.state, claim):
                    self.order(
                        to_host.NotifyByOtherMeans(
                            at=now, by=OPERATOR, claim=claim.claim, casino=casino, person="Tess", means="telephone"
                        )
                    )


class CasinoMachine(Machine):
    """A casino with its own room, its own clock, and people who do their part whether the line is up or not."""

    def __init__(self, random: Random, casino: str, agreement: Agreement, *, skew: float) -> None:
        self.casino, self.skew, self.line, self.signer = casino, skew, Line(), signer(key_of(casino))
        self.completed: dict[int, float] = {}
        """By hit: when its round was completed, in true time."""
        self.stepped: list[tuple[float, float]] = []
        """When its clock was set, in true time, and by how much."""
        self.dealt: dict[int, float] = {}
        """By round: when it began at the other table, in true time."""
        self._latest = NOON - timedelta(days=1)
        super().__init__(random)
        self.opens_day()
        self.joins(agreement)

    @property
    def link(self) -> Member:
        return self.room.state(LINK)

    @property
    def payout(self) -> Payout:
        return next(iter(self.room.state(PAYOUTS).by_name.values()))

    def start(self) -> None:
        super().start()
        self.line = Line()

    def clock(self, now: datetime) -> datetime:
        """The clock of a house is never set back: it waits until its time has come."""
        moment = now + timedelta(seconds=self.skew)
        self._latest = max(self._latest, moment)
        return self._latest if self.stepped else moment

    def steps(self, passed: float, seconds: float) -> None:
        """Somebody sets the clock of the machine."""
        self.skew += seconds
        self.stepped.append((passed, seconds))

    def order(self, command: to_member.Command) -> Done | Refusal:
        return self.do(OnLink(command))

    def pays(self, kind: Any, by: Any, now: datetime, **of: Any) -> Done | Refusal:
        name = next(iter(self.room.state(PAYOUTS).by_name), of.get("payout", ""))
        return self.do(OnPayouts(kind(**{"payout": name} | of, by=by, at=self.clock(now))))

    def opens_day(self) -> None:
        """The books of a casino take transfers in a gaming day."""
        at = self.clock(NOON) - timedelta(minutes=1)
        shifts = (Shift("day", at),)
        answer = self.do(InBooks(OpenDay(date=NOON.date(), shifts=shifts, at=at, by=Signature("Cas", "cashier"))))
        assert not isinstance(answer, Refusal), answer

    def joins(self, agreement: Agreement) -> None:
        rules = agreement.rules
        self.pays(OfferPayout, SHIFT, NOON, payout=rules.name, rules=rules, filing="appendix 3")
        answer = self.joins_by(agreement)
        assert not isinstance(answer, Refusal), answer

    def joins_by(
        self, agreement: Agreement, *, rules: PayoutRules | None = None, signs: tuple[str, ...] | None = None
    ) -> Done | Refusal:
        """Join by the rules in force here; or by others, straight to the record of the system."""
        host = public_text(key_of("host"))
        command = to_member.Join(
            at=self.clock(NOON),
            casino=self.casino,
            payout=agreement.rules.name,
            rules=rules_digest(rules or agreement.rules),
            agreement=agreement,
            software=SOFTWARE,
            host_keys={key_id(host): host},
            signs=signs if signs is not None else ("\n".join(sign_lines(agreement)),),
        )
        outcome = self.room.ask(LINK, command)
        return outcome if isinstance(outcome, Refusal) else self.order(command)

    def claims_to_join(self, rules: str, agreement: Agreement) -> None:
        """A letter that no honest record would write."""
        body = Joining(rules=rules, agreement=agreement_digest(agreement), software=SOFTWARE, posted=True)
        self.order(to_member.WriteLetters(at=self.clock(NOON), bodies=(body,)))

    def takes_key(self, name: str) -> None:
        """From now on it signs with this key, whatever it had written before."""
        self.signer = signer(key_of(name))

    # The line.

    def calls(self, now: datetime, passed: float) -> SignedCall:
        self.settles_standing(now, passed)
        self.room.post()
        self.line, signed = exchange.next_call(self.link, self.line, self.signer, now=self.clock(now), passed=passed)
        return signed

    def hears(self, answer: SignedAnswer, now: datetime, passed: float) -> None:
        self.line, orders = exchange.take_answer(self.link, self.line, answer, now=self.clock(now))
        for each in orders:
            self.room.post()  # What has happened here is written before it is said that a notice was taken.
            self.order(each)
        self.settles_standing(now, passed)
        self.room.post()

    def settles_standing(self, now: datetime, passed: float) -> None:
        order = exchange.standing_order(self.link, self.line, now=self.clock(now), passed=passed)
        if order is not None:
            self.order(order)
        self.room.post()

    def offers(self, passed: float) -> bool:
        return exchange.may_offer(self.link, self.line, passed)

    # The evening.

    def plays(self, now: datetime, passed: float) -> None:
        """A round of play is over; where the payout is offered its pots contribute."""
        self.settles_standing(now, passed)
        if self.offers(passed):
            amount = self.random.randrange(1, 50) * 1_00
            own = self.payout.rules.own_secondary is not None
            self.contributes(now, amount, secondary=amount // 4 if own else 0)
        if self.payout.rules.has_room_share and self.random.random() < 0.3:
            guests = self.random.sample(range(9), self.random.randrange(4))
            self.deals(now, passed, *(f"{self.casino} guest {each}" for each in guests))

    def deals(self, now: datetime, passed: float, *players: str) -> None:
        """The round at the other table is over, and the next one begins there."""
        number = self.store.end() + 1
        last = self.payout.rounds.get("2")
        if last is not None:
            self.pays(Contribute, ROOM, now, table="2", round=last.round, event=number, primary=0, chips=0)
        self.dealt[number + 1] = passed
        self.pays(NoteDealtIn, ROOM, now, table="2", round=number + 1, event=number + 1, players=players)
        self.room.post()

    def contributes(self, now: datetime, amount: int, *, secondary: int = 0) -> None:
        number = self.store.end() + 1
        of = {"round": number, "event": number, "primary": amount, "secondary": secondary}
        answer = self.pays(Contribute, ROOM, now, table="1", **of)
        assert not isinstance(answer, Refusal), answer
        self.room.post()

    def hits(self, now: datetime, passed: float) -> None:
        self.settles_standing(now, passed)
        if self.offers(passed):
            is_lesser = self.payout.rules.secondary is not None and self.random.random() < 0.4
            hands = ("Ac Ad Kc 2c 2d", "As Kd", "2h 2s") if is_lesser else ("Tc Td 5h 6h 7h", "Th Ts", "8h 9h")
            found = showdown(*hands, dealt_in=5, round_=self.store.end())
            number = max(self.payout.hits, default=0) + 1
            self.completed[number] = passed
            answer = self.pays(ReportHit, ROOM, now, showdown=found)
            assert isinstance(answer, Done), answer
            assert number in self.payout.hits, "what follows from a round is not refused, and must not be lost"
            self.room.post()

    def works(self, now: datetime) -> None:
        """Staff do the next thing about each hit: look at it, authorise it, prepare it, pay it."""
        for hit in self.payout.open_hits:
            self.works_on(hit, now)
        for claim in self.link.decided:
            self.order(to_member.Authorise(at=self.clock(now), by=AUTHORISER, claim=claim))
        self.answers_census(now)

    def helps_out(self, now: datetime) -> None:
        """Now and then the patron of another member has waited for too long."""
        for claim, confirmed in self.link.confirmed.items():
            others = [each for each in confirmed.awards if not each.player.startswith(f"{self.casino}:")]
            if others and self.random.random() < 0.1:
                self.covers(now, claim, self.random.choice(others))

    def counts_boxes(self, now: datetime) -> None:
        """The box of its table is counted, and accounting records the day."""
        box = self.payout.box("1")
        if box.amount:
            self.fills_box(now, box.amount)
            self.counts(now, box.amount)
        if any(fund.counted or fund.advanced for fund in self.payout.funds.values()):
            self.pays(RecordDay, ACCOUNTING, now, day=self.clock(now).date())
        self.room.post()

    def fills_box(self, now: datetime, amount: int) -> None:
        """Nobody plays here: the chips that pots would have put into the box come from nowhere."""
        books, box = self.room.state(LEDGER), bad_beat_box("1")
        lacking = amount - books.balance(box)
        if lacking:
            chips = Transfer(
                id=RecordId("pots", self.store.end()),
                debit=variance("1"),
                credit=box,
                amount=lacking,
                at=self.clock(now),
                by=Signature("Cas", "cashier"),
                reason=Reason.VARIANCE,
            )
            change = self.room.ask(LEDGER, Post((chips,)))
            assert isinstance(change, Change), change
            self.room.finish(self.room.record(f"chips {chips.id}", [change], at=chips.at, by="the pots"))

    def verifies(self, now: datetime) -> None:
        for hit in self.payout.open_hits:
            if hit.verified_by is None:
                self.pays(VerifyHit, SHIFT, now, hit=hit.number)
        self.room.post()

    def rejects(self, now: datetime) -> None:
        for hit in self.payout.open_hits:
            self.pays(RejectHit, SHIFT, now, hit=hit.number, reason="the board was misread")
        self.room.post()

    def prepares(self, now: datetime) -> Done | Refusal:
        of = {"instrument": Instrument.CASH, "paid_at": PaidAt.TABLE}
        return self.pays(PreparePayout, ACCOUNTING, now, hit=max(self.payout.hits), **of)

    def counts(self, now: datetime, amount: int) -> tuple[Payouts, FormCompleted]:
        """The box of table 1 is counted at the table, on video: the payouts before it, and the form."""
        before = self.room.state(PAYOUTS)
        chips = (Chips(1, amount),)
        of = {"table": "1", "chips": chips, "written": amount, "second": FLOOR, "recording": "camera 4"}
        answer = self.pays(CountAtTable, DEALER, now, **of)
        assert isinstance(answer, Done), answer
        form = answer.events[0][1]
        assert isinstance(form, FormCompleted)
        return before, form

    def answers_census(self, now: datetime) -> None:
        for claim, pending in self.link.pending.items():
            if pending.census and claim not in self.link.census:
                self.order(to_member.AnswerCensus(at=self.clock(now), claim=claim))
        self.room.post()

    def pays_patron(self, now: datetime, player: str) -> Done | Refusal:
        """Of the last hit that was prepared."""
        return self.pays(PayAward, SECURITY, now, hit=max(self.payout.hits), player=player)

    def covers(self, now: datetime, claim: str, award: Award) -> Done | Refusal:
        """Pay a patron of a member that does not."""
        by = Official(id="ann", name="Ann")
        return self.order(to_member.CoverAwards(at=self.clock(now), by=by, claim=claim, awards=(award,)))

    def works_on(self, hit: Hit, now: datetime) -> None:
        if hit.verified_by is None:
            if self.random.random() < 0.15:
                self.pays(RejectHit, SHIFT, now, hit=hit.number, reason="the board was misread")
            else:
                self.pays(VerifyHit, SHIFT, now, hit=hit.number)
        elif hit.awarded and hit.paid_at is None:
            self.pays(PreparePayout, ACCOUNTING, now, hit=hit.number, instrument=Instrument.CASH, paid_at=PaidAt.TABLE)
        elif hit.awarded and hit.unpaid:
            self.pays(PayAward, SECURITY, now, hit=hit.number, player=hit.unpaid[0].player)

    def confirms_receipts(self, now: datetime) -> None:
        """What others said they had paid has come."""
        for notice in tuple(self.link.announced):
            self.order(to_member.ConfirmReceipt(at=self.clock(now), announced=notice))

    def pays_debts(self, now: datetime) -> None:
        for other, amount in self.link.owed.items():
            due = -amount - self.link.on_the_way(other)
            if due > 0:
                self.order(to_member.Settle(at=self.clock(now), to=other, amount=due, reference="wire 7"))
