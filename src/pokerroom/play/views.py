"""What one viewer may see. Everything is hidden by default: an event type without a line in `VISIBLE` cannot be shown.

A seat sees its own cards and what lies face up; a spectator and the dealer see what lies face up; an auditor sees
everything.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from pokerroom.cards import UNKNOWN, Card
from pokerroom.play import events
from pokerroom.play.commands import Seat
from pokerroom.play.events import Event, Pot
from pokerroom.play.offered import Offer
from pokerroom.play.offers import legal_actions
from pokerroom.play.pots import build_pots
from pokerroom.play.state import Round, Stage
from pokerroom.rules.clauses import Face


class Role(StrEnum):
    SPECTATOR = "spectator"
    DEALER = "dealer"
    AUDITOR = "auditor"


Viewer = Seat | Role


class SeatView(msgspec.Struct, frozen=True, gc=False):
    seat: Seat
    stack: int
    bet: int
    live: bool
    all_in: bool
    frozen: bool
    """Has stopped wagering after its last card was exposed."""
    protected: bool
    down: tuple[Card, ...]
    up: tuple[Card, ...]
    discards: tuple[Card, ...]


class View(msgspec.Struct, frozen=True, gc=False):
    viewer: Viewer
    game: str
    edition: str
    stage: Stage
    street: str | None
    turn: Seat | None
    button: Seat | None
    bet: int
    pot: int
    raked: int
    pots: tuple[Pot, ...]
    seats: tuple[SeatView, ...]
    board: tuple[Card, ...]
    stub: tuple[Card, ...]
    burns: tuple[Card, ...]
    dead: tuple[Card, ...]
    """Cards out of play in this round."""
    offers: tuple[Offer, ...]


def view(state: Round, viewer: Viewer) -> View:
    """The round as this viewer may see it, with what they may do if it is their turn."""
    sees_all = viewer is Role.AUDITOR
    game = state.procedure.game
    turn = state.turn
    return View(
        viewer=viewer,
        game=game.key,
        edition=game.edition,
        stage=state.stage,
        street=game.streets[state.street].name if state.street >= 0 else None,
        turn=turn,
        button=state.button,
        bet=state.bet,
        pot=state.pot,
        raked=sum(state.raked),
        pots=pots_now(state),
        seats=tuple(seat_view(state, Seat(seat), viewer) for seat in range(state.seats)),
        board=state.board,
        stub=state.stub if sees_all else hidden(state.stub),
        burns=state.burns if sees_all else hidden(state.burns),
        dead=state.dead if sees_all else hidden(state.dead),
        offers=legal_actions(state, turn) if turn is not None and viewer == turn and isinstance(viewer, int) else (),
    )


def pots_now(state: Round) -> tuple[Pot, ...]:
    """The pots gathered so far; bets of the current betting round are still in front of the players."""
    gathered = any(state.paid) or any(state.main_pot_antes)
    return state.pots or (build_pots(state) if gathered else ())


def seat_view(state: Round, seat: Seat, viewer: Viewer) -> SeatView:
    mine = viewer is Role.AUDITOR or viewer == seat
    stack, down, discards = state.stacks[seat], state.down[seat], state.muck[seat]
    live, apart = bool(state.live >> seat & 1), state.apart
    return SeatView(
        seat=seat,
        stack=stack,
        bet=state.bets[seat],
        live=live,
        all_in=live and not stack and state.stage is not Stage.CLOSED,
        frozen=bool(apart.frozen >> seat & 1),
        protected=bool(apart.protected >> seat & 1),
        down=down if mine or state.shown >> seat & 1 else hidden(down),
        up=state.up[seat],
        discards=discards if mine or not discards else hidden(discards),
    )


class OwnCards(NamedTuple):
    down: tuple[Card, ...]
    discards: tuple[Card, ...]


def own_cards(state: Round, seat: Seat) -> OwnCards:
    """The cards that only the player at this seat sees."""
    return OwnCards(state.down[seat], state.muck[seat])


def hidden(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return (UNKNOWN,) * len(cards)


def seen_by(event: Event, viewer: Viewer) -> Event:
    """The event with every card that this viewer may not see turned face down."""
    redact = VISIBLE[type(event)]
    return event if viewer is Role.AUDITOR else redact(event, viewer)


def to_everybody(event: Any, viewer: Viewer) -> Any:  # noqa: ARG001
    return event


def deck_hidden(event: events.DeckShuffled, viewer: Viewer) -> Event:  # noqa: ARG001
    return replace(event, deck=hidden(event.deck))


def burn_hidden(event: events.CardBurned, viewer: Viewer) -> Event:  # noqa: ARG001
    return replace(event, card=UNKNOWN)


def down_cards_hidden(event: events.CardsDealt, viewer: Viewer) -> Event:
    places = [(face, seat) for face in event.faces for seat in event.seats]
    cards = tuple(
        card if (face is Face.UP) != (place in event.turned) or seat == viewer else UNKNOWN
        for place, ((face, seat), card) in enumerate(zip(places, event.cards, strict=True))
    )
    return replace(event, cards=cards)


def reshuffle_hidden(event: events.DeckReshuffled, viewer: Viewer) -> Event:
    muck = tuple(cards if seat == viewer else hidden(cards) for seat, cards in enumerate(event.muck))
    return replace(event, deck=hidden(event.deck), burns=hidden(event.burns), muck=muck)


def to_its_player(event: events.Discarded | events.Drew | events.HandReconstructed, viewer: Viewer) -> Event:
    return event if event.seat == viewer else replace(event, cards=hidden(event.cards))


def fallen_hidden(event: events.FallenCardRemoved, viewer: Viewer) -> Event:  # noqa: ARG001
    return replace(event, card=UNKNOWN)


def mistaken_hidden(event: events.MistakenCardsDiscarded, viewer: Viewer) -> Event:  # noqa: ARG001
    return replace(event, cards=hidden(event.cards))


def fallen_to_its_player(event: events.FallenCardReplaced, viewer: Viewer) -> Event:
    if event.face is Face.UP or event.seat == viewer:
        return event
    return replace(event, fallen=UNKNOWN, card=UNKNOWN)


def replacement_to_its_player(event: events.CardExchanged, viewer: Viewer) -> Event:
    return event if event.seat == viewer else replace(event, card=UNKNOWN)


VISIBLE: dict[type[Any], Callable[[Any, Viewer], Event]] = {
    events.RoundOpened: to_everybody,
    events.DeckShuffled: deck_hidden,
    events.AntesPosted: to_everybody,
    events.BlindPosted: to_everybody,
    events.CardBurned: burn_hidden,
    events.CardsDealt: down_cards_hidden,
    events.CommunityDealt: to_everybody,
    events.CommonCardDealt: to_everybody,
    events.DeckRanShort: to_everybody,
    events.DeckReshuffled: reshuffle_hidden,
    events.BettingRoundOpened: to_everybody,
    events.ForcedBetPosted: to_everybody,
    events.Folded: to_everybody,
    events.Checked: to_everybody,
    events.Called: to_everybody,
    events.BetMade: to_everybody,
    events.Raised: to_everybody,
    events.RulingMade: to_everybody,
    events.UncalledReturned: to_everybody,
    events.UncalledForfeited: to_everybody,
    events.BettingRoundClosed: to_everybody,
    events.DiscardsDue: to_everybody,
    events.Discarded: to_its_player,
    events.DrawOpened: to_everybody,
    events.StoodPat: to_everybody,
    events.Drew: to_its_player,
    events.ShowdownOpened: to_everybody,
    events.HandShown: to_everybody,
    events.HandConceded: to_everybody,
    events.PotAwarded: to_everybody,
    events.RoundClosed: to_everybody,
    events.RakeTaken: to_everybody,
    events.RakeReturned: to_everybody,
    events.ContributionTaken: to_everybody,
    events.Misdealt: to_everybody,
    events.RoundDied: to_everybody,
    events.FaceUpCardRemoved: to_everybody,
    events.FallenCardRemoved: fallen_hidden,
    events.FallenCardReplaced: fallen_to_its_player,
    events.MistakenCardsDiscarded: mistaken_hidden,
    events.CardExchanged: replacement_to_its_player,
    events.DrawnCardExposed: to_everybody,
    events.ReplacementDue: to_everybody,
    events.ChoiceOffered: to_everybody,
    events.BettingSkipped: to_everybody,
    events.Frozen: to_everybody,
    events.PlayedOn: to_everybody,
    events.HandRemoved: to_everybody,
    events.PotsFormed: to_everybody,
    events.HandProtected: to_everybody,
    events.HandReconstructed: to_its_player,
    events.PlayerLeft: to_everybody,
    events.HandDisclosed: to_everybody,
    events.Ruled: to_everybody,
    events.Entered: to_everybody,
    events.EntryTakenBack: to_everybody,
    events.CardsNamed: to_everybody,
    events.OpenerAwaited: to_everybody,
    events.PotsPushed: to_everybody,
}
