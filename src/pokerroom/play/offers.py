"""What a player may do now, complete and exact: every offer is accepted, everything else is refused."""

import msgspec

from pokerroom.play.betting import bet_range, forced_bet_due, raise_refusal
from pokerroom.play.commands import Concede, Seat
from pokerroom.play.discards import entry_due
from pokerroom.play.showdown import concede_refusal
from pokerroom.play.state import Round, Stage
from pokerroom.rules.citation import Citation


class MayFold(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation
    free: bool
    """Nothing has to be called: ask before accepting it (AMB-43)."""
    pays: int = 0
    """What folding does not save: a forced or compulsory bet, 14.15(j)2."""


class MayCheck(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation


class MayCall(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation
    amount: int
    """What calling costs; all the player has left where the bet is more."""
    discard: int = 0
    """Down cards to give up with it."""


class MayBet(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Bet any amount from `least` to `most`."""

    rule: Citation
    least: int
    most: int
    discard: int = 0


class MayRaise(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Raise to any total of this betting round from `least` to `most`."""

    rule: Citation
    least: int
    most: int
    discard: int = 0


class MayPostForcedBet(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation
    amount: int
    discard: int = 0


class MayDraw(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Exchange any number of cards from none to `most`."""

    rule: Citation
    most: int


class MustDiscard(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation
    count: int


class MayShow(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation


class MayConcede(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation


Offer = (
    MayFold | MayCheck | MayCall | MayBet | MayRaise | MayPostForcedBet | MayDraw | MustDiscard | MayShow | MayConcede
)


def legal_actions(state: Round, seat: Seat) -> tuple[Offer, ...]:
    """Everything this player may do; nothing when it is not his turn."""
    to_act = state.to_act
    if not to_act or to_act[0] != seat or state.owed:
        return ()
    match state.stage:
        case Stage.BETTING:
            return betting_offers(state, seat)
        case Stage.DRAWING:
            rule = state.procedure.streets[state.street].cards.rule
            return (MayDraw(rule, len(state.down[seat])),)
        case Stage.DISCARDING:
            clause = entry_due(state, seat)
            return () if clause is None else (MustDiscard(clause.rule, clause.count),)
        case Stage.SHOWDOWN:
            return showdown_offers(state, seat)
        case _:
            return ()


def betting_offers(state: Round, seat: Seat) -> tuple[Offer, ...]:
    if state.obliged:
        return obliged_offers(state, seat)
    street = state.procedure.streets[state.street].street
    answers = street.answers
    discard = 0
    if street.discard is not None and not state.entered >> seat & 1:
        discard = street.discard.count
    general = state.procedure.general
    to_call = state.bet - state.bets[seat]
    stack = state.stacks[seat]
    if to_call > 0:
        keep: Offer = MayCall(answers, min(to_call, stack), discard)
    else:
        keep = MayCheck(answers)
    fold = MayFold(general.fold, to_call <= 0 and state.procedure.house.warn_on_free_fold)
    if not state.bet:
        return fold, keep, MayBet(answers, *bet_range(state, seat), discard)
    if stack <= to_call or raise_refusal(state, seat) is not None:
        return fold, keep
    return fold, keep, MayRaise(answers, *bet_range(state, seat), discard)


def obliged_offers(state: Round, seat: Seat) -> tuple[Offer, ...]:
    """A forced bettor, or an opener who may not check: fold and pay, or bet."""
    rule = state.procedure.streets[state.street].opens.rule
    house = state.procedure.house
    pays = min(state.obliged, state.stacks[seat])
    clause = entry_due(state, seat)
    due = clause.count if clause else 0
    fold = MayFold(state.procedure.general.obligation, free=False, pays=pays)
    bet = MayBet(rule, *bet_range(state, seat), due)
    if not forced_bet_due(state):
        return fold, bet
    with_bet = due if house.forced_bettor_discard == "with-bet" else 0
    post = MayPostForcedBet(rule, pays, with_bet)
    return (fold, post, bet) if house.opener_may_bet_full else (fold, post)


def showdown_offers(state: Round, seat: Seat) -> tuple[Offer, ...]:
    general = state.procedure.general
    if concede_refusal(state, Concede(seat)) is not None:
        return (MayShow(general.show),)
    return MayShow(general.show), MayConcede(general.concede)
