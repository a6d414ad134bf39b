"""Two floorpersons at once, on one seat, one name of a list or one proposal: one wins, and the other is told at once.

Whatever they do together is what one of them after the other would have led to; nothing is lost, nothing had twice.
"""

from itertools import permutations
from random import Random
from typing import Any, NamedTuple

import pytest

from pokerroom.live.posted import limits_of
from pokerroom.live.refusals import Refusal
from pokerroom.live.staff import orders
from pokerroom.live.staff.countersigning import Proposal
from pokerroom.room.room import Done
from tests.interleaving import ANOTHER, NOON, SAVED, STAFF, Asked, Outcome, Scene, posted, run
from tests.sampling import sampled
from tests.wire import Client, guest

SEEDS = sampled(30, whole=1_000)
GAME = {"game": posted().game, "limits": limits_of(posted())}
WAITING = ("Dan", "Uma", "Vic")
REASON = "has waited for this seat since noon"


def joins(name: str) -> Asked:
    return Asked("lists.Join", "", {"player": guest(name).id, "name": name, "wanted": GAME}, f"join {name}")


BEFORE = (
    Asked("lists.SetRules", "", {"rules": {"call_automatically": False}}, "rules"),
    *(joins(name) for name in WAITING),
)
"""Three people wait, and are called by nobody but the floor."""


class Signing(NamedTuple):
    """A proposal that waits, and one of those who may sign it, or take it back."""

    signer: int
    drops: bool = False

    async def prepared(self, scene: Scene) -> Client | None:  # noqa: ARG002
        return None

    async def ask(self, scene: Scene, client: Client | None) -> str:  # noqa: ARG002
        (waiting,) = KEPT
        by = next(each[self.signer] for role, each in STAFF.items() if role.value == "cage")
        if self.drops:
            dropped = await scene.floor.drop(by, scene.live, waiting.id)
            return str(dropped.code) if isinstance(dropped, Refusal) else "done"
        answer = await scene.floor.countersign(by, scene.live, waiting.id)
        return "done" if isinstance(answer, Done) and not answer.repeated else "not done"


KEPT: list[Proposal] = []


class Proposing(NamedTuple):
    """Before anybody signs: the cage proposes to pay Fay what she has."""

    async def ask(self, scene: Scene, client: Client | None) -> str:  # noqa: ARG002
        by = next(each[0] for role, each in STAFF.items() if role.value == "cage")
        order = orders.read("cage", {"type": "Withdraw", "player": guest("Fay").id, "amount": SAVED})
        assert isinstance(order, orders.Order)
        proposed = await scene.floor.order(by, scene.live, order, id="pay")
        assert isinstance(proposed, Proposal)
        KEPT[:] = [proposed]
        return "done"


def on_a_seat(chance: Random, who: str) -> Asked:
    """The same vacant seat, for one of those who wait, or kept for a friend."""
    player = guest(chance.choice(WAITING)).id
    if chance.random() < 0.3:
        until = NOON.replace(hour=13, minute=40).isoformat()
        fields = {"player": guest("Kit").id, "table": "1", "seat": 4, "until": until, "reason": REASON}
        return Asked("lists.LockSeat", who, fields, f"lock {who}")
    return Asked("lists.CallPlayer", who, {"player": player, "table": "1", "seat": 4, "reason": REASON}, f"call {who}")


def on_a_name(chance: Random, who: str) -> Asked:
    """The same name, called to any seat, taken off the list, or barred."""
    player = {"player": guest("Dan").id}
    kind = chance.choice(("CallPlayer", "CallPlayer", "LeaveList", "Bar"))
    fields: dict[str, dict[str, Any]] = {
        "CallPlayer": {"table": chance.choice("12"), "seat": chance.choice((3, 4)), "reason": REASON},
        "LeaveList": {"wanted": GAME},
        "Bar": {"reason": "debts to the house"},
    }
    return Asked(f"lists.{kind}", who, player | fields[kind], f"name {who}")


def nobody_has_anything_twice(outcome: Outcome) -> None:
    holds = outcome.state["holds"]
    assert len({(table, seat) for table, seat, *_ in holds}) == len(holds), "a seat is held for two"
    assert len({player for _, _, player, _ in holds}) == len(holds), "somebody holds two seats"
    waiting = [player for players in outcome.state["waiting"].values() for player in players]
    assert len(waiting) == len(set(waiting)), "somebody waits twice"
    assert not set(outcome.state["barred"]) & set(waiting)


def one_after_the_other(asked: list[Any], first: Any, outcome: Outcome) -> None:
    """What came of it is what some order would have led to; whoever lost was told a reason."""
    for places in permutations(range(len(asked))):
        in_turn = run("in order", [asked[place] for place in places], at_once=False, first=first)
        answers = dict(zip(places, in_turn.answers, strict=True))
        same = all((answers[n] == "done") is (outcome.answers[n] == "done") for n in range(len(asked)))
        if same and in_turn.state == outcome.state:
            return
    raise AssertionError((asked, outcome.answers, outcome.state))


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(SEEDS))
def test_of_two_floorpersons_on_one_seat_one_wins_and_the_other_is_told(seed: int) -> None:
    chance = Random(f"seat {seed}")
    asked = [on_a_seat(chance, ""), on_a_seat(chance, ANOTHER)]
    outcome = run(f"seat {seed}", asked, first=BEFORE)
    nobody_has_anything_twice(outcome)
    assert sorted(each == "done" for each in outcome.answers) == [False, True], outcome.answers
    (lost,) = (each for each in outcome.answers if each != "done")
    assert lost in {"seat held", "holds another"}
    one_after_the_other(asked, BEFORE, outcome)


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(SEEDS))
def test_two_floorpersons_on_one_name_act_one_after_the_other(seed: int) -> None:
    chance = Random(f"name {seed}")
    asked = [on_a_name(chance, ""), on_a_name(chance, ANOTHER)]
    outcome = run(f"name {seed}", asked, first=BEFORE)
    nobody_has_anything_twice(outcome)
    assert "done" in outcome.answers
    one_after_the_other(asked, BEFORE, outcome)


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_proposal_is_carried_out_once_whoever_signs_it_or_takes_it_back(seed: int) -> None:
    chance = Random(f"proposal {seed}")
    asked = [Signing(1), Signing(1), Signing(0, drops=chance.random() < 0.7)]
    chance.shuffle(asked)
    outcome = run(f"proposal {seed}", asked, first=(Proposing(),))  # type: ignore[arg-type]
    signed = [each for each, answer in zip(asked, outcome.answers, strict=True) if not each.drops and answer == "done"]
    dropped = [each for each, answer in zip(asked, outcome.answers, strict=True) if each.drops and answer == "done"]
    assert len(signed) <= 1, outcome.answers
    assert len(signed) + len(dropped) == 1, outcome.answers
    paid = f"bank:{guest('Fay').id}" not in outcome.state["books"]
    assert paid is bool(signed)
