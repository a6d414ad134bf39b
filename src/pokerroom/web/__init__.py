"""The live room on the network: one process, one event loop, a socket for every client, an actor for every table."""
