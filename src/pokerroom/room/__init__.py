"""The room: takes commands from people with an identity, a role and a time, and works out what follows from them."""
