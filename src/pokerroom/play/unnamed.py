"""Rounds at a table where a dealer deals, and cards that nobody has named (R-44, R-45).

The law asks a dealer to deal, to say who acts and to push the pots, never to tell a record which cards lie there. So
open cards may stay unnamed: who acts first at stud is then as the dealer says, and the pots go where the dealer pushes
them. Cards that are named, at once or later, are read, and a push that contradicts them is for the floor to decide.
"""

from msgspec.structs import replace

from pokerroom.cards import UNKNOWN, Card, repeated
from pokerroom.play import commands
from pokerroom.play.betting import forced_bet_due, open_betting, opened_from, opener_known, somebody_must_act
from pokerroom.play.commands import NameCards, NameOpener, Push, PushPots, Seat
from pokerroom.play.dealing import cards_due, lying_open, reshuffle_pool
from pokerroom.play.discards import entry_due, known_cards, not_cards_refusal
from pokerroom.play.events import BettingSkipped, CardsNamed, PotAwarded, PotsPushed, Ruled
from pokerroom.play.irregularities import ruling_refusal
from pokerroom.play.pots import Strengths, Win, divide_among, qualified
from pokerroom.play.proceedings import Proceedings
from pokerroom.play.refusals import Code, Refusal
from pokerroom.play.showdown import award_pots, close_round, contribute
from pokerroom.play.state import Round, Stage, able_from, live_from
from pokerroom.ranking import Strength
from pokerroom.words import Saying, Value, saying, term

# Cards that are dealt, discarded or reshuffled without their names.


def unnamed_deal(state: Round) -> commands.Deal | None:
    """The next cards without their names; None while no cards are awaited, or open ones must be named."""
    due = cards_due(state) if state.unnamed else 0
    return commands.Deal((UNKNOWN,) * due) if due else None


def completed(state: Round, command: commands.Command) -> commands.Command:
    """What a dealer says, with the cards that the dealer does not name."""
    match command:
        case commands.Deal(cards=cards, exposed=exposed):
            return commands.Deal(with_hidden(cards, lying_open(state, exposed)), exposed)
        case commands.Reshuffle(cards=()) if state.stage is Stage.SHUFFLING:
            return commands.Reshuffle((UNKNOWN,) * len(reshuffle_pool(state).cards))
        case commands.Discard(seat=seat, cards=()):
            return commands.Discard(seat, given_up(state, seat))
        case (
            commands.Call(discard=())
            | commands.Bet(discard=())
            | commands.Raise(discard=())
            | commands.PostForcedBet(discard=())
        ):
            return replace(command, discard=given_up(state, command.seat)) if opens_freely(state) else command
        case commands.Uphold(command=action):
            return replace(command, command=completed(state, action))
        case _:
            return command


def with_hidden(named: tuple[Card, ...], lie_open: list[bool]) -> tuple[Card, ...]:
    """The cards of a deal of which only those that lie open are named, or none."""
    if len(named) not in {0, sum(lie_open)} or len(named) == len(lie_open):
        return named
    cards = iter(named)
    return tuple([next(cards, UNKNOWN) if is_open else UNKNOWN for is_open in lie_open])


def given_up(state: Round, seat: Seat) -> tuple[Card, ...]:
    """The down cards that it costs a player to enter the round, 14.9B(e), without their names."""
    clause = entry_due(state, seat) if is_seated(state, seat) and state.street >= 0 else None
    held = 0 if clause is None else min(clause.count, len(state.down[seat]))
    return (UNKNOWN,) * held


def opens_freely(state: Round) -> bool:
    """Whether a wager now costs its down cards at once: a forced bettor's come later (AMB-59)."""
    return not (forced_bet_due(state) and state.procedure.house.forced_bettor_discard == "on-close")


# Naming them later.


def name_cards(course: Proceedings, command: NameCards) -> Refusal | None:
    state = course.state
    refusal = naming_refusal(state, command)
    if refusal is not None:
        return refusal
    lying = open_cards(state, command.seat)
    whole = tuple([before if card == UNKNOWN else card for card, before in zip(command.cards, lying, strict=True)])
    course.happen(CardsNamed(state.procedure.general.named, command.seat, whole))
    return None


def open_cards(state: Round, seat: Seat | None) -> tuple[Card, ...]:
    """What lies face up in front of a player, or in the center."""
    if seat is None:
        return state.board
    return state.up[seat] if is_seated(state, seat) else ()


def naming_refusal(state: Round, command: NameCards) -> Refusal | None:
    rule, seat, cards = state.procedure.general.named, command.seat, command.cards
    if not state.by_dealer:
        return Refusal(Code.ROOM_DEALS, rule, {})
    if seat is not None and not is_seated(state, seat):
        return Refusal(Code.NOT_SEATED, state.procedure.general.seated, {"seat": seat})
    lying = open_cards(state, seat)
    if UNKNOWN not in lying:
        return Refusal(Code.NOTHING_TO_NAME, rule, {})
    if len(cards) != len(lying):
        return Refusal(Code.WRONG_NUMBER_OF_CARDS, rule, {"given": len(cards), "due": len(lying)})
    return not_cards_refusal(cards, rule) or named_otherwise(state, cards, lying)


def named_otherwise(state: Round, cards: tuple[Card, ...], lying: tuple[Card, ...]) -> Refusal | None:
    """A card has one name, and lies in one place."""
    rule = state.procedure.general.named
    for card, before in zip(cards, lying, strict=True):
        if before not in (UNKNOWN, card) and card != UNKNOWN:
            return Refusal(Code.NAMED_BEFORE, rule, {"card": before})
    twice = repeated(cards)
    elsewhere = sorted((known_cards(state) - set(lying)).intersection(cards)) if twice is None else [twice]
    return Refusal(Code.CARD_ELSEWHERE, rule, {"card": elsewhere[0]}) if elsewhere else None


def is_seated(state: Round, seat: object) -> bool:
    return type(seat) is int and 0 <= seat < len(state.stacks)


# Who acts first, as the dealer says.


def name_opener(course: Proceedings, command: NameOpener) -> Refusal | None:
    state, seat = course.state, command.seat
    rule = state.procedure.general.named
    if state.stage is not Stage.TELLING:
        return Refusal(Code.NOT_NOW, rule, {"stage": term(state.stage)})
    if not is_seated(state, seat):
        return Refusal(Code.NOT_SEATED, state.procedure.general.seated, {"seat": seat})
    if seat not in able_from(state, 0):
        return Refusal(Code.NOT_IN_THE_ROUND, rule, {"seat": seat})
    opened_from(course, seat, rule)
    return None


def after_telling(course: Proceedings) -> bool:
    """The betting round opens by itself once the cards that decide are named, or is skipped where nobody can bet."""
    state = course.state
    plan = state.procedure.streets[state.street]
    if not somebody_must_act(state, able_from(state, 0)):
        course.happen(BettingSkipped(plan.opens.rule))
        return True
    if opener_known(state, plan):
        open_betting(course)
    return False


# Pots pushed by hand.


def push_pots(course: Proceedings, command: PushPots) -> Refusal | None:
    state, ruling = course.state, command.ruling
    refusal = pushing_refusal(state, command)
    if refusal is None and ruling is not None:
        refusal = ruling_refusal(state.procedure, ruling)
    if refusal is None and ruling is None:
        refusal = contradiction(state, command.pushes)
    if refusal is not None:
        return refusal
    if ruling is not None:
        course.happen(Ruled(state.procedure.general.ruling, ruling, ()))
    if not command.pushes:
        award_pots(course)
        return None
    course.happen(PotsPushed(state.procedure.general.pushed, command.pushes))
    contribute(course)
    for event in awards_pushed(course.state, command.pushes):
        course.happen(event)
    close_round(course)
    return None


def pushing_refusal(state: Round, command: PushPots) -> Refusal | None:
    rule, pushes = state.procedure.general.pushed, command.pushes
    if not state.by_dealer:
        return Refusal(Code.ROOM_DEALS, rule, {})
    if state.stage is not Stage.SHOWDOWN:
        return Refusal(Code.NOT_NOW, rule, {"stage": term(state.stage)})
    if not pushes:
        return None if hands_are_known(state) else Refusal(Code.CARDS_NOT_NAMED, rule, {})
    for each in pushes:
        if each.pot not in range(len(state.pots)):
            return Refusal(Code.NO_SUCH_POT, rule, {"pot": each.pot, "pots": len(state.pots)})
    for number in range(len(state.pots)):
        refusal = pot_refusal(state, number, [each for each in pushes if each.pot == number])
        if refusal is not None:
            return refusal
    return None


def pot_refusal(state: Round, number: int, pushes: list[Push]) -> Refusal | None:
    """Why one pot is not pushed whole, once, to players who may win it."""
    rule, pot = state.procedure.general.pushed, pot_named(number)
    names = [plan.share.name for plan in state.procedure.shares]
    shares = [each.share for each in pushes]
    if not pushes or any(not each.seats for each in pushes):
        return Refusal(Code.POT_NOT_PUSHED, rule, {"pot": pot})
    if shares not in ([""], names[:1]) and sorted(shares) != sorted(names):
        return Refusal(Code.NO_SUCH_SHARE, rule, {"pot": pot})
    for each in pushes:
        for place, seat in enumerate(each.seats):
            may_win = seat in state.pots[number].claimants and state.is_live(seat)
            if not may_win or seat in each.seats[:place]:
                return Refusal(Code.NO_CLAIM, rule, {"pot": pot, "seat": seat})
    return None


def pot_named(number: int) -> Saying:
    return saying("detail-play.side-pot", number=number) if number else saying("detail-play.main-pot")


def awards_pushed(state: Round, pushes: tuple[Push, ...]) -> list[PotAwarded]:
    """What each winner gets, side pots before the pot in the center, 14.6(e)6."""
    wins = [pushed_to(state, pushes, number) for number in range(len(state.pots))]
    return [replace(award, rule=state.procedure.general.pushed) for award in divide_among(state, wins)]


def pushed_to(state: Round, pushes: tuple[Push, ...], number: int) -> list[Win]:
    """The shares of one pot and who wins each; a pot pushed whole counts as its first share."""
    plans = state.procedure.shares
    by_share = {each.share or plans[0].share.name: each.seats for each in pushes if each.pot == number}
    return [Win(plan, None, by_share[plan.share.name]) for plan in plans if plan.share.name in by_share]


def is_tabled(state: Round, seat: Seat) -> bool:
    """Whether the record knows every card of a hand and of the center."""
    return UNKNOWN not in state.cards(seat) and UNKNOWN not in state.board


def hands_are_known(state: Round) -> bool:
    return all(is_tabled(state, seat) for seat in live_from(state, 0))


def tabled_strengths(state: Round) -> Strengths:
    """For each share, the strength of every tabled hand that qualifies for it."""
    tabled = [seat for seat in live_from(state, 0) if is_tabled(state, seat)]
    return tuple(
        [
            qualified(plan, {seat: plan.rank(state.cards(seat), state.board) for seat in tabled})
            for plan in state.procedure.shares
        ]
    )


def contradiction(state: Round, pushes: tuple[Push, ...]) -> Refusal | None:
    """Why tabled cards say otherwise than the dealer pushes: the floor decides, 14.15(b)."""
    if not pushes:
        return None
    for number, plans in enumerate([pushed_to(state, pushes, number) for number in range(len(state.pots))]):
        by_share = {win.plan.share.name: win.seats for win in plans}
        for plan, strengths in zip(state.procedure.shares, tabled_strengths(state), strict=True):
            # A pot pushed whole is pushed for every share.
            winners = by_share.get(plan.share.name, plans[0].seats)
            held = {seat: strengths[seat] for seat in state.pots[number].claimants if seat in strengths}
            wrong = beaten(state, winners, held, whole=plan.share.name not in by_share)
            if wrong is not None:
                facts: dict[str, Value] = {"pot": pot_named(number), "seat": wrong, "share": plan.share.name}
                return Refusal(Code.PUSH_CONTRADICTED, state.procedure.general.pushed, facts)
    return None


def beaten(state: Round, winners: tuple[Seat, ...], held: dict[Seat, Strength], *, whole: bool) -> Seat | None:
    """The first of the winners whose tabled hand does not win against those held; None if no card says so."""
    best = max(held.values(), default=None)
    for seat in winners:
        unqualified = is_tabled(state, seat) and seat not in held and (best is not None or not whole)
        if unqualified or (seat in held and held[seat] != best):
            return seat
    left_out = [seat for seat, strength in held.items() if strength == best and seat not in winners]
    tabled = [seat for seat in winners if seat in held]
    return tabled[0] if left_out and tabled else None
