"""A lane's round played again by the engine: its deck and its moves become the full log, each event with its paragraph.

state, log = handed_over(batch, lane=17)
print(write(record(log)))      # as a PHH hand history
"""

from pokerroom.batch.compiling import BatchError
from pokerroom.batch.layout import Kind
from pokerroom.batch.playing import Batch
from pokerroom.cards import Card
from pokerroom.play import (
    Bet,
    Call,
    Check,
    Command,
    Concede,
    Discard,
    Draw,
    Event,
    Fold,
    KillButton,
    OpenRound,
    PostForcedBet,
    Raise,
    Refusal,
    Reshuffle,
    Round,
    Seat,
    Show,
    Stage,
    perform,
    reshuffle_pool,
    start,
)


def handed_over(batch: Batch, lane: int) -> tuple[Round, list[Event]]:
    """The lane's round so far as the engine plays it, and its log. Raises `BatchError` where the two do not agree."""
    course = Replay(batch, lane)
    for move in batch.moves(lane):
        course.move(*map(int, move))
    final, ours = course.state.stacks, tuple(map(int, batch.stacks[lane]))
    if final != ours:
        raise BatchError(f"lane {lane} of seed {batch.seed}: the engine ends with {final}, the batch with {ours}")
    return course.state, course.log


class Replay:
    """A lane's round on the engine, move by move."""

    def __init__(self, batch: Batch, lane: int) -> None:
        self.batch, self.lane, self.shuffles = batch, lane, 0
        outcome = start(batch.game.procedure, self.opening())
        if isinstance(outcome, Refusal):
            raise BatchError(f"lane {lane}: the engine does not open this round: {outcome}")
        self.state, self.log = outcome
        self.shuffle_again()

    def opening(self) -> OpenRound:
        stacks, button, kill, holder = self.batch.opening(self.lane)
        table = self.batch.game.procedure
        option = table.house.kill if kill else None
        return OpenRound(
            stacks=stacks,
            deck=tuple(map(Card, self.batch.deck(self.lane))),
            button=Seat(button) if table.game.has_button else None,
            kill=None if option is None else KillButton(option, None if holder < 0 else Seat(holder)),
        )

    def move(self, seat: int, kind: int, amount: int, cards: int) -> None:
        self.perform(command_of(self.state, seat, kind, amount, cards))
        self.shuffle_again()

    def shuffle_again(self) -> None:
        """A deck that ran short is shuffled as the batch shuffled it."""
        while self.state.stage is Stage.SHUFFLING:
            self.shuffles += 1
            number = int(self.batch.numbers[self.lane])
            order = self.batch.shuffled(number, self.shuffles, reshuffle_pool(self.state).cards)
            self.perform(Reshuffle(tuple(map(Card, order))))

    def perform(self, command: Command) -> None:
        outcome = perform(self.state, command)
        if isinstance(outcome, Refusal):
            raise BatchError(f"lane {self.lane} of seed {self.batch.seed}: the engine refuses {command}: {outcome}")
        self.state, events = outcome
        self.log += events


def command_of(state: Round, seat: int, kind: int, amount: int, cards: int) -> Command:
    """A move as a command of the engine; its cards are bits, the first down card lowest."""
    place = Seat(seat)
    given = tuple([card for number, card in enumerate(state.down[seat]) if cards >> number & 1])
    match Kind(kind):
        case Kind.BET:
            return Bet(place, amount, given)
        case Kind.RAISE:
            return Raise(place, amount, given)
        case Kind.CALL:
            return Call(place, given)
        case Kind.POST:
            return PostForcedBet(place, given)
        case Kind.DRAW:
            return Draw(place, given)
        case Kind.DISCARD:
            return Discard(place, given)
        case other:
            return PLAIN[other](place)


PLAIN: dict[Kind, type[Fold | Check | Show | Concede]] = {
    Kind.FOLD: Fold,
    Kind.CHECK: Check,
    Kind.SHOW: Show,
    Kind.CONCEDE: Concede,
}
