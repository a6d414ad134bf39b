"""A referee who has the log of a round and the text of the rules, and asks the software nothing.

Each module holds one notion, written from the regulation and the readings rather than from the engine, and by another
way of counting on purpose: chips are asked one by one who may win them, cards are dealt out in the head to the end.
"""
