"""The dealer's box: what happens at a table around a round of play.

`decks` keeps the cards and devices of one table, `clearing` the end of a round, `conduct` what players may not do, and
`words` turns what players say and do into the commands of `pokerroom.play`. Time and names arrive with every command.
"""
