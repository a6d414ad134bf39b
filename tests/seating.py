"""A table at which tests seat players: Ann in S1, Bob in S2 and so on, amounts in dollars, times of one day.

    room = seated(hold_em(), players=3, stakes=100)
    room.start()
    room.play("S3 raises to 8; S1 calls; S2 folds")
    assert room.stakes == (92, 98, 92)

Every step checks that no cent is lost and that the record, folded again, is the table.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from pokerroom import play
from pokerroom.cards import DECK, Card
from pokerroom.play import Reshuffle, Stage, reshuffle_pool
from pokerroom.rules.house import Fixed, HouseRules, KillOption, Limits, NoLimit, PercentageRake, letter
from pokerroom.rules.staff import Official, Position
from pokerroom.table.refusals import Code, Refusal
from pokerroom.table.seating import (
    KillAmount,
    KillMultiple,
    Posting,
    Table,
    TableRules,
    new_table,
    offers,
    perform,
    replay,
)
from pokerroom.table.seating.commands import Area, Command, LeaveSeat, OpenTable, Play, StartRound, TakeSeat, TopUp
from pokerroom.table.seating.events import Event
from tests.tables import ACTION, cents, dollars, name, plain_command, seat

Kind = TypeVar("Kind")

DEALER = Official("Dana", Position.DEALER)
FLOOR = Official("Flynn", Position.FLOORPERSON)
SUPERVISOR = Official("Sam", Position.SHIFT_SUPERVISOR)
POKER_ROOM = Area("poker room", approved=True)
SLOTS = Area("slots", approved=False)
OPENED = datetime(2024, 5, 10, 12, 0, tzinfo=UTC)
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jan", "Kim")
RAKE = PercentageRake(percent=10, most=400)


def clock(time: str) -> datetime:
    hours, minutes = time.split(":")
    return OPENED.replace(hour=int(hours), minute=int(minutes))


def hold_em(limits: Limits | None = None, *, rules: TableRules | None = None, **posted: Any) -> Posting:
    """No limit, blinds 1 and 2, a tenth of each betting round raked, unless posted otherwise."""
    house = letter(limits or NoLimit(200), **{"blinds": (100, 200), "rake": (RAKE,), **posted})
    return Posting(game="hold-em", house=house, rules=rules or TableRules())


def omaha(
    *, kill: KillOption | None = KillOption.KILL, at: KillAmount | KillMultiple | None = None, **table_rules: Any
) -> Posting:
    """Omaha high-low at 4/8 with a kill at ten times the minimum wager and a rake that takes nothing below $1000."""
    rules = TableRules(kill_at=at or KillMultiple(10), **table_rules)
    rake = (PercentageRake(percent=1, most=400, unit=10_000),)
    house = letter(Fixed(400, 800), blinds=(200, 400), kill=kill, rake=rake)
    return Posting(game="omaha-high-low-eight", house=house, rules=rules)


def stud(**posted: Any) -> Posting:
    """Seven-card stud high at 5/10, ante 1, forced bet 2."""
    house = letter(Fixed(500, 1000), **{"ante": 100, "forced_bet": 200, "rake": (RAKE,), **posted})
    return Posting(game="seven-card-stud-high", house=house)


def customary_house(limits: Limits, **posted: Any) -> HouseRules:
    settings = {"posts_may_differ": True, "antes_to_main_pot": True, "heads_up_button_small_blind": True}
    return letter(limits, **{"rake": (RAKE,), **settings, **posted})


class Room:
    """One table, its whole record, and a clock that stands still unless a test moves it."""

    def __init__(self, *rotation: Posting, area: Area = POKER_ROOM) -> None:
        self.table: Table = new_table("7")
        self.log: list[Event] = []
        self.now = OPENED
        self.do(OpenTable, area=area, rotation=rotation)

    def do(self, kind: type[Any], **fields: Any) -> tuple[Event, ...]:
        """Ask for something and see it happen; staff asks unless `by` says otherwise."""
        command = self.asked(kind, **fields)
        outcome = perform(self.table, command)
        assert isinstance(outcome, tuple), f"{command}: {outcome}"
        self.table, events = outcome
        self.log += events
        assert self.table.is_balanced, command
        assert replay(self.log) == self.table, command
        return events

    def refused(self, kind: type[Any], code: Code | play.Code, **fields: Any) -> Refusal | play.Refusal:
        outcome = perform(self.table, self.asked(kind, **fields))
        assert not isinstance(outcome, tuple), f"{kind.__name__} was accepted"
        assert outcome.code is code, str(outcome)
        assert str(outcome)
        return outcome

    def asked(self, kind: type[Any], **fields: Any) -> Command:
        return kind(**{"by": DEALER, "at": self.now, **fields})  # type: ignore[no-any-return]

    def wait(self, minutes: float) -> None:
        self.now += timedelta(minutes=minutes)

    def sit(self, who: str, where: str, amount: float) -> None:
        self.do(TakeSeat, player=who, seat=seat(where), amount=cents(amount))

    def start(self, deck: Sequence[Card] = DECK, **fields: Any) -> None:
        self.do(StartRound, deck=tuple(deck), settings="2024-05-01", software="1.0", **fields)

    def play(self, script: str) -> None:
        """`S3 raises to 8; S1 calls`: each by the player in that seat, seats of the table."""
        for text in script.split(";"):
            self.act(action(text.strip()))

    def act(self, command: Any) -> None:
        self.do(Play, command=command, by=self.table.place(command.seat).player)

    def fold_to(self, winner: str) -> None:
        """Everybody else folds in turn."""
        while self.table.dealing is not None:
            turn = self.table.turn_to_act
            assert turn is not None
            assert name(turn) != winner, f"{winner} must act first"
            self.act(play.Fold(play.Seat(turn)))

    def stay(self) -> None:
        """To the end of the round, nobody folding or betting unless they must."""
        while self.table.dealing is not None:
            self.act(self.cheapest())

    def cheapest(self) -> Any:
        turn = self.table.turn_to_act
        assert turn is not None
        kinds = {type(offer): offer for offer in offers(self.table, turn)}
        for offered, command in (
            (play.MayCheck, play.Check),
            (play.MayPostForcedBet, play.PostForcedBet),
            (play.MayCall, play.Call),
            (play.MayShow, play.Show),
        ):
            if offered in kinds:
                return command(play.Seat(turn))
        raise AssertionError(f"nothing cheap among {list(kinds)}")

    def reshuffle(self) -> None:
        state = self.table.round
        assert state is not None
        assert state.stage is Stage.SHUFFLING
        self.do(Play, command=Reshuffle(reshuffle_pool(state).cards))

    def round(self, winner: str = "") -> None:
        """Deal a round and play it out: everybody stays, or folds to one player."""
        self.start()
        if winner:
            self.fold_to(winner)
        else:
            self.stay()

    def top_up(self, who: str, amount: float) -> None:
        self.do(TopUp, player=who, amount=cents(amount))

    def leave(self, who: str) -> None:
        self.do(LeaveSeat, player=who)

    @property
    def stakes(self) -> tuple[float, ...]:
        """What lies before each player, from the dealer's left."""
        return tuple(dollars(self.table.stakes(at)) for at, _ in self.table.seated)

    def stakes_of(self, who: str) -> float:
        at = self.table.seat_of(who)
        assert at is not None
        return dollars(self.table.stakes(at))

    @property
    def button(self) -> str | None:
        return None if self.table.button is None else name(self.table.button)

    @property
    def turn(self) -> str | None:
        return None if self.table.turn_to_act is None else name(self.table.turn_to_act)

    def all(self, kind: type[Kind]) -> list[Kind]:
        return [event for event in self.log if isinstance(event, kind)]

    def last(self, kind: type[Kind]) -> Kind:
        return self.all(kind)[-1]


def action(text: str) -> Any:
    found = ACTION.fullmatch(text)
    assert found is not None, f"cannot read the action {text!r}"
    at = seat(found["seat"])
    match found["verb"]:
        case "bets":
            return play.Bet(at, cents(found["amount"]))
        case "raises to":
            return play.Raise(at, cents(found["amount"]))
        case verb:
            return plain_command(verb, at, ())


def seated(*rotation: Posting, players: int = 3, stakes: float | Sequence[float] = 100) -> Room:
    """An open table with players from S1 on."""
    room = Room(*rotation)
    amounts = [stakes] * players if isinstance(stakes, (int, float)) else list(stakes)
    for at, amount in enumerate(amounts):
        room.sit(NAMES[at], name(at), amount)
    return room
