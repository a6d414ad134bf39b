"""One bad beat payout of several casinos, 14.20: the agreement, what travels, the host's record and a casino's.

Everything here is pure. Each casino writes a letter into its own record first; letters are numbered, chained and
signed, so that the host takes each of them once and in order. The host's notices go to all casinos in one sequence.
`exchange` is the protocol between the two without a network.
"""
