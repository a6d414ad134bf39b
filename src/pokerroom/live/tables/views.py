"""A table as one viewer sees it.

`seat_view` and `own_cards` of `play` are the only sources of cards that are hidden from somebody. A round numbers those
dealt in; everything sent has the seats of the table instead, and people's names.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple, TypeVar, cast

import msgspec
from msgspec.structs import replace

from pokerroom import play
from pokerroom.cards import UNKNOWN, Card
from pokerroom.live.posted import as_posted
from pokerroom.live.tables.marking import marked
from pokerroom.live.tables.people import Person
from pokerroom.live.tables.recent import RoundSummary
from pokerroom.live.tables.telling import texts, viewer_of
from pokerroom.play import Role, Round, Seat, Stage, legal_actions
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
from pokerroom.play.views import SeatView, own_cards, pots_now, seat_view as hand_seen
from pokerroom.ranking import Ranking, named
from pokerroom.ranking.strength import NO_HAND
from pokerroom.room.friends import FriendsTable
from pokerroom.room.lists.state import ChangeRequest
from pokerroom.room.tables import DeckCommitted
from pokerroom.table.seating import Place, Status, Table
from pokerroom.table.seating.commands import DealtBy
from pokerroom.table.seating.lineup import missed_amount
from pokerroom.table.seating.posting import smallest_piece
from pokerroom.table.seating.state import Proposal
from pokerroom.wire import messages as wire
from pokerroom.words import Saying

HIGH = (Ranking.HIGH_FIVE,)
Hands = tuple[Saying | None, Saying | None, tuple[wire.HandNow, ...]]
"""What a hand is called, high and low where it counts, and which of its cards do."""


class Clockwork(NamedTuple):
    """Whose turn it is, since when and until when."""

    seat: int
    since: float
    deadline: float | None
    on_bank: bool


class Scene(NamedTuple):
    """A table at one moment, with everything around it that its watchers see."""

    table: Table
    summary: RoundSummary
    names: Callable[[str], str]
    is_bot: Callable[[str], bool]
    connected: Collection[str]
    clock: Clockwork | None
    people: Mapping[str, Person]
    next_round_at: float | None
    commitment: DeckCommitted | None
    changes: tuple[ChangeRequest, ...]
    """Who in the room waits to change tables."""
    halted: Saying | None
    play_chips: bool
    rebuy: float = 0.0
    """How long a seat is kept for somebody with too few chips."""
    friends: FriendsTable | None = None
    demonstration: bool = False
    """Nobody takes a seat here."""
    payout_offered: bool = True
    """Whether the bad beat payout on its sign is offered: not while its system is suspended."""


NOBODY = SeatView(Seat(0), 0, 0, live=False, all_in=False, frozen=False, protected=False, down=(), up=(), discards=())
"""The hand of a player who has none."""


def seats_of(scene: Scene) -> tuple[wire.SeatView, ...]:
    return tuple([seat_view(facts_of(scene, seat, place)) for seat, place in scene.table.seated])


def public_view(
    scene: Scene, *, delayed: float = 0.0, seats: Callable[[Scene], tuple[wire.SeatView, ...]] = seats_of
) -> wire.TableView:
    """What everybody may see."""
    table, summary, state = scene.table, scene.summary, scene.table.round
    posting = table.posting
    posted = as_posted(posting, is_offered=scene.payout_offered)
    in_progress = None if table.dealing is None else state
    kill, clock = table.kill, scene.clock
    return wire.TableView(
        name=table.name,
        game=posting.game,
        title=posted.title,
        edition=posting.edition,
        limits=posted.limits,
        structure=posted.structure,
        minimum=posted.minimum,
        play_chips=scene.play_chips,
        sign=posted.lines,
        buy_in=posted.buy_in,
        piece=smallest_piece(table.rotation),
        needed=posted.needed,
        rebuy=scene.rebuy,
        round=table.rounds,
        playing=table.dealing is not None,
        street=street_of(in_progress) if in_progress else None,
        street_number=in_progress.street if in_progress and in_progress.street >= 0 else None,
        stage=in_progress.stage.value if in_progress else None,
        board=texts(state.board) if state else (),
        pot=in_progress.pot if in_progress else 0,
        pots=pots_of(in_progress, summary.lineup) if in_progress and summary.lineup else (),
        bet=in_progress.bet if in_progress else 0,
        raked=sum(state.raked) if state else 0,
        button=table.button,
        blinds=table.dealing.blinds if table.dealing is not None else (),
        kill=None if kill is None else wire.KillView(option=kill.option.value, seat=table.seat_of(kill.player)),
        increases=posted.increases,
        proposal=None if table.proposal is None else proposal_of(scene, table.proposal),
        seats=seats(scene),
        places=len(table.places),
        turn=None
        if clock is None
        else wire.Turn(seat=clock.seat, since=clock.since, deadline=clock.deadline, on_time_bank=clock.on_bank),
        next_round_at=scene.next_round_at,
        my_seat=None,
        offers=(),
        my_high=None,
        my_low=None,
        my_change=None,
        commitment=commitment_of(scene.commitment),
        result=None if table.dealing is not None else result_of(summary),
        delayed=delayed,
        halted=scene.halted,
        friends=None if scene.friends is None else friends_of(scene, scene.friends),
        dealt_by=table.dealt_by.value,
        demonstration=scene.demonstration,
    )


def friends_of(scene: Scene, own: FriendsTable) -> wire.FriendsView:
    return wire.FriendsView(host=scene.names(own.host), paused=own.paused, ended=not own.is_open)


def street_of(state: Round) -> str | None:
    return state.procedure.game.streets[state.street].name if state.street >= 0 else None


def pots_of(state: Round, lineup: tuple[int, ...]) -> tuple[wire.PotView, ...]:
    pots = [(pot.amount, tuple([lineup[seat] for seat in pot.claimants])) for pot in pots_now(state)]
    return tuple([wire.PotView(amount=amount, seats=seats) for amount, seats in pots])


def proposal_of(scene: Scene, proposal: Proposal) -> wire.ProposalView:
    seated, by = scene.table.seated, proposal.by
    return wire.ProposalView(
        minimum=proposal.minimum,
        by=scene.names(by) if isinstance(by, str) else by.name,
        agreed=tuple([seat for seat, place in seated if place.player in proposal.agreed]),
        waiting=tuple([seat for seat, place in seated if place.player not in proposal.agreed and not place.must_leave]),
    )


def change_of(scene: Scene, player: str) -> wire.ChangeView | None:
    if not scene.changes:
        return None
    return next((wire.ChangeView(to=each.to) for each in scene.changes if each.player == player), None)


def commitment_of(promise: DeckCommitted | None) -> wire.Commitment | None:
    if promise is None:
        return None
    made = promise.commitment
    return wire.Commitment(round=promise.round, deck=made.context.deck, root=made.root.hex(), cut=promise.cut)


def result_of(summary: RoundSummary) -> wire.Result | None:
    return wire.Result(round=summary.round, ending=summary.ending, awards=summary.awards) if summary.ending else None


class SeatFacts(NamedTuple):
    """Everything that everybody sees of a player; while it stays the same, so does the message about them."""

    seat: int
    place: Place
    hand: SeatView
    dealt: bool
    """Whether the hand is theirs."""
    stakes: int
    playing: bool
    """A round of play is in progress at the table."""
    name: str
    bot: bool
    connected: bool
    time_bank: float
    last_action: wire.LastAction | None
    won: int
    missed: int
    """What missed blinds come to."""


def facts_of(scene: Scene, seat: int, place: Place) -> SeatFacts:
    table, summary, player = scene.table, scene.summary, place.player
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
        0.0 if bot else round(scene.people[player].bank, 1),
        summary.actions.get(seat) if dealt else None,
        summary.won.get(seat, 0) if dealt else 0,
        missed_amount(table.posting.house, place.missed),
    )


def hand_at(scene: Scene, seat: int, player: str) -> SeatView:
    """The hand at a seat, as everybody sees it: of the current round, or of the last one."""
    state, summary = scene.table.round, scene.summary
    if state is None or seat not in summary.lineup:
        return NOBODY
    number = summary.lineup.index(seat)
    # Between rounds somebody else may have taken the seat: then the cards there are not theirs.
    return hand_seen(state, Seat(number), Role.SPECTATOR) if summary.players[number] == player else NOBODY


def seat_view(facts: SeatFacts) -> wire.SeatView:
    """A player as everybody sees them."""
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
        must_leave=place.must_leave,
        connected=facts.connected,
        owes_blinds=bool(place.missed),
        missed=facts.missed,
        waits_for_blind=place.waits,
        time_bank=facts.time_bank,
        last_action=facts.last_action,
        won=facts.won,
    )


class Own(NamedTuple):
    """What one player sees beyond what everybody does."""

    down: tuple[Card, ...] | None = None
    """None where no cards were dealt to them."""
    discards: tuple[Card, ...] = ()
    offers: tuple[wire.Offer, ...] = ()
    high: Saying | None = None
    low: Saying | None = None
    hands: tuple[wire.HandNow, ...] = ()
    change: wire.ChangeView | None = None
    kept_until: float | None = None


def own_of(scene: Scene, seat: int, player: str) -> Own:
    """Of the player who has this seat."""
    table, summary, state = scene.table, scene.summary, scene.table.round
    viewer = viewer_of(summary.players, player)
    if state is None or not isinstance(viewer, int) or summary.lineup[viewer] != seat:
        return Own(change=change_of(scene, player), kept_until=scene.people[player].kept_until)
    down, discards = own_cards(state, viewer)
    offers = legal_actions(state, viewer) if acts_here(table) else ()
    names = remembered_hands(summary, state, down, state.up[viewer]) if state.is_live(viewer) else (None, None, ())
    return Own(
        down,
        discards,
        tuple([offer_of(offer) for offer in offers]),
        *names,
        change_of(scene, player),
        scene.people[player].kept_until,
    )


def acts_here(table: Table) -> bool:
    """Whether players act on their own devices now: where a dealer deals they act at the table."""
    return table.dealing is not None and table.dealt_by is DealtBy.ROOM


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


def with_own(common: wire.TableView, seat: int, seats: tuple[wire.SeatView, ...], own: Own) -> wire.TableView:
    mine = {"my_high": own.high, "my_low": own.low, "my_hands": own.hands, "my_change": own.change}
    return replace(common, my_seat=seat, seats=seats, offers=own.offers, my_seat_until=own.kept_until, **mine)


def remembered_hands(summary: RoundSummary, state: Round, down: tuple[Card, ...], up: tuple[Card, ...]) -> Hands:
    """`hands_of`, worked out once while neither hand nor board changes."""
    cards = (state.stage is Stage.SHUFFLING, down, up, state.board)
    found = summary.hands.get(cards)
    if found is None:
        found = summary.hands[cards] = (*hands_of(state, down + up), marked(state, down + up))
    return found


def hands_of(state: Round, own: tuple[Card, ...]) -> tuple[Saying | None, Saying | None]:
    """The names of a player's hand as it stands, from their own cards: high, and low where it counts."""
    cards = tuple([card for card in own if card != UNKNOWN])
    found: dict[str, Saying] = {}
    if state.stage is Stage.SHUFFLING:  # In the middle of a draw a hand is not whole, and has no name.
        return None, None
    for plan in state.procedure.shares:
        way = "high" if plan.share.ranking in HIGH else "low"
        strength = plan.rank(cards, state.board) if cards else NO_HAND
        if strength != NO_HAND and strength >= (plan.floor or 0):
            found[way] = named(plan.share.ranking, strength)
    return found.get("high"), found.get("low")


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


# What has not changed since the last message is not encoded again.

ENCODER = msgspec.json.Encoder()
Part = TypeVar("Part")


def encoded(part: Part) -> Part:
    """A part of several messages, encoded once: the encoder copies it unchanged."""
    return cast("Part", msgspec.Raw(ENCODER.encode(part)))


class Seen(NamedTuple):
    """A seat as everybody sees it, and the same encoded."""

    facts: SeatFacts
    view: wire.SeatView
    encoded: wire.SeatView


class OwnSeat(NamedTuple):
    """A seat as its player sees it, encoded, and what it was made from."""

    seen: Seen
    down: tuple[Card, ...] | None
    discards: tuple[Card, ...]
    encoded: wire.SeatView


class SeatCache:
    """The seats of one table as they were last sent."""

    def __init__(self) -> None:
        self._seats: dict[int, Seen] = {}
        self._own: dict[int, OwnSeat] = {}
        self._taken: list[int] = []

    def seats(self, scene: Scene) -> tuple[wire.SeatView, ...]:
        """As everybody sees them."""
        seated = scene.table.seated
        self._taken = [seat for seat, _ in seated]
        return tuple([self._seen(facts_of(scene, seat, place)).encoded for seat, place in seated])

    def of_player(self, common: wire.TableView, scene: Scene, seat: int, player: str) -> wire.TableView:
        """What everybody sees, with the seats last requested, and what the player at this seat sees of their own."""
        own, place = own_of(scene, seat, player), self._taken.index(seat)
        seats = (*common.seats[:place], self._own_seat(seat, own), *common.seats[place + 1 :])
        return with_own(common, seat, seats, own)

    def _seen(self, facts: SeatFacts) -> Seen:
        last = self._seats.get(facts.seat)
        if last is not None and last.facts == facts:
            return last
        view = seat_view(facts)
        seen = self._seats[facts.seat] = Seen(facts, view, encoded(view))
        return seen

    def _own_seat(self, seat: int, own: Own) -> wire.SeatView:
        seen, last = self._seats[seat], self._own.get(seat)
        if last is not None and last.seen is seen and (last.down, last.discards) == (own.down, own.discards):
            return last.encoded
        part = encoded(own_seat(seen.view, own))
        self._own[seat] = OwnSeat(seen, own.down, own.discards, part)
        return part
