"""What one viewer is told: the table as he may see it, and what happened in words.

`play.view` and `play.seen_by` are the only sources of cards here. A round numbers those dealt in; everything sent names
the seats of the table instead, and people by their names.
"""

import re
from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from pokerroom import play
from pokerroom.cards import TEXTS, UNKNOWN, Card, card_text
from pokerroom.history.narration import tell
from pokerroom.money import dollars
from pokerroom.play import Role, Round, Seat, Stage, Viewer, events, seen_by, view
from pokerroom.play.offered import (
    MayBet,
    MayCall,
    MayCheck,
    MayConcede,
    MayDraw,
    MayFold,
    MayFreeze,
    MayPlayOn,
    MayPostForcedBet,
    MayRaise,
    MayShow,
    MustDiscard,
)
from pokerroom.play.views import VISIBLE, SeatView, to_everybody
from pokerroom.ranking import Ranking, Strength, describe
from pokerroom.ranking.strength import NO_HAND
from pokerroom.room.streams import DeckCommitted
from pokerroom.rules.house import Fixed, Limits, NoLimit, PotLimit, Spread
from pokerroom.table.seating import Place, Posting, Status, Table, events as at_table, lines_of, sign_of
from pokerroom.wire import messages as wire

SEATS_NAMED = re.compile(r"\b[Ss]eat (\d+)\b")
HIGH = (Ranking.HIGH_FIVE,)


class Entry(NamedTuple):
    """An event of a table's record, with what is needed to tell it to anybody."""

    sequence: int
    at: float
    event: Any
    round: int
    lineup: tuple[int, ...]
    players: tuple[str, ...]
    """Who is dealt in, by his number in the round."""
    state: Round | None
    """The round after it, as far as it is known."""


class Notes(msgspec.Struct):
    """What is remembered of the round in progress or the last one, for the eye: it decides nothing."""

    round: int = 0
    lineup: tuple[int, ...] = ()
    players: tuple[str, ...] = ()
    actions: dict[int, str] = {}
    """By seat of the table: what its player did last."""
    won: dict[int, int] = {}
    awards: tuple[wire.Award, ...] = ()
    ending: str = ""
    hands: dict[tuple[object, ...], tuple[str, str]] = {}
    """The names of hands as they stand, by their cards and the board: nobody is told but who holds them."""


class Clockwork(NamedTuple):
    """Whose turn it is, since when and until when."""

    seat: int
    since: float
    deadline: float | None
    on_bank: bool


class Scene(NamedTuple):
    """A table at one moment, with everything around it that its watchers see."""

    table: Table
    notes: Notes
    names: Callable[[str], str]
    is_bot: Callable[[str], bool]
    connected: Collection[str]
    clock: Clockwork | None
    banks: Mapping[str, float]
    next_round_at: float | None
    commitment: DeckCommitted | None
    halted: str


# The record in words.


def is_told_alike(event: Any) -> bool:
    """Whether everybody is told the same of it."""
    return isinstance(event, at_table.Fact) or VISIBLE[type(event)] is to_everybody


def told(entry: Entry, player: str | None, names: Callable[[str], str]) -> wire.Told:
    """An event as this player is told of it; somebody who was not dealt in hears what a spectator does."""
    event = entry.event
    if isinstance(event, at_table.Fact):
        return of_table(entry, event, names)
    shown = seen_by(event, viewer_of(entry.players, player))
    words = None if entry.state is None else tell(shown, entry.state)
    seat = getattr(shown, "seat", None)
    return wire.Told(
        sequence=entry.sequence,
        tag=type(event).__name__,
        words=named(words or "", entry.players, names),
        rule=shown.rule.paragraph,
        why=str(shown.rule),
        round=entry.round,
        seat=entry.lineup[seat] if seat is not None and seat < len(entry.lineup) else None,
        amount=amount_of(shown),
        cards=cards_told(shown),
    )


def viewer_of(players: tuple[str, ...], player: str | None) -> Viewer:
    return Seat(players.index(player)) if player is not None and player in players else Role.SPECTATOR


def named(words: str, players: tuple[str, ...], names: Callable[[str], str]) -> str:
    """The sentence with people's names for the numbers of their seats in the round."""

    def name(found: re.Match[str]) -> str:
        seat = int(found[1]) - 1
        return names(players[seat]) if seat < len(players) else found[0]

    return SEATS_NAMED.sub(name, words)


def amount_of(event: Any) -> int | None:
    for field in ("to", "amount", "returned"):
        value = getattr(event, field, None)
        if isinstance(value, int):
            return value
    amounts = getattr(event, "amounts", None)
    return sum(amounts) if amounts else None


def cards_told(event: play.Event) -> tuple[str, ...]:
    """The cards of an event that was redacted already; a whole deck is nothing to look at."""
    if isinstance(event, events.DeckShuffled | events.DeckReshuffled):
        return ()
    cards = getattr(event, "cards", None)
    if cards is None:
        card = getattr(event, "card", None)
        cards = () if card is None else (card,)
    return texts(cards)


text_of = TEXTS.__getitem__


def texts(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(map(text_of, cards))


def of_table(entry: Entry, event: at_table.Fact, names: Callable[[str], str]) -> wire.Told:
    player = getattr(event, "player", None)
    say = TABLE_WORDS.get(type(event))
    cards: tuple[str, ...] = ()
    if isinstance(event, at_table.ButtonDrawn):
        cards = tuple(card_text(drawn.card) for drawn in event.cards)
    return wire.Told(
        sequence=entry.sequence,
        tag=type(event).__name__,
        words="" if say is None else say(event, "" if player is None else names(player)),
        rule=event.rule.paragraph,
        why=str(event.rule),
        round=entry.round,
        seat=getattr(event, "seat", None),
        amount=amount_of(event),
        cards=cards,
    )


def finished(event: at_table.RoundFinished, _name: str) -> str:
    return "" if event.ending is at_table.Ending.COMPLETED else f"The round of play has ended: {event.ending.value}."


TABLE_WORDS: dict[type[Any], Callable[[Any, str], str]] = {
    at_table.GamingOpened: lambda event, _: f"Table {event.table} is open.",
    at_table.GamingClosed: lambda event, _: "The table is closed.",  # noqa: ARG005
    at_table.ChangePosted: lambda event, _: "A change is posted; it holds from the next round of play on.",  # noqa: ARG005
    at_table.PostingChanged: lambda event, _: "What was posted now holds.",  # noqa: ARG005
    at_table.PlayerSeated: lambda event, name: f"{name} sits down with {dollars(event.amount)}.",
    at_table.StakesAdded: lambda event, name: f"{name} adds {dollars(event.amount)} to the stakes.",
    at_table.LeaveAsked: lambda event, name: f"{name} leaves after this round.",  # noqa: ARG005
    at_table.SeatVacated: lambda event, name: f"{name} leaves the table with {dollars(event.amount)}.",
    at_table.SatOut: lambda event, name: f"{name} sits out.",  # noqa: ARG005
    at_table.SatIn: lambda event, name: f"{name} is back.",  # noqa: ARG005
    at_table.WentAway: lambda event, name: f"{name} is away for a while.",  # noqa: ARG005
    at_table.CameBack: lambda event, name: f"{name} has come back.",  # noqa: ARG005
    at_table.RoundFinished: finished,
    at_table.KillStarted: lambda event, name: f"{name} has won {dollars(event.amount)}: a {event.option.value} starts.",
    at_table.KillPassed: lambda event, name: f"The kill button goes to {name}.",  # noqa: ARG005
    at_table.KillEnded: lambda event, _: f"The kill ends: {event.cause.value}.",
    at_table.BlindsMissed: lambda event, name: f"{name} has missed a blind.",  # noqa: ARG005
    at_table.TimeCollected: lambda event, _: f"Time charges of {dollars(event.amount)} are collected.",
}


# The round for the eye.


def noted(notes: Notes, event: Any, state: Round | None) -> Notes:
    """The notes after an event that led to this state of the round."""
    match event:
        case at_table.RoundStarted(number=number, lineup=lineup, players=players):
            return Notes(round=number, lineup=lineup, players=players)
        case at_table.RoundFinished(ending=ending):
            notes.ending = ending.value
        case events.BettingRoundClosed():
            notes.actions = {seat: action for seat, action in notes.actions.items() if action in LASTING}
        case events.PotAwarded():
            award(notes, event, state)
        case _:
            act(notes, event)
    return notes


LASTING = ("folds",)
ACTIONS: dict[type[Any], Callable[[Any], str]] = {
    events.BlindPosted: lambda event: f"blind {dollars(event.amount)}",
    events.ForcedBetPosted: lambda event: f"forced bet {dollars(event.amount)}",
    events.Folded: lambda _: "folds",
    events.Checked: lambda _: "checks",
    events.Called: lambda event: f"calls {dollars(event.amount)}",
    events.BetMade: lambda event: f"bets {dollars(event.to)}",
    events.Raised: lambda event: f"raises to {dollars(event.to)}",
    events.StoodPat: lambda _: "stands pat",
    events.Drew: lambda event: f"draws {len(event.cards)}",
    events.Discarded: lambda event: f"discards {len(event.cards)}",
    events.HandShown: lambda _: "shows",
    events.HandConceded: lambda _: "concedes",
    events.Frozen: lambda _: "stops wagering",
    events.PlayedOn: lambda _: "plays on",
}


def act(notes: Notes, event: Any) -> None:
    say = ACTIONS.get(type(event))
    if say is not None and event.seat < len(notes.lineup):
        notes.actions[notes.lineup[event.seat]] = say(event)


def award(notes: Notes, event: events.PotAwarded, state: Round | None) -> None:
    if not notes.lineup:  # The round began before anything that is remembered.
        return
    seats = tuple(notes.lineup[seat] for seat in event.seats)
    for seat, amount in zip(seats, event.amounts, strict=True):
        notes.won[seat] = notes.won.get(seat, 0) + amount
    hand = ""
    if event.strength is not None and state is not None:
        ranking = next(plan.share.ranking for plan in state.procedure.shares if plan.share.name == event.share)
        hand = describe(ranking, Strength(event.strength))
    notes.awards += (wire.Award(pot=event.pot, share=event.share, seats=seats, amounts=event.amounts, hand=hand),)


# The table as seen.


def limits_text(limits: Limits) -> str:
    match limits:
        case Fixed(small=small, big=big):
            return f"{dollars(small)}-{dollars(big)} limit"
        case Spread(least=least, most=most):
            return f"{dollars(least)}-{dollars(most)} spread"
        case PotLimit(least=least):
            return f"{dollars(least)} pot limit"
        case NoLimit(least=least):
            return f"{dollars(least)} no limit"


def limits_of(posting: Posting) -> str:
    kill = f" with a {posting.house.kill.value}" if posting.house.kill else ""
    return limits_text(posting.house.limits) + kill


def buy_in(posting: Posting) -> tuple[int, int]:
    """The least and the most to sit down with; where the house sets no most, a hundred of the largest bets."""
    rules, sizes = posting.rules, posting.plan.sizes[None]
    most = rules.buy_in_most or 100 * max(*sizes.units, sizes.minimum)
    return max(rules.buy_in_least, 10 * sizes.minimum), most


class Posted(NamedTuple):
    """What stays the same on a table while its posting does."""

    limits: str
    structure: str
    minimum: int
    lines: tuple[str, ...]
    buy_in: tuple[int, int]


@lru_cache(maxsize=1024)
def as_posted(posting: Posting) -> Posted:
    sign = sign_of(posting)
    return Posted(limits_of(posting), sign.structure, sign.minimum, lines_of(sign), buy_in(posting))


NOBODY = SeatView(Seat(0), 0, 0, live=False, all_in=False, frozen=False, protected=False, down=(), up=(), discards=())
"""The hand of somebody who has none."""


def public_view(scene: Scene, *, delayed: float = 0.0) -> wire.TableView:
    """What everybody may see."""
    table, notes, state = scene.table, scene.notes, scene.table.round
    posting = table.posting
    posted = as_posted(posting)
    playing = table.dealing is not None
    seen = None if state is None else view(state, Role.SPECTATOR)
    known = seen is not None and bool(notes.lineup)
    clock = scene.clock
    return wire.TableView(
        name=table.name,
        game=posting.game,
        title=posting.plan.game.name,
        edition=posting.edition,
        limits=posted.limits,
        structure=posted.structure,
        minimum=posted.minimum,
        sign=posted.lines,
        buy_in=posted.buy_in,
        round=table.rounds,
        playing=playing,
        street=seen.street if seen and playing else None,
        stage=seen.stage.value if seen and playing else None,
        board=texts(seen.board) if seen else (),
        pot=seen.pot if seen and playing else 0,
        pots=pots_of(seen, notes.lineup) if seen and playing and known else (),
        bet=seen.bet if seen and playing else 0,
        raked=seen.raked if seen else 0,
        button=table.button,
        blinds=table.dealing.blinds if table.dealing is not None else (),
        kill=None
        if table.kill is None
        else wire.KillView(option=table.kill.option.value, seat=table.seat_of(table.kill.player)),
        seats=tuple([seat_view(scene, seat, place, seen if known else None) for seat, place in table.seated]),
        places=len(table.places),
        turn=None
        if clock is None
        else wire.Turn(seat=clock.seat, since=clock.since, deadline=clock.deadline, on_time_bank=clock.on_bank),
        next_round_at=scene.next_round_at,
        my_seat=None,
        offers=(),
        my_high="",
        my_low="",
        commitment=commitment_of(scene.commitment),
        result=result_of(notes) if not playing else None,
        delayed=delayed,
        halted=scene.halted,
    )


def pots_of(seen: play.View, lineup: tuple[int, ...]) -> tuple[wire.PotView, ...]:
    return tuple(
        wire.PotView(amount=pot.amount, seats=tuple(lineup[seat] for seat in pot.claimants)) for pot in seen.pots
    )


def commitment_of(promise: DeckCommitted | None) -> wire.Commitment | None:
    if promise is None:
        return None
    made = promise.commitment
    return wire.Commitment(round=promise.round, deck=made.context.deck, root=made.root.hex(), cut=promise.cut)


def result_of(notes: Notes) -> wire.Result | None:
    return wire.Result(round=notes.round, ending=notes.ending, awards=notes.awards) if notes.ending else None


def seat_view(scene: Scene, seat: int, place: Place, seen: play.View | None) -> wire.SeatView:
    """A player as everybody sees him."""
    table, notes, player = scene.table, scene.notes, place.player
    bot, playing = scene.is_bot(player), table.dealing is not None
    number = notes.lineup.index(seat) if seat in notes.lineup else None
    # Between rounds somebody else may have taken the seat: the cards that lie there are not his.
    hand = seen.seats[number] if seen and number is not None and notes.players[number] == player else NOBODY
    dealt = hand is not NOBODY
    return wire.SeatView(
        seat=seat,
        name=scene.names(player),
        bot=bot,
        me=False,
        stakes=table.stakes(seat),
        added=place.added,
        bet=hand.bet if playing else 0,
        down=texts(hand.down),
        up=texts(hand.up),
        discards=texts(hand.discards),
        dealt_in=dealt and playing,
        live=hand.live,
        all_in=hand.all_in,
        frozen=hand.frozen,
        shown=bool(hand.down) and UNKNOWN not in hand.down,
        sitting_out=place.status is Status.SITTING_OUT,
        away=place.status is Status.AWAY,
        leaving=place.leaving,
        connected=bot or player in scene.connected,
        owes_blinds=bool(place.missed),
        time_bank=scene.banks.get(player, 0.0),
        last_action=notes.actions.get(seat, "") if dealt else "",
        won=notes.won.get(seat, 0) if dealt else 0,
    )


def own_view(common: wire.TableView, scene: Scene, player: str) -> wire.TableView:
    """What everybody may see, and this player's own cards, offers and hand."""
    table, notes = scene.table, scene.notes
    seat = table.seat_of(player)
    if seat is None:
        return common
    viewer, state = viewer_of(notes.players, player), table.round
    if state is None or not isinstance(viewer, int) or notes.lineup[viewer] != seat:
        return replace(common, my_seat=seat, seats=with_mine(common, seat))
    seen = view(state, viewer)
    hand = seen.seats[viewer]
    own = {"down": texts(hand.down), "discards": texts(hand.discards)}
    high, low = remembered_hands(notes, state, seen, viewer) if hand.live else ("", "")
    return replace(
        common,
        my_seat=seat,
        seats=with_mine(common, seat, **own),
        offers=tuple(map(offer_of, seen.offers)) if table.dealing is not None else (),
        my_high=high,
        my_low=low,
    )


def with_mine(common: wire.TableView, seat: int, **own: Any) -> tuple[wire.SeatView, ...]:
    return tuple(replace(each, me=True, **own) if each.seat == seat else each for each in common.seats)


def remembered_hands(notes: Notes, state: Round, seen: play.View, viewer: Seat) -> tuple[str, str]:
    """`hands_of`, worked out once while neither hand nor board changes."""
    hand = seen.seats[viewer]
    cards = (state.stage is Stage.SHUFFLING, hand.down, hand.up, seen.board)
    found = notes.hands.get(cards)
    if found is None:
        found = notes.hands[cards] = hands_of(state, seen, viewer)
    return found


def hands_of(state: Round, seen: play.View, viewer: Seat) -> tuple[str, str]:
    """The names of a player's hand as it stands, from the cards in his own view: high, and low where it counts."""
    hand = seen.seats[viewer]
    cards = tuple(card for card in (*hand.down, *hand.up) if card != UNKNOWN)
    found = {"high": "", "low": ""}
    if state.stage is Stage.SHUFFLING:  # In the middle of a draw a hand is not whole, and has no name.
        return "", ""
    for plan in state.procedure.shares:
        way = "high" if plan.share.ranking in HIGH else "low"
        strength = plan.rank(cards, seen.board) if cards else NO_HAND
        if strength != NO_HAND and strength >= (plan.floor or 0):
            found[way] = describe(plan.share.ranking, strength)
    return found["high"], found["low"]


KINDS: dict[type[Any], Any] = {
    MayFold: "Fold",
    MayCheck: "Check",
    MayCall: "Call",
    MayBet: "Bet",
    MayRaise: "Raise",
    MayPostForcedBet: "PostForcedBet",
    MayDraw: "Draw",
    MustDiscard: "Discard",
    MayShow: "Show",
    MayConcede: "Concede",
    MayFreeze: "Freeze",
    MayPlayOn: "PlayOn",
}


def offer_of(offer: play.Offer) -> wire.Offer:
    amounts: dict[str, Any] = {}
    match offer:
        case MayFold(free=free, pays=pays):
            amounts = {"free": free, "amount": pays}
        case MayCall(amount=amount, discard=discard) | MayPostForcedBet(amount=amount, discard=discard):
            amounts = {"amount": amount, "discard": discard}
        case MayBet() | MayRaise():
            amounts = {"least": offer.least, "most": offer.most, "step": offer.step, "discard": offer.discard}
        case MayDraw(most=count) | MustDiscard(count=count):
            amounts = {"discard": count}
        case _:
            pass
    return wire.Offer(kind=KINDS[type(offer)], rule=offer.rule.paragraph, **amounts)


def seconds(moment: datetime) -> float:
    return moment.timestamp()
