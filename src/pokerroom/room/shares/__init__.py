"""Rounds that players have shared: by whom, what of them is shown, and which links were taken back."""

from pokerroom.room.shares.stream import SHARES, Share, Shares

__all__ = ["SHARES", "Share", "Shares"]
