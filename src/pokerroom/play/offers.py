"""What a player may do now, complete and exact: every offer is accepted, everything else is refused."""

from pokerroom.play.betting import bet_range, forced_bet_due, raise_refusal
from pokerroom.play.choosing import choice
from pokerroom.play.commands import Seat
from pokerroom.play.discards import entry_due
from pokerroom.play.offered import (
    MayBet,
    MayCall,
    MayConcede,
    MayDraw,
    MayFold,
    MayFreeze,
    MayPlayOn,
    MayPostForcedBet,
    MayRaise,
    MayShow,
    MustDiscard,
    Offer,
)
from pokerroom.play.showdown import last_claim_refusal
from pokerroom.play.state import Round, Stage


def legal_actions(state: Round, seat: Seat) -> tuple[Offer, ...]:
    """Everything this player may do; nothing when it is not their turn."""
    to_act = state.to_act
    if not to_act or to_act[0] != seat or state.owed:
        return ()
    stage = state.stage
    if stage is Stage.BETTING:
        return obliged_offers(state, seat) if state.obliged else betting_offers(state, seat)
    match stage:
        case Stage.DRAWING:
            rule = state.procedure.streets[state.street].cards.rule
            return (MayDraw(rule, len(state.down[seat])),)
        case Stage.DISCARDING:
            clause = entry_due(state, seat)
            return () if clause is None else (MustDiscard(clause.rule, clause.count),)
        case Stage.SHOWDOWN:
            return showdown_offers(state, seat)
        case Stage.CHOOSING:
            exposed = choice(state)
            return MayFreeze(exposed.freeze), MayPlayOn(exposed.play_on)
        case _:
            return ()


def betting_offers(state: Round, seat: Seat) -> tuple[Offer, ...]:
    plan = state.procedure.streets[state.street]
    answers, bet, discard = plan.answers, state.bet, plan.discard
    chip = state.procedure.house.odd_unit
    if discard and state.entered >> seat & 1:
        discard = 0
    if not bet:
        least, most = bet_range(state, seat)
        return plan.free_fold, plan.check, MayBet(answers, least, most, chip, discard)
    to_call, stack = bet - state.bets[seat], state.stacks[seat]
    fold: Offer
    keep: Offer
    if to_call > 0:
        fold, keep = plan.fold, MayCall(answers, min(stack, to_call), discard)
    else:
        fold, keep = plan.free_fold, plan.check
    if stack <= to_call or raise_refusal(state, seat) is not None:
        return fold, keep
    least, most = bet_range(state, seat)
    return fold, keep, MayRaise(answers, least, most, chip, discard)


def obliged_offers(state: Round, seat: Seat) -> tuple[Offer, ...]:
    """A forced bettor, or an opener who may not check: fold and pay, or bet."""
    rule = state.procedure.streets[state.street].opens.rule
    house = state.procedure.house
    pays = min(state.obliged, state.stacks[seat])
    clause = entry_due(state, seat) if house.forced_bettor_discard == "with-bet" else None
    due = clause.count if clause else 0
    fold = MayFold(state.procedure.general.obligation, free=False, pays=pays)
    bet = MayBet(rule, *bet_range(state, seat), house.odd_unit, due)
    if not forced_bet_due(state):
        return fold, bet
    post = MayPostForcedBet(rule, pays, due)
    return (fold, post, bet) if house.opener_may_bet_full else (fold, post)


def showdown_offers(state: Round, seat: Seat) -> tuple[Offer, ...]:
    general = state.procedure.general
    if last_claim_refusal(state, seat) is not None:
        return (MayShow(general.show),)
    return MayShow(general.show), MayConcede(general.concede)
