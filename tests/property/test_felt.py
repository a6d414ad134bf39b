"""Random dealers at tables that a person deals, over every game: honest ones who name nothing, and clumsy ones.

Chips and cards are conserved whatever is entered; an honest dealer is never asked for a card; whatever is refused is
refused with its paragraph, and changes nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom import play
from pokerroom.cards import DECK, UNKNOWN, repeated
from pokerroom.games import PERMITTED
from pokerroom.play import (
    Bet,
    Call,
    Check,
    Draw,
    Fold,
    MayBet,
    MayCall,
    MayPostForcedBet,
    MayRaise,
    PostForcedBet,
    Push,
    PushPots,
    Raise,
    Round,
    Seat,
    Stage,
    legal_actions,
)
from pokerroom.play.apply_irregular import every_card
from pokerroom.play.seats import renumbered
from pokerroom.play.state import able_from, live_from
from pokerroom.rules.clauses import Game
from pokerroom.rules.refusal import Refusal
from pokerroom.table.acts import Act, NotComplete, PutIn, Rested, Spoke, ThrewAway, TurnedDown
from pokerroom.table.seating import Posting, Table, new_table, perform, replay
from pokerroom.table.seating.commands import Area, Hear, OpenTable, Play, StartRound, TakeSeat
from pokerroom.table.seating.entering import as_dealt
from tests.sampling import sampled
from tests.seating import DEALER, OPENED, RAKE
from tests.sweep import LIMITS, Case, house_rules

ROUNDS = sampled(4, whole=60)
GAMES = tuple(dict.fromkeys(PERMITTED))


class Felt:
    """One table that a person deals, and its whole record."""

    def __init__(self, law: Game, rng: Random) -> None:
        self.law, self.rng = law, rng
        case = Case(law.edition, law.key, rng.choice(tuple(LIMITS)), 6, rng.choice(("letter", "customary", "any")), 0)
        house = replace(house_rules(case, rng), kill=None, short_stack_dealt_in=True, rake=(RAKE,))
        self.table: Table = new_table("7")
        self.log: list[Any] = []
        self.now: datetime = OPENED
        posting = Posting(game=law.key, edition=law.edition, house=house)
        self.do(OpenTable, area=Area("poker room", approved=True), rotation=(posting,))
        seats = rng.sample(range(len(self.table.places)), rng.randint(2, len(self.table.places)))
        for seat in seats:
            amount = rng.choice((20_00, 100_00, 400_00)) + house.odd_unit * rng.randrange(3)
            self.do(TakeSeat, player=f"p{seat}", seat=seat, amount=amount)

    def ask(self, kind: type[Any], **fields: Any) -> Refusal | None:
        """What is refused has its paragraph; what is not leaves every chip and every card somewhere."""
        self.now += timedelta(seconds=1)
        outcome = perform(self.table, kind(**{"by": DEALER, "at": self.now, **fields}))
        if isinstance(outcome, Refusal):
            assert outcome.rule is not None, outcome
            assert str(outcome)
            return outcome
        self.table, events = outcome
        self.log += events
        assert self.table.is_balanced
        self.count_cards()
        return None

    def do(self, kind: type[Any], **fields: Any) -> None:
        why = self.ask(kind, **fields)
        assert why is None, f"{kind.__name__} {fields}: {why}"

    def enter(self, command: play.Command) -> Refusal | None:
        """By the seats of the round, as these dealers think."""
        assert self.table.dealing is not None
        lineup = self.table.dealing.lineup
        at_table = renumbered(command, lambda seat: Seat(lineup[seat] if seat in range(len(lineup)) else 99))
        return self.ask(Play, command=at_table)

    @property
    def state(self) -> Round:
        assert self.table.round is not None
        return self.table.round

    def count_cards(self) -> None:
        if self.table.dealing is not None:
            cards = every_card(self.state)
            assert len(cards) == len(DECK)
            assert repeated(cards) is None

    @property
    def is_playing(self) -> bool:
        return self.table.dealing is not None


def honest(felt: Felt) -> play.Command:
    """What has happened now, with no card named."""
    rng, state = felt.rng, as_dealt(felt.state)
    if state.stage is Stage.SHUFFLING:
        return play.Reshuffle(())
    if state.stage is Stage.TELLING:
        return first_action(state, rng)
    if state.stage is Stage.SHOWDOWN:
        return PushPots(tuple(pushes(state, rng)))
    turn = state.turn
    assert turn is not None, state.stage
    if state.stage is Stage.DRAWING:
        # What a witness has named is known, and given up by its name.
        return Draw(turn, tuple(rng.sample(state.down[turn], rng.randint(0, len(state.down[turn])))))
    if state.stage is Stage.DISCARDING:
        return play.Discard(turn, () if UNKNOWN in state.down[turn] else state.down[turn][:2])
    if state.stage is Stage.CHOOSING:
        return rng.choice((play.Freeze, play.PlayOn))(turn)
    return wager(state, turn, rng)


def first_action(state: Round, rng: Random) -> play.Command:
    """Somebody opens; that they do says that the cards made them."""
    seat = rng.choice(able_from(state, 0))
    told = play.perform(state, play.NameOpener(seat))
    assert not isinstance(told, Refusal)
    return wager(told[0], seat, rng)


def wager(state: Round, turn: Seat, rng: Random) -> play.Command:
    offers = legal_actions(state, turn)
    offer = rng.choice([each for each in offers if not isinstance(each, play.MayFold)] or list(offers))
    match offer:
        case MayCall():
            return Call(turn) if rng.random() < 0.85 else Fold(turn)
        case MayBet(least=least, most=most):
            return Bet(turn, rng.choice((least, most)))
        case MayRaise(least=least, most=most):
            return Raise(turn, rng.choice((least, most)))
        case MayPostForcedBet():
            return PostForcedBet(turn)
        case play.MayCheck():
            return Check(turn)
        case _:
            return Fold(turn)


def pushes(state: Round, rng: Random) -> Iterator[Push]:
    """Each pot to one or two who may win it, or its halves to each."""
    shares = [plan.share.name for plan in state.procedure.shares]
    for number, pot in enumerate(state.pots):
        claimants = [seat for seat in pot.claimants if state.is_live(seat)]
        for share in rng.choice(([""], shares)):
            yield Push(number, tuple(rng.sample(claimants, rng.randint(1, min(2, len(claimants))))), share)


def some_cards(rng: Random, most: int = 4) -> tuple[Any, ...]:
    return tuple(rng.choice((*DECK, UNKNOWN, UNKNOWN)) for _ in range(rng.randint(0, most)))


def clumsy(felt: Felt) -> tuple[type[Any], dict[str, Any]]:
    """Anything that a finger or a mistake could enter, fitting or not; seats are the table's."""
    rng, places = felt.rng, len(felt.table.places)
    seat = Seat(rng.randrange(-1, places + 1))
    known = [card for card in DECK if card not in every_card(felt.state)]
    card = rng.choice((*known, UNKNOWN))
    mistakes: tuple[Callable[[], Any], ...] = (
        lambda: rng.choice((Check, Call, Fold, PostForcedBet, play.Freeze, play.PlayOn, play.NameOpener))(seat),
        lambda: rng.choice((Bet, Raise))(seat, rng.choice((0, -1, 100, 200, 250, 1000, 10**9))),
        lambda: Draw(seat, some_cards(rng)),
        lambda: play.Show(seat, tuple(rng.sample(known, rng.choice((2, 2, 4, 5, 7))))),
        lambda: play.Concede(seat),
        lambda: play.Discard(seat, some_cards(rng)),
        lambda: play.Deal(some_cards(rng)),
        lambda: play.Deal((), (play.Exposed(seat, rng.randrange(4)),)),
        lambda: play.NameCards(tuple(rng.sample(known, rng.randint(1, 5))), rng.choice((None, seat))),
        lambda: play.Reshuffle(()),
        lambda: PushPots((Push(rng.randrange(3), (seat,), rng.choice(("", "high", "low"))),)),
        lambda: PushPots(()),
        play.TakeBack,
        play.TakeBack,
        lambda: play.RemoveFaceUpCard(rng.choice((None, card))),
        lambda: play.RemoveFallenCard(rng.choice((None, card)), rng.choice((None, seat))),
        lambda: play.RemoveHand(seat, rng.choice(tuple(play.Removal))),
        lambda: play.MarkProtected(seat, rng.choice(("held", "under a chip", None))),
        lambda: play.ReconstructHand(seat, tuple(rng.sample(known, 2)), ("Ann", "Bob")),
        lambda: play.LeaveTable(seat),
        lambda: Spoke(seat, rng.choice(("call", "raise", "all in", "bet 5", "hello", "fold", "check"))),
        lambda: PutIn(seat, tuple(rng.choice((100, 500, 25, 33)) for _ in range(rng.randint(0, 4)))),
        lambda: rng.choice((NotComplete, Rested, ThrewAway, TurnedDown))(seat),
    )
    said = rng.choice(mistakes)()
    return (Hear, {"act": said}) if isinstance(said, Act) else (Play, {"command": said})


def give_way(felt: Felt, why: Refusal) -> None:
    """An honest entry was refused: only cards that were named can speak against it."""
    if why.code is play.Code.NOT_YOUR_CARD:
        turn = as_dealt(felt.state).turn
        assert turn is not None
        assert UNKNOWN not in felt.state.down[turn]
        felt.enter(Fold(turn))
        return
    assert why.code is play.Code.PUSH_CONTRADICTED, why
    felt.enter(PushPots())
    for seat in live_from(felt.state, 0)[1:] if felt.is_playing else ():
        felt.enter(play.Concede(seat))


def start(felt: Felt) -> bool:
    return felt.ask(StartRound, settings="v1", software="1.0") is None


@pytest.mark.sampled
@pytest.mark.parametrize("law", GAMES, ids=lambda law: f"{law.edition}-{law.key}")
def test_an_honest_dealer_names_no_card_and_is_refused_nothing(law: Game) -> None:
    rng = Random(f"honest {law.edition} {law.key}")
    for _ in range(ROUNDS):
        felt = Felt(law, rng)
        for _ in range(3):
            if not start(felt):
                break
            while felt.is_playing:
                command = honest(felt)
                why = felt.enter(command)
                assert why is None, f"{command}: {why}"
        assert replay(felt.log) == felt.table


@pytest.mark.sampled
@pytest.mark.parametrize("law", GAMES, ids=lambda law: f"{law.edition}-{law.key}")
def test_a_clumsy_dealer_loses_no_chip_and_no_card(law: Game) -> None:
    rng = Random(f"clumsy {law.edition} {law.key}")
    answers: Counter[str] = Counter()
    for _ in range(ROUNDS):
        felt = Felt(law, rng)
        for _ in range(2):
            if not start(felt):
                break
            while felt.is_playing:
                if rng.random() < 0.5:
                    kind, said = clumsy(felt)
                    answers["refused" if felt.ask(kind, **said) else "taken"] += 1
                elif (why := felt.enter(honest(felt))) is not None:
                    give_way(felt, why)
        assert replay(felt.log) == felt.table
    assert answers["refused"]
    assert answers["taken"]
