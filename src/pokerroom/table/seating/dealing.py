"""Rounds of play at the table: the first button, the start of a round, its commands, and what follows at its end."""

from collections import Counter
from collections.abc import Callable
from typing import Any, get_args

from msgspec.structs import replace

from pokerroom import play
from pokerroom.cards import DECK, UNKNOWN
from pokerroom.play import DiscardMistakenCards, Removal, RemoveHand, Round, Seat, Stage
from pokerroom.play.events import Misdealt, RoundDied
from pokerroom.play.seats import renumbered, seats_named
from pokerroom.rules.house import PercentageRake
from pokerroom.rules.rulebook import Rulebook
from pokerroom.rules.staff import Official, Position, named
from pokerroom.table.ending import Ending
from pokerroom.table.refusals import Code, Refusal
from pokerroom.table.seating.apply import IN_ROUND
from pokerroom.table.seating.commands import DealtBy, DrawForButton, Play, StartRound, StopContributing
from pokerroom.table.seating.course import Course
from pokerroom.table.seating.entering import entered
from pokerroom.table.seating.events import (
    BlindsMissed,
    ButtonDrawn,
    ButtonMoved,
    ContributionsStopped,
    GameChanged,
    KillEnd,
    KillEnded,
    RakeMoved,
    RoundFinished,
    RoundStarted,
)
from pokerroom.table.seating.kills import settle_kill
from pokerroom.table.seating.lineup import Lineup, blinds_passed, clockwise_from, is_led_by_blinds, next_lineup, willing
from pokerroom.table.seating.opening import end_kill_of_another_game, put_up_change, raise_if_unanimous
from pokerroom.table.seating.places import vacate
from pokerroom.table.seating.posting import sign_refusal
from pokerroom.table.seating.ruling import rule_between_rounds
from pokerroom.table.seating.state import Dealing, Table
from pokerroom.words import Saying, saying, term

SUITS = 4
ANSWERS = frozenset(get_args(play.PlayerCommand))


def draw_for_button(course: Course, command: DrawForButton) -> Refusal | None:
    """The highest card wins; of equal ranks the highest suit, unless the house has them draw again (AMB-38)."""
    table, rule = course.table, course.cite("14.10(c)2ii", "AMB-38")
    why = why_no_draw(table, command)
    if why is not None:
        return Refusal(Code.NO_DRAW_FOR_BUTTON, rule, {"what": why})
    best = max(command.cards, key=lambda drawn: drawn.card)
    alike = sum(drawn.card // SUITS == best.card // SUITS for drawn in command.cards)
    if alike > 1 and table.posting.rules.button_draw_tie == "redraw":
        return Refusal(Code.BUTTON_TIED, rule, {"players": alike})
    course.note(ButtonDrawn, rule, cards=command.cards, seat=best.seat)
    return None


def why_no_draw(table: Table, command: DrawForButton) -> Saying | None:
    if table.posting.rules.first_button != "dealt-card" or not table.posting.plan.game.has_button:
        return saying("detail-table.button-not-drawn-for")
    if table.button is not None:
        return saying("detail-table.has-button", seat=table.button)
    seats = [drawn.seat for drawn in command.cards]
    if sorted(seats) != willing(table) or not seats:
        return saying("detail-table.one-card-each")
    cards = [drawn.card for drawn in command.cards]
    if len(set(cards)) != len(cards) or not set(cards) <= set(DECK):
        return saying("detail-table.not-of-one-deck")
    return None


def start_round(course: Course, command: StartRound) -> Refusal | None:
    table, plan = course.table, course.table.posting.plan_under(course.rulebook)
    if command.deck is not None and table.dealt_by is DealtBy.DEALER:
        return Refusal(Code.DEALER_DEALS, course.cite("14.6(b)"), {"table": table.name})
    # A sign posted under an earlier rulebook may be one that can no longer be dealt.
    refusal = sign_refusal(table.posting, len(table.rotation), course.rulebook)
    if refusal is not None:
        return refusal
    if plan.game.has_button and table.button is None and table.posting.rules.first_button == "dealt-card":
        what = {"what": saying("detail-table.no-first-button")}
        return Refusal(Code.NO_BUTTON, course.cite("14.10(c)2ii"), what)
    lineup = next_lineup(table, course.rulebook)
    if lineup is None:
        return Refusal(Code.TOO_FEW_TO_DEAL, plan.general.eligibility, {"table": table.name})
    if not command.collects:
        plan = table.posting.plan_under(course.rulebook, collects=False)
    unnamed = command.deck is None and table.posting.rules.open_cards == "as-entered"
    outcome = play.start(plan, replace(lineup.command, deck=command.deck, unnamed=unnamed))
    if isinstance(outcome, Refusal):
        return at_table(outcome, lineup.seats)
    set_out(course, lineup, command)
    proceed(course, *outcome)
    return None


def stop_contributing(course: Course, _command: StopContributing) -> Refusal | None:
    if course.table.contributes:
        course.note(ContributionsStopped, course.cite("14.20(e)4i", "R-73"))
    return None


def set_out(course: Course, lineup: Lineup, command: StartRound) -> None:
    table, posting, button = course.table, course.table.posting, lineup.positions.button
    if table.kill is not None and lineup.kill is None:
        course.note(KillEnded, course.cite("14.11(i)", "AMB-104"), cause=KillEnd.ABSENT)
    if button is not None and button != table.button:
        first = "14.10(c)2i" if table.button is None else "14.10(c)3"
        course.note(ButtonMoved, course.cite(first, "AMB-37"), seat=button)
    course.note(
        RoundStarted,
        posting.plan.general.eligibility,
        number=table.rounds + 1,
        game=posting.game,
        edition=posting.edition,
        settings=command.settings,
        software=command.software,
        lineup=lineup.seats,
        players=tuple([table.place(seat).player for seat in lineup.seats]),
        button=button,
        blinds=lineup.positions.blinds,
        made_good=lineup.made_good,
        left_out=lineup.left_out,
        rulebook=course.rulebook,
    )


def play_on(course: Course, command: Play) -> Refusal | None:
    """A command in the round: a player's action, whoever gives it, or an order of the dealer or supervisor."""
    say: Callable[[Course, Any], Refusal | None] = answer if type(command.command) in ANSWERS else intervene
    return say(course, command.command)


def answer(course: Course, asked: play.PlayerCommand) -> Refusal | None:
    """A player acts for their own seat, and staff for any; somebody without a seat takes no part, 14.7(a)."""
    table, by, seat = course.table, course.by, asked.seat
    if not isinstance(by, Official) and table.seat_of(by) != seat:
        return bystander_refusal(course, by)
    number = table.round_seat(seat)
    if number is None:
        return Refusal(Code.NOT_DEALT_IN, course.cite("14.7(a)"), {"seat": seat})
    return go_on(course, replace(asked, seat=number))


def bystander_refusal(course: Course, by: str) -> Refusal:
    rule = course.cite("14.7(a)")
    if course.table.seat_of(by) is None:
        return Refusal(Code.NOT_AT_TABLE, rule, {"player": by, "table": course.table.name})
    return Refusal(Code.NOT_FOR_ANOTHER, rule, {"who": by})


def go_on(course: Course, command: play.Command) -> Refusal | None:
    """The round after a command that has the round's own seat numbers."""
    table = course.table
    assert table.round is not None
    outcome = entered(table.round, command, course.by) if table.round.by_dealer else play.perform(table.round, command)
    if isinstance(outcome, Refusal):
        return at_table(outcome, dealing_of(table).lineup)
    proceed(course, *outcome)
    return None


def intervene(course: Course, command: play.Command) -> Refusal | None:
    table, by, state = course.table, course.by, course.table.round
    if not isinstance(by, Official):
        return bystander_refusal(course, by)
    if table.dealing is None:
        assert isinstance(command, play.Rule), "between rounds nothing else of a round is asked"
        return rule_between_rounds(course, command)
    assert state is not None
    lineup, asked = dealing_of(table).lineup, dealt_by_mistake(table, state, command)
    refusal = (
        unruled_refusal(state, asked)
        or place_refusal(course, asked)
        or absent_refusal(course, asked)
        or required_refusal(course, asked)
    )
    if refusal is not None:
        return refusal
    return go_on(course, renumbered(asked, lambda seat: Seat(lineup.index(seat))))


def dealing_of(table: Table) -> Dealing:
    assert table.dealing is not None
    return table.dealing


def unruled_refusal(state: Round, command: play.Command) -> Refusal | None:
    """An action against the rules stands only by a poker shift supervisor's ruling, which the record names, 14.15(b).

    A round recorded elsewhere may lack the name; here it is always known who ruled.
    """
    if not isinstance(command, play.Uphold) or command.ruling is not None:
        return None
    return Refusal(Code.NO_RULING, state.procedure.general.ruling, {})


def dealt_by_mistake(table: Table, state: Round, command: play.Command) -> play.Command:
    """Cards were dealt to a seat outside the line-up: only those cards are discarded, 14.15(f)."""
    if not isinstance(command, RemoveHand) or command.cause is not Removal.INELIGIBLE:
        return command
    if command.seat not in range(len(table.places)) or table.is_dealt_in(command.seat):
        return command
    place = table.places[command.seat]
    each = max([len(state.cards(seat)) for seat in range(state.seats)])
    return DiscardMistakenCards(command.cards or (UNKNOWN,) * each, "" if place is None else place.player)


def place_refusal(course: Course, command: play.Command) -> Refusal | None:
    lineup = dealing_of(course.table).lineup
    for seat in seats_named(command):
        if seat not in lineup:
            return Refusal(Code.NOT_DEALT_IN, course.cite("14.7(a)"), {"seat": seat})
    return None


def required_refusal(course: Course, command: play.Command) -> Refusal | None:
    if isinstance(command, RemoveHand) and command.cause is Removal.REQUIRED_TO_LEAVE:
        return removal_refusal(course, command.seat)
    return None


def removal_refusal(course: Course, seat: int) -> Refusal | None:
    """Only the poker shift supervisor takes the hand of a player who must leave out of the round (R-25)."""
    place, by = course.table.place(seat), course.by
    if not isinstance(by, Official) or not by.is_at_least(Position.SHIFT_SUPERVISOR):
        facts = {"who": named(by), "needed": term(Position.SHIFT_SUPERVISOR)}
        return Refusal(Code.NO_AUTHORITY, course.cite("14.15(b)", "R-25"), facts)
    if not place.must_leave:
        return Refusal(Code.NOT_REQUIRED_TO_LEAVE, course.cite("14.16(b)", "R-25"), {"player": place.player})
    return None


def absent_refusal(course: Course, command: play.Command) -> Refusal | None:
    """No ruling moves chips that were counted out with their player: they are not on the table, 14.7(c)5i."""
    if not isinstance(command, play.Rule):
        return None
    taken: Counter[int] = Counter()
    for move in command.moves:
        if move.source.at == "stakes" and type(move.amount) is int:
            taken[move.source.seat] += move.amount
    for seat, amount in taken.items():
        place = course.table.place(seat)
        if place.taken_along and amount > course.table.stakes(seat):
            return Refusal(Code.AWAY, course.cite("14.7(c)5i", "R-23"), {"player": place.player})
    return None


def at_table(refusal: Refusal, lineup: tuple[int, ...]) -> Refusal:
    """The same refusal with seats numbered as at the table."""
    facts = {
        name: lineup[fact] if name in {"seat", "turn"} and isinstance(fact, int) and fact < len(lineup) else fact
        for name, fact in refusal.facts.items()
    }
    return replace(refusal, facts=facts)


def proceed(course: Course, state: Round, events: list[play.Event]) -> None:
    course.events += events
    course.table = replace(course.table, round=state)
    for event in events:
        fold = IN_ROUND.get(type(event))
        if fold is not None:
            course.table = fold(course.table, event)
    if state.stage is Stage.CLOSED:
        finish_round(course, state, events)


def finish_round(course: Course, state: Round, events: list[play.Event]) -> None:
    """Move the rake to the inventory at once; then the kill, the button, who leaves, and what was posted for the next
    round.

    A misdeal and a dead round leave button, kill and rotation unchanged (AMB-110).
    """
    table, dealing = course.table, dealing_of(course.table)
    kinds = {type(event) for event in events}
    ending = Ending.MISDEAL if Misdealt in kinds else Ending.DEAD if RoundDied in kinds else Ending.COMPLETED
    missed = blinds_missed(table, dealing) if ending is Ending.COMPLETED else {}
    course.note(
        RoundFinished,
        state.procedure.general.round_of_play,
        number=dealing.number,
        ending=ending,
        lineup=dealing.lineup,
        stakes=state.stacks,
        raked=state.taken.by_method,
        contributed=state.contributed,
    )
    move_rake(course, state)
    if ending is Ending.COMPLETED:
        settle_kill(course, dealing.lineup, state, events)
        note_missed_blinds(course, missed)
        move_button(course)
    for seat, place in course.table.seated:
        if place.leaving:
            vacate(course, seat)
    if ending is Ending.COMPLETED:
        prepare_next_round(course)


def move_rake(course: Course, state: Round) -> None:
    for number, amount in enumerate(state.taken.by_method):
        percentage = isinstance(state.procedure.house.rake[number], PercentageRake)
        rule, kind = ("14.14(b)1iii", "percentage") if percentage else ("14.14(b)2iii", "incremental")
        if amount:
            course.note(RakeMoved, course.cite(rule), method=number, kind=kind, amount=amount)


def blinds_missed(table: Table, dealing: Dealing) -> dict[int, int]:
    """Blinds that passed players who could have been dealt in. For want of chips nobody misses one (R-21)."""
    passed = blinds_passed(table, dealing.lineup, dealing.blinds)
    if dealing.rulebook < Rulebook.THIRD:
        return passed
    return {seat: blinds for seat, blinds in passed.items() if seat not in dealing.short and not table.is_broke(seat)}


def note_missed_blinds(course: Course, missed: dict[int, int]) -> None:
    if course.table.posting.rules.missed_blinds == "none":
        return
    for seat, blinds in missed.items():
        before = course.table.place(seat).missed
        if before | blinds != before:
            course.of_player(BlindsMissed, course.cite("14.10(d)", "AMB-37"), seat, missed=before | blinds)


def move_button(course: Course) -> None:
    """Move the button clockwise to the next player; a dead button waits until the blinds of the next round fix its
    seat.
    """
    table, posting = course.table, course.table.posting
    if table.button is None or not posting.plan.game.has_button or is_led_by_blinds(posting):
        return
    players = willing(table) or [seat for seat, _ in table.seated]
    course.note(ButtonMoved, course.cite("14.10(c)3", "AMB-37"), seat=clockwise_from(players, table.button + 1)[0])


def prepare_next_round(course: Course) -> None:
    put_up_change(course)
    if course.table.round is not None and not course.table.round.procedure.first_rulebook:
        raise_if_unanimous(course)  # A player who had not agreed may just have left.
    table = course.table
    if len(table.rotation) > 1 and table.played >= table.posting.rounds:
        course.note(GameChanged, course.cite("14.17"), turn=(table.turn + 1) % len(table.rotation))
        end_kill_of_another_game(course)
