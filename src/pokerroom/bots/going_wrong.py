"""What goes wrong at a table that a scripted crew deals: every kind of mistake, each at a stated rate.

A mistake is an order like any other, and what follows is what the regulation has follow. Where it takes several, such
as words first and then chips that fall short of them, the next one is found from what the table remembers.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum

from pokerroom import play
from pokerroom.bots.crew import Command, Felt
from pokerroom.cards import DECK, UNKNOWN, Card
from pokerroom.play import CardCount, Misdeal, Push, Removal, Round, Seat, legal_actions
from pokerroom.play.discards import known_cards
from pokerroom.play.irregularities import is_protected
from pokerroom.play.offered import MayCheck
from pokerroom.play.views import pots_now
from pokerroom.room.box.commands import AtBox
from pokerroom.rules.refusal import Refusal
from pokerroom.table.acts import Act, PutIn, Rested, Spoke
from pokerroom.table.box.commands import CallFloor
from pokerroom.table.decks import commands as of_decks
from pokerroom.table.decks.equipment import DeckPlace, Failure, Skipped
from pokerroom.table.seating import commands as at_table, perform
from pokerroom.table.seating.entering import as_dealt

Make = Callable[[Felt, Round], Command | None]
"""An order that says something went wrong; none where it cannot have."""


class Mistake(StrEnum):
    """What goes wrong at the felt."""

    WRONG_ENTRY = "a check entered as a fold, and taken back"
    FLOOR_CALLED = "a question for the floor"
    FACE_UP = "a card face up in the deck"
    FALLEN = "a card dealt off the table"
    NOT_CUT = "a deck that was not cut"
    WRONG_START = "a deal from the wrong starting position"
    SKIPPED = "a player who was not dealt in"
    SKIPPED_LATE = "a player not dealt in, found too late"
    SEVERAL_UP = "several cards face up in the deck"
    EXPOSED = "a card exposed in the deal"
    SWEPT = "a hand swept up by the dealer"
    MIXED = "a hand mixed with other cards"
    WRONG_COUNT = "a hand of too many or too few cards"
    REBUILT = "a protected hand mixed up and rebuilt"
    WALKED_AWAY = "a player who walks away without a word"
    INELIGIBLE = "cards dealt to somebody who is not in"
    PUSHED_WRONG = "a push against tabled cards, ruled on"
    PUSHED_SHORT = "a pot pushed short, ruled on afterwards"
    DEVICE_FAILED = "a shuffling device that fails"
    OUT_OF_TURN = "a player who speaks out of turn"
    CHIPS_SHORT = "chips short of what was said"
    CARDS_MISSING = "a deck that is not complete"
    CARDS_TOO_MANY = "a deck with a card too many"
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
    Mistake.SKIPPED: 0.002,
    Mistake.SKIPPED_LATE: 0.002,
    Mistake.SEVERAL_UP: 0.002,
    Mistake.EXPOSED: 0.05,
    Mistake.SWEPT: 0.001,
    Mistake.MIXED: 0.001,
    Mistake.WRONG_COUNT: 0.001,
    Mistake.REBUILT: 0.002,
    Mistake.WALKED_AWAY: 0.001,
    Mistake.INELIGIBLE: 0.003,
    Mistake.PUSHED_WRONG: 0.05,
    Mistake.PUSHED_SHORT: 0.01,
    Mistake.DEVICE_FAILED: 0.003,
    Mistake.OUT_OF_TURN: 0.005,
    Mistake.CHIPS_SHORT: 0.01,
    Mistake.CARDS_MISSING: 0.001,
    Mistake.CARDS_TOO_MANY: 0.0005,
    Mistake.MISCOUNT: 0.02,
    Mistake.HAND_MISCOUNT: 0.05,
    Mistake.TRANSACTION: 0.01,
}
"""How often each happens where it can: of the entries of a round, of counts of a deck, of rounds that are cleared, of
hands tabled.
"""


def happens(felt: Felt, mistake: Mistake) -> bool:
    return felt.chance.random() < RATES[mistake]


def gone_wrong(felt: Felt, state: Round) -> Command | None:
    """Something other than the next action, now and then, where it can happen."""
    for mistake, make in IN_A_ROUND.items():
        if happens(felt, mistake) and is_possible(felt, order := make(felt, state)):
            return order
    return None


def is_possible(felt: Felt, order: Command | None) -> bool:
    """What the box is told of, it decides; the table is asked beforehand."""
    if order is None or isinstance(order, AtBox):
        return order is not None
    return not isinstance(perform(felt.table, order.command), Refusal)


def not_cut(felt: Felt, state: Round) -> Command | None:
    return felt.in_box(of_decks.NoteSkipped, skipped=Skipped.CUT) if is_early(state) else None


def misdealt(cause: Misdeal) -> Make:
    """Found while the deal can still be called off, and called by the floor."""

    def called(felt: Felt, state: Round) -> Command | None:
        return felt.entered(play.DeclareMisdeal(cause), felt.crew.floor) if is_early(state) else None

    return called


def is_early(state: Round) -> bool:
    return not state.wagered and not state.burns and state.street <= 0


def cards_missing(felt: Felt, _state: Round) -> Command | None:
    deck = felt.decks.in_play
    return None if deck is None else felt.in_box(of_decks.ReportWrongCards, deck=deck.name, what="a card is missing")


def too_many_cards(felt: Felt, _state: Round) -> Command | None:
    """Two cards of one kind came out of the deck, and the floor calls the round dead."""
    return felt.entered(play.DeclareDead(CardCount.ADDITIONAL), felt.crew.floor)


def entry(command: play.Command) -> Make:
    return lambda felt, _state: felt.entered(command)


def exposed(felt: Felt, state: Round) -> Command | None:
    """The first card of somebody's next ones, where they are due face down."""
    return felt.entered(play.Deal((), (play.Exposed(someone(felt, state), 0),)))


def lost(cause: Removal) -> Make:
    """A hand that the dealer loses, while others are left to play on."""

    def gone(felt: Felt, state: Round) -> Command | None:
        seat = bystander(felt, state)
        return None if seat is None else felt.entered(play.RemoveHand(seat, cause))

    return gone


def skipped_late(felt: Felt, state: Round) -> Command | None:
    """Two players have wagered when the turn comes to whoever was passed over: they sit this round out, 14.15(e)4."""
    if state.turn is None or state.wagered.bit_count() < 2 or state.live.bit_count() < 3:
        return None
    return felt.entered(play.RemoveHand(Seat(felt.lineup[state.turn]), Removal.SKIPPED))


def walked_away(felt: Felt, state: Round) -> Command | None:
    seat = bystander(felt, state)
    return None if seat is None else felt.entered(play.LeaveTable(seat))


def bystander(felt: Felt, state: Round) -> Seat | None:
    """Somebody who is in and has not to act, where two others are left."""
    turn = as_dealt(state).turn
    others = [seat for seat in seats_in(state) if seat != turn]
    return Seat(felt.lineup[felt.chance.choice(others)]) if others and state.live.bit_count() > 2 else None


def rebuilt(felt: Felt, state: Round) -> Command | None:
    """Somebody puts a chip on their hand; if it is mixed up, two people remember what it was, 14.15(i)2."""
    protected = [seat for seat in seats_in(state) if is_protected(state, seat)]
    if not protected:
        return felt.entered(play.MarkProtected(someone(felt, state), "under a chip"))
    seat = felt.chance.choice(protected)
    if not state.cards(seat):
        return None
    remembered = named(felt, state, state.cards(seat))
    return felt.entered(play.ReconstructHand(Seat(felt.lineup[seat]), remembered, ("the dealer", "the player")))


def named(felt: Felt, state: Round, held: tuple[Card, ...]) -> tuple[Card, ...]:
    """What these cards may be: those that nobody has named are any of the others; as many as there are."""
    others = sorted(set(DECK) - known_cards(state))
    news = iter(felt.chance.sample(others, min(len(others), held.count(UNKNOWN))))
    return tuple([next(news, UNKNOWN) if card == UNKNOWN else card for card in held])


def ineligible(felt: Felt, state: Round) -> Command | None:
    """The deal went on past a seat whose player sits this round out."""
    out = [seat for seat, _ in felt.table.seated if not felt.table.is_dealt_in(seat)]
    if not out or not any(state.cards(seat) for seat in seats_in(state)):
        return None
    return felt.entered(play.RemoveHand(Seat(felt.chance.choice(out)), Removal.INELIGIBLE))


def check_as_fold(felt: Felt, state: Round) -> Command | None:
    """Nobody here folds where a check is free, so such a fold is known as a mistake of the record afterwards."""
    dealt = as_dealt(state)
    if dealt.turn is None or dealt.live.bit_count() < 3 or not may_check(dealt):
        return None
    return felt.entered(play.Fold(Seat(felt.lineup[dealt.turn])))


def may_check(dealt: Round) -> bool:
    return dealt.turn is not None and any(isinstance(offer, MayCheck) for offer in legal_actions(dealt, dealt.turn))


def entered_wrong(state: Round) -> bool:
    """Whether the last entry was a check entered as a fold."""
    if state.before is None:
        return False
    before = as_dealt(state.before)
    return before.turn is not None and may_check(before) and not state.is_live(before.turn)


def device_failed(felt: Felt, _state: Round) -> Command | None:
    inside = [deck for deck in felt.decks.decks if deck.place is DeckPlace.SHUFFLER and not deck.shuffle_failed]
    if not inside:
        return None
    failure = felt.chance.choice(list(Failure))
    return felt.in_box(of_decks.ReportFailedShuffle, deck=inside[0].name, failure=failure)


def pushed_wrong(felt: Felt, state: Round) -> Command | None:
    """Where hands lie open, a pot is pushed to one that has not won it: only by a ruling, 14.15(b)."""
    for loser in seats_in(state):
        pots = [pot for pot in pots_now(state) if pot.amount]
        if any(loser not in pot.claimants for pot in pots):
            continue
        pushes = tuple(Push(number, (Seat(felt.lineup[loser]),)) for number, _ in enumerate(pots))
        if not is_possible(felt, felt.entered(play.PushPots(pushes))):
            ruling = play.Ruling(felt.crew.supervisor, felt.at, "the other hands were dead", "14.15(b)")
            return felt.entered(play.PushPots(pushes, ruling), felt.crew.supervisor)
    return None


def pushed_short(felt: Felt) -> Command | None:
    """Found after the round: the poker shift supervisor has a chip moved from stakes to other stakes (R-87)."""
    chip = felt.table.posting.house.odd_unit
    seats = [seat for seat, place in felt.table.seated if place.stakes > chip]
    if len(seats) < 2:
        return None
    payer, payee = (play.Place(Seat(seat), "stakes") for seat in felt.chance.sample(seats, 2))
    ruling = play.Ruling(felt.crew.supervisor, felt.at, "the last pot was pushed short", "14.15(b)")
    order = felt.entered(play.Rule(ruling, (play.Move(chip, payer, payee),)), felt.crew.supervisor)
    return order if is_possible(felt, order) else None


def out_of_turn(felt: Felt, state: Round) -> Command | None:
    """Not binding there: where the house holds players to it, they are not put on the spot by a script."""
    seat, turn = someone(felt, state), as_dealt(state).turn
    if turn is None or felt.lineup[turn] == seat or felt.table.posting.rules.words.out_of_turn != "void":
        return None
    return heard(felt, Spoke(seat, "raise"))


def chips_short(felt: Felt, state: Round) -> Command | None:
    """A call in words, and then the smallest chip: the rest is owed, 14.7(d)."""
    turn = as_dealt(state).turn
    return None if turn is None else heard(felt, Spoke(Seat(felt.lineup[turn]), "call"))


def floor_called(felt: Felt, _state: Round) -> Command | None:
    return felt.in_box(CallFloor, reason="a disputed bet")


def transaction(felt: Felt, _state: Round) -> Command | None:
    return felt.in_box(of_decks.SetDeckDown, transaction="a bill is changed")


IN_A_ROUND: Mapping[Mistake, Make] = {
    Mistake.NOT_CUT: not_cut,
    Mistake.WRONG_START: misdealt(Misdeal.WRONG_START),
    Mistake.SKIPPED: misdealt(Misdeal.SKIPPED_PLAYER),
    Mistake.SEVERAL_UP: misdealt(Misdeal.SEVERAL_FACE_UP),
    Mistake.SKIPPED_LATE: skipped_late,
    Mistake.CARDS_MISSING: cards_missing,
    Mistake.CARDS_TOO_MANY: too_many_cards,
    Mistake.WRONG_ENTRY: check_as_fold,
    Mistake.FACE_UP: entry(play.RemoveFaceUpCard()),
    Mistake.FALLEN: entry(play.RemoveFallenCard()),
    Mistake.EXPOSED: exposed,
    Mistake.SWEPT: lost(Removal.SWEPT),
    Mistake.MIXED: lost(Removal.MIXED),
    Mistake.WRONG_COUNT: lost(Removal.WRONG_COUNT),
    Mistake.REBUILT: rebuilt,
    Mistake.WALKED_AWAY: walked_away,
    Mistake.INELIGIBLE: ineligible,
    Mistake.DEVICE_FAILED: device_failed,
    Mistake.OUT_OF_TURN: out_of_turn,
    Mistake.CHIPS_SHORT: chips_short,
    Mistake.FLOOR_CALLED: floor_called,
    Mistake.TRANSACTION: transaction,
}


def someone(felt: Felt, state: Round) -> Seat:
    """One of those who are in, by the seats of the table."""
    return Seat(felt.lineup[felt.chance.choice(seats_in(state))])


def seats_in(state: Round) -> list[Seat]:
    """Who is in, by the seats of the round."""
    return [Seat(seat) for seat in range(state.seats) if state.is_live(Seat(seat))]


def heard(felt: Felt, act: Act) -> Command:
    return felt.at_table(at_table.Hear, act=act)


def made_good(felt: Felt) -> Command | None:
    """What follows words or chips that came to no action yet, or left something owed."""
    remembers, chips = felt.table.heard, felt.table.posting.rules.words.chips
    if remembers.owed:
        owed = remembers.owed[0]
        pieces = pieces_for(owed.amount, chips)
        order = heard(felt, PutIn(Seat(felt.lineup[owed.seat]), pieces)) if pieces else None
    elif remembers.statement is not None and remembers.seat is not None:
        seat = Seat(felt.lineup[remembers.seat])
        order = heard(felt, Rested(seat) if remembers.motions else PutIn(seat, (min(chips),)))
    else:
        return None
    return order if is_possible(felt, order) else None


def pieces_for(amount: int, values: tuple[int, ...]) -> tuple[int, ...]:
    """The fewest pieces that make up an amount, the largest first; none where these cannot."""
    found: tuple[int, ...] = ()
    for value in sorted(values, reverse=True):
        found += (value,) * (amount // value)
        amount %= value
    return () if amount else found
