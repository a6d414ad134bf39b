"""Who watches a table, and what each is sent: players their own view at once, onlookers later where there is a delay.

Chat goes the same way, except that a player with live cards gets it only when their hand is over, 14.16(a).
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from msgspec.structs import replace

from pokerroom.live.connections import Connection
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.ports import Clock
from pokerroom.live.tables.console import has_console, is_only_at_work
from pokerroom.live.tables.recent import Recent, RoundSummary
from pokerroom.live.tables.telling import Entry, is_told_alike, told, viewer_of
from pokerroom.live.tables.views import ENCODER, Scene, SeatCache, encoded, own_view, public_view
from pokerroom.wire import messages as wire
from pokerroom.wire.cluster import Moved

MOST_WITHHELD = 50
"""How many chat messages are kept for somebody who may not read them yet."""


class Audience:
    """`scene` is the table now; `delay` is by how many seconds those without a seat are behind it."""

    def __init__(
        self, table: str, recent: Recent, scene: Callable[[], Scene], clock: Clock, *, delay: float, room: str = ""
    ) -> None:
        self._table, self._recent, self._scene, self._delay, self._room = table, recent, scene, delay, room
        self._clock = clock
        self._watchers: dict[Connection, int] = {}
        """Each with the sequence of the last event it was sent."""
        self.connected: dict[str, int] = {}
        """How many connections each person watches the table with."""
        self._seated: frozenset[str] = frozenset()
        """Who had a seat at the last message: a player who leaves still sees themselves go."""
        self._seat_cache = SeatCache()
        self._public: tuple[int, wire.TableView] | None = None
        """What delayed onlookers see."""
        self._withheld: dict[str, list[bytes]] = {}

    # Coming and going.

    def admit(self, connection: Connection) -> bool:
        """Returns whether it was not here before."""
        if connection in self._watchers:
            return False
        player = connection.identity.id
        self._watchers[connection] = self._recent.last
        self.connected[player] = self.connected.get(player, 0) + 1
        return True

    def dismiss(self, connection: Connection) -> bool:
        """Returns whether its person has no other connection here."""
        if self._watchers.pop(connection, None) is None:
            return False
        player = connection.identity.id
        self.connected[player] -= 1
        if self.connected[player]:
            return False
        del self.connected[player]
        return True

    @property
    def staff(self) -> list[Connection]:
        """Those who watch it with a console, as people who work in this room."""
        return [watcher for watcher in self._watchers if self._watches_over(watcher.identity)]

    def _watches_over(self, who: Identity) -> bool:
        """They see everything public as it happens: the delay is against whispering to players."""
        return has_console(who, self._room)

    def send_on(self, address: str) -> None:
        """To the server that has the table. They are told what happens until they have arrived there and leave."""
        moved, table = ENCODER.encode(Moved(table=self._table, address=address)), self._scene().table
        for watcher in tuple(self._watchers):
            if not is_only_at_work(watcher.identity, self._room, table):
                watcher.send(moved)

    # What happens.

    def tell(self, new: tuple[Entry, ...]) -> None:
        """Send to everybody who watches: encoded once for each player, and once for all who have no seat."""
        if not self._watchers and not self._delay:
            return
        scene, sequence = self._scene(), self._recent.last
        common = public_view(scene, seats=self._seat_cache.seats)
        alike = {entry.sequence: encoded(told(entry, None, scene.names)) for entry in new if is_told_alike(entry.event)}
        if self._delay:
            self._tell_later(scene, sequence, new, common, alike)
        seated = {place.player: seat for seat, place in scene.table.seated}
        at_once = seated.keys() | self._seated
        self._seated = frozenset(seated)
        sent: dict[str | None, bytes] = {}
        for watcher, heard in tuple(self._watchers.items()):
            player = watcher.identity.id
            if self._delay and player not in at_once and not self._watches_over(watcher.identity):
                continue
            seat = seated.get(player)
            viewer = None if seat is None else player
            behind = heard < sequence - len(new)
            message = None if behind else sent.get(viewer)
            if message is None:
                state = common if seat is None else self._seat_cache.of_player(common, scene, seat, player)
                # Onlookers who were behind and have taken a seat are sent what they had not seen yet.
                fresh = self._recent.after(heard) if behind else new
                message = ENCODER.encode(self._happening(scene, sequence, fresh, viewer, state, alike=alike))
                if not behind:
                    sent[viewer] = message
            watcher.send(message)
            self._watchers[watcher] = sequence
        self._release_talk(scene)

    def begin_again(self, recent: Recent) -> None:
        """The table was read again from its record: everybody is shown it anew."""
        self._recent, self._seat_cache, self._public = recent, SeatCache(), None
        for watcher in tuple(self._watchers):
            self.catch_up(watcher, None)

    def catch_up(self, connection: Connection, after: int | None) -> None:
        """Send a connection what it has missed, or the table as it is."""
        message = self._missed(connection.identity, after)
        connection.send(ENCODER.encode(message))
        self._watchers[connection] = message.sequence

    def _missed(self, who: Identity, after: int | None) -> wire.TableState | wire.Happened:
        scene, sequence, player = self._scene(), self._recent.last, who.id
        if self._delay and scene.table.seat_of(player) is None and not self._watches_over(who):
            sequence, state = self._public or self._before(scene, sequence)
        else:
            state = own_view(public_view(scene), scene, player)
        missed: tuple[Entry, ...] = ()
        if after is not None and 0 <= after < sequence:
            missed = tuple(entry for entry in self._recent.after(after) if entry.sequence <= sequence)
        if missed:
            return self._happening(scene, sequence, missed, player, state)
        so_far = self._round_so_far(sequence) if after is None else ()
        words = tuple(told(entry, player, scene.names) for entry in so_far)
        return wire.TableState(table=self._table, sequence=sequence, state=state, told=words)

    def _round_so_far(self, sequence: int) -> tuple[Entry, ...]:
        """What has happened in the round of play that this event belongs to."""
        until = [entry for entry in self._recent.kept if entry.sequence <= sequence]
        return tuple(entry for entry in until if entry.round == until[-1].round)

    def _happening(
        self,
        scene: Scene,
        sequence: int,
        new: tuple[Entry, ...],
        player: str | None,
        state: wire.TableView,
        *,
        alike: Mapping[int, wire.Told] = MappingProxyType({}),
    ) -> wire.Happened:
        """`alike` holds the parts that are the same for everybody, by sequence."""
        words = tuple([alike.get(entry.sequence) or told(entry, player, scene.names) for entry in new])
        return wire.Happened(table=self._table, sequence=sequence, told=words, state=state)

    # Onlookers of a table with a delay see what was, not what is.

    def _tell_later(
        self,
        scene: Scene,
        sequence: int,
        new: tuple[Entry, ...],
        common: wire.TableView,
        alike: Mapping[int, wire.Told],
    ) -> None:
        if self._public is None:
            self._public = self._before(scene, sequence - len(new))
        state = replace(common, delayed=self._delay)
        message = self._happening(scene, sequence, new, None, state, alike=alike)
        self._clock.call_later(self._delay, self._tell_onlookers, message)

    def _tell_onlookers(self, message: wire.Happened) -> None:
        self._public = (message.sequence, message.state)
        sent, table = ENCODER.encode(message), self._scene().table
        for watcher, heard in tuple(self._watchers.items()):
            # A player who has just left saw this already.
            is_news = heard < message.sequence or (heard == message.sequence and not message.told)
            if is_news and table.seat_of(watcher.identity.id) is None:
                watcher.send(sent)
                self._watchers[watcher] = message.sequence

    def _before(self, scene: Scene, sequence: int) -> tuple[int, wire.TableView]:
        """The table before anything could be sent late: between rounds as it is, in a round
        as if it had not started.
        """
        if scene.table.dealing is not None:
            empty = replace(scene.table, round=None, dealing=None)
            scene, sequence = scene._replace(table=empty, summary=RoundSummary(), clock=None, commitment=None), 0
        return sequence, public_view(scene, delayed=self._delay)

    # Talk.

    def say(self, said: wire.Said, *, by: str) -> None:
        """To everybody who watches: onlookers with their delay, the sender at once."""
        words, table = ENCODER.encode(said), self._scene().table
        late = [
            watcher
            for watcher in self._watchers
            if self._delay
            and watcher.identity.id != by
            and table.seat_of(watcher.identity.id) is None
            and not self._watches_over(watcher.identity)
        ]
        self._let_hear(words, [watcher for watcher in self._watchers if watcher not in late])
        if late:
            self._clock.call_later(self._delay, self._let_hear, words, late)

    def _let_hear(self, words: bytes, watchers: list[Connection]) -> None:
        """Players with live cards get it when their hand is over."""
        scene = self._scene()
        for watcher in watchers:
            player = watcher.identity.id
            if holds_live_cards(scene, player):
                waiting = self._withheld.setdefault(player, [])
                if words not in waiting:
                    self._withheld[player] = [*waiting, words][-MOST_WITHHELD:]
            elif watcher in self._watchers:
                watcher.send(words)

    def _release_talk(self, scene: Scene) -> None:
        for player in [each for each in self._withheld if not holds_live_cards(scene, each)]:
            for said in self._withheld.pop(player):
                for watcher in self._watchers:
                    if watcher.identity.id == player:
                        watcher.send(said)


def holds_live_cards(scene: Scene, player: str) -> bool:
    """Whether a player has a hand in the current round, and so neither talks nor is talked to, 14.16(a)."""
    table, viewer = scene.table, viewer_of(scene.summary.players, player)
    if table.dealing is None or table.round is None or not isinstance(viewer, int):
        return False
    return table.round.is_live(viewer)
