"""What the first rulebook did, kept so that rounds started under it are still played and checked by it.

Each function replaces the function of the same name that has been corrected since and that sends rounds of the first
rulebook here. What was wrong with each is in docs/rulebooks.md.
"""

from msgspec.structs import replace

from pokerroom.play.blinds import Due
from pokerroom.play.commands import Seat
from pokerroom.play.events import BlindPosted, Pot
from pokerroom.play.proceedings import Proceedings
from pokerroom.play.state import Round, live_from
from pokerroom.rules.clauses import Draw, ForcedBet


def gross_pots(state: Round, counted: tuple[int, ...]) -> list[Pot]:
    """A pot for each stake that live players reached; chips above all of these are in the main pot."""
    paid = state.paid
    live = live_from(state, 0)
    levels = sorted({paid[seat] for seat in live})
    if len(levels) == 1:
        return [Pot(sum(counted) + sum(state.main_pot_antes), live)]
    pots: list[Pot] = []
    below = 0
    for level in levels:
        amount = sum([min(chips, level) - min(chips, below) for chips in counted])
        pots.append(Pot(amount, tuple([seat for seat in live if paid[seat] >= level])))
        below = level
    spare = sum(counted) - sum([pot.amount for pot in pots]) + sum(state.main_pot_antes)
    if spare:
        pots[0] = replace(pots[0], amount=pots[0].amount + spare)
    return pots


def post_blinds(course: Proceedings, due: list[Due]) -> None:
    """A player without chips posted a blind too, of $0."""
    for rule, seat, amount, *_ in due:
        state = course.state
        posted = min(amount, state.stacks[seat])
        course.happen(BlindPosted(rule, seat, posted, max(state.bet, amount)))


def after_the_blinds(state: Round, order: tuple[Seat, ...]) -> int:
    """The last seat in the blind, where the place of the kill's holder was counted from the button."""
    places = [place for place, seat in enumerate(order) if in_the_blind(state, place, seat)]
    return order[places[-1] if places else -1]


def in_the_blind(state: Round, place: int, seat: Seat) -> bool:
    if state.kill is None or state.kill.seat != seat:
        return state.bets[seat] > 0
    blinds = state.procedure.house.blinds
    return place < len(blinds) and blinds[place] > 0


def level(state: Round, seat: int) -> int:
    """The bet a seat last acted on; a check and a forced bet counted as acts."""
    forced = seat == state.opener and isinstance(state.procedure.streets[state.street].opens, ForcedBet)
    acted = state.levels[seat] < 0 and (forced or state.checked >> seat & 1)
    return state.bets[seat] if acted else state.levels[seat]


def burns_this_draw(state: Round) -> bool:
    """Only in the first draw where the house burns once, whether anybody drew cards in it or not."""
    return not isinstance(state.procedure.streets[state.street - 1].cards, Draw)
