"""The cards of a deal as a dealer writes them, by seat, put into the order in which they left the deck."""

from itertools import chain
from typing import NamedTuple

from pokerroom.cards import UNKNOWN, Card
from pokerroom.cli.possible import cards_counted, seat_text
from pokerroom.cli.script import ScriptError, read_cards, read_seat
from pokerroom.play import Deal, Exposed, Round
from pokerroom.play.dealing import Parcel, awaited
from pokerroom.play.exposed import card_rounds, replacements
from pokerroom.play.procedure import StreetPlan
from pokerroom.rules import clauses
from pokerroom.rules.clauses import Face


class Share(NamedTuple):
    """The part of a deal that goes to one place; `exposed` counts cards from 0, `then` are
    the cards that replace them.
    """

    cards: tuple[Card, ...]
    exposed: tuple[int, ...]
    then: tuple[Card, ...]


def shares_of(text: str) -> dict[str, Share]:
    """`burn ?? | S1 As Kd | S2 exposed 9h 4c then Td` by place."""
    shares: dict[str, Share] = {}
    for part in filter(None, map(str.strip, text.split("|"))):
        place, _, rest = part.partition(" ")
        name = place.casefold() if place.casefold() in {"burn", "board"} else read_place(place)
        if name in shares:
            raise ScriptError(f"{place} is dealt to twice")
        shares[name] = read_share(rest)
    return shares


def read_place(text: str) -> str:
    try:
        return seat_text(read_seat(text))
    except ScriptError:
        raise ScriptError(f"{text!r} is not a place to deal to: expected burn, board or a seat such as S1") from None


def read_share(text: str) -> Share:
    dealt, _, then = text.partition(" then ")
    named: list[Card] = []
    exposed: list[int] = []
    for word in dealt.split():
        if word.casefold() == "exposed":
            exposed.append(len(named))
        else:
            named += read_cards(word)
    return Share(tuple(named), tuple(exposed), read_cards(then))


def deal_of(state: Round, text: str) -> Deal:
    """The cards in the order they left the deck; cards not named are unknown."""
    shares = shares_of(text)
    due = awaited(state)
    if due is None:
        return Deal(tuple(chain.from_iterable(share.cards for share in shares.values())))
    plan, parcel = due
    check_places(state, parcel, shares)
    burn = taken(shares, "burn", 1) if parcel.burn is not None else []
    if parcel.center:
        return Deal((*burn, *taken(shares, "board", parcel.center)))
    exposed = tuple(
        Exposed(to, number)
        for to in parcel.seats
        if seat_text(to) in shares
        for number in shares[seat_text(to)].exposed
    )
    if isinstance(plan.cards, clauses.Draw):
        return Deal((*burn, *taken(shares, seat_text(parcel.seats[0]), parcel.rounds)), exposed)
    return Deal((*burn, *cards_to_seats(state, plan, parcel, shares, exposed)), exposed)


def check_places(state: Round, parcel: Parcel, shares: dict[str, Share]) -> None:
    places = [seat_text(to) for to in parcel.seats] if not parcel.center else ["board"]
    places += ["burn"] if parcel.burn is not None else []
    for place in shares:
        if place == "burn" and place not in places:
            why = ": an exposed card serves as one" if state.apart.burn_ready else ""
            raise ScriptError(f"no burn card is due{why}")
        if place not in places:
            raise ScriptError(f"no cards go to {place} now")


def taken(shares: dict[str, Share], place: str, count: int) -> list[Card]:
    share = shares.get(place, Share((UNKNOWN,) * count, (), ()))
    if len(share.cards) != count:
        raise ScriptError(f"{place} is given {cards_counted(len(share.cards))} where {count} are due")
    return list(share.cards)


def cards_to_seats(
    state: Round, plan: StreetPlan, parcel: Parcel, shares: dict[str, Share], exposed: tuple[Exposed, ...]
) -> list[Card]:
    rounds = card_rounds(plan, parcel.seats, exposed)
    dealt_to = [to for each in rounds for to in each.seats]
    coming = {to: iter(taken(shares, seat_text(to), dealt_to.count(to))) for to in parcel.seats}
    named = [next(coming[to]) for to in dealt_to]
    exchanged = replacements(state, plan, exposed) > 0
    instead = {to: iter(shares[seat_text(to)].then if seat_text(to) in shares else ()) for to in parcel.seats}
    if exchanged:
        opened = [each.seats[place] for each in rounds if each.face is Face.DOWN for place in each.turned]
        named += [next(instead[to], UNKNOWN) for to in opened]
    for to, left in instead.items():
        if next(left, None) is not None:
            raise ScriptError(f"{seat_text(to)} is given more cards after `then` than are exchanged here")
    return named
