"""Plays a recorded hand again: the engine says what it waits for, and the record supplies it.

Cards the record does not know stay unknown to the engine until they are shown. Actions that the house rules forbid are
allowed, as a supervisor would (14.15(b)), and reported as warnings; so are statements of the record that cannot change
how the round ended. Shows and mucks are in `showing`, what a file says about itself in `claims`.
"""

from collections import deque
from collections.abc import Callable, Iterable
from decimal import Decimal

import msgspec

from pokerroom.cards import UNKNOWN, Card, card_text
from pokerroom.history.claims import field_doubts, outcome_doubts
from pokerroom.history.hand import Hand, HistoryError, Numbered, Verb, player
from pokerroom.history.showing import Shows, conceding
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
from pokerroom.play.events import PotAwarded
from pokerroom.words import Catalogue, catalogue


class Replayed(msgspec.Struct, frozen=True, kw_only=True):
    """How a recorded hand ended, in the seat order and the units of the file."""

    state: Round
    log: tuple[Event, ...]
    stacks: tuple[Decimal | None, ...]
    """None where the stack was not known at the start."""
    payoffs: tuple[Decimal, ...]
    warnings: tuple[str, ...]


def replay_hand(hand: Hand, *, house: str = "customary", strict: bool = False) -> Replayed:
    """Play a recorded hand by a preset of the house rules; with `strict`, every warning is an error."""
    money = Money(hand)
    playback = Playback(hand, money, strict=strict)
    for doubt in field_doubts(hand):
        playback.doubt(doubt)
    playback.open(table_for(hand, money, house), opening(hand, money))
    while not playback.state.over:
        STEPS[playback.state.stage](playback)
    playback.close()
    stacks, payoffs = final_stacks(hand, money, playback.state)
    for doubt in outcome_doubts(hand, stacks, winnings(money, playback)):
        playback.doubt(doubt)
    return Replayed(
        state=playback.state,
        log=tuple(playback.log),
        stacks=stacks,
        payoffs=payoffs,
        warnings=tuple(playback.warnings),
    )


def final_stacks(hand: Hand, money: Money, state: Round) -> tuple[tuple[Decimal | None, ...], tuple[Decimal, ...]]:
    """What each player ends with, as far as it is known, and what they won or lost."""
    last, first = state.stacks, opening(hand, money).stacks
    known = [stack.is_finite() for stack in hand.starting_stacks]
    stacks = tuple(money.amount(stack) if sure else None for stack, sure in zip(last, known, strict=True))
    return stacks, tuple(money.amount(after - before) for after, before in zip(last, first, strict=True))


def winnings(money: Money, playback: "Playback") -> tuple[Decimal, ...]:
    """What each player won from the pots."""
    taken = [0] * playback.state.seats
    for event in playback.log:
        if isinstance(event, PotAwarded):
            for seat, amount in zip(event.seats, event.amounts, strict=True):
                taken[seat] += amount
    return tuple(map(money.amount, taken))


class Playback:
    """A hand being replayed: the round so far, and the part of the record still to come."""

    def __init__(self, hand: Hand, money: Money, *, strict: bool) -> None:
        self.money = money
        self.strict = strict
        self.state: Round
        self.log: list[Event] = []
        self.warnings: list[str] = []
        numbered = [Numbered(number, action) for number, action in enumerate(hand.actions, start=1)]
        self.to_come = deque(each for each in numbered if each.action.verb is not Verb.NOTE)
        self.past: list[Numbered] = []
        self.shows = Shows()
        seats = [Seat(seat) for seat in range(len(hand.starting_stacks))]
        # A file has all discards of a draw first and then all new cards; the engine goes player by player.
        self.dealt: dict[Seat, deque[Card]] = {seat: deque() for seat in seats}
        self.discards: dict[Seat, Numbered] = {}

    def doubt(self, doubt: HistoryError) -> None:
        """Something the record says that changes nothing, or that a ruling allows."""
        if self.strict:
            raise doubt
        self.warnings.append(str(doubt))

    def open(self, table: Procedure, command: OpenRound) -> None:
        outcome = start(table, command)
        if isinstance(outcome, Refusal):
            raise HistoryError("opening", self.told(outcome))
        self.go_on(outcome)

    def go_on(self, outcome: tuple[Round, list[Event]]) -> None:
        self.state, events = outcome
        self.log += events

    def next(self, wanted: str, *verbs: Verb) -> Numbered:
        """The next recorded action, which must be one of these; shows before it are read where they stand."""
        self.take_shows()
        if not self.to_come:
            raise HistoryError("actions", f"the record ends where {wanted}")
        recorded = self.to_come.popleft()
        self.past.append(recorded)
        if recorded.action.verb not in verbs:
            raise HistoryError(str(recorded), f"out of place: {wanted}")
        return recorded

    def take_shows(self) -> None:
        while self.to_come and self.to_come[0].action.verb is Verb.SHOW:
            recorded = self.to_come.popleft()
            self.past.append(recorded)
            what = self.shows.take(self.state, recorded, tuple(self.dealt[recorded.seat]))
            if what is not None:
                self.doubt(HistoryError(str(recorded), what))

    def act(self, command: PlayerCommand, recorded: Numbered | None) -> None:
        """It has happened, so it counts: where only the house rules forbid it, a supervisor lets it stand."""
        outcome = perform(self.state, command)
        if isinstance(outcome, Refusal):
            refusal = HistoryError(str(recorded or player(command.seat)), self.told(outcome))
            outcome = perform(self.state, Uphold(command))
            if isinstance(outcome, Refusal):
                raise refusal
            self.doubt(refusal)
        self.go_on(outcome)

    def deal(self, parcel: Parcel, cards: Iterable[Card]) -> None:
        burn = () if parcel.burn is None else (UNKNOWN,)
        named = tuple(cards)
        for card in named:
            seat = self.shows.shown_by(card)
            if seat is not None:
                raise HistoryError(
                    self.dealt_by(card), f"{card_text(card)} is out of the deck: {player(seat)} has shown it"
                )
        outcome = perform(self.state, Deal((*burn, *named)))
        if isinstance(outcome, Refusal):
            raise HistoryError(self.dealt_by(outcome.facts.get("card")), self.told(outcome))
        self.go_on(outcome)

    def dealt_by(self, card: object) -> str:
        """The last deal that names a card, or else the very last action."""
        dealing = [recorded for recorded in self.past if recorded.action.verb in (Verb.DEAL_HOLE, Verb.DEAL_BOARD)]
        naming = [recorded for recorded in dealing if card in (recorded.action.cards or ())]
        return str((naming or dealing or self.past)[-1])

    def discard(self, recorded: Numbered) -> tuple[Card, ...]:
        """The discards, none of which another player has shown."""
        seat, cards = recorded.seat, recorded.action.cards or ()
        for card in cards:
            if self.shows.shown_by(card) not in (None, seat):
                raise HistoryError(str(recorded), f"{player(seat)} does not hold {card_text(card)}")
        self.shows.discard(seat, cards)
        return cards

    def told(self, refusal: Refusal) -> str:
        """The refusal with amounts in the units of the file."""
        in_units = Catalogue(catalogue().sentences, money=lambda amount: str(self.money.amount(amount)))
        return in_units.says(refusal.cited_saying)

    def lay_ready(self, recorded: Numbered, most: int) -> None:
        """Keep hole cards of the record until the engine deals them; no more than are due to their player."""
        ready = self.dealt[recorded.seat]
        ready += recorded.action.cards or ()
        if len(ready) > most:
            raise HistoryError(str(recorded), f"{player(recorded.seat)} is due no such cards")

    def ready(self, parcel: Parcel) -> list[Card]:
        return [self.dealt[seat].popleft() for _ in range(parcel.rounds) for seat in parcel.seats]

    def close(self) -> None:
        self.take_shows()
        for recorded in self.to_come:
            raise HistoryError(str(recorded), "out of place: the round of play is over")


def deal_street(playback: Playback) -> None:
    state = playback.state
    parcel = next_parcel(state, next_street(state))
    playback.deal(parcel, center_cards(playback, parcel) if parcel.center else street_cards(playback, parcel))


def center_cards(playback: Playback, parcel: Parcel) -> list[Card]:
    cards: list[Card] = []
    while len(cards) < parcel.center:
        cards += playback.next("cards for the board are due", Verb.DEAL_BOARD).action.cards or ()
    return cards


def street_cards(playback: Playback, parcel: Parcel) -> list[Card]:
    """The cards in the order they leave the deck: one to each seat, then the next round of cards."""
    for seat in parcel.seats:
        while len(playback.dealt[seat]) < parcel.rounds:
            recorded = playback.next(f"cards for {player(seat)} are due", Verb.DEAL_HOLE)
            playback.lay_ready(recorded, parcel.rounds if playback.state.is_live(recorded.seat) else 0)
    return playback.ready(parcel)


def draw(playback: Playback) -> None:
    state = playback.state
    seat = state.to_act[0]
    if state.owed:
        parcel = draw_parcel(state)
        while len(playback.dealt[seat]) < parcel.rounds:
            read_draw(playback, f"cards for {player(seat)} are due")
        playback.deal(parcel, playback.ready(parcel))
        return
    while seat not in playback.discards:
        read_draw(playback, f"it is {player(seat)}'s turn to draw")
    recorded = playback.discards.pop(seat)
    playback.act(Draw(seat, playback.discard(recorded)), recorded)


def read_draw(playback: Playback, wanted: str) -> None:
    """The next discard or new cards of a draw: of a player who still has to draw, or has given up as many."""
    state = playback.state
    recorded = playback.next(wanted, Verb.DEAL_HOLE, Verb.DISCARD)
    seat = recorded.seat
    drawing = seat == state.to_act[0] and state.owed > 0
    if recorded.action.verb is Verb.DEAL_HOLE:
        queued = playback.discards.get(seat)
        playback.lay_ready(recorded, state.owed if drawing else len(queued.action.cards or ()) if queued else 0)
    elif seat not in state.to_act or drawing or seat in playback.discards:
        raise HistoryError(str(recorded), f"out of place: {wanted}")
    else:
        playback.discards[seat] = recorded


def give_up_cards(playback: Playback) -> None:
    recorded = playback.next(f"{player(playback.state.turn)} must give up cards", Verb.DISCARD)
    playback.act(Discard(recorded.seat, playback.discard(recorded)), recorded)


def reshuffle(playback: Playback) -> None:
    outcome = perform(playback.state, Reshuffle((UNKNOWN,) * len(reshuffle_pool(playback.state).cards)))
    assert not isinstance(outcome, Refusal), outcome
    playback.shows.reshuffle()
    playback.go_on(outcome)


def bet(playback: Playback) -> None:
    wanted = f"it is {player(playback.state.turn)}'s turn to act"
    recorded = playback.next(wanted, *WAGERS, Verb.DISCARD)
    given_up: tuple[Card, ...] = ()
    if recorded.action.verb is Verb.DISCARD:
        discard, recorded = recorded, playback.next(wanted, *WAGERS)
        given_up = entry_discard(playback, discard, recorded)
    command = wager(playback, recorded, given_up)
    if isinstance(command, Fold):
        playback.shows.folded[recorded.seat] = playback.state.cards(recorded.seat)
    playback.act(command, recorded)


def entry_discard(playback: Playback, discard: Numbered, recorded: Numbered) -> tuple[Card, ...]:
    """Cards given up to enter the round belong to the call or raise of the same player, and to nothing else."""
    seat = discard.seat
    if seat != recorded.seat:
        raise HistoryError(str(discard), f"{player(seat)} gives up cards where {player(recorded.seat)} acts")
    command = wager(playback, recorded, discard.action.cards or ())
    if isinstance(command, Fold | Check) or not command.discard:
        raise HistoryError(str(discard), f"no cards are given up with {str(recorded.action)!r}")
    refusal = perform(playback.state, command)
    if isinstance(refusal, Refusal) and refusal.code in OF_DISCARDS:
        raise HistoryError(str(discard), playback.told(refusal))
    return playback.discard(discard)


OF_DISCARDS = (Code.DISCARD_NOT_DUE, Code.WRONG_NUMBER_OF_CARDS, Code.NOT_YOUR_CARD, Code.NOT_A_DOWN_CARD)


def wager(
    playback: Playback, recorded: Numbered, given_up: tuple[Card, ...]
) -> Fold | Check | Call | PostForcedBet | Raise | Bet:
    state, seat = playback.state, recorded.seat
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


def showdown(playback: Playback) -> None:
    """What the record says is read in its order, and carried out in the order of our house.

    A player about whom the record says nothing shows what is known of the hand.
    """
    playback.take_shows()
    words = playback.shows.words
    out, failing = conceding(playback.state, words)
    for word, refusal in failing:
        playback.doubt(HistoryError(str(word), playback.told(refusal)))
    while playback.state.stage is Stage.SHOWDOWN:
        seat = playback.state.to_act[0]
        if seat not in words:
            playback.doubt(HistoryError(player(seat), "the record does not say whether the hand is shown or given up"))
        hand = playback.shows.hand(playback.state, seat)
        playback.act(Concede(seat) if seat in out else Show(seat, hand), words.get(seat))


STEPS: dict[Stage, Callable[[Playback], None]] = {
    Stage.DEALING: deal_street,
    Stage.SHUFFLING: reshuffle,
    Stage.BETTING: bet,
    Stage.DISCARDING: give_up_cards,
    Stage.DRAWING: draw,
    Stage.SHOWDOWN: showdown,
}
