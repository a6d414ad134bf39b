"""What a player at the table may do in the round of play, by their seat at the table."""

from pokerroom.play import Offer, legal_actions
from pokerroom.table.seating.state import Table


def offers(table: Table, seat: int) -> tuple[Offer, ...]:
    """Everything the player in this seat may do in the round now; nothing when it is not their turn."""
    own = table.round_seat(seat)
    if own is None or table.round is None:
        return ()
    return legal_actions(table.round, own)
