"""What one viewer is told: the table as he may see it, and what happened in words.

`seat_view` and `seen_by` of `play` are the only sources of hidden cards here. A round numbers those dealt in;
everything sent names the seats of the table instead, and people by their names.
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
from pokerroom.play import Role, Round, Seat, Stage, Viewer, events, legal_actions, seen_by
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
from pokerroom.play.views import VISIBLE, SeatView, pots_now, seat_view as hand_seen, to_everybody
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
    if "eat " not in words:
        return words

    def name(found: re.Match[str]) -> str:
        seat = int(found[1]) - 1
        return names(players[seat]) if seat < len(players) else found[0]

    return SEATS_NAMED.sub(name, words)


AMOUNTS = ("to", "amount", "returned")


def amount_of(event: Any) -> int | None:
    fields = event.__struct_fields__
    for field in AMOUNTS:
        if field in fields and isinstance(value := getattr(event, field), int):
            return value
    return sum(event.amounts) if "amounts" in fields and event.amounts else None


def cards_told(event: play.Event) -> tuple[str, ...]:
    """The cards of an event that was redacted already; a whole deck is nothing to look at."""
    if isinstance(event, events.DeckShuffled | events.DeckReshuffled):
        return ()
    fields = event.__struct_fields__
    cards = getattr(event, "cards", None) if "cards" in fields else None
    if cards is None:
        card = getattr(event, "card", None) if "card" in fields else None
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
    at_table.MinimumProposed: lambda event, _: (
        f"A minimum wager of {dollars(event.minimum)} is proposed: it takes everybody who has a seat."
    ),
    at_table.MinimumAgreed: lambda event, name: f"{name} agrees to the higher minimum.",  # noqa: ARG005
    at_table.ProposalFell: lambda event, name: f"{name} does not agree: the minimum stays.",  # noqa: ARG005
    at_table.IncreaseAgreed: lambda event, _: (
        f"Everybody agrees: the minimum is {dollars(event.minimum)} from the next round of play on."
    ),
    at_table.MinimumRaised: lambda event, _: f"The minimum wager is now {dollars(event.minimum)}.",
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


def seats_of(scene: Scene) -> tuple[wire.SeatView, ...]:
    return tuple([seat_view(facts_of(scene, seat, place)) for seat, place in scene.table.seated])


def public_view(
    scene: Scene, *, delayed: float = 0.0, seats: Callable[[Scene], tuple[wire.SeatView, ...]] = seats_of
) -> wire.TableView:
    """What everybody may see."""
    table, notes, state = scene.table, scene.notes, scene.table.round
    posting = table.posting
    posted = as_posted(posting)
    in_progress = None if table.dealing is None else state
    kill, clock = table.kill, scene.clock
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
        playing=table.dealing is not None,
        street=street_of(in_progress) if in_progress else None,
        stage=in_progress.stage.value if in_progress else None,
        board=texts(state.board) if state else (),
        pot=in_progress.pot if in_progress else 0,
        pots=pots_of(in_progress, notes.lineup) if in_progress and notes.lineup else (),
        bet=in_progress.bet if in_progress else 0,
        raked=sum(state.raked) if state else 0,
        button=table.button,
        blinds=table.dealing.blinds if table.dealing is not None else (),
        kill=None if kill is None else wire.KillView(option=kill.option.value, seat=table.seat_of(kill.player)),
        seats=seats(scene),
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
        result=None if table.dealing is not None else result_of(notes),
        delayed=delayed,
        halted=scene.halted,
    )


def street_of(state: Round) -> str | None:
    return state.procedure.game.streets[state.street].name if state.street >= 0 else None


def pots_of(state: Round, lineup: tuple[int, ...]) -> tuple[wire.PotView, ...]:
    pots = [(pot.amount, tuple([lineup[seat] for seat in pot.claimants])) for pot in pots_now(state)]
    return tuple([wire.PotView(amount=amount, seats=seats) for amount, seats in pots])


def commitment_of(promise: DeckCommitted | None) -> wire.Commitment | None:
    if promise is None:
        return None
    made = promise.commitment
    return wire.Commitment(round=promise.round, deck=made.context.deck, root=made.root.hex(), cut=promise.cut)


def result_of(notes: Notes) -> wire.Result | None:
    return wire.Result(round=notes.round, ending=notes.ending, awards=notes.awards) if notes.ending else None


class SeatFacts(NamedTuple):
    """All that is seen of a player by everybody; while it stays the same, so does what is sent of him."""

    seat: int
    place: Place
    hand: SeatView
    dealt: bool
    """Whether that is a hand of his."""
    stakes: int
    playing: bool
    """A round of play is in progress at the table."""
    name: str
    bot: bool
    connected: bool
    time_bank: float
    last_action: str
    won: int


def facts_of(scene: Scene, seat: int, place: Place) -> SeatFacts:
    table, notes, player = scene.table, scene.notes, place.player
    bot, playing = scene.is_bot(player), table.dealing is not None
    hand = hand_at(scene, seat, player)
    dealt = hand is not NOBODY
    return SeatFacts(
        seat,
        place,
        hand,
        dealt,
        hand.stack if dealt and playing else table.stakes(seat),
        playing,
        scene.names(player),
        bot,
        bot or player in scene.connected,
        scene.banks.get(player, 0.0),
        notes.actions.get(seat, "") if dealt else "",
        notes.won.get(seat, 0) if dealt else 0,
    )


def hand_at(scene: Scene, seat: int, player: str) -> SeatView:
    """The hand that lies at a seat, as everybody sees it: of the round in progress, or of the last one."""
    state, notes = scene.table.round, scene.notes
    if state is None or seat not in notes.lineup:
        return NOBODY
    number = notes.lineup.index(seat)
    # Between rounds somebody else may have taken the seat: the cards that lie there are not his.
    return hand_seen(state, Seat(number), Role.SPECTATOR) if notes.players[number] == player else NOBODY


def seat_view(facts: SeatFacts) -> wire.SeatView:
    """A player as everybody sees him."""
    place, hand, playing = facts.place, facts.hand, facts.playing
    status, down = place.status, hand.down
    return wire.SeatView(
        seat=facts.seat,
        name=facts.name,
        bot=facts.bot,
        me=False,
        stakes=facts.stakes,
        added=place.added,
        bet=hand.bet if playing else 0,
        down=texts(down),
        up=texts(hand.up),
        discards=texts(hand.discards),
        dealt_in=playing and facts.dealt,
        live=hand.live,
        all_in=hand.all_in,
        frozen=hand.frozen,
        shown=bool(down) and UNKNOWN not in down,
        sitting_out=status is Status.SITTING_OUT,
        away=status is Status.AWAY,
        leaving=place.leaving,
        connected=facts.connected,
        owes_blinds=bool(place.missed),
        time_bank=facts.time_bank,
        last_action=facts.last_action,
        won=facts.won,
    )


class Own(NamedTuple):
    """What one player sees beyond what everybody does."""

    down: tuple[Card, ...] | None = None
    """None where no cards were dealt to him."""
    discards: tuple[Card, ...] = ()
    offers: tuple[wire.Offer, ...] = ()
    high: str = ""
    low: str = ""


def own_of(scene: Scene, seat: int, player: str) -> Own:
    """Of the player who has this seat."""
    table, notes, state = scene.table, scene.notes, scene.table.round
    viewer = viewer_of(notes.players, player)
    if state is None or not isinstance(viewer, int) or notes.lineup[viewer] != seat:
        return Own()
    hand = hand_seen(state, viewer, viewer)
    offers = legal_actions(state, viewer) if table.dealing is not None else ()
    names = remembered_hands(notes, state, hand) if hand.live else ("", "")
    return Own(hand.down, hand.discards, tuple([offer_of(offer) for offer in offers]), *names)


def own_seat(shown: wire.SeatView, own: Own) -> wire.SeatView:
    if own.down is None:
        return replace(shown, me=True)
    return replace(shown, me=True, down=texts(own.down), discards=texts(own.discards))


def own_view(common: wire.TableView, scene: Scene, player: str) -> wire.TableView:
    """What everybody may see, and this player's own cards, offers and hand."""
    seat = scene.table.seat_of(player)
    if seat is None:
        return common
    own = own_of(scene, seat, player)
    seats = tuple([own_seat(each, own) if each.seat == seat else each for each in common.seats])
    return with_own(common, seat, seats, own)


def with_own(sheet: wire.TableView, seat: int, seats: tuple[wire.SeatView, ...], own: Own) -> wire.TableView:
    return replace(sheet, my_seat=seat, seats=seats, offers=own.offers, my_high=own.high, my_low=own.low)


def remembered_hands(notes: Notes, state: Round, hand: SeatView) -> tuple[str, str]:
    """`hands_of`, worked out once while neither hand nor board changes."""
    cards = (state.stage is Stage.SHUFFLING, hand.down, hand.up, state.board)
    found = notes.hands.get(cards)
    if found is None:
        found = notes.hands[cards] = hands_of(state, hand)
    return found


def hands_of(state: Round, hand: SeatView) -> tuple[str, str]:
    """The names of a player's hand as it stands, from the cards in his own view: high, and low where it counts."""
    cards = tuple(card for card in (*hand.down, *hand.up) if card != UNKNOWN)
    found = {"high": "", "low": ""}
    if state.stage is Stage.SHUFFLING:  # In the middle of a draw a hand is not whole, and has no name.
        return "", ""
    for plan in state.procedure.shares:
        way = "high" if plan.share.ranking in HIGH else "low"
        strength = plan.rank(cards, state.board) if cards else NO_HAND
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
