"""A scripted dealer: what the crew of a table that a dealer deals does next, from the table and its box alone.

Nothing is remembered: the next order follows from what is recorded, the time and a generator. So a simulated day can be
resumed anywhere, and a demonstration table goes on after a restart. The crew makes every kind of mistake that a dealer
makes, each at a stated rate (`RATES`), and puts it right as the regulation has it.
"""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from enum import StrEnum
from random import Random
from typing import Any, NamedTuple

from pokerroom import play
from pokerroom.cards import DECK, UNKNOWN
from pokerroom.play import CardCount, Misdeal, Push, Round, Seat, Stage, legal_actions
from pokerroom.play.offered import (
    MayBet,
    MayCall,
    MayCheck,
    MayDraw,
    MayFold,
    MayFreeze,
    MayPlayOn,
    MayPostForcedBet,
    MayRaise,
    MustDiscard,
)
from pokerroom.play.views import pots_now
from pokerroom.room.box.commands import AtBox
from pokerroom.room.tables.commands import AtTable
from pokerroom.rules.refusal import Refusal
from pokerroom.rules.staff import Official
from pokerroom.table.box import Box, may_deal
from pokerroom.table.box.commands import AnswerCall, Attest, CallFloor
from pokerroom.table.clearing import CollectHand
from pokerroom.table.decks import Decks, commands as of_decks
from pokerroom.table.decks.clocks import lack
from pokerroom.table.decks.equipment import Back, CoverCard, DeckPlace, Face, ShuffleMethod, Skipped, Step, TableDecks
from pokerroom.table.refusals import Code
from pokerroom.table.seating import Table, commands as at_table, next_lineup
from pokerroom.table.seating.entering import as_dealt, entered
from pokerroom.table.seating.lineup import willing

Command = AtBox | AtTable


class Mistake(StrEnum):
    """What goes wrong at the felt."""

    WRONG_ENTRY = "an action entered by mistake, and taken back"
    FLOOR_CALLED = "a question for the floor"
    FACE_UP = "a card face up in the deck"
    FALLEN = "a card dealt off the table"
    NOT_CUT = "a deck that was not cut"
    WRONG_START = "a deal from the wrong starting position"
    CARDS_MISSING = "a deck that is not complete"
    MISCOUNT = "a deck that counts wrong"
    HAND_MISCOUNT = "a hand that comes back short at first"
    TRANSACTION = "a deck put down for a transaction"


RATES: Mapping[Mistake, float] = {
    Mistake.WRONG_ENTRY: 0.01,
    Mistake.FLOOR_CALLED: 0.004,
    Mistake.FACE_UP: 0.003,
    Mistake.FALLEN: 0.003,
    Mistake.NOT_CUT: 0.004,
    Mistake.WRONG_START: 0.004,
    Mistake.CARDS_MISSING: 0.001,
    Mistake.MISCOUNT: 0.02,
    Mistake.HAND_MISCOUNT: 0.05,
    Mistake.TRANSACTION: 0.01,
}
"""How often each happens where it can: of the entries of a round, of counts of a deck, of rounds that are cleared."""

RELIEF = 0.05
"""How often between two rounds another dealer takes over."""
BLUE, RED = Back("blue", "diamonds"), Back("red", "diamonds")
YELLOW = CoverCard("yellow", opaque=True, solid=True)


class Crew(NamedTuple):
    """Who works at the table."""

    dealers: tuple[Official, ...]
    floor: Official
    supervisor: Official


class Felt(NamedTuple):
    """The table and its box at one moment, and the chance of it."""

    table: Table
    box: Box
    at: datetime
    day: date
    chance: Random
    crew: Crew

    @property
    def decks(self) -> Decks:
        assert self.box.decks is not None
        return self.box.decks

    @property
    def dealer(self) -> Official:
        return self.decks.dealer or self.crew.dealers[0]

    def happens(self, mistake: Mistake) -> bool:
        return self.chance.random() < RATES[mistake]

    def in_box(self, kind: type[Any], by: Official | None = None, **fields: Any) -> AtBox:
        return AtBox(self.table.name, kind(by=by or self.dealer, at=self.at, **fields))

    def at_table(self, kind: type[Any], by: Official | None = None, **fields: Any) -> AtTable:
        return AtTable(self.table.name, kind(by=by or self.dealer, at=self.at, **fields))

    def entered(self, command: play.Command, by: Official | None = None) -> AtTable:
        return self.at_table(at_table.Play, by, command=command)


def next_order(felt: Felt) -> Command | None:
    """What the crew does next; None while they wait for players."""
    if not felt.table.is_open or felt.box.decks is None:
        return None
    if felt.box.calls:
        return felt.in_box(AnswerCall, felt.crew.floor, call=felt.box.calls[0].call, reason="as the rule has it")
    supplied = supply(felt)
    if supplied is not None:
        return supplied
    return between_rounds(felt) if felt.table.dealing is None else in_round(felt)


def supply(felt: Felt) -> Command | None:
    """What a table needs before anybody sits down: decks of the day, a cover card, an open box and a dealer."""
    decks = felt.decks
    if decks.assigned(felt.day) is None:
        return felt.in_box(of_decks.DistributeDecks, felt.crew.supervisor, day=felt.day, tables=(line_of(felt.table),))
    if len(decks.decks) < 2 and decks.dealing is None:
        return receive(felt)
    if decks.cover is None:
        return felt.in_box(of_decks.ProvideCoverCard, cover=YELLOW)
    if decks.day is None:
        return felt.in_box(of_decks.OpenTable, day=felt.day)
    if decks.day < felt.day:
        return felt.in_box(of_decks.BeginDay, day=felt.day)
    if decks.dealer is None:
        return felt.in_box(of_decks.SignOn, felt.chance.choice(felt.crew.dealers))
    return None


def line_of(table: Table) -> TableDecks:
    posting = table.posting
    return TableDecks(
        table=table.name,
        limits=str(posting.plan.sizes[None].minimum),
        location=table.area,
        game=posting.plan.game.name,
        backs=(BLUE, RED),
    )


def receive(felt: Felt) -> Command:
    """A deck with the backs that are not at the table, under a name that no deck had here."""
    decks = felt.decks
    there = {deck.back for deck in decks.decks}
    back = next(each for each in (BLUE, RED) if each not in there)
    name = f"{back.color} {len(decks.removed) + len(decks.decks) + 1}"
    return felt.in_box(of_decks.ReceiveDeck, deck=name, backs=(back,), edges="white")


def between_rounds(felt: Felt) -> Command | None:
    clearing = felt.box.clearing
    if clearing is not None:
        return cleared(felt)
    refusal = may_deal(felt.box, felt.at)
    if refusal is not None:
        prepare = PREPARATIONS.get(refusal.code)
        return None if prepare is None else prepare(felt, str(refusal.facts.get("deck", "")))
    if next_lineup(felt.table) is None:
        return None
    if felt.chance.random() < RELIEF and len(felt.crew.dealers) > 1:
        return felt.in_box(of_decks.SignOff)
    return drawn_for_button(felt) or felt.at_table(at_table.StartRound)


def drawn_for_button(felt: Felt) -> Command | None:
    posting, seats = felt.table.posting, willing(felt.table)
    if posting.rules.first_button != "dealt-card" or not posting.plan.game.has_button or felt.table.button is not None:
        return None
    cards = felt.chance.sample(DECK, len(seats))
    drawn = tuple(at_table.DrawnCard(seat, card) for seat, card in zip(seats, cards, strict=True))
    return felt.at_table(at_table.DrawForButton, cards=drawn)


def cleared(felt: Felt) -> Command:
    """One confirmation, unless a hand came back short: then it is counted again."""
    clearing = felt.box.clearing
    assert clearing is not None
    losing = clearing.losing
    if clearing.alarms and losing and clearing.alarms[-1].seat == losing[0].seat:
        return felt.in_box(CollectHand, seat=losing[0].seat, found=losing[0].due)
    if losing and not clearing.alarms and felt.happens(Mistake.HAND_MISCOUNT):
        return felt.in_box(CollectHand, seat=losing[0].seat, found=losing[0].due - 1)
    deck = felt.decks.in_play
    return felt.in_box(Attest, round=felt.box.round, prepared=deck is not None and lack(deck, Step.WASHED) is None)


def counted(felt: Felt, deck: str) -> Command:
    found = len(DECK) - felt.happens(Mistake.MISCOUNT)
    return felt.in_box(of_decks.CountDeck, deck=deck, found=found)


def put_in_play(felt: Felt, _deck: str) -> Command:
    return felt.in_box(of_decks.PutInPlay, deck=felt.decks.decks[0].name)


def shown(felt: Felt, deck: str) -> Command | None:
    """Once two players have come."""
    return felt.in_box(of_decks.OfferInspection, deck=deck) if len(felt.decks.players) > 1 else None


PREPARATIONS: Mapping[Any, Callable[[Felt, str], Command | None]] = {
    Code.NOT_INSPECTED: lambda felt, deck: felt.in_box(of_decks.InspectDeck, deck=deck, found=len(DECK)),
    Code.NOT_VERIFIED: lambda felt, deck: felt.in_box(of_decks.VerifyDeck, felt.crew.floor, deck=deck),
    Code.NOT_SPREAD: lambda felt, deck: felt.in_box(of_decks.SpreadDeck, deck=deck, face=Face.UP, in_sequence=True),
    Code.SPREAD_FACE_DOWN: lambda felt, deck: felt.in_box(of_decks.TurnDeckUp, deck=deck),
    Code.CHANGE_DUE: lambda felt, deck: felt.in_box(of_decks.RemoveDeck, deck=deck),
    Code.NO_DECK_IN_PLAY: put_in_play,
    Code.SORT_DUE: lambda felt, deck: felt.in_box(of_decks.SortDeck, deck=deck, found=len(DECK)),
    Code.COUNT_DUE: counted,
    Code.NOT_WASHED: lambda felt, deck: felt.in_box(of_decks.WashDeck, deck=deck),
    Code.NOT_SHUFFLED: lambda felt, deck: felt.in_box(of_decks.ShuffleDeck, deck=deck, method=ShuffleMethod.HAND),
    Code.NOT_CUT: lambda felt, _deck: felt.in_box(of_decks.PrepareDeck),
    Code.NOT_STORED: lambda felt, deck: felt.in_box(of_decks.StoreDeck, deck=deck, place=DeckPlace.DESIGNATED_AREA),
    Code.NOT_SHOWN_TO_PLAYERS: shown,
}
"""What puts right the first reason why no round may be dealt."""


def in_round(felt: Felt) -> Command | None:
    dealing, state = felt.decks.dealing, felt.table.round
    assert dealing is not None
    assert state is not None
    if dealing.died is not None:
        return felt.entered(play.DeclareDead(CardCount.MISSING), felt.crew.floor)
    if dealing.misdealt is not None:
        return felt.entered(play.DeclareMisdeal(Misdeal.SHUFFLE_OR_CUT), felt.crew.floor)
    if dealing.transaction is not None:
        return felt.in_box(of_decks.PickDeckUp)
    return gone_wrong(felt, state) or played(felt, state)


IN_THE_DECK: Mapping[Mistake, play.Command] = {
    Mistake.WRONG_ENTRY: play.TakeBack(),
    Mistake.FACE_UP: play.RemoveFaceUpCard(),
    Mistake.FALLEN: play.RemoveFallenCard(),
}
"""What is entered where it can be: an entry taken back, or a card that is not used."""


def gone_wrong(felt: Felt, state: Round) -> Command | None:
    """Something other than the next action, now and then."""
    early = not state.wagered and not state.burns and state.street <= 0
    if early and felt.happens(Mistake.NOT_CUT):
        return felt.in_box(of_decks.NoteSkipped, skipped=Skipped.CUT)
    if early and felt.happens(Mistake.WRONG_START):
        return felt.entered(play.DeclareMisdeal(Misdeal.WRONG_START), felt.crew.floor)
    deck = felt.decks.in_play
    if deck is not None and felt.happens(Mistake.CARDS_MISSING):
        return felt.in_box(of_decks.ReportWrongCards, deck=deck.name, what="a card is missing")
    for mistake, command in IN_THE_DECK.items():
        if felt.happens(mistake) and not isinstance(entered(state, command, felt.dealer), Refusal):
            return felt.entered(command)
    if felt.happens(Mistake.FLOOR_CALLED):
        return felt.in_box(CallFloor, reason="a disputed bet")
    if felt.happens(Mistake.TRANSACTION):
        return felt.in_box(of_decks.SetDeckDown, transaction="a bill is changed")
    return None


def played(felt: Felt, recorded: Round) -> Command | None:
    """The next entry: an action of the seat to act, who acts first, or the pots."""
    lineup, state = felt.table.dealing, as_dealt(recorded)
    assert lineup is not None
    if state.stage is Stage.SHUFFLING:
        # The deck runs short in a deal that nobody has entered yet.
        return felt.entered(play.Reshuffle(()) if recorded.stage is Stage.SHUFFLING else play.Deal(()))
    if state.stage is Stage.SHOWDOWN:
        return felt.entered(play.PushPots(pushes(felt, state, lineup.lineup)))
    if state.stage is Stage.TELLING:
        live = [seat for seat in range(state.seats) if state.is_live(Seat(seat)) and state.stacks[seat]]
        return felt.entered(play.NameOpener(Seat(lineup.lineup[felt.chance.choice(live)])))
    if state.turn is None:
        return None
    return felt.entered(action(state, state.turn, Seat(lineup.lineup[state.turn]), felt.chance))


def pushes(felt: Felt, state: Round, lineup: tuple[int, ...]) -> tuple[Push, ...]:
    """Nobody names a card: each pot goes to one who has a claim to it."""
    pots = [pot for pot in pots_now(state) if pot.amount]
    return tuple(
        Push(number, (Seat(lineup[felt.chance.choice(sorted(pot.claimants))]),)) for number, pot in enumerate(pots)
    )


def action(state: Round, turn: Seat, seat: Seat, chance: Random) -> play.PlayerCommand:
    """A player who mostly calls, sometimes folds, bets and raises, and now and then goes all in."""
    offers = {type(offer): offer for offer in legal_actions(state, turn)}
    luck = chance.random()
    wager = offers.get(MayRaise) or offers.get(MayBet)
    if isinstance(wager, MayRaise | MayBet) and luck < 0.15:
        to = wager.most if luck < 0.01 else wager.least
        return play.Raise(seat, to) if isinstance(wager, MayRaise) else play.Bet(seat, to)
    if MayFold in offers and MayCheck not in offers and luck > 0.8:
        return play.Fold(seat)
    draw, give_up = offers.get(MayDraw), offers.get(MustDiscard)
    if isinstance(draw, MayDraw):
        return play.Draw(seat, (UNKNOWN,) * chance.randint(0, min(3, draw.most)))
    if isinstance(give_up, MustDiscard):
        return play.Discard(seat, ())
    for kind, command in PLAIN.items():
        if kind in offers:
            return command(seat)
    return play.Fold(seat)


PLAIN: Mapping[type[Any], Callable[[Seat], play.PlayerCommand]] = {
    MayPostForcedBet: play.PostForcedBet,
    MayCheck: play.Check,
    MayCall: play.Call,
    MayPlayOn: play.PlayOn,
    MayFreeze: play.Freeze,
}
