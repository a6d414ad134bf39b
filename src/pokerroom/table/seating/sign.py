"""The sign on a table, made from what is posted there. Play uses the same house rules, so the two cannot disagree.

What it must say is in 14.9(b), 14.10(b) and (d), 14.11(b), 14.14(c) and 14.17.
"""

from typing import Literal

import msgspec

from pokerroom.money import dollars
from pokerroom.rules.house import (
    BadBeatContribution,
    Fixed,
    IncrementalRake,
    KillOption,
    NoLimit,
    PercentageRake,
    PotLimit,
    Spread,
    TimeCharge,
)
from pokerroom.table.seating.posting import KillMultiple, Posting


class Sign(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Everything the sign says, as values. Amounts are cents."""

    game: str
    edition: str
    ante: int
    blinds: tuple[int, ...]
    forced_bet: int
    structure: Literal["fixed limit", "spread limit", "pot limit", "no limit"]
    minimum: int
    maximum: int | None
    """None where only the pot or a player's table stakes limit a wager."""
    max_raises: int | None
    check_raise: bool
    rake: tuple[PercentageRake | IncrementalRake, ...]
    rake_most: int | None
    time_charge: TimeCharge | None
    kill: KillOption | None
    kill_limits: tuple[int, int] | None
    """Minimum and maximum wager under a kill."""
    kill_threshold: int | None
    """The pot that starts a kill at the posted limits."""
    kill_times: int | None
    """Where the threshold is a multiple of the minimum wager."""
    contribution: BadBeatContribution | None
    """What each pot contributes to a bad beat payout fund."""
    bad_beat: str
    is_offered: bool = True
    """Whether that payout is offered: the notice of eligibility comes down while a system is suspended, 14.20(e)4i."""


def sign_of(posting: Posting, *, is_offered: bool = True) -> Sign:
    house, plan, rules = posting.house, posting.plan, posting.rules
    sizes = plan.sizes[None]
    killed = None if house.kill is None else plan.sizes[house.kill]
    kill_at = rules.kill_at if house.kill is not None else None
    return Sign(
        game=plan.game.name,
        edition=posting.edition,
        ante=house.ante,
        blinds=house.blinds,
        forced_bet=house.forced_bet,
        structure=STRUCTURES[type(house.limits)],
        minimum=sizes.minimum,
        maximum=most_of(house.limits, sizes.units, sizes.most),
        max_raises=house.max_raises,
        check_raise=house.check_raise,
        rake=house.rake,
        rake_most=house.rake_most,
        time_charge=house.time_charge,
        kill=house.kill,
        kill_limits=None if killed is None else (killed.minimum, killed.most or max(killed.units)),
        kill_threshold=None if kill_at is None else kill_at.threshold(sizes.minimum),
        kill_times=kill_at.times if isinstance(kill_at, KillMultiple) else None,
        contribution=house.bad_beat,
        bad_beat=posting.bad_beat,
        is_offered=is_offered,
    )


STRUCTURES: dict[type, Literal["fixed limit", "spread limit", "pot limit", "no limit"]] = {
    Fixed: "fixed limit",
    Spread: "spread limit",
    PotLimit: "pot limit",
    NoLimit: "no limit",
}


def most_of(limits: Fixed | Spread | PotLimit | NoLimit, units: tuple[int, ...], most: int) -> int | None:
    if isinstance(limits, Fixed):
        return max(units)
    return most if isinstance(limits, Spread) else None


def lines_of(sign: Sign) -> tuple[str, ...]:
    """The sign as text, line by line."""
    return (
        sign.game,
        f"Ante: {dollars(sign.ante) if sign.ante else 'none'}",
        *opening_lines(sign),
        wager_line(sign),
        f"Raises in a betting round: {'no limit' if sign.max_raises is None else f'at most {sign.max_raises}'}",
        f"Raising after a check: {'permitted' if sign.check_raise else 'not permitted'}",
        *rake_lines(sign),
        *kill_lines(sign),
        *bad_beat_lines(sign),
    )


def opening_lines(sign: Sign) -> tuple[str, ...]:
    if sign.forced_bet:
        return (f"Forced bet: {dollars(sign.forced_bet)}",)
    return (f"Blind bets: {len(sign.blinds)}: {', '.join(map(dollars, sign.blinds))}",)


def wager_line(sign: Sign) -> str:
    most = {"pot limit": "the pot", "no limit": "a player's table stakes"}.get(sign.structure)
    most = dollars(sign.maximum) if sign.maximum is not None else most
    return f"Wagers: {sign.structure}, minimum {dollars(sign.minimum)}, maximum {most}"


def rake_lines(sign: Sign) -> tuple[str, ...]:
    lines = [rake_line(method) for method in sign.rake]
    if sign.rake_most is not None:
        lines.append(f"Rake: at most {dollars(sign.rake_most)} a round of play in all")
    charge = sign.time_charge
    if charge is not None:
        part = dollars(charge.hourly * charge.every // 60)
        who = "player" if charge.per == "player" else "table"
        every = f"{part} collected every {charge.every} minutes"
        lines.append(f"Time charge: {dollars(charge.hourly)} an hour per {who}, {every}")
    return tuple(lines)


def rake_line(method: PercentageRake | IncrementalRake) -> str:
    most = f"at most {dollars(method.most)} a round of play"
    if isinstance(method, PercentageRake):
        base = "bets and antes" if method.antes_included else "bets"
        down = f"rounded down to {dollars(method.unit)}"
        return f"Rake: {method.percent} percent of the {base} of each betting round, {down}, {most}"
    levels = ", ".join(f"{dollars(level.amount)} at {dollars(level.reached)}" for level in method.levels)
    scope = "of each pot" if method.scope == "per-pot" else "of all pots together"
    return f"Rake: {levels} {scope}, {most}"


def kill_lines(sign: Sign) -> tuple[str, ...]:
    if sign.kill is None or sign.kill_limits is None or sign.kill_threshold is None:
        return ()
    least, most = map(dollars, sign.kill_limits)
    times = f" ({sign.kill_times} times the minimum wager)" if sign.kill_times is not None else ""
    pot = f"when one player wins a whole pot of {dollars(sign.kill_threshold)}{times} or more"
    return (f"{sign.kill.value.capitalize()}: wagers of {least} to {most} {pot}",)


def bad_beat_lines(sign: Sign) -> tuple[str, ...]:
    if not sign.is_offered and (sign.bad_beat or sign.contribution is not None):
        return ("Bad beat payout: suspended, no pot contributes and no round qualifies",)
    terms = (f"Bad beat payout: {sign.bad_beat}",) if sign.bad_beat else ()
    given = sign.contribution
    if given is None:
        return terms
    pot = f"each pot of {dollars(given.least_pot)} or more"
    return (*terms, f"Bad beat contribution: {dollars(given.amount)} from {pot}, after the rake")
