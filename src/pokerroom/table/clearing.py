"""The end of a round on the table, 14.6(e)5 to 9: losing hands collected and counted, rake and contribution taken, pots
pushed, winning hands last.
"""

from collections.abc import Iterable
from datetime import datetime

import msgspec
from msgspec.structs import replace

from pokerroom.play import Event as PlayEvent, Seat, apply as play_on, replay as replay_round
from pokerroom.play.events import ContributionTaken, PotAwarded
from pokerroom.rules.citation import Citation
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.staff import Official
from pokerroom.table.refusals import Code, Refusal
from pokerroom.words import Saying, saying

cite = NJAC_13_69F.cite

LOSERS_FIRST = cite("14.6(e)5")
SIDE_POTS_FIRST = cite("14.6(e)6")
COUNTED = cite("14.6(e)7")
RAKE = cite("14.6(e)8")
CONTRIBUTION = cite("14.6(e)9")
THE_RAKE, THE_CONTRIBUTION = saying("detail-table.rake"), saying("detail-table.contribution")


class CollectHand(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Collect a player's cards, and say how many there were."""

    by: Official
    at: datetime
    seat: Seat
    found: int


class PushPot(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Push a pot to its winner or winners; 0 is the main pot."""

    by: Official
    at: datetime
    pot: int


class CollectRake(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Put the rake of the round into the table inventory container, and say how much it was."""

    by: Official
    at: datetime
    amount: int


class CollectContribution(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Put what the pots contribute to a bad beat payout into its container, and say how much it was."""

    by: Official
    at: datetime
    amount: int


Command = CollectHand | PushPot | CollectRake | CollectContribution


class HandCollected(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    rule: Citation
    by: Official
    at: datetime
    seat: Seat
    cards: int


class HandMiscounted(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """An alarm: a player returned a wrong number of cards. The hand counts as not returned until it is right."""

    rule: Citation
    by: Official
    at: datetime
    seat: Seat
    due: int
    found: int


class PotPushed(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    rule: Citation
    by: Official
    at: datetime
    pot: int
    seats: tuple[Seat, ...]
    amounts: tuple[int, ...]


class RakeCollected(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    rule: Citation
    by: Official
    at: datetime
    amount: int


class ContributionCollected(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    rule: Citation
    by: Official
    at: datetime
    amount: int


Event = HandCollected | HandMiscounted | PotPushed | RakeCollected | ContributionCollected


class HandOut(msgspec.Struct, frozen=True, gc=False):
    """Cards a player still has to return."""

    seat: Seat
    due: int
    wins: bool


class PotOut(msgspec.Struct, frozen=True, gc=False):
    """A pot still in the middle, and what each winner gets of it."""

    pot: int
    seats: tuple[Seat, ...]
    amounts: tuple[int, ...]

    @property
    def saying(self) -> Saying:
        return saying("detail-table.side-pot", pot=self.pot) if self.pot else saying("detail-table.main-pot")


class Clearing(msgspec.Struct, frozen=True, gc=False):
    """What lies on the table after a round: hands, what is taken from the pots, and these in the order of pushing."""

    hands: tuple[HandOut, ...]
    pots: tuple[PotOut, ...]
    alarms: tuple[HandMiscounted, ...] = ()
    rake: int = 0
    """Of this round, in the rake area."""
    contribution: int = 0
    """Of its pots, to a bad beat payout."""

    @property
    def losing(self) -> tuple[HandOut, ...]:
        return tuple(hand for hand in self.hands if not hand.wins)

    @property
    def done(self) -> bool:
        return not (self.hands or self.pots or self.rake or self.contribution)


def clearing(log: Iterable[PlayEvent]) -> Clearing:
    """The table at the end of a finished round of play."""
    events = tuple(log)
    state = replay_round(events[:1])
    held = [0] * state.seats
    for event in events[1:]:
        state = play_on(state, event)
        # The record no longer has a hand that was given up; what it last held is what must come back.
        held = [len(state.cards(seat)) or before for seat, before in enumerate(held)]
    if not state.over:
        raise ValueError("the round of play is not over: there is nothing to clear yet")
    awards = [event for event in events if isinstance(event, PotAwarded)]
    winners = {seat for award in awards for seat, amount in zip(award.seats, award.amounts, strict=True) if amount}
    hands = tuple(HandOut(Seat(seat), cards, seat in winners) for seat, cards in enumerate(held) if cards)
    contribution = sum(sum(event.amounts) for event in events if isinstance(event, ContributionTaken))
    return Clearing(hands, pots_out(awards), rake=sum(state.raked), contribution=contribution)


def pots_out(awards: list[PotAwarded]) -> tuple[PotOut, ...]:
    """Pots in the order they were awarded; all shares of one pot are pushed together."""
    pots: dict[int, dict[Seat, int]] = {}
    for award in awards:
        shares = pots.setdefault(award.pot, {})
        for seat, amount in zip(award.seats, award.amounts, strict=True):
            shares[seat] = shares.get(seat, 0) + amount
    return tuple(PotOut(pot, tuple(shares), tuple(shares.values())) for pot, shares in pots.items())


def decide(state: Clearing, command: Command) -> tuple[Event, ...] | Refusal:
    """The event that a step of the dealer leads to, or why it is too early."""
    match command:
        case CollectHand():
            return collect(state, command)
        case PushPot():
            return push(state, command)
        case CollectRake(by=by, at=at, amount=amount):
            return other_amount(RAKE, THE_RAKE, amount, state.rake) or rake_collected(state, by, at)
        case CollectContribution(by=by, at=at, amount=amount):
            differs = other_amount(CONTRIBUTION, THE_CONTRIBUTION, amount, state.contribution)
            return differs or contribution_collected(state, by, at)


def other_amount(rule: Citation, what: Saying, amount: int, due: int) -> Refusal | None:
    """The pots are what is left of the bets, so what was taken from them is known to the cent."""
    if not due:
        return Refusal(Code.NOTHING_TO_TAKE, rule, {"what": what})
    if amount == due:
        return None
    return Refusal(Code.OTHER_AMOUNT_DUE, rule, {"what": what, "amount": amount, "due": due})


def otherwise_taken(state: Clearing, rake: int | None, contribution: int | None) -> Refusal | None:
    """Why these sums are not what is taken of the round; one that is not said is not compared."""
    sums = ((RAKE, THE_RAKE, rake, state.rake), (CONTRIBUTION, THE_CONTRIBUTION, contribution, state.contribution))
    for rule, what, amount, due in sums:
        if amount not in (None, due):
            return Refusal(Code.OTHER_AMOUNT_DUE, rule, {"what": what, "amount": amount, "due": due})
    return None


def taken(state: Clearing, by: Official, at: datetime) -> tuple[Event, ...]:
    """Whatever of the rake and a contribution is not where it belongs yet, collected in one word."""
    return (*rake_collected(state, by, at), *contribution_collected(state, by, at))


def rake_collected(state: Clearing, by: Official, at: datetime) -> tuple[Event, ...]:
    return (RakeCollected(rule=RAKE, by=by, at=at, amount=state.rake),) if state.rake else ()


def contribution_collected(state: Clearing, by: Official, at: datetime) -> tuple[Event, ...]:
    due = state.contribution
    return (ContributionCollected(rule=CONTRIBUTION, by=by, at=at, amount=due),) if due else ()


def collect(state: Clearing, command: CollectHand) -> tuple[Event, ...] | Refusal:
    by, at, seat = command.by, command.at, command.seat
    hand = next((hand for hand in state.hands if hand.seat == seat), None)
    if hand is None:
        return Refusal(Code.NO_CARDS_TO_COLLECT, COUNTED, {"seat": seat})
    if hand.wins and state.pots:
        return Refusal(Code.POT_NOT_PUSHED, LOSERS_FIRST, {"seat": seat, "pot": state.pots[0].saying})
    if command.found != hand.due:
        return (HandMiscounted(rule=COUNTED, by=by, at=at, seat=seat, due=hand.due, found=command.found),)
    rule = LOSERS_FIRST if hand.wins else COUNTED
    return (HandCollected(rule=rule, by=by, at=at, seat=seat, cards=hand.due),)


def push(state: Clearing, command: PushPot) -> tuple[Event, ...] | Refusal:
    if state.losing:
        return Refusal(Code.LOSING_HANDS_OUT, LOSERS_FIRST, {"seat": state.losing[0].seat})
    if state.rake:
        return Refusal(Code.NOT_TAKEN, RAKE, {"what": THE_RAKE, "due": state.rake})
    if state.contribution:
        return Refusal(Code.NOT_TAKEN, CONTRIBUTION, {"what": THE_CONTRIBUTION, "due": state.contribution})
    pot = next((pot for pot in state.pots if pot.pot == command.pot), None)
    if pot is None:
        return Refusal(Code.NO_SUCH_POT, SIDE_POTS_FIRST, {"pot": command.pot})
    if pot != state.pots[0]:
        return Refusal(Code.SIDE_POT_FIRST, SIDE_POTS_FIRST, {"pot": pot.saying, "first": state.pots[0].saying})
    return (
        PotPushed(
            rule=SIDE_POTS_FIRST, by=command.by, at=command.at, pot=pot.pot, seats=pot.seats, amounts=pot.amounts
        ),
    )


def apply(state: Clearing, event: Event) -> Clearing:
    match event:
        case HandCollected():
            return replace(state, hands=tuple(hand for hand in state.hands if hand.seat != event.seat))
        case HandMiscounted():
            return replace(state, alarms=(*state.alarms, event))
        case PotPushed():
            return replace(state, pots=tuple(pot for pot in state.pots if pot.pot != event.pot))
        case RakeCollected():
            return replace(state, rake=0)
        case ContributionCollected():
            return replace(state, contribution=0)
