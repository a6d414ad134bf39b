"""Hands recorded elsewhere, and an independent engine's hands."""
