"""Counts nobody can argue with."""
