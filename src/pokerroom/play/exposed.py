"""Cards due face down that were dealt face up by accident: what each section does with them, 14.15(k) to (o).

A room that deals by itself never turns a card over; a dealer reports, with the cards, which of them were exposed.
"""

from collections import Counter

import msgspec

from pokerroom.cards import Card
from pokerroom.play.commands import Exposed, Misdeal, Removal, Seat
from pokerroom.play.events import (
    CardExchanged,
    CardsDealt,
    ChoiceOffered,
    DrawnCardExposed,
    HandRemoved,
    Misdealt,
    RakeReturned,
    RoundClosed,
)
from pokerroom.play.procedure import StreetPlan
from pokerroom.play.proceedings import Proceedings
from pokerroom.play.refusals import Code, Refusal
from pokerroom.play.state import Round
from pokerroom.rules.clauses import Deal, Draw, Exchange, Face, FreezeOrPlayOn, NextCardDown


class CardRound(msgspec.Struct, frozen=True, gc=False):
    """One card to each of these seats; the cards at `turned` lie the other way up than `face` says."""

    seats: tuple[Seat, ...]
    face: Face
    turned: tuple[int, ...]
    dead: tuple[Seat, ...] = ()
    """The seats whose hands are dead after this card."""

    @property
    def open(self) -> list[bool]:
        """For each card whether it lies face up."""
        return [(self.face is Face.UP) != (place in self.turned) for place in range(len(self.seats))]


def card_rounds(plan: StreetPlan, seats: tuple[Seat, ...], exposed: tuple[Exposed, ...]) -> list[CardRound]:
    """The deal of a street, one card per player at a time, as the exposed cards change it."""
    assert isinstance(plan.cards, Deal)
    clause = plan.street.exposed
    turned_so_far: Counter[Seat] = Counter()
    rounds: list[CardRound] = []
    for number, face in enumerate(plan.cards.faces):
        flipped = [seat for seat in seats if Exposed(seat, number) in exposed]
        turned_so_far.update(flipped)
        if isinstance(clause, NextCardDown) and face is Face.UP:
            flipped = [seat for seat in seats if turned_so_far[seat]]
        dead = dead_hands(plan, flipped, turned_so_far) if face is Face.DOWN else ()
        turned = tuple([place for place, seat in enumerate(seats) if seat in flipped])
        rounds.append(CardRound(seats, face, turned, dead))
        seats = tuple([seat for seat in seats if seat not in dead])
        if len(seats) < 2:
            break
    return rounds


def dead_hands(plan: StreetPlan, flipped: list[Seat], turned: Counter[Seat]) -> tuple[Seat, ...]:
    clause = plan.street.exposed
    if not isinstance(clause, NextCardDown):
        return ()
    return tuple([seat for seat in flipped if turned[seat] >= clause.dead_from])


def replacements(state: Round, plan: StreetPlan, exposed: tuple[Exposed, ...]) -> int:
    """How many cards follow the deal in exchange for exposed ones."""
    exchanged = isinstance(plan.street.exposed, Exchange) and not too_many(state, exposed)
    return len(exposed) if exchanged else 0


def too_many(state: Round, exposed: tuple[Exposed, ...]) -> bool:
    """Whether so many cards are exposed that the house has filed this as a misdeal (AMB-113)."""
    limit = state.procedure.house.exposed_limit_misdeal
    return limit is not None and len(exposed) >= limit


def exposure_refusal(
    state: Round, plan: StreetPlan, seats: tuple[Seat, ...], cards_each: int, exposed: tuple[Exposed, ...]
) -> Refusal | None:
    """Why a card that a dealer calls exposed was not due face down on this street."""
    clause = plan.street.exposed
    for each in exposed:
        numbers = type(each.seat) is int and type(each.number) is int
        dealt = numbers and each.seat in seats and 0 <= each.number < cards_each
        down = dealt and (isinstance(plan.cards, Draw) or faces(plan)[each.number] is Face.DOWN)
        if clause is None or not down or exposed.count(each) > 1 or past_death(clause, each, exposed):
            rule = state.procedure.general.exposed if clause is None else clause.rule
            return Refusal(Code.NOT_EXPOSABLE, rule, {"seat": each.seat, "number": _ordinal(each.number)})
    return None


def faces(plan: StreetPlan) -> tuple[Face, ...]:
    return plan.cards.faces if isinstance(plan.cards, Deal) else ()


def past_death(clause: object, each: Exposed, exposed: tuple[Exposed, ...]) -> bool:
    """A hand that is already dead gets no further card that could be exposed."""
    earlier = [other for other in exposed if other.seat == each.seat and other.number < each.number]
    return isinstance(clause, NextCardDown) and len(earlier) >= clause.dead_from


def _ordinal(number: object) -> str:
    return str(number + 1) if type(number) is int else str(number)


def deal_with_exposed(
    course: Proceedings, plan: StreetPlan, seats: tuple[Seat, ...], exposed: tuple[Exposed, ...], *, whole: bool
) -> None:
    """Deal a street, `whole` or in part, to `seats`, with some cards face up by accident."""
    clause = plan.street.exposed
    assert clause is not None, "a deal was accepted whose exposed cards no clause covers"
    opened: list[tuple[Seat, Card]] = []
    for each in card_rounds(plan, seats, exposed):
        cards = course.take(len(each.seats))
        rule = clause.rule if each.turned else plan.cards.rule
        course.happen(CardsDealt(rule, plan.index, each.seats, (each.face,), cards, each.turned))
        if each.face is Face.DOWN:
            opened += [(each.seats[place], cards[place]) for place in each.turned]
        for seat in each.dead:
            course.happen(HandRemoved(clause.rule, seat, Removal.EXPOSED, course.state.put_in(seat)))
    if isinstance(clause, Exchange):
        exchange(course, clause, opened, exposed)
    elif isinstance(clause, FreezeOrPlayOn) and opened:
        state = course.state
        choosing = tuple([seat for seat, _ in opened if state.stacks[seat] and not state.frozen >> seat & 1])
        cards = tuple([card for _, card in opened])
        if whole:
            course.happen(ChoiceOffered(clause.rule, state.apart.choosing + choosing, cards))
        else:
            course.happen(ChoiceOffered(clause.rule, (), cards, later=choosing))


def offer_choice(course: Proceedings, plan: StreetPlan) -> None:
    """The rest of the street came face down: players whose last cards were exposed earlier choose now."""
    clause = plan.street.exposed
    assert clause is not None, "only a clause for exposed cards offers a choice"
    course.happen(ChoiceOffered(clause.rule, course.state.apart.choosing, ()))


def exchange(
    course: Proceedings, clause: Exchange, opened: list[tuple[Seat, Card]], exposed: tuple[Exposed, ...]
) -> None:
    """Each exposed card for the top card of the deck; only one of them can be the burn card (AMB-113)."""
    state = course.state
    if too_many(state, exposed):
        misdealt(course, Misdeal.EXPOSED_CARDS)
        return
    as_burn = clause.as_burn if state.procedure.house.exposed_card_use == "burn" else None
    for seat, card in opened:
        rule = as_burn or clause.to_discards
        course.happen(CardExchanged(rule, seat, card, course.take(1)[0], burned=as_burn is not None))
        as_burn = None


def misdealt(course: Proceedings, cause: Misdeal) -> None:
    """Everything goes back and the round is over."""
    put_back_rake(course)
    state = course.state
    returned = tuple([state.put_in(seat) for seat in range(len(state.stacks))])
    course.happen(Misdealt(getattr(state.procedure.general, MISDEALS[cause]), cause, returned))
    course.happen(RoundClosed(state.procedure.general.misdeal, course.state.stacks))


def put_back_rake(course: Proceedings) -> None:
    """Rake taken from a round that is undone goes back first (AMB-97)."""
    taken = sum(course.state.raked)
    if taken:
        course.happen(RakeReturned(course.state.procedure.general.card_count, taken))


MISDEALS: dict[Misdeal, str] = {
    Misdeal.SHUFFLE_OR_CUT: "shuffle_or_cut",
    Misdeal.WRONG_START: "wrong_start",
    Misdeal.SEVERAL_FACE_UP: "several_face_up",
    Misdeal.SKIPPED_PLAYER: "skipped",
    Misdeal.EXPOSED_CARDS: "supplement",
}
"""The field of the general rules with the paragraph for each cause."""


def draw_exposed(course: Proceedings, plan: StreetPlan, cards: tuple[Card, ...], exposed: tuple[Exposed, ...]) -> None:
    """Cards drawn face up go to the discards; their player gets others once everybody has drawn (AMB-112)."""
    clause = plan.street.exposed
    for each in sorted(exposed, key=lambda each: each.number):
        assert clause is not None, "a draw was accepted whose exposed cards no clause covers"
        course.happen(DrawnCardExposed(clause.rule, each.seat, cards[each.number]))
