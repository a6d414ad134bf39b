"""In whose presence contributions are counted, 14.19(d) and (f)2.

A prohibition follows a person through every position that they hold.
"""

from collections.abc import Iterator

from pokerroom.jackpot.people import (
    INCOMPATIBLE,
    NEVER_WITNESSES,
    OTHER_DEPARTMENTS,
    POKER_SUPERVISORS,
    Person,
    StaffPosition,
)
from pokerroom.jackpot.refusals import Code, Refusal
from pokerroom.jackpot.rules import cite
from pokerroom.jackpot.state import Payout
from pokerroom.rules.citation import Citation
from pokerroom.rules.wording import is_said
from pokerroom.words import term


def present_and_recorded(supervisor: Person, recording: str, paragraph: str) -> Iterator[Refusal]:
    yield from supervisor_refusals(supervisor, paragraph)
    if not is_said(recording):
        yield Refusal(Code.NO_RECORDING, cite(paragraph))


def supervisor_refusals(supervisor: Person, paragraph: str) -> Iterator[Refusal]:
    """Who is present as a poker supervisor is not besides of a department that a witness may never be of (R-55)."""
    if supervisor.acts_as not in POKER_SUPERVISORS:
        yield Refusal(Code.NO_POKER_SUPERVISOR, cite(paragraph), {"who": supervisor.saying})
    yield from prohibited(supervisor, OTHER_DEPARTMENTS, cite("14.19(f)2ii(1)", reading="R-55"))
    yield from incompatible(supervisor, cite("14.19(f)2ii(2)", reading="R-55"))


def witness_refusals(payout: Payout, witness: Person, *, licensed: bool) -> Iterator[Refusal]:
    """Who may witness a count as a representative of a second department; a prohibition follows the person."""
    yield from prohibited(witness, NEVER_WITNESSES, cite("14.19(f)2ii(1)"))
    yield from incompatible(witness, cite("14.19(f)2ii(2)", reading="R-51"))
    if witness.acts_as not in payout.rules.witnesses:
        yield Refusal(Code.WITNESS_NOT_NAMED, cite("14.19(f)2ii", reading="AMB-136"), {"who": witness.saying})
    if not licensed:
        yield Refusal(Code.WITNESS_NOT_LICENSED, cite("14.19(f)2i", reading="AMB-136"), {"who": witness.saying})


def spoiled_refusals(payout: Payout, witness: Person) -> Iterator[Refusal]:
    """Who may sign a form that was spoiled: whoever may witness a count. It counts nothing, so no licence is stated."""
    if witness.acts_as in POKER_SUPERVISORS:
        yield from supervisor_refusals(witness, "14.19(f)2")
    else:
        yield from witness_refusals(payout, witness, licensed=True)


def prohibited(witness: Person, never: frozenset[StaffPosition], rule: Citation) -> Iterator[Refusal]:
    found = sorted(never & witness.holds)
    if found:
        yield Refusal(Code.PROHIBITED_WITNESS, rule, {"who": witness.saying, "position": term(found[0])})


def incompatible(witness: Person, rule: Citation) -> Iterator[Refusal]:
    found = sorted(INCOMPATIBLE & witness.holds)
    if found:
        yield Refusal(Code.INCOMPATIBLE_FUNCTION, rule, {"who": witness.saying, "position": term(found[0])})


def same_person(one: Person, other: Person) -> Iterator[Refusal]:
    if one.id == other.id:
        yield Refusal(Code.SAME_PERSON, cite("14.19(f)2"), {"who": one.saying})
