"""The repository checks itself."""
