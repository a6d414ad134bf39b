"""The live room: one process, one event loop, a socket for every client, an actor for every table."""
