"""A round told in words: one sentence for each event, as the dealer would announce it, 14.6(e)2."""

from collections.abc import Callable
from typing import Any

from pokerroom.cards import card_text, cards_text
from pokerroom.money import dollars
from pokerroom.play import Folding, Place, Round, Seat, events
from pokerroom.ranking import Strength, describe
from pokerroom.rules.clauses import Face


def tell(event: events.Event, state: Round) -> str | None:
    """The event in words; `state` is the round after it. Nothing is said of what only moves the round on."""
    return TOLD[type(event)](event, state)


def seat_name(seat: Seat) -> str:
    return f"Seat {seat + 1}"


def _names(seats: tuple[Seat, ...]) -> str:
    return ", ".join(seat_name(seat) for seat in seats)


def _and(seats: tuple[Seat, ...]) -> str:
    *others, last = (f"seat {seat + 1}" for seat in seats)
    return f"{', '.join(others)} and {last}" if others else last


def _each(amounts: tuple[int, ...]) -> str:
    """Who has how much, for an amount of every seat."""
    return ", ".join(f"seat {seat + 1} {dollars(amount)}" for seat, amount in enumerate(amounts))


COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven")


def _count(number: int) -> str:
    return COUNTS[number] if number < len(COUNTS) else str(number)


def _cards(number: int) -> str:
    return f"{_count(number)} card{'' if number == 1 else 's'}"


def _pot(number: int) -> str:
    """As the showdown and the awards both call it."""
    return f"side pot {number}" if number else "main pot"


def _sentence(words: str) -> str:
    return words[0].upper() + words[1:]


def _nothing(event: Any, state: Round) -> None:  # noqa: ARG001
    return None


def _opened(event: events.RoundOpened, state: Round) -> str:
    game = state.procedure.game
    button = "" if event.button is None else f"; seat {event.button + 1} has the button"
    return f"A round of {game.name}, {len(event.stacks)} players{button}."


def _antes(event: events.AntesPosted, state: Round) -> str:  # noqa: ARG001
    if len(set(event.amounts)) == 1:
        return f"Everybody antes {dollars(event.amounts[0])}."
    posted = [(seat, amount) for seat, amount in enumerate(event.amounts) if amount]
    return f"Antes: {', '.join(f'seat {seat + 1} {dollars(amount)}' for seat, amount in posted)}."


def _blind(event: events.BlindPosted, state: Round) -> str:
    return f"{seat_name(event.seat)} posts a blind of {dollars(event.amount)}{_all_in(event.seat, state)}."


def _all_in(seat: Seat, state: Round) -> str:
    return " and is all-in" if state.stacks[seat] == 0 else ""


def _burned(event: events.CardBurned, state: Round) -> str:  # noqa: ARG001
    return "A card is burned."


def _dealt(event: events.CardsDealt, state: Round) -> str:  # noqa: ARG001
    rounds, seats = len(event.faces), event.seats
    down = event.faces.count(Face.DOWN)
    said = [f"{_cards(down)} down"] if down else []
    if rounds > down:
        said.append(f"{_count(rounds - down) if down else _cards(rounds)} up")
    names = [f"seat {seat + 1}" for seat in seats * rounds]
    faces = [face for face in event.faces for _ in seats]
    dealt = [(name, card_text(card), face) for name, card, face in zip(names, event.cards, faces, strict=True)]
    turned = [dealt[place] for place in event.turned]
    up = [f"{name} {card}" for name, card, face in dealt if face is Face.UP and (name, card, face) not in turned]
    exposed = [f"{name} {card}" for name, card, face in turned if face is Face.DOWN]
    hidden = [name for name, _, face in turned if face is Face.UP]
    shown = f": {', '.join(up)}" if up else ""
    by_accident = f" Face up by accident: {', '.join(exposed)}." if exposed else ""
    instead = f" Face down instead, to {' and '.join(hidden)}." if hidden else ""
    return f"{_sentence(' and '.join(said))} to each player{shown}.{by_accident}{instead}"


def _community(event: events.CommunityDealt, state: Round) -> str:
    name = state.procedure.game.streets[event.street].name
    board = f" On the board: {cards_text(state.board)}." if state.board != event.cards else ""
    return f"The {name}{' card' if name == 'community' else ''}: {cards_text(event.cards)}.{board}"


def _common(event: events.CommonCardDealt, state: Round) -> str:  # noqa: ARG001
    return f"The deck cannot serve everybody: {card_text(event.card)} is a common card for all."


def _short(event: events.DeckRanShort, state: Round) -> str:  # noqa: ARG001
    return "The deck has run short."


def _reshuffled(event: events.DeckReshuffled, state: Round) -> str:  # noqa: ARG001
    return f"{len(event.deck)} cards are reshuffled."


def _betting(event: events.BettingRoundOpened, state: Round) -> str:  # noqa: ARG001
    duty = f" and must bet {dollars(event.obliged)} at least" if event.obliged else ""
    return f"{seat_name(event.to_act[0])} acts first{duty}."


def _forced(event: events.ForcedBetPosted, state: Round) -> str:
    return f"{seat_name(event.seat)} makes the forced bet of {dollars(event.amount)}{_all_in(event.seat, state)}."


def _folded(event: events.Folded, state: Round) -> str:  # noqa: ARG001
    how = "" if event.how is Folding.SAID else f" ({event.how.value})"
    return f"{seat_name(event.seat)} folds{how}."


def _checked(event: events.Checked, state: Round) -> str:  # noqa: ARG001
    return f"{seat_name(event.seat)} checks."


def _called(event: events.Called, state: Round) -> str:
    return f"{seat_name(event.seat)} calls {dollars(event.amount)}{_all_in(event.seat, state)}."


def _bet(event: events.BetMade, state: Round) -> str:
    return f"{seat_name(event.seat)} bets {dollars(event.to)}{_all_in(event.seat, state)}."


def _raised(event: events.Raised, state: Round) -> str:
    return f"{seat_name(event.seat)} raises to {dollars(event.to)}{_all_in(event.seat, state)}."


def _ruling(event: events.RulingMade, state: Round) -> str:  # noqa: ARG001
    return f"The poker shift supervisor lets seat {event.seat + 1}'s action stand ({event.code.value})."


def _uncalled(event: events.UncalledReturned, state: Round) -> str:  # noqa: ARG001
    return f"{dollars(event.amount)} that nobody called goes back to seat {event.seat + 1}."


def _forfeited(event: events.UncalledForfeited, state: Round) -> str:  # noqa: ARG001
    owner = f"seat {event.seat + 1}, whose hand is out"
    return f"{dollars(event.amount)} of {owner}, that nobody called stays in the pot and is not raked."


def _closed_betting(event: events.BettingRoundClosed, state: Round) -> str:  # noqa: ARG001
    return f"The betting round is complete; the pot is {dollars(state.pot)}."


def _discards_due(event: events.DiscardsDue, state: Round) -> str:  # noqa: ARG001
    return f"Still to give up down cards: {_names(event.seats)}."


def _discarded(event: events.Discarded, state: Round) -> str:  # noqa: ARG001
    return f"{seat_name(event.seat)} discards {_cards(len(event.cards))}."


def _draw(event: events.DrawOpened, state: Round) -> str:
    return f"The {state.procedure.game.streets[event.street].name}: {len(event.to_draw)} players may exchange cards."


def _pat(event: events.StoodPat, state: Round) -> str:  # noqa: ARG001
    return f"{seat_name(event.seat)} stands pat."


def _drew(event: events.Drew, state: Round) -> str:  # noqa: ARG001
    return f"{seat_name(event.seat)} draws {_cards(len(event.cards))}."


def _showdown(event: events.ShowdownOpened, state: Round) -> str:  # noqa: ARG001
    whose = [
        f"{_pot(number)} {dollars(pot.amount)}{f' for {_and(pot.claimants)}' if number else ''}"
        for number, pot in enumerate(event.pots)
    ]
    return f"{_sentence('; '.join(whose))}. {seat_name(event.to_show[0])} shows first."


def _shown(event: events.HandShown, state: Round) -> str:
    hands = [
        describe(plan.share.ranking, strength)
        for plan in state.procedure.shares
        if (strength := plan.rank(event.cards, state.board)) >= (plan.floor or 0)
    ]
    return f"{seat_name(event.seat)} shows {cards_text(event.cards)}: {'; '.join(hands)}."


def _conceded(event: events.HandConceded, state: Round) -> str:  # noqa: ARG001
    return f"{seat_name(event.seat)} concedes."


def _awarded(event: events.PotAwarded, state: Round) -> str:
    paid = [f"{seat_name(seat)} {dollars(amount)}" for seat, amount in zip(event.seats, event.amounts, strict=True)]
    if event.strength is None:
        return f"{seat_name(event.seats[0])} is the last player left and takes the pot of {dollars(event.amounts[0])}."
    ranking = next(plan.share.ranking for plan in state.procedure.shares if plan.share.name == event.share)
    which = _sentence(" and ".join(_pot(number) for number in (event.pot, *event.joined)))
    share = f", {event.share}" if len(state.procedure.shares) > 1 else ""
    odd = f" The odd unit goes to {_odd_to(event)} ({event.odd_rule})." if event.odd_rule else ""
    return f"{which}{share}: {', '.join(paid)} with {describe(ranking, Strength(event.strength))}.{odd}"


def _odd_to(event: events.PotAwarded) -> str:
    """Those of the winners who got more, or else their half of the pot."""
    least = min(event.amounts)
    more = tuple(seat for seat, amount in zip(event.seats, event.amounts, strict=True) if amount > least)
    return _and(more) if more else f"the {event.share} half"


def _closed(event: events.RoundClosed, state: Round) -> str:  # noqa: ARG001
    return f"Table stakes: {_each(event.stacks)}."


def _raked(event: events.RakeTaken, state: Round) -> str:
    parts = [f"{dollars(amount)} from the {_pot(number)}" for number, amount in enumerate(event.amounts) if amount]
    return f"Rake: {', '.join(parts)}; the rake area holds {dollars(sum(state.raked))}."


def _rake_back(event: events.RakeReturned, state: Round) -> str:  # noqa: ARG001
    return f"The rake of {dollars(event.amount)} goes back to the pot."


def _contributed(event: events.ContributionTaken, state: Round) -> str:  # noqa: ARG001
    return f"{dollars(sum(event.amounts))} goes to the bad beat payout fund."


def _misdealt(event: events.Misdealt, state: Round) -> str:  # noqa: ARG001
    return (
        f"Misdeal: {event.cause.value}. Every card goes back for a reshuffle, every chip to its player{_back(event)}."
    )


def _died(event: events.RoundDied, state: Round) -> str:  # noqa: ARG001
    return f"The round of play is dead: {event.cause.value}. Every chip goes back{_back(event)}; the deck is replaced."


def _back(event: events.Misdealt | events.RoundDied) -> str:
    paid = [f"seat {seat + 1} {dollars(amount)}" for seat, amount in enumerate(event.returned) if amount]
    return f" ({', '.join(paid)})" if paid else ""


def _face_up(event: events.FaceUpCardRemoved, state: Round) -> str:  # noqa: ARG001
    return f"{card_text(event.card)} lies face up in the deck: it is not used and joins the discards."


def _fallen(event: events.FallenCardRemoved, state: Round) -> str:  # noqa: ARG001
    return "A card was dealt off the table: it is examined, not used and joins the discards."


def _fallen_replaced(event: events.FallenCardReplaced, state: Round) -> str:  # noqa: ARG001
    new = f": {card_text(event.card)}" if event.face is Face.UP else ""
    return f"A card of seat {event.seat + 1} fell off the table and is not used; the next card takes its place{new}."


def _exchanged(event: events.CardExchanged, state: Round) -> str:  # noqa: ARG001
    where = "serves as the burn card before the flop" if event.burned else "joins the discards"
    return f"{card_text(event.exposed)} of seat {event.seat + 1} was exposed: exchanged for the top card, it {where}."


def _drawn_exposed(event: events.DrawnCardExposed, state: Round) -> str:  # noqa: ARG001
    return f"{card_text(event.card)} came face up: seat {event.seat + 1} gets another when everybody has drawn."


def _choice(event: events.ChoiceOffered, state: Round) -> str | None:  # noqa: ARG001
    if not event.seats:
        return None
    return f"{cards_text(event.cards)} came face up. To choose between stopping and playing on: {_names(event.seats)}."


def _frozen(event: events.Frozen, state: Round) -> str:
    return f"{seat_name(event.seat)} stops wagering and contends for the pot as it stands, {dollars(state.pot)}."


def _played_on(event: events.PlayedOn, state: Round) -> str:  # noqa: ARG001
    return f"{seat_name(event.seat)} plays on for the entire pot."


def _mistaken(event: events.MistakenCardsDiscarded, state: Round) -> str:  # noqa: ARG001
    count = "A card was" if len(event.cards) == 1 else f"{len(event.cards)} cards were"
    return f"{count} dealt by mistake to {event.player or 'somebody'}, who is not in the round: to the discards."


def _removed(event: events.HandRemoved, state: Round) -> str:
    back = (
        f"; {dollars(event.returned)} goes back to the player, the pot is {dollars(state.pot)}"
        if event.returned
        else ""
    )
    return f"The hand of seat {event.seat + 1} is out of the round: {event.cause.value}{back}."


def _protected(event: events.HandProtected, state: Round) -> str:  # noqa: ARG001
    return f"The hand of seat {event.seat + 1} is {event.how or 'no longer protected'}."


def _reconstructed(event: events.HandReconstructed, state: Round) -> str:  # noqa: ARG001
    return f"The hand of seat {event.seat + 1} is reconstructed on the word of {' and '.join(event.witnesses)}."


def _left(event: events.PlayerLeft, state: Round) -> str:  # noqa: ARG001
    return f"{seat_name(event.seat)} has left the table; the protected hand stays in until its turn."


def _disclosed(event: events.HandDisclosed, state: Round) -> str:  # noqa: ARG001
    return f"{seat_name(event.seat)} discloses {cards_text(event.cards)}."


def _ruled(event: events.Ruled, state: Round) -> str:  # noqa: ARG001
    ruling = event.ruling
    moves = [f"{dollars(move.amount)} from {_place(move.source)} to {_place(move.target)}" for move in event.moves]
    moved = f" Moved: {', '.join(moves)}." if moves else ""
    return f"{ruling.by} rules on {ruling.paragraph}: {ruling.reason.rstrip('.')}.{moved}"


def _place(place: Place) -> str:
    return f"seat {place.seat + 1}'s {'chips in the pot' if place.at == 'pot' else place.at}"


TOLD: dict[type[Any], Callable[[Any, Round], str | None]] = {
    events.RoundOpened: _opened,
    events.DeckShuffled: _nothing,
    events.AntesPosted: _antes,
    events.BlindPosted: _blind,
    events.CardBurned: _burned,
    events.CardsDealt: _dealt,
    events.CommunityDealt: _community,
    events.CommonCardDealt: _common,
    events.DeckRanShort: _short,
    events.DeckReshuffled: _reshuffled,
    events.BettingRoundOpened: _betting,
    events.ForcedBetPosted: _forced,
    events.Folded: _folded,
    events.Checked: _checked,
    events.Called: _called,
    events.BetMade: _bet,
    events.Raised: _raised,
    events.RulingMade: _ruling,
    events.UncalledReturned: _uncalled,
    events.UncalledForfeited: _forfeited,
    events.BettingRoundClosed: _closed_betting,
    events.DiscardsDue: _discards_due,
    events.Discarded: _discarded,
    events.DrawOpened: _draw,
    events.StoodPat: _pat,
    events.Drew: _drew,
    events.ShowdownOpened: _showdown,
    events.HandShown: _shown,
    events.HandConceded: _conceded,
    events.PotAwarded: _awarded,
    events.RoundClosed: _closed,
    events.RakeTaken: _raked,
    events.RakeReturned: _rake_back,
    events.ContributionTaken: _contributed,
    events.Misdealt: _misdealt,
    events.RoundDied: _died,
    events.FaceUpCardRemoved: _face_up,
    events.FallenCardRemoved: _fallen,
    events.MistakenCardsDiscarded: _mistaken,
    events.FallenCardReplaced: _fallen_replaced,
    events.CardExchanged: _exchanged,
    events.DrawnCardExposed: _drawn_exposed,
    events.ReplacementDue: _nothing,
    events.ChoiceOffered: _choice,
    events.BettingSkipped: _nothing,
    events.Frozen: _frozen,
    events.PlayedOn: _played_on,
    events.HandRemoved: _removed,
    events.PotsFormed: _nothing,
    events.HandProtected: _protected,
    events.HandReconstructed: _reconstructed,
    events.PlayerLeft: _left,
    events.HandDisclosed: _disclosed,
    events.Ruled: _ruled,
}
