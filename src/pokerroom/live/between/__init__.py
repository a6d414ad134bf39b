"""Servers of one room, among themselves: orders go to the server that decides them, and sessions are the desk's."""
