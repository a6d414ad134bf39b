"""The form of the record: envelopes, chain and codec."""
