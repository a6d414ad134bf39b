"""Seats and wagers, 13.4: who may put what where, until when, and how it comes off the layout again."""

from pokerroom.dice import commands as asked, events as happened
from pokerroom.dice.course import SEATED, Course, cite
from pokerroom.dice.odds import amount_refusal
from pokerroom.dice.refusals import Code, Refusal
from pokerroom.dice.state import DiceTable, Phase
from pokerroom.dice.wagers import PERMITTED, Bet

INSTRUMENTS = ("chip", "plaque", "coupon")
PLACED = cite("13.4(a)")
ROUND = cite("13.4(b)", reading="R-70")
UNTIL = cite("13.4(d)")
REMOVED = cite("13.4(d)", reading="AMB-151")


def sit_down(course: Course, command: asked.SitDown) -> Refusal | None:
    table, seat = course.table, command.seat
    if table.seat_of(command.player) is not None:
        return Refusal(Code.ALREADY_SEATED, SEATED, {"player": command.player})
    if seat >= len(table.places):
        return Refusal(Code.NO_SUCH_SEAT, SEATED, {"seat": seat})
    if table.places[seat] is not None:
        return Refusal(Code.SEAT_TAKEN, SEATED, {"seat": seat})
    said = {"player": command.player, "amount": command.amount, "agreed": command.agreed}
    course.note(happened.SatDown, SEATED, seat=seat, **said)
    return None


def buy_chips(course: Course, command: asked.BuyChips) -> Refusal | None:
    seat = course.seat(command.player)
    if isinstance(seat, Refusal):
        return seat
    said = {"player": command.player, "amount": command.amount, "agreed": command.agreed}
    course.note(happened.ChipsBought, PLACED, seat=seat, **said)
    return None


def get_up(course: Course, command: asked.GetUp) -> Refusal | None:
    """Whoever has a wager stays until the round of play is over."""
    seat = course.seat(command.player)
    if isinstance(seat, Refusal):
        return seat
    place = course.table.at(seat)
    shakes = course.table.holder == seat and course.table.phase is not Phase.BETTING
    if not place.wagers and not shakes:
        vacate(course, seat)
    elif not place.leaving:
        course.note(happened.WillGetUp, ROUND, seat=seat, player=command.player)
    return None


def vacate(course: Course, seat: int) -> None:
    """A player leaves, with their chips and with wagers that stand undecided."""
    place = course.table.at(seat)
    amount = place.chips + place.staked
    course.note(happened.GotUp, ROUND, seat=seat, player=place.player, returned=place.staked, amount=amount)


def place_wager(course: Course, command: asked.PlaceWager) -> Refusal | None:
    seat = course.seat(command.player)
    refusal = spoken_refusal(command) or (seat if isinstance(seat, Refusal) else None)
    refusal = refusal or wager_refusal(course.table, command)
    if refusal is not None:
        return refusal
    assert not isinstance(seat, Refusal)
    course.note(
        happened.WagerPlaced,
        PLACED,
        seat=seat,
        player=command.player,
        bet=Bet(command.bet),
        amount=command.amount,
        instrument=command.instrument,
    )
    return None


def spoken_refusal(command: asked.PlaceWager) -> Refusal | None:
    """Only what lies on the layout is a wager, and only chips, plaques and coupons lie there, 13.4(a)."""
    if command.spoken or command.instrument == "cash":
        return Refusal(Code.SPOKEN_CASH, PLACED, {})
    if command.instrument not in INSTRUMENTS:
        return Refusal(Code.UNKNOWN_INSTRUMENT, PLACED, {"instrument": command.instrument})
    return None


def wager_refusal(table: DiceTable, command: asked.PlaceWager) -> Refusal | None:
    if command.bet not in set(Bet):
        return Refusal(Code.UNKNOWN_WAGER, PERMITTED, {"wager": command.bet})
    if table.phase is not Phase.BETTING:
        return Refusal(Code.BETS_CLOSED, UNTIL, {})
    seat, bet = table.seat_of(command.player), Bet(command.bet)
    assert seat is not None
    place = table.at(seat)
    if place.leaving:
        return Refusal(Code.LEAVING, ROUND, {"player": command.player})
    there = place.wagers.get(bet)
    amount = command.amount + (0 if there is None else there.amount)
    if amount < table.least:
        return Refusal(Code.BELOW_MINIMUM, PLACED, {"amount": amount, "least": table.least})
    if amount > table.most:
        return Refusal(Code.ABOVE_MAXIMUM, PLACED, {"amount": amount, "most": table.most})
    if command.amount > place.chips:
        return Refusal(Code.NO_CHIPS, PLACED, {"amount": command.amount, "chips": place.chips})
    return amount_refusal(bet, table.odds[bet], amount, unit=table.unit)


def remove_wager(course: Course, command: asked.RemoveWager) -> Refusal | None:
    seat = course.seat(command.player)
    if isinstance(seat, Refusal):
        return seat
    if course.table.phase is not Phase.BETTING:
        return Refusal(Code.BETS_CLOSED, UNTIL, {})
    wager = course.table.at(seat).wagers.get(Bet(command.bet)) if command.bet in set(Bet) else None
    if wager is None:
        return Refusal(Code.NOTHING_THERE, REMOVED, {"wager": command.bet})
    bet, amount = Bet(command.bet), wager.amount
    course.note(happened.WagerRemoved, REMOVED, seat=seat, player=command.player, bet=bet, amount=amount)
    return None
