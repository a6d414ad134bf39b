"""Whether something is said: a reason, a notice, a title or a reference is words, not the place where they would be."""


def is_said(text: str) -> bool:
    """Whether there is a letter or a figure in it: spaces, dots, dashes and signs that nobody sees say nothing."""
    return any(map(str.isalnum, text))


def is_blank(text: str) -> bool:
    """Whether something was handed in that says nothing; what may be left out is left out by handing in nothing."""
    return bool(text) and not is_said(text)
