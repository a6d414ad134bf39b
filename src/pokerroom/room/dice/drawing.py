"""Electronic dice: promised before anybody stakes on them, drawn once bets are closed, and proved with the result."""

from pokerroom.dice.commands import Promise, Proof
from pokerroom.dice.state import DiceTable, Result
from pokerroom.room.dice.stream import DICE
from pokerroom.shuffle import Generator, draws
from pokerroom.shuffle.draws import Drawing
from pokerroom.shuffle.seal import Keys


def drawing_of(table: str, number: int) -> Drawing:
    return Drawing(DICE.name, table, number)


def promised(table: DiceTable, keys: Keys, chance: Generator) -> Promise:
    made = draws.promise(drawing_of(table.name, table.number), keys, chance)
    return Promise(made.digest, made.key, made.nonce)


def drawn(table: DiceTable, keys: Keys) -> tuple[tuple[int, ...], Proof]:
    """What lies in the shaker once it has been shaken, and what proves it."""
    assert table.promise is not None, "electronic dice are promised before bets are closed"
    drawing, made = drawing_of(table.name, table.number), table.promise
    secret = draws.secret_of(draws.Promise(drawing, made.digest, made.key, made.nonce), keys)
    faces = draws.dice(drawing, draws.Proof(secret, table.added))
    return faces, Proof(secret, table.added)


def is_proved(table: str, result: Result) -> bool:
    """Whether a result is the one that was promised, with what its players have added."""
    if result.promise is None or result.proof is None:
        return False
    drawing, made = drawing_of(table, result.number), result.promise
    proof = draws.Proof(result.proof.secret, result.proof.added)
    kept = draws.keeps(draws.Promise(drawing, made.digest, made.key, made.nonce), proof)
    return kept and draws.dice(drawing, proof) == result.faces
