"""A bad beat payout to test with: its rules as a room would file them, and the people who take part."""

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from pokerroom.cards import typed_cards
from pokerroom.jackpot import Payout, Payouts, Refusal, perform
from pokerroom.jackpot.commands import (
    AdjustDisplay as Adjust,
    Chips,
    Command,
    Contribute,
    CountAtTable,
    OfferPayout,
    RecordDay,
)
from pokerroom.jackpot.events import Event
from pokerroom.jackpot.people import ROOM, Person, StaffPosition
from pokerroom.jackpot.qualifying import Showdown, TabledHand
from pokerroom.jackpot.rules import BothLevels, Contribution, PayoutRules, Route, Several, Shares
from pokerroom.ranking import Ranking, rank_hand
from pokerroom.ranking.bad_beats import HoleCards, qualifier

NAME = "Bad beat"
BEGAN = datetime(2027, 1, 15, 12, tzinfo=UTC)


def person(name: str, acts_as: StaffPosition, *also: StaffPosition) -> Person:
    return Person(id=name.lower(), name=name, acts_as=acts_as, also=also)


DEALER = person("Dee", StaffPosition.DEALER)
FLOOR = person("Flo", StaffPosition.FLOORPERSON)
SHIFT = person("Sue", StaffPosition.SHIFT_SUPERVISOR)
ACCOUNTING = person("Ann", StaffPosition.ACCOUNTING)
CASHIER = person("Cas", StaffPosition.CAGE)
SECURITY = person("Sid", StaffPosition.SECURITY)
WITNESS = person("Wes", StaffPosition.SECOND_DEPARTMENT)

RULES = PayoutRules(
    name=NAME,
    games=("hold-em",),
    tables=("1", "2"),
    contribution=Contribution(amount=1_00, least_pot=20_00, method="one dollar from each pot"),
    qualifier=qualifier("quad tens", hole_cards=HoleCards.PLAY),
    shares=Shares(losing=50, winning=25, table=25),
    route=Route.TABLE_ON_VIDEO,
    capacity=100_000,
    discontinuing="procedure 7 of the submission",
    table_notice="Four tens or better, beaten: ask the floor.",
    several=Several.HIGHEST,
    both_levels=BothLevels.PRIMARY_ONLY,
    witnesses=(StaffPosition.SECOND_DEPARTMENT,),
)


class Fund:
    """A payout and its clock: `does` gives a command, one minute after the last."""

    def __init__(self, rules: PayoutRules = RULES) -> None:
        self.payouts, self.events, self._minutes, self._rounds = Payouts(), list[Event](), count(), count(1)
        self.does(OfferPayout, SHIFT, rules=rules, filing="appendix 3", payout=rules.name)

    @property
    def payout(self) -> Payout:
        return self.payouts.by_name[NAME]

    def asks(self, kind: type[Command], by: Person, **of: Any) -> tuple[Event, ...] | Refusal:
        given = {"payout": NAME} | ({"event": next(self._rounds)} if kind is Contribute else {}) | of
        command = kind(**given, by=by, at=BEGAN + timedelta(minutes=next(self._minutes)))
        found = perform(self.payouts, command)
        if isinstance(found, Refusal):
            return found
        self.payouts, new = found
        self.events += new
        for payout in self.payouts.by_name.values():
            assert all(fund.is_balanced for fund in payout.funds.values()), new
        return new

    def does(self, kind: type[Command], by: Person, **of: Any) -> Event:
        found = self.asks(kind, by, **of)
        assert not isinstance(found, Refusal), str(found)
        return found[0]

    def refused(self, kind: type[Command], by: Person, **of: Any) -> tuple[str, str]:
        found = self.asks(kind, by, **of)
        assert isinstance(found, Refusal), found
        assert found.sentence
        return str(found.code.value), found.paragraph

    def collected(self, amount: int, *, secondary: int = 0, table: str = "1") -> None:
        """Contributed, counted at the table, recorded and displayed."""
        self.does(Contribute, ROOM, table=table, round=next(self._rounds), primary=amount, secondary=secondary)
        self.counted(amount + secondary, table=table)
        self.does(RecordDay, ACCOUNTING, day=BEGAN.date())
        self.does(Adjust, ACCOUNTING, second=FLOOR)

    def counted(self, amount: int, *, table: str = "1") -> None:
        chips = (Chips(1, amount),)
        self.does(
            CountAtTable, DEALER, table=table, chips=chips, written=amount, second=FLOOR, recording="camera 4, 21:10"
        )


def showdown(board: str, *hands: str, dealt_in: int = 0, table: str = "1", round_: int = 7) -> Showdown:
    """Hands of players `a`, `b`, ... by their cards; so many more were dealt in."""
    center = typed_cards(board)
    tabled = [
        TabledHand(player=chr(97 + place), own=own, strength=rank_hand(Ranking.HIGH_FIVE, (*own, *center)))
        for place, own in enumerate(map(typed_cards, hands))
    ]
    others = tuple(f"other {number}" for number in range(dealt_in - len(tabled)))
    return Showdown(
        table=table,
        round=round_,
        game="hold-em",
        board=center,
        hands=tuple(tabled),
        dealt_in=(*(hand.player for hand in tabled), *others),
    )
