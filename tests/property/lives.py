"""Lives of a table drawn at random: players come, go, add, go away, go broke, and play whatever is legal.

A `Life` is named by its seed alone. Most commands are legal; some are not, and are then refused without a trace. Rare
things are made likely: misdeals, dead rounds, kills, short stakes, charges that cannot be paid, changes posted in the
middle of a round.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from pokerroom import play
from pokerroom.cards import DECK
from pokerroom.games import CATALOGUE
from pokerroom.rules.house import (
    BadBeatContribution,
    Fixed,
    HouseRules,
    HouseRulesError,
    IncrementalRake,
    PercentageRake,
    RakeLevel,
    Spread,
    TimeCharge,
)
from pokerroom.rules.refusal import Refusal
from pokerroom.rules.staff import Official, Position
from pokerroom.table.conduct import HandInPlay
from pokerroom.table.seating import (
    KillAmount,
    KillMultiple,
    Posting,
    Rotation,
    Status,
    Table,
    TableRules,
    new_table,
    perform,
    posting_refusal,
)
from pokerroom.table.seating.commands import (
    Agree,
    Area,
    CloseTable,
    CollectTime,
    Command,
    DrawForButton,
    DrawnCard,
    GoAway,
    LeaveSeat,
    Method,
    OpenTable,
    PayTime,
    Play,
    PostChange,
    ProposeMinimum,
    RemovePlayer,
    RemoveStakes,
    Return,
    SitIn,
    SitOut,
    StartRound,
    TakeSeat,
    TopUp,
    VerifyTime,
)
from pokerroom.table.seating.events import Event
from pokerroom.table.seating.lineup import willing
from pokerroom.table.seating.posting import smallest_piece
from tests.sweep import LIMITS, POLICIES, Case, house_rules, next_command, shuffled

SUPERVISOR = Official("Sam", Position.SHIFT_SUPERVISOR)
STARTED = datetime(2024, 5, 10, 12, 0, tzinfo=UTC)
PERCENTAGES = (Decimal("7.5"), 10)
PEOPLE = tuple(f"player {number}" for number in range(16))
AREA = Area("poker room", approved=True)


class Step(NamedTuple):
    """One command and what came of it; refused, it left the table as it was."""

    before: Table
    command: Command
    events: tuple[Event, ...]
    after: Table
    refusal: Refusal | None


class Life:
    """Everything that is drawn follows from the seed."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(f"life {seed}")
        self.now = STARTED
        self.policy = self.rng.choice(POLICIES)
        self.table = new_table("7")

    def steps(self, count: int) -> Iterator[Step]:
        yield self.step(OpenTable(by=SUPERVISOR, at=self.now, area=AREA, rotation=rotation(self.rng)))
        for _ in range(self.rng.randint(2, 8)):
            yield self.step(take_seat(self))
        for _ in range(count):
            self.now += timedelta(seconds=self.rng.choice((0, 1, 20, 90, 300)) if self.rng.random() < 0.3 else 0)
            yield self.step(self.next_command())
        while self.table.dealing is not None:
            yield self.step(self.action())
        for _, place in self.table.seated:
            yield self.step(LeaveSeat(by=SUPERVISOR, at=self.now, player=place.player))
        if self.table.time_area:
            yield self.step(VerifyTime(by=SUPERVISOR, at=self.now, amount=self.table.time_area))
        yield self.step(CloseTable(by=SUPERVISOR, at=self.now))

    def step(self, command: Command) -> Step:
        before = self.table
        outcome = perform(before, command)
        if not isinstance(outcome, tuple):
            return Step(before, command, (), before, outcome)
        self.table, events = outcome
        return Step(before, command, events, self.table, None)

    def next_command(self) -> Command:
        in_round = self.table.dealing is not None
        if in_round and self.rng.random() < 0.9:
            return self.action() if self.rng.random() < 0.97 else leave_round(self)
        if not in_round and len(willing(self.table)) > 1 and self.rng.random() < 0.6:
            return self.start_round()
        return self.rng.choice(ASKED)(self)

    def asked(self, kind: type[Any], **fields: Any) -> Command:
        return kind(by=SUPERVISOR, at=self.now, **fields)  # type: ignore[no-any-return]

    def start_round(self) -> Command:
        rules = self.table.posting.rules
        if rules.first_button == "dealt-card" and self.table.button is None and self.rng.random() < 0.9:
            return draw_for_button(self)
        deck = None if self.rng.random() < 0.1 else tuple(shuffled(DECK, self.rng))
        return self.asked(StartRound, deck=deck, settings="v1", software="1.0")

    def action(self) -> Command:
        """A legal command of the round, or the word that ends it."""
        state, dealing = self.table.round, self.table.dealing
        assert state is not None
        assert dealing is not None
        chance = self.rng.random()
        if chance < 0.004:
            return self.asked(Play, command=play.DeclareDead(play.CardCount.MISSING))
        if chance < 0.01:
            return self.asked(Play, command=play.DeclareMisdeal(play.Misdeal.SHUFFLE_OR_CUT))
        command = at_table(next_command(state, self.policy, self.rng), dealing.lineup)
        if isinstance(command, play.Uphold):
            command = replace(command, ruling=play.Ruling(SUPERVISOR, self.now, "let it stand", "14.15(b)"))
        return self.asked(Play, command=command)

    def player(self) -> str:
        """Mostly somebody who has a seat."""
        seated = [place.player for _, place in self.table.seated]
        return self.rng.choice(seated) if seated and self.rng.random() < 0.95 else self.rng.choice(PEOPLE)

    def amount(self) -> int:
        """In pieces of the table, mostly."""
        least, piece = self.table.posting.plan.ample, smallest_piece(self.table.rotation)
        amount: int = self.rng.choice((piece, least - piece, least, 4 * least, 20 * least, 20 * least, 100 * least))
        return -(-amount // piece) * piece + (self.rng.random() < 0.02)


def at_table(value: Any, lineup: tuple[int, ...]) -> Any:
    """A command of a round with the seats of the table."""
    if isinstance(value, tuple):
        return tuple(at_table(item, lineup) for item in value)
    if not isinstance(value, msgspec.Struct):
        return value
    fields = {
        name: lineup[item] if name == "seat" and item is not None else at_table(item, lineup)
        for name, item in msgspec.structs.asdict(value).items()
    }
    return type(value)(**fields)


def draw_for_button(life: Life) -> Command:
    seats = willing(life.table)
    cards = life.rng.sample(DECK, len(seats))
    drawn = tuple(DrawnCard(seat, card) for seat, card in zip(seats, cards, strict=True))
    return life.asked(DrawForButton, cards=drawn)


def take_seat(life: Life) -> Command:
    seat = life.rng.randrange(len(life.table.places))
    return life.asked(TakeSeat, player=life.rng.choice(PEOPLE), seat=seat, amount=life.amount())


def leave_round(life: Life) -> Command:
    """Somebody goes away who was dealt in and is out of the round, if there is one."""
    table = life.table
    out = [place.player for seat, place in table.seated if table.is_dealt_in(seat) and not table.is_in_contention(seat)]
    player = life.rng.choice(out) if out else life.player()
    return life.asked(GoAway, player=player, method=life.rng.choice(tuple(Method)))


def come_back(life: Life) -> Command:
    """Mostly with what they left with; otherwise with less or more."""
    away = [place for _, place in life.table.seated if place.leave is not None]
    if not away:
        return life.asked(Return, player=life.player(), amount=100)
    place = life.rng.choice(away)
    assert place.leave is not None
    recorded = place.leave.amount if place.leave.method is Method.COUNTED else place.stakes
    amount = max(0, recorded + life.rng.choice((0, 0, 0, -50, 700, 37)))
    return life.asked(Return, player=place.player, amount=amount, reason=life.rng.choice(("", "the floor's word")))


def sit_in(life: Life) -> Command:
    out = [place.player for _, place in life.table.seated if place.status is Status.SITTING_OUT]
    return life.asked(SitIn, player=life.rng.choice(out) if out else life.player())


def pay_time(life: Life) -> Command:
    owing = [place.player for _, place in life.table.seated if place.owes]
    return life.asked(PayTime, player=life.rng.choice(owing) if owing else life.player())


def propose(life: Life) -> Command:
    minimum = life.table.posting.plan.sizes[None].minimum
    return life.asked(ProposeMinimum, minimum=minimum + life.rng.choice((100, 200)))


def agree(life: Life) -> Command:
    missing = [
        place.player
        for _, place in life.table.seated
        if life.table.proposal is not None and place.player not in life.table.proposal.agreed
    ]
    player = life.rng.choice(missing) if missing else life.player()
    return life.asked(Agree, player=player, agrees=life.rng.random() < 0.95)


ASKED: tuple[Callable[[Life], Command], ...] = (
    *(take_seat,) * 8,
    *(lambda life: life.asked(TopUp, player=life.player(), amount=life.amount()),) * 4,
    lambda life: life.asked(RemoveStakes, player=life.player(), amount=100),
    *(lambda life: life.asked(LeaveSeat, player=life.player()),) * 2,
    lambda life: life.asked(RemovePlayer, player=life.player(), hand=life.rng.choice(tuple(HandInPlay))),
    *(lambda life: life.asked(SitOut, player=life.player()),) * 2,
    *(sit_in,) * 4,
    *(lambda life: life.asked(GoAway, player=life.player(), method=life.rng.choice(tuple(Method))),) * 2,
    *(come_back,) * 5,
    *(lambda life: life.asked(CollectTime),) * 3,
    *(pay_time,) * 4,
    lambda life: life.asked(VerifyTime, amount=life.table.time_area),
    lambda life: life.asked(PostChange, rotation=rotation(life.rng), notice="N-1"),
    propose,
    *(agree,) * 10,
    draw_for_button,
)
"""What may be asked at any time, each as often as it stands here."""


def rotation(rng: Random) -> Rotation:
    """One game, or several in turn, that can be posted."""
    games = rng.choice((1, 1, 1, 2, 3))
    rounds = 0 if games == 1 else rng.choice((1, 2))
    while True:
        drawn = tuple(replace(posting(rng), rounds=rounds) for _ in range(games))
        try:
            refused = posting_refusal(drawn)
        except HouseRulesError:
            continue
        if refused is None:
            return drawn


def posting(rng: Random) -> Posting:
    killing = [key for key, law in CATALOGUE.items() if law.kill is not None]
    edition, game = rng.choice(killing if rng.random() < 0.2 else sorted(CATALOGUE))
    limit = rng.choice(sorted(LIMITS))
    case = Case(edition, game, limit, 2, rng.choice(("letter", "customary", "any")), 0)
    house = with_rake(house_rules(case, rng), rng)
    dead = house.posts_may_differ and rng.random() < 0.5
    if dead:
        house = replace(house, antes_to_main_pot=True)
    rules = TableRules(
        first_button=rng.choice(("dealers-right", "dealers-right", "dealt-card")),
        button_rule="dead" if dead else "moving",
        missed_blinds="post" if dead and rng.random() < 0.7 else "none",
        button_draw_tie=rng.choice(("suit", "redraw")),
        kill_at=rng.choice((KillMultiple(3), KillMultiple(10), KillAmount(2500))),
        kill_amount_basis=rng.choice(("net", "gross")),
        kill_on_uncontested=rng.random() < 0.7,
        kill_if_absent=rng.choice(("stay-on-limits", "cancel")),
        leave_max_minutes=rng.choice((None, 10)),
        short_return=rng.choice(("floor", "refuse")),
        buy_in_most=rng.choice((None, None, 100_000)),
    )
    notice = "" if house.bad_beat is None else "aces full beaten"
    return Posting(edition=edition, game=game, house=house, rules=rules, bad_beat=notice)


def with_rake(house: HouseRules, rng: Random) -> HouseRules:
    """Every method, alone or together; a kill needs limits that it can raise."""
    percentage = PercentageRake(rng.choice(PERCENTAGES), rng.choice((300, 1000)), unit=rng.choice((1, 50, 100)))
    levels = IncrementalRake(
        (RakeLevel(2000, 100), RakeLevel(4000, 150)), 250, scope=rng.choice(("aggregate", "per-pot"))
    )
    methods = rng.choice(((), (percentage,), (levels,), (percentage, levels)))
    charge = TimeCharge(1200, rng.choice((20, 30)), per=rng.choice(("player", "table")))
    kill = house.kill if isinstance(house.limits, (Fixed, Spread)) else None
    return replace(
        house,
        rake=methods,
        rake_most=rng.choice((None, 350)),
        time_charge=charge if not methods or rng.random() < 0.4 else None,
        kill=kill,
        bad_beat=rng.choice((None, BadBeatContribution(100, 2000))),
    )
