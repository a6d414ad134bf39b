"""Orders at keno: what the room adds before keno decides. Numbers come from the room's chance, cards from filings."""

from collections.abc import Callable, Mapping
from typing import Any

from pokerroom.keno import commands as pure
from pokerroom.keno.rules import DRAWN, NUMBERS, RATE_CARD
from pokerroom.room import filing
from pokerroom.room.filing.stream import FILING
from pokerroom.room.keno.commands import (
    AtKeno,
    DrawGame,
    OfTicket,
    OpenGame,
    PostCard,
    Redeem,
    Sell,
    Take,
    Void,
)
from pokerroom.room.keno.drawing import drawing_of, proof_of
from pokerroom.room.keno.proofs import new_id, ticket_of
from pokerroom.room.keno.stream import KENO
from pokerroom.room.refusals import Code, Refusal
from pokerroom.room.room import Change, Room
from pokerroom.rules.refusal import Refusal as AnyRefusal
from pokerroom.shuffle.draws import balls, promise


def at_keno(room: Room, order: AtKeno) -> list[Change] | AnyRefusal:
    command = order.command
    made = MADE.get(type(command), unchanged)(room, command)
    if isinstance(made, AnyRefusal):
        return made
    change = room.ask(KENO, made)
    return room.settled(change, command.at) if isinstance(change, Change) else change


def unchanged(_room: Room, command: pure.ReportWinners) -> pure.ReportWinners:
    return command


def card_as_filed(room: Room, command: PostCard) -> pure.PostRateCard | AnyRefusal:
    """The approved rate card, 15.2(b): filed, approved by a second person, and in force."""
    version = filing.in_force(room.state(FILING), command.subject, command.at)
    settings = None if version is None else version.settings
    if version is None or not isinstance(settings, filing.KenoSettings):
        facts = {"subject": command.subject, "moment": str(command.at)}
        return Refusal(Code.NOTHING_IN_FORCE, RATE_CARD, facts)
    return pure.PostRateCard(
        by=command.by,
        at=command.at,
        card=settings.card,
        automatic_reports=settings.automatic_reports,
        settings=version.id,
    )


def game_promised(room: Room, command: OpenGame) -> pure.OpenGame:
    """What will be drawn is decided before the first ticket is sold, and nobody can change it any more."""
    made = promise(drawing_of(room.state(KENO).number + 1), room.keys, room.chance)
    return pure.OpenGame(by=command.by, at=command.at, commitment=made.digest, key=made.key, nonce=made.nonce)


def ticket_issued(room: Room, command: Sell) -> pure.Issue:
    keno, request = room.state(KENO), command.request
    picked = quick_pick(room, request.quick_pick) if request.quick_pick is not None else ()
    return pure.Issue(
        by=command.by,
        at=command.at,
        request=request,
        id=new_id(keno, room.chance),
        key=room.keys.current.id,
        picked=picked,
        patron=command.patron,
    )


def quick_pick(room: Room, count: int) -> tuple[int, ...]:
    """So many of the eighty, all choices equally likely; a count that cannot be is refused by keno itself."""
    return room.chance.shuffled(range(1, NUMBERS + 1))[: max(0, count)]


def game_drawn(room: Room, command: DrawGame) -> pure.DrawGame:
    on_sale = room.state(KENO).on_sale
    if on_sale is None:
        return pure.DrawGame(by=command.by, at=command.at, balls=(), secret=b"")  # Refused: nothing is on sale.
    proof = proof_of(on_sale, room.keys)
    drawn = balls(drawing_of(on_sale.number), proof, of=NUMBERS, drawn=DRAWN)
    return pure.DrawGame(by=command.by, at=command.at, balls=drawn, secret=proof.secret)


def of_serial(kind: type[Any]) -> Callable[[Room, OfTicket], Any]:
    """A command about the ticket with a serial number, if there is one."""

    def made(room: Room, command: OfTicket) -> Any:
        ticket = ticket_of(command.serial, room.state(KENO), room.keys)
        if isinstance(ticket, AnyRefusal):
            return ticket
        return kind(by=command.by, at=command.at, ticket=ticket.id)

    return made


MADE: Mapping[type[Any], Callable[[Room, Any], Any]] = {
    PostCard: card_as_filed,
    OpenGame: game_promised,
    Sell: ticket_issued,
    DrawGame: game_drawn,
    Void: of_serial(pure.VoidTicket),
    Take: of_serial(pure.TakeToRedeem),
    Redeem: of_serial(pure.Redeem),
}
