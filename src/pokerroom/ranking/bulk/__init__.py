"""Many hands at once, at the speed of the machine.

`rank_many` ranks arrays of cards, `deal` deals random rounds by their number, `how_often` counts every hand
there is. `compiled.kernel` hands out a function of `lanes.py`, and `compiled.loop` compiles what calls it.
"""

from pokerroom.ranking.bulk.dealing import deal
from pokerroom.ranking.bulk.engines import engine, engine_for_now, engine_is_loaded, spares_loading, use_engine
from pokerroom.ranking.bulk.frequencies import how_often
from pokerroom.ranking.bulk.many import Planes, ids_of, masks_of, planes_of, rank_many

__all__ = [
    "Planes",
    "deal",
    "engine",
    "engine_for_now",
    "engine_is_loaded",
    "how_often",
    "ids_of",
    "masks_of",
    "planes_of",
    "rank_many",
    "spares_loading",
    "use_engine",
]
