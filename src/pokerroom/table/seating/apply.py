"""What each event does to the table, and nothing else."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, get_args

from msgspec.structs import replace

from pokerroom.games import CATALOGUE
from pokerroom.play import procedure
from pokerroom.play.apply import FOLDS as PLAY_FOLDS, open_round
from pokerroom.play.events import Entered, EntryTakenBack, RoundOpened, Ruled, RulingMade
from pokerroom.play.procedure import compiled
from pokerroom.rules.house import Fixed, HouseRules
from pokerroom.rules.rulebook import CURRENT
from pokerroom.rules.staff import Official
from pokerroom.table.acts import Heard
from pokerroom.table.ante_coin import AnteCoin
from pokerroom.table.ending import Ending
from pokerroom.table.seating.commands import Method
from pokerroom.table.seating.events import (
    ActHeard,
    AnteInCoin,
    BillsLaid,
    BlindsMissed,
    ButtonDrawn,
    ButtonMoved,
    CameBack,
    ChangePosted,
    ContributionsStopped,
    Event,
    GameChanged,
    GamingClosed,
    GamingOpened,
    IncreaseAgreed,
    KillEnded,
    KillPassed,
    KillStarted,
    LeaveAsked,
    MinimumAgreed,
    MinimumProposed,
    MinimumRaised,
    PlayerRemoved,
    PlayerSeated,
    PostingChanged,
    ProposalFell,
    RakeMoved,
    Remark,
    RoundFinished,
    RoundStarted,
    RuledBetweenRounds,
    RulingWitnessed,
    SatIn,
    SatOut,
    SeatVacated,
    StakesAdded,
    TableEvent,
    TimeCollected,
    TimePaid,
    TimeVerified,
    WentAway,
    Why,
)
from pokerroom.table.seating.posting import Posting, seats_of
from pokerroom.table.seating.state import (
    ChargeFrom,
    Dealing,
    DealtIn,
    Departed,
    Kill,
    Leave,
    Place,
    Proposal,
    Status,
    Table,
    Unwitnessed,
)

LONGEST_COUNTED = timedelta(hours=1)
"""Charges ended longer ago are dropped: a collection covers at most 30 minutes, and at
most one more interval follows.
"""


def apply(table: Table, event: Event) -> Table:
    """The table after an event, its own or one of its round of play."""
    fold = FOLDS.get(type(event))
    if fold is not None:
        return replace(fold(table, event), at=event.at)  # type: ignore[union-attr]  # what has a fold is the table's
    if isinstance(event, RoundOpened):
        rulebook = CURRENT if table.dealing is None else table.dealing.rulebook
        plan = procedure(CATALOGUE[event.edition, event.game], event.house, rulebook)
        return replace(table, round=open_round(event, plan))
    assert table.round is not None
    after = replace(table, round=PLAY_FOLDS[type(event)](table.round, event))
    fold = IN_ROUND.get(type(event))
    return after if fold is None else fold(after, event)


def replay(events: Iterable[Event]) -> Table:
    """The table that a record leads to; the record starts with `GamingOpened`."""
    log = iter(events)
    first = next(log, None)
    if not isinstance(first, GamingOpened):
        raise TypeError(f"the record of a table starts with GamingOpened, not with {type(first).__name__}")
    table = apply(Table(name=first.table), first)
    for event in log:
        table = apply(table, event)
    return table


def with_place(table: Table, seat: int, place: Place | None) -> Table:
    return replace(table, places=(*table.places[:seat], place, *table.places[seat + 1 :]))


def changed(table: Table, seat: int, **changes: Any) -> Table:
    return with_place(table, seat, replace(table.place(seat), **changes))


def opened(table: Table, event: GamingOpened) -> Table:
    return replace(
        table,
        area=event.area,
        rotation=event.rotation,
        settings=event.settings,
        dealt_by=event.dealt_by,
        turn=0,
        played=0,
        places=(None,) * seats_of(event.rotation),
        time_from=event.at,
        charges=(ChargeFrom(event.at, event.rotation[0].house.time_charge),),
    )


def closed(table: Table, event: GamingClosed) -> Table:  # noqa: ARG001
    return replace(
        table,
        area="",
        button=None,
        blinds=(),
        kill=None,
        proposal=None,
        next_rotation=None,
        next_settings="",
        next_minimum=None,
        departed=(),
        agreement=None,
    )


def change_posted(table: Table, event: ChangePosted) -> Table:
    return replace(table, next_rotation=event.rotation, next_settings=event.settings)


def posting_changed(table: Table, event: PostingChanged) -> Table:
    seats = seats_of(event.rotation)
    return replace(
        table,
        rotation=event.rotation,
        settings=table.next_settings,
        turn=0,
        played=0,
        next_rotation=None,
        next_settings="",
        next_minimum=None,
        agreement=None,
        proposal=None,
        places=(*table.places[:seats], *(None,) * (seats - len(table.places))),
        # Clockwise from a seat that no longer exists is the first seat.
        button=0 if table.button is not None and table.button >= seats else table.button,
        blinds=table.blinds if all(seat < seats for seat in table.blinds) else (),
        **charged_from(table, event.rotation[0], event.at),
    )


def game_changed(table: Table, event: GameChanged) -> Table:
    charged = charged_from(table, table.rotation[event.turn], event.at)
    return replace(table, turn=event.turn, played=0, proposal=None, **charged)


def charged_from(table: Table, posting: Posting, at: datetime) -> dict[str, Any]:
    """The clock of the time charges continues through other games and fees; it starts where time was not charged
    before.
    """
    now = ChargeFrom(at, posting.house.time_charge)
    if table.time_every is None:
        return {"time_from": at, "charges": (now,)}
    if now.charge == table.charges[-1].charge:
        return {}
    return {"charges": (*in_force_after(table.charges, at - LONGEST_COUNTED), now)}


def in_force_after(charges: tuple[ChargeFrom, ...], moment: datetime) -> tuple[ChargeFrom, ...]:
    ended = sum([following.since <= moment for following in charges[1:]])
    return charges[ended:]


def minimum_proposed(table: Table, event: MinimumProposed) -> Table:
    return replace(table, proposal=Proposal(event.minimum, event.by))


def minimum_agreed(table: Table, event: MinimumAgreed) -> Table:
    assert table.proposal is not None
    agreed = (*table.proposal.agreed, event.player)
    return replace(table, proposal=replace(table.proposal, agreed=agreed))


def proposal_fell(table: Table, event: ProposalFell) -> Table:  # noqa: ARG001
    return replace(table, proposal=None)


def increase_agreed(table: Table, event: IncreaseAgreed) -> Table:
    return replace(table, proposal=None, next_minimum=event.minimum, agreement=table.proposal)


def minimum_raised(table: Table, event: MinimumRaised) -> Table:
    posting = replace(table.posting, house=with_minimum(table.posting.house, event.minimum))
    rotation = (*table.rotation[: table.turn], posting, *table.rotation[table.turn + 1 :])
    return replace(table, rotation=rotation, proposal=None, next_minimum=None, agreement=None)


def with_minimum(house: HouseRules, minimum: int) -> HouseRules:
    """The same sign with a higher minimum wager; every maximum stays (AMB-83)."""
    limits = house.limits
    if isinstance(limits, Fixed):
        return replace(house, limits=replace(limits, small=minimum))
    return replace(house, limits=replace(limits, least=minimum))


def player_seated(table: Table, event: PlayerSeated) -> Table:
    seated = with_place(table, event.seat, Place(player=event.player, stakes=event.amount, since=event.at))
    departed = tuple([each for each in table.departed if each.player != event.player])
    return asked_too(replace(seated, bought_in=table.bought_in + event.amount, departed=departed))


def asked_too(table: Table) -> Table:
    """A player who sits down before an agreed increase takes effect must agree too: it
    becomes a proposal again (R-32).
    """
    as_before = table.round is not None and table.round.procedure.first_rulebook
    if table.agreement is None or as_before:
        return table
    return replace(table, proposal=table.proposal or table.agreement, next_minimum=None, agreement=None)


def stakes_added(table: Table, event: StakesAdded) -> Table:
    place, amount = table.place(event.seat), event.amount
    more = {"added": place.added + amount} if event.next_round else {"stakes": place.stakes + amount}
    return replace(changed(table, event.seat, **more), bought_in=table.bought_in + amount)


def leave_asked(table: Table, event: LeaveAsked) -> Table:
    return changed(table, event.seat, leaving=True)


def player_removed(table: Table, event: PlayerRemoved) -> Table:
    return changed(table, event.seat, leaving=True, must_leave=True)


def seat_vacated(table: Table, event: SeatVacated) -> Table:
    since = event.at - timedelta(minutes=table.posting.rules.rejoin_minutes)
    departed = [each for each in table.departed if each.at > since]
    left = (*departed, Departed(event.player, event.amount, event.at))
    return replace(with_place(table, event.seat, None), cashed_out=table.cashed_out + event.amount, departed=left)


def sat_out(table: Table, event: SatOut) -> Table:
    return changed(table, event.seat, status=Status.SITTING_OUT, waits=False)


def sat_in(table: Table, event: SatIn) -> Table:
    return changed(table, event.seat, status=Status.PLAYING, waits=event.waits)


def went_away(table: Table, event: WentAway) -> Table:
    """Stakes that are counted out leave the table at once; those in a round in progress, when it is over."""
    leave = Leave(event.method, event.amount, event.at, event.of_round)
    gone = {"added" if table.is_dealt_in(event.seat) else "stakes": 0} if event.method is Method.COUNTED else {}
    return changed(table, event.seat, status=Status.AWAY, leave=leave, **gone)


def came_back(table: Table, event: CameBack) -> Table:
    brought = event.amount if event.method is Method.COUNTED else 0
    stakes = table.place(event.seat).stakes + brought
    back = changed(table, event.seat, status=Status.PLAYING, leave=None, stakes=stakes)
    more = event.variance
    return replace(back, bought_in=table.bought_in + max(more, 0), cashed_out=table.cashed_out + max(-more, 0))


def button_moved(table: Table, event: ButtonDrawn | ButtonMoved) -> Table:
    return replace(table, button=event.seat)


def contributions_stopped(table: Table, _event: ContributionsStopped) -> Table:
    """The round goes on as it was opened, but for what its pots would have contributed; taking back changes nothing."""
    state = table.round
    assert state is not None
    plan = state.procedure
    without = compiled(plan.game, replace(plan.house, bad_beat=None), plan.rulebook)
    before = None if state.before is None else replace(state.before, procedure=without)
    return replace(table, round=replace(state, procedure=without, before=before))


def round_started(table: Table, event: RoundStarted) -> Table:
    dealer = event.by.name if isinstance(event.by, Official) else event.by
    short = tuple([each.seat for each in event.left_out if each.why is Why.STAKES])
    dealing = Dealing(event.number, event.lineup, event.blinds, event.made_good, event.rulebook, dealer, short)
    bills = tuple([table.place(seat).bills for seat in event.lineup])
    heard = Heard(bills=bills) if any(bills) else Heard()
    dealt_in = DealtIn(event.number, event.game, event.lineup, event.players, event.at)
    begun = replace(
        table,
        dealing=dealing,
        round=None,
        dealt_in=dealt_in,
        rounds=event.number,
        heard=heard,
        heard_before=heard,
    )
    for seat in event.lineup:
        if table.place(seat).waits:
            begun = changed(begun, seat, waits=False)
    return replace(begun, coin=AnteCoin(), coin_from=())


def round_finished(table: Table, event: RoundFinished) -> Table:
    dealing = table.dealing
    assert dealing is not None
    places = list(table.places)
    for seat, stakes in zip(event.lineup, event.stakes, strict=True):
        place = table.place(seat)
        leave = None if place.leave is None else replace(place.leave, of_round=0)
        places[seat] = replace(place, stakes=stakes + place.added - place.taken_along, added=0, leave=leave)
    after = replace(
        table,
        places=tuple(places),
        dealing=None,
        rake_area=table.rake_area + sum(event.raked),
        contributed=table.contributed + event.contributed,
    )
    if event.ending is not Ending.COMPLETED:
        return replace(after, dealt_in=None)
    for seat in dealing.made_good:
        after = changed(after, seat, missed=0)
    return replace(after, played=table.played + 1, blinds=dealing.blinds or table.blinds)


def rake_moved(table: Table, event: RakeMoved) -> Table:
    return replace(table, rake_area=table.rake_area - event.amount, inventory=table.inventory + event.amount)


def kill_started(table: Table, event: KillStarted) -> Table:
    return replace(table, kill=Kill(event.option, event.player))


def kill_passed(table: Table, event: KillPassed) -> Table:
    assert table.kill is not None
    return replace(table, kill=replace(table.kill, player=event.player))


def kill_ended(table: Table, event: KillEnded) -> Table:  # noqa: ARG001
    return replace(table, kill=None)


def blinds_missed(table: Table, event: BlindsMissed) -> Table:
    return changed(table, event.seat, missed=event.missed)


def time_collected(table: Table, event: TimeCollected) -> Table:
    charges = in_force_after(table.charges, event.until)
    after = replace(table, time_area=table.time_area + event.amount, time_from=event.until, charges=charges)
    for charge in event.charges:
        place = table.place(charge.seat)
        after = changed(after, charge.seat, stakes=place.stakes - charge.paid, owes=place.owes + charge.owed)
    return after


def time_paid(table: Table, event: TimePaid) -> Table:
    place = table.place(event.seat)
    paid = changed(table, event.seat, stakes=place.stakes - event.amount, owes=place.owes - event.amount)
    return replace(paid, time_area=table.time_area + event.amount)


def time_verified(table: Table, event: TimeVerified) -> Table:
    return replace(table, time_area=table.time_area - event.amount, inventory=table.inventory + event.amount)


def ruled(table: Table, event: Ruled | RulingMade | RuledBetweenRounds) -> Table:
    number, ruling = table.rulings + 1, event.ruling
    noted = Unwitnessed(number, "", table.at, "")
    if ruling is not None:
        noted = Unwitnessed(number, ruling.by.name, ruling.at, ruling.reason)
    return replace(table, rulings=number, unwitnessed=(*table.unwitnessed, noted))


def ruled_between_rounds(table: Table, event: RuledBetweenRounds) -> Table:
    after = ruled(table, event)
    for move in event.moves:
        after = changed(after, move.payer_seat, stakes=after.place(move.payer_seat).stakes - move.amount)
        after = changed(after, move.payee_seat, stakes=after.place(move.payee_seat).stakes + move.amount)
    return after


def entered(table: Table, event: Entered) -> Table:
    """What a player had not completed is dropped, unless the entry goes on with it."""
    if event.along:
        return table
    unfinished = replace(table.heard, seat=None, statement=None, words="", motions=(), more_to_come=False)
    return replace(table, heard=unfinished, heard_before=table.heard)


def entry_taken_back(table: Table, event: EntryTakenBack) -> Table:  # noqa: ARG001
    return with_bills(replace(table, heard=table.heard_before))


def act_heard(table: Table, event: ActHeard) -> Table:
    return with_bills(replace(table, heard=event.then))


def with_bills(table: Table) -> Table:
    """Bills that were put in are chips from then on."""
    dealing, bills = table.dealing, table.heard.bills
    for place, seat in enumerate(() if dealing is None else dealing.lineup[: len(bills)]):
        if table.place(seat).bills != bills[place]:
            table = changed(table, seat, bills=bills[place])
    return table


def bills_laid(table: Table, event: BillsLaid) -> Table:
    return changed(table, event.seat, bills=event.bills)


def ante_in_coin(table: Table, event: AnteInCoin) -> Table:
    return replace(table, coin=event.then, coin_from=(*table.coin_from, event.seat))


def ruling_witnessed(table: Table, event: RulingWitnessed) -> Table:
    return replace(table, unwitnessed=tuple([each for each in table.unwitnessed if each.number != event.ruling]))


def unchanged(table: Table, event: Remark) -> Table:  # noqa: ARG001
    return table


IN_ROUND: dict[type[Any], Callable[[Table, Any], Table]] = {
    Ruled: ruled,
    RulingMade: ruled,
    Entered: entered,
    EntryTakenBack: entry_taken_back,
}
"""What events of a round of play mean at the table besides."""

FOLDS: dict[type[Any], Callable[[Table, Any], Table]] = {
    GamingOpened: opened,
    GamingClosed: closed,
    ChangePosted: change_posted,
    PostingChanged: posting_changed,
    GameChanged: game_changed,
    MinimumProposed: minimum_proposed,
    MinimumAgreed: minimum_agreed,
    ProposalFell: proposal_fell,
    IncreaseAgreed: increase_agreed,
    MinimumRaised: minimum_raised,
    PlayerSeated: player_seated,
    StakesAdded: stakes_added,
    LeaveAsked: leave_asked,
    PlayerRemoved: player_removed,
    SeatVacated: seat_vacated,
    SatOut: sat_out,
    SatIn: sat_in,
    WentAway: went_away,
    CameBack: came_back,
    ButtonDrawn: button_moved,
    ButtonMoved: button_moved,
    RoundStarted: round_started,
    ContributionsStopped: contributions_stopped,
    RoundFinished: round_finished,
    ActHeard: act_heard,
    BillsLaid: bills_laid,
    AnteInCoin: ante_in_coin,
    RakeMoved: rake_moved,
    KillStarted: kill_started,
    KillPassed: kill_passed,
    KillEnded: kill_ended,
    BlindsMissed: blinds_missed,
    TimeCollected: time_collected,
    TimePaid: time_paid,
    TimeVerified: time_verified,
    RulingWitnessed: ruling_witnessed,
    RuledBetweenRounds: ruled_between_rounds,
    **dict.fromkeys((kind for kind in get_args(TableEvent) if issubclass(kind, Remark)), unchanged),
}
