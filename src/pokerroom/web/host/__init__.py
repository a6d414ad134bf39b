"""The host of a multi-casino bad beat system on the network, 14.20: HTTP, its socket, its page and its process."""
