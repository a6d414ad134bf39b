"""A scripted dealer: what the crew of a table that a dealer deals does next, from the table and its box alone.

Nothing is remembered: the next order follows from what is recorded, the time and a generator. So a simulated day can be
resumed anywhere, and a demonstration table goes on after a restart. What goes wrong on the way is in `going_wrong.py`.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from pokerroom import play
from pokerroom.bots.crew import Command, Felt
from pokerroom.bots.going_wrong import (
    Mistake,
    entered_wrong,
    gone_wrong,
    happens,
    made_good,
    named,
    pushed_short,
    pushed_wrong,
    seats_in,
)
from pokerroom.cards import DECK, UNKNOWN
from pokerroom.play import CardCount, Misdeal, Push, Round, Seat, Stage, legal_actions
from pokerroom.play.discards import known_cards
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
from pokerroom.table.box import may_deal
from pokerroom.table.box.commands import AnswerCall, Attest
from pokerroom.table.clearing import CollectHand
from pokerroom.table.decks import commands as of_decks, prepare_refusal
from pokerroom.table.decks.clocks import lack
from pokerroom.table.decks.equipment import Back, CoverCard, Face, ShuffleMethod, Shuffler, Step, TableDecks
from pokerroom.table.refusals import Code
from pokerroom.table.seating import Table, commands as at_table, next_lineup
from pokerroom.table.seating.entering import as_dealt
from pokerroom.table.seating.lineup import willing

RELIEF = 0.05
"""How often between two rounds another dealer takes over."""
DEVICE = 0.02
"""How often between two rounds a shuffling device is brought to a table that has none."""
TABLED = 0.25
"""How often hands are tabled and named at a showdown: otherwise pots are pushed by hand."""
BLUE, RED = Back("blue", "diamonds"), Back("red", "diamonds")
YELLOW = CoverCard("yellow", opaque=True, solid=True)
MACHINE = Shuffler("shuffler 1", counts=False, approval="")


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
    if device_is_off(felt):
        return felt.in_box(of_decks.RemoveShuffler)
    refusal = may_deal(felt.box, felt.at)
    if refusal is not None:
        prepare = PREPARATIONS.get(refusal.code)
        return None if prepare is None else prepare(felt, str(refusal.facts.get("deck", "")))
    if next_lineup(felt.table) is None:
        return None
    if felt.table.rounds and happens(felt, Mistake.PUSHED_SHORT) and (ruled := pushed_short(felt)) is not None:
        return ruled
    if felt.decks.shuffler is None and felt.chance.random() < DEVICE:
        return felt.in_box(of_decks.InstallShuffler, shuffler=MACHINE)
    others = [each for each in felt.crew.dealers if each != felt.dealer]
    if felt.chance.random() < RELIEF and others:
        return felt.in_box(of_decks.RelieveDealer, felt.chance.choice(others))
    return drawn_for_button(felt) or felt.at_table(at_table.StartRound)


def device_is_off(felt: Felt) -> bool:
    """A device that failed leaves the table before its deck is shuffled by hand, 14.15(q)."""
    return felt.decks.shuffler is not None and any(deck.shuffle_failed for deck in felt.decks.decks)


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
    if losing and not clearing.alarms and happens(felt, Mistake.HAND_MISCOUNT):
        return felt.in_box(CollectHand, seat=losing[0].seat, found=losing[0].due - 1)
    return felt.in_box(Attest, round=felt.box.round, prepared=prepare_refusal(felt.decks) is None)


def counted(felt: Felt, deck: str) -> Command:
    found = len(DECK) - happens(felt, Mistake.MISCOUNT)
    return felt.in_box(of_decks.CountDeck, deck=deck, found=found)


def put_in_play(felt: Felt, _deck: str) -> Command:
    return felt.in_box(of_decks.PutInPlay, deck=felt.decks.decks[0].name)


def shuffled(felt: Felt, deck: str) -> Command:
    """By hand, or in one word where a device has shuffled it."""
    if felt.decks.shuffler is not None:
        return felt.in_box(of_decks.PrepareDeck)
    return felt.in_box(of_decks.ShuffleDeck, deck=deck, method=ShuffleMethod.HAND)


def alternated(felt: Felt, _deck: str) -> Command | None:
    """The deck in the device is dealt next, once it has come so far."""
    for deck in felt.decks.idle:
        missing = lack(deck, Step.WASHED)
        if missing is not None:
            return PREPARATIONS[missing.code](felt, deck.name)
        if deck.place is not felt.decks.store:
            return stored(felt, deck.name)
    return felt.in_box(of_decks.PrepareDeck)


def stored(felt: Felt, deck: str) -> Command:
    return felt.in_box(of_decks.StoreDeck, deck=deck, place=felt.decks.store)


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
    Code.NOT_SHUFFLED: shuffled,
    Code.SHUFFLE_FAILED: shuffled,
    Code.SAME_DECK_AGAIN: alternated,
    Code.NOT_CUT: lambda felt, _deck: felt.in_box(of_decks.PrepareDeck),
    Code.NOT_STORED: stored,
    Code.NOT_SHOWN_TO_PLAYERS: shown,
}
"""What puts right the first reason why no round may be dealt."""


def in_round(felt: Felt) -> Command | None:
    dealing, state = felt.decks.dealing, felt.table.round
    assert dealing is not None
    assert state is not None
    if dealing.transaction is not None:
        return felt.in_box(of_decks.PickDeckUp)
    if dealing.died is not None:
        return felt.entered(play.DeclareDead(CardCount.MISSING), felt.crew.floor)
    if dealing.misdealt is not None:
        return felt.entered(play.DeclareMisdeal(Misdeal.SHUFFLE_OR_CUT), felt.crew.floor)
    if device_is_off(felt):
        return felt.in_box(of_decks.RemoveShuffler)
    if entered_wrong(state):
        return felt.entered(play.TakeBack())
    return made_good(felt) or gone_wrong(felt, state) or played(felt, state)


def played(felt: Felt, recorded: Round) -> Command | None:
    """The next entry: an action of the seat to act, who acts first, or the pots."""
    state = as_dealt(recorded)
    if state.stage is Stage.SHUFFLING:
        # The deck runs short in a deal that nobody has entered yet.
        return felt.entered(play.Reshuffle(()) if recorded.stage is Stage.SHUFFLING else play.Deal(()))
    if state.stage is Stage.SHOWDOWN:
        return at_showdown(felt, state)
    if state.stage is Stage.TELLING:
        live = [seat for seat in range(state.seats) if state.is_live(Seat(seat)) and state.stacks[seat]]
        return felt.entered(play.NameOpener(Seat(felt.lineup[felt.chance.choice(live)])))
    if state.turn is None:
        return None
    return felt.entered(action(state, state.turn, Seat(felt.lineup[state.turn]), felt.chance))


def at_showdown(felt: Felt, state: Round) -> Command:
    """Pots are pushed by hand, or hands are tabled: then the cards say who wins, and only a ruling says otherwise."""
    tabling = state.shown or (state.board and UNKNOWN not in state.board)
    if not tabling and (felt.chance.random() >= TABLED or not can_be_named(state)):
        return felt.entered(play.PushPots(pushes(felt, state)))
    if UNKNOWN in state.board:
        return felt.entered(play.NameCards(named(felt, state, state.board)))
    if state.turn is not None:
        seat = Seat(felt.lineup[state.turn])
        return felt.entered(play.Show(seat, named(felt, state, state.cards(state.turn))))
    wrong = pushed_wrong(felt, state) if happens(felt, Mistake.PUSHED_WRONG) else None
    return wrong or felt.entered(play.PushPots())


def can_be_named(state: Round) -> bool:
    """Whether there are names enough for every card that lies there and is not known."""
    unnamed = [*state.board, *(card for seat in seats_in(state) for card in state.cards(seat))].count(UNKNOWN)
    return unnamed <= len(DECK) - len(known_cards(state))


def pushes(felt: Felt, state: Round) -> tuple[Push, ...]:
    """Nobody names a card: each pot goes to one who has a claim to it."""
    pots = [pot for pot in pots_now(state) if pot.amount]
    return tuple(
        Push(number, (Seat(felt.lineup[felt.chance.choice(sorted(pot.claimants))]),)) for number, pot in enumerate(pots)
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
        # Of a hand that was rebuilt the cards are known, and those that go are named.
        return play.Draw(seat, tuple(chance.sample(state.down[turn], chance.randint(0, min(3, draw.most)))))
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
