"""What each event does to the state, and nothing else."""

from collections.abc import Callable, Iterable
from datetime import date, datetime, timedelta
from typing import Any

from msgspec.structs import replace

from pokerroom.table.decks.clocks import idle_from
from pokerroom.table.decks.equipment import DeckPlace, Face, ShuffleMethod, Step
from pokerroom.table.decks.events import (
    CountFailed,
    CoverCardPlaced,
    CoverCardProvided,
    DayBegun,
    DealerRelieved,
    DealerSignedOff,
    DealerSignedOn,
    DealtForButton,
    DeckCounted,
    DeckCut,
    DeckInspected,
    DeckPickedUp,
    DeckPrepared,
    DeckPutInPlay,
    DeckReceived,
    DeckRemoved,
    DeckRulesChosen,
    DecksDistributed,
    DeckSetDown,
    DeckShuffled,
    DeckSorted,
    DeckSpread,
    DeckStored,
    DeckTurnedUp,
    DeckVerified,
    DeckWashed,
    Event,
    InspectionOffered,
    PacketTaken,
    PreparedDeckAccepted,
    RecutOrdered,
    RoundBegun,
    RoundEnded,
    SeatLeft,
    SeatTaken,
    ShuffleFailed,
    ShufflerInstalled,
    ShufflerRemoved,
    StepSkipped,
    TableClosed,
    TableOpened,
    TableSetUp,
    WrongCardsFound,
)
from pokerroom.table.decks.state import Assignment, Deck, DeckRemoval, DeckRound, Decks


def apply(state: Decks, event: Event) -> Decks:
    """The state after an event."""
    return replace(FOLDS[type(event)](state, event), at=event.at)


def set_up(event: TableSetUp) -> Decks:
    """The state a table's record starts from."""
    return Decks(table=event.table, rules=event.rules, at=event.at, deck_missing=event.at)


def replay(events: Iterable[Event]) -> Decks:
    """The state after all events of a record."""
    record = iter(events)
    first = next(record, None)
    if not isinstance(first, TableSetUp):
        raise TypeError(f"the record of a table starts with TableSetUp, not with {type(first).__name__}")
    state = set_up(first)
    for event in record:
        state = apply(state, event)
    return state


def rules_chosen(state: Decks, event: DeckRulesChosen) -> Decks:
    return replace(state, rules=event.rules)


def with_deck(state: Decks, name: str, **changes: Any) -> Decks:
    return replace(state, decks=tuple(replace(deck, **changes) if deck.name == name else deck for deck in state.decks))


def with_dealing(state: Decks, **changes: Any) -> Decks:
    assert state.dealing is not None
    return replace(state, dealing=replace(state.dealing, **changes))


def out_of_play(deck: Deck, at: datetime, place: DeckPlace) -> Deck:
    """The deck in another place, with its time in play added up."""
    if deck.in_play_since is None:
        return replace(deck, place=place)
    spell = at - deck.in_play_since
    return replace(
        deck,
        place=place,
        in_play_since=None,
        out_of_play_since=at,
        played=deck.played + spell,
        played_unsorted=deck.played_unsorted + spell,
    )


def moved(state: Decks, name: str, at: datetime, place: DeckPlace) -> Decks:
    decks = tuple(out_of_play(deck, at, place) if deck.name == name else deck for deck in state.decks)
    return replace(state, decks=decks)


def handled(state: Decks, name: str, at: datetime) -> Decks:
    """A deck handled by a person lies on the table, unless it is in play."""
    return state if state.deck(name).in_play else moved(state, name, at, DeckPlace.ON_TABLE)


def left_idle(state: Decks, at: datetime) -> Decks:
    """Nobody is left to play: decks that were ready must be spread, 14.5(d)."""
    decks = tuple(
        replace(out_of_play(deck, at, DeckPlace.ON_TABLE), step=Step.LEFT_IDLE, since=at)
        if deck.step > Step.SPREAD_FACE_UP
        else deck
        for deck in state.decks
    )
    return replace(state, decks=decks)


def decks_distributed(state: Decks, event: DecksDistributed) -> Decks:
    backs = next((line.backs for line in event.tables if line.table == state.table), None)
    if backs is None:
        return state
    # Distributions for past days no longer give the table any deck.
    others = tuple(each for each in state.assignments if each.day != event.day and not is_over(state, each.day))
    return replace(state, assignments=(*others, Assignment(event.day, backs)))


def is_over(state: Decks, day: date) -> bool:
    return state.day is not None and day < state.day


def deck_received(state: Decks, event: DeckReceived) -> Decks:
    decks = (*state.decks, Deck(name=event.deck, back=event.back, edges=event.edges, since=event.at))
    return replace(state, decks=decks, deck_missing=None if len(decks) == 2 else state.deck_missing)


def cover_card_provided(state: Decks, event: CoverCardProvided) -> Decks:
    return replace(state, cover=event.cover)


def shuffler_installed(state: Decks, event: ShufflerInstalled) -> Decks:
    return replace(state, shuffler=event.shuffler)


def shuffler_removed(state: Decks, event: ShufflerRemoved) -> Decks:
    """A deck that was in the device lies on the table."""
    for deck in state.decks:
        if deck.place is DeckPlace.SHUFFLER:
            state = moved(state, deck.name, event.at, DeckPlace.ON_TABLE)
    return replace(state, shuffler=None)


def table_opened(state: Decks, event: TableOpened) -> Decks:
    return replace(state, day=event.day, day_from=event.at)


def day_begun(state: Decks, event: DayBegun) -> Decks:
    return replace(state, day=event.day, day_from=event.at)


def table_closed(state: Decks, event: TableClosed) -> Decks:
    return replace(
        state,
        day=None,
        day_from=None,
        dealer=None,
        dealing_since=None,
        players=(),
        two_seated=None,
        one_seated=None,
        last_used=None,
        deck_missing=event.at,
    )


def dealer_signed_on(state: Decks, event: DealerSignedOn) -> Decks:
    return replace(state, dealer=event.by, dealing_since=event.at)


def dealer_relieved(state: Decks, event: DealerRelieved) -> Decks:
    return replace(state, dealer=event.by, dealing_since=event.at)


def dealer_signed_off(state: Decks, event: DealerSignedOff) -> Decks:  # noqa: ARG001
    return replace(state, dealer=None, dealing_since=None)


def seat_taken(state: Decks, event: SeatTaken) -> Decks:
    idle = idle_from(state)
    if idle is not None and idle <= event.at:
        state = left_idle(state, event.at)
    players = (*state.players, event.player)
    after = replace(state, players=players, two_seated=event.at if len(players) == 2 else state.two_seated)
    return waiting(after, event.at)


def seat_left(state: Decks, event: SeatLeft) -> Decks:
    players = tuple(player for player in state.players if player != event.player)
    after = replace(state, players=players, two_seated=state.two_seated if len(players) > 1 else None)
    return waiting(after if players or state.dealing is not None else left_idle(after, event.at), event.at)


def waiting(state: Decks, at: datetime) -> Decks:
    """The table with the time since which one player has waited for another."""
    alone = len(state.players) == 1 and state.dealing is None
    return replace(state, one_seated=(state.one_seated or at) if alone else None)


def deck_inspected(state: Decks, event: DeckInspected) -> Decks:
    at = event.at
    return with_deck(
        state,
        event.deck,
        step=Step.INSPECTED,
        since=at,
        opened_at=at,
        sorted_at=at,
        counted_at=at,
        inspected_by=event.by.name,
    )


def deck_verified(state: Decks, event: DeckVerified) -> Decks:
    return with_deck(state, event.deck, step=Step.VERIFIED, since=event.at)


def prepared_deck_accepted(state: Decks, event: PreparedDeckAccepted) -> Decks:
    at = event.at
    return with_deck(state, event.deck, step=Step.SHUFFLED, since=at, opened_at=at, sorted_at=at, counted_at=at)


def deck_spread(state: Decks, event: DeckSpread) -> Decks:
    step = Step.SPREAD_FACE_UP if event.face is Face.UP else Step.SPREAD_FACE_DOWN
    spread = moved(state, event.deck, event.at, DeckPlace.ON_TABLE)
    return with_deck(spread, event.deck, step=step, since=event.at)


def deck_turned_up(state: Decks, event: DeckTurnedUp) -> Decks:
    return with_deck(state, event.deck, step=Step.SPREAD_FACE_UP, since=event.at)


def inspection_offered(state: Decks, event: InspectionOffered) -> Decks:
    return with_deck(state, event.deck, step=Step.SHOWN, since=event.at)


def deck_washed(state: Decks, event: DeckWashed) -> Decks:
    return with_deck(handled(state, event.deck, event.at), event.deck, step=Step.WASHED, since=event.at)


def deck_shuffled(state: Decks, event: DeckShuffled) -> Decks:
    by_hand = event.method is ShuffleMethod.HAND
    after = handled(state, event.deck, event.at) if by_hand else state
    return with_deck(after, event.deck, step=Step.SHUFFLED, since=event.at, shuffle_failed=False)


def shuffle_failed(state: Decks, event: ShuffleFailed) -> Decks:
    step = min(state.deck(event.deck).step, Step.USED)
    return with_deck(state, event.deck, step=step, since=event.at, shuffle_failed=True)


def cover_card_placed(state: Decks, event: CoverCardPlaced) -> Decks:
    return with_deck(state, event.deck, step=Step.COVER_CARD_PLACED, since=event.at)


def packet_taken(state: Decks, event: PacketTaken) -> Decks:
    return with_deck(state, event.deck, step=Step.PACKET_TAKEN, since=event.at, packet=event.size)


def deck_cut(state: Decks, event: DeckCut) -> Decks:
    return with_deck(state, event.deck, step=Step.CUT, since=event.at)


def deck_prepared(state: Decks, event: DeckPrepared) -> Decks:
    return with_deck(state, event.deck, step=Step.CUT, since=event.at, shuffle_failed=False)


def recut_ordered(state: Decks, event: RecutOrdered) -> Decks:
    return with_deck(state, event.deck, step=Step.SHUFFLED, since=event.at)


def deck_put_in_play(state: Decks, event: DeckPutInPlay) -> Decks:
    before = state.in_play
    if before is not None:
        state = moved(state, before.name, event.at, DeckPlace.ON_TABLE)
    return with_deck(state, event.deck, place=DeckPlace.IN_PLAY, in_play_since=event.at)


def deck_stored(state: Decks, event: DeckStored) -> Decks:
    return moved(state, event.deck, event.at, event.place)


def deck_sorted(state: Decks, event: DeckSorted) -> Decks:
    deck, at = state.deck(event.deck), event.at
    changes = {"step": Step.USED, "since": at} if deck.step > Step.USED else {}
    running = None if deck.in_play_since is None else at
    played = deck.played if deck.in_play_since is None else deck.played + (at - deck.in_play_since)
    return with_deck(
        state,
        event.deck,
        sorted_at=at,
        counted_at=at,
        played=played,
        played_unsorted=timedelta(),
        in_play_since=running,
        **changes,
    )


def deck_counted(state: Decks, event: DeckCounted) -> Decks:
    return with_deck(state, event.deck, counted_at=event.at)


def unchanged(state: Decks, event: CountFailed | WrongCardsFound) -> Decks:  # noqa: ARG001  the removal follows
    return state


def deck_removed(state: Decks, event: DeckRemoved) -> Decks:
    decks = tuple(deck for deck in state.decks if deck.name != event.deck)
    missing = event.at if state.deck_missing is None else state.deck_missing
    after = replace(
        state, decks=decks, removed=(*state.removed, DeckRemoval(event.deck, event.cause)), deck_missing=missing
    )
    dying = state.dealing is not None and state.dealing.deck == event.deck
    return with_dealing(after, died=event.at) if dying else after


def dealt_for_button(state: Decks, event: DealtForButton) -> Decks:
    return with_deck(replace(state, last_used=event.deck), event.deck, step=Step.USED, since=event.at)


def round_begun(state: Decks, event: RoundBegun) -> Decks:
    return waiting(replace(state, dealing=DeckRound(event.deck, event.game, event.at)), event.at)


def step_skipped(state: Decks, event: StepSkipped) -> Decks:
    return with_dealing(state, misdealt=event.at)


def round_ended(state: Decks, event: RoundEnded) -> Decks:
    after = replace(state, dealing=None, last_used=event.deck)
    if state.holds(event.deck):
        after = with_deck(after, event.deck, step=Step.USED, since=event.at)
    return waiting(after if state.players else left_idle(after, event.at), event.at)


def deck_set_down(state: Decks, event: DeckSetDown) -> Decks:
    return with_dealing(state, transaction=event.transaction, set_down=event.at)


def deck_picked_up(state: Decks, event: DeckPickedUp) -> Decks:  # noqa: ARG001
    return with_dealing(state, transaction=None, set_down=None)


FOLDS: dict[type[Any], Callable[[Decks, Any], Decks]] = {
    DeckRulesChosen: rules_chosen,
    DecksDistributed: decks_distributed,
    DeckReceived: deck_received,
    CoverCardProvided: cover_card_provided,
    ShufflerInstalled: shuffler_installed,
    ShufflerRemoved: shuffler_removed,
    TableOpened: table_opened,
    DayBegun: day_begun,
    TableClosed: table_closed,
    DealerSignedOn: dealer_signed_on,
    DealerSignedOff: dealer_signed_off,
    DealerRelieved: dealer_relieved,
    SeatTaken: seat_taken,
    SeatLeft: seat_left,
    DeckInspected: deck_inspected,
    DeckVerified: deck_verified,
    PreparedDeckAccepted: prepared_deck_accepted,
    DeckSpread: deck_spread,
    DeckTurnedUp: deck_turned_up,
    InspectionOffered: inspection_offered,
    DeckWashed: deck_washed,
    DeckShuffled: deck_shuffled,
    ShuffleFailed: shuffle_failed,
    CoverCardPlaced: cover_card_placed,
    PacketTaken: packet_taken,
    DeckCut: deck_cut,
    DeckPrepared: deck_prepared,
    RecutOrdered: recut_ordered,
    DeckPutInPlay: deck_put_in_play,
    DeckStored: deck_stored,
    DeckSorted: deck_sorted,
    DeckCounted: deck_counted,
    CountFailed: unchanged,
    WrongCardsFound: unchanged,
    DeckRemoved: deck_removed,
    DealtForButton: dealt_for_button,
    RoundBegun: round_begun,
    StepSkipped: step_skipped,
    RoundEnded: round_ended,
    DeckSetDown: deck_set_down,
    DeckPickedUp: deck_picked_up,
}
