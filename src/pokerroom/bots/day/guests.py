"""What a guest does now and then apart from playing: the cage, the lists, their seat.

A guest thinks in four steps, each giving at most one order, in this order. A guest who is at a table but not on the
lists has just come; one who is on the lists but not at the table has just left: so nothing has to be remembered between
steps.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from pokerroom.bots.day.plan import CASHIER, SUPERVISOR, Guest, TablePlan
from pokerroom.bots.day.scene import Scene
from pokerroom.room import lists
from pokerroom.room.books.commands import Deposit, Withdraw
from pokerroom.room.commands import Command
from pokerroom.room.lists import Place, commands as on_lists, turn
from pokerroom.room.lists.commands import OnLists
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.tables.commands import AtTable
from pokerroom.table.seating import Status, Table, commands as at_table, in_pieces
from pokerroom.table.seating.state import Place as TablePlace

Step = Callable[[Scene, Guest], Command | None]

ACCEPTS, DECLINES = 0.7, 0.85
"""Of those called to a seat, the part who accept, and the part who accept or decline; the others let it expire."""
NO_SHOW, ASKS_FOR_CHANGE, CANCELS_CHANGE, LEAVES_LIST = 0.05, 0.02, 0.1, 0.01
SITS_OUT, SITS_IN, GOES_AWAY, RETURNS = 0.02, 0.3, 0.25, 0.3
FETCHES_MONEY, GIVES_UP, TOPS_UP = 0.3, 0.4, 0.05
TRIES_AGAIN = 0.1
"""The part of those who may no longer play here and try anyway."""


def at_the_cage(scene: Scene, guest: Guest) -> Command | None:
    held, sits = scene.bank(guest), guest.id in scene.whereabouts.seated or seat_taken(scene, guest) is not None
    if scene.going(guest):
        return None if sits or not held else withdrawal(scene, guest, held)
    if held >= guest.buy_in or (sits and held):
        return None
    first = scene.tick - guest.arrives < scene.plan.settings.thought_ticks
    if first or scene.chance(guest.id, "cage").random() < FETCHES_MONEY:
        return Deposit(player=guest.id, amount=guest.money, by=CASHIER, at=scene.at)
    return None


def withdrawal(scene: Scene, guest: Guest, amount: int) -> Withdraw:
    return Withdraw(player=guest.id, amount=amount, by=CASHIER, at=scene.at)


def wishes(guest: Guest) -> tuple[lists.Wanted, ...]:
    return (guest.wants,) if guest.also is None else (guest.wants, guest.also)


def at_the_desk(scene: Scene, guest: Guest) -> Command | None:
    """What the guest says at the desk that keeps the lists."""
    state, seated, hold = scene.room.state(LISTS), *whereabouts(scene, guest)
    chance = scene.chance(guest.id, "desk")
    if scene.going(guest):
        if scene.unwelcome(guest) and chance.random() < TRIES_AGAIN:
            return listed(scene, guest, on_lists.Join, name=guest.name, wanted=guest.wants)
        return left_list(scene, guest)
    if hold is not None and hold.queue is not None and not hold.accepted:
        # A guest decides once for each offer.
        mood = scene.plan.chance(guest.id, *hold.place, hold.until).random()
        return answer(scene, guest, hold.place, mood)
    if seated is not None:
        return about_change(scene, guest, seated.place, chance)
    if hold is None and scene.bank(guest) >= guest.buy_in and vacant_for(scene, guest) is None:
        wished = next((each for each in wishes(guest) if each in state.lists and not state.waits(guest.id, each)), None)
        if wished is not None:
            return listed(scene, guest, on_lists.Join, name=guest.name, wanted=wished)
    return left_list(scene, guest) if chance.random() < LEAVES_LIST else None


def whereabouts(scene: Scene, guest: Guest) -> tuple[Any, Any]:
    known = scene.whereabouts
    return known.seated.get(guest.id), known.holds.get(guest.id)


def listed(scene: Scene, guest: Guest, kind: type[Any], **fields: Any) -> OnLists:
    return OnLists(kind(player=guest.id, by=guest.id, at=scene.at, **fields))


def left_list(scene: Scene, guest: Guest) -> OnLists | None:
    waits = next((each for each in wishes(guest) if scene.room.state(LISTS).waits(guest.id, each)), None)
    return None if waits is None else listed(scene, guest, on_lists.LeaveList, wanted=waits)


def answer(scene: Scene, guest: Guest, place: Place, mood: float) -> OnLists | None:
    if mood >= DECLINES:
        return None
    kind = on_lists.Accept if mood < ACCEPTS else on_lists.Decline
    return listed(scene, guest, kind, table=place.table, seat=place.seat)


def about_change(scene: Scene, guest: Guest, place: Place, chance: Random) -> OnLists | None:
    """A change to another table of the same game, if there is one the guest may ask for."""
    state = scene.room.state(LISTS)
    if state.change_of(guest.id) is not None:
        return listed(scene, guest, on_lists.CancelChange) if chance.random() < CANCELS_CHANGE else None
    here = state.tables.get(place.table)
    others = here is not None and any(
        each.wanted == here.wanted and each != here and each.feeds is None for each in state.tables.values()
    )
    if here is None or here.feeds is not None or not others or chance.random() >= ASKS_FOR_CHANGE:
        return None
    return listed(scene, guest, on_lists.RequestChange)


def at_the_table(scene: Scene, guest: Guest) -> Command | None:
    found = seat_taken(scene, guest)
    if found is None:
        return sitting_down(scene, guest)
    table, seat, plan = found
    return staying(scene, guest, Seat(table, seat, table.place(seat), plan))


class Seat(NamedTuple):
    table: Table
    number: int
    place: TablePlace
    plan: TablePlan

    @property
    def dealt_in(self) -> bool:
        return self.table.is_dealt_in(self.number)

    @property
    def stakes(self) -> int:
        return self.table.stakes(self.number) + self.place.added

    @property
    def minimum(self) -> int:
        """With less than this a player is as good as broke."""
        return 4 * self.plan.minimum

    @property
    def most(self) -> int:
        """How much the guest may still add."""
        most = self.table.posting.rules.buy_in_most
        return 1 << 62 if most is None else most - self.stakes


def seat_taken(scene: Scene, guest: Guest) -> tuple[Table, int, TablePlan] | None:
    """The table the guest sits at, whether or not the lists know it yet."""
    seated, hold = whereabouts(scene, guest)
    names = [each.place.table for each in (seated, hold) if each is not None]
    if not names:
        names = [plan.name for wish in wishes(guest) for plan in scene.plan.offering.get(wish, ())]
    for name in names:
        table = scene.table(name)
        seat = None if table is None else table.seat_of(guest.id)
        if table is not None and seat is not None:
            return table, seat, scene.plan.by_name[name]
    return None


def sitting_down(scene: Scene, guest: Guest) -> Command | None:
    if scene.going(guest) or not scene.bank(guest):
        return None
    _, hold = whereabouts(scene, guest)
    if hold is not None:
        is_his = (hold.accepted or hold.queue is None) and hold.until > scene.at
        shows = scene.chance(guest.id, "shows").random() >= NO_SHOW
        place = hold.place if is_his and shows else None
    else:
        place = vacant_for(scene, guest) if guest.id not in scene.whereabouts.seated else None
    return None if place is None else taking(scene, guest, place)


def taking(scene: Scene, guest: Guest, place: Place) -> Command | None:
    table = scene.table(place.table)
    if table is None or table.places[place.seat] is not None:
        return None
    rules = table.posting.rules
    amount = in_pieces(table.rotation, min(scene.bank(guest), guest.buy_in, rules.buy_in_most or guest.buy_in))
    left = table.left_with(guest.id, scene.at)
    amount = max(amount, left)
    if amount < rules.buy_in_least or amount > scene.bank(guest):
        return None
    command = at_table.TakeSeat(by=guest.id, at=scene.at, player=guest.id, seat=place.seat, amount=amount)
    return AtTable(place.table, command)


def vacant_for(scene: Scene, guest: Guest) -> Place | None:
    """A seat that the guest may take without being called: nobody else is next for it."""
    for place in vacancies(scene, guest):
        table = scene.table(place.table)
        if table is None or table.places[place.seat] is not None:
            continue
        called = turn(scene.room.state(LISTS), place.table, scene.room.state(LISTS).let_go.get(place, ()))
        if called.next is None or called.next.player == guest.id:
            return place
    return None


def vacancies(scene: Scene, guest: Guest) -> Iterator[Place]:
    for wish in wishes(guest):
        for plan in scene.plan.offering.get(wish, ()):
            if plan.name in scene.room.state(LISTS).tables:
                yield from scene.room.state(LISTS).vacant(plan.name)[:1]


def staying(scene: Scene, guest: Guest, seat: Seat) -> Command | None:
    place = seat.place
    if place.leaving:
        return None
    if must_go(scene, guest, seat):
        by = SUPERVISOR if scene.unwelcome(guest) else guest.id
        return AtTable(seat.table.name, at_table.LeaveSeat(by=by, at=scene.at, player=guest.id))
    chance = scene.chance(guest.id, "seat")
    if place.leave is not None:
        return coming_back(scene, guest, seat, chance)
    return about_money(scene, guest, seat, chance) or about_rest(scene, guest, seat, chance)


def must_go(scene: Scene, guest: Guest, seat: Seat) -> bool:
    hold = scene.whereabouts.holds.get(guest.id)
    moves = hold is not None and hold.accepted and hold.place.table != seat.table.name
    refused_to_move = guest.id in scene.room.state(LISTS).must_leave
    return moves or refused_to_move or scene.going(guest) or scene.tick >= seat.plan.closes


def asked(scene: Scene, guest: Guest, seat: Seat, kind: type[Any], **fields: Any) -> AtTable:
    command = kind(**{"by": guest.id, "at": scene.at, "player": guest.id, **fields})
    return AtTable(seat.table.name, command)


def coming_back(scene: Scene, guest: Guest, seat: Seat, chance: Random) -> Command | None:
    """Come back with what went out; now and then with more, or with less for a reason that the floor accepts."""
    if chance.random() >= RETURNS:
        return None
    leave = seat.place.leave
    assert leave is not None
    if leave.method is at_table.Method.COVERED:
        # What is there now: a time charge may have been taken from it.
        return asked(scene, guest, seat, at_table.Return, by=SUPERVISOR, amount=seat.place.stakes)
    amount, reason, mood = leave.amount, "", chance.random()
    more = in_pieces(seat.table.rotation, min(scene.bank(guest), seat.most - amount, guest.buy_in))
    if mood < 0.2 and more > 0:
        amount += more
    elif mood > 0.8 and amount > seat.plan.minimum:
        amount, reason = amount - seat.plan.minimum, "chips lost on the way"
    return asked(scene, guest, seat, at_table.Return, by=SUPERVISOR, amount=amount, reason=reason)


def about_money(scene: Scene, guest: Guest, seat: Seat, chance: Random) -> Command | None:
    """What the guest owes, and what they have too little of; also during a round, for the next one."""
    owes, held = seat.place.owes, scene.bank(guest)
    if owes and not seat.dealt_in and seat.place.stakes >= owes:
        return asked(scene, guest, seat, at_table.PayTime)
    short = seat.stakes < max(seat.minimum, owes)
    more = in_pieces(seat.table.rotation, min(held, guest.buy_in, seat.most))
    if more > 0 and (short or (seat.stakes < guest.buy_in and chance.random() < TOPS_UP)):
        return asked(scene, guest, seat, at_table.TopUp, amount=more)
    if short and more <= 0 and not seat.dealt_in and chance.random() < GIVES_UP:
        return asked(scene, guest, seat, at_table.LeaveSeat)
    return None


def about_rest(scene: Scene, guest: Guest, seat: Seat, chance: Random) -> Command | None:
    mood = chance.random()
    if seat.place.status is Status.PLAYING:
        return asked(scene, guest, seat, at_table.SitOut) if mood < SITS_OUT else None
    if mood < SITS_IN:
        return asked(scene, guest, seat, at_table.SitIn)
    if mood < SITS_IN + GOES_AWAY and not seat.dealt_in:
        method = chance.choice(tuple(at_table.Method))
        return asked(scene, guest, seat, at_table.GoAway, by=SUPERVISOR, method=method)
    return None


def on_the_lists(scene: Scene, guest: Guest) -> Command | None:
    """The lists are told of a seat taken or left."""
    seated, hold = whereabouts(scene, guest)
    found = seat_taken(scene, guest)
    if found is None:
        # A guest on the way to another table keeps the rights of the old seat until then.
        on_his_way = hold is not None and hold.accepted and not scene.going(guest)
        if seated is None or on_his_way:
            return None
        return listed(scene, guest, on_lists.LeaveSeat, table=seated.place.table)
    table, seat, _ = found
    is_listed = seated is not None and seated.place == Place(table.name, seat)
    if is_listed or table.name not in scene.room.state(LISTS).tables:
        return None
    return listed(scene, guest, on_lists.TakeSeat, table=table.name, seat=seat)


STEPS: tuple[Step, ...] = (at_the_cage, at_the_desk, at_the_table, on_the_lists)
