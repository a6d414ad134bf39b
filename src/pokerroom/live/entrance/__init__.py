"""Who enters: accounts, sessions and passwords, and who may do what."""
