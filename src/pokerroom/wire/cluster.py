"""What a client is told where several servers have the tables of one room."""

from pokerroom.wire.common import Message


class Moved(Message, frozen=True, kw_only=True):
    """What I follow is at another server: connect there too, say `Hello` with `resume`, then let go of it here.

    What I asked of it and is not answered yet I ask again there, under the same id.
    """

    table: str
    """The table, or the game by where its page is; empty for the board of the floor."""
    address: str
    """Of the server, such as `https://room.example.com/s/two`; its socket is there at `/ws`, or at `/t/<table>`."""
