"""Lessons: made from the game's own clauses and ranking, so that they say what the table does."""

import msgspec
import pytest

from pokerroom.games import CATALOGUE, NotPermittedError
from pokerroom.live.lessons import Lesson, lesson_of
from pokerroom.live.lessons.examples import HANDS, SURPRISES
from pokerroom.live.lessons.worked import LEARNER, PLAYERS
from pokerroom.ranking import Ranking, classes
from pokerroom.words import Saying, said

GAMES = sorted({key for _, key in CATALOGUE})
every_game = pytest.mark.parametrize("key", GAMES)


def sayings(value: object) -> list[Saying]:
    """Everything that a lesson says."""
    if isinstance(value, Saying):
        return [value]
    if isinstance(value, tuple):
        return [each for part in value for each in sayings(part)]
    if isinstance(value, msgspec.Struct):
        return [each for name in value.__struct_fields__ for each in sayings(getattr(value, name))]
    return []


def test_every_game_of_the_catalogue_is_taught() -> None:
    assert len(GAMES) == 18


@every_game
def test_a_lesson_can_be_said_from_end_to_end(key: str) -> None:
    lesson = lesson_of(key)
    words = [said(each) for each in sayings(lesson)]
    assert all(words)
    assert [street.name for street in lesson.streets] == [
        street.name for street in CATALOGUE[lesson.edition, key].streets
    ]


@every_game
def test_every_class_of_hands_is_shown_with_cards_the_best_first(key: str) -> None:
    lesson = lesson_of(key)
    for way, share in zip(lesson.ways, CATALOGUE[lesson.edition, key].shares, strict=True):
        shown = list(dict.fromkeys(said(hand.kind) for hand in way.hands))
        order = list(dict.fromkeys(said(each) for each in classes(share.ranking)))
        assert shown == order


def test_at_mambo_the_straight_stands_above_the_flush_and_a_surprise_says_so() -> None:
    high = lesson_of("mambo-stud").ways[0]
    assert "A straight beats a flush in this game." in [said(corner.says) for corner in high.corners]


def test_every_ranking_that_a_hand_is_won_by_has_hands_and_surprises() -> None:
    won_by = {share.ranking for game in CATALOGUE.values() for share in game.shares}
    assert won_by <= {*HANDS}
    assert won_by <= {*SURPRISES}
    assert Ranking.BADUGI in won_by


def finished(lesson: Lesson) -> bool:
    return lesson.steps[-1].told.tag == "RoundClosed"


@every_game
def test_the_worked_round_is_one_of_the_engine_and_hides_what_the_learner_does_not_see(key: str) -> None:
    lesson = lesson_of(key)
    assert finished(lesson)
    assert sum(step.told.tag == "HandShown" for step in lesson.steps) == 2
    assert {step.told.award.share for step in lesson.steps if step.told.award} == {way.share for way in lesson.ways}
    dealt = [step.event for step in lesson.steps if step.told.tag == "CardsDealt"]
    hidden = [event for event in dealt if "down" in event["faces"]]
    assert hidden
    for event in hidden:
        down = [
            (seat, card)
            for face, start in zip(event["faces"], range(0, len(event["cards"]), len(event["seats"])), strict=True)
            for seat, card in zip(event["seats"], event["cards"][start:], strict=False)
            if face == "down"
        ]
        assert all((card == 52) is (seat != LEARNER) for seat, card in down)


@every_game
def test_the_learner_is_told_what_they_may_do_and_what_they_have(key: str) -> None:
    steps = lesson_of(key).steps
    assert any(step.offers for step in steps)
    assert any(hand.stands for step in steps for hand in step.hands)
    assert lesson_of(key).players == PLAYERS


def test_a_lesson_is_the_same_every_time() -> None:
    first = msgspec.json.encode(lesson_of("badugi"))
    lesson_of.cache_clear()
    assert msgspec.json.encode(lesson_of("badugi")) == first


def test_a_game_that_is_none_has_no_lesson() -> None:
    with pytest.raises(NotPermittedError):
        lesson_of("old-maid")
