"""The room: commands of people with an identity, a role and a time in; what follows from them, and what it needs."""
