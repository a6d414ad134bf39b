"""Moments of real rounds, staged by the engine, for the page to be looked at: no server, no clock, always the same.

A scene is what one guest would be sent at that moment. Rounds are played by plain bots from seeded decks; the first one
that reaches the moment asked for is taken.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from pokerroom.bots import choose
from pokerroom.cards import DECK, UNKNOWN
from pokerroom.games import CATALOGUE, game as game_of
from pokerroom.live import posted
from pokerroom.live.tables import marking, telling, views
from pokerroom.live.tables.recent import RoundSummary, summed_up
from pokerroom.live.tables.telling import Entry
from pokerroom.play import OpenRound, Refusal, Round, Seat, Stage, apply, perform, procedure, replay, start, view
from pokerroom.play.commands import KillButton
from pokerroom.play.events import Event
from pokerroom.rules.clauses import Game
from pokerroom.rules.explain import explain
from pokerroom.rules.house import Fixed, HouseRules, KillOption, Limits, NoLimit, letter
from pokerroom.shuffle import Context, Shuffle
from pokerroom.shuffle.openings import evidence
from pokerroom.web.api.routes import explained
from pokerroom.wire import messages as wire
from pokerroom.words import saying

NAMES = ("Marguerite", "Ada", "Ishmael", "Bao", "Wilhelmina", "Otto", "Priya", "Santiago", "Lou", "Konstantin", "Fay")
LONG = tuple(f"{name} Longfellow-Ortegaard"[:20] for name in NAMES)
"""As long as the room lets a name be."""
HERO = Seat(1)
NOW = 1_800_000_000.0
TABLE = "Brigantine"
SEEDS = range(4000)
SIGN = ("Minimum wager $2, maximum $4, three raises", "Ante and blinds as posted", "Rake 2 percent, at most $1")

Moment = Callable[[Round], bool]


class Scene(NamedTuple):
    view: wire.TableView
    told: tuple[wire.Told, ...]


class Played(NamedTuple):
    """A round so far: each event with the round after it."""

    deck: Shuffle
    entries: tuple[tuple[Event, Round], ...]

    @property
    def state(self) -> Round:
        return self.entries[-1][1]


def sign(game: Game, limits: Limits, **posted: Any) -> HouseRules:
    forced: dict[str, Any] = {"blinds": (100, 200)} if game.has_button else {"ante": 50, "forced_bet": 100}
    raises = {} if isinstance(limits, NoLimit) else {"max_raises": 3}
    return letter(limits, **forced, **raises, **posted)


def rounds(game: Game, house: HouseRules, stacks: tuple[int, ...], *, kill: bool = False) -> Iterator[Played]:
    """The round after each command, over many decks."""
    for seed in SEEDS:
        chance = Random(seed)
        cards = list(DECK)
        chance.shuffle(cards)
        deck = Shuffle(Context(TABLE, 1204), tuple(cards), chance.randbytes(32), 17)
        held = KillButton(KillOption.HALF_KILL, Seat(3)) if kill else None
        button = Seat(len(stacks) - 2) if game.has_button else None
        outcome = start(
            procedure(game, house), OpenRound(stacks=stacks, deck=deck.dealt_order, button=button, kill=held)
        )
        assert not isinstance(outcome, Refusal), outcome
        state, log = outcome
        entries = tuple(followed(None, log))
        yield Played(deck, entries)
        while not state.over and state.stage is not Stage.SHUFFLING:
            assert state.turn is not None
            outcome = perform(state, choose(view(state, state.turn), chance))
            assert not isinstance(outcome, Refusal), outcome
            after, log = outcome
            entries += tuple(followed(state, log))
            state = after
            yield Played(deck, entries)


def followed(state: Round | None, log: list[Event]) -> Iterator[tuple[Event, Round]]:
    for event in log:
        state = replay([event]) if state is None else apply(state, event)
        yield event, state


def staged(
    key: str,
    moment: Moment,
    *,
    players: int = 6,
    places: int | None = None,
    limits: Limits = Fixed(200, 400),  # noqa: B008
    stacks: tuple[int, ...] | None = None,
    kill: bool = False,
    names: tuple[str, ...] = NAMES,
) -> tuple[Scene, Played]:
    game = next(each for each in CATALOGUE.values() if each.key == key)
    house = sign(game, limits, **({"kill": KillOption.HALF_KILL} if kill else {}))
    chips = stacks or tuple(18_000 + 1750 * (seat * 7 % 11) for seat in range(players))
    for played in rounds(game, house, chips, kill=kill):
        if moment(played.state):
            found = seen(played, game, house, max(places or players, len(chips)), names)
            return Scene(found, tuple(in_words(played, names))), played
    raise LookupError(f"no round of {key} came to this moment")


def lineup(played: Played) -> tuple[int, ...]:
    return tuple(range(played.state.seats))


def in_words(played: Played, names: tuple[str, ...]) -> Iterator[wire.Told]:
    players = names[: played.state.seats]
    for sequence, (event, state) in enumerate(played.entries, start=100):
        entry = Entry(sequence, NOW, event, 1204, lineup(played), players, state)
        yield telling.told(entry, names[HERO], str)


def summary_of(played: Played) -> RoundSummary:
    summary = RoundSummary(round=1204, lineup=lineup(played), players=NAMES[: played.state.seats], actions={}, won={})
    for event, state in played.entries:
        summary = summed_up(summary, event, state)
    return summary


def seen(played: Played, game: Game, house: HouseRules, places: int, names: tuple[str, ...]) -> wire.TableView:
    state, summary = played.state, summary_of(played)
    mine, playing = view(state, HERO), not state.over
    high, low = views.hands_of(state, state.cards(HERO)) if mine.seats[HERO].live else (None, None)
    turn = mine.turn
    return wire.TableView(
        name=TABLE,
        game=game.key,
        title=game.name,
        edition=game.edition,
        limits=posted.limits_text(house.limits),
        structure="fixed limit",
        minimum=200,
        play_chips=True,
        sign=SIGN,
        buy_in=(2000, 40_000),
        piece=house.odd_unit,
        round=1204,
        playing=playing,
        street=mine.street if playing else None,
        street_number=state.street if playing else None,
        stage=mine.stage.value if playing else None,
        board=telling.texts(mine.board),
        pot=mine.pot if playing else 0,
        pots=views.pots_of(state, summary.lineup) if playing else (),
        bet=mine.bet if playing else 0,
        raked=mine.raked,
        button=mine.button,
        blinds=(),
        kill=None if state.kill is None else wire.KillView(option=state.kill.option.value, seat=state.kill.seat),
        increases=(300, 400),
        proposal=None,
        seats=tuple(seat_seen(each, summary, playing, names[each.seat]) for each in mine.seats),
        places=places,
        turn=None if turn is None else wire.Turn(seat=turn, since=NOW - 8, deadline=NOW + 14, on_time_bank=False),
        next_round_at=None if playing else NOW + 4,
        my_seat=HERO,
        offers=tuple(map(views.offer_of, mine.offers)) if playing else (),
        my_high=high,
        my_low=low,
        my_hands=marking.marked(state, state.cards(HERO)) if mine.seats[HERO].live else (),
        my_change=None,
        commitment=wire.Commitment(round=1204, deck=0, root=played.deck.commitment.root.hex(), cut=played.deck.cut),
        result=None if playing else wire.Result(round=1204, ending="completed", awards=summary.awards),
        delayed=0.0,
        halted=None,
    )


def seat_seen(hand: Any, summary: RoundSummary, playing: bool, name: str) -> wire.SeatView:
    seat = hand.seat
    return wire.SeatView(
        seat=seat,
        name=name,
        bot=seat not in (0, HERO, 3),
        me=seat == HERO,
        stakes=hand.stack,
        added=0,
        bet=hand.bet if playing else 0,
        down=telling.texts(hand.down),
        up=telling.texts(hand.up),
        discards=telling.texts(hand.discards),
        dealt_in=playing,
        live=hand.live,
        all_in=hand.all_in,
        frozen=hand.frozen,
        shown=bool(hand.down) and UNKNOWN not in hand.down and seat != HERO,
        sitting_out=False,
        away=False,
        leaving=False,
        must_leave=False,
        connected=True,
        owes_blinds=False,
        time_bank=30.0,
        last_action=summary.actions.get(seat),
        won=summary.won.get(seat, 0),
    )


def giving_up_cards(state: Round) -> bool:
    """My turn, where entering the round costs down cards."""
    return state.turn == HERO and any(views.offer_of(each).discard for each in view(state, HERO).offers)


def live(state: Round) -> int:
    return sum(state.is_live(Seat(seat)) for seat in range(state.seats))


def my_turn(street: int, *, at_least: int = 3, stage: Stage = Stage.BETTING, bet: bool = False) -> Moment:
    return lambda state: (
        state.stage is stage
        and state.turn == HERO
        and state.street == street
        and live(state) >= at_least
        and (not bet or state.bet > state.bets[HERO])
    )


def split_with_side_pots(state: Round) -> bool:
    """Shown down with side pots that more than one player took: one short stack went broke, no other did."""
    broke = sum(not stack for stack in state.stacks)
    return (
        state.over
        and bool(state.shown >> HERO & 1)
        and len(state.pots) >= 2
        and state.shown.bit_count() >= 3
        and broke == 1
    )


def all_in_with_side_pots(state: Round) -> bool:
    return (
        state.stage is Stage.BETTING
        and state.turn == HERO
        and len(views.pots_of(state, tuple(range(state.seats)))) >= 3
    )


def many_bets(state: Round) -> bool:
    """My turn in a raised betting round that everybody is in."""
    return state.turn == HERO and live(state) >= 5 and sum(bet > 0 for bet in state.bets) >= 5 and state.bet >= 10_000


def everybody_shows(state: Round) -> bool:
    return state.over and state.shown.bit_count() >= 4 and bool(state.shown >> HERO & 1)


def another_turn(state: Round) -> bool:
    """Somebody else is to act on the flop; I have a hand and may mean to do something."""
    return state.stage is Stage.BETTING and state.street == 1 and state.turn == Seat(4) and state.is_live(HERO)


def watched(scene: Scene) -> Scene:
    """The same table for somebody who stands behind it: my seat is free."""
    seats = tuple(each for each in scene.view.seats if not each.me)
    bare = msgspec.structs.replace(
        scene.view,
        my_seat=None,
        seats=seats,
        offers=(),
        my_high=None,
        my_low=None,
        my_hands=(),
        delayed=10.0,
        turn=None,
    )
    return scene._replace(view=bare)


def in_trouble(scene: Scene) -> Scene:
    """Between rounds: one player without a line, one away, one sitting out, and I sit out myself."""
    troubles = {0: {"connected": False}, 1: {"sitting_out": True}, 2: {"away": True}, 3: {"sitting_out": True}}
    seats = tuple(
        msgspec.structs.replace(each, **troubles.get(each.seat, {}), down=(), up=(), last_action=None)
        for each in scene.view.seats
    )
    quiet = msgspec.structs.replace(
        scene.view,
        seats=seats,
        playing=False,
        offers=(),
        turn=None,
        board=(),
        pot=0,
        pots=(),
        my_high=None,
        my_low=None,
        my_hands=(),
    )
    return scene._replace(view=quiet)


def out_of_chips(scene: Scene) -> Scene:
    """Between rounds, and I have lost everything; another player waits for the blind."""
    quiet = in_trouble(scene).view
    mine = {"stakes": 0, "sitting_out": False, "dealt_in": False, "all_in": False}
    others = {"sitting_out": False, "waits_for_blind": True, "dealt_in": False}
    seats = tuple(msgspec.structs.replace(each, **mine if each.me else others) for each in quiet.seats)
    asked = msgspec.structs.replace(quiet, seats=seats, needed=400, rebuy=180.0, my_seat_until=NOW + 147)
    return scene._replace(view=asked)


def back_after_missed_blinds(scene: Scene) -> Scene:
    """Between rounds: I sat out, both blinds have passed me, and I may come back."""
    quiet = in_trouble(scene).view
    mine = {"sitting_out": True, "owes_blinds": True, "missed": 300, "dealt_in": False}
    seats = tuple(msgspec.structs.replace(each, **mine) if each.me else each for each in quiet.seats)
    return scene._replace(view=msgspec.structs.replace(quiet, seats=seats))


def asked_for_more(scene: Scene) -> Scene:
    """The first player proposes a higher minimum, and only one other has agreed so far."""
    seats = [each.seat for each in scene.view.seats]
    proposal = wire.ProposalView(
        minimum=400,
        by=scene.view.seats[0].name,
        agreed=(0, 2),
        waiting=tuple(seat for seat in seats if seat not in (0, 2)),
    )
    return scene._replace(view=msgspec.structs.replace(scene.view, proposal=proposal))


SUPER_STUD = max(CATALOGUE.values(), key=lambda game: len(game.name)).key
"""The game with the longest title."""
SHORT = (18_000, 26_000, 900, 2100, 15_000, 1300)
RICH = (123_456_700, 98_765_450, 123_456_789, 45_678_900, 100_000_000, 123_450_050, 77_777_700, 123_456_700, 99_999_950)
STUD = "seven-card-stud-high-low-eight"


def tables() -> dict[str, Scene]:
    """Each table worth looking at, by the name of its picture."""
    return {
        "holdem": staged("hold-em", my_turn(2, bet=True), players=9, limits=NoLimit(200))[0],
        "holdem-full": staged("hold-em", my_turn(1, at_least=5), players=11)[0],
        "stud": staged(STUD, my_turn(4), players=8)[0],
        "badugi-draw": staged("badugi", my_turn(2, stage=Stage.DRAWING), places=8)[0],
        "omaha8-side-pots": staged("omaha-high-low-eight", all_in_with_side_pots, stacks=SHORT, kill=True)[0],
        "omaha8-split": staged("omaha-high-low-eight", split_with_side_pots, stacks=SHORT)[0],
        "mambo": staged("mambo-stud", my_turn(2), players=7, places=9)[0],
        "super-stud": staged(SUPER_STUD, giving_up_cards, players=6)[0],
        "draw": staged("five-card-draw-high", my_turn(1, stage=Stage.DRAWING), players=7)[0],
        "triple-draw": staged("triple-draw-deuce-to-seven", my_turn(3, stage=Stage.DRAWING), players=7)[0],
        "stud-full": staged(STUD, my_turn(4, at_least=7), players=9)[0],
        "stud-showdown": staged(STUD, everybody_shows, players=8)[0],
        "rich": staged("hold-em", many_bets, stacks=RICH, limits=NoLimit(10_000), names=LONG)[0],
        "omaha8-full": staged("omaha-high-low-eight", my_turn(3, at_least=6), players=10)[0],
        "to-show": staged("hold-em", my_turn(3, at_least=2, stage=Stage.SHOWDOWN), players=6)[0],
        "waiting-turn": staged("omaha-high", another_turn, players=8)[0],
        "watching": watched(staged("mambo-stud", my_turn(2), players=6, places=9)[0]),
        "proposal": asked_for_more(staged("hold-em", my_turn(1, at_least=5), players=11, names=LONG)[0]),
        "sitting-out": in_trouble(staged("hold-em", my_turn(1), players=6)[0]),
        "broke": out_of_chips(staged("hold-em", my_turn(1), players=6)[0]),
        "missed-blinds": back_after_missed_blinds(staged("hold-em", my_turn(1), players=6)[0]),
    }


def required_to_leave() -> wire.Standing:
    cause = "shows folded cards to seat 5"
    says = saying("table.required-to-leave", cause=cause)
    return wire.Standing(play_chips=True, required=True, says=says, rule="14.16(b)")


TOWNS = ("Brigantine", "Absecon", "Ventnor", "Longport", "Margate")


def lobby() -> wire.LobbyView:
    """Every game of the edition in force, some tables full, one list waited on."""
    games = [each for each in CATALOGUE.values() if each.edition == game_of("hold-em").edition]
    found = []
    for place, game in enumerate(games):
        for second in range(2 if game.key in ("hold-em", "omaha-high-low-eight") else 1):
            places = min(game.seats.most, 9)
            seated = (place * 5 + second * 3) % (places - 1) + 2
            found.append(
                wire.LobbyTable(
                    name=f"{TOWNS[place % len(TOWNS)]} {place + 1 + second}",
                    game=game.key,
                    family=game.family,
                    title=game.name,
                    limits="$2 no limit" if game.key == "hold-em" and not second else "$2-$4 limit",
                    structure="limit",
                    minimum=200,
                    buy_in=(2000, 40_000),
                    places=places,
                    seated=seated,
                    bots=min(seated, 4),
                    free=places - seated,
                    waiting=0,
                    average_pot=1850 + place * 310,
                    rounds_per_hour=48 + place * 3,
                    playing=True,
                    play_chips=True,
                    mine=place == 4 and not second,
                )
            )
    lists = tuple(
        wire.WaitingList(game=each.game, limits=each.limits, waiting=3, mine=2) for each in found if not each.free
    )
    return wire.LobbyView(tables=tuple(found), lists=lists, bank=182_450, play_chips=182_450)


def with_money(held: int = 50_000) -> wire.LobbyView:
    """A house that has a licensed room too: two of its games are played there as well, at the same limits."""
    seen = lobby()
    licensed = tuple(
        replace(each, name=f"Licensed {number}", play_chips=False, bots=0, mine=False)
        for number, each in enumerate(seen.tables[:3], start=1)
    )
    return replace(seen, tables=(*seen.tables, *licensed), bank=182_450 + held, money=held)


def for_money(scene: Scene) -> Scene:
    return Scene(replace(scene.view, play_chips=False), scene.told)


def member() -> wire.You:
    return replace(you(), role="player", guest=False)


def you() -> wire.You:
    return wire.You(
        id="1", name="Ada", role="visitor", guest=True, muck_losers=True, auto_time_bank=True, auto_top_up=False
    )


def earlier(summary: dict[str, Any], back: int) -> dict[str, Any]:
    """A round some rounds before it, won or lost."""
    at = datetime.fromtimestamp(NOW - 74 * back, UTC).isoformat()
    return summary | {"round": 1204 - back, "at": at, "net": summary["net"] * (1, 0, -1, -2)[back % 4]}


def share(*, cards: bool) -> dict[str, Any]:
    """A link to a round."""
    at = datetime.fromtimestamp(NOW, UTC).isoformat()
    names = {"id": f"share {cards}", "address": f"/replay/{'x' * 32}", "table": TABLE, "round": 1204}
    return names | {"cards": cards, "names": not cards, "at": at}


@cache
def finished() -> dict[str, Any]:
    """A round of hold 'em to its showdown, as the history of the room gives it, and what proves its deck."""
    scene, played = staged(
        "hold-em", lambda state: state.over and state.shown.bit_count() >= 2 and state.is_live(HERO), players=6
    )
    state, before = played.state, played.entries[0][1].stacks
    seats = [
        {"seat": seat, "name": NAMES[seat], "net": after - had, "me": seat == HERO}
        for seat, (had, after) in enumerate(zip(before, state.stacks, strict=True))
    ]
    summary = {
        "table": TABLE,
        "round": 1204,
        "game": "hold-em",
        "title": scene.view.title,
        "edition": scene.view.edition,
        "at": datetime.fromtimestamp(NOW, UTC).isoformat(),
        "ending": "completed",
        "seats": seats,
        "net": seats[HERO]["net"],
        "play_chips": True,
    }
    log = [event for event, _ in played.entries]
    told = msgspec.to_builtins(scene.told)
    proof = msgspec.to_builtins(evidence(log, HERO, [played.deck]))
    nobody = summary | {"seats": [each | {"me": False} for each in seats]}
    shared = {"by": NAMES[HERO], "seat": HERO, "cards": True, "names": True, "proof": proof}
    return {
        "told": {"summary": summary, "told": told},
        "shared": {"summary": nobody, "told": told} | shared,
        "shares": {"shares": [share(cards=True), share(cards=False)]},
        "evidence": proof,
        "rounds": {"rounds": [earlier(summary, back) for back in range(12)], "before": None},
    }


def finished_for_money() -> dict[str, Any]:
    """The same, played for money; among my rounds are some of either kind."""
    found = finished()
    told = found["told"] | {"summary": found["told"]["summary"] | {"play_chips": False}}
    rounds = [each | {"play_chips": place > 4} for place, each in enumerate(found["rounds"]["rounds"])]
    return found | {"told": told, "rounds": {"rounds": rounds, "before": None}}


def rule(paragraph: str, reading: str | None) -> Any:
    """What `/api/rules/{paragraph}` answers."""
    return msgspec.to_builtins([explained(explain(paragraph), reading)])
