"""Cards off the deck: burns, streets, draws, and what each section does when the deck runs short."""

from collections.abc import Callable
from typing import Any

import msgspec

from pokerroom.cards import UNKNOWN, Card, repeated
from pokerroom.play import commands, former
from pokerroom.play.commands import Exposed, Seat
from pokerroom.play.discards import cards_refusal, known_cards, not_cards_refusal
from pokerroom.play.events import (
    CardBurned,
    CardsDealt,
    CommonCardDealt,
    CommunityDealt,
    DeckRanShort,
    DeckReshuffled,
    Discarded,
    DrawOpened,
    Drew,
    Event,
    ReplacementDue,
    StoodPat,
)
from pokerroom.play.exposed import (
    card_rounds,
    deal_with_exposed,
    draw_exposed,
    exposure_refusal,
    offer_choice,
    replacements,
    too_many,
)
from pokerroom.play.procedure import StreetPlan
from pokerroom.play.proceedings import Proceedings
from pokerroom.play.refusals import Code, Refusal
from pokerroom.play.state import Round, Stage, first_seat, live_from
from pokerroom.play.supply import Supply, missing, supply_of
from pokerroom.rules.citation import Citation
from pokerroom.rules.clauses import (
    Clause,
    CommonCard,
    Community,
    Deal,
    Draw,
    Exchange,
    NextCardDown,
    ReplaceLast,
    ReshuffleDiscards,
    ReshuffleMuck,
)
from pokerroom.words import saying, term


class Parcel(msgspec.Struct, frozen=True, gc=False):
    """The next cards to leave the deck: a burn card first where one is due, then cards to seats or to the center."""

    burn: Citation | None
    seats: tuple[Seat, ...]
    rounds: int
    center: int

    @property
    def count(self) -> int:
        return (self.burn is not None) + len(self.seats) * self.rounds + self.center


def next_street(state: Round) -> StreetPlan:
    """The street being dealt: the one that a short deck interrupted, or the next one."""
    return state.procedure.streets[state.street if state.waiting else state.street + 1]


def to_serve(state: Round) -> tuple[Seat, ...]:
    """The seats the street is dealt to: every live player, or those a short deck left waiting."""
    return state.waiting or live_from(state, first_seat(state))


def next_parcel(state: Round, plan: StreetPlan) -> Parcel:
    """What the dealer deals next: the whole street if the deck holds it, else what its shortage clause says."""
    cards = plan.cards
    if isinstance(cards, Community):
        return Parcel(None if state.apart.burn_ready else cards.burn, (), 0, cards.count)
    assert isinstance(cards, Deal)
    whole = Parcel(cards.burn, to_serve(state), len(cards.faces), 0)
    shortage = state.procedure.game.shortage
    if shortage is None or (whole.count <= len(state.deck) - state.dealt and not state.waiting):
        return whole
    return SHORT_PARCELS[type(shortage)](state, whole)


def common_card_parcel(state: Round, whole: Parcel) -> Parcel:
    """Burn one, then one common card for everybody; the burn counts as a needed card unless the house skips it."""
    stub = len(state.deck) - state.dealt
    if not state.procedure.house.stud_burn_counts and stub == len(whole.seats) and not state.waiting:
        return Parcel(None, whole.seats, whole.rounds, 0)
    return Parcel(whole.burn, (), 0, 1)


def part_of_street(state: Round, whole: Parcel) -> Parcel:
    """Deal until the deck is empty; the rest of the street follows after the reshuffle."""
    stub = len(state.deck) - state.dealt
    if whole.count <= stub or stub == 0 or state.procedure.house.super_reshuffle == "before-street":
        return whole
    return Parcel(whole.burn, whole.seats[: stub - 1], whole.rounds, 0)


SHORT_PARCELS: dict[type[Any], Callable[[Round, Parcel], Parcel]] = {
    CommonCard: common_card_parcel,
    ReshuffleMuck: part_of_street,
}


def deal_street(course: Proceedings) -> bool:
    """Deal the next street, or as much of it as the deck allows. False while waiting for the dealer's cards."""
    state = course.state
    plan = next_street(state)
    if isinstance(plan.cards, Draw):
        course.happen(DrawOpened(plan.cards.rule, plan.index, to_serve(state)))
        return True
    parcel = next_parcel(state, plan)
    if parcel.count > len(state.deck) - state.dealt:
        run_short(course, plan.index, to_serve(state))
        return True
    if state.by_dealer and course.hand_over is None:
        return False
    deal_parcel(course, plan, parcel)
    course.hand_over, course.exposed = None, ()
    return True


def deal_parcel(course: Proceedings, plan: StreetPlan, parcel: Parcel) -> None:
    cards = plan.cards
    if parcel.burn is not None:
        course.happen(CardBurned(parcel.burn, course.take(1)[0]))
    if isinstance(cards, Community):
        course.happen(CommunityDealt(cards.rule, plan.index, course.take(parcel.center)))
    elif parcel.center:
        course.happen(CommonCardDealt(shortage_rule(course.state), plan.index, course.take(1)[0]))
    else:
        assert isinstance(cards, Deal)
        deal_to_seats(course, plan, cards, parcel)


def deal_to_seats(course: Proceedings, plan: StreetPlan, cards: Deal, parcel: Parcel) -> None:
    served = len(parcel.seats)
    left = to_serve(course.state)[served:]
    if course.exposed:
        deal_with_exposed(course, plan, parcel.seats, course.exposed, whole=not left)
    elif served:
        taken = course.take(served * parcel.rounds)
        course.happen(CardsDealt(cards.rule, plan.index, parcel.seats, cards.faces, taken))
    if left:
        run_short(course, plan.index, left)
    elif course.state.apart.choosing:
        offer_choice(course, plan)


def run_short(course: Proceedings, street: int, waiting: tuple[Seat, ...]) -> None:
    course.happen(DeckRanShort(shortage_rule(course.state), street, waiting))


def shortage_rule(state: Round) -> Citation:
    """The clause that says what to do when the deck runs short."""
    clause = state.procedure.game.shortage
    assert clause is not None, "no section lets this deck run short"
    return clause.rule


def cards_due(state: Round, exposed: tuple[Exposed, ...] = ()) -> int:
    """How many cards a dealer must name next, if these are exposed; 0 when none are awaited."""
    return len(lying_open(state, exposed))


def awaited(state: Round) -> tuple[StreetPlan, Parcel] | None:
    """The street a dealer deals next, and its next cards; None while no cards are awaited."""
    if not state.by_dealer:
        return None
    if state.stage is Stage.DRAWING and state.owed:
        return state.procedure.streets[state.street], draw_parcel(state)
    if state.stage is Stage.DEALING and not isinstance(next_street(state).cards, Draw):
        return next_street(state), next_parcel(state, next_street(state))
    return None


def lying_open(state: Round, exposed: tuple[Exposed, ...]) -> list[bool]:
    """For each card a dealer must name next, whether it lies face up on the table."""
    due = awaited(state)
    if due is None:
        return []
    plan, parcel = due
    burn = [False] * (parcel.burn is not None)
    if parcel.center:
        return burn + [True] * parcel.center
    if isinstance(plan.cards, Draw):
        numbers = [each.number for each in exposed]
        return burn + [number in numbers for number in range(parcel.rounds)]
    rounds = [flag for each in card_rounds(plan, parcel.seats, exposed) for flag in each.open]
    return burn + rounds + [False] * replacements(state, plan, exposed)


def deal_refusal(state: Round, command: commands.Deal) -> Refusal | None:
    rule = state.procedure.general.burn
    due = awaited(state)
    if due is None:
        return Refusal(Code.NOT_NOW, rule, {"stage": term(state.stage)})
    plan, parcel = due
    refusal = exposure_refusal(state, plan, parcel.seats, parcel.rounds, command.exposed)
    if refusal is not None:
        return refusal
    up = lying_open(state, command.exposed)
    if command.exposed:
        refusal = exposed_refusal(state, plan, parcel, command.exposed)
        if refusal is not None:
            return refusal
    if len(command.cards) != len(up):
        return Refusal(Code.WRONG_NUMBER_OF_CARDS, rule, {"given": len(command.cards), "due": len(up)})
    return fresh_refusal(state, command.cards, rule) or open_cards_refusal(state, plan, command.cards, up)


def open_cards_refusal(state: Round, plan: StreetPlan, cards: tuple[Card, ...], up: list[bool]) -> Refusal | None:
    """Everybody sees a face-up card, so it must be named, unless the record is of a room that did not (R-10), or the
    house leaves it to the dealer (R-44).
    """
    unnamed = any(lies_open and card == UNKNOWN for card, lies_open in zip(cards, up, strict=True))
    if not unnamed or state.unnamed or state.procedure.house.partly_shown_hands:
        return None
    return Refusal(Code.NOT_A_CARD, plan.cards.rule, {"value": saying("detail-play.dealt-face-up")})


def lost_refusal(state: Round, rule: Citation, *, lost: int, discarded: bool = False) -> Refusal | None:
    """Why the deck cannot lose this many cards, out of play or to the discards: the rest could not be dealt."""
    supply = supply_of(state)
    after = supply._replace(stub=supply.stub - lost, discards=supply.discards + (lost if discarded else 0))
    return supply_refusal(state, rule, after, street=state.street, waiting=len(state.waiting))


def exposed_refusal(state: Round, plan: StreetPlan, parcel: Parcel, exposed: tuple[Exposed, ...]) -> Refusal | None:
    """Why the deck cannot serve this deal, with these cards exposed, and the streets after it."""
    if too_many(state, exposed):
        return None  # A misdeal: every card goes back.
    supply = supply_of(state)
    taken, burned = len(lying_open(state, exposed)), parcel.burn is not None
    dealt = supply._replace(stub=supply.stub - taken, burns=supply.burns + burned)
    after = with_exposed(state, plan, parcel, exposed, dealt)
    waiting = len(to_serve(state)) - len(parcel.seats) if isinstance(plan.cards, Deal) else 0
    return supply_refusal(state, state.procedure.general.burn, after, street=plan.index, waiting=waiting)


def with_exposed(
    state: Round, plan: StreetPlan, parcel: Parcel, exposed: tuple[Exposed, ...], supply: Supply
) -> Supply:
    """The supply after a deal in which the rule for exposed cards moves cards or players."""
    match plan.street.exposed:
        case Exchange(as_burn=as_burn):
            burned = as_burn is not None and state.procedure.house.exposed_card_use == "burn"
            burns, discards = supply.burns + burned, supply.discards + len(exposed) - burned
            return supply._replace(burns=burns, discards=discards, burn_ready=burned)
        case NextCardDown(dead_from=cards):
            dead = sum([len(each.dead) for each in card_rounds(plan, parcel.seats, exposed)])
            return supply._replace(players=supply.players - dead, discards=supply.discards + dead * cards)
        case ReplaceLast():
            owed = supply.owed - parcel.rounds + len(exposed)
            return supply._replace(owed=owed, discards=supply.discards + len(exposed))
        case _:
            return supply


def supply_refusal(state: Round, rule: Citation, supply: Supply, *, street: int, waiting: int) -> Refusal | None:
    short = missing(state, supply, after=street, waiting=waiting)
    stub = len(state.deck) - state.dealt
    return Refusal(Code.DECK_TOO_SHORT, rule, {"stub": stub, "wanted": stub + short}) if short else None


def fresh_refusal(state: Round, cards: tuple[Card, ...], rule: Citation) -> Refusal | None:
    """Cards a dealer names must be cards, named once, and still in the deck."""
    refusal = not_cards_refusal(cards, rule)
    if refusal is not None:
        return refusal
    twice = repeated(cards)
    elsewhere = sorted(known_cards(state).intersection(cards)) if twice is None else [twice]
    return Refusal(Code.CARD_ELSEWHERE, rule, {"card": elsewhere[0]}) if elsewhere else None


def draw_refusal(state: Round, command: commands.Draw) -> Refusal | None:
    plan = state.procedure.streets[state.street]
    held = len(state.down[command.seat])
    if len(command.discard) > held:
        return Refusal(Code.WRONG_NUMBER_OF_CARDS, plan.cards.rule, {"given": len(command.discard), "due": held})
    return cards_refusal(state, command.seat, command.discard, plan.cards.rule)


def draw(state: Round, command: commands.Draw) -> list[Event]:
    rule = state.procedure.streets[state.street].cards.rule
    if command.discard:
        return [Discarded(rule, command.seat, command.discard)]
    return [StoodPat(rule, command.seat)]


def draw_parcel(state: Round) -> Parcel:
    """The cards owed to the player drawing, after the burn of this draw (R-03); the stub's last cards go first."""
    cards = state.procedure.streets[state.street].cards
    assert isinstance(cards, Draw)
    stub = len(state.deck) - state.dealt
    burn = None if state.burned or not burns_this_draw(state) else cards.burn
    owed = state.owed
    if stub < owed + (burn is not None) and stub and state.procedure.house.draw_reshuffle == "remaining-first":
        owed = stub - (burn is not None)
    return Parcel(burn, (state.to_act[0],), owed, 0)


def burns_this_draw(state: Round) -> bool:
    """Each draw has its burn; where the house burns once, the first new card of the round has it (AMB-55)."""
    if state.procedure.house.burn_each_draw or not state.procedure.first_rulebook:
        return True
    return former.burns_this_draw(state)


def serve_draw(course: Proceedings) -> bool:
    """Give the drawing player the cards they are owed. False while waiting for the dealer's cards."""
    state = course.state
    parcel = draw_parcel(state)
    if parcel.count > len(state.deck) - state.dealt:
        run_short(course, state.street, ())
        return True
    if state.by_dealer and course.hand_over is None:
        return False
    if parcel.burn is not None:
        course.happen(CardBurned(parcel.burn, course.take(1)[0]))
    if parcel.rounds:
        plan, cards = state.procedure.streets[state.street], course.take(parcel.rounds)
        course.happen(Drew(plan.cards.rule, state.to_act[0], cards))
        draw_exposed(course, plan, cards, course.exposed)
    course.hand_over, course.exposed = None, ()
    return True


def owe_replacement(course: Proceedings) -> None:
    """Everybody has drawn: serve the first player whose drawn card came face up (AMB-112)."""
    state = course.state
    clause = state.procedure.streets[state.street].street.exposed
    assert clause is not None, "a drawn card was exposed that no clause covers"
    course.happen(ReplacementDue(clause.rule, state.late[0].seat))


class Pool(msgspec.Struct, frozen=True, gc=False):
    """The cards to reshuffle, and the piles that stay behind."""

    cards: tuple[Card, ...]
    burns: tuple[Card, ...]
    muck: tuple[tuple[Card, ...], ...]
    beneath: tuple[Card, ...] = ()
    """Cards laid under the reshuffled ones, not mixed in."""


def reshuffle_pool(state: Round) -> Pool:
    """What goes back into the deck; each game's section says what."""
    shortage: Clause | None = state.procedure.game.shortage
    return POOLS[type(shortage)](state)


def burns_pool(state: Round) -> Pool:
    """Stud: the burn cards, and the last card of the deck (AMB-52)."""
    if state.procedure.house.lone_card_joins_burns:
        return Pool(state.stub + state.burns, (), state.muck)
    return Pool(state.burns, (), state.muck, beneath=state.stub)


def muck_pool(state: Round) -> Pool:
    """Super stud: muck and burn cards; a house may leave out the discards of players still to be served (AMB-58)."""
    mistaken = state.apart.mistaken
    everything = Pool(
        state.stub + state.burns + mistaken + tuple(card for cards in state.muck for card in cards), (), nobody(state)
    )
    if not state.procedure.house.super_own_discards_excluded:
        return everything
    kept = tuple(cards if seat in state.waiting else () for seat, cards in enumerate(state.muck))
    loose = mistaken + tuple(
        card for seat, cards in enumerate(state.muck) if seat not in state.waiting for card in cards
    )
    enough = len(state.stub) + len(state.burns) + len(loose) > len(state.waiting)
    return Pool(state.stub + state.burns + loose, (), kept) if enough else everything


def nobody(state: Round) -> tuple[tuple[Card, ...], ...]:
    """An empty discard pile for each seat."""
    return ((),) * len(state.muck)


def discards_pool(state: Round) -> Pool:
    """Draw games: every discard except the drawer's own; those too where nothing else is left (R-02)."""
    drawer, owed = state.to_act[0], state.owed
    own = state.muck[drawer]
    now = own[len(own) - state.discarded :]
    earlier = own[: len(own) - len(now)]
    others = state.apart.mistaken + tuple(
        card for seat, cards in enumerate(state.muck) if seat != drawer for card in cards
    )
    if state.procedure.house.own_discards_excluded == "this-draw":
        others, earlier = others + earlier, ()
    pool, kept, burns = state.stub + others, own if earlier else now, state.burns
    needed = owed + (not state.burned and burns_this_draw(state))
    if len(pool) < needed and earlier:
        pool, kept = pool + earlier, now
    if len(pool) < needed:
        pool, kept = pool + kept, ()
    if len(pool) < needed:
        pool, burns = pool + burns, ()
    muck = tuple(kept if seat == drawer else () for seat in range(len(state.muck)))
    return Pool(pool, burns, muck)


POOLS: dict[type[Any], Callable[[Round], Pool]] = {
    CommonCard: burns_pool,
    ReshuffleMuck: muck_pool,
    ReshuffleDiscards: discards_pool,
}


def reshuffle_refusal(state: Round, command: commands.Reshuffle) -> Refusal | None:
    rule = state.procedure.general.deck
    due = reshuffle_pool(state).cards
    if len(command.cards) != len(due):
        return Refusal(Code.WRONG_NUMBER_OF_CARDS, rule, {"given": len(command.cards), "due": len(due)})
    refusal = not_cards_refusal(command.cards, rule)
    if refusal is not None:
        return refusal
    by_a_dealer = state.by_dealer and set(command.cards) == {UNKNOWN}
    if not by_a_dealer and sorted(command.cards) != sorted(due):
        strangers = [card for card in command.cards if card not in due]
        return Refusal(Code.CARD_ELSEWHERE, rule, {"card": strangers[0] if strangers else command.cards[0]})
    return None


def reshuffle(state: Round, command: commands.Reshuffle) -> Event:
    pool = reshuffle_pool(state)
    return DeckReshuffled(shortage_rule(state), command.cards + pool.beneath, pool.burns, pool.muck)
