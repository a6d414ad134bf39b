"""Rounds played on the engine and in the batch side by side, compared at every decision.

    python -m tests.unit.batch.agreeing hold-em 13:69F-current 6 no 12345

plays the rounds of one seed again, and says where the two differ.
"""

import random
import sys
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, NamedTuple

import msgspec
import numpy as np

from pokerroom.batch import Batch, CompiledGame, Kind, compile_game, layout
from pokerroom.batch.handing_over import Replay
from pokerroom.games import CATALOGUE
from pokerroom.play import (
    MayBet,
    MayCall,
    MayCheck,
    MayConcede,
    MayDraw,
    MayFold,
    MayPostForcedBet,
    MayRaise,
    MayShow,
    MustDiscard,
    Offer,
    Round,
    Seat,
    Stage,
    legal_actions,
    procedure,
    view,
)
from pokerroom.rules.citation import Citation
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import (
    BadBeatContribution,
    Fixed,
    HouseRules,
    HouseRulesError,
    IncrementalRake,
    KillOption,
    NoLimit,
    OddUnits,
    PercentageRake,
    PotLimit,
    RakeLevel,
    Reopens,
    ShowFirst,
    Showing,
    Spread,
    customary,
    letter,
)

LIMITS = {"fixed": Fixed(400, 800), "spread": Spread(400, 2000), "pot": PotLimit(400), "no": NoLimit(400)}

CHOICES: dict[str, tuple[Any, ...]] = {
    "ante": (0, 0, 25, 100, 300),
    "max_raises": (None, None, 0, 1, 3),
    "check_raise": (True, True, False),
    "odd_unit": (100, 100, 25, 50),
    "showing": (Showing.IN_TURN, Showing.ALL),
    "rake": (
        (),
        (),
        (PercentageRake(10, 400),),
        (PercentageRake(Decimal("7.5"), 500, unit=25, antes_included=True),),
        (IncrementalRake((RakeLevel(1000, 100), RakeLevel(4000, 100), RakeLevel(9000, 100)), 300),),
        (PercentageRake(5, 300), IncrementalRake((RakeLevel(2000, 100), RakeLevel(5000, 200)), 300, "per-pot")),
    ),
    "rake_most": (None, None, 450),
    "bad_beat": (None, None, BadBeatContribution(100, 3000)),
    "antes_to_main_pot": (False, True),
    "short_stack_dealt_in": (True, True, False),
    "two_seven_wheel_is_straight": (False, True),
    "stud_low_opener_ace": ("low", "high"),
    "opener_may_bet_full": (True, False),
    "completion_counts_as_raise": (True, False),
    "five_stud_opener_may_check": (False, True),
    "repost_blinds_each_round": (False, True),
    "heads_up_button_small_blind": (False, True),
    "common_card_counts_for_order": (False, True),
    "warn_on_free_fold": (True, False),
    "stud_burn_counts": (True, False),
    "lone_card_joins_burns": (True, False),
    "draw_reshuffle": ("remaining-first", "mixed"),
    "own_discards_excluded": ("all-draws", "this-draw"),
    "burn_each_draw": (True, False),
    "super_reshuffle": ("mid-street", "before-street"),
    "super_own_discards_excluded": (False, True),
    "forced_bettor_discard": ("on-close", "with-bet"),
    "heads_up_unlimited": (False, True),
    "odd_unit_policy": ("spread", "all-to-first"),
    "suit_card_scope": ("hand", "all-cards"),
    "low_odd_card": ("lowest", "worst"),
    "pots_of_same_winners": ("apart", "joined"),
    "odd_unit_button_games": tuple(OddUnits),
    "min_raise": ("last-increment", "any-amount"),
    "short_all_in_reopens": tuple(Reopens),
    "short_all_in_counts_as_raise": (True, False),
    "kill_acts": ("in-turn", "last"),
    "show_first_if_checked": tuple(ShowFirst),
    "conceded_hands_disclosed": (False, True),
}
"""Every setting of the house that a regular round can depend on."""

NOT_TRIED = {
    "preset": "a label",
    "limits": "one of four for each game",
    "blinds": "chosen for games with a button",
    "forced_bet": "chosen for games without one",
    "kill": "chosen for games that may have one",
    "half_kill_rounding": "the sizes it leads to are tried with the kill",
    "max_seats": "the number of players is chosen below it",
    "enforce_seats": "the number of players is chosen below it",
    "time_charge": "belongs to the table",
    "posts_may_differ": "the batch takes no posts other than the sign's",
    "partly_shown_hands": "concerns cards that nobody has named",
    "allow_coin_antes": "concerns which signs may be posted",
    "exposed_river_counts_for_order": "concerns cards exposed by accident",
    "exposed_limit_misdeal": "concerns cards exposed by accident",
    "exposed_card_use": "concerns cards exposed by accident",
}


def random_sign(game: Game, limits: str, rng: random.Random) -> HouseRules:
    """A sign that can be posted: a preset as it stands, or any of its settings changed."""
    while True:
        posted: dict[str, Any] = {"limits": LIMITS[limits]}
        if game.has_button:
            posted["blinds"] = rng.choice(((200, 400), (200, 400), (100, 200), (400,), (100, 200, 400), (0, 400)))
        else:
            posted["forced_bet"] = rng.choice((100, 200, 400))
        if game.kill is not None and limits in ("fixed", "spread"):
            posted["kill"] = rng.choice((None, KillOption.KILL, KillOption.HALF_KILL))
        changed = rng.random() < 0.7
        if changed:
            posted |= {name: rng.choice(values) for name, values in CHOICES.items() if rng.random() < 0.5}
        sign = rng.choice((letter, customary))(**posted)
        try:
            procedure(game, sign)
        except HouseRulesError:
            continue
        return sign


def offered_by_engine(state: Round) -> list[int]:
    """What the engine offers to the player whose turn it is, as a row of the batch."""
    row = [0] * layout.OFFER_WIDTH
    for offer in legal_actions(state, state.turn) if state.turn is not None else ():
        kind, fields = MEANT[type(offer)]
        row[layout.OFFERED] |= 1 << kind
        for field, name in fields:
            row[field] = int(getattr(offer, name))
    if state.stage is Stage.BETTING:
        row[layout.STEP] = state.procedure.house.odd_unit
    return row


LIMITED = ((layout.LEAST, "least"), (layout.MOST, "most"), (layout.STEP, "step"), (layout.CARDS_DUE, "discard"))
MEANT: dict[type[Offer], tuple[Kind, tuple[tuple[int, str], ...]]] = {
    MayFold: (Kind.FOLD, ((layout.FREE, "free"), (layout.PAYS, "pays"))),
    MayCheck: (Kind.CHECK, ()),
    MayCall: (Kind.CALL, ((layout.TO_CALL, "amount"), (layout.CARDS_DUE, "discard"))),
    MayBet: (Kind.BET, LIMITED),
    MayRaise: (Kind.RAISE, LIMITED),
    MayPostForcedBet: (Kind.POST, ((layout.POSTS, "amount"), (layout.CARDS_DUE, "discard"))),
    MayDraw: (Kind.DRAW, ((layout.DRAWS, "most"),)),
    MustDiscard: (Kind.DISCARD, ((layout.CARDS_DUE, "count"),)),
    MayShow: (Kind.SHOW, ()),
    MayConcede: (Kind.CONCEDE, ()),
}
"""Each offer of the engine: what it is in the batch, and where its numbers stand."""


def seen_on_engine(state: Round, seat: int) -> dict[str, Any]:
    """The engine's view of a seat, in numbers alone."""
    seen = view(state, Seat(seat))
    return {
        "turn": -1 if seen.turn is None else seen.turn,
        "street": state.street,
        "bet": seen.bet,
        "pot": seen.pot,
        "raked": seen.raked,
        "board": tuple(seen.board),
        "stub": len(seen.stub),
        "burns": tuple(seen.burns),
        "pots": tuple((pot.amount, sum(1 << each for each in pot.claimants)) for pot in seen.pots),
        "seats": tuple((each.stack, each.bet, each.live, each.down, each.up, each.discards) for each in seen.seats),
    }


def seen_in_lane(game: CompiledGame, row: list[int]) -> dict[str, Any]:
    """The same of a view of the batch."""
    pile_at = int(game.rules[layout.PILE_AT])
    pile = [(each >> layout.OWNER, each & 63) for each in row[pile_at : pile_at + row[layout.PILE_CARDS]]]
    seats = []
    for seat in range(game.seats):
        at = game.place(seat)
        cards, ups = at + layout.CARDS, at + layout.CARDS + game.down_most
        seats.append(
            (
                row[at + layout.STACK],
                row[at + layout.SEAT_BET],
                bool(row[layout.LIVE] >> seat & 1),
                tuple(row[cards : cards + row[at + layout.DOWNS]]),
                tuple(row[ups : ups + row[at + layout.UPS]]),
                tuple(card for owner, card in pile if owner == seat),
            )
        )
    places = [game.place(pot) for pot in range(row[layout.POTS])]
    return {
        "turn": row[layout.TURN],
        "street": row[layout.STREET],
        "bet": row[layout.BET],
        "pot": row[layout.POT],
        "raked": row[layout.RAKED],
        "board": tuple(row[layout.BOARD : layout.BOARD + row[layout.BOARD_CARDS]]),
        "stub": row[layout.DECK_SIZE] - row[layout.DEALT],
        "burns": tuple(card for owner, card in pile if owner == layout.BURNS),
        "pots": tuple((row[at + layout.POT_AMOUNT], row[at + layout.POT_CLAIM]) for at in places),
        "seats": tuple(seats),
    }


def random_move(offer: list[int], held: int, rng: random.Random, temper: float) -> tuple[int, int, int]:
    """Any legal move: mostly staying in, sometimes all the way."""
    kinds = KINDS_OFFERED[offer[layout.OFFERED]]
    kind = rng.choices(kinds, [WEIGHTS.get(each, 3.0) * (temper if each in BOLD else 1) for each in kinds])[0]
    amount, count = 0, 0
    if kind in BOLD:
        amount = random_amount(offer[layout.LEAST], offer[layout.MOST], offer[layout.STEP], rng)
    if kind in WITH_CARDS:
        count = offer[layout.CARDS_DUE]
    elif kind == Kind.DRAW:
        count = rng.randint(0, offer[layout.DRAWS])
    return kind, amount, sum([1 << each for each in rng.sample(range(held), count)]) if count else 0


def random_amount(least: int, most: int, step: int, rng: random.Random) -> int:
    """The least, the most, or an amount between them that is offered."""
    amount = max(least, rng.choice((least, least, most, rng.randint(least, most) // step * step)))
    return most if amount % step else amount


WEIGHTS = {int(Kind.FOLD): 0.35, int(Kind.CONCEDE): 0.6}
BOLD = (int(Kind.BET), int(Kind.RAISE))
WITH_CARDS = (*BOLD, int(Kind.CALL), int(Kind.POST), int(Kind.DISCARD))
KINDS_OFFERED = [[int(kind) for kind in Kind if offered >> kind & 1] for offered in range(1 << len(Kind))]


def random_stacks(table: Any, seats: int, rng: random.Random) -> list[int]:
    """Deep, short and very short stakes side by side, some of them not in whole chips."""
    least = 1 if table.house.short_stack_dealt_in else table.ample
    depth = rng.choice((600, 4000, 20000, 20000, 100000))
    return [
        max(least, rng.choice((rng.randint(1, depth), rng.randint(1, depth) // 100 * 100, rng.randint(1, 900))))
        for _ in range(seats)
    ]


class Difference(AssertionError):
    """Where the engine and the batch do not agree."""


def play_side_by_side(game: Game, seats: int, limits: str, seed: int, rounds: int) -> int:
    """Play so many rounds of a seed on both, and return how many decisions agreed. The first difference is raised."""
    rng = random.Random(seed)
    batch, courses = opened_on_both(game, seats, limits, rng, seed, rounds)
    tempers = [rng.choice((0.3, 1, 2)) for _ in range(rounds)]
    moves = np.zeros((3, rounds), np.int64)
    decisions, waiting = 0, [*range(rounds)]
    while waiting:
        offers = {lane: offered_by_engine(courses[lane].state) for lane in waiting}
        compare(batch, courses, offers)
        if rng.random() < VIEWED:
            compare_views(batch, courses, rng.choice(waiting), rng)
        waiting = [lane for lane in waiting if not courses[lane].state.over]
        for lane in waiting:
            state = courses[lane].state
            assert state.turn is not None
            moves[:, lane] = move = random_move(offers[lane], len(state.down[state.turn]), rng, tempers[lane])
            courses[lane].move(state.turn, *move)
        batch.act(*moves)
        decisions += len(waiting)
    compare(batch, courses, dict.fromkeys(range(rounds), NO_OFFER))
    return decisions


VIEWED = 0.3
"""How many of the steps are also compared in what two seats of a lane see: for all of them that takes longer than
everything else.
"""
NO_OFFER = [0] * layout.OFFER_WIDTH


def opened_on_both(
    game: Game, seats: int, limits: str, rng: random.Random, seed: int, rounds: int
) -> tuple[Batch, list[Replay]]:
    """Rounds under a random sign, some of them with decks that are brought."""
    sign = random_sign(game, limits, rng)
    table = procedure(game, sign)
    batch = Batch(compile_game(table, seats), rounds, seed=seed, threads=1)
    stacks = [random_stacks(table, seats, rng) for _ in range(rounds)]
    buttons = [rng.randrange(seats) for _ in range(rounds)] if game.has_button else None
    kills = [sign.kill is not None and rng.random() < 0.5 for _ in range(rounds)]
    holders = [rng.randrange(-1, seats) if kill else -1 for kill in kills]
    decks = [rng.sample(range(52), 52) for _ in range(rounds)] if rng.random() < 0.5 else None
    batch.open(stacks, buttons=buttons, kills=kills, holders=holders, decks=decks)
    return batch, [Replay(batch, lane) for lane in range(rounds)]


def compare(batch: Batch, courses: list[Replay], offers: dict[int, list[int]]) -> None:
    """Turn, offers, stacks and the fund of these lanes."""
    turns, stacks, over = batch.turn.tolist(), batch.stacks.tolist(), batch.over.tolist()
    rows, fund = batch.offer_rows.tolist(), batch.lanes[:, layout.CONTRIBUTED].tolist()
    for lane, offer in offers.items():
        course = courses[lane]
        state = course.state
        same("turn", lane, turns[lane], -1 if state.turn is None else state.turn, course)
        same("over", lane, over[lane], state.over, course)
        same("stacks", lane, stacks[lane], [*state.stacks], course)
        same("offers", lane, rows[lane], offer, course)
        same("fund", lane, fund[lane], state.contributed, course)


def compare_views(batch: Batch, courses: list[Replay], lane: int, rng: random.Random) -> None:
    """What the player whose turn it is sees in one lane, and another seat."""
    state, viewers = courses[lane].state, [rng.randrange(batch.game.seats)]
    if state.turn is not None:
        viewers.append(state.turn)
    for viewer in viewers:
        ours = seen_in_lane(batch.game, batch.view(viewer)[lane].tolist())
        same("view", lane, ours, seen_on_engine(state, viewer), courses[lane])


def same(what: str, lane: int, ours: Any, theirs: Any, course: Replay) -> None:
    if ours == theirs:
        return
    if isinstance(ours, dict):
        keys = [key for key in {**ours, **theirs} if ours.get(key) != theirs.get(key)]
        ours, theirs = {key: ours.get(key) for key in keys}, {key: theirs.get(key) for key in keys}
    batch = course.batch
    moves = [tuple(map(int, move)) for move in batch.moves(lane)] if course.log else []
    raise Difference(
        f"{what} in lane {lane}, seed {batch.seed}\n  batch:  {ours}\n  engine: {theirs}\n"
        f"  stage {course.state.stage}, street {course.state.street}, opening {batch.opening(lane)}\n  moves {moves}\n"
        f"  sign {batch.game.procedure.house}"
    )


class Case(NamedTuple):
    edition: str
    key: str
    seats: int
    limits: str

    def __str__(self) -> str:
        return f"{self.key} {self.edition} {self.seats} {self.limits}"


def cases() -> Iterator[Case]:
    """Every game of every edition, with every limit and every number of players."""
    for (edition, key), game in CATALOGUE.items():
        for seats in range(2, game.seats.most + 1):
            for limits in LIMITS:
                yield Case(edition, key, seats, limits)


def uncited(clause: Any) -> Any:
    """A game, or a part of one, without what it cites: what is left is how it is played."""
    if isinstance(clause, Citation):
        return "cited"
    if isinstance(clause, msgspec.Struct):
        names = [field for field in clause.__struct_fields__ if field not in ("edition", "listed")]
        return (type(clause), *((name, uncited(getattr(clause, name))) for name in names))
    return tuple(map(uncited, clause)) if isinstance(clause, tuple) else clause


def editions_alike() -> list[tuple[str, tuple[str, ...]]]:
    """Each game with the editions that play it alike, and differ in their citations alone."""
    alike: dict[Any, list[str]] = {}
    for (edition, key), game in CATALOGUE.items():
        alike.setdefault((key, uncited(game)), []).append(edition)
    return [(key, tuple(editions)) for (key, _), editions in alike.items()]


def check(case: Case, seed: int, rounds: int) -> int:
    """The rounds of a case and a seed; a difference says how to play them again."""
    try:
        return play_side_by_side(CATALOGUE[case.edition, case.key], case.seats, case.limits, seed, rounds)
    except Exception as error:
        again = f"python -m tests.unit.batch.agreeing {case} {seed} {rounds}"
        raise Difference(f"{again}\n{type(error).__name__}: {error}") from error


def main(arguments: list[str]) -> None:
    key, edition, seats, limits, seed, *rounds = arguments
    number = int(rounds[0]) if rounds else 20
    decisions = check(Case(edition, key, int(seats), limits), int(seed), number)
    sys.stdout.write(f"{number} rounds, {decisions} decisions: the same on both\n")


if __name__ == "__main__":
    main(sys.argv[1:])
