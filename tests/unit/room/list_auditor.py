"""An auditor of the lists: from the log alone, in plain lists and dictionaries, it works out who was next and why."""

from datetime import datetime

from pokerroom.room.lists import Event, Fate, How, ListRules, Passed, PassedFor, Queue, Wanted
from pokerroom.room.lists.events import (
    ChangeCanceled,
    ChangeRequested,
    GotUp,
    InterestOpened,
    ListClosed,
    ListOpened,
    LockEnded,
    MustMoveSet,
    OfferAccepted,
    PlayerBarred,
    PlayerJoined,
    PlayerLeftList,
    PlayerReinstated,
    PlayerTakenOff,
    RulesSet,
    SatDown,
    SeatLetGo,
    SeatLocked,
    SeatOffered,
    TableAdded,
    TableRelisted,
    TableRemoved,
)

Place = tuple[str, int]


class Auditor:
    def __init__(self) -> None:
        self.at: datetime | None = None
        self.rules = ListRules()
        self.lists: dict[Wanted, list[str]] = {}
        self.tables: dict[str, TableAdded] = {}
        self.feeds: dict[str, str | None] = {}
        self.seats: dict[str, Place] = {}
        """By player, in the order in which they must move."""
        self.requests: dict[str, str | None] = {}
        self.holds: dict[Place, SeatOffered | SeatLocked] = {}
        self.until: dict[Place, datetime] = {}
        self.let_go: dict[Place, list[str]] = {}
        self.must_leave: set[str] = set()
        self.barred: set[str] = set()

    def read(self, event: Event) -> None:
        assert self.at is None or self.at <= event.at, "the log goes back in time"
        self.at = event.at
        match event:
            case SeatOffered() | SeatLocked() | OfferAccepted() | SeatLetGo() | LockEnded():
                self.read_hold(event)
            case SatDown() | GotUp():
                self.read_seat(event)
            case (
                RulesSet()
                | TableAdded()
                | TableRelisted()
                | TableRemoved()
                | MustMoveSet()
                | InterestOpened()
                | ListOpened()
                | ListClosed()
            ):
                self.read_floor(event)
            case _:
                self.read_person(event)

    def line(self, table: str) -> list[tuple[str, Queue]]:
        """Everybody who may be called to a table, first come first."""
        wanted = self.tables[table].wanted
        moving = [
            player
            for player, (at, _) in self.seats.items()
            if self.feeds[at] == table and player not in self.must_leave | self.barred
        ]
        changing = [
            player
            for player, to in self.requests.items()
            if self.feeds[table] is None
            and self.seats[player][0] != table
            and self.tables[self.seats[player][0]].wanted == wanted
            and to in {None, table}
        ]
        queues = {Queue.MUST_MOVE: moving, Queue.TABLE_CHANGE: changing, Queue.LIST: self.lists[wanted]}
        return [(player, queue) for queue in self.rules.order for player in queues[queue]]

    def check_passed(self, passed: tuple[Passed, ...], place: Place, *, afresh: bool, reason: str = "") -> None:
        held = {hold.player for hold in self.holds.values()}
        for each in passed:
            if each.why is PassedFor.CALLED_LATER:
                assert reason, f"{each.player} was passed over without a reason"
                assert each.player not in held
            elif each.why is PassedFor.HOLDS_ANOTHER:
                assert each.player in held, f"{each.player} was skipped: no seat was held for him"
            else:
                assert not afresh, f"{each.player} was to be asked again"
                assert each.player in self.let_go[place], f"{each.player} was skipped: he had not let the seat go"

    def read_hold(self, event: SeatOffered | SeatLocked | OfferAccepted | SeatLetGo | LockEnded) -> None:
        place = (event.table, event.seat)
        match event:
            case SeatOffered() | SeatLocked():
                assert place not in self.holds, "one seat, one offer"
                assert place not in self.seats.values(), "the seat is taken"
                assert event.player not in {hold.player for hold in self.holds.values()}, "one person, one offer"
                assert event.player not in self.barred
                assert event.until > event.at
                if isinstance(event, SeatOffered):
                    self.check_turn(event, place)
                self.holds[place], self.until[place] = event, event.until
            case OfferAccepted():
                assert self.holds[place].player == event.player
                assert event.at < self.until[place], "accepted too late"
                self.until[place] = event.until
            case SeatLetGo():
                self.read_let_go(event, place)
            case LockEnded():
                assert isinstance(self.holds.pop(place), SeatLocked)

    def check_turn(self, event: SeatOffered, place: Place) -> None:
        line = self.line(event.table)
        ahead = [(each.player, each.queue) for each in event.passed]
        assert line[: len(ahead) + 1] == [*ahead, (event.player, event.queue)], "out of turn"
        self.check_passed(event.passed, place, afresh=event.afresh, reason=event.reason)
        if event.afresh:
            self.let_go.pop(place, None)
        assert event.player not in self.let_go.get(place, [])

    def read_let_go(self, event: SeatLetGo, place: Place) -> None:
        hold = self.holds.pop(place)
        assert isinstance(hold, SeatOffered)
        assert (hold.player, hold.queue) == (event.player, event.queue)
        if event.how is How.EXPIRED:
            assert event.at == self.until[place]
        fates = {How.DECLINED: self.rules.declined, How.EXPIRED: self.rules.expired, How.NO_SHOW: self.rules.no_show}
        fate = self.rules.move_refused if event.queue is Queue.MUST_MOVE else fates[event.how]
        assert event.fate is fate
        self.let_go.setdefault(place, []).append(event.player)
        if fate is Fate.KEEPS:
            return
        again = fate is Fate.GOES_LAST
        match event.queue:
            case Queue.LIST:
                line = self.lists[self.tables[event.table].wanted]
                line.remove(event.player)
                line.extend([event.player] * again)
            case Queue.TABLE_CHANGE:
                to = self.requests.pop(event.player)
                self.requests |= {event.player: to} if again else {}
            case Queue.MUST_MOVE if again:
                self.seats[event.player] = self.seats.pop(event.player)
            case Queue.MUST_MOVE:
                self.must_leave.add(event.player)

    def read_seat(self, event: SatDown | GotUp) -> None:
        player = event.player
        if isinstance(event, GotUp):
            assert self.seats[player][0] == event.table
            self.unseat(player)
            return
        place = (event.table, event.seat)
        assert player not in self.barred
        assert place not in self.seats.values(), "the seat is taken"
        assert event.left == (self.seats[player][0] if player in self.seats else None)
        if event.held:
            assert self.holds[place].player == player, "the seat was held for somebody else"
        else:
            assert place not in self.holds
            ahead = [(each.player, each.queue) for each in event.passed]
            line = self.line(event.table)
            assert line[: len(ahead)] == ahead
            assert len(line) == len(ahead) or line[len(ahead)][0] == player, "sat down before somebody"
            self.check_passed(event.passed, place, afresh=False)
        if player in self.seats:
            self.unseat(player)
        self.holds.pop(place, None)
        self.let_go.pop(place, None)
        self.seats[player] = place
        line_of_game = self.lists[self.tables[event.table].wanted]
        if player in line_of_game:
            line_of_game.remove(player)

    def unseat(self, player: str) -> None:
        del self.seats[player]
        self.requests.pop(player, None)
        self.must_leave.discard(player)
        self.drop_holds(player, Queue.MUST_MOVE, Queue.TABLE_CHANGE)

    def drop_holds(self, player: str, *queues: Queue) -> None:
        for place, hold in list(self.holds.items()):
            if hold.player == player and isinstance(hold, SeatOffered) and hold.queue in queues:
                del self.holds[place]

    def read_floor(
        self,
        event: RulesSet
        | TableAdded
        | TableRelisted
        | TableRemoved
        | MustMoveSet
        | InterestOpened
        | ListOpened
        | ListClosed,
    ) -> None:
        match event:
            case RulesSet():
                self.rules = event.rules
            case TableAdded():
                self.tables[event.table], self.feeds[event.table] = event, event.feeds
            case TableRelisted():
                self.read_relisted(event)
            case TableRemoved():
                self.read_removed(event.table)
            case MustMoveSet():
                self.read_must_move(event)
            case InterestOpened():
                assert event.wanted not in self.lists
                self.lists[event.wanted] = []
            case ListOpened():
                assert self.lists.setdefault(event.wanted, []) == list(event.interested)
            case ListClosed():
                assert self.lists.pop(event.wanted) == list(event.waiting)

    def read_must_move(self, event: MustMoveSet) -> None:
        assert self.feeds[event.table] != event.feeds
        main = event.feeds
        while main is not None:
            assert main != event.table, "the table feeds itself"
            assert self.tables[main].wanted == self.tables[event.table].wanted
            main = self.feeds[main]
        self.feeds[event.table] = event.feeds
        here = [player for player, (at, _) in self.seats.items() if at == event.table]
        self.requests = {player: to for player, to in self.requests.items() if player not in here and to != event.table}
        for player in here:
            self.drop_holds(player, Queue.MUST_MOVE, Queue.TABLE_CHANGE)

    def read_removed(self, table: str) -> None:
        for player in [player for player, (at, _) in self.seats.items() if at == table]:
            self.unseat(player)
        self.nobody_called(table)
        del self.tables[table]

    def nobody_called(self, table: str) -> None:
        self.requests = {player: to for player, to in self.requests.items() if to != table}
        self.holds = {place: hold for place, hold in self.holds.items() if place[0] != table}
        self.let_go = {place: players for place, players in self.let_go.items() if place[0] != table}
        main = self.feeds.pop(table)
        self.feeds = {each: main if fed == table else fed for each, fed in self.feeds.items()}

    def read_relisted(self, event: TableRelisted) -> None:
        """Nobody loses the seat they have."""
        for player in [player for player, (at, _) in self.seats.items() if at == event.table]:
            self.requests.pop(player, None)
            self.drop_holds(player, Queue.MUST_MOVE, Queue.TABLE_CHANGE)
            if player in self.lists[event.wanted]:
                self.leave_list(player, event.wanted)
        self.nobody_called(event.table)
        added = TableAdded(
            table=event.table, wanted=event.wanted, seats=event.seats, feeds=None, at=event.at, by=event.by
        )
        self.tables[event.table], self.feeds[event.table] = added, None

    def leave_list(self, player: str, wanted: Wanted) -> None:
        self.lists[wanted].remove(player)
        for place, hold in list(self.holds.items()):
            own = hold.player == player and self.tables[place[0]].wanted == wanted
            if own and isinstance(hold, SeatOffered) and hold.queue is Queue.LIST:
                del self.holds[place]

    def read_person(
        self,
        event: PlayerJoined
        | PlayerLeftList
        | ChangeRequested
        | ChangeCanceled
        | PlayerBarred
        | PlayerReinstated
        | PlayerTakenOff,
    ) -> None:
        player = event.player
        match event:
            case PlayerJoined():
                assert player not in self.lists[event.wanted], "on a list twice"
                assert player not in self.barred
                self.lists[event.wanted].append(player)
                for players in self.let_go.values():
                    players[:] = [each for each in players if each != player]
            case PlayerLeftList():
                self.leave_list(player, event.wanted)
            case ChangeRequested():
                assert player not in self.requests
                self.requests[player] = event.to
            case ChangeCanceled():
                del self.requests[player]
                self.drop_holds(player, Queue.TABLE_CHANGE)
            case PlayerBarred() | PlayerTakenOff():
                self.requests.pop(player, None)
                self.lists = {wanted: [one for one in line if one != player] for wanted, line in self.lists.items()}
                self.holds = {place: hold for place, hold in self.holds.items() if hold.player != player}
                self.barred |= {player} if isinstance(event, PlayerBarred) else set()
                self.must_leave |= {player} & self.seats.keys() if isinstance(event, PlayerTakenOff) else set()
            case PlayerReinstated():
                self.barred.remove(player)
