"""Records written by earlier versions, and how each was made."""
