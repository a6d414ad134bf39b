"""How to play: a lesson for every game, made from its clauses, its ranking and a round that the engine has played."""

from pokerroom.live.lessons.lesson import Lesson, lesson_of

__all__ = ["Lesson", "lesson_of"]
