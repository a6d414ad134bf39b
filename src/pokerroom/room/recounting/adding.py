"""What an event adds to a report."""

from typing import NamedTuple


class Added(NamedTuple):
    """So much of a figure, at a table and of a game; both are empty for what happened at no table."""

    figure: str
    amount: int
    table: str = ""
    game: str = ""

    @property
    def taken_back(self) -> "Added":
        return self._replace(amount=-self.amount)
