"""Rounds of play drawn at random from what is legal, each named by one line of text that plays it again.

A `Case` fixes the game, the limits, the seats and a seed; `play` opens a round with uneven table stakes and yields
every step of it. Rare things are made likely, never forced: hands that tie, players who call everything down or draw
every card they may, a dealer who names the cards, a supervisor who upholds what was refused. Under a `loaded` sign it
is the money that is rare: a rake of every kind, players all-in on the ante, dead posts and dead blinds beside a kill.
"""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from itertools import islice, product, takewhile
from random import Random
from typing import Any, Literal, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from msgspec.structs import replace

from pokerroom.cards import DECK, UNKNOWN, Card
from pokerroom.games import CATALOGUE
from pokerroom.play import (
    Bet,
    Call,
    Check,
    Command,
    Concede,
    Deal,
    Discard,
    Draw,
    Event,
    Fold,
    Freeze,
    KillButton,
    MayBet,
    MayCall,
    MayCheck,
    MayConcede,
    MayDraw,
    MayFold,
    MayFreeze,
    MayPlayOn,
    MayPostForcedBet,
    MayRaise,
    MayShow,
    MustDiscard,
    OpenRound,
    Outcome,
    PlayerCommand,
    PlayOn,
    PostForcedBet,
    Procedure,
    PushPots,
    Raise,
    Refusal,
    Reshuffle,
    Round,
    Seat,
    Show,
    Stage,
    Uphold,
    cards_due,
    legal_actions,
    perform,
    procedure,
    reshuffle_pool,
    start,
)
from pokerroom.play.refusals import UPHOLDABLE
from pokerroom.rules import clauses
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import (
    PRESETS,
    BadBeatContribution,
    Fixed,
    HouseRules,
    IncrementalRake,
    KillOption,
    Limits,
    NoLimit,
    PercentageRake,
    PotLimit,
    RakeLevel,
    Spread,
)
from tests.property.referee.sign import from_left_of_button, needed_to_be_dealt_in

T = TypeVar("T")

LIMITS: dict[str, Limits] = {
    "fixed": Fixed(400, 800),
    "spread": Spread(200, 1000),
    "pot": PotLimit(200),
    "no": NoLimit(200),
}
SIGNS = (*PRESETS, "any")
"""House rules to play under: each preset, and settings drawn one by one."""
LOADED = "loaded"
"""Settings drawn one by one on a sign with everything that can be charged, posted, missed or made up for."""
EVERY_SIGN = (*SIGNS, LOADED)

LONGEST_ROUND = 5000
"""Steps after which a round is taken never to end."""


class Case(NamedTuple):
    """One round: everything that is drawn follows from these."""

    edition: str
    game: str
    limit: str
    seats: int
    sign: str
    seed: int

    def __str__(self) -> str:
        return " ".join(map(str, self))

    @property
    def law(self) -> Game:
        return CATALOGUE[self.edition, self.game]


def case_named(text: str) -> Case:
    """`13:69F-current hold-em no 4 letter 17`, as a failing round is reported."""
    words = text.split()
    if len(words) != len(Case._fields):
        raise ValueError(f"{text!r} does not name a round: expected {', '.join(Case._fields)}")
    edition, game, limit, seats, sign, seed = words
    return Case(edition, game, limit, int(seats), sign, int(seed))


def cases(game: Game, rounds: int, *, first: int = 0, signs: tuple[str, ...] = SIGNS) -> Iterator[Case]:
    """Every limit structure and every number of seats, `rounds` rounds of each."""
    for limit in LIMITS:
        for seats in range(2, game.seats.most + 1):
            for seed in range(first, first + rounds):
                yield Case(game.edition, game.key, limit, seats, signs[seed % len(signs)], seed)


def full_tables(game: Game, rounds: int) -> Iterator[Case]:
    """Every seat taken, under every sign: where the deck is short from the start."""
    for limit, sign in product(LIMITS, EVERY_SIGN):
        for seed in range(rounds):
            yield Case(game.edition, game.key, limit, game.seats.most, sign, seed)


class Step(NamedTuple):
    """One command and what came of it. The first step opens the round, so nothing is before it."""

    before: Round | None
    command: OpenRound | Command
    events: tuple[Event, ...]
    after: Round
    refusal: Refusal | None = None
    """Why nothing came of it: then there are no events, and the round is as it was."""


class Draws(StrEnum):
    NONE = "none"
    SOME = "some"
    ALL = "all"
    LATER = "later"
    """None in the first draw, some in those that follow."""


class Policy(NamedTuple):
    """How a table plays: the weight of each kind of answer among those offered."""

    fold: int
    stay: int
    push: int
    concede: int
    draws: Draws = Draws.SOME
    rulings: bool = False


WHIMSICAL = Policy(fold=1, stay=4, push=2, concede=1)
CALLING_DOWN = Policy(fold=0, stay=8, push=1, concede=0)
STANDING_PAT = Policy(fold=0, stay=8, push=1, concede=0, draws=Draws.NONE)
DRAWING_ALL = Policy(fold=0, stay=8, push=1, concede=0, draws=Draws.ALL)
PUSHING = Policy(fold=1, stay=2, push=6, concede=1)
UPHELD = Policy(fold=1, stay=8, push=2, concede=1, rulings=True)

LATE_TO_DRAW = Policy(fold=1, stay=8, push=1, concede=0, draws=Draws.LATER)
CHECKING_FIRST = Policy(fold=1, stay=9, push=3, concede=1)

POLICIES = (WHIMSICAL, CALLING_DOWN, STANDING_PAT, DRAWING_ALL, PUSHING, UPHELD)
AT_LOADED_TABLES = (WHIMSICAL, CALLING_DOWN, STANDING_PAT, PUSHING, LATE_TO_DRAW, CHECKING_FIRST)

WEIGHTS: dict[type[Any], str] = {
    MayFold: "fold",
    MayCheck: "stay",
    MayCall: "stay",
    MayPostForcedBet: "stay",
    MayDraw: "stay",
    MustDiscard: "stay",
    MayShow: "stay",
    MayBet: "push",
    MayRaise: "push",
    MayConcede: "concede",
    MayFreeze: "stay",
    MayPlayOn: "stay",
}


def play(case: Case) -> Iterator[Step]:
    """The steps of one round of play, from its opening to its close."""
    rng = Random(str(case))
    table = procedure(case.law, house_rules(case, rng))
    policy = policy_for(case, rng)
    opening = open_round(case, table, policy, rng)
    state, events = accepted(start(table, opening), opening)
    yield Step(None, opening, tuple(events), state)
    for _ in range(LONGEST_ROUND):
        if state.over:
            return
        before, command = state, next_command(state, policy, rng)
        state, events = accepted(perform(before, command), command)
        yield Step(before, command, tuple(events), state)
    raise AssertionError(f"the round does not end: {LONGEST_ROUND} steps")


def policy_for(case: Case, rng: Random) -> Policy:
    return rng.choice(AT_LOADED_TABLES if case.sign == LOADED else POLICIES)


def accepted(outcome: Outcome, command: OpenRound | Command) -> tuple[Round, list[Event]]:
    assert not isinstance(outcome, Refusal), f"offered, then refused: {command}: {outcome}"
    return outcome


def house_rules(case: Case, rng: Random) -> HouseRules:
    """The sign of a table: what it posts, and under `any` every setting drawn by itself."""
    if case.sign == LOADED:
        return loaded(case.law, LIMITS[case.limit], rng)
    law, limits = case.law, LIMITS[case.limit]
    settings = {name: rng.choice(choices) for name, choices in SETTINGS.items()} if case.sign == "any" else {}
    posted: dict[str, Any] = {
        "ante": rng.choice((0, 100, 200) if settings.get("allow_coin_antes") is False else (0, 25, 100)),
        "max_raises": rng.choice((None, None, 1, 3)),
        "check_raise": rng.random() < 0.8,
        "odd_unit": rng.choice((100, 100, 25, 1)),
    }
    if law.has_button:
        posted["blinds"] = rng.choice(((100, 200), (200,), (0, 200), (100, 200, 400)))
    else:
        posted["forced_bet"] = rng.choice((100, 200))
    if law.kill is not None and isinstance(limits, (Fixed, Spread)):
        posted["kill"] = rng.choice((None, *KillOption))
    preset = PRESETS[rng.choice(tuple(PRESETS)) if case.sign == "any" else case.sign]
    return preset(limits, **{**settings, **posted})


def loaded(law: Game, limits: Limits, rng: Random) -> HouseRules:
    """A sign on which whatever touches the money is likely."""
    settings = {name: rng.choice(choices) for name, choices in SETTINGS.items()}
    likely = ("short_stack_dealt_in", "posts_may_differ", "repost_blinds_each_round", "check_raise")
    posted: dict[str, Any] = {
        **{name: rng.random() < 0.7 for name in likely},
        "antes_to_main_pot": rng.random() < 0.4,
        "burn_each_draw": rng.random() < 0.4,
        "allow_coin_antes": True,
        "ante": rng.choice((0, 25, 100, 100, 200)),
        "max_raises": rng.choice((None, None, 3)),
        "odd_unit": rng.choice((100, 25, 1)),
        "rake": rng.choice(RAKES)(rng),
        "rake_most": rng.choice((None, None, 150, 700)),
        "bad_beat": rng.choice((None, BadBeatContribution(50, 600), BadBeatContribution(100, 2000))),
    }
    if isinstance(limits, Fixed):
        limits = rng.choice((limits, Fixed(1000, 2000), Fixed(400, 400), Fixed(200, 400, rng.randrange(4))))
    if law.has_button:
        posted["blinds"] = rng.choice(((100, 200), (100, 200), (200,), (0, 200), (100, 200, 400)))
    else:
        posted["forced_bet"] = rng.choice((100, 200))
    if law.kill is not None and isinstance(limits, (Fixed, Spread)):
        posted["kill"] = rng.choice((None, *KillOption, *KillOption))
    return PRESETS[rng.choice(tuple(PRESETS))](limits, **{**settings, **posted})


def a_percentage(rng: Random) -> PercentageRake:
    return PercentageRake(
        percent=rng.choice((3, 5, 10, 10)),
        most=rng.choice((100, 300, 500, 5000)),
        unit=rng.choice((1, 25, 50, 100)),
        antes_included=rng.random() < 0.4,
    )


def some_levels(rng: Random) -> IncrementalRake:
    """Levels a pot soon reaches, of amounts that a small pot may not hold."""
    step = rng.choice((300, 500, 1000, 2000))
    each = rng.choice((25, 50, step // 5))
    levels = tuple(RakeLevel(step * number, each) for number in range(1, rng.randint(2, 6)))
    return IncrementalRake(levels, rng.choice((100, 400, 5000)), rng.choice(("aggregate", "per-pot")))


RAKES: tuple[Callable[[Random], tuple[PercentageRake | IncrementalRake, ...]], ...] = (
    lambda rng: (a_percentage(rng),),
    lambda rng: (some_levels(rng),),
    lambda rng: (a_percentage(rng), some_levels(rng)),
    lambda rng: (some_levels(rng), a_percentage(rng)),
    lambda rng: (some_levels(rng), some_levels(rng)),
)


POSTED = {
    "preset",
    "limits",
    "ante",
    "blinds",
    "forced_bet",
    "max_raises",
    "check_raise",
    "max_seats",
    "kill",
    "odd_unit",
    "exposed_limit_misdeal",
    "rake",
    "rake_most",
    "time_charge",
    "bad_beat",
}
"""What the sign of a table says outright; every other house rule is a setting with a few possible values."""


def choices_of(annotation: Any) -> tuple[Any, ...]:
    if annotation is bool:
        return (False, True)
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    return tuple(annotation)


SETTINGS: dict[str, tuple[Any, ...]] = {
    name: choices_of(annotation)
    for name, annotation in get_type_hints(HouseRules).items()
    if name not in POSTED and not name.startswith("_")
}


def open_round(case: Case, table: Procedure, policy: Policy, rng: Random) -> OpenRound:
    law, seats = case.law, case.seats
    button = Seat(rng.randrange(seats)) if law.has_button and rng.random() < 0.8 else None
    kill = None
    if table.house.kill is not None and rng.random() < 0.7:
        kill = KillButton(table.house.kill, rng.choice((None, *map(Seat, range(seats)))))
    differing = table.house.posts_may_differ and rng.random() < 0.2
    opening = OpenRound(
        stacks=uneven_stacks(table, seats, kill, rng),
        deck=deck_for(law, seats, policy, rng),
        button=button,
        kill=kill,
        antes=tuple(rng.choice((0, 50, 100)) for _ in range(seats)) if differing else None,
        blinds=tuple(rng.choice((0, 100, 200)) for _ in range(seats)) if differing and law.has_button else None,
    )
    if case.sign == LOADED:
        opening = loaded_posts(table, opening, rng)
    return dealt_in(table, opening)


def dealt_in(table: Procedure, opening: OpenRound) -> OpenRound:
    """The same with stakes that let everybody be dealt in, whatever each has to post."""
    needed = needed_to_be_dealt_in(table.game, table.house, opening)
    return replace(opening, stacks=tuple(map(max, opening.stacks, needed)))


def loaded_posts(table: Procedure, opening: OpenRound, rng: Random) -> OpenRound:
    """Antes with dead posts, or one for the whole table; a small blind that is dead; stakes that an ante eats up."""
    house, players = table.house, len(opening.stacks)
    antes = (house.ante,) * players
    blinds = None
    if house.posts_may_differ and rng.random() < 0.6:
        antes = tuple(ante + rng.choice((0, 0, 0, 100, 300)) for ante in antes)
        if house.antes_to_main_pot and rng.random() < 0.5:
            payer = rng.randrange(players)
            antes = tuple(house.ante * players if seat == payer else 0 for seat in range(players))
    if house.posts_may_differ and table.game.has_button and rng.random() < 0.6:
        blinds = uneven_blinds(house, players, opening.button, rng)
    stacks = opening.stacks
    if rng.random() < 0.3:
        stacks = tuple(stack + 50_000 for stack in stacks)  # Nobody will be all-in.
    elif house.short_stack_dealt_in and rng.random() < 0.8:
        stacks = tuple(
            rng.choice((stack, stack, max(1, ante * rng.randint(1, 4) // 4), ante + rng.randint(1, 150)))
            for stack, ante in zip(stacks, antes, strict=True)
        )
    named = antes if antes != (house.ante,) * players else None
    return replace(opening, stacks=stacks, antes=named, blinds=blinds)


def uneven_blinds(house: HouseRules, players: int, button: Seat | None, rng: Random) -> tuple[int, ...]:
    """The small blind's seat is empty, so that the others move up; or somebody further on posts late."""
    order = from_left_of_button(players, players - 1 if button is None else button, house)
    due = dict(zip(order, house.blinds[1:] or house.blinds, strict=False))
    if house.kill is None and rng.random() < 0.3:
        due = {**dict(zip(order, house.blinds, strict=False)), order[-1]: house.blinds[-1]}
    return tuple(due.get(seat, 0) for seat in range(players))


def uneven_stacks(table: Procedure, seats: int, kill: KillButton | None, rng: Random) -> tuple[int, ...]:
    """From the least a player may be dealt in with (14.7(c)3, where the house keeps to it) to plenty."""
    house = table.house
    minimum = table.sizes[kill.option if kill else None].minimum
    least = house.ante + max(house.forced_bet, *house.blinds, minimum if kill else 0) + minimum
    if house.short_stack_dealt_in:
        least = 1
    more = (0, minimum, 4 * minimum, 20 * minimum, 100 * minimum)
    return tuple(least + rng.randint(0, rng.choice(more)) for _ in range(seats))


def deck_for(law: Game, seats: int, policy: Policy, rng: Random) -> tuple[Card, ...] | None:
    """A shuffled deck, one under which hands tie, or none: then a dealer names the cards."""
    if policy is STANDING_PAT and rng.random() < 0.6:
        return twin_deck(law, seats, rng)
    return None if rng.random() < 0.15 else tuple(shuffled(DECK, rng))


def twin_deck(law: Game, seats: int, rng: Random) -> tuple[Card, ...]:
    """Each round of cards gives the first four players one rank, and nobody a flush."""
    twins = min(seats, 4)
    # A suit further for each rank: four cards in a row are of four suits, and never five of nine of one.
    ranks = enumerate(shuffled(range(13), rng))
    alike = [[Card(4 * rank + (turn + player) % 4) for player in range(twins)] for turn, rank in ranks]
    burns = burns_before_each_round(law)
    alike = alike[: len(burns)]
    spare = iter(shuffled(set(DECK).difference(*alike), rng))
    deck: list[Card] = []
    for burned, cards in zip(burns, alike, strict=True):
        deck += (*islice(spare, burned), *cards, *islice(spare, seats - twins))
    return (*deck, *spare)


def burns_before_each_round(law: Game) -> list[int]:
    """How many cards are burned before each round of cards to the players, up to the first draw or board."""
    to_players = takewhile(lambda cards: isinstance(cards, clauses.Deal), [street.cards for street in law.streets])
    return [
        int(turn == 0 and deal.burn is not None)
        for deal in to_players
        if isinstance(deal, clauses.Deal)
        for turn in range(len(deal.faces))
    ]


def shuffled(cards: Iterable[T], rng: Random) -> list[T]:
    # Sorted first: the order of a set is not the same on every machine.
    ordered = sorted(cards)  # type: ignore[type-var]
    rng.shuffle(ordered)
    return ordered


def next_command(state: Round, policy: Policy, rng: Random) -> Command:
    if state.stage is Stage.SHUFFLING:
        return reshuffle(state, rng)
    due = cards_due(state)
    if due:
        return Deal(tuple(rng.sample(undealt(state), due)))
    seat = state.turn
    if seat is None and state.unnamed and state.stage is Stage.SHOWDOWN:
        return PushPots()  # Every card was named: the pots go as the cards say, once the dealer pushes them.
    assert seat is not None, f"the round waits for nobody at {state.stage}"
    if policy.rulings and rng.random() < 0.2:
        upheld = ruling(state, seat, rng)
        if upheld is not None:
            return upheld
    offers = legal_actions(state, seat)
    assert offers, f"seat {seat} is to act at {state.stage} and may do nothing"
    weights = [getattr(policy, WEIGHTS[type(offer)]) for offer in offers]
    offer = rng.choices(offers, weights if any(weights) else None)[0]
    return ANSWERS[type(offer)](state, seat, offer, policy, rng)


def reshuffle(state: Round, rng: Random) -> Reshuffle:
    """A dealer does not know the new order; the room does."""
    pool = reshuffle_pool(state).cards
    return Reshuffle((UNKNOWN,) * len(pool) if state.by_dealer else tuple(shuffled(pool, rng)))


def undealt(state: Round) -> list[Card]:
    """The cards that lie nowhere but in the dealer's deck."""
    apart = (state.dead, state.apart.mistaken)
    places = (*state.down, *state.up, *state.muck, *apart, state.board, state.burns)
    return sorted(set(DECK).difference(*places))


def ruling(state: Round, seat: Seat, rng: Random) -> Uphold | None:
    """A wager outside the sign, or a check where a bet is owed, that the supervisor may let stand."""
    if state.stage is not Stage.BETTING:
        return None
    stakes = state.bets[seat] + state.stacks[seat]
    to = rng.randint(min(state.bet + 1, stakes), stakes)
    wager: type[Bet | Raise] = Raise if state.bet else Bet
    tried: PlayerCommand = rng.choice((Check(seat), wager(seat, to), wager(seat, to, entry_cards(state, seat, rng))))
    refusal = perform(state, tried)
    return Uphold(tried) if isinstance(refusal, Refusal) and refusal.code in UPHOLDABLE else None


def entry_cards(state: Round, seat: Seat, rng: Random) -> tuple[Card, ...]:
    return given_up(state, seat, min(2, len(state.down[seat])), WHIMSICAL, rng)


def given_up(state: Round, seat: Seat, count: int, policy: Policy, rng: Random) -> tuple[Card, ...]:
    """Down cards to part with; a table that stands pat parts with the lowest, so that equal hands stay equal."""
    down = state.down[seat]
    return tuple(sorted(down)[:count] if policy.draws is Draws.NONE else rng.sample(down, count))


def amount(offer: MayBet | MayRaise, rng: Random) -> int:
    assert offer.least <= offer.most, f"no amount satisfies the offer: {offer}"
    chips = range(offer.least, offer.most + 1, offer.step)
    return rng.choice((offer.least, offer.most, rng.choice(chips)))


Answer = Callable[[Round, Seat, Any, Policy, Random], PlayerCommand]


def call(state: Round, seat: Seat, offer: MayCall, policy: Policy, rng: Random) -> Call:
    return Call(seat, given_up(state, seat, offer.discard, policy, rng))


def bet(state: Round, seat: Seat, offer: MayBet, policy: Policy, rng: Random) -> Bet:
    return Bet(seat, amount(offer, rng), given_up(state, seat, offer.discard, policy, rng))


def raise_(state: Round, seat: Seat, offer: MayRaise, policy: Policy, rng: Random) -> Raise:
    return Raise(seat, amount(offer, rng), given_up(state, seat, offer.discard, policy, rng))


def post(state: Round, seat: Seat, offer: MayPostForcedBet, policy: Policy, rng: Random) -> PostForcedBet:
    return PostForcedBet(seat, given_up(state, seat, offer.discard, policy, rng))


def draw(state: Round, seat: Seat, offer: MayDraw, policy: Policy, rng: Random) -> Draw:
    some = rng.randint(0, offer.most)
    later = some if state.street > 1 else 0
    count = {Draws.NONE: 0, Draws.SOME: some, Draws.ALL: offer.most, Draws.LATER: later}[policy.draws]
    return Draw(seat, given_up(state, seat, count, policy, rng))


def discard(state: Round, seat: Seat, offer: MustDiscard, policy: Policy, rng: Random) -> Discard:
    return Discard(seat, given_up(state, seat, offer.count, policy, rng))


def show(state: Round, seat: Seat, offer: MayShow, policy: Policy, rng: Random) -> Show:  # noqa: ARG001
    hand = named_hand(state, seat, rng)
    if UNKNOWN in state.cards(seat):
        return Show(seat, hand)
    return Show(seat, rng.choice(((), tuple(shuffled(hand, rng)))))


def concede(state: Round, seat: Seat, offer: MayConcede, policy: Policy, rng: Random) -> Concede:  # noqa: ARG001
    disclosed = state.procedure.house.conceded_hands_disclosed and UNKNOWN in state.cards(seat)
    return Concede(seat, named_hand(state, seat, rng) if disclosed else ())


def named_hand(state: Round, seat: Seat, rng: Random) -> tuple[Card, ...]:
    """The hand with a face for each card that the dealer never named."""
    held = state.cards(seat)
    faces = iter(rng.sample(undealt(state), held.count(UNKNOWN)))
    return tuple(next(faces) if card == UNKNOWN else card for card in held)


ANSWERS: dict[type[Any], Answer] = {
    MayFold: lambda _state, seat, _offer, _policy, _rng: Fold(seat),
    MayCheck: lambda _state, seat, _offer, _policy, _rng: Check(seat),
    MayCall: call,
    MayBet: bet,
    MayRaise: raise_,
    MayPostForcedBet: post,
    MayDraw: draw,
    MustDiscard: discard,
    MayShow: show,
    MayConcede: concede,
    MayFreeze: lambda _state, seat, _offer, _policy, _rng: Freeze(seat),
    MayPlayOn: lambda _state, seat, _offer, _policy, _rng: PlayOn(seat),
}
"""The command that takes up each kind of offer."""
