"""What a file says about itself, compared with the format and with the result of its actions.

Nothing here changes how a hand is played; each doubt names its field.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from difflib import get_close_matches

from pokerroom.history.hand import Hand, HistoryError, amount_text, player
from pokerroom.history.phh import BY_LIMITS, FIELDS, LIKE

OPTIONAL = frozenset(
    {
        "author",
        "event",
        "url",
        "venue",
        "address",
        "city",
        "region",
        "postal_code",
        "country",
        "time",
        "time_zone",
        "time_zone_abbreviation",
        "day",
        "month",
        "year",
        "hand",
        "level",
        "seats",
        "seat_count",
        "table",
        "players",
        "finishing_stacks",
        "winnings",
        "currency",
        "currency_symbol",
        "time_limit",
        "time_banks",
    }
)
"""Fields of the format that say nothing about how the hand is played."""

FOR_EACH_PLAYER = ("seats", "players", "finishing_stacks", "winnings", "time_banks")

OUR_OWN = [name for name in FIELDS if name.startswith("_")]


def field_doubts(hand: Hand) -> Iterator[HistoryError]:
    """Names that are misspelled or mean nothing here, and lists whose length does not fit the players."""
    for name, value in hand.extras.items():
        if name not in OPTIONAL:
            yield from unknown_field(name)
        elif name in FOR_EACH_PLAYER and not (isinstance(value, list) and len(value) == len(hand.starting_stacks)):
            yield HistoryError(name, f"expected an array of one for each of the {len(hand.starting_stacks)} players")
    for name in without_meaning(hand):
        yield HistoryError(name, f"has no meaning in {hand.variant} and is not used")


def unknown_field(name: str) -> Iterator[HistoryError]:
    """Names that begin with an underscore are the user's own, unless they look like one of ours."""
    if name.startswith("_"):
        for meant in get_close_matches(name, OUR_OWN, n=1, cutoff=LIKE):
            yield HistoryError(name, f"not used; is {meant} meant?")
        return
    near = get_close_matches(name, [*FIELDS, *sorted(OPTIONAL)], n=1, cutoff=LIKE)
    hint = f"is {near[0]} meant?" if near else "fields of your own begin with an underscore"
    yield HistoryError(name, f"not a field of the format, and not used; {hint}")


def without_meaning(hand: Hand) -> Iterator[str]:
    """Fields for other limits or other games than the hand's; a table that no sign could post is refused elsewhere."""
    limits = {name for names in BY_LIMITS.values() for name in names} - {*BY_LIMITS[hand.variant[0]]}
    stated = {field for field, (name, _) in FIELDS.items() if getattr(hand, name) is not None}
    yield from (field for field in FIELDS if field in limits & stated)
    if hand.kill is None and hand.kill_button is not None:
        yield "_kill_button"


def outcome_doubts(hand: Hand, stacks: Sequence[Decimal | None], winnings: Sequence[Decimal]) -> Iterator[HistoryError]:
    """Where the file gives another result than its actions lead to."""
    yield from compared(hand, "finishing_stacks", "ends with", stacks, winnings)
    told = hand.extras.get("winnings")
    # Files made from logs that do not say who won what have only zeros.
    if isinstance(told, list) and any(told):
        yield from compared(hand, "winnings", "wins", winnings, winnings)


def compared(
    hand: Hand, field: str, verb: str, found: Sequence[Decimal | None], winnings: Sequence[Decimal]
) -> Iterator[HistoryError]:
    told = hand.extras.get(field)
    if not isinstance(told, list) or len(told) != len(found):
        return
    apart: list[str] = []
    less = Decimal(0)
    raked = True
    for seat, (said, amount) in enumerate(zip(told, found, strict=True)):
        if amount is None or (is_number(said) and said == amount):
            continue
        apart.append(f"{player(seat)} {verb} {amount_text(amount)} by the actions, not {said}")
        less += amount - said if is_number(said) else 0
        raked = raked and is_number(said) and said < amount and winnings[seat] > 0
    if apart:
        rake = f" ({amount_text(less.normalize())} less in all, as after a rake)" if raked else ""
        yield HistoryError(field, "; ".join(apart) + rake)


def is_number(value: object) -> bool:
    return isinstance(value, int | Decimal) and not isinstance(value, bool) and Decimal(value).is_finite()
