"""What Gymnasium and PettingZoo are told about observations and actions, the same for every face."""

from typing import Any

import numpy as np
from gymnasium import spaces

from pokerroom.envs import fields
from pokerroom.envs.rounds import MOST_ON_TABLE, Masks, Rounds, Seen

OBSERVATION, MASK = "observation", "action_mask"
ACTION, AMOUNT = "action", "amount"


def observation_space(rounds: Rounds, *, waits: bool = False) -> spaces.Dict:
    """An observation and the mask of what may be chosen."""
    low, high = fields.bounds_of(rounds.parts, rounds.plan)
    choices = len(rounds.actions) + waits
    return spaces.Dict(
        {
            OBSERVATION: spaces.Box(low, high, dtype=np.int32),
            MASK: spaces.Box(0, 1, (choices,), np.int8),
        }
    )


def action_space(rounds: Rounds, *, waits: bool = False) -> spaces.Space[Any]:
    """A number of the menu; where the menu leaves amounts open, with the total of a wager in cents."""
    choice = spaces.Discrete(len(rounds.actions) + waits)
    if not rounds.menu.any_amount:
        return choice
    most = float(min(rounds.parts["stacks"].most, MOST_ON_TABLE))
    return spaces.Dict({ACTION: choice, AMOUNT: spaces.Box(0.0, most, (), np.float64)})


def observed(seen: Seen, masks: Masks) -> dict[str, Any]:
    return {OBSERVATION: seen, MASK: masks}


def taken_apart(action: Any) -> tuple[Any, Any]:
    """An action's number and the amount stated with it, if any."""
    return (action[ACTION], action[AMOUNT]) if isinstance(action, dict) else (action, None)
