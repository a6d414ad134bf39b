"""A referee who has the log of a round and the text of the rules, and uses nothing of the engine.

Each module checks one idea, written from the regulation and the readings rather than from the engine, and computed in
another way on purpose: each chip is asked who may win it, and the rest of the cards is dealt out on paper.
"""
