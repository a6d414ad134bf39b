"""Mini-dice in the running house: the actor of each table, how it looks, and what is told of it."""
