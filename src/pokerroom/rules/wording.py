"""Whether a reason, notice, title or reference has content, or is only spaces and punctuation."""


def is_said(text: str) -> bool:
    """Whether the text has a letter or a digit: spaces, dots, dashes and invisible characters say nothing."""
    return any(map(str.isalnum, text))


WORDS, LETTERS = 2, 8
"""The least that can be a reason: "wrong pot"."""


def is_in_words(text: str) -> bool:
    """Whether it could be a reason that another person understands: a letter or a number alone is none."""
    words = [word for word in text.split() if any(map(str.isalpha, word))]
    return len(words) >= WORDS and sum(map(str.isalpha, text)) >= LETTERS


def is_blank(text: str) -> bool:
    """Whether a text was given but says nothing; an optional text is left out by giving None."""
    return bool(text) and not is_said(text)
