"""Every game of the catalogue as a game of OpenSpiel, with the cards as explicit chance.

    register_games()
    game = pyspiel.load_game("pokerroom_badugi(players=3)")

Each card that leaves the deck is a chance node, in the order in which cards leave it. Where a deck runs short and is
shuffled again, a number decides by which shuffle, drawn digit by digit. Returns are chips won, in cents.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pyspiel

from pokerroom.batch import BatchError, Kind, layout
from pokerroom.cards import Card, cards_text
from pokerroom.envs.menus import Menu
from pokerroom.envs.rounds import Rounds
from pokerroom.envs.tables import STAKES, rounds_of
from pokerroom.games import CATALOGUE

DECK = 52
DIGITS = 5
"""Of the number by which a deck is shuffled again: as many cards as there are, to this power, are enough shuffles."""
HISTORY = 32
PARAMETERS: dict[str, Any] = {"players": 2, "limits": "fixed", "stacks": STAKES, "pot_parts": "0.5 1"}


def short_name(key: str) -> str:
    return f"pokerroom_{key.replace('-', '_')}"


def register_games() -> list[str]:
    """Make OpenSpiel know every game; their short names. To call it again changes nothing."""
    known = {*pyspiel.registered_names()}
    keys = dict.fromkeys(key for _, key in CATALOGUE)
    for key in keys:
        if short_name(key) not in known:
            register(key)
    return [short_name(key) for key in keys]


def register(key: str) -> None:
    # A class for each: OpenSpiel keeps what it is given until the process has ended, which a function does not outlive.
    kind = game_type(key)
    pyspiel.register_game(kind, type(f"SpielGame_{short_name(key)}", (SpielGame,), {"key": key, "kind": kind}))


def game_type(key: str) -> Any:
    most = max(law.seats.most for (_, each), law in CATALOGUE.items() if each == key)
    return pyspiel.GameType(
        short_name=short_name(key),
        long_name=f"pokerroom {key}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


class SharedTable:
    """The one lane at which the states of a game are played on, each from its own snapshot."""

    def __init__(self, key: str, parameters: dict[str, Any]) -> None:
        self.made_of = key, tuple(sorted(parameters.items()))
        parts = tuple(float(part) for part in str(parameters["pot_parts"]).split())
        self.rounds = rounds_of(
            key,
            1,
            threads=1,
            seats=int(parameters["players"]),
            limits=str(parameters["limits"]),
            stacks=int(parameters["stacks"]),
            menu=Menu(pot_parts=parts),
            history=HISTORY,
        )
        self.played(None, None, (), 0)
        self.dealt_first = int(self.rounds.cards_out[0][0])
        """Cards that leave the deck before the first decision."""

    def __deepcopy__(self, memo: Any) -> "SharedTable":
        """States are copied, the table they are played at is not."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """A state that is stored names its table."""
        return shared_table, self.made_of

    def played(self, before: Any, action: int | None, cards: Sequence[int], number: int) -> None:
        """Open a round, or act in one, with these cards first in the deck."""
        deck = [*cards, *(card for card in range(DECK) if card not in {*cards})]
        if before is None:
            self.rounds.deal_from(deck, number)
            return
        self.rounds.restore(before)
        self.rounds.stack_deck(deck, number)
        self.rounds.step(np.array([action]))

    def longest(self) -> int:
        """More decisions than a round can have: every raise is by the least, and everybody answers it."""
        rounds = self.rounds
        procedure = rounds.game.procedure
        raises = rounds.parts["stacks"].most // procedure.sizes[None].minimum
        return rounds.game.seats * (raises + 3 * len(procedure.streets) + 3)


@cache
def shared_table(key: str, parameters: tuple[tuple[str, Any], ...]) -> SharedTable:
    return SharedTable(key, dict(parameters))


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # compiled, and without types
    key: str
    kind: Any

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        given = PARAMETERS | (parameters or {})
        try:
            self.table = shared_table(self.key, tuple(sorted(given.items())))
        except (BatchError, ValueError) as error:
            raise pyspiel.SpielError(str(error)) from error
        rounds = self.table.rounds
        stacks = float(given["stacks"])
        info = pyspiel.GameInfo(
            num_distinct_actions=len(rounds.actions),
            max_chance_outcomes=DECK,
            num_players=rounds.game.seats,
            min_utility=-stacks,
            max_utility=stacks * (rounds.game.seats - 1),
            utility_sum=0.0,
            max_game_length=self.table.longest(),
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        return SpielObserver(self.table, iig_obs_type, params)


class SpielState(pyspiel.State):  # type: ignore[misc]  # compiled, and without types
    """A round as far as its cards are known: a snapshot, or a move whose cards are still to be drawn."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.table = game.table
        self.cards: list[int] = []
        self.digits: list[int] = []
        self.before: Any = None
        self.move: int | None = None
        self.after: Any = None
        self.turn = -1
        self.choices: list[int] = []
        self.won: list[float] = [0.0] * game.num_players()
        self.hands: list[list[str]] = [[] for _ in range(game.num_players())]
        """For each player, the down cards they have held, one text for each change."""
        self.wanted, self.wants_number = self.table.dealt_first, False

    def _carry_on(self) -> None:
        """Make the move if its cards are known; otherwise chance draws them first."""
        rounds = self.table.rounds
        number = sum(digit * DECK**place for place, digit in enumerate(self.digits))
        self.table.played(self.before, self.move, self.cards, number)
        out, again = rounds.cards_out
        self.wanted = DECK if again[0] else max(int(out[0]), len(self.cards))
        self.wants_number = bool(again[0]) and len(self.digits) < DIGITS
        if len(self.cards) < self.wanted or self.wants_number:
            return
        self.after = rounds.snapshot()
        self.turn = int(rounds.turn[0])
        self.choices = [int(each) for each in np.flatnonzero(rounds.masks[0])]
        self.won = [float(each) for each in rounds.results.won[0]]
        for seat, hands in enumerate(self.hands):
            self._note_hand(seat, hands)

    def _note_hand(self, seat: int, hands: list[str]) -> None:
        held = hand_text(own_cards(self.table.rounds, seat))
        if not hands or hands[-1] != held:
            hands.append(held)

    def current_player(self) -> int:
        if self.after is None:
            return int(pyspiel.PlayerId.CHANCE)
        return self.turn if self.turn >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return self.choices if player == self.turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if len(self.cards) < self.wanted:
            left = [card for card in range(DECK) if card not in self.cards]
            return [(card, 1 / len(left)) for card in left]
        return [(digit, 1 / DECK) for digit in range(DECK)]

    def _apply_action(self, action: int) -> None:
        if self.after is None:
            (self.cards if len(self.cards) < self.wanted else self.digits).append(action)
            if len(self.cards) < self.wanted or (self.wants_number and len(self.digits) < DIGITS):
                return
        else:
            self.before, self.move, self.after = self.after, action, None
        self._carry_on()

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.table.rounds.actions[action].name
        return f"deal {cards_text([Card(action)])}" if len(self.cards) < self.wanted else f"shuffle {action}"

    def is_terminal(self) -> bool:
        return self.after is not None and self.turn < 0

    def returns(self) -> list[float]:
        return self.won if self.is_terminal() else [0.0] * len(self.won)

    def __str__(self) -> str:
        """The cards that have left the deck, and the moves so far."""
        moves = self.moves_text()
        return f"{cards_text(map(Card, self.cards))} {moves}".strip()

    def moves_text(self) -> str:
        """The moves so far as everybody knows them."""
        shown = self.before if self.after is None else self.after
        if shown is None:
            return ""
        self.table.rounds.restore(shown)
        return " ".join(
            f"{seat}:{Kind(kind).name.lower()}{f' {amount}' if amount else ''}{f' {cards} cards' if cards else ''}"
            for seat, kind, amount, cards in self.table.rounds.moves(0, viewer=-1).tolist()
        )


class SpielObserver:
    """What a player sees, as numbers and as text; with perfect recall, all moves and all cards ever held."""

    def __init__(self, shared: SharedTable, kind: Any, parameters: Any) -> None:
        if parameters:
            raise ValueError(f"an observer of poker takes no parameters, not {parameters}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("nobody sees the cards of all players")
        self.shared, self.recalls = shared, kind.perfect_recall
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor = np.zeros(shared.rounds.width, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = self._seen(state, player)

    def string_from(self, state: SpielState, player: int) -> str:
        rounds = self.shared.rounds
        row = self._seen(state, player)
        named = {name: rounds.part(row, name) for name in SAID}
        text = " ".join(f"{name} {np.array2string(part, max_line_width=10_000)}" for name, part in named.items())
        if not self.recalls:
            return text
        hands = "; ".join(state.hands[player]) if self.private else ""
        return f"{text} | held {hands} | {state.moves_text()}"

    def _seen(self, state: SpielState, player: int) -> Any:
        """The observation of a player; before the first cards there is nothing to see."""
        rounds = self.shared.rounds
        seen = np.zeros((1, rounds.width), np.int32)
        shown = state.before if state.after is None else state.after
        if shown is not None:
            rounds.restore(shown)
            rounds.observe(np.array([player]), seen, np.zeros_like(rounds.masks))
            if not self.private:
                own = rounds.part(seen, "down")[:, 0]
                own[own >= 0] = DECK
                rounds.part(seen, "discards")[...] = -1
        return seen[0]


SAID = ("seat", "dealer", "acting", "street", "pot", "bet", "board", "discards", "live", "stacks", "bets", "down", "up")
"""The parts of an observation that its text names."""


def own_cards(rounds: Rounds, seat: int) -> list[Card]:
    """Down cards that a player holds."""
    lane, at = rounds.lanes[0], rounds.game.place(seat)
    cards = lane[at + layout.CARDS : at + layout.CARDS + lane[at + layout.DOWNS]]
    return [Card(card) for card in cards.tolist()]


def hand_text(cards: list[Card]) -> str:
    return cards_text(cards) if cards else "-"
