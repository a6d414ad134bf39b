"""What players send to the room, and what each of their messages leads to."""
