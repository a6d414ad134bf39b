"""The benchmark of starting compares each start with the one beside it."""

from bench.starting import AGAIN, NEW, Start, table


def test_the_ratio_is_that_of_starts_side_by_side() -> None:
    def both(new: float, again: float) -> dict[str, Start]:
        return {NEW: Start(new, new / 2), AGAIN: Start(again, again / 2)}

    # The machine was twice as slow in the second turn; ours took a tenth longer in both.
    told = table([(both(1.1, 2.2), both(1.0, 2.0)), (both(2.2, 4.4), both(2.0, 4.0))], "before")
    assert told.count("1.100 (1.100 to 1.100)") == 4
