"""Many rounds at once: a second, compiled interpreter of the same games, for research and questions of "how often?".

`compile_game` turns a procedure into tables of integers, a `Batch` plays thousands of rounds by them side by side, and
`handed_over` lets the engine play one of them again, with its log. See docs/batch.md.
"""

from pokerroom.batch.compiling import BatchError, CompiledGame, compile_game
from pokerroom.batch.handing_over import handed_over
from pokerroom.batch.layout import Kind, Stage
from pokerroom.batch.playing import Batch, Offers

__all__ = [
    "Batch",
    "BatchError",
    "CompiledGame",
    "Kind",
    "Offers",
    "Stage",
    "compile_game",
    "handed_over",
]
