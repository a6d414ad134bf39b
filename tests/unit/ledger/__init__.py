"""The books of the room."""
