"""A recorded hand played again: the engine says what it waits for, the record gives it.

Cards the record does not know stay unknown to the engine until they are shown. What the house rules refuse is let
stand, as a supervisor would (14.15(b)), and told as a warning.
"""

from collections import deque
from collections.abc import Callable
from decimal import Decimal

import msgspec

from pokerroom.cards import UNKNOWN, Card
from pokerroom.history.hand import (
    Action,
    Hand,
    HistoryError,
    Verb,
    by_seat,
    decimal_places,
    finite_amounts,
    player,
)
from pokerroom.history.variants import variant
from pokerroom.play import (
    Bet,
    Call,
    Check,
    Command,
    Concede,
    Deal,
    Discard,
    Draw,
    Event,
    Fold,
    KillButton,
    OpenRound,
    Outcome,
    PlayerCommand,
    PostForcedBet,
    Procedure,
    Raise,
    Refusal,
    Reshuffle,
    Round,
    Seat,
    Show,
    Stage,
    Uphold,
    perform,
    procedure,
    reshuffle_pool,
    start,
)
from pokerroom.play.betting import forced_bet_due
from pokerroom.play.dealing import Parcel, draw_parcel, next_parcel, next_street
from pokerroom.play.refusals import MONEY
from pokerroom.rules.house import PRESETS, Fixed, HouseRulesError, Limits, NoLimit, PotLimit, Spread

CENTS = 2
"""Decimal places of the engine's money. The unit of a file is taken for its dollar."""


class Replayed(msgspec.Struct, frozen=True, kw_only=True):
    """How a recorded hand came out, in the seat order and the units of the file."""

    state: Round
    log: tuple[Event, ...]
    stacks: tuple[Decimal | None, ...]
    """None where the stack was not known to begin with."""
    payoffs: tuple[Decimal, ...]
    warnings: tuple[str, ...]


def replay_hand(hand: Hand, *, house: str = "customary", strict: bool = False) -> Replayed:
    """Play a recorded hand by a preset of the house rules; with `strict`, what they refuse is an error."""
    money = Money(hand)
    playback = Playback(hand, money, strict=strict)
    playback.open(table_for(hand, money, house), opening(hand, money))
    while not playback.state.over:
        STEPS[playback.state.stage](playback)
    playback.close()
    return outcome(hand, money, playback)


class Money:
    """Amounts of one file as the whole numbers the engine counts in, and back."""

    def __init__(self, hand: Hand) -> None:
        written = decimal_places(hand)
        self.places = max(CENTS, written)
        self.smallest = 10 ** (self.places - written)
        """The last decimal place of the file: what its pots can be divided into."""

    def whole(self, amount: Decimal | None) -> int:
        return 0 if amount is None else int(amount.scaleb(self.places))

    def amount(self, whole: int) -> Decimal:
        units, rest = divmod(whole, 10**self.places)
        return Decimal(whole).scaleb(-self.places).normalize() if rest else Decimal(units)


def table_for(hand: Hand, money: Money, preset: str) -> Procedure:
    """The table as the file posts it; what it does not post is the preset's."""
    whole = money.whole
    rules = PRESETS[preset](
        limits_of(hand, money),
        ante=whole(max(hand.antes, default=None)),
        forced_bet=whole(hand.bring_in),
        kill=hand.kill,
        odd_unit=money.smallest if hand.odd_unit is None else whole(hand.odd_unit),
        antes_to_main_pot=not hand.ante_trimming,
    )
    blinds = hand.blinds or ()
    # Between two players the file names the button's blind first, as a house does whose button posts first.
    in_turn = blinds if rules.heads_up_button_small_blind else by_seat(blinds)
    try:
        return procedure(hand.game, msgspec.structs.replace(rules, blinds=tuple(map(whole, in_turn))))
    except HouseRulesError as error:
        raise HistoryError("posted limits", str(error)) from None


def limits_of(hand: Hand, money: Money) -> Limits:
    _, structure = variant(hand.variant)
    least = money.whole(hand.min_bet)
    if structure is Fixed:
        return Fixed(money.whole(hand.small_bet), money.whole(hand.big_bet))
    if structure is Spread:
        return Spread(least, money.whole(hand.max_bet))
    return PotLimit(least) if structure is PotLimit else NoLimit(least)


def opening(hand: Hand, money: Money) -> OpenRound:
    enough = sum(finite_amounts(hand), start=Decimal(1))
    antes = by_seat(hand.antes)
    return OpenRound(
        stacks=tuple(money.whole(stack if stack.is_finite() else enough) for stack in hand.starting_stacks),
        kill=None if hand.kill is None else KillButton(hand.kill, hand.kill_button),
        antes=tuple(map(money.whole, antes)) if len(set(antes)) > 1 else None,
    )


def outcome(hand: Hand, money: Money, playback: "Playback") -> Replayed:
    paid = zip(playback.state.stacks, opening(hand, money).stacks, strict=True)
    payoffs = tuple(money.amount(last - first) for last, first in paid)
    return Replayed(
        state=playback.state,
        log=tuple(playback.log),
        stacks=tuple(
            money.amount(last) if first.is_finite() else None
            for last, first in zip(playback.state.stacks, hand.starting_stacks, strict=True)
        ),
        payoffs=payoffs,
        warnings=tuple(playback.warnings),
    )


class Numbered(msgspec.Struct, frozen=True, gc=False):
    """A recorded action and its place in the file, counted from one."""

    number: int
    action: Action

    def __str__(self) -> str:
        return f"action {self.number} ({str(self.action)!r})"


class Playback:
    """A hand being played: the round so far, and what of the record is still to come."""

    def __init__(self, hand: Hand, money: Money, *, strict: bool) -> None:
        self.money = money
        self.strict = strict
        self.log: list[Event] = []
        self.warnings: list[str] = []
        numbered = [Numbered(number, action) for number, action in enumerate(hand.actions, start=1)]
        # Hands of players who are all-in are shown before the last cards, ours at the end: the last word of each counts.
        self.shows = {each.action.seat: each for each in numbered if each.action.verb is Verb.SHOW}
        self.to_come = deque(each for each in numbered if each.action.verb not in (Verb.SHOW, Verb.NOTE))
        self.dealt: dict[Seat, deque[Card]] = {Seat(seat): deque() for seat in range(len(hand.starting_stacks))}
        """Cards the record has given each player that the engine has not."""
        self.discards: dict[Seat, deque[Numbered]] = {seat: deque() for seat in self.dealt}
        self.state: Round

    def open(self, table: Procedure, command: OpenRound) -> None:
        result = start(table, command)
        if isinstance(result, Refusal):
            raise HistoryError("opening", self.told(result))
        self.state, events = result
        self.log += events

    def next(self, wanted: str) -> Numbered:
        if not self.to_come:
            raise HistoryError("actions", f"the record ends where {wanted}")
        return self.to_come.popleft()

    def perform(self, command: Command, by: Numbered | None) -> None:
        result = perform(self.state, command)
        if isinstance(result, Refusal) and by is not None and not self.strict:
            result = self.let_stand(command, result, by)
        if isinstance(result, Refusal):
            raise HistoryError(str(by or "actions"), self.told(result))
        self.state, events = result
        self.log += events

    def let_stand(self, command: Command, refusal: Refusal, by: Numbered) -> Outcome:
        """What happened, happened: the supervisor upholds it where only the house rules forbid it."""
        if not isinstance(command, PlayerCommand):
            return refusal
        upheld = perform(self.state, Uphold(command))
        if not isinstance(upheld, Refusal):
            self.warnings.append(f"{by}: {self.told(refusal)}")
        return upheld

    def told(self, refusal: Refusal) -> str:
        """The refusal in the units of the file."""
        facts = {
            name: str(self.money.amount(fact)) if name in MONEY and isinstance(fact, int) else fact
            for name, fact in refusal.facts.items()
        }
        return str(msgspec.structs.replace(refusal, facts=facts))

    def close(self) -> None:
        if self.to_come:
            raise HistoryError(str(self.to_come[0]), "the round of play is over by then")
        self.check_nothing_left_over()

    def check_nothing_left_over(self) -> None:
        for seat, cards in self.dealt.items():
            if cards or self.discards[seat]:
                raise HistoryError("actions", f"{player(seat)} receives or discards cards that are not due")


def deal(playback: Playback) -> None:
    parcel = next_parcel(playback.state, next_street(playback.state))
    cards = board_cards(playback, parcel) if parcel.center else hole_cards(playback, parcel)
    hand_over(playback, parcel, cards)


def hand_over(playback: Playback, parcel: Parcel, cards: list[Card]) -> None:
    burn = () if parcel.burn is None else (UNKNOWN,)
    playback.perform(Deal((*burn, *cards)), None)


def board_cards(playback: Playback, parcel: Parcel) -> list[Card]:
    cards: list[Card] = []
    while len(cards) < parcel.center:
        wanted = f"{parcel.center - len(cards)} cards are due on the board"
        recorded = playback.next(wanted)
        if recorded.action.verb is not Verb.DEAL_BOARD:
            raise HistoryError(str(recorded), wanted)
        cards += recorded.action.cards or ()
    return cards


def hole_cards(playback: Playback, parcel: Parcel) -> list[Card]:
    """As they leave the deck: one to each seat, then the next round of cards."""
    for seat in parcel.seats:
        while len(playback.dealt[seat]) < parcel.rounds:
            read_on(playback, f"{player(seat)} is due {parcel.rounds - len(playback.dealt[seat])} cards")
    return [playback.dealt[seat].popleft() for _ in range(parcel.rounds) for seat in parcel.seats]


def read_on(playback: Playback, wanted: str) -> None:
    """Take in the next discard or hole cards; a file has all discards of a draw before the new cards."""
    recorded = playback.next(wanted)
    seat = recorded.action.seat
    match recorded.action.verb:
        case Verb.DEAL_HOLE if seat is not None:
            playback.dealt[seat] += recorded.action.cards or ()
        case Verb.DISCARD if seat is not None:
            playback.discards[seat].append(recorded)
        case _:
            raise HistoryError(str(recorded), wanted)


def draw(playback: Playback) -> None:
    state = playback.state
    seat = state.to_act[0]
    if state.owed:
        parcel = draw_parcel(state)
        hand_over(playback, parcel, hole_cards(playback, parcel))
        return
    while not playback.discards[seat]:
        read_on(playback, f"it is {player(seat)}'s turn to draw")
    recorded = playback.discards[seat].popleft()
    playback.perform(Draw(seat, recorded.action.cards or ()), recorded)


def discard(playback: Playback) -> None:
    recorded = playback.next(f"{player(playback.state.turn)} must give up cards")
    if recorded.action.verb is not Verb.DISCARD or recorded.action.seat is None:
        raise HistoryError(str(recorded), f"{player(playback.state.turn)} must give up cards")
    playback.perform(Discard(recorded.action.seat, recorded.action.cards or ()), recorded)


def shuffle(playback: Playback) -> None:
    pool = reshuffle_pool(playback.state)
    playback.perform(Reshuffle((UNKNOWN,) * len(pool.cards)), None)


def bet(playback: Playback) -> None:
    playback.check_nothing_left_over()
    wanted = f"it is {player(playback.state.turn)}'s turn to act"
    recorded = playback.next(wanted)
    given_up: tuple[Card, ...] = ()
    if recorded.action.verb is Verb.DISCARD:
        given_up = recorded.action.cards or ()
        recorded = playback.next(wanted)
    command = wager(playback, recorded, given_up)
    playback.perform(command, recorded)


def wager(playback: Playback, recorded: Numbered, given_up: tuple[Card, ...]) -> PlayerCommand:
    state, action = playback.state, recorded.action
    seat = action.seat
    if seat is None:
        raise HistoryError(str(recorded), f"it is {player(state.turn)}'s turn to act")
    match action.verb:
        case Verb.FOLD:
            return Fold(seat)
        case Verb.CHECK_OR_CALL:
            return Call(seat, given_up) if state.bet > state.bets[seat] else Check(seat)
        case Verb.POST_FORCED_BET:
            return PostForcedBet(seat, given_up)
        case Verb.BET_TO:
            to = playback.money.whole(action.amount)
            return Raise(seat, to, given_up) if state.bet else Bet(seat, to, given_up)
        case _:
            raise HistoryError(str(recorded), f"it is {player(state.turn)}'s turn to act")


def show(playback: Playback) -> None:
    """A player of whom the record says nothing shows what is known of his hand."""
    seat = playback.state.to_act[0]
    recorded = playback.shows.get(seat)
    if recorded is None or recorded.action.cards == ():
        playback.perform(Show(seat), recorded)
    elif recorded.action.cards is None:
        playback.perform(Concede(seat), recorded)
    else:
        playback.perform(Show(seat, whole_hand(playback.state.cards(seat), recorded.action.cards)), recorded)


def whole_hand(held: tuple[Card, ...], shown: tuple[Card, ...]) -> tuple[Card, ...]:
    """What is known of a hand after a show: cards kept back stay as they were. A wrong show is left as it is."""
    known = [card for card in held if card != UNKNOWN]
    known += [card for card in shown if card not in held and card != UNKNOWN]
    unnamed = len(held) - len(known)
    return (*known, *(UNKNOWN,) * unnamed) if unnamed >= 0 else shown


STEPS: dict[Stage, Callable[[Playback], None]] = {
    Stage.DEALING: deal,
    Stage.SHUFFLING: shuffle,
    Stage.BETTING: bet,
    Stage.DISCARDING: discard,
    Stage.DRAWING: draw,
    Stage.SHOWDOWN: show,
}
