"""What an irregularity does to the round: cards and hands out of play, choices, refunds, rulings."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pokerroom.cards import Card, without
from pokerroom.play.commands import Move, Removal, Seat
from pokerroom.play.events import (
    BettingSkipped,
    CardExchanged,
    ChoiceOffered,
    DrawnCardExposed,
    FaceUpCardRemoved,
    FallenCardRemoved,
    FallenCardReplaced,
    Frozen,
    HandProtected,
    HandReconstructed,
    HandRemoved,
    Misdealt,
    MistakenCardsDiscarded,
    PlayedOn,
    PlayerLeft,
    PotsFormed,
    ReplacementDue,
    RoundDied,
    Ruled,
    UncalledForfeited,
)
from pokerroom.play.state import Apart, Late, Round, Stage, put
from pokerroom.rules.clauses import Face


def aside(state: Round, **changes: Any) -> Apart:
    """What an irregularity changes."""
    return replace(state.apart, **changes)


def misdealt(state: Round, event: Misdealt | RoundDied) -> Round:
    """Every chip goes back to the player who put it in, and every card to the deck."""
    nothing = (0,) * len(state.stacks)
    none: tuple[tuple[Card, ...], ...] = ((),) * len(state.stacks)
    return replace(
        state,
        stacks=tuple([stack + back for stack, back in zip(state.stacks, event.returned, strict=True)]),
        bets=nothing,
        paid=nothing,
        main_pot_antes=(),
        to_act=(),
        deck=every_card(state),
        dealt=0,
        down=none,
        up=none,
        muck=none,
        board=(),
        burns=(),
        pots=(),
        apart=aside(state, dead=(), mistaken=(), late=(), uncalled=()),
        live=0,
        owed=0,
        waiting=(),
        obliged=0,
    )


def every_card(state: Round) -> tuple[Card, ...]:
    apart = state.apart
    piles = (state.stub, state.burns, state.board, apart.dead, apart.mistaken, *state.muck, *state.down, *state.up)
    return tuple([card for pile in piles for card in pile])


def top_card_dead(state: Round, event: FallenCardRemoved | FaceUpCardRemoved) -> Round:
    return replace(state, apart=aside(state, dead=(*state.dead, event.card)), dealt=state.dealt + 1)


def face_up_card_removed(state: Round, event: FaceUpCardRemoved) -> Round:
    after = top_card_dead(state, event)
    return replace(after, apart=aside(after, face_up=state.apart.face_up + 1))


def fallen_card_replaced(state: Round, event: FallenCardReplaced) -> Round:
    seat, fallen = event.seat, event.fallen
    hands = state.up if event.face is Face.UP else state.down
    after = put(hands, seat, (*without(hands[seat], (fallen,)), event.card))
    changed = {"up": after} if event.face is Face.UP else {"down": after}
    return replace(state, apart=aside(state, dead=(*state.dead, fallen)), dealt=state.dealt + 1, **changed)


def mistaken_cards_discarded(state: Round, event: MistakenCardsDiscarded) -> Round:
    apart = aside(state, mistaken=state.apart.mistaken + event.cards)
    return replace(state, apart=apart, dealt=state.dealt + len(event.cards))


def card_exchanged(state: Round, event: CardExchanged) -> Round:
    seat, exposed = event.seat, (event.exposed,)
    after = replace(
        state,
        up=put(state.up, seat, without(state.up[seat], exposed)),
        down=put(state.down, seat, (*state.down[seat], event.card)),
        dealt=state.dealt + 1,
    )
    if event.burned:
        return replace(after, burns=state.burns + exposed, apart=aside(after, burn_ready=True))
    return replace(after, muck=put(state.muck, seat, state.muck[seat] + exposed))


def drawn_card_exposed(state: Round, event: DrawnCardExposed) -> Round:
    seat, exposed = event.seat, (event.card,)
    return replace(
        state,
        down=put(state.down, seat, without(state.down[seat], exposed)),
        muck=put(state.muck, seat, state.muck[seat] + exposed),
        discarded=state.discarded + 1,
        apart=aside(state, late=(*[each for each in state.late if each.seat != seat], *again(state, seat))),
    )


def again(state: Round, seat: Seat) -> tuple[Late, ...]:
    """One more card is due to this player, who has given up this many cards in this draw."""
    owed = 1 + sum([each.seat == seat for each in state.late])
    return (Late(seat, state.discarded + 1),) * owed


def replacement_due(state: Round, event: ReplacementDue) -> Round:
    first, *others = state.late
    apart = aside(state, late=tuple(others))
    return replace(state, to_act=(event.seat,), owed=1, discarded=first.discarded, apart=apart)


def choice_offered(state: Round, event: ChoiceOffered) -> Round:
    choosing = () if event.seats else state.apart.choosing + event.later
    apart = aside(state, flashed=state.flashed + event.cards, choosing=choosing)
    if not event.seats:
        return replace(state, apart=apart)
    return replace(state, stage=Stage.CHOOSING, to_act=event.seats, apart=apart)


def betting_skipped(state: Round, event: BettingSkipped) -> Round:  # noqa: ARG001
    return replace(state, stage=Stage.DEALING)


def frozen(state: Round, event: Frozen) -> Round:
    return replace(state, to_act=state.to_act[1:], apart=aside(state, frozen=state.frozen | 1 << event.seat))


def played_on(state: Round, event: PlayedOn) -> Round:  # noqa: ARG001
    return replace(state, to_act=state.to_act[1:])


def hand_removed(state: Round, event: HandRemoved) -> Round:
    """The hand is out like a folded one; a player who was never dealt in has no cards to muck."""
    seat = event.seat
    to_act = tuple([other for other in state.to_act if other != seat])
    drawing = state.owed and state.to_act[0] == seat
    after = replace(
        state,
        stacks=put(state.stacks, seat, state.stacks[seat] + event.returned),
        live=state.live & ~(1 << seat),
        down=put(state.down, seat, ()),
        up=put(state.up, seat, ()),
        to_act=to_act,
        apart=aside(state, late=tuple([other for other in state.late if other.seat != seat])),
        opener=to_act[0] if to_act and state.opener == seat == state.turn else state.opener,
        owed=0 if drawing else state.owed,
        obliged=0 if state.turn == seat else state.obliged,
        stage=Stage.DEALING if state.stage is Stage.DISCARDING and not to_act else state.stage,
    )
    if event.returned:
        antes = state.main_pot_antes
        after = replace(
            after,
            bets=put(state.bets, seat, 0),
            paid=put(state.paid, seat, 0),
            main_pot_antes=put(antes, seat, 0) if antes else (),
        )
    hand = state.down[seat] + state.up[seat]
    if event.cause is Removal.SKIPPED:
        return replace(after, dealt=state.dealt - len(hand))
    return replace(after, muck=put(state.muck, seat, state.muck[seat] + hand))


def uncalled_forfeited(state: Round, event: UncalledForfeited) -> Round:
    uncalled = state.apart.uncalled or (0,) * len(state.stacks)
    more = put(uncalled, event.seat, uncalled[event.seat] + event.amount)
    return replace(state, apart=aside(state, uncalled=more))


def pots_formed(state: Round, event: PotsFormed) -> Round:
    return replace(state, pots=event.pots)


def hand_protected(state: Round, event: HandProtected) -> Round:
    bit = 1 << event.seat
    protected = state.protected | bit if event.how else state.protected & ~bit
    return replace(state, apart=aside(state, protected=protected))


def hand_reconstructed(state: Round, event: HandReconstructed) -> Round:
    """The same cards as before; those the record did not know are known now."""
    seat, down = event.seat, len(state.down[event.seat])
    return replace(state, down=put(state.down, seat, event.cards[:down]))


def player_left(state: Round, event: PlayerLeft) -> Round:  # noqa: ARG001  the hand stays
    return state


def ruled(state: Round, event: Ruled) -> Round:
    return moved(state, event.moves)


def moved(state: Round, moves: tuple[Move, ...]) -> Round:
    """Chips moved to where a ruling sends them; earlier events stay as they are."""
    for move in moves:
        for place, amount in ((move.source, -move.amount), (move.target, move.amount)):
            pile = PILES[place.at]
            amounts: tuple[int, ...] = getattr(state, pile)
            state = replace(state, **{pile: put(amounts, place.seat, amounts[place.seat] + amount)})
    return state


PILES = {"stakes": "stacks", "bet": "bets", "pot": "paid"}


IRREGULAR_FOLDS: dict[type[Any], Callable[[Round, Any], Round]] = {
    Misdealt: misdealt,
    RoundDied: misdealt,
    FaceUpCardRemoved: face_up_card_removed,
    FallenCardRemoved: top_card_dead,
    FallenCardReplaced: fallen_card_replaced,
    MistakenCardsDiscarded: mistaken_cards_discarded,
    CardExchanged: card_exchanged,
    DrawnCardExposed: drawn_card_exposed,
    ReplacementDue: replacement_due,
    ChoiceOffered: choice_offered,
    BettingSkipped: betting_skipped,
    Frozen: frozen,
    PlayedOn: played_on,
    HandRemoved: hand_removed,
    PotsFormed: pots_formed,
    UncalledForfeited: uncalled_forfeited,
    HandProtected: hand_protected,
    HandReconstructed: hand_reconstructed,
    PlayerLeft: player_left,
    Ruled: ruled,
}
