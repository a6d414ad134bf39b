"""One suite for every store: memory, SQLite and PostgreSQL."""
