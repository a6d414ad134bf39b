"""The showdown: who shows first, who concedes, and the award of every pot, side pots before the main pot."""

from pokerroom.cards import UNKNOWN, Card, repeated
from pokerroom.play.commands import Concede, Seat, Show
from pokerroom.play.discards import known_cards, not_cards_refusal
from pokerroom.play.events import (
    ContributionTaken,
    Event,
    HandConceded,
    HandDisclosed,
    HandShown,
    PotAwarded,
    RoundClosed,
    ShowdownOpened,
)
from pokerroom.play.pots import build_pots, divide_pots, rank_hands
from pokerroom.play.proceedings import Proceedings
from pokerroom.play.refusals import Code, Refusal
from pokerroom.play.state import Round, first_seat, live_from
from pokerroom.rules.house import ShowFirst, Showing


def open_showdown(course: Proceedings) -> None:
    """The maker of the final wager shows first, the others clockwise, 14.15(d)."""
    state = course.state
    course.happen(ShowdownOpened(state.procedure.general.show, build_pots(state), live_from(state, shows_first(state))))
    if state.procedure.house.showing is Showing.ALL and not unnamed_hands(state):
        for seat in course.state.to_act:
            course.happen(HandShown(state.procedure.general.show, seat, state.down[seat] + state.up[seat]))


def unnamed_hands(state: Round) -> bool:
    """Whether a dealer still has to name cards of a hand, which happens when it is that player's turn to show."""
    whole = not state.by_dealer or may_be_partly_shown(state)
    return not whole and any(UNKNOWN in state.down[seat] for seat in live_from(state, 0))


def may_be_partly_shown(state: Round) -> bool:
    """In a record from another room; where a dealer pushes the pots by hand, cards that are named are named whole."""
    return state.procedure.house.partly_shown_hands and not state.unnamed


def shows_first(state: Round) -> Seat:
    any_round = state.procedure.house.show_first_if_checked is ShowFirst.LAST_AGGRESSOR_ANY_ROUND
    aggressor = state.aggressor if any_round else state.street_aggressor
    if aggressor is not None:
        return aggressor
    return first_seat(state) if state.opener is None else state.opener


def show_refusal(state: Round, command: Show) -> Refusal | None:
    """A hand is shown whole; cards that the record does not know are named here."""
    rule = state.procedure.general.show
    seat, cards = command.seat, command.cards
    held = state.cards(seat)
    refusal = named_cards_refusal(state, seat, cards) if cards else None
    if refusal is None and UNKNOWN in (cards or held) and not may_be_partly_shown(state):
        return Refusal(Code.NOT_SHOWN_WHOLE, rule, {"seat": seat})
    return refusal


def named_cards_refusal(state: Round, seat: Seat, cards: tuple[Card, ...]) -> Refusal | None:
    """Why these cannot be the cards of this player."""
    rule, held = state.procedure.general.show, state.cards(seat)
    if len(cards) != len(held):
        return Refusal(Code.WRONG_NUMBER_OF_CARDS, rule, {"given": len(cards), "due": len(held)})
    refusal = not_cards_refusal(cards, rule)
    if refusal is not None:
        return refusal
    news = [card for card in cards if card not in held]
    twice = repeated(cards)
    elsewhere = sorted(known_cards(state).intersection(news)) if twice is None else [twice]
    if elsewhere:
        return Refusal(Code.CARD_ELSEWHERE, rule, {"card": elsewhere[0]})
    missing = [card for card in held if card != UNKNOWN and card not in cards]
    if missing and cards.count(UNKNOWN) < len(missing):
        return Refusal(Code.NOT_YOUR_CARD, rule, {"seat": seat, "card": news[0] if news else missing[0]})
    return None


def show(state: Round, command: Show) -> list[Event]:
    seat = command.seat
    return [HandShown(state.procedure.general.show, seat, named(state, seat, command.cards))]


def named(state: Round, seat: Seat, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The hand with its unknown cards replaced, in place, by those named now."""
    held = state.cards(seat)
    if not cards or UNKNOWN not in held:
        return held
    news = iter([card for card in cards if card not in held and card != UNKNOWN])
    return tuple([next(news, UNKNOWN) if card == UNKNOWN else card for card in held])


def concede_refusal(state: Round, command: Concede) -> Refusal | None:
    refusal = last_claim_refusal(state, command.seat)
    if refusal is None and (command.cards or state.procedure.house.conceded_hands_disclosed):
        return disclosure_refusal(state, command.seat, command.cards)
    return refusal


def last_claim_refusal(state: Round, seat: Seat) -> Refusal | None:
    for pot in state.pots:
        if [claimant for claimant in pot.claimants if state.is_live(claimant)] == [seat]:
            return Refusal(Code.LAST_CLAIM, state.procedure.general.concede, {"seat": seat})
    return None


def disclosure_refusal(state: Round, seat: Seat, cards: tuple[Card, ...]) -> Refusal | None:
    """Why these are not the whole hand, which the house rules require to be disclosed."""
    refusal = named_cards_refusal(state, seat, cards) if cards else None
    if refusal is None and UNKNOWN in (cards or state.cards(seat)):
        return Refusal(Code.NOT_SHOWN_WHOLE, state.procedure.general.concede, {"seat": seat})
    return refusal


def concede(state: Round, command: Concede) -> list[Event]:
    """Concede unseen, unless the house rules require discarded hands to be disclosed, 14.15(d)."""
    rule, seat = state.procedure.general.concede, command.seat
    conceded = HandConceded(rule, seat)
    if not state.procedure.house.conceded_hands_disclosed:
        return [conceded]
    return [HandDisclosed(rule, seat, named(state, seat, command.cards)), conceded]


def award_pots(course: Proceedings) -> None:
    """Side pots before the pot in the center, 14.6(e)6; contributions to the bad beat box before both."""
    contribute(course)
    state = course.state
    if state.live.bit_count() == 1:
        award_to_last_player(course)
    else:
        for event in divide_pots(state, rank_hands(state)):
            course.happen(event)
    close_round(course)


def contribute(course: Proceedings) -> None:
    amounts = contributions_due(course.state)
    if any(amounts):
        course.happen(ContributionTaken(course.state.procedure.general.contribution, amounts))


def contributions_due(state: Round) -> tuple[int, ...]:
    """Every pot that is large enough contributes to the bad beat payout fund (AMB-137)."""
    contribution = state.procedure.house.bad_beat
    if contribution is None:
        return ()
    alone = state.live.bit_count() == 1
    sizes = [state.pot] if alone else [pot.amount for pot in state.pots]
    return tuple([contribution.amount if size >= contribution.least_pot else 0 for size in sizes])


def award_to_last_player(course: Proceedings) -> None:
    """Everybody else has folded or conceded, 14.6(e)5."""
    state = course.state
    seat = live_from(state, 0)[0]
    course.happen(PotAwarded(state.procedure.general.last_player, 0, "pot", (seat,), (state.pot,), None, None))


def close_round(course: Proceedings) -> None:
    state = course.state
    assert state.pot == 0, f"chips left in the pot: {state.pot}"
    course.happen(RoundClosed(state.procedure.general.round_of_play, state.stacks))
