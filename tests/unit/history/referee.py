"""A referee who reads a hand history without our reader, our engine or our settlement, and says what is wrong with it.

The referee convicts only of what is certain: a card in two places, a turn taken out of order, chips nobody had, an
amount the limits do not allow, a show of other cards, a pot that went to the wrong hand. On what rooms do in different
ways (who opens at stud, short all-ins, a deck that runs short) there is no opinion here. Hands are ranked by the
reference, the slow telling of the rankings that no game is played with.
"""

import tomllib
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from pokerroom.cards import parse_card
from pokerroom.ranking.reference import omaha_standing, standing
from pokerroom.ranking.strength import Ranking

Cards = list[str]
FACE_DOWN = "??"
DECK = {rank + suit for rank in "23456789TJQKA" for suit in "cdhs"}


class Rules(NamedTuple):
    """A game as far as a record shows it: cards to each player (`4`), cards to the board (`b3`) or a draw (`draw`)."""

    streets: tuple[str, ...]
    shares: tuple[Ranking, ...]
    worst: str | None = None
    """The highest card of a low hand that qualifies."""
    button: bool = True
    common: bool = False
    entry: int = 0
    """Down cards given up to enter."""
    omaha: bool = False


HIGH, LOW, DEUCE = Ranking.HIGH_FIVE, Ranking.LOW_ACE_TO_FIVE, Ranking.LOW_DEUCE_TO_SEVEN
BOARD, STUD, SUPER, TRIPLE = ("b3", "b1", "b1"), ("3", "1", "1", "1", "1"), ("5", "1", "1", "1", "1"), ("draw",) * 3

GAMES = {
    "T": Rules(("2", *BOARD), (HIGH,)),
    "O": Rules(("4", *BOARD), (HIGH,), omaha=True),
    "O/8": Rules(("4", *BOARD), (HIGH, LOW), "8", omaha=True),
    "7S": Rules(STUD, (HIGH,), button=False, common=True),
    "R": Rules(STUD, (LOW,), button=False, common=True),
    "7S/HL": Rules(STUD, (HIGH, LOW), button=False, common=True),
    "7S/8": Rules(STUD, (HIGH, LOW), "8", button=False, common=True),
    "7SS": Rules(SUPER, (HIGH,), button=False, entry=2),
    "7SS/L": Rules(SUPER, (LOW,), button=False, entry=2),
    "7SS/HL": Rules(SUPER, (HIGH, LOW), button=False, entry=2),
    "7SS/8": Rules(SUPER, (HIGH, LOW), "8", button=False, entry=2),
    "5S": Rules(("2", "1", "1", "1"), (HIGH,), button=False),
    "M": Rules(("2", "1", "b1"), (Ranking.HIGH_THREE, Ranking.LOW_THREE), "6", button=False),
    "5D": Rules(("5", "draw"), (HIGH,)),
    "5DL": Rules(("5", "draw"), (LOW,)),
    "2L3D": Rules(("5", *TRIPLE), (DEUCE,)),
    "A5L3D": Rules(("5", *TRIPLE), (LOW,)),
    "B": Rules(("4", *TRIPLE), (Ranking.BADUGI,)),
}


class Fault(Exception):
    """Something that cannot have happened, or that a room would have to be told of."""


class Account(NamedTuple):
    """A hand as the referee understood it."""

    cards: tuple[Any, ...]
    """What each player and the board received and gave up."""
    wagers: tuple[tuple[int, int, Fraction], ...]
    """Street, player and the chips put in, in order; antes and blinds first."""
    stacks: tuple[Fraction, ...] | None
    """What each player ends with, exactly; None where the referee has no opinion."""
    within: Fraction
    """How far from that odd chips may lie."""


def account(text: str) -> Account:
    """The whole hand, or the first `Fault`."""
    try:
        referee = Referee(tomllib.loads(text, parse_float=Decimal))
        referee.walk()
        stacks, within = referee.settled()
    except (LookupError, ValueError, ArithmeticError, AttributeError) as error:
        raise Fault(f"cannot be read: {error!r}") from None
    return Account(referee.cards_dealt(), tuple(referee.wagers), stacks, within)


def split(cards: str) -> Cards:
    found = [cards[at : at + 2] for at in range(0, len(cards), 2)]
    for card in found:
        if card != FACE_DOWN and card not in DECK:
            raise Fault(f"{card} is no card")
    return found


class Referee:
    """One hand, walked through action by action."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.table = table
        self.limit, self.rules = table["variant"][0], GAMES[table["variant"][1:]]
        self.lines = deque(line.split("#")[0].split() for line in table["actions"] if line.split("#")[0].split())
        self.players = len(table["starting_stacks"])
        seats = range(self.players)
        self.stacks = [Fraction(stack) for stack in table["starting_stacks"]]
        self.live = [*seats]
        self.hands: list[Cards] = [[] for _ in seats]
        self.named: list[Cards] = [[] for _ in seats]
        self.given_up: list[Cards] = [[] for _ in seats]
        self.received: list[list[str]] = [[] for _ in seats]
        self.board: Cards = []
        self.antes = [Fraction(0)] * self.players
        self.paid = [Fraction(0)] * self.players
        self.bets = [Fraction(0)] * self.players
        self.level = self.full = self.least = Fraction(0)
        self.short = False
        self.street = -1
        self.entered: set[int] = set()
        self.wagers: list[tuple[int, int, Fraction]] = []
        self.words: dict[int, str] = {}
        self.shown: dict[int, Cards] = {}
        self.dealt = 0
        self.certain = True
        """Whether the referee has an opinion on who wins what."""

    # The course of a hand

    def walk(self) -> None:
        self.post()
        for street, kind in enumerate(self.rules.streets):
            self.street = street
            self.deal(kind)
            self.bet()
            self.enter_late()
            if len(self.live) == 1:
                break
        self.take_shows(over=True)
        if self.lines:
            raise Fault(f"{self.lines[0]} after the hand was over")
        remaining = [seat for seat in self.live if self.words.get(seat) != ""]
        silent = [seat for seat in remaining if seat not in self.words]
        if len(remaining) > 1 and silent:
            raise Fault(f"no word of p{silent[0] + 1} at the showdown")

    def by_player(self, field: str) -> list[Fraction]:
        amounts = [Fraction(amount) for amount in self.table[field]]
        if len(amounts) != self.players:
            raise Fault(f"{field} are not of the players")
        return amounts[::-1] if self.players == 2 else amounts

    def post(self) -> None:
        for seat, ante in enumerate(self.by_player("antes")):
            self.antes[seat] = min(ante, self.stacks[seat])
            self.stacks[seat] -= self.antes[seat]
            self.wagers.append((-1, seat, self.antes[seat]))
            # A player without the whole ante contends for part of the others', in ways that rooms differ on.
            self.certain &= self.antes[seat] == ante and self.stacks[seat] > 0
        # So they do where the antes differ and belong only to those who matched them.
        self.certain &= len({*self.antes}) == 1 or not self.table.get("ante_trimming_status", False)
        if self.rules.button:
            blinds = self.by_player("blinds_or_straddles")
            if "_kill" in self.table and "_kill_button" in self.table:
                blinds[self.table["_kill_button"] - 1] = self.unit(0)
            posting = [seat for seat, blind in enumerate(blinds) if blind and self.stacks[seat]]
            for seat in posting:
                self.put_in(seat, min(blinds[seat], self.stacks[seat]))
            # Who has no chips left posts none; the others call the posted blind all the same, if anybody posted.
            self.level = max(blinds) if posting else Fraction(0)

    def put_in(self, seat: int, amount: Fraction) -> None:
        self.stacks[seat] -= amount
        self.bets[seat] += amount
        if amount:
            self.wagers.append((self.street, seat, amount))

    # Cards

    def deal(self, kind: str) -> None:
        if kind == "draw":
            self.draw()
        elif kind.startswith("b"):
            self.deal_board(int(kind[1:]))
        elif self.rules.common and self.next_is("d", "db"):
            if 52 - self.dealt - self.street > len(self.live):
                raise Fault("a common card while the deck serves everybody")
            self.deal_board(1)
        else:
            self.deal_hands(dict.fromkeys(self.live, int(kind)))

    def deal_board(self, count: int) -> None:
        while count > 0:
            line = self.take("d", "db")
            self.leave_the_deck(split(line[2]))
            self.board += split(line[2])
            count -= len(split(line[2]))
        if count:
            raise Fault("too many cards on the board")

    def deal_hands(self, due: dict[int, int]) -> None:
        left = Counter(due)
        while left.total():
            line = self.take("d", "dh")
            seat, cards = self.seat(line[2]), split(line[3])
            self.leave_the_deck(cards)
            self.hands[seat] += cards
            self.received[seat] += [f"{self.street} {card}" for card in cards]
            left[seat] -= len(cards)
            if left[seat] < 0:
                raise Fault(f"too many cards for p{seat + 1}")

    def leave_the_deck(self, cards: Cards) -> None:
        known = [card for card in cards if card != FACE_DOWN]
        out = {*self.board, *(card for hand in (*self.hands, *self.named) for card in hand)}
        if self.dealt + len(self.rules.streets) + len(cards) < 52:
            out |= {card for cards in self.given_up for card in cards}
        if len({*known}) < len(known) or out & {*known}:
            raise Fault(f"{known} are out of the deck already")
        self.dealt += len(cards)

    def draw(self) -> None:
        """The discards of all and the new cards of all, in whatever order the file has them."""
        waiting, owed = {*self.live}, Counter[int]()
        while waiting or owed.total():
            if self.next_is("d", "dh"):
                line = self.lines.popleft()
                seat, cards = self.seat(line[2]), split(line[3])
                self.leave_the_deck(cards)
                self.hands[seat] += cards
                self.received[seat] += [f"{self.street} {card}" for card in cards]
                owed[seat] -= len(cards)
                if owed[seat] < 0 and seat not in waiting:
                    raise Fault(f"too many cards for p{seat + 1}")
                continue
            self.take_shows()
            line = self.take(None, "sd")
            seat = self.seat(line[0])
            if seat not in waiting:
                raise Fault(f"p{seat + 1} is not to draw")
            waiting.remove(seat)
            owed[seat] += self.give_up(seat, line)

    def give_up(self, seat: int, line: Sequence[str]) -> int:
        cards = split("".join(line[2:]))
        for card in cards:
            held = card if card in self.hands[seat] else FACE_DOWN
            if held not in self.hands[seat] or (card != held and card in self.seen()):
                raise Fault(f"p{seat + 1} does not hold {card}")
            self.hands[seat].remove(held)
            self.given_up[seat].append(card)
            if card in self.named[seat]:
                self.named[seat].remove(card)
        return len(cards)

    def seen(self) -> set[str]:
        return {*self.board, *(card for cards in (*self.hands, *self.given_up) for card in cards)}

    def enter_late(self) -> None:
        if not self.rules.entry or self.street or len(self.live) == 1:
            return
        for seat in self.live:
            if seat not in self.entered:
                line = self.take(f"p{seat + 1}", "sd")
                self.enter(seat, line)

    def enter(self, seat: int, line: Sequence[str]) -> None:
        up = self.hands[seat][-1]
        if self.give_up(seat, line) != self.rules.entry or up in set(split("".join(line[2:]))) - {FACE_DOWN}:
            raise Fault(f"p{seat + 1} gives up other cards than {self.rules.entry} down cards")
        self.entered.add(seat)

    # Wagers

    def unit(self, street: int) -> Fraction:
        table = self.table
        if self.limit == "F":
            unit = Fraction(table["small_bet" if street < len(self.rules.streets) // 2 else "big_bet"])
        else:
            unit = Fraction(table["min_bet"])
        return unit * {"kill": Fraction(2), "half-kill": Fraction(3, 2)}.get(table.get("_kill", ""), Fraction(1))

    def able(self, start: int) -> list[int]:
        seats = [(start + step) % self.players for step in range(self.players)]
        return [seat for seat in seats if seat in self.live and self.stacks[seat] > 0]

    def bet(self) -> None:
        if self.street:
            self.level, self.bets = Fraction(0), [Fraction(0)] * self.players
        self.full, self.least, self.short = self.level, self.unit(self.street), False
        to_act = self.able(self.opener())
        if len(to_act) < 2 and all(self.bets[seat] >= max(self.bets) for seat in to_act):
            return self.gather()
        forced = not self.rules.button and not self.street
        while to_act and len(self.live) > 1:
            seat = to_act[0]
            if len(to_act) == 1 and not forced and self.able(0) == [seat] and self.bets[seat] >= max(self.bets):
                break
            raised = self.act(seat, forced=forced)
            forced = False
            to_act = self.able(seat + 1) if raised else to_act[1:]
            to_act = [each for each in to_act if each != seat]
        return self.gather()

    def opener(self) -> int:
        """Who bets first: known after the blinds of two players with chips behind them, else taken from the file."""
        if self.rules.button and self.street:
            return 0
        blinds = [Fraction(blind) for blind in self.table.get("blinds_or_straddles", ())]
        usual = bool(blinds) and 0 < blinds[0] < blinds[1] and not any(blinds[2:]) and "_kill" not in self.table
        if usual and all(self.stacks[:2]):
            return 2 if self.players > 2 else 1
        first = next((line for line in self.lines if line[0] != "d" and line[1] not in ("sm", "sd")), None)
        return self.seat(first[0]) if first else 0

    def act(self, seat: int, *, forced: bool) -> bool:
        """One player's turn; whether the others have to answer."""
        self.take_shows()
        discard = self.lines.popleft() if self.lines and self.lines[0][1] == "sd" else None
        line = self.take(f"p{seat + 1}", None)
        verb = line[1]
        enters = verb == "cbr" or (verb == "cc" and self.level > self.bets[seat])
        if discard is not None:
            if discard[0] != line[0] or not self.rules.entry or seat in self.entered or verb not in ("cc", "cbr"):
                raise Fault(f"{discard} goes with nothing")
            self.enter(seat, discard)
        elif self.rules.entry and not self.street and seat not in self.entered and not forced and enters:
            raise Fault(f"p{seat + 1} enters without giving up cards")
        match verb, forced:
            case "f", _:
                if forced:
                    self.put_in(seat, min(self.stacks[seat], Fraction(self.table["bring_in"])))
                    self.level = max(self.level, Fraction(self.table["bring_in"]))
                self.live.remove(seat)
                self.given_up[seat] += self.hands[seat]
                self.hands[seat] = []
                return False
            case "pb", True:
                self.level = Fraction(self.table["bring_in"])
                self.put_in(seat, min(self.stacks[seat], self.level))
                return False
            case "cc", False:
                self.put_in(seat, min(self.stacks[seat], max(self.level - self.bets[seat], Fraction(0))))
                return False
            case "cbr", _:
                self.raise_to(seat, Fraction(line[2]))
                return True
        raise Fault(f"{line} where p{seat + 1} is to act")

    def raise_to(self, seat: int, to: Fraction) -> None:
        stakes = self.bets[seat] + self.stacks[seat]
        if not self.level < to <= stakes:
            raise Fault(f"p{seat + 1} raises {self.level} to {to} with {stakes}")
        self.check_amount(seat, to, all_in=to == stakes)
        if to >= self.full + self.least:
            self.least = max(self.least, to - self.level) if self.limit != "F" else self.least
            self.full = to
        else:
            self.short = True
        self.put_in(seat, to - self.bets[seat])
        self.level = to

    def check_amount(self, seat: int, to: Fraction, *, all_in: bool) -> None:
        """By the posted limits, where no short wager makes it a matter of opinion."""
        unit, complete = self.unit(self.street), self.level % self.unit(self.street) == 0
        by = to - self.level
        if self.limit == "F" and not all_in and not self.short and complete and by != unit:
            raise Fault(f"a raise of {by} where {unit} is posted")
        if self.limit == "F" and not all_in and not self.short and to not in (self.level + unit, unit):
            raise Fault(f"a raise to {to} from {self.level}")
        if self.limit != "F" and not all_in and by < self.least and (not self.level or to < self.least):
            raise Fault(f"a raise of {by} where {self.least} is the least")
        if self.limit == "N" and not all_in and self.level >= unit and by < self.least:
            raise Fault(f"a raise of {by} where {self.least} is the least")
        if (
            self.limit == "S"
            and "_kill" not in self.table
            and by > self.odd_unit() + max(self.least, Fraction(self.table["_max_bet"]))
        ):
            raise Fault(f"a raise of {by} beyond the posted spread")
        pot = sum(self.antes) + sum(self.paid) + sum(self.bets)
        if self.limit == "P" and by > max(self.least + self.odd_unit(), pot + self.level - self.bets[seat]):
            raise Fault(f"a raise of {by} beyond the pot of {pot}")

    def gather(self) -> None:
        """What nobody called goes back; the bets go to the pot."""
        most = max(self.bets)
        owner = self.bets.index(most)
        if most and self.bets.count(most) == 1 and owner in self.live:
            uncalled = most - max(bet for seat, bet in enumerate(self.bets) if seat != owner)
            self.bets[owner] -= uncalled
            self.stacks[owner] += uncalled
        self.paid = [before + now for before, now in zip(self.paid, self.bets, strict=True)]
        self.bets = [Fraction(0)] * self.players

    # Shows

    def take_shows(self, *, over: bool = False) -> None:
        """Shows are for the end of the betting; who shows must be in the hand, with those cards."""
        while self.lines and self.lines[0][1] == "sm":
            line = self.lines.popleft()
            seat = self.seat(line[0])
            if not over and len(self.able(0)) > 1:
                raise Fault(f"{line} before the betting was over")
            if seat not in self.live:
                raise Fault(f"{line} after folding")
            if self.words.get(seat) == "" or (len(line) == 2 and self.shown_whole(seat) and len(self.live) > 1):
                raise Fault(f"{line} after {self.words[seat]!r}")
            if len(line) > 2:
                self.check_show(seat, line[2:])
            self.words[seat] = "".join(line[2:])

    def shown_whole(self, seat: int) -> bool:
        shown = self.shown.get(seat, [])
        return bool(shown) and len(shown) == len(self.hands[seat]) and FACE_DOWN not in shown

    def check_show(self, seat: int, words: Sequence[str]) -> None:
        cards = split("".join(words)) if [*words] != ["-"] else [*self.known(seat)]
        hand = self.known(seat)
        news = [card for card in cards if card not in hand and card != FACE_DOWN]
        others = {card for each in range(self.players) if each != seat for card in self.known(each)}
        elsewhere = others | {*self.board, *(card for given in self.given_up for card in given)}
        if len(cards) != len(hand) or len(news) > hand.count(FACE_DOWN) or elsewhere & {*news}:
            raise Fault(f"p{seat + 1} shows {cards} of {hand}")
        if len({*cards} - {FACE_DOWN}) < len(cards) - cards.count(FACE_DOWN):
            raise Fault(f"p{seat + 1} shows a card twice")
        self.named[seat] += news
        self.shown[seat] = cards

    def known(self, seat: int) -> Cards:
        names = iter(self.named[seat])
        return [next(names, FACE_DOWN) if card == FACE_DOWN else card for card in self.hands[seat]]

    # Reading on

    def seat(self, name: str) -> int:
        if not name.startswith("p") or not 1 <= int(name[1:]) <= self.players:
            raise Fault(f"no player {name}")
        return int(name[1:]) - 1

    def next_is(self, *words: str) -> bool:
        self.take_shows()
        return bool(self.lines) and tuple(self.lines[0][: len(words)]) == words

    def take(self, actor: str | None, verb: str | None) -> list[str]:
        self.take_shows()
        if not self.lines:
            raise Fault("the record ends too early")
        line: list[str] = self.lines.popleft()
        if (actor is not None and line[0] != actor) or (verb is not None and line[1] != verb):
            raise Fault(f"{line} where {actor} {verb} was due")
        return line

    # The pots

    def settled(self) -> tuple[tuple[Fraction, ...] | None, Fraction]:
        stacks, within = [*self.stacks], Fraction(0)
        if len(self.live) == 1:
            last = self.live[0]
            all_in = not stacks[last]
            stacks[last] += sum(self.paid) + sum(self.antes)
            return (None if all_in else tuple(stacks)), within
        contenders = [seat for seat in self.live if self.words.get(seat) != ""]
        if not self.certain or max(self.paid) > max(self.paid[seat] for seat in self.live):
            return None, within
        for amount, claimants in self.pots():
            remaining = [seat for seat in claimants if seat in contenders]
            if not remaining or any(FACE_DOWN in self.known(seat) for seat in remaining if len(remaining) > 1):
                return None, within
            parts = [*self.divided(amount, remaining)]
            for seat, part in parts:
                stacks[seat] += part
            # An odd unit for each division: into halves, and of a half among those who tie.
            within += (len(parts) - 1) * 2 * self.odd_unit()
        return tuple(stacks), within

    def pots(self) -> Iterator[tuple[Fraction, list[int]]]:
        trimmed = self.table.get("ante_trimming_status", False)
        paid = [bet + ante * trimmed for bet, ante in zip(self.paid, self.antes, strict=True)]
        spare = sum(self.antes) * (not trimmed)
        below = Fraction(0)
        for level in sorted({paid[seat] for seat in self.live}):
            amount = sum(min(chips, level) - min(chips, below) for chips in paid)
            yield amount + spare, [seat for seat in self.live if paid[seat] >= level]
            below, spare = level, Fraction(0)

    def divided(self, amount: Fraction, seats: list[int]) -> Iterator[tuple[int, Fraction]]:
        if len(seats) == 1:
            yield seats[0], amount
            return
        winners = [found for ranking in self.rules.shares if (found := self.best(ranking, seats))]
        unit = self.odd_unit()
        half = amount // (len(winners) * unit) * unit if len(winners) > 1 else amount
        for number, found in enumerate(winners):
            part = amount - half * (len(winners) - 1) if number == 0 else half
            yield from ((seat, part / len(found)) for seat in found)

    def best(self, ranking: Ranking, seats: list[int]) -> list[int]:
        strengths = {seat: self.strength(ranking, seat) for seat in seats}
        low = len(self.rules.shares) > 1 and ranking is self.rules.shares[1]
        if low and self.rules.worst:
            strengths = {seat: strength for seat, strength in strengths.items() if self.qualifies(strength)}
        return [seat for seat in strengths if strengths[seat] == max(strengths.values())]

    def strength(self, ranking: Ranking, seat: int) -> tuple[int, ...]:
        own, board = [*map(parse_card, self.known(seat))], [*map(parse_card, self.board)]
        return omaha_standing(ranking, own, board) if self.rules.omaha else standing(ranking, own + board)

    def qualifies(self, strength: tuple[int, ...]) -> bool:
        """No pair, and no card above the worst allowed; the standing has the class, then the ranks, all negative."""
        assert self.rules.worst
        return strength[0] == 0 and -strength[1] <= int(self.rules.worst) - 1

    def odd_unit(self) -> Fraction:
        if "_odd_unit" in self.table:
            return Fraction(self.table["_odd_unit"])
        names = ("bring_in", "small_bet", "big_bet", "min_bet", "_max_bet")
        amounts = [self.table[name] for name in names if name in self.table]
        for name in ("antes", "blinds_or_straddles", "starting_stacks"):
            amounts += self.table.get(name, ())
        amounts += [Decimal(line.split()[2]) for line in self.table["actions"] if " cbr " in line]
        places = [-int(amount.as_tuple().exponent) for amount in amounts if isinstance(amount, Decimal)]
        return Fraction(1, 10 ** max([0, *places]))

    def cards_dealt(self) -> tuple[Any, ...]:
        """What everybody received, in order, and what a show has named since."""
        received = tuple(tuple(sorted(cards)) for cards in self.received)
        discarded = tuple(tuple(sorted(cards)) for cards in self.given_up)
        return received, discarded, tuple(self.board), tuple(tuple(sorted(cards)) for cards in self.named)
