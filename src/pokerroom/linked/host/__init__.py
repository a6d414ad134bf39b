"""The host's record of the system: members and keys, letters taken, meters, notices, claims and debts."""
