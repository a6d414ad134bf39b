"""A betting round: who opens it, what each player may do in turn, and when it is complete.

The amounts come from the sign (14.17); the choices from each game's own section, 14.9(e) to 14.13A(g).
"""

from collections.abc import Callable
from typing import Any

from pokerroom.cards import UNKNOWN, Card, ace_low, rank
from pokerroom.play import former
from pokerroom.play.blinds import blinds_due, posters
from pokerroom.play.commands import Bet, Call, Check, Fold, Folding, PlayerCommand, PostForcedBet, Raise, Seat
from pokerroom.play.discards import discard_refusal, entry_discard
from pokerroom.play.events import (
    BetMade,
    BettingRoundClosed,
    BettingRoundOpened,
    BlindPosted,
    Called,
    Checked,
    Event,
    Folded,
    ForcedBetPosted,
    OpenerAwaited,
    Raised,
    UncalledForfeited,
    UncalledReturned,
)
from pokerroom.play.procedure import StreetPlan
from pokerroom.play.proceedings import Proceedings
from pokerroom.play.rake import rake_due
from pokerroom.play.refusals import Code, Refusal
from pokerroom.play.state import Round, Stage, able_from, first_seat, live_from
from pokerroom.ranking import Ranking, ranker
from pokerroom.rules.citation import Citation
from pokerroom.rules.clauses import (
    Aces,
    BestShowing,
    Blinds,
    Extreme,
    ForcedBet,
    HighestUpcard,
    LeftOfButton,
    PairWithCommunity,
)
from pokerroom.rules.house import Fixed, NoLimit, PotLimit, Reopens, Spread
from pokerroom.words import Value, saying

Opening = tuple[int, Citation]
"""The seat that opens, and why."""


def after_the_blinds(state: Round, plan: StreetPlan) -> Opening:
    """The turn starts left of the last blind; the blinds come round again with the option to raise."""
    clause: Blinds = plan.opens
    if state.procedure.first_rulebook:
        return former.after_the_blinds(state, posters(state)) + 1, clause.turn
    order = posters(state)
    in_the_blind = [seat for seat in order if state.in_blind >> seat & 1]
    return (in_the_blind or order)[-1] + 1, clause.turn


def post_blinds(course: Proceedings, blinds: tuple[int, ...]) -> None:
    """Each blind is posted by the next seat; the holder of the kill button posts that one blind and no other, 14.11(i).

    A player short of the blind is all-in; the others still call the posted amount (R-08). A player without chips posts
    none.
    """
    due = blinds_due(course.state, blinds)
    if course.state.procedure.first_rulebook:
        former.post_blinds(course, due)
        return
    stacks = course.state.stacks
    posting = [each for each in due if stacks[each.seat]]
    for each in posting:
        # The last blind sets the amount to call, even if nobody could post it.
        known = due if each is posting[-1] else due[: due.index(each) + 1]
        bet = max([course.state.bet, *[other.amount for other in known]])
        amount = min(each.amount, stacks[each.seat])
        course.happen(BlindPosted(each.rule, each.seat, amount, bet, each.kill, each.instead))


def by_upcard(state: Round, plan: StreetPlan) -> Opening:
    clause: ForcedBet = plan.opens
    aces = clause.aces
    if clause.aces_by_house and state.procedure.house.stud_low_opener_ace == "high":
        aces = Aces.HIGH
    value = ace_high if aces is Aces.HIGH else ace_low
    choose = min if clause.upcard is Extreme.LOWEST else max
    return choose(with_upcard(state), key=lambda seat: value(state.up[seat][0])), clause.rule


def with_upcard(state: Round) -> tuple[Seat, ...]:
    """Live players with a known up-card, by position; a card the record does not know cannot open."""
    live = live_from(state, 0)
    return tuple([seat for seat in live if state.up[seat][0] != UNKNOWN]) or live


def ace_high(card: Card) -> int:
    return card


def best_showing(state: Round, plan: StreetPlan) -> Opening:
    clause: BestShowing = plan.opens
    # A common card is not part of anybody's board unless the house rules say so (AMB-39).
    common = state.board if state.procedure.house.common_card_counts_for_order else ()
    live, up = live_from(state, 0), up_cards(state)
    boards = [up[seat] + common for seat in live]
    strength = ranker(board_ranking(state, clause, boards))
    showing = [strength(board) for board in boards]
    best = max(showing)
    return live[showing.index(best)], clause.rule if showing.count(best) == 1 else clause.tie


def board_ranking(state: Round, clause: BestShowing, boards: list[tuple[Card, ...]]) -> Ranking:
    """Up to four cards make groups only (AMB-21); five are a poker hand, straights and flushes included (R-26)."""
    five = clause.board is Ranking.BOARD_HIGH and max(map(len, boards)) >= 5
    return Ranking.HIGH_FIVE if five and not state.procedure.first_rulebook else clause.board


def up_cards(state: Round) -> tuple[tuple[Card, ...], ...]:
    """By seat, the cards that count as up-cards: one exposed by accident does unless the house rules say otherwise."""
    if not state.flashed or state.procedure.house.exposed_river_counts_for_order:
        return state.up
    return tuple([tuple([card for card in cards if card not in state.flashed]) for cards in state.up])


def highest_upcard(state: Round, plan: StreetPlan) -> Opening:
    clause: HighestUpcard = plan.opens
    up = up_cards(state)
    return max(with_upcard(state), key=lambda seat: max(known(up[seat]))), clause.rule


def pair_with_community(state: Round, plan: StreetPlan) -> Opening:
    clause: PairWithCommunity = plan.opens
    live, up = live_from(state, 0), up_cards(state)
    ranks = known(state.board)
    standings = [
        pair_or_highest([rank(card) for card in known(up[seat])], {rank(card) for card in ranks}) for seat in live
    ]
    best = max(standings)
    return live[standings.index(best)], clause.rule if standings.count(best) == 1 else clause.tie


def pair_or_highest(up: list[int], community: set[int]) -> tuple[int, int]:
    """Whether an up-card pairs with the community card (two up-cards that pair each other do not count); then the
    highest.
    """
    return max(community.intersection(up), default=-1), max(up, default=-1)


def known(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple([card for card in cards if card != UNKNOWN])


def left_of_button(state: Round, plan: StreetPlan) -> Opening:
    clause: LeftOfButton = plan.opens
    return first_seat(state), clause.rule


OPENERS: dict[type[Any], Callable[[Round, StreetPlan], Opening]] = {
    Blinds: after_the_blinds,
    ForcedBet: by_upcard,
    BestShowing: best_showing,
    PairWithCommunity: pair_with_community,
    HighestUpcard: highest_upcard,
    LeftOfButton: left_of_button,
}


def open_betting(course: Proceedings) -> bool:
    """Open the street's betting round, unless fewer than two players could bet (AMB-44)."""
    state = course.state
    plan = state.procedure.streets[state.street]
    if state.street and isinstance(plan.opens, Blinds):
        post_blinds(course, state.procedure.house.blinds)
        state = course.state
    if not somebody_must_act(state, able_from(state, 0)):
        gather_blinds(course)  # They have put everybody all-in.
        return False
    if opener_known(state, plan):
        opened_from(course, *OPENERS[type(plan.opens)](state, plan))
    else:
        course.happen(OpenerAwaited(state.procedure.general.named, state.street))
    return True


def opener_known(state: Round, plan: StreetPlan) -> bool:
    """Whether the record knows the cards that say who opens, or takes its own guess (R-44)."""
    if not state.unnamed or isinstance(plan.opens, Blinds | LeftOfButton):
        return True
    first = isinstance(plan.opens, ForcedBet)
    open_cards = [state.up[seat][:1] if first else state.up[seat] for seat in live_from(state, 0)]
    return all(UNKNOWN not in cards for cards in open_cards) and (first or UNKNOWN not in state.board)


def opened_from(course: Proceedings, start: int, rule: Citation) -> None:
    """Open the betting round at a seat: the rule's, or the one that the dealer names."""
    state = course.state
    plan, able, kill = state.procedure.streets[state.street], able_from(state, start), state.kill
    if kill is not None and state.bet and state.procedure.house.kill_acts == "last" and kill.seat in able:
        able = (*(seat for seat in able if seat != kill.seat), kill.seat)
    unit = state.sizes.units[state.street]
    course.happen(BettingRoundOpened(rule, state.street, able, unit, obligation(state, plan, unit)))


def may_open_instead(state: Round, command: PlayerCommand) -> bool:
    """Whether a supervisor can let a player other than the one the rule names make the forced bet: nobody has acted
    yet.
    """
    opens = isinstance(command, (PostForcedBet, Bet))
    return opens and state.stage is Stage.BETTING and forced_bet_due(state) and command.seat in state.to_act


def opened_by(state: Round, seat: Seat, ruling: Citation) -> BettingRoundOpened:
    return BettingRoundOpened(ruling, state.street, able_from(state, seat), state.increment, state.obliged)


def opened_again(state: Round) -> BettingRoundOpened | OpenerAwaited:
    """The betting round opened again after an up-card or a hand has gone; nobody has acted in it."""
    plan = state.procedure.streets[state.street]
    if not opener_known(state, plan):
        return OpenerAwaited(state.procedure.general.named, state.street)
    start, rule = OPENERS[type(plan.opens)](state, plan)
    unit = state.increment
    return BettingRoundOpened(rule, state.street, able_from(state, start), unit, obligation(state, plan, unit))


def somebody_must_act(state: Round, able: tuple[Seat, ...]) -> bool:
    return len(able) > 1 or (len(able) == 1 and state.bets[able[0]] < max(state.bets))


def obligation(state: Round, plan: StreetPlan, unit: int) -> int:
    """What the opener must bet: the forced bet, or a compulsory opening bet."""
    if isinstance(plan.opens, ForcedBet):
        return state.procedure.house.forced_bet
    return unit if plan.compulsory else 0


def forced_bet_due(state: Round) -> bool:
    return state.obliged > 0 and isinstance(state.procedure.streets[state.street].opens, ForcedBet)


def bet_range(state: Round, seat: int) -> tuple[int, int]:
    """The least and the most a player may bet or raise to, if their stakes allow it; an all-in may be for less."""
    stakes = state.bets[seat] + state.stacks[seat]
    least, most = RANGES[state.procedure.structure](state, seat)
    if stakes <= least:
        return stakes, stakes
    return least, most if most is not None and most < stakes else stakes


def fixed_range(state: Round, seat: int) -> tuple[int, int]:  # noqa: ARG001
    target = fixed_target(state) if state.bet else state.increment
    return target, target


def spread_range(state: Round, seat: int) -> tuple[int, int]:  # noqa: ARG001
    least, chip = least_raise(state), state.procedure.house.odd_unit
    return least, max(least, (state.bet + state.sizes.most) // chip * chip)


def pot_range(state: Round, seat: int) -> tuple[int, int]:
    """At most the pot as it stands once this player has called."""
    least, chip = least_raise(state), state.procedure.house.odd_unit
    return least, max(least, (2 * state.bet - state.bets[seat] + state.pot) // chip * chip)


def no_limit_range(state: Round, seat: int) -> tuple[int, None]:  # noqa: ARG001
    bet, increment, house = state.bet, state.increment, state.procedure.house
    if not bet and not increment % house.odd_unit:
        return increment, None  # The usual opening bet, without the arithmetic of a raise.
    return least_raise(state), None


RANGES: dict[type[Any], Callable[[Round, int], tuple[int, int | None]]] = {
    Fixed: fixed_range,
    Spread: spread_range,
    PotLimit: pot_range,
    NoLimit: no_limit_range,
}


def least_raise(state: Round) -> int:
    """A full bet where only forced money is in; otherwise the last increment, or one chip if the house rules say so."""
    if state.incomplete:
        return state.increment
    chip = state.procedure.house.odd_unit
    by = chip if state.bet and state.procedure.house.min_raise == "any-amount" else state.increment
    return -(-(state.bet + by) // chip) * chip


def fixed_target(state: Round) -> int:
    """One bet more. A short all-in is completed, or raised in full once it is half a bet (R-06)."""
    bet, unit = state.bet, state.increment
    if state.incomplete:
        return unit
    # Forced money below a full bet does not count as one: anything above it is measured against the first full bet.
    full = state.full if state.full >= unit or state.procedure.first_rulebook else 0
    short = bet - full
    return bet + unit if 2 * short >= unit or not short else full + unit


def may_raise_again(state: Round, seat: int) -> bool:
    """Whether the betting is open to a player who may have wagered before a short all-in (AMB-77).

    It is always open to a player who has not wagered: a blind, a forced bettor (R-27), and one who checked, 14.7(j).
    """
    level = former.level(state, seat) if state.procedure.first_rulebook else state.levels[seat]
    if level < 0 or state.full > level:
        return True
    match state.procedure.reopens:
        case Reopens.NEVER:
            return False
        case Reopens.HALF:
            return 2 * (state.bet - level) >= state.increment
        case Reopens.FULL:
            return state.bet - state.full >= state.increment
        case Reopens.CUMULATIVE:
            return state.bet - level >= state.increment


def cap_reached(state: Round) -> bool:
    house = state.procedure.house
    if house.max_raises is None or state.raises < house.max_raises:
        return False
    heads_up = state.live.bit_count() == 2
    return not (heads_up and house.heads_up_unlimited)


def raise_refusal(state: Round, seat: Seat) -> Refusal | None:
    """Why this player may not raise any amount."""
    general = state.procedure.general
    if len(state.to_act) == 1 and not any(other != seat for other in able_from(state, seat)):
        return Refusal(Code.NOBODY_TO_ANSWER, general.side_pot, {"seat": seat})
    if not state.procedure.house.check_raise and state.checked >> seat & 1:
        return Refusal(Code.CHECK_RAISE_BARRED, general.check_raise, {"seat": seat})
    if cap_reached(state):
        raises = state.procedure.house.max_raises or 0
        return Refusal(Code.RAISE_CAP, general.limits, {"raises": raises})
    if not may_raise_again(state, seat):
        return Refusal(Code.NOT_REOPENED, general.reopening, {"seat": seat, "bet": state.bet})
    return None


def money_refusal(state: Round, to: object) -> Refusal | None:
    if type(to) is int and to >= 0:
        return None
    facts: dict[str, Value] = {"what": saying("detail-play.amount-bet"), "value": str(to)}
    return Refusal(Code.NOT_MONEY, state.procedure.general.stakes, facts)


def stakes_refusal(state: Round, seat: Seat, to: int) -> Refusal | None:
    """Why this player may not bet or raise to this amount, regardless of the sign."""
    general = state.procedure.general
    stakes = state.bets[seat] + state.stacks[seat]
    if to > stakes:
        return Refusal(Code.EXCEEDS_TABLE_STAKES, general.stakes, {"seat": seat, "to": to, "most": stakes})
    if to <= state.bet:
        return Refusal(Code.NOT_A_RAISE, general.raise_, {"seat": seat, "to": to, "bet": state.bet})
    return None


def range_refusal(state: Round, seat: Seat, to: int) -> Refusal | None:
    least, most = bet_range(state, seat)
    facts: dict[str, int | str] = {"seat": seat, "to": to, "least": least, "most": most}
    rule = state.procedure.general.limits
    if state.procedure.structure is Fixed and to != least:
        return Refusal(Code.NOT_THE_POSTED_AMOUNT, rule, facts)
    if to < least:
        return Refusal(Code.BELOW_MINIMUM, rule, facts)
    if to > most:
        return Refusal(Code.ABOVE_MAXIMUM, rule, facts)
    if to % state.procedure.house.odd_unit and to != most:
        return Refusal(Code.NOT_WHOLE_CHIPS, state.procedure.general.stakes, facts)
    return None


def fold_refusal(state: Round, command: Fold) -> Refusal | None:
    """Folding in turn is always allowed; only a player with up-cards can fold by turning them down."""
    if command.how is Folding.TURNED_DOWN and not state.up[command.seat]:
        return Refusal(Code.NO_UP_CARDS, state.procedure.general.turned_down, {"seat": command.seat})
    return None


def check_refusal(state: Round, command: Check) -> Refusal | None:
    seat = command.seat
    general = state.procedure.general
    if state.obliged:
        return obliged_refusal(state, seat)
    if state.bet > state.bets[seat]:
        return Refusal(Code.BET_TO_ANSWER, general.check, {"seat": seat, "bet": state.bet})
    return None


def obliged_refusal(state: Round, seat: Seat) -> Refusal:
    opens = state.procedure.streets[state.street].opens
    if forced_bet_due(state):
        return Refusal(Code.FORCED_BET_DUE, opens.rule, {"seat": seat, "amount": state.obliged})
    return Refusal(Code.MUST_BET, opens.rule, {"seat": seat, "least": state.obliged})


def call_refusal(state: Round, command: Call) -> Refusal | None:
    seat, discard = command.seat, command.discard
    entering = discard or state.procedure.streets[state.street].discard
    refusal = discard_refusal(state, seat, discard) if entering else None
    if refusal is None and state.bet <= state.bets[seat]:
        return Refusal(Code.NOTHING_TO_CALL, state.procedure.general.call, {"seat": seat})
    return refusal


def bet_refusal(state: Round, command: Bet) -> Refusal | None:
    seat, to = command.seat, command.to
    refusal = money_refusal(state, to) or opener_discard_refusal(state, seat, command.discard)
    if refusal is None and forced_bet_due(state) and not state.procedure.house.opener_may_bet_full:
        refusal = obliged_refusal(state, seat)
    if refusal is None and state.bet:
        refusal = Refusal(Code.ALREADY_BET, state.procedure.general.raise_, {"seat": seat, "bet": state.bet})
    return refusal or stakes_refusal(state, seat, to) or range_refusal(state, seat, to)


def raise_command_refusal(state: Round, command: Raise) -> Refusal | None:
    seat, to = command.seat, command.to
    refusal = money_refusal(state, to) or discard_refusal(state, seat, command.discard)
    if refusal is None and not state.bet:
        refusal = Refusal(Code.NOTHING_TO_RAISE, state.procedure.general.raise_, {"seat": seat})
    return refusal or stakes_refusal(state, seat, to) or raise_refusal(state, seat) or range_refusal(state, seat, to)


def forced_bet_refusal(state: Round, command: PostForcedBet) -> Refusal | None:
    if not forced_bet_due(state):
        opens = state.procedure.streets[state.street].opens
        return Refusal(Code.NO_FORCED_BET_DUE, opens.rule, {"seat": command.seat})
    return opener_discard_refusal(state, command.seat, command.discard)


def opener_discard_refusal(state: Round, seat: Seat, cards: tuple[Card, ...]) -> Refusal | None:
    """A forced bettor keeps the down cards until they act again or the betting closes, unless the house rules say
    otherwise.
    """
    if forced_bet_due(state) and state.procedure.house.forced_bettor_discard == "on-close":
        clause = state.procedure.streets[state.street].street.discard
        rule = clause.rule if clause else state.procedure.general.stakes
        return Refusal(Code.DISCARD_NOT_DUE, rule, {"seat": seat}) if cards else None
    return discard_refusal(state, seat, cards)


def fold(state: Round, command: Fold) -> list[Event]:
    """Throwing the hand away does not lift an obligation to bet, 14.15(j)2."""
    general, how = state.procedure.general, command.how
    rule = general.turned_down if how is Folding.TURNED_DOWN else general.fold
    folded = Folded(rule, command.seat, how)
    return [paid_obligation(state, command.seat), folded] if state.obliged else [folded]


def paid_obligation(state: Round, seat: Seat) -> Event:
    rule = state.procedure.general.obligation
    amount = min(state.obliged, state.stacks[seat])
    if forced_bet_due(state):
        return ForcedBetPosted(rule, seat, amount, state.obliged)
    return BetMade(rule, seat, amount, state.increment, full=amount >= state.increment)


def check(state: Round, command: Check) -> list[Event]:
    return [Checked(state.procedure.streets[state.street].answers, command.seat)]


def call(state: Round, command: Call) -> list[Event]:
    seat = command.seat
    stack = state.stacks[seat]
    amount = min(state.bet - state.bets[seat], stack)
    rule = state.procedure.streets[state.street].answers if amount < stack else state.procedure.general.all_in
    called = Called(rule, seat, amount)
    return [*entry_discard(state, seat, command.discard), called] if command.discard else [called]


def bet(state: Round, command: Bet) -> list[Event]:
    seat, to = command.seat, command.to
    plan = state.procedure.streets[state.street]
    rule = plan.opens.rule if state.obliged else plan.answers
    increment = state.increment if state.procedure.structure is Fixed else max(state.increment, to)
    made = BetMade(rule, seat, to, increment, full=to >= state.increment)
    return [*entry_discard(state, seat, command.discard), made]


def raise_(state: Round, command: Raise) -> list[Event]:
    seat, to = command.seat, command.to
    house = state.procedure.house
    fixed = state.procedure.structure is Fixed
    by = to - state.bet
    if state.incomplete:
        full, counts = to >= state.increment, house.completion_counts_as_raise
    else:
        full = by >= state.increment or (fixed and to >= fixed_target(state))
        half = fixed and 2 * by >= state.increment
        counts = full or half or house.short_all_in_counts_as_raise
    increment = state.increment if fixed or not full else max(by, state.increment)
    raised = Raised(state.procedure.streets[state.street].answers, seat, to, increment, full, counts)
    return [*entry_discard(state, seat, command.discard), raised]


def post_forced_bet(state: Round, command: PostForcedBet) -> list[Event]:
    seat = command.seat
    rule = state.procedure.streets[state.street].opens.rule
    posted = ForcedBetPosted(rule, seat, min(state.obliged, state.stacks[seat]), state.obliged)
    return [*entry_discard(state, seat, command.discard), posted]


def settle_uncalled(course: Proceedings, seat: Seat) -> None:
    """The part of the highest bet above the next one: returned, or left in the pot unraked if its hand is out."""
    state = course.state
    bets, rule = state.bets, state.procedure.general.uncalled
    uncalled = bets[seat] - max([other for place, other in enumerate(bets) if place != seat])
    if state.is_live(seat):
        course.happen(UncalledReturned(rule, seat, uncalled))
    elif not state.procedure.first_rulebook:
        course.happen(UncalledForfeited(rule, seat, uncalled))


def close_betting(course: Proceedings) -> None:
    """Return what nobody called, then gather the bets into the pot."""
    state = course.state
    bets = state.bets
    most = max(bets)
    if most and bets.count(most) == 1:
        settle_uncalled(course, Seat(bets.index(most)))
    state = course.state
    course.happen(BettingRoundClosed(state.procedure.streets[max(state.street, 0)].answers))
    if state.procedure.house.rake:
        for event in rake_due(state, course.state):
            course.happen(event)


def gather_blinds(course: Proceedings) -> None:
    """Blinds still lie before their players where a round ends before anybody has bet."""
    if any(course.state.bets):
        close_betting(course)
