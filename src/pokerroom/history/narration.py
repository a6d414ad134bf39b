"""A round told: what is said of each event, as the dealer would announce it, 14.6(e)2. The catalogue has the words."""

from collections.abc import Callable, Iterator
from typing import Any

from pokerroom.cards import UNKNOWN, Card, card_text
from pokerroom.play import Folding, Place, Round, Ruling, Seat, events
from pokerroom.ranking import Strength, named
from pokerroom.rules.clauses import Face
from pokerroom.words import Saying, Value, saying, term

Names = Callable[[Seat], str | Saying]
"""What a player is called, by the number in the round."""
Teller = Callable[[Any, Round, Names], Saying | None]


def tell(event: events.Event, state: Round, names: Names) -> Saying | None:
    """What is said of it; `state` is the round after it. Nothing is said of what only moves the round on."""
    return TOLD[type(event)](event, state, names)


def by_seat(seat: Seat) -> Saying:
    """A player of whom only the seat is known."""
    return saying("telling.seat", seat=seat)


# What several events need.


def plainly(key: str, *fields: str) -> Teller:
    """Of an event that says it all: its seat, and these of its fields."""

    def told(event: Any, state: Round, names: Names) -> Saying:  # noqa: ARG001
        return Saying(key, values_of(event, fields, names))

    return told


def wagered(key: str, field: str) -> Teller:
    """Of chips put in, which may be the player's last."""

    def told(event: Any, state: Round, names: Names) -> Saying:
        last = "-all-in" if state.stacks[event.seat] == 0 else ""
        return Saying(key + last, values_of(event, (field,), names))

    return told


def values_of(event: Any, fields: tuple[str, ...], names: Names) -> dict[str, Any]:
    who = {"who": names(event.seat)} if hasattr(event, "seat") else {}
    return who | {field: getattr(event, field) for field in fields}


def nothing(event: Any, state: Round, names: Names) -> None:  # noqa: ARG001
    return None


def together(*told: Saying | None) -> Saying:
    """One sentence, or several after one another."""
    found = tuple(each for each in told if each is not None)
    return found[0] if len(found) == 1 else saying("telling.sentences", told=found)


def texts(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(map(card_text, cards))


def many(seats: tuple[Seat, ...], names: Names) -> tuple[str | Saying, ...]:
    return tuple(map(names, seats))


def amounts_of(amounts: tuple[int, ...], names: Names, *, all_of_them: bool = False) -> tuple[Saying, ...]:
    """Who has how much, for an amount of every seat; those with nothing are left out unless asked for."""
    held = [(Seat(seat), amount) for seat, amount in enumerate(amounts) if amount or all_of_them]
    return tuple(saying("telling.has", who=names(seat), amount=amount) for seat, amount in held)


def pot_named(number: int) -> Saying:
    """As the showdown and the awards both call it."""
    return saying("telling.side-pot", number=number) if number else saying("telling.main-pot")


def street_named(state: Round, street: int) -> Saying:
    return Saying(f"streets.{state.procedure.game.streets[street].name}")


# Opening and cards.


def _opened(event: events.RoundOpened, state: Round, names: Names) -> Saying:
    game, players = state.procedure.game.name, len(event.stacks)
    if event.button is None:
        return saying("telling.opened", game=game, players=players)
    return saying("telling.opened-button", game=game, players=players, who=names(event.button))


def _antes(event: events.AntesPosted, state: Round, names: Names) -> Saying:
    """What comes on top of the ante, where blinds are posted, makes good blinds that somebody missed (R-21)."""
    house = state.procedure.house
    above = tuple([max(0, amount - house.ante) for amount in event.amounts])
    if not house.blinds or not any(above):
        return antes_told(event.amounts, names)
    missed = saying("telling.missed-blinds", posted=amounts_of(above, names))
    if not house.ante:
        return missed
    antes = tuple([amount - more for amount, more in zip(event.amounts, above, strict=True)])
    return saying("telling.antes-and-missed-blinds", antes=antes_told(antes, names), missed=missed)


def antes_told(amounts: tuple[int, ...], names: Names) -> Saying:
    if len(set(amounts)) == 1:
        return saying("telling.antes-alike", amount=amounts[0])
    return saying("telling.antes", posted=amounts_of(amounts, names))


def _dealt(event: events.CardsDealt, state: Round, names: Names) -> Saying:  # noqa: ARG001
    """How many cards each player got, then those that lie the other way than they were meant to."""
    cards, ups = event.cards, [face is Face.UP for face in event.faces for _ in event.seats]
    turned = {*event.turned}
    named = [place for place in range(len(cards)) if ups[place] and place not in turned and cards[place] != UNKNOWN]
    shown = tuple(_card_dealt(event, place, names) for place in named)
    exposed = tuple(_card_dealt(event, place, names) for place in event.turned if not ups[place])
    hidden = tuple(names(_dealt_to(event, place)) for place in event.turned if ups[place])
    return together(
        each_dealt(event.faces, shown),
        saying("telling.dealt-exposed", cards=exposed) if exposed else None,
        saying("telling.dealt-hidden", who=hidden) if hidden else None,
    )


def _dealt_to(event: events.CardsDealt, place: int) -> Seat:
    return event.seats[place % len(event.seats)]


def _card_dealt(event: events.CardsDealt, place: int, names: Names) -> Saying:
    return of_card("telling.card-of", event.cards[place], who=names(_dealt_to(event, place)))


def each_dealt(faces: tuple[Face, ...], shown: tuple[Saying, ...]) -> Saying:
    down, up = faces.count(Face.DOWN), faces.count(Face.UP)
    key = ("telling.dealt-both" if up else "telling.dealt-down") if down else "telling.dealt-up"
    values = {"count": down or up} | ({"up": up} if down and up else {})
    return Saying(f"{key}-shown", values | {"cards": shown}) if shown else Saying(key, values)


def _community(event: events.CommunityDealt, state: Round, names: Names) -> Saying:  # noqa: ARG001
    if set(event.cards) == {UNKNOWN}:
        return saying("telling.community-unnamed", street=street_named(state, event.street))
    return together(
        saying("telling.community", street=street_named(state, event.street), cards=texts(event.cards)),
        saying("telling.on-the-board", cards=texts(state.board)) if state.board != event.cards else None,
    )


def _card(key: str) -> Teller:
    def told(event: Any, state: Round, names: Names) -> Saying:  # noqa: ARG001
        return of_card(key, event.card, **values_of(event, (), names))

    return told


def of_card(key: str, card: Card, **values: Value) -> Saying:
    """Of one card, or of "a card" where the dealer has not named it."""
    return Saying(f"{key}-unnamed", values) if card == UNKNOWN else Saying(key, values | {"card": card_text(card)})


def _reshuffled(event: events.DeckReshuffled, state: Round, names: Names) -> Saying:  # noqa: ARG001
    return saying("telling.reshuffled", count=len(event.deck))


# Betting.


def _betting(event: events.BettingRoundOpened, state: Round, names: Names) -> Saying:  # noqa: ARG001
    who = names(event.to_act[0])
    if event.obliged:
        return saying("telling.acts-first-obliged", who=who, amount=event.obliged)
    return saying("telling.acts-first", who=who)


FOLDS = {
    Folding.SAID: "telling.folds",
    Folding.DISCARDED: "telling.folds-discarded",
    Folding.TURNED_DOWN: "telling.folds-turned-down",
}


def _folded(event: events.Folded, state: Round, names: Names) -> Saying:  # noqa: ARG001
    return saying(FOLDS[event.how], who=names(event.seat))


def _upheld(event: events.RulingMade, state: Round, names: Names) -> Saying:  # noqa: ARG001
    return saying("telling.upheld", who=names(event.seat), cause=Saying(f"telling.upheld-{event.code}"))


def _closed_betting(event: events.BettingRoundClosed, state: Round, names: Names) -> Saying:  # noqa: ARG001
    return saying("telling.betting-closed", pot=state.pot)


# Cards given up and exchanged.


def _discards_due(event: events.DiscardsDue, state: Round, names: Names) -> Saying:  # noqa: ARG001
    return saying("telling.discards-due", who=many(event.seats, names))


def _counted(key: str) -> Teller:
    def told(event: Any, state: Round, names: Names) -> Saying:  # noqa: ARG001
        return saying(key, who=names(event.seat), count=len(event.cards))

    return told


def _draw(event: events.DrawOpened, state: Round, names: Names) -> Saying:  # noqa: ARG001
    return saying("telling.draw", street=street_named(state, event.street), players=len(event.to_draw))


# Showdown and awards.


def _showdown(event: events.ShowdownOpened, state: Round, names: Names) -> Saying:  # noqa: ARG001
    pots = tuple(_whose(number, pot, names) for number, pot in enumerate(event.pots))
    return saying("telling.showdown", pots=pots, who=names(event.to_show[0]))


def _whose(number: int, pot: events.Pot, names: Names) -> Saying:
    """Everybody may win the main pot."""
    if not number:
        return saying("telling.pot-of", pot=pot_named(number), amount=pot.amount)
    return saying("telling.pot-for", pot=pot_named(number), amount=pot.amount, who=many(pot.claimants, names))


def _shown(event: events.HandShown, state: Round, names: Names) -> Saying:
    who, cards, hands = names(event.seat), texts(event.cards), tuple(_hands(event.cards, state))
    if not hands:
        return saying("telling.shows-no-hand", who=who, cards=cards)
    return saying("telling.shows", who=who, cards=cards, hands=hands)


def _hands(cards: tuple[Card, ...], state: Round) -> Iterator[Saying]:
    for plan in state.procedure.shares:
        strength = plan.rank(cards, state.board)
        if strength >= (plan.floor or 0):
            yield named(plan.share.ranking, strength)


def _awarded(event: events.PotAwarded, state: Round, names: Names) -> Saying:
    if event.strength is None and event.share == "pot":
        return saying("telling.last-left", who=names(event.seats[0]), amount=event.amounts[0])
    shares = state.procedure.shares
    paid = [saying("telling.gets", who=names(seat), amount=amount) for seat, amount in _paid(event)]
    values: dict[str, Value] = {"pots": tuple(map(pot_named, (event.pot, *event.joined))), "paid": tuple(paid)}
    key = "telling.pushed"
    if event.strength is not None:
        ranking = next(plan.share.ranking for plan in shares if plan.share.name == event.share)
        key, values = "telling.awarded", values | {"hand": named(ranking, Strength(event.strength))}
    if len(shares) > 1:
        key, values = f"{key}-share", values | {"share": _share(event)}
    return together(Saying(key, values), _odd_unit(event, names))


def _odd_unit(event: events.PotAwarded, names: Names) -> Saying | None:
    """To those of the winners who got more, or else to their half of the pot."""
    if event.odd_rule is None:
        return None
    least, rule = min(event.amounts), event.odd_rule.saying
    more = tuple(names(seat) for seat, amount in _paid(event) if amount > least)
    if more:
        return saying("telling.odd-unit", who=more, rule=rule)
    return saying("telling.odd-unit-half", share=_share(event), rule=rule)


def _paid(event: events.PotAwarded) -> Iterator[tuple[Seat, int]]:
    return zip(event.seats, event.amounts, strict=True)


def _share(event: events.PotAwarded) -> Saying:
    return Saying(f"telling.share-{event.share}")


def _closed(event: events.RoundClosed, state: Round, names: Names) -> Saying:  # noqa: ARG001
    return saying("telling.closed", stakes=amounts_of(event.stacks, names, all_of_them=True))


# What leaves the pot.


def _raked(event: events.RakeTaken, state: Round, names: Names) -> Saying:  # noqa: ARG001
    taken = [(number, amount) for number, amount in enumerate(event.amounts) if amount]
    parts = tuple(saying("telling.raked-from", amount=amount, pot=pot_named(number)) for number, amount in taken)
    return saying("telling.raked", parts=parts, held=sum(state.raked))


def _contributed(event: events.ContributionTaken, state: Round, names: Names) -> Saying:  # noqa: ARG001
    return saying("telling.contributed", amount=sum(event.amounts))


# When something goes wrong.


def _undone(key: str) -> Teller:
    """Of a round of play that comes to nothing: why, and what goes back to whom."""

    def told(event: Any, state: Round, names: Names) -> Saying:  # noqa: ARG001
        paid, why = amounts_of(event.returned, names), term(event.cause)
        return saying(f"{key}-paid", cause=why, paid=paid) if paid else saying(key, cause=why)

    return told


def _fallen_replaced(event: events.FallenCardReplaced, state: Round, names: Names) -> Saying:  # noqa: ARG001
    if event.face is Face.UP:
        return saying("telling.fallen-replaced-up", who=names(event.seat), card=card_text(event.card))
    return saying("telling.fallen-replaced", who=names(event.seat))


def _exchanged(event: events.CardExchanged, state: Round, names: Names) -> Saying:  # noqa: ARG001
    key = "telling.exchanged-burned" if event.burned else "telling.exchanged"
    return of_card(key, event.exposed, who=names(event.seat))


def _choice(event: events.ChoiceOffered, state: Round, names: Names) -> Saying | None:  # noqa: ARG001
    if not event.seats:
        return None
    if UNKNOWN in event.cards:
        return saying("telling.choice-unnamed", who=many(event.seats, names))
    return saying("telling.choice", cards=texts(event.cards), who=many(event.seats, names))


def _frozen(event: events.Frozen, state: Round, names: Names) -> Saying:
    return saying("telling.frozen", who=names(event.seat), pot=state.pot)


def _mistaken(event: events.MistakenCardsDiscarded, state: Round, names: Names) -> Saying:  # noqa: ARG001
    count = len(event.cards)
    if not event.player:
        return saying("telling.mistaken-somebody", count=count)
    return saying("telling.mistaken", count=count, who=event.player)


def _removed(event: events.HandRemoved, state: Round, names: Names) -> Saying:
    who, why = names(event.seat), term(event.cause)
    if event.returned:
        return saying("telling.removed-returned", who=who, cause=why, amount=event.returned, pot=state.pot)
    return saying("telling.removed", who=who, cause=why)


def _protected(event: events.HandProtected, state: Round, names: Names) -> Saying:  # noqa: ARG001
    who = names(event.seat)
    return saying("telling.protected", who=who, how=event.how) if event.how else saying("telling.unprotected", who=who)


def _disclosed(event: events.HandDisclosed, state: Round, names: Names) -> Saying:  # noqa: ARG001
    return saying("telling.discloses", who=names(event.seat), cards=texts(event.cards))


def _ruled(event: events.Ruled, state: Round, names: Names) -> Saying:  # noqa: ARG001
    moves = tuple(
        saying("telling.move", amount=move.amount, source=_place(move.source, names), target=_place(move.target, names))
        for move in event.moves
    )
    return ruling_told(event.ruling, moves)


def ruling_told(ruling: Ruling, moves: tuple[Saying, ...]) -> Saying:
    """A ruling and what it moved, in a round or between two."""
    return together(
        saying("telling.ruled", by=ruling.by.saying, paragraph=ruling.paragraph, reason=ruling.reason.rstrip(".")),
        saying("telling.moved", moves=moves) if moves else None,
    )


def _named_later(event: events.CardsNamed, state: Round, names: Names) -> Saying:  # noqa: ARG001
    if event.seat is None:
        return saying("telling.on-the-board", cards=texts(event.cards))
    return saying("telling.up-cards-named", who=names(event.seat), cards=texts(event.cards))


def _place(place: Place, names: Names) -> Saying:
    return saying(f"telling.at-{place.at}", who=names(place.seat))


TOLD: dict[type[Any], Teller] = {
    events.RoundOpened: _opened,
    events.DeckShuffled: nothing,
    events.AntesPosted: _antes,
    events.BlindPosted: wagered("telling.blind", "amount"),
    events.CardBurned: plainly("telling.burned"),
    events.CardsDealt: _dealt,
    events.CommunityDealt: _community,
    events.CommonCardDealt: _card("telling.common-card"),
    events.DeckRanShort: plainly("telling.deck-ran-short"),
    events.DeckReshuffled: _reshuffled,
    events.BettingRoundOpened: _betting,
    events.ForcedBetPosted: wagered("telling.forced-bet", "amount"),
    events.Folded: _folded,
    events.Checked: plainly("telling.checks"),
    events.Called: wagered("telling.calls", "amount"),
    events.BetMade: wagered("telling.bets", "to"),
    events.Raised: wagered("telling.raises", "to"),
    events.RulingMade: _upheld,
    events.UncalledReturned: plainly("telling.uncalled-returned", "amount"),
    events.UncalledForfeited: plainly("telling.uncalled-forfeited", "amount"),
    events.BettingRoundClosed: _closed_betting,
    events.DiscardsDue: _discards_due,
    events.Discarded: _counted("telling.discards"),
    events.DrawOpened: _draw,
    events.StoodPat: plainly("telling.stands-pat"),
    events.Drew: _counted("telling.draws"),
    events.ShowdownOpened: _showdown,
    events.HandShown: _shown,
    events.HandConceded: plainly("telling.concedes"),
    events.PotAwarded: _awarded,
    events.RoundClosed: _closed,
    events.RakeTaken: _raked,
    events.RakeReturned: plainly("telling.rake-returned", "amount"),
    events.ContributionTaken: _contributed,
    events.Misdealt: _undone("telling.misdeal"),
    events.RoundDied: _undone("telling.dead"),
    events.FaceUpCardRemoved: _card("telling.face-up-removed"),
    events.FallenCardRemoved: plainly("telling.fallen-removed"),
    events.MistakenCardsDiscarded: _mistaken,
    events.FallenCardReplaced: _fallen_replaced,
    events.CardExchanged: _exchanged,
    events.DrawnCardExposed: _card("telling.drawn-exposed"),
    events.ReplacementDue: nothing,
    events.ChoiceOffered: _choice,
    events.BettingSkipped: nothing,
    events.Frozen: _frozen,
    events.PlayedOn: plainly("telling.played-on"),
    events.HandRemoved: _removed,
    events.PotsFormed: nothing,
    events.HandProtected: _protected,
    events.HandReconstructed: plainly("telling.reconstructed", "witnesses"),
    events.PlayerLeft: plainly("telling.left"),
    events.HandDisclosed: _disclosed,
    events.Ruled: _ruled,
    events.Entered: nothing,
    events.EntryTakenBack: plainly("telling.entry-taken-back"),
    events.CardsNamed: _named_later,
    events.OpenerAwaited: plainly("telling.opener-awaited"),
    events.PotsPushed: nothing,
}
