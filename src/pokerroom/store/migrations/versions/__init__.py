"""One module for each version, in the order of their numbers. None is ever changed once a room has used it."""
