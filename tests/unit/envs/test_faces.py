"""The faces of the environments: seeds, ends of rounds, the learner's seat, statistics, and what is missing."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import pokerroom.envs
from pokerroom.batch import BatchError, Kind
from pokerroom.envs import Menu, PokerAEC, PokerEnv, PokerParallel, PokerVectorEnv, at_random, stays
from pokerroom.envs.rounds import statistics_of
from tests.unit.envs.playing import DEEP, KEYS


def played(envs: PokerVectorEnv, steps: int, seed: int) -> list[Any]:
    """Everything that some random steps returned."""
    chance = np.random.default_rng(seed)
    seen, info = envs.reset(seed=seed)
    returned: list[Any] = [(seen, info)]
    for _ in range(steps):
        actions = at_random(seen["observation"], seen["action_mask"], chance)
        seen, *others = envs.step(actions)
        returned.append((seen, *others))
    return returned


def assert_same(one: Any, other: Any) -> None:
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            assert_same(one[key], other[key])
    elif isinstance(one, list | tuple):
        for mine, theirs in zip(one, other, strict=True):
            assert_same(mine, theirs)
    else:
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seat", [None, 1])
def test_a_seed_brings_the_same_rounds_again(key: str, seat: int | None) -> None:
    options: dict[str, Any] = {"seats": 3, "limits": "pot", "stacks": DEEP, "seat": seat}
    first = played(PokerVectorEnv(key, 8, threads=1, **options), 12, seed=5)
    assert_same(first, played(PokerVectorEnv(key, 8, **options), 12, seed=5))
    other = played(PokerVectorEnv(key, 8, **options), 12, seed=6)
    assert (first[0][0]["observation"] != other[0][0]["observation"]).any()


def test_observations_are_in_their_space() -> None:
    envs = PokerVectorEnv("omaha-high", 16, limits="pot", stacks=DEEP)
    for step in played(envs, 40, seed=1):
        assert envs.observation_space.contains(step[0])
        assert all(envs.single_observation_space.contains(each) for each in rows_of(step[0]))


def rows_of(seen: dict[str, Any]) -> list[dict[str, Any]]:
    return [{key: array[lane] for key, array in seen.items()} for lane in range(len(seen["observation"]))]


@pytest.mark.parametrize("autoreset", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_lanes_go_on_by_themselves_and_what_was_won_sums_to_nothing(autoreset: AutoresetMode) -> None:
    envs = PokerVectorEnv("hold-em", 64, autoreset=autoreset)
    chance = np.random.default_rng(1)
    seen, _ = envs.reset(seed=1)
    ended = np.zeros(64, np.bool_)
    rounds = 0
    for _ in range(60):
        waiting = seen["action_mask"].any(axis=1)
        if autoreset is AutoresetMode.SAME_STEP:
            assert waiting.all()
        else:
            np.testing.assert_array_equal(waiting, ~ended)
        before = ended
        seen, rewards, ended, cut, info = envs.step(at_random(seen["observation"], seen["action_mask"], chance))
        assert not cut.any()
        assert not (before & ended).any() or autoreset is AutoresetMode.SAME_STEP
        assert (info["won"].sum(axis=1) == 0).all()
        assert not rewards[~ended].any()
        lanes = np.flatnonzero(ended)
        np.testing.assert_array_equal(rewards[lanes], info["won"][lanes, info["acted"][lanes]])
        if autoreset is AutoresetMode.SAME_STEP:
            assert [each is not None for each in info["final_obs"]] == ended.tolist()
        rounds += len(lanes)
    assert rounds > 100


def test_results_are_the_callers_own_unless_they_ask_otherwise() -> None:
    for copy in (True, False):
        envs = PokerVectorEnv("hold-em", 8, copy=copy)
        first, _ = envs.reset(seed=1)
        second = envs.step(np.ones(8, np.int64))[0]
        assert np.shares_memory(first["observation"], second["observation"]) is not copy


def test_an_illegal_action_is_refused_with_its_lane_and_the_rounds_go_on() -> None:
    envs = PokerVectorEnv("hold-em", 8, limits="fixed")
    seen, _ = envs.reset(seed=1)
    before = seen["observation"].copy()
    with pytest.raises(
        BatchError, match=r"lane 5: action 3 of seat . may not be chosen, but 0, 1, 2; nothing has moved"
    ):
        envs.step(np.where(np.arange(8) == 5, 3, 1))
    np.testing.assert_array_equal(envs.rounds.seen, before)
    envs.step(np.ones(8, np.int64))


def test_an_agent_is_refused_what_it_may_not_choose_and_may_choose_again() -> None:
    table = PokerAEC("badugi", seats=3)
    table.reset(seed=1)
    for wrong in (5, -1, None, 1.5, "fold", [1, 2]):
        with pytest.raises(BatchError):
            table.step(wrong)
    table.step(1)
    assert table.table.rounds.moves(0).tolist()[0][1] == Kind.CALL


def test_no_step_comes_before_a_reset() -> None:
    with pytest.raises(BatchError, match="reset the environment first"):
        PokerVectorEnv("hold-em", 4).step(np.ones(4, np.int64))


def test_an_illegal_action_becomes_the_first_that_may_be_chosen_if_asked() -> None:
    envs = PokerVectorEnv("hold-em", 8, illegal="instead")
    envs.reset(seed=1)
    envs.step(np.full(8, 77))
    assert (envs.rounds.part(envs.rounds.seen, "history")[:, 0, 1] == 2).all(), "everybody has called"


def test_the_learner_sees_its_own_seat_only_and_no_round_is_lost() -> None:
    """What it won in all rounds, those without a choice included, is what was counted of its seat."""
    envs = PokerVectorEnv("hold-em", 32, seats=3, seat=2, others=at_random)
    chance = np.random.default_rng(2)
    seen, info = envs.reset(seed=4)
    total = info["without_a_choice"].sum()
    for _ in range(80):
        assert (envs.rounds.part(seen["observation"], "seat") == 2).all()
        seen, rewards, _, _, info = envs.step(at_random(seen["observation"], seen["action_mask"], chance))
        total += rewards.sum() + info["without_a_choice"].sum()
    counted = envs.statistics()[2]
    assert counted.rounds > 100
    assert total == pytest.approx(counted.won * counted.rounds / 100)
    with pytest.raises(BatchError, match="there is no seat 3"):
        PokerVectorEnv("hold-em", 4, seats=3, seat=3)


def test_the_learner_can_sit_alone() -> None:
    env = PokerEnv("seven-card-stud-low", seats=4, seat=1, others=stays)
    seen, _ = env.reset(seed=3)
    over, steps, reward = False, 0, 0.0
    info: dict[str, Any] = {}
    while not over:
        assert env.observation_space.contains(seen)
        seen, reward, over, _, info = env.step(1)
        steps += 1
    assert steps >= 5
    assert info["won"].sum() == 0
    assert reward == info["won"][1]
    assert env.statistics().rounds == 1


def test_amounts_can_be_stated_by_every_face() -> None:
    menu = Menu(any_amount=True)
    envs = PokerVectorEnv("hold-em", 4, limits="no", menu=menu)
    envs.reset(seed=1)
    actions = envs.action_space.sample()
    envs.step({"action": np.full(4, 2), "amount": np.array([500.0, 600.0, 1_234.0, 20_000.0])})
    assert envs.rounds.part(envs.rounds.seen, "bet").tolist() == [500, 600, 1_200, 20_000]
    assert set(actions) == {"action", "amount"}
    table = PokerAEC("hold-em", limits="no", menu=menu)
    table.reset(seed=1)
    table.step({"action": 2, "amount": 700.0})
    assert table.table.rounds.part(table.table.rounds.seen, "bet")[0] == 700
    env = PokerEnv("hold-em", limits="no", menu=menu, others=stays)
    env.reset(seed=1)
    env.step({"action": 2, "amount": 900.0})


def test_agents_are_paid_at_the_end_and_those_who_wait_may_only_wait() -> None:
    table = PokerParallel("five-card-draw-high", seats=3)
    seen, _ = table.reset(seed=1)
    wait = len(table.table.rounds.actions)
    rewards: dict[str, float] = {}
    while table.agents:
        turns = [agent for agent in table.agents if not seen[agent]["action_mask"][wait]]
        assert len(turns) == 1
        assert all(seen[agent]["action_mask"].sum() == 1 for agent in table.agents if agent not in turns)
        actions = {agent: int(seen[agent]["action_mask"][1:].argmax()) + 1 for agent in table.agents}
        seen, rewards, *_ = table.step(actions)
    assert sum(rewards.values()) == 0
    assert any(rewards.values())
    assert table.statistics()["player_0"].rounds == 1


def test_the_button_moves_on_with_every_round() -> None:
    table = PokerAEC("hold-em", seats=3)
    table.reset(seed=1)
    buttons = []
    for _ in range(4):
        buttons.append((table.observe("player_0")["observation"][2]).item())
        table.reset()
    assert buttons == [0, 1, 2, 0]


def counted(key: str, actions: list[int], **options: Any) -> dict[int, Any]:
    """The statistics of a round of these actions, then of checks and calls; seat 0 has the button or acts first."""
    envs = PokerVectorEnv(key, 1, seats=3, autoreset=AutoresetMode.SAME_STEP, **options)
    envs.reset(seed=1)
    over, moves = [False], iter(actions)
    while not over[0]:
        _, _, over, _, _ = envs.step(np.array([next(moves, 1)]))
    return envs.statistics()


def test_blinds_are_no_choice_calls_and_raises_are() -> None:
    # Before the flop: the button calls, the small blind raises, the big blind calls, the button folds.
    found = counted("hold-em", [1, 2, 1, 0])
    assert [found[seat].vpip for seat in range(3)] == [1.0, 1.0, 1.0]
    assert [found[seat].pfr for seat in range(3)] == [0.0, 1.0, 0.0]
    assert all(np.isnan(found[seat].af) for seat in range(3)), "nobody wagered or called after the flop"
    folded = counted("hold-em", [0, 0])
    assert [folded[seat].vpip for seat in range(3)] == [0.0] * 3
    assert [folded[seat].rounds for seat in range(3)] == [1] * 3
    assert [folded[seat].won for seat in range(3)] == [0.0, -10_000.0, 10_000.0]


def test_aggression_is_wagers_for_each_call_after_the_first_betting_round() -> None:
    # After the flop: the small blind bets, the big blind raises, the button calls, the small blind calls.
    found = counted("hold-em", [1, 1, 1, 2, 2, 1, 1])
    assert found[1].af == 1.0
    assert np.isinf(found[2].af)
    assert found[0].af == 0.0


def test_a_forced_bet_is_no_choice_and_a_completed_one_is() -> None:
    found = counted("seven-card-stud-high", [1, 1, 1])
    assert sorted(found[seat].vpip for seat in range(3)) == [0.0, 1.0, 1.0]
    completed = counted("seven-card-stud-high", [2, 1, 1])
    assert sorted(completed[seat].pfr for seat in range(3)) == [0.0, 0.0, 1.0]


def test_statistics_are_by_strategy_where_players_are_numbered() -> None:
    envs = PokerVectorEnv("hold-em", 10, seats=2)
    played(envs, 40, seed=1)
    strategies = np.arange(20).reshape(10, 2) % 3
    found = envs.statistics(strategies)
    assert set(found) == {0, 1, 2}
    assert sum(each.rounds for each in found.values()) == sum(each.rounds for each in envs.statistics().values())
    assert statistics_of(envs.rounds.counts).won == pytest.approx(0)


def test_a_name_that_does_not_exist_is_an_ordinary_error() -> None:
    with pytest.raises(AttributeError, match=r"pokerroom\.envs has no PokerHouse"):
        _ = pokerroom.envs.PokerHouse


WITHOUT = """
import sys
sys.modules[{missing!r}] = None
import pokerroom.envs
try:
    pokerroom.envs.{name}
except ImportError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("missing", "name", "told"),
    [
        ("gymnasium", "PokerVectorEnv", "PokerVectorEnv needs Gymnasium (pip install 'pokerroom[envs]')"),
        ("pettingzoo", "PokerAEC", "PokerAEC needs PettingZoo (pip install 'pokerroom[envs]')"),
        ("pyspiel", "register_games", "register_games needs OpenSpiel (pip install 'pokerroom[openspiel]')"),
        ("numba", "PokerEnv", "PokerEnv needs Numba (pip install 'pokerroom[envs]')"),
    ],
)
def test_what_is_missing_is_said_in_a_sentence(missing: str, name: str, told: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT.format(missing=missing, name=name)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == told


def test_the_engine_stays_light() -> None:
    code = "import sys, pokerroom.play, pokerroom.games, pokerroom.envs; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"gymnasium", "numba", "numpy", "pettingzoo", "pyspiel"} & {*loaded}
