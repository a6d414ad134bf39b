"""Full rounds of play per second of CPU: ours beside the engines others wrote.

One process and one environment for all, repeats alternating between the engines so that a busy machine slows them
alike, the median repeat counts. On every side the deck of each round is shuffled by Python's `random`, the legal
actions are read before each decision, and the hands are ranked at the showdown. Ours goes through the public engine
with the full log kept; what a case says of our side is a game of the catalogue and a sign on its table, nothing else.
"""

import argparse
import cProfile
import gc
import hashlib
import platform
import pstats
import random
import re
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from pokerroom.cards import DECK
from pokerroom.games import game
from pokerroom.play import (
    Call,
    Check,
    Draw,
    Event,
    Fold,
    MayCall,
    MayCheck,
    MayDraw,
    MayFold,
    MayPostForcedBet,
    Offer,
    OpenRound,
    Outcome,
    PlayerCommand,
    PostForcedBet,
    Procedure,
    Refusal,
    Round,
    Seat,
    legal_actions,
    perform,
    procedure,
    start,
)
from pokerroom.rules.house import Fixed, Limits, NoLimit, PotLimit, Showing, letter

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results/engines.json"
README = HERE / "README.md"
TABLE = re.compile(r"(?<=<!-- results -->\n).*?(?=<!-- end of results -->)", re.DOTALL)

OURS = "pokerroom"
PLAYERS = 6
CHIPS = 200
"""What each player of a peer's round starts with; a chip is a dollar of ours."""
STAKES = (CHIPS * 100,) * PLAYERS


class Policy(Enum):
    """What every player does at every decision."""

    STAY = "check or call, stand pat"
    FOLD = "fold"


class Played(NamedTuple):
    """One round of play: how many decisions were made in it, and what each seat won or lost."""

    decisions: int
    net: Sequence[float]


Play = Callable[[], Played]
"""Plays one round from a fresh shuffle to the award."""

ANSWERS: Mapping[Policy, Mapping[type[Offer], Callable[[Seat], PlayerCommand]]] = {
    Policy.STAY: {MayCheck: Check, MayCall: Call, MayPostForcedBet: PostForcedBet, MayDraw: Draw},
    Policy.FOLD: {MayFold: Fold},
}
"""The command that takes up an offer. No round offers one player two of the same policy."""


class RefusedError(RuntimeError):
    """Our engine refused what it had just offered."""


def play_round(table: Procedure, policy: Policy) -> tuple[Round, list[Event], int]:
    """The closed round, its log, and the number of decisions in it."""
    answers = ANSWERS[policy]
    deck = list(DECK)
    random.shuffle(deck)
    state, log = accepted(start(table, OpenRound(stacks=STAKES, deck=tuple(deck))))
    decisions = 0
    while (seat := state.turn) is not None:
        for offer in legal_actions(state, seat):
            if (command := answers.get(type(offer))) is not None:
                state, events = accepted(perform(state, command(seat)))
                log += events
                decisions += 1
                break
        else:
            raise RefusedError(f"seat {seat} is offered no way to {policy.value} at {state.stage}")
    return state, log, decisions


def accepted(outcome: Outcome) -> tuple[Round, list[Event]]:
    if isinstance(outcome, Refusal):
        raise RefusedError(str(outcome))
    return outcome


def pokerroom(table: Procedure, policy: Policy) -> Play:
    def play() -> Played:
        state, _, decisions = play_round(table, policy)
        return Played(decisions, [after - before for after, before in zip(state.stacks, STAKES, strict=True)])

    return play


def clubs(policy: Policy, config: str) -> Play:
    package = import_module("clubs")
    dealer = package.poker.Dealer(**{**getattr(package.configs, config), "start_stack": CHIPS})

    def play() -> Played:
        seen = dealer.reset(reset_button=True, reset_stacks=True)
        decisions = 0
        while True:
            # Its observation holds the legal actions, computed whether they are read or not.
            legal = seen["call"], seen["min_raise"], seen["max_raise"]
            seen, net, done = dealer.step(legal[0] if policy is Policy.STAY else -1)
            decisions += 1
            if all(done):
                return Played(decisions, net)

    return play


def texasholdem(policy: Policy) -> Play:
    package = import_module("texasholdem")
    action = package.ActionType
    table = package.TexasHoldEm(buyin=CHIPS, big_blind=2, small_blind=1, max_players=PLAYERS)

    def play() -> Played:
        # Table stakes are put back by hand: a new table for each round would only cost it time.
        for player in table.players:
            player.chips = CHIPS
        table.start_hand()
        decisions = 0
        while table.is_hand_running():
            legal = table.get_available_moves().action_types
            stay = action.CHECK if action.CHECK in legal else action.CALL
            table.take_action(stay if policy is Policy.STAY else action.FOLD)
            decisions += 1
        return Played(decisions, [player.chips - CHIPS for player in table.players])

    return play


def pokerkit(policy: Policy, variant: str, *posts: object) -> Play:
    package = import_module("pokerkit")
    create = getattr(package, variant).create_state
    # Everything but the players' decisions is left to it, its quickest way through a round.
    automations = tuple(package.Automation)

    def play() -> Played:
        state = create(automations, True, *posts, CHIPS, PLAYERS)
        decisions = 0
        while state.status:
            if state.actor_index is None:
                assert state.can_stand_pat_or_discard()
                state.stand_pat_or_discard()
            elif policy is Policy.FOLD:
                read_betting(state)
                state.fold()
            elif state.can_post_bring_in():
                read_betting(state)
                state.post_bring_in()
            else:
                read_betting(state)
                state.check_or_call()
            decisions += 1
        return Played(decisions, state.payoffs)

    return play


def read_betting(state: Any) -> tuple[object, ...]:
    """Everything PokerKit's player to act may do."""
    return (
        state.can_fold(),
        state.checking_or_calling_amount,
        state.min_completion_betting_or_raising_to_amount,
        state.max_completion_betting_or_raising_to_amount,
    )


UNIVERSAL_POKER = (
    "universal_poker(betting=nolimit,bettingAbstraction=fullgame,numPlayers=6,numRounds=4,numSuits=4,numRanks=13,"
    "numHoleCards=2,numBoardCards=0 3 1 1,blind=1 2 0 0 0 0,firstPlayer=3 1 1 1,stack=200 200 200 200 200 200)"
)


def open_spiel(policy: Policy, *, reads: bool = True) -> Play:
    spiel = import_module("pyspiel").load_game(UNIVERSAL_POKER)
    action = 1 if policy is Policy.STAY else 0

    def play() -> Played:
        deck = list(range(52))
        random.shuffle(deck)
        state = spiel.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(deck.pop())
                continue
            assert not reads or action in state.legal_actions()
            state.apply_action(action)
            decisions += 1
        return Played(decisions, state.returns())

    return play


def open_spiel_unread(policy: Policy) -> Play:
    """Without the legal actions, which OpenSpiel hands over as a list of every raise to each of 200 totals."""
    return open_spiel(policy, reads=False)


class Peer(NamedTuple):
    module: str
    distribution: str
    prepare: Callable[..., Play]


PEERS = {
    "clubs": Peer("clubs", "clubs", clubs),
    "texasholdem": Peer("texasholdem", "texasholdem", texasholdem),
    "PokerKit": Peer("pokerkit", "pokerkit", pokerkit),
    "OpenSpiel (C++)": Peer("pyspiel", "open-spiel", open_spiel),
    "OpenSpiel (C++), legal actions unread": Peer("pyspiel", "open-spiel", open_spiel_unread),
}


class Case(NamedTuple):
    """A game at our table, what everybody does, and what each peer needs to be told to play the same."""

    key: str
    name: str
    table: Procedure
    peers: Mapping[str, tuple[object, ...]]
    policy: Policy = Policy.STAY


def button_table(key: str, limits: Limits) -> Procedure:
    return procedure(game(key), letter(limits, blinds=(100, 200), showing=Showing.ALL))


def stud_table(key: str) -> Procedure:
    return procedure(game(key), letter(Fixed(200, 400), ante=100, forced_bet=100, showing=Showing.ALL))


# PokerKit wants: antes, then blinds or the bring-in, then the one or two sizes of bet.
NO_ANTE_BLINDS = (0, (1, 2))
BUTTON_FIXED = (*NO_ANTE_BLINDS, 2, 4)
STUD_FIXED = (1, 1, 2, 4)

NO_LIMIT_HOLD_EM = button_table("hold-em", NoLimit(200))
NO_LIMIT_HOLD_EM_PEERS: Mapping[str, tuple[object, ...]] = {
    "clubs": ("NO_LIMIT_HOLDEM_SIX_PLAYER",),
    "texasholdem": (),
    "PokerKit": ("NoLimitTexasHoldem", *NO_ANTE_BLINDS, 2),
    "OpenSpiel (C++)": (),
    "OpenSpiel (C++), legal actions unread": (),
}

CASES = (
    Case("nlhe6", "no-limit hold 'em, checked down", NO_LIMIT_HOLD_EM, NO_LIMIT_HOLD_EM_PEERS),
    Case("nlhe6-folds", "no-limit hold 'em, all fold", NO_LIMIT_HOLD_EM, NO_LIMIT_HOLD_EM_PEERS, Policy.FOLD),
    Case(
        "flhe6",
        "limit hold 'em",
        button_table("hold-em", Fixed(200, 400)),
        {"clubs": ("LIMIT_HOLDEM_SIX_PLAYER",), "PokerKit": ("FixedLimitTexasHoldem", *BUTTON_FIXED)},
    ),
    Case(
        "plo6",
        "pot-limit omaha",
        button_table("omaha-high", PotLimit(200)),
        {
            "clubs": ("POT_LIMIT_OMAHA_SIX_PLAYER",),
            "PokerKit": ("PotLimitOmahaHoldem", *NO_ANTE_BLINDS, 2),
        },
    ),
    Case(
        "omaha-8",
        "limit omaha high-low, eight or better",
        button_table("omaha-high-low-eight", Fixed(200, 400)),
        {"PokerKit": ("FixedLimitOmahaHoldemHighLowSplitEightOrBetter", *BUTTON_FIXED)},
    ),
    Case(
        "stud",
        "seven-card stud",
        stud_table("seven-card-stud-high"),
        {"PokerKit": ("FixedLimitSevenCardStud", *STUD_FIXED)},
    ),
    Case(
        "stud-8",
        "seven-card stud high-low, eight or better",
        stud_table("seven-card-stud-high-low-eight"),
        {"PokerKit": ("FixedLimitSevenCardStudHighLowSplitEightOrBetter", *STUD_FIXED)},
    ),
    Case(
        "razz",
        "seven-card stud low",
        stud_table("seven-card-stud-low"),
        {"PokerKit": ("FixedLimitRazz", *STUD_FIXED)},
    ),
    Case(
        "triple-draw",
        "deuce-to-seven triple draw, standing pat",
        button_table("triple-draw-deuce-to-seven", Fixed(200, 400)),
        {"PokerKit": ("FixedLimitDeuceToSevenLowballTripleDraw", *BUTTON_FIXED)},
    ),
    Case(
        "badugi",
        "badugi, standing pat",
        button_table("badugi", Fixed(200, 400)),
        {"PokerKit": ("FixedLimitBadugi", *BUTTON_FIXED)},
    ),
)

GOALS = {("nlhe6", "clubs"): 2, ("omaha-8", "PokerKit"): 60, ("stud", "PokerKit"): 30, ("stud-8", "PokerKit"): 30}
"""How many times as fast as a peer we mean to be."""


class Result(msgspec.Struct, frozen=True):
    case: str
    game: str
    engine: str
    decisions_per_round: float
    rounds_per_cpu_second: float
    """The median of the repeats."""
    times: float
    """How many times as fast ours is in the same case."""
    repeats: tuple[float, ...]


class Report(msgspec.Struct, frozen=True):
    python: str
    machine: str
    versions: dict[str, str]
    cpu_seconds_per_repeat: float
    results: tuple[Result, ...]


def engines(case: Case) -> dict[str, Play]:
    """Ours, and the peers of the case that are installed."""
    installed = {name: PEERS[name] for name in case.peers if find_spec(PEERS[name].module)}
    return {
        OURS: pokerroom(case.table, case.policy),
        **{name: peer.prepare(case.policy, *case.peers[name]) for name, peer in installed.items()},
    }


def compare(case: Case, *, seconds: float, repeats: int) -> tuple[Result, ...]:
    plays = engines(case)
    warm = {name: warm_up(play, seconds) for name, play in plays.items()}
    rates: dict[str, list[float]] = {name: [] for name in plays}
    for repeat in range(repeats):
        for name, play in plays.items():
            # Decks of its own for each case, or our ranking tables would know the hands from the case before.
            rates[name].append(rate(play, rounds=warm[name].rounds, seed=f"{case.key} {repeat}"))
    median = {name: statistics.median(each) for name, each in rates.items()}
    return tuple(
        Result(
            case=case.key,
            game=case.name,
            engine=name,
            decisions_per_round=round(warm[name].decisions / warm[name].rounds, 2),
            rounds_per_cpu_second=round(median[name], 1),
            times=round(median[OURS] / median[name], 3),
            repeats=tuple(round(each, 1) for each in rates[name]),
        )
        for name in plays
    )


class Warmth(NamedTuple):
    rounds: int
    decisions: int


def warm_up(play: Play, seconds: float) -> Warmth:
    """Play for that long on the CPU, looking at every round; how much was played says how long a repeat is."""
    rounds = decisions = 0
    end = time.process_time() + seconds
    while not rounds or time.process_time() < end:
        played = play()
        assert played.decisions, "nobody decided anything"
        assert abs(sum(played.net)) < 1e-6, f"chips were made or lost: {played.net}"
        rounds += 1
        decisions += played.decisions
    return Warmth(rounds, decisions)


def rate(play: Play, *, rounds: int, seed: str) -> float:
    """Rounds per second of CPU."""
    random.seed(seed)
    # What the last engine left behind is not to be cleared away on this one's time.
    gc.collect()
    began = time.process_time()
    for _ in range(rounds):
        play()
    return rounds / (time.process_time() - began)


def fingerprint(case: Case, *, rounds: int = 50) -> str:
    """What our side of a case came to over seeded rounds: it changes when the benchmark plays something else."""
    random.seed(case.key)
    play = pokerroom(case.table, case.policy)
    outcomes = [play() for _ in range(rounds)]
    return hashlib.sha256(repr(outcomes).encode()).hexdigest()[:16]


def table_text(results: Sequence[Result]) -> str:
    head = ("game", "engine", "rounds per CPU second", "decisions a round", "pokerroom is", "goal")
    rows = [head, *(row(result) for result in results)]
    widths = [max(len(each[column]) for each in rows) for column in range(len(head))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(each, widths, strict=True)) + " |" for each in rows
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines) + "\n"


def row(result: Result) -> tuple[str, ...]:
    goal = GOALS.get((result.case, result.engine))
    rate_text = f"{result.rounds_per_cpu_second:,.{0 if result.rounds_per_cpu_second >= 100 else 1}f}"
    return (
        result.game if result.engine == OURS else "",
        result.engine,
        rate_text,
        f"{result.decisions_per_round:g}",
        "" if result.engine == OURS else speed_text(result.times),
        f"{goal} times" if goal else "",
    )


def speed_text(times: float) -> str:
    """Two decimals where rounding could turn a goal missed into a goal met."""
    factor, word = (times, "fast") if times >= 1 else (1 / times, "slow")
    return f"{factor:.{1 if factor >= 10 else 2}f} times as {word}"


def missed(results: Sequence[Result]) -> list[str]:
    return [
        f"{result.game}: {result.times} times {result.engine}, where {goal} are the goal"
        for result in results
        if (goal := GOALS.get((result.case, result.engine))) and result.times < goal
    ]


def versions() -> dict[str, str]:
    present = {peer.distribution for peer in PEERS.values() if find_spec(peer.module)}
    return {name: metadata.version(name) for name in sorted({OURS, *present})}


def record(report: Report) -> None:
    """Keep the figures, and show them in the README."""
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n")
    README.write_text(page(README.read_text(encoding="utf-8"), report), encoding="utf-8")


def page(readme: str, report: Report) -> str:
    """The README with these results in its table."""
    setting = ", ".join(f"{name} {version}" for name, version in report.versions.items())
    text = f"\nPython {report.python}, {report.machine}; {setting}.\n\n{table_text(report.results)}\n"
    return TABLE.sub(lambda _: text, readme)


def profile(case: Case, *, seconds: float) -> None:
    """Where the time of our side goes."""
    play = pokerroom(case.table, case.policy)
    rounds = warm_up(play, seconds).rounds
    with cProfile.Profile() as taken:
        for _ in range(rounds):
            play()
    pstats.Stats(taken).sort_stats("tottime").print_stats(30)


def quick(cases: Sequence[Case]) -> None:
    """Every engine plays a little of every case; ours says what it came to."""
    for case in cases:
        print(case.key, fingerprint(case))
        for play in engines(case).values():
            warm_up(play, 0)


def arguments(argv: Sequence[str]) -> argparse.Namespace:
    keys = [case.key for case in CASES]
    parser = argparse.ArgumentParser(prog="bench/engines.py", description="Full rounds of play per second of CPU.")
    parser.add_argument("cases", nargs="*", metavar="case", help=f"{', '.join(keys)}; all of them unless named")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds of a repeat (default 0.5)")
    parser.add_argument("--repeats", type=int, default=9, help="repeats, of which the median counts (default 9)")
    parser.add_argument("--json", action="store_true", help="record the results, and show them in bench/README.md")
    parser.add_argument("--quick", action="store_true", help="play a little of each case and say what it came to")
    parser.add_argument("--profile", action="store_true", help="where our side's time goes, instead of how much")
    given = parser.parse_args(argv)
    if unknown := sorted(set(given.cases) - set(keys)):
        parser.error(f"no case is called {', '.join(unknown)}; there are {', '.join(keys)}")
    if given.repeats < 1 or given.seconds <= 0:
        parser.error("--repeats must be at least 1 and --seconds above 0")
    if given.json and given.cases:
        parser.error("--json records every case: name none")
    return given


def main(argv: Sequence[str]) -> int:
    given = arguments(argv)
    cases = [case for case in CASES if case.key in given.cases or not given.cases]
    # PokerKit warns of every deck it has to replenish; saying so would be timed.
    warnings.simplefilter("ignore")
    for name, peer in PEERS.items():
        if not find_spec(peer.module):
            print(f"NOT MEASURED: {name} is not installed (`make bench` brings it)", file=sys.stderr)
    if given.quick:
        quick(cases)
        return 0
    if given.profile:
        for case in cases:
            profile(case, seconds=given.seconds)
        return 0
    results: list[Result] = []
    for case in cases:
        measured = compare(case, seconds=given.seconds, repeats=given.repeats)
        print(table_text(measured), flush=True)
        results += measured
    if given.json:
        record(Report(platform.python_version(), platform.machine(), versions(), given.seconds, tuple(results)))
    for miss in missed(results):
        print(f"MISSED: {miss}", file=sys.stderr)
    return 1 if missed(results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
