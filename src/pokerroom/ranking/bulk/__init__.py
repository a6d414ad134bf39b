"""Many hands at once, at the speed of the machine."""

from pokerroom.ranking.bulk.dealing import deal
from pokerroom.ranking.bulk.engines import engine, use_engine
from pokerroom.ranking.bulk.many import Planes, ids_of, masks_of, planes_of, rank_many

__all__ = ["Planes", "deal", "engine", "ids_of", "masks_of", "planes_of", "rank_many", "use_engine"]
