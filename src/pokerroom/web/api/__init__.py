"""The HTTP API: its routes and answers, the record of rounds behind it, and its page for developers."""
