"""Three casinos and a host on one machine, with play chips and bots: what `make demo-linked` starts."""
