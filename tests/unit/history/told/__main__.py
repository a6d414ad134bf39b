"""Writes down how some recorded rounds are told: `python -m tests.unit.history.told`."""

from tests.unit.history.test_narration import READ, file_of, in_words

for key in READ:
    file_of(key).write_text(in_words(key), encoding="utf-8")
