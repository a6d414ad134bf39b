"""The regulation as values: citations, editions, clauses, readings and the house's posted rules."""
