"""Beside the packages: each module by itself."""
