"""Who beats whom, function by function."""
