"""Receipts, slips and reports as documents: a form is values under names, and a template says how it looks.

The templates stand beside this in `templates`, for people to read: `.typ` for paper (PDF/A, by typst) and `.receipt`
for the narrow paper of a thermal printer. What a form holds is made from the record alone (`filling.py`), so a form
printed again is the same form.
"""

from pokerroom.live.forms.form import Form, NotInstalled

__all__ = ["Form", "NotInstalled"]
