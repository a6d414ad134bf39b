"""One step of every game, in pieces that Numba compiles; imported only where Numba is.

Each piece does for a row of integers what the module of `pokerroom.play` with the same subject does for a `Round`,
and says which clause it serves. None of them asks which game it is: what differs is in the tables (`compiling.py`).
"""
