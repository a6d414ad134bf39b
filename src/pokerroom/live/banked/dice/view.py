"""How a mini-dice table looks to one viewer. Nothing of dice that were not read is in it."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from pokerroom.dice import Bet, DiceTable, Phase
from pokerroom.dice.odds import Pays, edge, pay_table, payable_step
from pokerroom.dice.refusals import Refusal
from pokerroom.dice.state import MIXED, Place, Result
from pokerroom.dice.wagers import DECIDED_BY
from pokerroom.live.banked.dice.telling import trouble_of
from pokerroom.wire import dice as wire


class Around(NamedTuple):
    """What a view is made of besides the table itself."""

    game: str
    sequence: int
    now: float
    until: float | None
    play_chips: bool
    bank: int
    ready: frozenset[str]
    results: tuple[Result, ...]
    told: tuple[wire.DiceTold, ...]
    name: Callable[[str], str]


def view_of(table: DiceTable, player: str, seen: Around, *, staff: bool) -> wire.DiceState:
    return wire.DiceState(
        game=seen.game,
        table=table.name,
        sequence=seen.sequence,
        now=seen.now,
        phase=table.phase.value,
        until=seen.until,
        number=table.number,
        shaken_by=table.shaken_by.value,
        play_chips=seen.play_chips,
        least=table.least,
        most=table.most,
        areas=areas_of(tuple(table.printed.items()), table.unit),
        places=tuple(None if place is None else place_of(place, seen) for place in table.places),
        my_seat=table.seat_of(player),
        bank=seen.bank,
        covered=table.covered,
        shakes=table.shakes,
        offered=table.offered,
        holder=table.holder,
        promise="" if table.promise is None else table.promise.digest.hex(),
        result=None if table.result is None else result_of(table.result),
        history=tuple(map(result_of, earlier(seen.results, table.result))),
        told=seen.told,
        equipment=equipment_of(table) if staff else None,
    )


def earlier(results: Iterable[Result], last: Result | None) -> list[Result]:
    return [each for each in results if last is None or each.number != last.number]


@lru_cache(maxsize=64)
def areas_of(printed: tuple[tuple[str, str], ...], unit: int) -> tuple[wire.DiceArea, ...]:
    """The layout. It is the same for a long time: fractions are not worked out for every message."""
    table = pay_table(dict(printed))
    assert not isinstance(table, Refusal), table
    return tuple(area_of(bet, pays, unit) for bet, pays in table.items())


def area_of(bet: Bet, pays: Pays, unit: int) -> wire.DiceArea:
    kept = edge(bet, pays)
    return wire.DiceArea(
        bet=bet.value,
        odds=str(pays.odds),
        more={str(total): str(odds) for total, odds in pays.on_totals.items()},
        wins=tuple(sorted(DECIDED_BY[bet].wins)),
        step=payable_step(pays, unit=unit),
        edge=str(kept),
        percent=f"{float(kept):.2%}",
    )


def place_of(place: Place, seen: Around) -> wire.DicePlaceView:
    return wire.DicePlaceView(
        name=seen.name(place.player),
        chips=place.chips,
        wagers={bet.value: wager.amount for bet, wager in place.wagers.items()},
        refused=place.refused,
        leaving=place.leaving,
        ready=place.player in seen.ready,
    )


def result_of(result: Result) -> wire.DiceResult:
    promise, proof = result.promise, result.proof
    return wire.DiceResult(
        number=result.number,
        faces=result.faces,
        total=result.total,
        promise="" if promise is None else promise.digest.hex(),
        secret="" if proof is None else proof.secret.hex(),
        added="" if proof is None else proof.added.hex(),
    )


def equipment_of(table: DiceTable) -> wire.DiceEquipment:
    shaker = table.shaker
    return wire.DiceEquipment(
        shaker=None if shaker is None else shaker.name,
        dice=None if shaker is None else shaker.dice,
        until=None if shaker is None else shaker.until.timestamp(),
        works=None if shaker is None else shaker.works,
        dealer=None if table.dealer is None else table.dealer.name,
        incidents=tuple(trouble_of(each.trouble, each.note) for each in table.incidents),
        players=tuple(None if place is None else place.player for place in table.places),
        queue=tuple(table.queue),
        losing=sum(wager.amount for _, _, wager in table.losing),
        winning=tuple(dict.fromkeys(seat for seat, _, _ in table.winning)),
        next=next_order(table),
    )


def next_order(table: DiceTable) -> str | None:
    """What the round waits for from the dealer; None while it waits for a player or for wagers."""
    match table.phase:
        case Phase.BETTING:
            return "NoMoreBets" if table.wagers else None
        case Phase.BETS_CLOSED:
            return "Cover" if not table.covered else "Shake" if table.shakes < MIXED else "OfferShaker"
        case Phase.BY_DEALER:
            return "Shake" if table.shakes < MIXED else "Uncover"
        case Phase.RETURNED:
            return "Uncover"
        case Phase.SETTLING:
            return "CollectLosing" if table.losing else "PayWinners"
        case Phase.OFFERED:
            return "AnswerShaker"
        case Phase.HELD:
            return "Shake"
        case _:
            return None
