"""A table at which tests stage rounds of play: seats S1, S2, ... clockwise, amounts in dollars, cards by name.

    table = open_round(game("seven-card-stud-high"), house, hands=("Td 6c 7h", "9s 3h 2c 9d"))
    table.play("S2 posts; S1 raises to 5; S2 calls")
    assert table.turn == "S1"

A hand is written in the order its cards arrive and ends where its player folds; `??` is any card.

At a table with a dealer of its own the cards come one street at a time, some of them perhaps face up by accident:

    table = open_live_round(game("seven-card-stud-high"), house, hands=("Td 6c 7h", "9s 3h 2c 9d"))
    table.deal(exposed="S2 1")
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from pokerroom.cards import DECK, UNKNOWN, Card, card_text, parse_cards, repeated
from pokerroom.play import (
    Bet,
    Call,
    Check,
    Code,
    Command,
    Concede,
    Deal,
    Discard,
    Draw,
    Exposed,
    Fold,
    Folding,
    Freeze,
    KillButton,
    LeaveTable,
    MayBet,
    MayCall,
    MayCheck,
    MayDraw,
    MayPlayOn,
    MayPostForcedBet,
    MayShow,
    MustDiscard,
    Offer,
    OpenRound,
    PlayOn,
    PostForcedBet,
    Procedure,
    Raise,
    Refusal,
    Reshuffle,
    Seat,
    Show,
    Stage,
    cards_due,
    legal_actions,
    perform,
    procedure,
    reshuffle_pool,
    start,
)
from pokerroom.play.events import BettingRoundClosed, Event, PotAwarded, ShowdownOpened
from pokerroom.rules import clauses
from pokerroom.rules.clauses import Face, Game
from pokerroom.rules.house import HouseRules, NoLimit, letter

Kind = TypeVar("Kind")

ACTION = re.compile(
    r"S(?P<seat>\d+) (?P<verb>posts|folds|checks|calls|bets|raises to|gives up|draws|stands pat|shows|concedes"
    r"|freezes|plays on|leaves|throws the hand in|turns the up-cards down)"
    r"(?: (?P<amount>[\d.]+))?(?: giving up)?(?P<cards>(?: [2-9TJQKA][cdhs])*)"
)
CHEAPEST = (MayCheck, MayPostForcedBet, MayCall, MayBet, MayDraw, MustDiscard, MayPlayOn, MayShow)
"""What a player who wants to stay and pay as little as possible does, first choice first."""


def seat(name: str) -> Seat:
    """Seat 0 is S1."""
    return Seat(int(name.removeprefix("S")) - 1)


def name(of: int) -> str:
    return f"S{of + 1}"


def names(seats: Sequence[int]) -> tuple[str, ...]:
    return tuple(name(each) for each in seats)


def dollars(cents: int) -> float:
    """Dollars as a test writes them, 12.5 for $12.50; only cents ever reach the engine."""
    return cents / 100


def cents(amount: float | str) -> int:
    return round(float(amount) * 100)


class Table:
    """One round of play: its state, and the log of all that has happened."""

    def __init__(self, plan: Procedure, opening: OpenRound) -> None:
        outcome = start(plan, opening)
        assert not isinstance(outcome, Refusal), str(outcome)
        self.state, self.log = outcome

    def play(self, script: str) -> None:
        """Carry out actions such as `S2 posts; S3 raises to 5; S4 calls giving up 2c 3d; S1 folds`."""
        for text in script.split(";"):
            self.do(self.command(text.strip()))

    def do(self, command: Command) -> None:
        outcome = perform(self.state, command)
        assert not isinstance(outcome, Refusal), f"{command}: {outcome}"
        self.state, events = outcome
        self.log += events

    def refused(self, action: str | Command, code: Code) -> Refusal:
        outcome = perform(self.state, self.command(action) if isinstance(action, str) else action)
        assert isinstance(outcome, Refusal), f"{action!r} was accepted"
        assert outcome.code is code, str(outcome)
        return outcome

    def command(self, text: str) -> Command:
        found = ACTION.fullmatch(text)
        if found is None:
            raise ValueError(f"cannot read the action {text!r}")
        place = seat(found["seat"])
        cards = parse_cards(found["cards"])
        amount = found["amount"]
        match found["verb"]:
            case "bets":
                return Bet(place, cents(amount), cards)
            case "raises to":
                return Raise(place, cents(amount), cards)
            case "draws":
                # `S4 draws 3` exchanges the first three cards held, `S4 draws giving up 2c 3d` those two.
                return Draw(place, cards or self.state.down[place][: int(amount)])
            case verb:
                return plain_command(verb, place, cards)

    def stay(self, *, until: str = "") -> None:
        """Nobody folds and nobody bets unless they must, until the betting of a street opens or to the end."""
        while not self.state.over and (not until or self.street != until or self.state.stage is not Stage.BETTING):
            self.do(self.cheapest())

    def finish_betting(self) -> None:
        """The present betting round is completed, nobody folding or betting unless they must."""
        closed = len(self.all(BettingRoundClosed))
        while len(self.all(BettingRoundClosed)) == closed:
            self.do(self.cheapest())

    def cheapest(self) -> Command:
        if self.state.stage is Stage.SHUFFLING:
            return Reshuffle(reshuffle_pool(self.state).cards)
        turn = self.state.turn
        assert turn is not None, f"nobody's turn at {self.state.stage}"
        offers = legal_actions(self.state, turn)
        offer = next(each for kind in CHEAPEST for each in offers if isinstance(each, kind))
        down = self.state.down[turn]
        match offer:
            case MayCheck():
                return Check(turn)
            case MayPostForcedBet(discard=count):
                return PostForcedBet(turn, down[:count])
            case MayCall(discard=count):
                return Call(turn, down[:count])
            case MayBet(least=least, discard=count):
                return Bet(turn, least, down[:count])
            case MayDraw():
                return Draw(turn)
            case MustDiscard(count=count):
                return Discard(turn, down[:count])
            case MayPlayOn():
                return PlayOn(turn)
            case _:
                return Show(turn)

    @property
    def turn(self) -> str | None:
        return None if self.state.turn is None else name(self.state.turn)

    @property
    def street(self) -> str:
        return self.state.procedure.game.streets[self.state.street].name

    @property
    def pot(self) -> float:
        """Every chip put in and not yet awarded."""
        return dollars(self.state.pot)

    @property
    def stacks(self) -> tuple[float, ...]:
        return tuple(map(dollars, self.state.stacks))

    @property
    def live(self) -> tuple[str, ...]:
        return tuple(name(each) for each in range(self.state.seats) if self.state.is_live(each))

    @property
    def stub(self) -> int:
        """How many cards are left in the deck."""
        return len(self.state.stub)

    @property
    def pots(self) -> tuple[float, ...]:
        """The main pot, then the side pots, as they stood at the showdown."""
        return tuple(dollars(pot.amount) for pot in self.only(ShowdownOpened).pots)

    def all(self, kind: type[Kind]) -> list[Kind]:
        return [event for event in self.log if isinstance(event, kind)]

    def last(self, kind: type[Kind]) -> Kind:
        return self.all(kind)[-1]

    def only(self, kind: type[Kind]) -> Kind:
        (event,) = self.all(kind)
        return event

    def since(self, kind: type[Any]) -> list[Event]:
        """The log from the last event of this kind on."""
        start_of = max(at for at, event in enumerate(self.log) if isinstance(event, kind))
        return self.log[start_of:]

    def offers(self, who: str = "") -> set[type[Offer]]:
        """The kinds of action open to a player; to the player whose turn it is, if none is named."""
        return {type(offer) for offer in legal_actions(self.state, seat(who or self.turn or "S0"))}

    def offer(self, kind: type[Kind]) -> Kind:
        """What exactly the player whose turn it is may do of this kind."""
        assert self.state.turn is not None
        return next(each for each in legal_actions(self.state, self.state.turn) if isinstance(each, kind))

    def won(self, share: str = "") -> dict[str, float]:
        """What each player was awarded, in all or of the share named."""
        won: Counter[int] = Counter()
        for award in self.all(PotAwarded):
            if award.share == share or not share:
                won.update(dict(zip(award.seats, award.amounts, strict=True)))
        return {name(each): dollars(won[each]) for each in sorted(won)}


PLAIN: dict[str, Callable[[Seat], Command]] = {
    "folds": Fold,
    "checks": Check,
    "stands pat": Draw,
    "shows": Show,
    "concedes": Concede,
    "freezes": Freeze,
    "plays on": PlayOn,
    "leaves": LeaveTable,
    "throws the hand in": lambda place: Fold(place, Folding.DISCARDED),
    "turns the up-cards down": lambda place: Fold(place, Folding.TURNED_DOWN),
}
"""What a player does without chips or cards to name."""


def plain_command(verb: str, place: Seat, cards: tuple[Card, ...]) -> Command:
    match verb:
        case "posts":
            return PostForcedBet(place, cards)
        case "calls":
            return Call(place, cards)
        case "gives up":
            return Discard(place, cards)
        case _:
            return PLAIN[verb](place)


def open_round(
    game: Game,
    house: HouseRules,
    *,
    hands: Sequence[str] = (),
    players: int = 0,
    stacks: float | Sequence[float] = 100,
    board: str = "",
    draws: Sequence[str] = (),
    deck: Sequence[Card] = (),
    button: str = "",
    kill: KillButton | None = None,
    antes: Sequence[float] = (),
) -> Table:
    """Deal these hands, or any cards to so many players; `button` is the last seat unless named."""
    hands = hands or ("",) * players
    chips = (stacks,) * len(hands) if isinstance(stacks, int | float) else stacks
    holder = seat(button) if button else None
    opening = OpenRound(
        stacks=tuple(map(cents, chips)),
        deck=tuple(deck) or deck_for(game, hands, board=board, draws=draws, button=holder),
        button=holder,
        kill=kill,
        antes=tuple(map(cents, antes)) or None,
    )
    return Table(procedure(game, house), opening)


def stopped(table: Table) -> Table:
    """The same table, to go another way from here."""
    other = object.__new__(Table)
    other.state, other.log = table.state, list(table.log)
    return other


class LiveTable(Table):
    """A table at which a dealer deals and names the cards of each street, and which of them were turned over."""

    def __init__(self, plan: Procedure, opening: OpenRound, hands: Sequence[str], board: str) -> None:
        super().__init__(plan, opening)
        self.hands = [list(parse_cards(hand)) for hand in hands]
        self.center = list(parse_cards(board))
        laid = {card for hand in (*self.hands, self.center) for card in hand}
        self.rest = [card for card in DECK if card not in laid]
        """Cards that no hand names: burn cards, and wherever any card will do."""

    def deal(self, exposed: str = "", *, then: str = "") -> None:
        """Deal the next street; `exposed="S2 1, S3 2"` turned over S2's first card of it and S3's second.

        `then` names the cards that follow in exchange for exposed ones.
        """
        self.do(self.next_deal(exposed_cards(exposed), parse_cards(then)))

    def next_deal(self, exposed: tuple[Exposed, ...] = (), then: Sequence[Card] = ()) -> Deal:
        state = self.state
        self.rest = [card for card in self.rest if card not in then]
        drawing = state.stage is Stage.DRAWING
        street = state.procedure.game.streets[state.street if drawing else state.street + 1]
        if drawing:
            cards = [self.any_card() for _ in range(cards_due(state) - len(then))]
        elif isinstance(street.cards, clauses.Community):
            cards = [] if state.apart.burn_ready else [self.any_card()]
            cards += [self.center.pop(0) if self.center else self.any_card() for _ in range(street.cards.count)]
        else:
            cards = [] if street.cards.burn is None else [self.any_card()]
            cards += self.cards_to_players(street, exposed)
        replaced = len(exposed) if isinstance(street.exposed, clauses.Exchange) else 0
        return Deal((*cards, *then, *(self.any_card() for _ in range(replaced - len(then)))), exposed)

    def cards_to_players(self, street: clauses.Street, exposed: tuple[Exposed, ...]) -> list[Card]:
        """One card to each at a time; who has had two hole cards turned over gets no more of a stud hand."""
        first = 0 if self.state.button is None else self.state.button + 1
        served = [(first + place) % self.state.seats for place in range(self.state.seats)]
        served = [place for place in served if self.state.is_live(place)]
        cards: list[Card] = []
        for number in range(len(faces(street))):
            cards += [self.hands[place].pop(0) if self.hands[place] else self.any_card() for place in served]
            turned = Counter(each.seat for each in exposed if each.number <= number)
            if Face.UP in faces(street):
                served = [place for place in served if turned[Seat(place)] < 2]
            if len(served) < 2:
                break
        return cards

    def any_card(self) -> Card:
        return self.rest.pop(0)

    def cheapest(self) -> Command:
        return self.next_deal() if cards_due(self.state) else super().cheapest()


def exposed_cards(text: str) -> tuple[Exposed, ...]:
    """`S2 1, S3 2` is the first card of S2 and the second of S3."""
    named = [each.split() for each in text.split(",") if each.strip()]
    return tuple(Exposed(seat(who), int(number) - 1) for who, number in named)


def open_live_round(
    game: Game,
    house: HouseRules,
    *,
    hands: Sequence[str] = (),
    players: int = 0,
    stacks: float | Sequence[float] = 100,
    board: str = "",
    button: str = "",
    antes: Sequence[float] = (),
) -> LiveTable:
    """A round that waits for the dealer's first cards; these hands will be dealt, then any cards."""
    hands = hands or ("",) * players
    chips = (stacks,) * len(hands) if isinstance(stacks, int | float) else stacks
    opening = OpenRound(
        stacks=tuple(map(cents, chips)),
        button=seat(button) if button else None,
        antes=tuple(map(cents, antes)) or None,
    )
    return LiveTable(procedure(game, house), opening, hands, board)


def opening_refused(game: Game, house: HouseRules, *, players: int, stacks: float = 100) -> Refusal:
    """Why so many players with such stakes are not dealt in."""
    outcome = start(procedure(game, house), OpenRound(stacks=(cents(stacks),) * players, deck=DECK))
    assert isinstance(outcome, Refusal), f"{players} players were dealt in"
    return outcome


def contest(
    game: Game,
    hands: Sequence[str],
    paid: Sequence[float],
    *,
    board: str = "",
    draws: Sequence[str] = (),
    button: str = "",
    folded: Sequence[str] = (),
    **settings: Any,
) -> Table:
    """A showdown between these hands over what each seat has paid; the folded left theirs in the pot.

    The chips are posted as antes and the streets checked through, so that the pots are those sums and nothing else.
    Who has paid less than another is all-in.
    """
    may = {"posts_may_differ": True, "short_stack_dealt_in": True, "five_stud_opener_may_check": True}
    house = letter(NoLimit(100), **may, **settings)
    most = max(paid)
    stacks = tuple(each if each < most and name(place) not in folded else each + 100 for place, each in enumerate(paid))
    table = open_round(game, house, hands=hands, stacks=stacks, board=board, draws=draws, button=button, antes=paid)
    while not table.state.over:
        leaves = table.state.stage is Stage.BETTING and table.turn in folded
        table.do(Fold(seat(table.turn or "")) if leaves else table.cheapest())
    return table


def showing(game: Game, *boards: str) -> tuple[str, ...]:
    """Hands with these up-cards, in the order they come, and any down cards."""
    return tuple(hand_showing(game, board) for board in boards)


def hand_showing(game: Game, board: str) -> str:
    up = [card_text(card) for card in parse_cards(board)]
    hand: list[str] = []
    for face in (face for street in game.streets for face in faces(street)):
        if not up:
            break
        hand.append(up.pop(0) if face is Face.UP else "??")
    return " ".join(hand)


def faces(street: clauses.Street) -> tuple[Face, ...]:
    return street.cards.faces if isinstance(street.cards, clauses.Deal) else ()


def deck_for(
    game: Game, hands: Sequence[str], *, board: str = "", draws: Sequence[str] = (), button: Seat | None = None
) -> tuple[Card, ...]:
    """The deck that deals these hands, this board and, at each draw, these new cards in turn.

    `board` holds community cards, or the common cards of streets that no hand reaches.
    """
    left = [padded(parse_cards(hand), len(faces(game.streets[0]))) for hand in hands]
    center = list(parse_cards(board))
    drawn = iter(draws)
    first = 0 if button is None else button + 1
    order = [(first + place) % len(left) for place in range(len(left))]
    laid: list[Card] = []
    for street in game.streets:
        cards = street.cards
        if cards.burn is not None:
            laid.append(UNKNOWN)
        if isinstance(cards, clauses.Draw):
            laid += parse_cards(next(drawn, ""))
        elif isinstance(cards, clauses.Community):
            laid += padded(center[: cards.count], cards.count)
            del center[: cards.count]
        elif any(left):
            laid += [left[at].pop(0) for _ in cards.faces for at in order if left[at]]
        elif isinstance(game.shortage, clauses.CommonCard):
            laid += center[:1]
            del center[:1]
    return filled(laid)


def padded(cards: Sequence[Card], count: int) -> list[Card]:
    return [*cards, *(UNKNOWN,) * (count - len(cards))]


def filled(laid: Sequence[Card]) -> tuple[Card, ...]:
    """A whole deck with the cards named in their places, and the others wherever any card will do."""
    twice = repeated(laid)
    assert twice is None, f"{card_text(twice)} is dealt twice"
    rest = iter([card for card in DECK if card not in laid])
    cards = [next(rest) if card == UNKNOWN else card for card in laid[: len(DECK)]]
    return (*cards, *rest)
