"""The secret portion of a ticket's serial number: it follows from the other under a key of the room.

The record holds the first portion alone. So nobody can make a ticket from the record or from the winning ticket
report, and the room can print a ticket again.
"""

from hashlib import sha256
from hmac import compare_digest, digest

from pokerroom.keno import Keno
from pokerroom.keno.refusals import Code, Refusal
from pokerroom.keno.rules import REDEEMED_ONCE
from pokerroom.keno.serials import BITS, portions, printed, written
from pokerroom.keno.tickets import Ticket
from pokerroom.shuffle import Generator
from pokerroom.shuffle.seal import Keys

DOMAIN = b"pokerroom keno ticket 1"


def new_id(keno: Keno, chance: Generator) -> str:
    """The first portion of a new serial number: it tells nothing, not even how many tickets were sold."""
    while True:
        id_ = written(chance.getrandbits(BITS))
        if id_ not in keno.tickets:
            return id_


def serial_of(ticket: Ticket, keys: Keys) -> str:
    return printed(ticket.id, secret_of(ticket, keys))


def secret_of(ticket: Ticket, keys: Keys) -> str:
    proof = digest(keys.named(ticket.key).secret, DOMAIN + ticket.id.encode(), sha256)
    return written(int.from_bytes(proof, "big") >> 8 * len(proof) - BITS)


FORGED = Refusal(Code.NO_SUCH_TICKET, REDEEMED_ONCE)


def ticket_of(typed: str, keno: Keno, keys: Keys) -> Ticket | Refusal:
    """The ticket of a whole serial number. Whoever has half of one learns nothing, not even that there is such."""
    found = portions(typed)
    held = None if found is None else keno.tickets.get(found[0])
    if found is None or held is None or not compare_digest(found[1], secret_of(held.ticket, keys)):
        return FORGED
    return held.ticket
