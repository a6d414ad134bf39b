"""A recorded hand played again: the engine says what it waits for, the record gives it.

Cards the record does not know stay unknown to the engine until they are shown. What the house rules refuse is let
stand, as a supervisor would (14.15(b)), and told as a warning.
"""

from collections import deque
from collections.abc import Callable, Iterable
from decimal import Decimal

import msgspec

from pokerroom.cards import UNKNOWN, Card
from pokerroom.history.hand import Action, Hand, HistoryError, Verb, player
from pokerroom.history.table import WAGERS, Money, opening, table_for
from pokerroom.play import (
    Bet,
    Call,
    Check,
    Code,
    Concede,
    Deal,
    Discard,
    Draw,
    Event,
    Fold,
    OpenRound,
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
    reshuffle_pool,
    start,
)
from pokerroom.play.dealing import Parcel, draw_parcel, next_parcel, next_street
from pokerroom.play.refusals import MONEY


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


def outcome(hand: Hand, money: Money, playback: "Playback") -> Replayed:
    last, first = playback.state.stacks, opening(hand, money).stacks
    known = [stack.is_finite() for stack in hand.starting_stacks]
    return Replayed(
        state=playback.state,
        log=tuple(playback.log),
        stacks=tuple(money.amount(stack) if sure else None for stack, sure in zip(last, known, strict=True)),
        payoffs=tuple(money.amount(after - before) for after, before in zip(last, first, strict=True)),
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
        self.state: Round
        self.log: list[Event] = []
        self.warnings: list[str] = []
        numbered = [Numbered(number, action) for number, action in enumerate(hand.actions, start=1)]
        # The record has all-in players show before the last cards, we at the end: the last word of each counts.
        self.shows = {each.action.seat: each for each in numbered if each.action.verb is Verb.SHOW}
        self.to_come = deque(each for each in numbered if each.action.verb not in (Verb.SHOW, Verb.NOTE))
        self.past: list[Numbered] = []
        seats = [Seat(seat) for seat in range(len(hand.starting_stacks))]
        # A file has all discards of a draw first and all new cards after them, the engine goes player by player.
        self.dealt: dict[Seat, deque[tuple[Card, Numbered]]] = {seat: deque() for seat in seats}
        self.discards: dict[Seat, deque[Numbered]] = {seat: deque() for seat in seats}

    def open(self, table: Procedure, command: OpenRound) -> None:
        outcome = start(table, command)
        if isinstance(outcome, Refusal):
            raise HistoryError("opening", self.told(outcome))
        self.go_on(outcome)

    def go_on(self, outcome: tuple[Round, list[Event]]) -> None:
        self.state, events = outcome
        self.log += events

    def next(self, wanted: str, *verbs: Verb) -> Numbered:
        """The next recorded action, which has to be one of these."""
        if not self.to_come:
            raise HistoryError("actions", f"the record ends where {wanted}")
        recorded = self.to_come.popleft()
        self.past.append(recorded)
        if recorded.action.verb not in verbs:
            raise HistoryError(str(recorded), f"out of place: {wanted}")
        return recorded

    def act(self, command: PlayerCommand, recorded: Numbered | None) -> None:
        """What happened, happened: where only the house rules forbid it, a supervisor lets it stand."""
        outcome = perform(self.state, command)
        if isinstance(outcome, Refusal):
            refusal = outcome
            # Nobody can give up a pot that no other player has a claim to.
            instead = Show(command.seat) if refusal.code is Code.LAST_CLAIM else Uphold(command)
            outcome = refusal if self.strict else perform(self.state, instead)
            if isinstance(outcome, Refusal):
                raise HistoryError(str(recorded or player(command.seat)), self.told(refusal))
            self.warnings.append(f"{recorded}: {self.told(refusal)}")
        self.go_on(outcome)

    def deal(self, parcel: Parcel, cards: Iterable[Card]) -> None:
        burn = () if parcel.burn is None else (UNKNOWN,)
        outcome = perform(self.state, Deal((*burn, *cards)))
        if isinstance(outcome, Refusal):
            raise HistoryError(self.dealt_by(outcome.facts.get("card")), self.told(outcome))
        self.go_on(outcome)

    def dealt_by(self, card: object) -> str:
        """The last action that names a card, or else the last of all."""
        naming = [recorded for recorded in self.past if card in (recorded.action.cards or ())]
        return str((naming or self.past)[-1])

    def told(self, refusal: Refusal) -> str:
        """The refusal with amounts in the units of the file."""
        facts = {
            name: str(self.money.amount(fact)) if name in MONEY and isinstance(fact, int) else fact
            for name, fact in refusal.facts.items()
        }
        return str(msgspec.structs.replace(refusal, facts=facts))

    def check_nothing_is_left(self) -> None:
        """Every card and discard the record has told of so far must have been due."""
        undue = [recorded for cards in self.dealt.values() for _, recorded in cards]
        undue += [recorded for discards in self.discards.values() for recorded in discards]
        for recorded in undue:
            raise HistoryError(str(recorded), f"{player(recorded.action.seat)} is due no such cards")

    def close(self) -> None:
        self.check_nothing_is_left()
        for recorded in self.to_come:
            raise HistoryError(str(recorded), "out of place: the round of play is over")


def deal_street(playback: Playback) -> None:
    state = playback.state
    parcel = next_parcel(state, next_street(state))
    playback.deal(parcel, center_cards(playback, parcel) if parcel.center else hole_cards(playback, parcel))


def center_cards(playback: Playback, parcel: Parcel) -> list[Card]:
    cards: list[Card] = []
    while len(cards) < parcel.center:
        cards += playback.next("cards for the board are due", Verb.DEAL_BOARD).action.cards or ()
    return cards


def hole_cards(playback: Playback, parcel: Parcel) -> list[Card]:
    """As they leave the deck: one to each seat, then the next round of cards."""
    for seat in parcel.seats:
        while len(playback.dealt[seat]) < parcel.rounds:
            read_on(playback, f"cards for {player(seat)} are due")
    return [playback.dealt[seat].popleft()[0] for _ in range(parcel.rounds) for seat in parcel.seats]


def read_on(playback: Playback, wanted: str) -> None:
    """Lay the next hole cards or discard ready for whom they are."""
    recorded = playback.next(wanted, Verb.DEAL_HOLE, Verb.DISCARD)
    seat, cards = seat_of(recorded), recorded.action.cards or ()
    if recorded.action.verb is Verb.DISCARD:
        playback.discards[seat].append(recorded)
    else:
        playback.dealt[seat] += [(card, recorded) for card in cards]


def seat_of(recorded: Numbered) -> Seat:
    assert recorded.action.seat is not None, "only cards for the board have no player"
    return recorded.action.seat


def draw(playback: Playback) -> None:
    seat = playback.state.to_act[0]
    if playback.state.owed:
        parcel = draw_parcel(playback.state)
        playback.deal(parcel, hole_cards(playback, parcel))
        return
    while not playback.discards[seat]:
        read_on(playback, f"it is {player(seat)}'s turn to draw")
    recorded = playback.discards[seat].popleft()
    playback.act(Draw(seat, recorded.action.cards or ()), recorded)


def give_up_cards(playback: Playback) -> None:
    recorded = playback.next(f"{player(playback.state.turn)} must give up cards", Verb.DISCARD)
    playback.act(Discard(seat_of(recorded), recorded.action.cards or ()), recorded)


def reshuffle(playback: Playback) -> None:
    outcome = perform(playback.state, Reshuffle((UNKNOWN,) * len(reshuffle_pool(playback.state).cards)))
    assert not isinstance(outcome, Refusal), outcome
    playback.go_on(outcome)


def bet(playback: Playback) -> None:
    playback.check_nothing_is_left()
    wanted = f"it is {player(playback.state.turn)}'s turn to act"
    recorded = playback.next(wanted, *WAGERS, Verb.DISCARD)
    given_up: tuple[Card, ...] = ()
    if recorded.action.verb is Verb.DISCARD:
        given_up = recorded.action.cards or ()
        recorded = playback.next(wanted, *WAGERS)
    playback.act(wager(playback, recorded, given_up), recorded)


def wager(playback: Playback, recorded: Numbered, given_up: tuple[Card, ...]) -> PlayerCommand:
    state, seat = playback.state, seat_of(recorded)
    match recorded.action.verb:
        case Verb.FOLD:
            return Fold(seat)
        case Verb.CHECK_OR_CALL:
            return Call(seat, given_up) if state.bet > state.bets[seat] else Check(seat)
        case Verb.POST_FORCED_BET:
            return PostForcedBet(seat, given_up)
        case _:
            to = playback.money.whole(recorded.action.amount)
            return Raise(seat, to, given_up) if state.bet else Bet(seat, to, given_up)


def show(playback: Playback) -> None:
    """A player of whom the record says nothing shows what is known of his hand."""
    seat = playback.state.to_act[0]
    recorded = playback.shows.get(seat)
    if recorded is None:
        playback.act(Show(seat), None)
    elif recorded.action.cards is None:
        playback.act(Concede(seat), recorded)
    else:
        playback.act(Show(seat, whole_hand(playback.state.cards(seat), recorded.action.cards)), recorded)


def whole_hand(held: tuple[Card, ...], shown: tuple[Card, ...]) -> tuple[Card, ...]:
    """What is known of a hand after a show: cards kept back stay as they were. A wrong show is left as it is."""
    known = [card for card in held if card != UNKNOWN]
    known += [card for card in shown if card not in held and card != UNKNOWN]
    unnamed = len(held) - len(known)
    return (*known, *(UNKNOWN,) * unnamed) if unnamed >= 0 else shown


STEPS: dict[Stage, Callable[[Playback], None]] = {
    Stage.DEALING: deal_street,
    Stage.SHUFFLING: reshuffle,
    Stage.BETTING: bet,
    Stage.DISCARDING: give_up_cards,
    Stage.DRAWING: draw,
    Stage.SHOWDOWN: show,
}
