"""The link of a casino to the host of a multi-casino bad beat system, 14.20: its client, as it runs."""
