"""The regulation, section by section."""
