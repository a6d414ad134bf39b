"""Orders about a multi-casino system: authorising a payout that the host decided, paying the patrons of a
member that does not, settling with the others, and confirming what they paid.
"""

from pokerroom.linked.member import commands as of_link
from pokerroom.live.entrance.identity import Role
from pokerroom.live.entrance.permissions import SUPERVISORS
from pokerroom.live.staff.orders.declaration import Counter, Declaration
from pokerroom.room.link.commands import OnLink

AUTHORISERS = SUPERVISORS | {Role.KEY_EMPLOYEE}
"""The text names nobody. Whoever verified a hit does not authorise it (R-80), and the key employee who speaks for the
casino in the operation of the system, 14.20(f), is another.
"""
LINK = Counter("link", lambda command, _given: OnLink(command))

ORDERS = (
    Declaration(LINK, of_link.Authorise, AUTHORISERS),
    Declaration(LINK, of_link.CoverAwards, frozenset({Role.ACCOUNTING})),
    Declaration(LINK, of_link.Settle, frozenset({Role.ACCOUNTING})),
    Declaration(LINK, of_link.ConfirmReceipt, frozenset({Role.ACCOUNTING})),
)
