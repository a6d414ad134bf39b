"""Corrections: what was recorded stays, and a second transfer reverses it, made by one person and checked by another.

The books remember few transfers, so a correction brings the original along from the log. An original that is still
remembered is compared here; `statements.unfounded` compares all of them with the log.
"""

from pokerroom.ledger.commands import Correct
from pokerroom.ledger.refusals import Code, Refusal
from pokerroom.ledger.state import Books
from pokerroom.ledger.transfers import Transfer, compensation
from pokerroom.rules.wording import is_said


def correction_refusal(books: Books, command: Correct) -> Refusal | None:
    return people_refusal(command) or form_refusal(command) or original_refusal(books, command.original)


def people_refusal(command: Correct) -> Refusal | None:
    for transfer in command.transfers:
        if transfer.by.same_person(command.checker):
            facts = {"who": str(command.checker), "maker": str(transfer.by)}
            return Refusal(Code.SAME_PERSON, transfer.rule, facts)
    return None


def form_refusal(command: Correct) -> Refusal | None:
    """Why these transfers are not a correction of the original."""
    original, (first, *others) = command.original, command.transfers
    facts = {"id": str(first.id), "original": str(original.id)}
    if not is_said(first.note):
        return Refusal(Code.NO_REASON, first.rule, facts)
    if first != compensation(original, id=first.id, at=first.at, by=first.by, note=first.note):
        return Refusal(Code.NOT_A_COMPENSATION, first.rule, facts)
    return second_refusal(others)


def second_refusal(transfers: list[Transfer] | tuple[Transfer, ...]) -> Refusal | None:
    """Why these may not be posted unchecked: a transfer that reverses another has its own command."""
    for transfer in transfers:
        if transfer.corrects is not None:
            facts = {"id": str(transfer.id), "original": str(transfer.corrects)}
            return Refusal(Code.NEEDS_TWO_PEOPLE, transfer.rule, facts)
    return None


def original_refusal(books: Books, original: Transfer) -> Refusal | None:
    facts = {"id": str(original.id)}
    if original.corrects is not None:
        return Refusal(Code.ITSELF_A_CORRECTION, original.rule, facts | {"original": str(original.corrects)})
    seen = books.seen.get(original.id.stream)
    if seen is None or original.id > seen.last:
        return Refusal(Code.NOT_POSTED, original.rule, facts)
    if any(record.id == original.id and record != original for record in seen.recent):
        return Refusal(Code.ORIGINAL_DIFFERS, original.rule, facts)
    if original.id in books.corrected:
        return Refusal(Code.ALREADY_CORRECTED, original.rule, facts)
    return None
