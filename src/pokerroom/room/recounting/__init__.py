"""Every figure of every report, worked out a second time from the raw events and compared to the cent.

The books sum transfers. Here no transfer of a table is read: rounds, rake by its method, time charges and contributions
come from the events of the tables, dice and keno from theirs, payouts from the forms and awards themselves. Only what
has no other source, such as a fill or a count, is taken from the record of the books, and added up by code of its own.
The record is read once, in the order of its commits; what was recorded before a gaming day was closed belongs to it.
"""

from pokerroom.room.recounting.reports import recounted

__all__ = ["recounted"]
