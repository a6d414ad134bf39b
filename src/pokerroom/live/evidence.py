"""The evidence of one round: made from the record, and verified with nothing but the file and this software."""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from pokerroom import play
from pokerroom.history import bundle, phh
from pokerroom.history.bundle import HAND, PROOF, RECORD, WORDS, Bundle, Manifest, NotABundle
from pokerroom.history.record import IrregularRoundError, record
from pokerroom.live.archive import Archive, ArchivedRound, is_of_round
from pokerroom.live.tables.telling import Entry, seconds, told
from pokerroom.log import Envelope
from pokerroom.log.envelope import GENESIS
from pokerroom.play import Event, Round
from pokerroom.room.software import software
from pokerroom.room.streams import table_of
from pokerroom.room.tables import TABLES
from pokerroom.shuffle import Evidence
from pokerroom.shuffle.openings import check
from pokerroom.table.seating.events import Fact, RoundFinished, RoundStarted
from pokerroom.wire.messages import Told
from pokerroom.words import said


def evidence_of(archive: Archive, found: ArchivedRound, names: Callable[[str], str]) -> bytes:
    """The bundle: what a spectator saw, and the record of it."""
    envelopes, before = stored(found)
    shown = archive.shown(found, None, names)
    called = {player: names(player) for player in found.players}
    files = {RECORD: bundle.recorded(envelopes), WORDS: words(entries_of(envelopes), called)}
    if shown.evidence is not None:
        files[PROOF] = msgspec.json.encode(shown.evidence)
    hand = hand_of(entries_of(envelopes), called)
    if hand:
        files[HAND] = hand
    room = "play chips" if found.hall.play_chips else "licensed"
    manifest = Manifest(
        room=room,
        table=found.played.table,
        round=found.played.number,
        software=software(),
        names=called,
        before=before.hex(),
        files={},
    )
    return bundle.packed(manifest, files)


def stored(found: ArchivedRound) -> tuple[list[Envelope], bytes]:
    """The events of a round as they stand in the record, and the hash before the first."""
    stream, played = TABLES.named(found.played.table), found.played
    envelopes: list[Envelope] = []
    before = GENESIS
    for committed in found.hall.store.read(stream, after=max(0, played.first - 2)):
        if committed.envelope.sequence < played.first:
            before = committed.envelope.hash
        elif committed.envelope.sequence > played.last:
            break
        else:
            envelopes.append(committed.envelope)
    return envelopes, before


def entries_of(envelopes: list[Envelope]) -> list[Entry]:
    """The round as a spectator can fold it from the record: what is sealed stays sealed."""
    entries: list[Entry] = []
    state: Round | None = None
    started: RoundStarted | None = None
    for envelope in envelopes:
        event = TABLES.face(envelope)
        started = event if isinstance(event, RoundStarted) else started
        if not isinstance(event, Fact):
            state = play.replay([event]) if state is None else play.apply(state, event)
        lineup, players = ((), ()) if started is None else (started.lineup, started.players)
        number = 0 if started is None else started.number
        entries.append(Entry(envelope.sequence, seconds(envelope.at), event, number, lineup, players, state))
        if isinstance(event, RoundFinished):
            break
    return entries


def words(entries: list[Entry], names: dict[str, str]) -> bytes:
    def called(player: str) -> str:
        return names.get(player, player)

    lines = (told(entry, None, called) for entry in entries if is_of_round(entry.event))
    return bundle.words_of([in_words(each) for each in lines if each.says is not None])


def in_words(each: Told) -> str:
    assert each.says is not None
    return f"{said(each.says)}  [{each.rule}{'' if each.reading is None else f', read as {each.reading}'}]"


def hand_of(entries: list[Entry], names: dict[str, str]) -> bytes:
    """As a PHH file; empty where the format has no words for the round."""
    log: list[Event] = [entry.event for entry in entries if not isinstance(entry.event, Fact)]
    players = entries[-1].players if entries else ()
    try:
        return phh.write(record(log, players=[names.get(each, each) for each in players])).encode()
    except IrregularRoundError:
        return b""


def faults_in(found: Bundle) -> Iterator[str]:
    """Everything that is wrong with a bundle; nothing where it verifies."""
    yield from bundle.faults_of_files(found)
    yield from bundle.faults_of_chain(found)
    try:
        envelopes = bundle.envelopes_in(found.files.get(RECORD, b""))
        entries = entries_of(list(envelopes))
        yield from faults_of_round(found, envelopes, entries)
        yield from faults_of_telling(found, entries)
        yield from faults_in_proof(found, entries)
    except NotABundle:
        raise
    except Exception as error:  # noqa: BLE001  what was altered may fit nothing, wherever it is read
        yield f"what is in it cannot be read: {str(error) or type(error).__name__}"


def not_shown(found: Bundle) -> Iterator[str]:
    """What a bundle that verifies leaves open."""
    if PROOF not in found.files:
        yield f"that the deck was fixed before the deal: there is no {PROOF}, as for one that a person shuffled"


def faults_of_round(found: Bundle, envelopes: Sequence[Envelope], entries: list[Entry]) -> Iterator[str]:
    of = (found.manifest.table, found.manifest.round)
    if not entries or (table_of(envelopes[0].stream), entries[-1].round) != of:
        yield "the record is of another round than the manifest says"
    elif not isinstance(entries[0].event, RoundStarted) or not isinstance(entries[-1].event, RoundFinished):
        yield "the record does not have the whole round"


def faults_of_telling(found: Bundle, entries: list[Entry]) -> Iterator[str]:
    names = dict(found.manifest.names)
    if found.files.get(WORDS, b"") != words(entries, names):
        yield f"{WORDS} is not what the record tells"
    if found.files.get(HAND, b"") != hand_of(entries, names):
        yield f"{HAND} is not what the record tells"


def faults_in_proof(found: Bundle, entries: list[Entry]) -> Iterator[str]:
    if PROOF not in found.files:
        return
    log = tuple(entry.event for entry in entries if not isinstance(entry.event, Fact))
    proof = msgspec.json.decode(found.files[PROOF], type=Evidence)
    if proof.log != log:
        yield f"the log in {PROOF} is not that of the record"
    yield from check(proof.log, proof.commitments, proof.cuts, proof.openings)
