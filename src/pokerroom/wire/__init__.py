"""What the page and the room say to one another."""
