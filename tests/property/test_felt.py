"""Random dealers at tables that a person deals, over every game: honest ones who name nothing, and clumsy ones.

Everything is an order to a room: the table and its box, opened, supplied and kept by a scripted crew, change together.
Chips and cards are conserved whatever is entered; an honest dealer is never asked for a card; whatever is refused is
refused with its paragraph, and changes nothing; what is recorded audits clean.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom import play
from pokerroom.bots import dealer as crew
from pokerroom.bots.crew import Crew, Felt as SeenByCrew
from pokerroom.cards import DECK, UNKNOWN, repeated
from pokerroom.games import PERMITTED
from pokerroom.ledger import stakes
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
from pokerroom.room import filing
from pokerroom.room.books import LEDGER
from pokerroom.room.books.commands import Deposit
from pokerroom.room.box import BOXES
from pokerroom.room.box.commands import AtBox
from pokerroom.room.commands import Command
from pokerroom.room.examining import examine_record
from pokerroom.room.room import refused
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import Fixed, KillOption, Spread
from pokerroom.rules.refusal import Refusal
from pokerroom.rules.staff import Official, Position
from pokerroom.table.acts import Act, NotComplete, PutIn, Rested, Spoke, ThrewAway, TurnedDown
from pokerroom.table.box import Box
from pokerroom.table.box.commands import CallFloor
from pokerroom.table.currency import Kind
from pokerroom.table.decks import commands as of_decks
from pokerroom.table.decks.equipment import Skipped
from pokerroom.table.seating import KillMultiple, Posting, Table, TableRules, commands as at_table
from pokerroom.table.seating.entering import as_dealt
from tests.sampling import sampled
from tests.seating import RAKE
from tests.sweep import LIMITS, Case, house_rules
from tests.unit.room.house import BO, House

TABLES_EACH, ROUNDS = sampled(2, whole=20), 2
GAMES = tuple(dict.fromkeys(PERMITTED))
NAME = "7"
DEE, DAN = Official("Dee", Position.DEALER), Official("Dan", Position.DEALER)
FLOOR, SUPERVISOR = Official("Flynn", Position.FLOORPERSON), Official("Sam", Position.SHIFT_SUPERVISOR)
STAFF = Crew(dealers=(DEE, DAN), floor=FLOOR, supervisor=SUPERVISOR)
WHY = "agreed at the table"


class Felt:
    """A room with one table that a person deals, and what is entered there."""

    def __init__(self, law: Game, rng: Random) -> None:
        self.rng, self.house = rng, House()
        self.house.open_day()
        self.house.file(filing.RAKE, filing.RakeSubmission(methods=(RAKE,), most=RAKE.most))
        posting = a_sign(law, rng)
        self.house.file(NAME, filing.TableSettings((posting,)))
        area = at_table.Area("poker room", approved=True)
        self.to_table(at_table.OpenTable, by=FLOOR, area=area, dealt_by=at_table.DealtBy.DEALER)
        seats = rng.sample(range(len(self.table.places)), rng.randint(2, len(self.table.places)))
        while self.box.decks is None or self.box.decks.dealer is None:
            self.crew_goes_on()
        for seat in seats:
            player, amount = f"p{seat}", rng.choice((20_00, 100_00, 400_00)) + posting.house.odd_unit * rng.randrange(3)
            self.done(Deposit(player=player, amount=amount, by=BO, at=self.house.at))
            self.to_table(at_table.TakeSeat, by=FLOOR, player=player, seat=seat, amount=amount)

    @property
    def table(self) -> Table:
        return self.house.room.state(TABLES, NAME)

    @property
    def box(self) -> Box:
        return self.house.room.state(BOXES, NAME)

    @property
    def state(self) -> Round:
        assert self.table.round is not None
        return self.table.round

    @property
    def is_playing(self) -> bool:
        return self.table.dealing is not None

    @property
    def dealer(self) -> Official:
        return DEE if self.box.decks is None or self.box.decks.dealer is None else self.box.decks.dealer

    def ask(self, command: Command) -> Refusal | None:
        """What is refused has its paragraph and changes nothing; what is not leaves every chip and card somewhere."""
        before = self.table, self.box
        answer = self.house.ask(command)
        if refused(answer):
            assert answer.rule is not None, answer
            assert str(answer)
            assert (self.table, self.box) == before, answer
            assert isinstance(answer, Refusal)
            return answer
        assert self.table.is_balanced
        if self.is_playing:
            cards = every_card(self.state)
            assert len(cards) == len(DECK)
            assert repeated(cards) is None
        decks = self.box.decks
        assert decks is None or (decks.dealing is not None) == self.is_playing
        return None

    def done(self, command: Command) -> None:
        why = self.ask(command)
        assert why is None, f"{command}: {why}"

    def later(self, **fields: Any) -> dict[str, Any]:
        self.house.at += timedelta(seconds=1)
        return {"by": self.dealer, "at": self.house.at, **fields}

    def to_table(self, kind: type[Any], **fields: Any) -> None:
        self.done(AtTable(NAME, kind(**self.later(**fields)), subject=NAME))

    def entry(self, command: play.Command, **fields: Any) -> AtTable:
        return AtTable(NAME, at_table.Play(command=command, **self.later(**fields)))

    def enter(self, command: play.Command) -> Refusal | None:
        """By the seats of the round, as these dealers think."""
        assert self.table.dealing is not None
        lineup = self.table.dealing.lineup
        return self.ask(
            self.entry(renumbered(command, lambda seat: Seat(lineup[seat] if seat in range(len(lineup)) else 99)))
        )

    def crew_goes_on(self) -> bool:
        """The crew does what the box needs, or deals the next round; whether there was anything to do."""
        self.house.at += timedelta(seconds=1)
        seen = SeenByCrew(self.table, self.box, self.house.at, self.house.at.date(), self.rng, STAFF)
        order = crew.next_order(seen)
        if order is not None:
            self.done(order)
        return order is not None

    def begins(self) -> bool:
        """The crew clears, prepares and counts until a round begins; whether one can."""
        while not self.is_playing:
            if not self.crew_goes_on():
                return False
        return True

    @property
    def is_stopped(self) -> bool:
        """Whether the round waits for something else than an entry: the floor, or what lies on the deck."""
        dealing = None if self.box.decks is None else self.box.decks.dealing
        waits = dealing is not None and (dealing.died, dealing.misdealt, dealing.transaction) != (None, None, None)
        return bool(self.box.calls) or waits or self.box.decks is None or self.box.decks.dealer is None

    def ends(self) -> None:
        """The books have what happened, and the record holds it."""
        self.house.room.post()
        books = self.house.room.state(LEDGER)
        for _, place in self.table.seated:
            if not self.is_playing:
                assert books.balance(stakes(NAME, place.player)) == place.stakes + place.added
        report = examine_record(self.house.store, keys=self.house.room.keys, decide_again=True)
        assert not report.findings, report.findings


def a_sign(law: Game, rng: Random) -> Posting:
    """With a kill wherever the game has one and the limits can be raised, and now and then a draw for the button."""
    case = Case(law.edition, law.key, rng.choice(tuple(LIMITS)), 6, rng.choice(("letter", "customary", "any")), 0)
    kill = rng.choice(tuple(KillOption)) if law.kill and isinstance(LIMITS[case.limit], Fixed | Spread) else None
    house = replace(house_rules(case, rng), short_stack_dealt_in=True, rake=(RAKE,), kill=kill)
    rules = TableRules(kill_at=KillMultiple(3), first_button=rng.choice(("dealers-right", "dealt-card")))
    return Posting(game=law.key, edition=law.edition, house=house, rules=rules)


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


def some_place(rng: Random, places: int) -> play.Place:
    return play.Place(Seat(rng.randrange(places)), rng.choice(("stakes", "stakes", "bet", "pot")))


def some_moves(rng: Random, places: int) -> tuple[play.Move, ...]:
    amounts = (1_00, 5_00, 20_00, 0, 10**6)
    return tuple(
        play.Move(rng.choice(amounts), some_place(rng, places), some_place(rng, places))
        for _ in range(rng.randint(0, 2))
    )


def clumsy(felt: Felt) -> Command:
    """Anything that a finger or a mistake could enter, fitting or not; seats are the table's."""
    rng, places, turn = felt.rng, len(felt.table.places), as_dealt(felt.state).turn
    seat = Seat(rng.randrange(-1, places + 1))
    if turn is not None and felt.table.dealing is not None and rng.random() < 0.5:
        seat = Seat(felt.table.dealing.lineup[turn])
    known = [card for card in DECK if card not in every_card(felt.state)]
    card = rng.choice((*known, UNKNOWN))
    ruling = play.Ruling(SUPERVISOR, felt.house.at, WHY, "14.15(b)")
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
        lambda: play.Rule(ruling, some_moves(rng, places)),
        lambda: Spoke(seat, rng.choice(("call", "raise", "all in", "bet 5", "hello", "fold", "check"))),
        lambda: PutIn(seat, tuple(rng.choice((100, 500, 25, 33)) for _ in range(rng.randint(0, 4)))),
        lambda: PutIn(seat, tuple(rng.choice((100, 500, 2000)) for _ in range(rng.randint(1, 2))), kind=Kind.CURRENCY),
        lambda: rng.choice((NotComplete, Rested, ThrewAway, TurnedDown))(seat),
        lambda: at_table.PayAnteInCoin(seat=seat, coins=rng.choice(((25,), (50,), (25, 25), ())), **felt.later()),
        lambda: at_table.LayBills(seat=seat, bills=(500,), **felt.later()),
    )
    said = rng.choice(mistakes)()
    reader = Official(felt.dealer.name, Position.CARD_READER)
    by = rng.choice((felt.dealer,) * 6 + (DEE, DAN, FLOOR, SUPERVISOR, reader))
    if isinstance(said, play.NameCards | play.Show):
        by = rng.choice((felt.dealer, reader))
    if isinstance(said, Act):
        return AtTable(NAME, at_table.Hear(act=said, **felt.later(by=by)))
    if isinstance(said, at_table.PayAnteInCoin | at_table.LayBills):
        return AtTable(NAME, replace(said, by=by))
    return felt.entry(said, by=by)


def gone_wrong(felt: Felt) -> AtBox:
    """What stops a round, or the dealer."""
    rng = felt.rng
    return AtBox(
        NAME,
        rng.choice(
            (
                CallFloor(reason="a disputed bet", **felt.later()),
                of_decks.SetDeckDown(transaction="a bill is changed", **felt.later()),
                of_decks.NoteSkipped(skipped=rng.choice(tuple(Skipped)), **felt.later()),
                of_decks.CountStub(dealt=rng.randrange(53), found=rng.randrange(53), **felt.later()),
                of_decks.SignOff(**felt.later()),
            )
        ),
    )


def between_rounds(felt: Felt) -> Iterator[Command]:
    """What is entered of stakes while no round is in progress, fitting or not."""
    rng, places = felt.rng, len(felt.table.places)
    ruling = play.Ruling(SUPERVISOR, felt.house.at, WHY, "14.15(b)")
    for seat in rng.sample(range(places), 2):
        yield AtTable(NAME, at_table.LayBills(seat=seat, bills=rng.choice(((500,), (2000, 100), ())), **felt.later()))
    yield felt.entry(play.Rule(ruling, some_moves(rng, places)), by=SUPERVISOR)
    yield felt.entry(rng.choice((Check(Seat(0)), PushPots(()), play.TakeBack())))


NOT_FROM_CARDS = {play.Code.NOT_YOUR_CARD, play.Code.PUSH_CONTRADICTED}
"""Why an honest entry is refused where a clumsy one named cards before it."""


def give_way(felt: Felt, why: Refusal) -> None:
    """An honest entry was refused: only cards that were named can speak against it."""
    assert why.code in NOT_FROM_CARDS, why
    if why.code is play.Code.NOT_YOUR_CARD:
        turn = as_dealt(felt.state).turn
        assert turn is not None
        assert UNKNOWN not in felt.state.down[turn]
        felt.enter(Fold(turn))
        return
    felt.enter(PushPots())
    for seat in live_from(felt.state, 0)[1:] if felt.is_playing else ():
        felt.enter(play.Concede(seat))


@pytest.mark.sampled
@pytest.mark.parametrize("law", GAMES, ids=lambda law: f"{law.edition}-{law.key}")
def test_an_honest_dealer_names_no_card_and_is_refused_nothing(law: Game) -> None:
    rng = Random(f"honest {law.edition} {law.key}")
    for _ in range(TABLES_EACH):
        felt = Felt(law, rng)
        for _ in range(ROUNDS):
            if not felt.begins():
                break
            while felt.is_playing:
                command = honest(felt)
                why = felt.enter(command)
                assert why is None, f"{command}: {why}"
        felt.ends()


@pytest.mark.sampled
@pytest.mark.parametrize("law", GAMES, ids=lambda law: f"{law.edition}-{law.key}")
def test_a_clumsy_dealer_loses_no_chip_and_no_card(law: Game) -> None:
    rng = Random(f"clumsy {law.edition} {law.key}")
    answers: Counter[str] = Counter()
    for _ in range(TABLES_EACH):
        felt = Felt(law, rng)
        for _ in range(ROUNDS):
            if not felt.begins():
                break
            while felt.is_playing:
                if rng.random() < 0.5:
                    mistake = gone_wrong(felt) if rng.random() < 0.05 else clumsy(felt)
                    answers["refused" if felt.ask(mistake) else "taken"] += 1
                elif felt.is_stopped:
                    assert felt.crew_goes_on()
                elif (why := felt.enter(honest(felt))) is not None:
                    give_way(felt, why)
            for command in between_rounds(felt):
                felt.ask(command)
        felt.ends()
    assert answers["refused"]
    assert answers["taken"]
