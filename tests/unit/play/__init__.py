"""One round of play, part by part: signs, openings, dealers, rulings, and which refusal comes first."""
