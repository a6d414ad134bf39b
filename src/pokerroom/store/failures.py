"""What a database says went wrong, as the end of a sentence of ours: no statement, no type, no address of a manual."""

from sqlalchemy.exc import SQLAlchemyError

FAILURES = (SQLAlchemyError, ArithmeticError, MemoryError, TypeError, ValueError)
"""What reading raises: the database's own errors, and those of values that are not of their column's type."""


def said_by(error: BaseException) -> str:
    """What the driver said, or else what we know of it, in one line."""
    original = getattr(error, "orig", None) or error
    said = str(original.args[0]) if original.args else ""
    return " ".join(said.split()) or "no reason is given"
