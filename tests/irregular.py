"""Rounds of play in which things go wrong: the sweep's rounds, with irregularities at random moments.

A round is named by the same line of text as in the sweep. What goes wrong is drawn without asking whether it can: the
right thing at the wrong time, a card that lies elsewhere, a seat that nobody sits in. What is refused is yielded too,
as a step that leads nowhere.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from pokerroom.cards import DECK, UNKNOWN, Card
from pokerroom.play import (
    CardCount,
    Command,
    Concede,
    Deal,
    DeclareDead,
    DeclareMisdeal,
    DiscardMistakenCards,
    Exposed,
    Fold,
    Folding,
    LeaveTable,
    MarkProtected,
    Misdeal,
    Move,
    Place,
    Procedure,
    ReconstructHand,
    Refusal,
    Removal,
    RemoveFaceUpCard,
    RemoveFallenCard,
    RemoveHand,
    Round,
    Rule,
    Ruling,
    Seat,
    Stage,
    cards_due,
    perform,
    procedure,
    start,
)
from pokerroom.play.dealing import lying_open
from pokerroom.rules import clauses
from pokerroom.rules.clauses import Face
from pokerroom.rules.staff import Official, Position
from tests.sweep import (
    LONGEST_ROUND,
    Case,
    Policy,
    Step,
    accepted,
    house_rules,
    named_hand,
    next_command,
    open_round,
    policy_for,
    undealt,
)

Mishap = Callable[[Round, Random], Command]


class Luck(NamedTuple):
    """How much goes wrong at a table: how often, which things most, and how much its dealer tells."""

    mishaps: float
    exposing: float
    weights: dict[str, int]
    unnamed: float = 0.0
    """How many of the cards that lie face down a dealer leaves unnamed."""
    at_once: tuple[int, ...] = ()
    """How many cards come face up in one deal; anything is likely where nothing is said."""


def play(case: Case, *, lucks: tuple[Luck, ...] = ()) -> Iterator[Step]:
    """The steps of one round, those refused among them, and some that come when it is over."""
    rng = Random(f"irregular {case}")
    table = irregular_table(case, rng)
    policy, luck = policy_for(case, rng), rng.choice(lucks or LUCKS)
    opening = open_round(case, table, policy, rng)
    if rng.random() < 0.6:
        opening = replace(opening, deck=None)
    state, events = accepted(start(table, opening), opening)
    yield Step(None, opening, tuple(events), state)
    for _ in range(LONGEST_ROUND):
        if state.over:
            break
        step = step_from(state, *drawn(state, policy, luck, rng))
        yield step
        state = step.after
    else:
        raise AssertionError(f"the round does not end: {LONGEST_ROUND} steps")
    for mishap in MISHAPS.values():
        step = step_from(state, mishap(state, rng), proper=False)
        yield step
        state = step.after


def irregular_table(case: Case, rng: Random) -> Procedure:
    """House rules under which hands conceded are often disclosed, and many exposed cards sometimes a misdeal."""
    limit, disclosed = rng.choice((None, None, None, 1, 2, 5)), rng.random() < 0.4
    house = replace(house_rules(case, rng), exposed_limit_misdeal=limit, conceded_hands_disclosed=disclosed)
    return procedure(case.law, house)


def step_from(before: Round, command: Command, proper: bool) -> Step:
    """What comes of a command; one that is `proper` was offered or due, and is not refused."""
    outcome = perform(before, command)
    if isinstance(outcome, Refusal):
        assert not proper, f"offered, then refused: {command}: {outcome}"
        return Step(before, command, (), before, outcome)
    after, events = outcome
    return Step(before, command, tuple(events), after)


def drawn(state: Round, policy: Policy, luck: Luck, rng: Random) -> tuple[Command, bool]:
    """The next command, and whether it is one that must be accepted."""
    if rng.random() < luck.mishaps:
        kind = rng.choices(tuple(luck.weights), tuple(luck.weights.values()))[0]
        return MISHAPS[kind](state, rng), False
    if not cards_due(state):
        return next_command(state, policy, rng), True
    exposed = some_exposed(state, luck, rng) if rng.random() < luck.exposing else ()
    return dealt(state, exposed, luck, rng), not exposed


def some_exposed(state: Round, luck: Luck, rng: Random) -> tuple[Exposed, ...]:
    """One card due face down, some, most, or all of one player's; now and then one that is not."""
    places = face_down_places(state)
    if luck.at_once:
        return tuple(rng.sample(places, min(rng.choice(luck.at_once), len(places))))
    if places and rng.random() < 0.25:
        unlucky = rng.choice(places).seat
        return tuple(place for place in places if place.seat == unlucky)[:2]
    count = rng.choice((1, 1, 1, 2, 2, 3, rng.randint(1, 52)))
    exposed = rng.sample(places, min(count, len(places)))
    if rng.random() < 0.1:
        exposed.append(Exposed(any_seat(state, rng), rng.randint(-1, 5)))
    return tuple(exposed)


def face_down_places(state: Round) -> list[Exposed]:
    """The cards of this deal that nobody but their player is to see."""
    if state.stage is Stage.DRAWING:
        assert state.turn is not None
        return [Exposed(state.turn, number) for number in range(state.owed)]
    street = state.street if state.waiting else state.street + 1
    cards = state.procedure.game.streets[street].cards
    faces = cards.faces if isinstance(cards, clauses.Deal) else ()
    numbers = [number for number, face in enumerate(faces) if face is Face.DOWN]
    return [Exposed(seat, number) for seat in live_seats(state) for number in numbers]


def dealt(state: Round, exposed: tuple[Exposed, ...], luck: Luck, rng: Random) -> Deal:
    """The dealer's cards: those that lie open are named, of the others as many as the dealer wants to."""
    lies_open = lying_open(state, exposed)
    left = undealt(state)
    rng.shuffle(left)
    named = [*left[: len(lies_open)], *(UNKNOWN,) * (len(lies_open) - len(left))]
    cards = [
        card if is_open or rng.random() >= luck.unnamed else UNKNOWN
        for card, is_open in zip(named, lies_open, strict=True)
    ]
    return Deal(tuple(cards), exposed)


def live_seats(state: Round) -> list[Seat]:
    return [Seat(seat) for seat in range(state.seats) if state.is_live(seat)]


def any_seat(state: Round, rng: Random) -> Seat:
    """Mostly a player with a hand, sometimes one without, seldom nobody."""
    if rng.random() < 0.03:
        return rng.choice((Seat(-1), Seat(state.seats), Seat(99)))
    everybody = [Seat(seat) for seat in range(state.seats)]
    return rng.choice((live_seats(state) or everybody) if rng.random() < 0.9 else everybody)


def misdeal(state: Round, rng: Random) -> DeclareMisdeal:  # noqa: ARG001
    declared = (*Misdeal, *Misdeal, Misdeal.WRONG_START, Misdeal.SKIPPED_PLAYER)
    return DeclareMisdeal(rng.choice(declared))


def dead(state: Round, rng: Random) -> DeclareDead:  # noqa: ARG001
    return DeclareDead(rng.choice(tuple(CardCount)))


def card_off_the_deck(state: Round, rng: Random) -> Card | None:
    """What a dealer would name, a room would not, and now and then any card at all."""
    if rng.random() < 0.1:
        return rng.choice((None, UNKNOWN, *DECK))
    return rng.choice((*undealt(state), UNKNOWN)) if state.by_dealer else None


def face_up(state: Round, rng: Random) -> RemoveFaceUpCard:
    return RemoveFaceUpCard(card_off_the_deck(state, rng))


def fallen(state: Round, rng: Random) -> RemoveFallenCard:
    return RemoveFallenCard(card_off_the_deck(state, rng))


def fallen_of_hand(state: Round, rng: Random) -> RemoveFallenCard:
    seat = any_seat(state, rng)
    held = state.cards(seat) if 0 <= seat < state.seats else ()
    card = rng.choice((*held, *held, UNKNOWN, None, *DECK[:1]))
    replacement = card_off_the_deck(state, rng)
    return RemoveFallenCard(card, seat, UNKNOWN if replacement is None else replacement)


def removal(state: Round, rng: Random) -> RemoveHand:
    return RemoveHand(any_seat(state, rng), rng.choice(tuple(Removal)), rng.random() < 0.3)


def skipping(state: Round, rng: Random) -> Command:
    """A player found to have been left out, mostly when it is too late to deal again."""
    quiet = [seat for seat in live_seats(state) if not state.wagered >> seat & 1]
    late = state.wagered.bit_count() > 1 or rng.random() < 0.1
    return RemoveHand(rng.choice(quiet), Removal.SKIPPED) if quiet and late else protection(state, rng)


def protection(state: Round, rng: Random) -> MarkProtected:
    return MarkProtected(any_seat(state, rng), rng.choice(("held", "under a chip", None)))


def reconstruction(state: Round, rng: Random) -> ReconstructHand:
    seat = any_seat(state, rng)
    hand = named_hand(state, seat, rng) if 0 <= seat < state.seats else ()
    if rng.random() < 0.2:
        hand = tuple(rng.choice((card, UNKNOWN, rng.choice(DECK))) for card in hand)
    witnesses = rng.choice((("floor", "dealer"), ("floor", "dealer"), ("floor",), ("floor", " floor "), ()))
    return ReconstructHand(seat, tuple(rng.sample(hand, len(hand))), witnesses)


def leaving(state: Round, rng: Random) -> LeaveTable:
    """Anybody, and more often somebody who left a chip on their cards."""
    protected = [seat for seat in live_seats(state) if state.protected >> seat & 1]
    return LeaveTable(rng.choice(protected) if protected and rng.random() < 0.6 else any_seat(state, rng))


def gesture(state: Round, rng: Random) -> Fold:
    """A hand given up without a word, mostly by whose turn it is."""
    seat = state.turn if state.turn is not None and rng.random() < 0.8 else any_seat(state, rng)
    return Fold(seat, rng.choice(tuple(Folding)))


def disclosure(state: Round, rng: Random) -> Concede:
    """A hand conceded, with its cards named or not."""
    seat = state.turn if state.turn is not None and rng.random() < 0.8 else any_seat(state, rng)
    hand = named_hand(state, seat, rng) if 0 <= seat < state.seats else ()
    return Concede(seat, rng.choice(((), hand, hand)))


def ruling(state: Round, rng: Random) -> Rule:
    moves = tuple(some_move(state, rng) for _ in range(rng.choice((0, 1, 1, 2, 3))))
    return Rule(Ruling(*rng.choice(RULINGS)), moves)


SUPERVISOR = Official("B. Oak", Position.SHIFT_SUPERVISOR)
NOON = datetime(2020, 1, 1, 12, tzinfo=UTC)
RULINGS: tuple[Any, ...] = (
    *((SUPERVISOR, NOON, "chips of one player were counted as another's", "14.15(b)"),) * 7,
    (Official("A. Elm", Position.FLOORPERSON), NOON, "no reason that counts", "14.15(b)"),
    (SUPERVISOR, NOON, "  ", "14.15(b)"),
    (SUPERVISOR, NOON, "a paragraph that nobody wrote", "14.99(z)"),
)


def some_move(state: Round, rng: Random) -> Move:
    """Chips from where some lie, as a rule, to anywhere."""
    source, target = (Place(any_seat(state, rng), rng.choice(("stakes", "stakes", "bet", "pot"))) for _ in range(2))
    piles = {"stakes": state.stacks, "bet": state.bets, "pot": state.paid}
    there = piles[source.at][source.seat] if 0 <= source.seat < state.seats else 0
    amount = rng.choice((1, 100, there, rng.randint(0, max(there, 1)), rng.randint(-1, 10_000)))
    return Move(amount, source, target)


def mistaken(state: Round, rng: Random) -> DiscardMistakenCards:
    """Cards at a seat that is not in the round, some of them named; now and then none, or one that lies elsewhere."""
    count = rng.choice((1, 1, 2, 2, 5, 0))
    cards = [rng.choice((UNKNOWN, *undealt(state))) for _ in range(count)]
    return DiscardMistakenCards(tuple(cards) if rng.random() < 0.9 else (*cards, DECK[0]), "somebody")


MISHAPS: dict[str, Mishap] = {
    "mistaken": mistaken,
    "misdeal": misdeal,
    "dead": dead,
    "face up": face_up,
    "fallen": fallen,
    "fallen of hand": fallen_of_hand,
    "removal": removal,
    "skipping": skipping,
    "protection": protection,
    "reconstruction": reconstruction,
    "leaving": leaving,
    "gesture": gesture,
    "disclosure": disclosure,
    "ruling": ruling,
}

ANYTHING = dict.fromkeys(MISHAPS, 1)
# Whatever ends a round early keeps the rest from happening, so most tables are spared it.
LASTING = dict.fromkeys(MISHAPS, 6) | {"misdeal": 1, "dead": 1, "face up": 2, "gesture": 2, "leaving": 2}
LUCKS = (
    Luck(0.1, 0.1, ANYTHING),
    Luck(0.15, 0.0, {"misdeal": 3, "dead": 1, "gesture": 2}, unnamed=0.5),
    Luck(0.3, 0.5, LASTING, unnamed=0.5),
    Luck(0.3, 0.2, {"fallen": 3, "fallen of hand": 4, "face up": 1, "misdeal": 1}, unnamed=0.3),
    Luck(0.4, 0.3, {"removal": 4, "protection": 8, "reconstruction": 5, "leaving": 3, "gesture": 1}, unnamed=1.0),
    Luck(0.3, 0.9, {"ruling": 4, "disclosure": 4, "removal": 1, "misdeal": 1}),
    Luck(0.3, 0.9, {"protection": 1, "skipping": 5, "fallen of hand": 1, "gesture": 1}, unnamed=1.0),
)
FALLING = {"fallen": 6, "fallen of hand": 1}
DROPPING_CARDS = (Luck(0.7, 0.0, FALLING), Luck(0.7, 0.3, FALLING, unnamed=1.0))
"""Tables at which card after card falls off, until the deck can spare no more."""
EXPOSING_CARDS = (Luck(0.1, 0.8, FALLING, unnamed=1.0, at_once=(*range(1, 8), 4, 5, 6)),)
"""Tables at which so many cards come face up that their exchange takes the last the deck can spare."""
