"""Odds of any game of the catalogue, counted over every deal or over a sample with its standard error."""

from pokerroom.odds.answer import Answer, Figure, PlayerOdds
from pokerroom.odds.computing import Effort, answer, equity
from pokerroom.odds.notation import Holding, QuestionError
from pokerroom.odds.question import Question, ask

__all__ = [
    "Answer",
    "Effort",
    "Figure",
    "Holding",
    "PlayerOdds",
    "Question",
    "QuestionError",
    "answer",
    "ask",
    "equity",
]
