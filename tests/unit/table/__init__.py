"""The dealer's box."""
