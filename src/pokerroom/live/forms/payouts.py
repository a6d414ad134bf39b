"""What stands in the forms of bad beat payouts: contributions, containers, payouts of hits, and papers of rules."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial

from pokerroom.cards import card_text
from pokerroom.jackpot import Hit, Payout, Payouts
from pokerroom.jackpot.commands import Chips
from pokerroom.jackpot.people import Person
from pokerroom.jackpot.rules import PayoutRules
from pokerroom.jackpot.state import Container, Form as Contribution, Handed
from pokerroom.live.forms.filling import Letterhead
from pokerroom.live.forms.form import Form
from pokerroom.live.forms.payout_papers import PAPERS, paper_of
from pokerroom.live.room import LiveRoom
from pokerroom.money import dollars
from pokerroom.room.filing.settings import PayoutSubmission
from pokerroom.room.filing.stream import FILING
from pokerroom.room.payouts import PAYOUTS
from pokerroom.words import said, saying, term


def signed(who: Person | None) -> str:
    """A signature: the name, the position acted in, and the identity of the account."""
    return "" if who is None else f"{said(who.saying)}, {who.id}"


def chip_rows(chips: tuple[Chips, ...]) -> list[list[str]]:
    return [[dollars(each.value), f"{each.count:,}", dollars(each.value * each.count)] for each in chips]


def of_contribution(payout: str, form: Contribution, head: Letterhead, *, preview: bool = False) -> Form:
    """The Bad Beat Payout Contribution Form, 14.19(f)3: an original and a duplicate, each marked."""
    values = {
        "room": head.room,
        "payout": payout,
        "at": head.moment(form.at),
        "table": form.table,
        "chips": chip_rows(form.chips),
        "amount": dollars(form.amount),
        "dealer": signed(form.dealer),
        "witness": signed(form.witness),
        "recording": form.recording,
        "variance": dollars(form.variance) if form.variance else "",
        "voided": form.voided,
        "preview": said(saying("payout-papers.preview")) if preview else "",
        "dealer_position": said(term(form.dealer.acts_as)),
        "witness_position": said(term(form.witness.acts_as)),
    }
    return Form("bad-beat-form", str(form.serial), values, head.leads_to(f"form/{form.serial}", "payouts"))


def of_container(payout: Payout, found: Container, head: Letterhead) -> Form:
    """The document that is locked in with the contents, 14.19(d)1, or the manifest of locked boxes, (d)2."""
    name = payout.rules.name
    dealer, supervisor = (found.signed[0], found.signed[-1]) if found.counts else (None, found.signed[0])
    values = {
        "room": head.room,
        "payout": name,
        "container": f"{found.number}",
        "rule": "14.19(d)1" if found.counts else "14.19(d)2",
        "at": head.moment(found.packed_at),
        "place": found.place,
        "recording": found.recording,
        "boxes": [[table, dollars(amount)] for table, amount in found.found or found.counts]
        or [[table, "locked"] for table in sorted(found.boxes)],
        "amount": "" if found.said is None else dollars(found.said),
        "dealer": signed(dealer),
        "supervisor": signed(supervisor),
        "carried": signed(found.carried_by),
        "verified": signed(found.verified_by),
        "verified_at": moment(head, found.verified_at),
        "verified_amount": dollars(found.amount) if found.verified else "",
        "variance": dollars(found.variance) if found.verified else "",
    }
    place = f"container/{name}.{found.number}"
    return Form("bad-beat-container", f"{name} {found.number}", values, head.leads_to(place, "payouts"))


def moment(head: Letterhead, at: datetime | None) -> str:
    return "" if at is None else head.moment(at)


def handed_by(handed: Handed | None) -> str:
    """Who handed a part over: somebody of this casino, or another member of its system, 14.20(d)2."""
    if handed is None:
        return ""
    left = f", {said(saying('payout-papers.on-account'))}" if handed.on_account else ""
    return handed.payer or f"{signed(handed.by)}{left}"


def of_hit(payout: Payout, hit: Hit, head: Letterhead) -> Form:
    """What a hit paid to whom, who verified and prepared it, and who handed each part over, 14.19(i), (j)."""
    name, handed = payout.rules.name, {each.player: each for each in hit.handed}
    values = {
        "room": head.room,
        "payout": name,
        "at": head.moment(hit.at),
        "table": hit.showdown.table,
        "round": f"{hit.showdown.round}",
        "board": " ".join(map(card_text, hit.showdown.board)),
        "hands": [[head.name_of(each.player), " ".join(map(card_text, each.own))] for each in hit.showdown.hands],
        "losing": ", ".join(head.name_of(player) for beat in hit.beats for player in beat.losing),
        "winning": ", ".join(head.name_of(player) for beat in hit.beats for player in beat.winning),
        "amount": dollars(sum(amount for _, amount in hit.amounts)),
        "instrument": "" if hit.instrument is None else hit.instrument.value,
        "paid_at": "" if hit.paid_at is None else hit.paid_at.value,
        "awards": [
            [
                head.name_of(award.player),
                award.part,
                handed_by(handed.get(award.player)),
                dollars(award.amount),
            ]
            for award in hit.awards
        ],
        "verified": signed(hit.verified_by),
        "prepared": signed(hit.prepared_by),
        "cashier": signed(hit.cashier),
        "rejected": hit.rejected,
    }
    place = f"hit/{name}.{hit.number}"
    return Form("bad-beat-payout", f"{name} {hit.number}", values, head.leads_to(place, "payouts"))


# Finding them.


def contribution_form(live: LiveRoom, key: str, head: Letterhead) -> Form:
    """By its serial, which no other form of the room has."""
    serial = int(key)
    for payout in live.room.state(PAYOUTS).by_name.values():
        if serial in payout.forms:
            return of_contribution(payout.rules.name, payout.forms[serial], head)
    raise ValueError("no form has this serial")


def named(payouts: Payouts, key: str) -> tuple[Payout, int]:
    """`Bad beat.2` is number 2 of the payout of that name."""
    name, _, number = key.rpartition(".")
    if name not in payouts.by_name:
        raise ValueError("no payout has this name")
    return payouts.by_name[name], int(number)


def container_document(live: LiveRoom, key: str, head: Letterhead) -> Form:
    payout, number = named(live.room.state(PAYOUTS), key)
    if number not in payout.containers:
        raise ValueError("the payout has no such container")
    return of_container(payout, payout.containers[number], head)


def payout_document(live: LiveRoom, key: str, head: Letterhead) -> Form:
    payout, number = named(live.room.state(PAYOUTS), key)
    if number not in payout.hits:
        raise ValueError("the payout has no such hit")
    return of_hit(payout, payout.hits[number], head)


def rules_paper(which: str, live: LiveRoom, key: str, head: Letterhead) -> Form:
    """Of the rules in force, of a change that is announced (`NAME.next`), or of rules filed and not offered yet."""
    rules, filing = rules_named(live, key)
    return paper_of(which, rules, filing, head)


def rules_named(live: LiveRoom, key: str) -> tuple[PayoutRules, str]:
    name, following = key.removesuffix(".next"), key.endswith(".next")
    payout = live.room.state(PAYOUTS).by_name.get(name)
    if payout is not None and following:
        if payout.announced is None:
            raise ValueError("no change of its rules is announced")
        return payout.announced.rules, payout.announced.filing
    if payout is not None:
        return payout.rules, payout.filing
    return rules_filed(live, name)


def rules_filed(live: LiveRoom, name: str) -> tuple[PayoutRules, str]:
    versions = live.room.state(FILING).versions.get(f"payout {name}", ())
    settings = versions[-1].settings if versions else None
    if not isinstance(settings, PayoutSubmission):
        raise ValueError("no payout of this name is offered or filed")  # noqa: TRY004  found by what was typed
    return settings.rules, f"{versions[-1].document}, version {versions[-1].number}"


PAYOUT_FORMS: Mapping[str, Callable[[LiveRoom, str, Letterhead], Form]] = {
    "bad-beat-form": contribution_form,
    "bad-beat-container": container_document,
    "bad-beat-payout": payout_document,
    **{f"payout-{which}": partial(rules_paper, which) for which in PAPERS},
}
