"""What holds in every round of play, found by random play."""
