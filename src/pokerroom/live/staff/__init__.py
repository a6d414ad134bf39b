"""What staff may order, the gate they order it by, and what two of them sign."""
