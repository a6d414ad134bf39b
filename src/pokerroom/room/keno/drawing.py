"""Which draw a game of keno is, and how its numbers are worked out again from what was published."""

from pokerroom.keno.rules import DRAWN, NUMBERS
from pokerroom.keno.state import Drawn, OnSale
from pokerroom.room.keno.stream import NAME
from pokerroom.shuffle.draws import Drawing, Promise, Proof, balls, keeps, secret_of
from pokerroom.shuffle.seal import Keys


def drawing_of(number: int) -> Drawing:
    return Drawing(game=NAME, place="", number=number)


def promise_of(game: OnSale) -> Promise:
    return Promise(drawing_of(game.number), game.commitment, game.key, game.nonce)


def proof_of(game: OnSale, keys: Keys) -> Proof:
    """For the running room alone, when the draw begins."""
    return Proof(secret_of(promise_of(game), keys))


def is_proved(drawn: Drawn) -> bool:
    """Whether the numbers are those that were promised before the first ticket was sold."""
    drawing, proof = drawing_of(drawn.number), Proof(drawn.secret)
    kept = keeps(Promise(drawing, drawn.commitment, "", b""), proof)
    return kept and balls(drawing, proof, of=NUMBERS, drawn=DRAWN) == drawn.balls
