"""Tables among friends: who made each and has its small powers, and whether it is paused or ended."""

from pokerroom.room.friends.stream import FRIENDS, Friends, FriendsTable

__all__ = ["FRIENDS", "Friends", "FriendsTable"]
