"""A casino without a room: its record of the system is in memory, its letters and calls are real."""

import asyncio
from datetime import UTC, datetime
from time import monotonic
from typing import Self

import msgspec

from pokerroom.linked.agreement import Agreement, rules_digest
from pokerroom.linked.exchange import Line, SignedAnswer, SignedCall, next_call, standing_order, take_answer
from pokerroom.linked.letters import Body
from pokerroom.linked.member.commands import AnswerCensus, Command, Join, WriteLetters
from pokerroom.linked.member.decide import perform
from pokerroom.linked.member.posting import lines
from pokerroom.linked.member.state import Member
from pokerroom.linked.signing import Signer, key_id
from pokerroom.live.ports import Link
from pokerroom.rules.refusal import Refusal
from pokerroom.web.links import Internet

ANSWER = msgspec.json.Decoder(SignedAnswer)
PATIENCE = 120.0


class SmallCasino:
    def __init__(self, casino: str, address: str, signer: Signer, agreement: Agreement, host_key: str) -> None:
        self.casino, self.signer, self._address = casino, signer, address
        self.member, self.line = Member(), Line()
        self.link: Link | None = None
        self.wrote = asyncio.Event()
        self.do(
            Join(
                at=now(),
                casino=casino,
                payout=agreement.rules.name,
                rules=rules_digest(agreement.rules),
                agreement=agreement,
                software="none",
                host_keys={key_id(host_key): host_key},
                signs=lines(agreement),
            )
        )

    def do(self, command: Command) -> None:
        outcome = perform(self.member, command)
        assert not isinstance(outcome, Refusal), str(outcome)
        self.member = outcome[0]

    def write(self, *bodies: Body) -> None:
        self.do(WriteLetters(at=now(), bodies=bodies))
        self.wrote.set()

    async def __aenter__(self) -> Self:
        self.link = await Internet().connect(self._address)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.link is not None:
            await self.link.close()

    def next(self) -> SignedCall:
        self.line, signed = next_call(self.member, self.line, self.signer, now=now(), passed=monotonic())
        return signed

    async def say(self, signed: SignedCall) -> None:
        assert self.link is not None
        await self.link.send(msgspec.json.encode(signed))

    async def hear(self) -> SignedAnswer:
        assert self.link is not None
        return ANSWER.decode(await asyncio.wait_for(self.link.receive(), PATIENCE))

    async def call(self) -> SignedAnswer:
        """One call and its answer, taken. What is written while the host has nothing to say is sent at once."""
        while True:
            signed = self.next()
            self.wrote.clear()
            await self.say(signed)
            answer = await self._answer_to(signed)
            if answer is not None:
                self.take(answer)
                return answer

    async def _answer_to(self, signed: SignedCall) -> SignedAnswer | None:
        """None where there is something to say before the answer came."""
        writing = asyncio.create_task(self.wrote.wait())
        hearing = asyncio.create_task(self.hear())
        try:
            while True:
                waited = {hearing} if signed.call.letters else {hearing, writing}
                await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
                if not hearing.done():
                    return None
                if hearing.result().answer.number == signed.call.number:
                    return hearing.result()
                hearing = asyncio.create_task(self.hear())
        finally:
            writing.cancel()
            hearing.cancel()
            await asyncio.gather(hearing, writing, return_exceptions=True)

    def take(self, answer: SignedAnswer) -> None:
        self.line, orders = take_answer(self.member, self.line, answer, now=now())
        for each in orders:
            self.do(each)
        standing = standing_order(self.member, self.line, now=now(), passed=monotonic())
        if standing is not None:
            self.do(standing)
        for claim in [each.claim for each in self.member.pending.values() if each.census]:
            if claim not in self.member.census:
                self.do(AnswerCensus(at=now(), claim=claim, players=()))

    async def call_on(self) -> None:
        """Call after call, as a casino does that has nothing to say."""
        while True:
            await self.call()


def now() -> datetime:
    return datetime.now(UTC)
