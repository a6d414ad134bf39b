"""What holds at every table whatever happens there, checked by books kept apart from it."""

from collections import Counter
from functools import cache
from itertools import pairwise

import msgspec
import pytest

from pokerroom.play.events import ContributionTaken, RoundClosed, RoundOpened
from pokerroom.table.ending import Ending
from pokerroom.table.refusals import Refusal
from pokerroom.table.seating import Status, Table, apply, new_table, replay
from pokerroom.table.seating.commands import Play
from pokerroom.table.seating.events import (
    BlindsMissed,
    ButtonMoved,
    CameBack,
    ChangePosted,
    Event,
    KillEnded,
    KillPassed,
    KillStarted,
    MinimumRaised,
    PlayerRemoved,
    PlayerSeated,
    PostingChanged,
    RakeMoved,
    RoundFinished,
    RoundStarted,
    SeatVacated,
    StakesAdded,
    TimeCollected,
    TimePaid,
    TimeVerified,
    WentAway,
)
from tests.property.lives import Life, Step

LIVES = 40
COMMANDS = 250


@cache
def life(seed: int) -> tuple[Step, ...]:
    return tuple(Life(seed).steps(COMMANDS))


def record(seed: int) -> list[Event]:
    return [event for step in life(seed) for event in step.events]


each_life = pytest.mark.parametrize("seed", range(LIVES))


class Books:
    """Where every cent is, told from the events alone."""

    def __init__(self) -> None:
        self.bought = self.out = self.time = self.inventory = self.box = 0

    def enter(self, event: Event) -> None:
        match event:
            case PlayerSeated(amount=amount) | StakesAdded(amount=amount):
                self.bought += amount
            case CameBack(amount=amount, recorded=recorded):
                self.bought += max(0, amount - recorded)
                self.out += max(0, recorded - amount)
            case SeatVacated(amount=amount):
                self.out += amount
            case TimeCollected(charges=charges):
                self.time += sum(charge.paid for charge in charges)
            case TimePaid(amount=amount):
                self.time += amount
            case TimeVerified(amount=amount):
                self.time -= amount
                self.inventory += amount
            case RakeMoved(amount=amount):
                self.inventory += amount
            case ContributionTaken(amounts=amounts):
                self.box += sum(amounts)
            case _:
                pass

    def agree_with(self, table: Table) -> bool:
        on_table = self.bought - self.out - self.time - self.inventory - self.box
        entries = (table.bought_in, table.cashed_out, table.time_area, table.inventory, table.in_bad_beat_box)
        lies = table.at_stake + table.in_rake_area - table.time_area
        return entries == (self.bought, self.out, self.time, self.inventory, self.box) and lies == on_table


@each_life
def test_no_cent_is_lost_or_made_by_any_event(seed: int) -> None:
    books, table = Books(), new_table("7")
    for event in record(seed):
        table = apply(table, event)
        books.enter(event)
        assert books.agree_with(table), event
        assert table.is_balanced, event
        for _, place in table.seated:
            assert min(place.stakes, place.added, place.owes) >= 0, event
    assert (table.at_stake, table.in_rake_area) == (0, 0)
    assert table.bought_in == table.cashed_out + table.inventory + table.contributed


@each_life
def test_a_record_written_and_read_again_is_the_table(seed: int) -> None:
    log = record(seed)
    written = msgspec.json.encode(log)
    read = msgspec.json.decode(written, type=list[Event])
    assert read == log
    assert replay(read) == life(seed)[-1].after


@each_life
def test_events_lead_to_the_table_that_was_decided_on(seed: int) -> None:
    for step in life(seed):
        table = step.before
        for event in step.events:
            table = apply(table, event)
        assert table == step.after, step.command


@each_life
def test_a_refusal_says_why_and_an_action_that_was_offered_is_not_refused(seed: int) -> None:
    for step in life(seed):
        if step.refusal is not None:
            assert str(step.refusal)
            assert not isinstance(step.command, Play), step.refusal
            assert isinstance(step.refusal, Refusal), step.refusal


@each_life
def test_exactly_those_are_dealt_in_who_may_be(seed: int) -> None:
    for step in life(seed):
        table = step.before
        for event in step.events:
            if isinstance(event, RoundStarted):
                check_lineup(table, event)
            table = apply(table, event)


def check_lineup(table: Table, event: RoundStarted) -> None:
    house, plan = table.posting.house, table.posting.plan
    assert len(event.lineup) >= 2
    assert list(event.lineup) == sorted(set(event.lineup))
    minimum = plan.sizes[None if table.kill is None else table.kill.option].minimum
    for seat, place in table.seated:
        may = place.status is Status.PLAYING and place.owes == 0
        if seat in event.lineup:
            least = 1 if house.short_stack_dealt_in else house.ante + house.forced_bet + minimum
            assert may, place
            assert place.stakes >= least, place
        else:
            ample = house.ante + max(house.forced_bet, minimum, *house.blinds) + minimum + sum(house.blinds)
            enough = 1 if house.short_stack_dealt_in else ample
            assert not may or place.stakes < enough, place
    left_out = {out.seat for out in event.left_out}
    assert not left_out & set(event.lineup)


@each_life
def test_the_button_goes_clockwise_to_the_next_player(seed: int) -> None:
    for step in life(seed):
        table = step.before
        for event in step.events:
            if isinstance(event, ButtonMoved) and table.button is not None:
                check_button(table, event, step.events)
            table = apply(table, event)


def check_button(table: Table, event: ButtonMoved, events: tuple[Event, ...]) -> None:
    if table.posting.rules.button_rule == "dead":
        return
    assert table.button is not None
    started = [each for each in events if isinstance(each, RoundStarted)]
    players = started[0].lineup if started and events.index(event) < events.index(started[0]) else None
    size = len(table.places)
    way = (event.seat - table.button - 1) % size + 1
    passed = {(table.button + step) % size for step in range(1, way)}
    if players is not None:
        assert event.seat in players
        assert not passed & set(players)
    else:
        playing = {seat for seat, place in table.seated if place.status is Status.PLAYING and not place.owes}
        assert not passed & playing


@each_life
def test_a_dead_button_keeps_button_and_blinds_in_order_and_moves_the_last_blind_to_the_next_player(seed: int) -> None:
    for step in life(seed):
        started = [event for event in step.events if isinstance(event, RoundStarted)]
        if not started or step.before.posting.rules.button_rule != "dead" or not started[0].blinds:
            continue
        event, before = started[0], step.before.blinds
        if len(event.lineup) > max(2, len(event.blinds)):
            assert event.button is not None
            size = len(step.before.places)
            places = [(seat - event.button) % size for seat in event.blinds]
            assert places == sorted(set(places)), event
            assert 0 not in places, event
        if len(before) == len(event.blinds) and len(event.lineup) >= len(event.blinds):
            following = sorted(event.lineup, key=lambda seat: (seat - before[-1] - 1) % len(step.before.places))
            assert event.blinds[-1] == following[0], event


@each_life
def test_nothing_but_the_round_moves_the_stakes_of_those_dealt_in(seed: int) -> None:
    for step in life(seed):
        table = step.before
        for event in step.events:
            after = apply(table, event)
            if table.dealing is not None and after.dealing is not None and table.round is not None:
                assert after.round is not None
                assert after.round.chips == table.round.chips or isinstance(event, RoundOpened), event
            table = after


@each_life
def test_a_round_that_is_not_completed_leaves_everything_as_it_was(seed: int) -> None:
    before: Table | None = None
    added: Counter[int] = Counter()
    for step in life(seed):
        table = step.before
        for event in step.events:
            if isinstance(event, RoundStarted):
                before, added = table, Counter()
            if isinstance(event, StakesAdded) and event.next_round:
                added[event.seat] += event.amount
            if isinstance(event, RoundFinished) and event.ending is not Ending.COMPLETED:
                assert before is not None
                after = apply(table, event)
                assert (after.button, after.kill, after.blinds) == (before.button, before.kill, before.blinds)
                assert (after.turn, after.played) == (before.turn, before.played)
                assert not sum(event.raked)
                for seat in event.lineup:
                    held = after.place(seat).stakes + after.place(seat).carried
                    assert held == before.place(seat).stakes + added[seat]
            table = apply(table, event)


@each_life
def test_a_change_takes_effect_between_rounds_only(seed: int) -> None:
    for step in life(seed):
        table = step.before
        for event in step.events:
            after = apply(table, event)
            if after.rotation != table.rotation or after.turn != table.turn:
                assert table.dealing is None, event
            table = after


@each_life
def test_nobody_required_to_leave_is_dealt_in_before_the_seat_was_given_up(seed: int) -> None:
    leaving: set[str] = set()
    for event in record(seed):
        match event:
            case PlayerRemoved(player=player):
                leaving.add(player)
            case SeatVacated(player=player, rule=rule):
                assert (rule.paragraph == "14.16(b)") == (player in leaving), event
                leaving.discard(player)
            case RoundStarted():
                assert not leaving, event
            case _:
                pass
    assert not leaving


@each_life
def test_a_kill_is_always_one_the_sign_offers(seed: int) -> None:
    for step in life(seed):
        table = step.after
        if table.is_open and table.kill is not None:
            assert table.posting.house.kill is table.kill.option


def test_the_lives_show_what_they_are_meant_to_show() -> None:
    seen = Counter(type(event) for seed in range(LIVES) for event in record(seed))
    for kind in (
        BlindsMissed,
        CameBack,
        ChangePosted,
        ContributionTaken,
        KillEnded,
        KillPassed,
        KillStarted,
        MinimumRaised,
        PlayerRemoved,
        PostingChanged,
        RakeMoved,
        TimeCollected,
        TimePaid,
        TimeVerified,
    ):
        assert seen[kind], kind
    left = [event for seed in range(LIVES) for event in record(seed) if isinstance(event, WentAway)]
    assert any(event.of_round for event in left), "nobody left a round that went on"
    assert seen[RoundClosed] > 5 * LIVES
    after_rounds = Counter(
        event.after_round for seed in range(LIVES) for event in record(seed) if isinstance(event, PlayerRemoved)
    )
    assert min(after_rounds[each] for each in (True, False)) >= 3
    endings = Counter(
        event.ending for seed in range(LIVES) for event in record(seed) if isinstance(event, RoundFinished)
    )
    assert min(endings[each] for each in Ending) >= 3


def test_the_record_of_a_table_is_in_the_order_of_time() -> None:
    for seed in range(LIVES):
        times = [event.at for event in record(seed) if hasattr(event, "at")]
        assert all(first <= second for first, second in pairwise(times))
