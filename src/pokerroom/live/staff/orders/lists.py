"""Orders about the waiting lists and the seats that are held."""

from pokerroom.live.entrance.permissions import FLOOR, PIT, SUPERVISORS
from pokerroom.live.staff.orders.declaration import Counter, Declaration
from pokerroom.room.lists import commands as on_lists

LISTS = Counter("lists", lambda command, _given: on_lists.OnLists(command))

ORDERS = (
    Declaration(LISTS, on_lists.SetRules, SUPERVISORS),
    Declaration(LISTS, on_lists.OpenInterest, FLOOR),
    Declaration(LISTS, on_lists.OpenList, FLOOR),
    Declaration(LISTS, on_lists.CloseList, FLOOR),
    Declaration(LISTS, on_lists.Join, PIT),
    Declaration(LISTS, on_lists.LeaveList, PIT),
    Declaration(LISTS, on_lists.RequestChange, PIT),
    Declaration(LISTS, on_lists.CancelChange, PIT),
    Declaration(LISTS, on_lists.CallNext, PIT),
    Declaration(LISTS, on_lists.CallPlayer, FLOOR),
    Declaration(LISTS, on_lists.SetMustMove, FLOOR),
    Declaration(LISTS, on_lists.Accept, PIT),
    Declaration(LISTS, on_lists.Decline, PIT),
    Declaration(LISTS, on_lists.NoteNoShow, PIT),
    Declaration(LISTS, on_lists.LockSeat, FLOOR),
    Declaration(LISTS, on_lists.ReleaseSeat, FLOOR),
    Declaration(LISTS, on_lists.Bar, FLOOR),
    Declaration(LISTS, on_lists.Reinstate, FLOOR),
)
