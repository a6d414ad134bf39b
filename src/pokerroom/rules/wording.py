"""Whether a reason, notice, title or reference has content, or is only spaces and punctuation."""


def is_said(text: str) -> bool:
    """Whether the text has a letter or a digit: spaces, dots, dashes and invisible characters say nothing."""
    return any(map(str.isalnum, text))


def is_blank(text: str) -> bool:
    """Whether a text was given but says nothing; an optional text is left out by giving None."""
    return bool(text) and not is_said(text)
