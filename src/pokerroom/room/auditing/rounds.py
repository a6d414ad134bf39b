"""Whether each event of a table follows from what came before it: chips, cards, pots, awards, rake, filed settings."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any, NamedTuple

from msgspec.structs import replace

from pokerroom.cards import DECK, UNKNOWN, card_text, cards_text, repeated
from pokerroom.money import dollars
from pokerroom.play import PushPots, Round
from pokerroom.play.apply_irregular import every_card
from pokerroom.play.events import (
    BettingRoundClosed,
    ContributionTaken,
    HandShown,
    Misdealt,
    Pot,
    PotAwarded,
    PotsFormed,
    PotsPushed,
    RakeTaken,
    RoundClosed,
    RoundDied,
    RoundOpened,
    Ruled,
    ShowdownOpened,
)
from pokerroom.play.pots import build_pots, divide_pots, rank_hands
from pokerroom.play.procedure import percent_in_all
from pokerroom.play.rake import rake_due
from pokerroom.play.state import live_from
from pokerroom.play.unnamed import awards_pushed, contradiction, pushing_refusal
from pokerroom.room.auditing.findings import Check
from pokerroom.rules.house import HouseRules, PercentageRake
from pokerroom.table.ending import Ending
from pokerroom.table.seating import Table
from pokerroom.table.seating.events import (
    PlayerRemoved,
    RakeMoved,
    RoundFinished,
    RoundStarted,
    TimeVerified,
)

MOST_PERCENT = 10
"""The most of all that is bet in a betting round, 14.14(b)1."""


class Scene(NamedTuple):
    """An event, and the table before and after it."""

    before: Table
    event: Any
    after: Table


Wrong = tuple[Check, str]


def off_balance(table: Table) -> int:
    """By how much the chips accounted for exceed what was bought in."""
    taken = table.in_rake_area + table.inventory + table.in_bad_beat_box
    return table.at_stake + taken + table.cashed_out - table.bought_in


def wrong_chips(table: Table) -> Iterator[Wrong]:
    """Amounts that cannot be made of chips."""
    state = table.round
    if state is not None and min(*state.stacks, *state.bets, *state.paid) < 0:
        yield Check.TABLES, f"there are fewer than no chips: stakes {state.stacks}, bets {state.bets}"
    if table.rake_area < 0 or table.time_area < 0:
        yield Check.TABLES, f"more left the rake area than was in it: {dollars(table.rake_area + table.time_area)}"


def round_started(scene: Scene) -> Iterator[Wrong]:
    before, event = scene.before, scene.event
    if before.dealing is not None:
        yield Check.ROUNDS, f"round {event.number} was started while round {before.dealing.number} was in progress"
    if event.number != before.rounds + 1:
        yield Check.ROUNDS, f"round {event.number} follows round {before.rounds}"
    if before.rake_area:
        yield Check.RAKE, f"{dollars(before.rake_area)} of the round before were not moved to the table inventory"
    players = tuple([before.place(seat).player for seat in event.lineup])
    if players != event.players:
        yield Check.ROUNDS, f"dealt in were {', '.join(event.players)}; in those seats are {', '.join(players)}"


def round_opened(scene: Scene) -> Iterator[Wrong]:
    before, event = scene.before, scene.event
    dealing, posting = before.dealing, before.posting
    if dealing is None:
        yield Check.ROUNDS, "a round was opened that nobody started"
        return
    # No pot contributes while the system of a multi-casino payout is suspended, 14.20(e)4i.
    by_the_sign = event.house in (posting.house, replace(posting.house, bad_beat=None))
    if (event.game, event.edition) != (posting.game, posting.edition) or not by_the_sign:
        yield Check.SETTINGS, f"{event.game} was dealt by other rules than the table posts"
    stakes = tuple([before.place(seat).stakes for seat in dealing.lineup])
    if event.stacks != stakes:
        yield Check.ROUNDS, f"the round opened with stakes of {event.stacks}; the players had {stakes}"


def wrong_cards(scene: Scene) -> Iterator[Wrong]:
    """52 cards, each in one place."""
    state = round_of(scene.before)
    cards = every_card(state)
    named = [card for card in cards if card != UNKNOWN]
    twice = repeated(tuple(named))
    if len(cards) != len(DECK):
        yield Check.CARDS, f"there are {len(cards)} cards in the round"
    if twice is not None:
        yield Check.CARDS, f"{card_text(twice)} is in two places"


def round_of(table: Table) -> Round:
    assert table.round is not None
    return table.round


def pots_formed(scene: Scene) -> Iterator[Wrong]:
    formed = build_pots(round_of(scene.before))
    if scene.event.pots != formed:
        yield Check.AWARDS, f"the pots are {pots_text(scene.event.pots)}; the chips make {pots_text(formed)}"


def pots_text(pots: tuple[Pot, ...]) -> str:
    return ", ".join(f"{dollars(pot.amount)} for {len(pot.claimants)} players" for pot in pots) or "none"


def hand_shown(scene: Scene) -> Iterator[Wrong]:
    event = scene.event
    held = round_of(scene.before).cards(event.seat)
    if UNKNOWN not in held and sorted(held) != sorted(event.cards):
        yield Check.CARDS, f"shown were {cards_text(event.cards)}; dealt were {cards_text(held)}"


def awards_due(state: Round) -> list[PotAwarded]:
    """Every award that the hands and the pots lead to, in order."""
    if state.live.bit_count() != 1:
        return divide_pots(state, rank_hands(state))
    last = live_from(state, 0)[0]
    return [PotAwarded(state.procedure.general.last_player, 0, "pot", (last,), (state.pot,), None, None)]


def contribution_due(state: Round) -> tuple[int, ...]:
    """What each pot contributes to the bad beat payout fund, the main pot first."""
    posted = state.procedure.house.bad_beat
    if posted is None:
        return ()
    sizes = [state.pot] if state.live.bit_count() == 1 else [pot.amount for pot in state.pots]
    return tuple([posted.amount if size >= posted.least_pot else 0 for size in sizes])


def contribution_taken(scene: Scene) -> Iterator[Wrong]:
    due, taken = contribution_due(round_of(scene.before)), scene.event.amounts
    if taken != due:
        yield Check.RAKE, f"{money(taken)} went to the bad beat box; {money(due) or 'nothing'} was due"


def award_differs(event: PotAwarded, due: PotAwarded) -> str:
    """How an award differs from the one that was due; empty if it does not."""
    pot = "the main pot" if event.pot == 0 else f"side pot {event.pot}"
    if (event.pot, event.share, event.joined) != (due.pot, due.share, due.joined):
        return f"the {event.share} share of {pot} was awarded where the {due.share} share of pot {due.pot} was due"
    if event.strength != due.strength:
        return f"{pot} was awarded for a hand of strength {event.strength}; the best hand is of {due.strength}"
    if sorted(event.seats) != sorted(due.seats):
        return f"{pot} went to places {places(event.seats)}; the best hand is in {places(due.seats)}"
    if dict(zip(event.seats, event.amounts, strict=True)) != dict(zip(due.seats, due.amounts, strict=True)):
        return f"{pot} was divided as {money(event.amounts)}; due were {money(due.amounts)}"
    return ""


def places(seats: tuple[int, ...]) -> str:
    return ", ".join(str(seat + 1) for seat in sorted(seats))


def money(amounts: tuple[int, ...]) -> str:
    return ", ".join(map(dollars, amounts))


def round_closed(scene: Scene) -> Iterator[Wrong]:
    state = round_of(scene.before)
    if state.pot:
        yield Check.AWARDS, f"{dollars(state.pot)} of the pot were awarded to nobody"
    if scene.event.stacks != state.stacks:
        yield Check.ROUNDS, f"the round closed with stakes of {scene.event.stacks}; replayed they are {state.stacks}"


def round_finished(scene: Scene) -> Iterator[Wrong]:
    before, event = scene.before, scene.event
    state, dealing = round_of(before), before.dealing
    if dealing is None or (event.number, event.lineup) != (dealing.number, dealing.lineup):
        yield Check.ROUNDS, f"round {event.number} was finished, which was not in progress"
    if not state.over:
        yield Check.ROUNDS, f"round {event.number} was finished before it was over"
    if event.stakes != state.stacks:
        yield Check.ROUNDS, f"round {event.number} is said to end with {event.stakes}; replayed it ends {state.stacks}"
    if event.raked != state.taken.by_method:
        yield Check.RAKE, f"round {event.number} is said to be raked {event.raked}; taken were {state.taken.by_method}"
    if (event.ending is Ending.COMPLETED) != bool(state.live):
        yield Check.ROUNDS, f"round {event.number} is recorded as {event.ending.value}, and was not"


def rake_taken(scene: Scene) -> Iterator[Wrong]:
    """Of what was put in until then: a hand that leaves later may take its chips out of the pot, 14.15(i)3, and a
    ruling may move some, and the rake stays as it was taken.
    """
    yield from wrong_rake(round_of(scene.after))


def wrong_rake(state: Round) -> Iterator[Wrong]:
    """Rake above what the law or the sign allows, however it was calculated."""
    house: HouseRules = state.procedure.house
    put_in = sum(state.paid) + sum(state.main_pot_antes)
    percentages: list[int] = []
    for method, taken in zip(house.rake, state.taken.by_method, strict=False):
        if taken > method.most:
            yield Check.RAKE, f"{dollars(taken)} were raked; the posted maximum is {dollars(method.most)}"
        if isinstance(method, PercentageRake):
            percentages.append(taken)
            yield from above_percentage(taken, method.percent, put_in)
    if len(percentages) > 1 and not state.procedure.first_rulebook:  # The first rulebook limited each one separately.
        yield from above_percentage(sum(percentages), percent_in_all(house), put_in)
    if house.rake_most is not None and sum(state.taken.by_method) > house.rake_most:
        yield Check.RAKE, f"{dollars(sum(state.taken.by_method))} were raked; the maximum is {dollars(house.rake_most)}"


def above_percentage(taken: int, posted: int | Decimal, put_in: int) -> Iterator[Wrong]:
    percent = min(posted, MOST_PERCENT)
    numerator, denominator = percent.as_integer_ratio()
    if taken * 100 * denominator > numerator * put_in:
        yield Check.RAKE, f"{dollars(taken)} were raked, more than {percent} percent of {dollars(put_in)}"


def rake_moved(scene: Scene) -> Iterator[Wrong]:
    taken, event = round_of(scene.before).taken.by_method, scene.event
    due = taken[event.method] if 0 <= event.method < len(taken) else 0
    if event.amount != due:
        yield Check.RAKE, f"{dollars(event.amount)} were moved to the table inventory; {dollars(due)} were raked"


def time_verified(scene: Scene) -> Iterator[Wrong]:
    if scene.event.amount != scene.before.time_area:
        amount, there = dollars(scene.event.amount), dollars(scene.before.time_area)
        yield Check.RAKE, f"{amount} of time charges were verified; {there} lay in the rake area"


CHECKS: dict[type[Any], tuple[Callable[[Scene], Iterator[Wrong]], ...]] = {
    RoundStarted: (round_started,),
    RoundOpened: (round_opened,),
    BettingRoundClosed: (wrong_cards,),
    ShowdownOpened: (wrong_cards, pots_formed),
    PotsFormed: (pots_formed,),
    HandShown: (hand_shown,),
    ContributionTaken: (contribution_taken,),
    RakeTaken: (rake_taken,),
    RoundClosed: (wrong_cards, round_closed),
    RoundFinished: (round_finished,),
    RakeMoved: (rake_moved,),
    TimeVerified: (time_verified,),
}
"""The checks beyond the balance, by event."""

COUNTED: dict[type[Any], str] = {
    RoundStarted: "rounds filed",
    BettingRoundClosed: "card counts",
    ShowdownOpened: "card counts",
    RoundClosed: "card counts",
    RoundFinished: "rounds",
    PotAwarded: "awards",
    RakeTaken: "rakes",
    Misdealt: "rounds undone",
    RoundDied: "rounds undone",
    PlayerRemoved: "players removed",
}


class Due:
    """Events that must come next: the rake of a betting round, the awards of a showdown."""

    def __init__(self) -> None:
        self._rakes: list[RakeTaken] = []
        self._awards: list[PotAwarded] = []
        self._pushed: PotsPushed | None = None
        self._ruled = False
        """Whether the event before was a ruling, which may push a pot against tabled cards."""

    def wrong(self, scene: Scene) -> Iterator[Wrong]:
        event = scene.event
        if isinstance(event, RakeTaken):
            yield from self._rake_taken(event)
            return
        if self._rakes:
            missed = ", ".join(money(each.amounts) for each in self._rakes)
            yield Check.RAKE, f"a rake of {missed} was due after the betting round and was not taken"
            self._rakes = []
        if isinstance(event, PotAwarded):
            yield from self._pot_awarded(scene)
            return
        if self._awards:
            yield Check.AWARDS, f"{len(self._awards)} awards that were due were not made"
            self._awards = []
        if isinstance(event, PotsPushed):
            yield from self._pots_pushed(scene)
        elif not isinstance(event, ContributionTaken):
            self._pushed = None
        self._ruled = isinstance(event, Ruled)
        if isinstance(event, BettingRoundClosed):
            self._rakes = rake_due(round_of(scene.before), round_of(scene.after))

    def _rake_taken(self, event: RakeTaken) -> Iterator[Wrong]:
        due = self._rakes.pop(0) if self._rakes else None
        if due is None:
            yield Check.RAKE, f"{money(event.amounts)} were raked where nothing was due"
        elif (event.method, event.amounts) != (due.method, due.amounts):
            yield Check.RAKE, f"{money(event.amounts)} were raked; {money(due.amounts)} were due"

    def _pots_pushed(self, scene: Scene) -> Iterator[Wrong]:
        """Pushed by hand: to players who may win each pot, and not against tabled cards, unless by a ruling."""
        state, self._pushed = round_of(scene.before), scene.event
        pushes = scene.event.pushes
        why = pushing_refusal(state, PushPots(pushes)) or (None if self._ruled else contradiction(state, pushes))
        if why is not None:
            yield Check.AWARDS, f"pots were pushed by hand where they may not be: {why}"

    def _pot_awarded(self, scene: Scene) -> Iterator[Wrong]:
        state = round_of(scene.before)
        if not state.awarded:
            by_hand = self._pushed
            self._awards = awards_due(state) if by_hand is None else awards_pushed(state, by_hand.pushes)
            if not state.contributed and any(contribution_due(state)):
                yield Check.RAKE, f"{money(contribution_due(state))} were due to the bad beat box and did not go there"
        due = self._awards.pop(0) if self._awards else None
        differs = "nothing was left to award" if due is None else award_differs(scene.event, due)
        if differs:
            yield Check.AWARDS, differs


def wrong_in(scene: Scene) -> Iterator[Wrong]:
    """What is wrong with an event on its own."""
    for check in CHECKS.get(type(scene.event), ()):
        yield from check(scene)
