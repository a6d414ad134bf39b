"""Who comes in: accounts, sessions and passwords, and who may do what."""
