"""How the records of version 0.1.0 were written. It runs against the code of that version and no other imports it."""
