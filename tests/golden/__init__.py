"""One recorded round of every game: what was asked, and the log that must come of it, byte for byte."""
