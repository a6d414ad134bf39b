"""From what a player says and does to the one action it binds them to, 14.7(d) to (i) and 14.15(j).

`hear` folds one act into what the dealer remembers. Words outrank chips, an announced amount outranks the chips put in
for it, and nothing is added to a bet once it is made. The result is a command that `pokerroom.play` accepts unchanged,
except that a player entering a round of super stud must still name the down cards they give up.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from pokerroom.play import (
    Bet,
    Call,
    Check,
    Code as PlayCode,
    Fold,
    MayBet,
    MayCall,
    MayPostForcedBet,
    MayRaise,
    Offer,
    PostForcedBet,
    Raise,
    Round,
    Seat,
    Stage,
    decide,
    legal_actions,
)
from pokerroom.play.betting import bet_range, forced_bet_due
from pokerroom.play.commands import Folding
from pokerroom.play.decide import turn_refusal
from pokerroom.rules.citation import Citation
from pokerroom.rules.clauses import recite
from pokerroom.rules.editions import EDITIONS, NJAC_13_69F
from pokerroom.table.acts import (
    Act,
    Bound,
    Early,
    Heard,
    Made,
    NotComplete,
    OutOfTurn,
    Owed,
    Placing,
    PutIn,
    Rested,
    Settled,
    Spoke,
    ThrewAway,
    TurnedDown,
    Wager,
    WordRules,
    total,
)
from pokerroom.table.currency import CurrencyConverted, Kind, convert, missing, remaining
from pokerroom.table.refusals import Code, Refusal
from pokerroom.table.speech import Said, Statement, understand
from pokerroom.words import Value, saying, term

Answer = Heard | Bound | Settled | OutOfTurn | Refusal
"""What an act results in: something to remember, an action, payment of owed chips, a note
for the record, or nothing.
"""

POSTED = WordRules()

PLACED = {
    Placing.PUSHED: "14.7(f)1",
    Placing.RELEASED_IN_POT: "14.7(f)2",
    Placing.RELEASED_TOWARD: "14.7(f)3",
}
"""The paragraph that makes each motion a bet."""


@lru_cache(maxsize=256)
def law(edition: str, paragraph: str, reading: str | None = None) -> Citation:
    """The paragraph in the edition a game is played under, borrowed from the current text
    where that edition has none.
    """
    cited: Citation = recite(NJAC_13_69F.cite(paragraph, reading=reading), EDITIONS[edition], {})
    return cited


def rule_of(state: Round, paragraph: str, *, reading: str | None = None) -> Citation:
    return law(state.procedure.game.edition, paragraph, reading)


def hear(state: Round, heard: Heard, act: Act, *, rules: WordRules = POSTED) -> Answer:
    """What one act results in, in this state of the round."""
    seat = act.seat
    owed = heard.owed_by(seat)
    if owed is not None and isinstance(act, PutIn):
        return settle(state, heard, act, owed, rules)
    refusal = stage_refusal(state, seat) or act_refusal(state, heard, act, rules)
    if refusal is not None:
        return refusal
    if seat != state.turn:
        return out_of_turn(state, heard, act, rules)
    early = standing(state, heard, seat)
    if early is not None:
        return Refusal(Code.ALREADY_BOUND, rule_of(state, "14.7(d)", reading="AMB-45"), bound_by(early.act))
    return HEARINGS[type(act)](state, attending(heard, seat), act)


def pays_debt(heard: Heard, act: Act) -> bool:
    """Whether these are chips for a wager made before, whoever's turn it is now."""
    return isinstance(act, PutIn) and heard.owed_by(act.seat) is not None


def turn_comes(state: Round, heard: Heard, *, rules: WordRules = POSTED) -> Heard | Bound:
    """Hold the player whose turn it is now to an earlier act, if the house does so and the bet is the same."""
    seat = state.turn
    early = None if seat is None else standing(state, heard, seat)
    free = replace(heard, early=tuple(other for other in heard.early if other.act.seat != seat))
    if early is None:
        return free
    answer = hear(state, free, early.act, rules=rules)
    if isinstance(answer, Bound):
        return replace(answer, rule=rule_of(state, "14.7(d)", reading="AMB-45"))
    return answer if isinstance(answer, Heard) else free


def stage_refusal(state: Round, seat: Seat) -> Refusal | None:
    """Why nobody in this seat could act now, in turn or not."""
    refusal = turn_refusal(state, Stage.BETTING, seat)
    return None if refusal.code is PlayCode.NOT_YOUR_TURN else refusal


def act_refusal(state: Round, heard: Heard, act: Act, rules: WordRules) -> Refusal | None:
    """Why this counts as nothing, whoever's turn it is: words not heard or understood, or pieces that do not exist."""
    match act:
        case Spoke():
            return words_refusal(state, act)
        case PutIn():
            before = heard.motions if heard.seat == act.seat else ()
            return pieces_refusal(state, act, rules) or stakes_refusal(state, heard, (*before, act), owed=0)
        case _:
            return None


def words_refusal(state: Round, act: Spoke) -> Refusal | None:
    if not act.audible or not act.to_the_dealer:
        return Refusal(Code.NOT_HEARD, rule_of(state, "14.15(j)"), {"seat": act.seat})
    if understand(act.words) is None:
        facts: dict[str, Value] = {
            "seat": act.seat,
            "words": repr(act.words),
            "what": saying("detail-table.may-be-said"),
        }
        return Refusal(Code.NOT_UNDERSTOOD, rule_of(state, "14.7(d)"), facts)
    return None


def pieces_refusal(state: Round, act: PutIn, rules: WordRules) -> Refusal | None:
    seat, kind = act.seat, act.kind
    if not act.chips:
        return Refusal(Code.NOTHING_PUT_IN, rule_of(state, "14.7(f)"), {"seat": seat})
    if kind is Kind.COIN:
        return Refusal(Code.COIN_IN_A_BET, rule_of(state, "14.7(c)"), {"seat": seat})
    known = rules.bills if kind is Kind.CURRENCY else (*rules.chips, state.procedure.house.odd_unit)
    for piece in act.chips:
        if type(piece) is not int or piece not in known:
            what = piece if type(piece) is int else str(piece)
            return Refusal(Code.NOT_A_PIECE, rule_of(state, "14.7(c)"), {"what": what, "kind": term(kind)})
    return None


def stakes_refusal(state: Round, heard: Heard, motions: tuple[PutIn, ...], *, owed: int) -> Refusal | None:
    """Only what was on the table when the round of play began can be put in, 14.7(c)."""
    seat = motions[0].seat
    absent = missing(bills_in(motions), heard.bills_of(seat))
    if absent:
        what = tuple(saying("detail-table.bill", amount=bill) for bill in absent)
        return Refusal(Code.NOT_ON_THE_TABLE, rule_of(state, "14.7(c)"), {"seat": seat, "what": what})
    placed, most = total(motions), state.stacks[seat] + owed
    if placed > most:
        facts: dict[str, int | str] = {"seat": seat, "to": placed, "most": most}
        return Refusal(PlayCode.EXCEEDS_TABLE_STAKES, state.procedure.general.stakes, facts)
    return None


def bills_in(motions: tuple[PutIn, ...]) -> tuple[int, ...]:
    return tuple(bill for motion in motions if motion.kind is Kind.CURRENCY for bill in motion.chips)


def attending(heard: Heard, seat: Seat) -> Heard:
    """The dealer now attends to this player: what another player left unfinished is dropped."""
    if heard.seat == seat:
        return heard
    return replace(heard, seat=seat, statement=None, words="", motions=(), more_to_come=False)


def settle(state: Round, heard: Heard, act: PutIn, owed: Owed, rules: WordRules) -> Settled | Refusal:
    """Chips that bring a bet to the announced amount, 14.7(e); any excess goes back."""
    refusal = pieces_refusal(state, act, rules) or stakes_refusal(state, heard, (act,), owed=owed.amount)
    if refusal is not None:
        return refusal
    placed = sum(act.chips)
    due, change = max(0, owed.amount - placed), max(0, placed - owed.amount)
    others = tuple(other for other in heard.owed if other is not owed)
    then = replace(heard, owed=(*others, replace(owed, amount=due)) if due else others)
    return Settled(
        rule=owed.rule,
        seat=act.seat,
        placed=placed,
        due=due,
        change=change,
        converted=conversion((act,), change),
        then=without_bills(then, act.seat, bills_in((act,))),
    )


def out_of_turn(state: Round, heard: Heard, act: Act, rules: WordRules) -> OutOfTurn | Refusal:
    """Only the player whose turn it is is bound, 14.7(d) and 14.15(j); a house may hold others to it later (AMB-45)."""
    seat, last = act.seat, heard.last
    if seat not in state.to_act:
        if last is not None and last.seat == seat and not isinstance(last.command, Fold | Check):
            if adds(act):
                return addition_refusal(state, last, act)
            if isinstance(act, Spoke):
                # The turn ended with the bet: words that come later have nothing to take precedence over.
                return Refusal(Code.WAGER_STANDS, rule_of(state, "14.7(f)", reading="R-40"), {"seat": seat})
        return turn_refusal(state, Stage.BETTING, seat)
    if isinstance(act, NotComplete | Rested):
        return Refusal(Code.NOT_OPEN, rule_of(state, "14.7(g)"), {"seat": seat})
    rule = rule_of(state, "14.7(d)", reading="AMB-45")
    if rules.out_of_turn == "void" or standing(state, heard, seat) is not None:
        return OutOfTurn(rule=rule, act=act, kept=False, then=heard)
    others = tuple(other for other in heard.early if other.act.seat != seat)
    then = replace(heard, early=(*others, Early(act, state.street, state.bet)))
    return OutOfTurn(rule=rule, act=act, kept=True, then=then)


def adds(act: Act) -> bool:
    """Whether this would make an existing bet larger."""
    if isinstance(act, Spoke):
        statement = understand(act.words)
        return statement is not None and statement.said in {Said.BET, Said.RAISE, Said.AMOUNT, Said.ALL_IN}
    return isinstance(act, PutIn | NotComplete)


def addition_refusal(state: Round, last: Made, act: Act) -> Refusal:
    if isinstance(last.command, Call):
        return Refusal(Code.CALL_STANDS, rule_of(state, "14.7(g)2"), {"seat": last.seat})
    # A player must indicate that more is to come while still making the bet.
    paragraph = "14.7(g)1" if isinstance(act, NotComplete) else "14.7(g)"
    return Refusal(Code.BET_STANDS, rule_of(state, paragraph), {"seat": last.seat})


def standing(state: Round, heard: Heard, seat: Seat) -> Early | None:
    """What this player did before their turn, if they still face the same bet."""
    for early in heard.early:
        if early.act.seat == seat and (early.street, early.bet) == (state.street, state.bet):
            return early
    return None


def bound_by(act: Act) -> dict[str, Value]:
    match act:
        case Spoke(seat=seat, words=words):
            return {"seat": seat, "words": repr(words)}
        case PutIn(seat=seat, chips=chips, manner=manner):
            return {"seat": seat, "words": saying("detail-table.put-in", amount=sum(chips), manner=term(manner))}
        case _:
            return {"seat": act.seat, "words": saying("detail-table.hand-given-up")}


def listen(state: Round, heard: Heard, act: Spoke) -> Answer:
    """Words bind if the game and the limits allow what they say; a fold or check needs nothing more."""
    statement = understand(act.words)
    assert statement is not None, "what is not understood was refused before"
    if heard.statement is not None:
        completed = completing(heard.statement, statement)
        if completed is None:
            facts: dict[str, int | str] = {"seat": act.seat, "words": repr(heard.words)}
            return Refusal(Code.ALREADY_BOUND, rule_of(state, "14.7(d)"), facts)
        statement = completed
    command = meant(state, act.seat, statement)
    refusal = play_refusal(state, command)
    if refusal is not None:
        return refusal
    told = replace(heard, statement=statement, words=act.words)
    return bind(state, told) if isinstance(command, Fold | Check) else told


def completing(first: Statement, second: Statement) -> Statement | None:
    """A bet or raise announced without a size, completed by the second statement; None if that gives no size."""
    gives_size = second.said in {first.said, Said.AMOUNT, Said.ALL_IN} and second.names_an_amount
    if first.names_an_amount or first.said not in {Said.BET, Said.RAISE} or not gives_size:
        return None
    return second if second.said is Said.ALL_IN else replace(second, said=first.said)


def take(state: Round, heard: Heard, act: PutIn) -> Answer:
    with_chips = replace(heard, motions=(*heard.motions, act))
    return with_chips if heard.is_open else bind(state, with_chips)


def keep_open(state: Round, heard: Heard, act: NotComplete) -> Answer:  # noqa: ARG001
    return replace(heard, more_to_come=True)


def rest(state: Round, heard: Heard, act: Rested) -> Answer:
    if heard.statement is None and not heard.motions:
        return Refusal(Code.NOT_OPEN, rule_of(state, "14.7(g)3"), {"seat": act.seat})
    return bind(state, heard)


def throw_away(state: Round, heard: Heard, act: ThrewAway) -> Answer:  # noqa: ARG001
    return give_up_hand(state, heard, Folding.DISCARDED)


def turn_down(state: Round, heard: Heard, act: TurnedDown) -> Answer:
    if not state.up[act.seat]:
        return Refusal(Code.NO_UP_CARDS, rule_of(state, "14.15(j)1ii"), {"seat": act.seat})
    return give_up_hand(state, heard, Folding.TURNED_DOWN)


HEARINGS: dict[type[Any], Callable[[Round, Heard, Any], Answer]] = {
    Spoke: listen,
    PutIn: take,
    NotComplete: keep_open,
    Rested: rest,
    ThrewAway: throw_away,
    TurnedDown: turn_down,
}

GIVEN_UP = {Folding.DISCARDED: "14.15(j)1i", Folding.TURNED_DOWN: "14.15(j)1ii"}


def give_up_hand(state: Round, heard: Heard, how: Folding) -> Answer:
    """A fold, unless words or chips have bound the player to a wager: then it is owed, and
    the hand is gone, 14.15(j)2.
    """
    seat = attended(heard)
    if heard.statement is None and (not heard.motions or isinstance(silent(state, heard), Check)):
        paragraph = "14.15(j)2" if state.obliged else GIVEN_UP[how]
        return bound_to(state, heard, Fold(seat, how), rule_of(state, paragraph), how)
    bound = bind(state, heard)
    if not isinstance(bound, Bound):
        return bound
    rule = bound.rule if heard.statement is None else rule_of(state, "14.15(j)2")
    return replace(bound, rule=rule, manner=how, thrown_away=True)


def bind(state: Round, heard: Heard) -> Bound | Refusal:
    """The action that words and chips together result in."""
    command = wager_of(state, heard)
    manner = heard.motions[0].manner if heard.motions else None
    return bound_to(state, heard, command, ground(state, heard, command), manner)


def bound_to(
    state: Round, heard: Heard, command: Wager, rule: Citation, manner: Placing | Folding | None
) -> Bound | Refusal:
    refusal = play_refusal(state, command)
    if refusal is not None:
        return refusal
    seat, costs, placed = command.seat, price(state, command), heard.placed
    due, change = max(0, costs - placed), max(0, placed - costs)
    # Bills put in for an action that costs nothing are returned unchanged.
    converted = conversion(heard.motions, change) if costs else None
    then = Heard(
        last=Made(seat, command),
        owed=with_debt(heard, Owed(seat, due, rule)),
        early=tuple(early for early in heard.early if early.act.seat != seat),
        bills=heard.bills,
    )
    return Bound(
        command=command,
        rule=rule,
        manner=manner,
        announced=heard.statement,
        motions=heard.motions,
        due=due,
        change=change,
        give_up=0 if isinstance(command, Fold | Check) else cards_to_give_up(state, seat),
        converted=converted,
        then=without_bills(then, seat, converted.bills) if converted else then,
    )


def with_debt(heard: Heard, new: Owed) -> tuple[Owed, ...]:
    """What players owe with this added: one sum for each of them."""
    before = heard.owed_by(new.seat)
    if not new.amount:
        return heard.owed
    others = tuple(owed for owed in heard.owed if owed is not before)
    return (*others, replace(new, amount=new.amount + (before.amount if before else 0)))


def conversion(motions: tuple[PutIn, ...], change: int) -> CurrencyConverted | None:
    return convert(motions[0].seat, bills_in(motions), change) if motions else None


def without_bills(heard: Heard, seat: Seat, bills: tuple[int, ...]) -> Heard:
    if not bills:
        return heard
    left = remaining(heard.bills_of(seat), bills)
    return replace(heard, bills=(*heard.bills[:seat], left, *heard.bills[seat + 1 :]))


def attended(heard: Heard) -> Seat:
    assert heard.seat is not None, "somebody is acting"
    return heard.seat


def price(state: Round, command: Wager) -> int:
    """What the action takes from the player's table stakes."""
    seat = command.seat
    match command:
        case Bet(to=to) | Raise(to=to):
            return to - state.bets[seat]
        case Call():
            return min(state.bet - state.bets[seat], state.stacks[seat])
        case Fold() | PostForcedBet():
            return min(state.obliged, state.stacks[seat])
        case Check():
            return 0


def cards_to_give_up(state: Round, seat: Seat) -> int:
    return max((getattr(offer, "discard", 0) for offer in legal_actions(state, seat)), default=0)


def play_refusal(state: Round, command: Wager) -> Refusal | None:
    """Why the round would refuse this action, whichever down cards are given up with it."""
    if not isinstance(command, Fold | Check):
        count = cards_to_give_up(state, command.seat)
        command = replace(command, discard=state.down[command.seat][:count])
    outcome = decide(state, command)
    return outcome if isinstance(outcome, Refusal) else None


def wager_of(state: Round, heard: Heard) -> Wager:
    seat, statement = attended(heard), heard.statement
    if statement is None:
        return silent(state, heard)
    if statement.said not in {Said.BET, Said.RAISE} or statement.names_an_amount:
        return meant(state, seat, statement)
    if statement.said is Said.BET and forced_bet_due(state) and heard.placed < bet_range(state, seat)[0]:
        return PostForcedBet(seat)
    return (Raise if statement.said is Said.RAISE else Bet)(seat, sized(state, seat, heard.placed))


def meant(state: Round, seat: Seat, statement: Statement) -> Wager:
    """The action that the words alone name; for a bet or raise without a size, the smallest.

    A named size binds as a wager of that size: "bet 30" over a bet raises, "raise to 20" over none bets (R-39).
    """
    match statement.said:
        case Said.FOLD:
            return Fold(seat)
        case Said.CHECK:
            return Check(seat)
        case Said.CALL:
            return Call(seat)
        case Said.BET:
            if statement.to is not None and state.bet:
                return of_size(state, seat, statement.to)
            return opening_bet(state, seat, statement.to)
        case Said.RAISE:
            by = None if statement.by is None else state.bet + statement.by
            to = statement.to if by is None else by
            if to is not None and not state.bet:
                return opening_bet(state, seat, to)
            return Raise(seat, bet_range(state, seat)[0] if to is None else to)
        case Said.AMOUNT:
            assert statement.to is not None, "an amount was said"
            return of_size(state, seat, statement.to)
        case Said.ALL_IN:
            return of_size(state, seat, state.bets[seat] + state.stacks[seat])


def opening_bet(state: Round, seat: Seat, to: int | None) -> Wager:
    if forced_bet_due(state) and (to is None or to == min(state.obliged, state.stacks[seat])):
        return PostForcedBet(seat)
    return Bet(seat, bet_range(state, seat)[0] if to is None else to)


def of_size(state: Round, seat: Seat, to: int) -> Wager:
    """A wager announced by its size alone: it opens, calls or raises according to the size."""
    if not state.bet:
        return opening_bet(state, seat, to)
    calls = to == state.bet or (to < state.bet and to == state.bets[seat] + state.stacks[seat])
    return Call(seat) if calls else Raise(seat, to)


def sized(state: Round, seat: Seat, placed: int) -> int:
    """The legal bet or raise nearest below what was put in: at least the least, at most the most."""
    least, most = bet_range(state, seat)
    to, chip = state.bets[seat] + placed, state.procedure.house.odd_unit
    return most if to >= most else max(least, to // chip * chip)


def silent(state: Round, heard: Heard) -> Wager:
    """Chips without words open or raise if they make up a legal bet or raise, and otherwise call (R-12).

    One piece larger than required only calls, 14.7(i); where there is nothing to call yet it opens (AMB-81).
    """
    seat, placed = attended(heard), heard.placed
    offers: dict[type[Offer], Offer] = {type(offer): offer for offer in legal_actions(state, seat)}
    least = bet_range(state, seat)[0]
    enough = state.bets[seat] + placed >= least and not is_single(heard)
    if MayPostForcedBet in offers and not (enough and MayBet in offers):
        return PostForcedBet(seat)
    if MayBet in offers:
        return Bet(seat, sized(state, seat, placed))
    if MayRaise in offers and enough:
        return Raise(seat, sized(state, seat, placed))
    return Call(seat) if MayCall in offers else Check(seat)


def is_single(heard: Heard) -> bool:
    return len(heard.motions) == 1 and len(heard.motions[0].chips) == 1


def ground(state: Round, heard: Heard, command: Wager) -> Citation:
    """The paragraph that gives this meaning to what was said and done."""
    statement, exact = heard.statement, heard.placed == price(state, command)
    if statement is None:
        return ground_of_chips(state, heard, command, exact=exact)
    if isinstance(command, Fold) and state.obliged:
        return rule_of(state, "14.15(j)2")
    if statement.is_open_raise:
        return rule_of(state, "14.7(g)3")
    if exact or not heard.motions:
        return rule_of(state, "14.7(d)", reading="R-39" if is_misnamed(statement, command) else None)
    if statement.said is Said.BET and not statement.names_an_amount:
        return rule_of(state, PLACED[heard.motions[0].manner], reading="R-12")
    return rule_of(state, "14.7(e)" if statement.names_an_amount else "14.15(j)")


def is_misnamed(statement: Statement, command: Wager) -> bool:
    """Whether a size was announced as a bet where it raises or calls, or as a raise where it opens."""
    return isinstance(command, {Said.BET: (Raise, Call), Said.RAISE: (Bet,)}.get(statement.said, ()))


def ground_of_chips(state: Round, heard: Heard, command: Wager, *, exact: bool) -> Citation:
    single, costs = is_single(heard), price(state, command)
    if single and isinstance(command, Bet) and heard.placed >= costs:
        return rule_of(state, "14.7(i)", reading="AMB-81")
    if single and heard.placed > costs:
        return rule_of(state, "14.7(i)", reading=None if isinstance(command, Call) else "R-12")
    if len(heard.motions) > 1:
        return rule_of(state, "14.7(g)1", reading=None if exact else "R-12")
    if exact and isinstance(command, Call):
        return rule_of(state, "14.7(g)2")
    plain = exact and not isinstance(command, Raise)
    return rule_of(state, PLACED[heard.motions[0].manner], reading=None if plain else "R-12")
