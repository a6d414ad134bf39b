"""The paragraph index and what it explains."""
