"""Who takes which shard: whatever the state, servers that follow their plans come to even shares and stay there."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

import pytest
from hypothesis import given, settings, strategies as st

from pokerroom.live.placement import Placement, desk_goes_to, placement
from pokerroom.store.lease import Held
from pokerroom.store.servers import Asked, Doing, Listed
from tests.sampling import sampled

NAMES = ("ada", "bob", "cy", "dee", "eve")
SHARDS = range(1, 14)
STRANGER = "process 0, which no row names"

pytestmark = pytest.mark.sampled


def server(name: str, *, takes: Sequence[int] = (), drained: bool = False, does: Doing = Doing.TABLES) -> Listed:
    told = (name, f"process of {name}", f"http://{name}/", "pokerroom", does, Asked.NOTHING, 0, 0.1)
    return Listed(*told, drained=drained, takes=frozenset(takes))


def holding(shard: int, name: str) -> Held:
    return Held(1, f"process of {name}", 0, shard, until=1)


def free(shard: int, owner: str = "") -> Held:
    return Held(1, owner, 0, shard, is_free=True)


def abandoned(shard: int, name: str) -> Held:
    return Held(1, f"process of {name}", 0, shard, is_free=True, until=1)


def stranger(shard: int) -> Held:
    return Held(1, STRANGER, 0, shard, until=1)


DESK = holding(0, "ada")


def test_what_is_free_is_for_whoever_had_it_last() -> None:
    """After an outage of the database nobody has anything, and every table would move if it were dealt by name."""
    servers = [server(name) for name in ("ada", "bob", "cy")]
    owners = {1: "cy", 2: "ada", 3: "bob", 4: "cy", 5: "bob", 6: "ada"}
    held = [DESK, *(abandoned(shard, name) for shard, name in owners.items())]
    for name in ("ada", "bob", "cy"):
        assert placement(servers, held, name).take == {shard for shard, owner in owners.items() if owner == name}
    of_whom = [each if each.shard != 3 else abandoned(3, "eve") for each in held]
    assert 3 in placement(servers, of_whom, "bob").take, "of one that is not there it is for whoever has room"


@dataclass
class Cluster:
    """Servers that look and act, each by what it saw when it looked last."""

    servers: dict[str, Listed]
    held: dict[int, Held]
    looked: dict[str, Placement] = field(default_factory=dict)
    moves: int = 0

    def look(self, name: str) -> None:
        self.looked[name] = placement(tuple(self.servers.values()), (DESK, *self.held.values()), name)

    def act(self, name: str) -> None:
        """By the lease: nobody gives what it no longer has, or takes what is not free."""
        does, process = self.looked.pop(name, Placement()), self.servers[name].process
        for shard in does.give:
            if self.held[shard].owner == process and not self.held[shard].is_free:
                self.held[shard] = free(shard, process)
                self.moves += 1
        for shard in does.take:
            if self.held[shard].is_free:
                self.held[shard] = holding(shard, name)

    def step(self, name: str) -> None:
        self.look(name)
        self.act(name)

    def die(self, name: str) -> None:
        """Its sessions end at once, and its row is there for a while."""
        self.looked.pop(name, None)
        died = self.servers[name].process
        self.servers[name] = self.servers[name]._replace(has_session=False)
        self.held |= {
            shard: abandoned(shard, name)
            for shard, each in self.held.items()
            if each.owner == died and not each.is_free
        }

    def thaw(self) -> None:
        """What somebody else held for a while is free once its time has passed."""
        self.held |= {shard: each._replace(is_free=True) for shard, each in self.held.items() if each.owner == STRANGER}

    def sizes(self, *, of: Sequence[str] | None = None) -> list[int]:
        counted = Counter(each.owner for each in self.held.values() if not each.is_free)
        return [counted[self.servers[name].process] for name in of or self.servers]

    @property
    def is_whole(self) -> bool:
        return not any(each.is_free for each in self.held.values())


@st.composite
def clusters(draw: st.DrawFn, *, asked: bool = False) -> Cluster:
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, unique=True))
    count = draw(st.integers(1, len(SHARDS)))
    found: list[Callable[[int], Held]] = [free, stranger]
    found += [partial(how, name=name) for how in (holding, abandoned) for name in names]
    held = {shard: draw(st.sampled_from(found))(shard) for shard in SHARDS[:count]}
    wanted = st.lists(st.sampled_from(SHARDS[:count]), max_size=3) if asked else st.just([])
    drained = st.booleans() if asked else st.just(False)
    return Cluster({name: server(name, takes=draw(wanted), drained=draw(drained)) for name in names}, held)


def run(cluster: Cluster, order: Sequence[str], rounds: int) -> None:
    for _ in range(rounds):
        for name in order:
            cluster.step(name)


def interleaved(cluster: Cluster, data: st.DataObject, steps: int) -> None:
    """Somebody looks, or does what seemed right when it looked, in any order."""
    doing = st.tuples(st.sampled_from([Cluster.look, Cluster.act]), st.sampled_from(sorted(cluster.servers)))
    for what, name in data.draw(st.lists(doing, max_size=steps)):
        if name in cluster.servers:
            what(cluster, name)


def assert_settled(cluster: Cluster, servers: Sequence[str] = ()) -> None:
    """Nothing is without an owner, and nobody has anything to do."""
    assert cluster.is_whole
    for name in servers or cluster.servers:
        cluster.look(name)
    assert not any(each.give or each.take for each in cluster.looked.values())


EXAMPLES = settings(max_examples=sampled(60, whole=5_000), deadline=None)


@EXAMPLES
@given(clusters(), st.data())
def test_from_any_state_shares_become_even_whoever_looks_when_and_stay_so(
    cluster: Cluster, data: st.DataObject
) -> None:
    interleaved(cluster, data, 30)
    cluster.thaw()
    run(cluster, data.draw(st.permutations(sorted(cluster.servers))), 3)
    assert_settled(cluster)
    assert max(cluster.sizes()) - min(cluster.sizes()) <= 1


@EXAMPLES
@given(clusters(), st.data())
def test_no_more_moves_than_must(cluster: Cluster, data: st.DataObject) -> None:
    """Those with the most keep what cannot be divided evenly; only what is beyond that is given up."""
    even, over = divmod(len(cluster.held), len(cluster.servers))
    has = sorted(cluster.sizes(), reverse=True)
    least = sum(max(0, size - even - (place < over)) for place, size in enumerate(has))
    cluster.thaw()
    run(cluster, data.draw(st.permutations(sorted(cluster.servers))), 3)
    assert_settled(cluster)
    assert cluster.moves == least


@EXAMPLES
@given(clusters(asked=True), st.data())
def test_what_somebody_was_asked_to_take_is_theirs_and_the_drained_have_none(
    cluster: Cluster, data: st.DataObject
) -> None:
    interleaved(cluster, data, 20)
    cluster.thaw()
    run(cluster, data.draw(st.permutations(sorted(cluster.servers))), 3)
    assert_settled(cluster)
    willing = [each for each in cluster.servers.values() if not each.drained] or [*cluster.servers.values()]
    asked = {
        shard: min(each.name for each in willing if shard in each.takes) for each in willing for shard in each.takes
    }
    for shard, name in asked.items():
        assert cluster.held[shard].owner == cluster.servers[name].process
    for each in cluster.servers.values():
        assert each in willing or cluster.sizes(of=[each.name]) == [0]
    fixed = Counter(asked.values())
    free_to_level = [each.name for each in willing if cluster.sizes(of=[each.name])[0] > fixed[each.name]]
    highest = max((cluster.sizes(of=[name])[0] for name in free_to_level), default=0)
    assert all(highest - cluster.sizes(of=[each.name])[0] <= 1 for each in willing)


@EXAMPLES
@given(clusters(asked=True), st.data())
def test_whoever_dies_at_any_moment_the_others_have_everything(cluster: Cluster, data: st.DataObject) -> None:
    if len(cluster.servers) == 1:
        cluster.servers["fay"] = server("fay")
    interleaved(cluster, data, 20)
    cluster.thaw()
    run(cluster, sorted(cluster.servers), 3)
    interleaved(cluster, data, 10)
    gone = data.draw(st.sampled_from(sorted(cluster.servers)))
    cluster.die(gone)
    alive = data.draw(st.permutations(sorted(cluster.servers.keys() - {gone})))
    run(cluster, alive, 3)
    assert_settled(cluster, alive)
    del cluster.servers[gone]
    assert_settled(cluster, alive)
    # Somebody who comes later than that gets a share like the others.
    cluster.servers["gil"] = server("gil")
    run(cluster, [*alive, "gil"], 3)
    assert_settled(cluster, [*alive, "gil"])


def test_tables_of_a_server_that_died_go_on_before_its_row_is_old() -> None:
    seen = (server("ada")._replace(has_session=False), server("bob"))
    held = (DESK, holding(1, "bob"), abandoned(2, "ada"), abandoned(3, "ada"))
    assert placement(seen, held, "bob") == Placement(take=frozenset({2, 3}))
    assert placement(seen, (DESK, *(holding(shard, "bob") for shard in (1, 2, 3))), "bob") == Placement()


def test_a_server_that_froze_is_given_nothing_back_while_its_row_is_not_yet_old() -> None:
    frozen = server("ada")._replace(silent=2.05)
    assert frozen.is_there
    assert placement((frozen, server("bob")), (DESK, holding(1, "bob"), holding(2, "bob")), "bob") == Placement()


def test_a_server_that_is_not_heard_for_a_moment_loses_nothing_and_knows_that_it_lives() -> None:
    seen = (server("ada")._replace(silent=2.5), server("bob"))
    held = (DESK, *(holding(shard, name) for shard, name in enumerate(("ada", "ada", "bob", "bob"), 1)))
    for me in ("ada", "bob"):
        assert placement(seen, held, me) == Placement()


def test_a_server_that_joins_is_given_tables_once_it_has_the_room_open() -> None:
    held = (DESK, *(holding(shard, "ada") for shard in (1, 2, 3, 4)))
    opening = server("bob", does=Doing.OPENING)
    assert placement((server("ada"), opening), held, "ada") == Placement()
    assert placement((server("ada"), server("bob")), held, "ada") == Placement(give=frozenset({3, 4}))
    assert placement((server("ada"), opening), (DESK, free(1)), "bob") == Placement()


def test_a_server_that_is_to_close_is_given_nothing_and_gives_what_it_has() -> None:
    closing = server("ada")._replace(asked=Asked.GIVE_UP)
    held = (DESK, holding(1, "ada"), free(2))
    assert placement((closing, server("bob")), held, "ada") == Placement(give=frozenset({1}))
    assert placement((closing, server("bob")), held, "bob") == Placement(take=frozenset({2}))


def test_a_drained_server_keeps_its_tables_while_nobody_else_is_there() -> None:
    held = (DESK, holding(1, "ada"), free(2))
    silent = server("bob")._replace(silent=60.0)
    assert placement((server("ada", drained=True), silent), held, "ada") == Placement(take=frozenset({2}))


def test_two_servers_and_one_shard_are_at_rest() -> None:
    for owner in ("ada", "bob"):
        for me in ("ada", "bob"):
            assert placement((server("ada"), server("bob")), (DESK, holding(1, owner)), me) == Placement()


def test_what_nobody_took_for_long_is_for_whoever_comes_first() -> None:
    seen, held = (server("ada"), server("bob")), (DESK, free(1), free(2))
    assert placement(seen, held, "bob").take == {2}
    assert placement(seen, held, "bob", waiting={1}).take == {1, 2}
    assert placement((server("ada"), server("bob", drained=True)), held, "bob", waiting={1}) == Placement()


def test_the_desk_is_placed_by_its_own_rule() -> None:
    assert placement((server("ada"), server("bob")), (free(0), holding(1, "ada")), "bob") == Placement()


def test_a_free_desk_goes_to_whoever_was_asked_or_else_to_whom_it_costs_least() -> None:
    ada, bob, cy = server("ada"), server("bob"), server("cy")
    had_by = ada.process
    assert desk_goes_to((ada, bob, cy), had_by) == "bob", "ada has just given it up"
    assert desk_goes_to((ada, bob, cy._replace(asked=Asked.TAKE)), had_by) == "cy"
    assert desk_goes_to((ada, bob._replace(drained=True), cy), had_by) == "cy"
    assert desk_goes_to((ada, bob, cy._replace(does=Doing.STANDING_BY)), had_by) == "cy", "no table of it moves"
    assert desk_goes_to((ada, bob._replace(has_session=False), cy._replace(silent=9.0)), had_by) == "ada"
    assert desk_goes_to((), had_by) == ""


def test_whoever_is_not_listed_does_nothing() -> None:
    assert placement((server("ada"),), (DESK, free(1)), "bob") == Placement()
    assert placement((), (DESK, free(1)), "bob") == Placement()
