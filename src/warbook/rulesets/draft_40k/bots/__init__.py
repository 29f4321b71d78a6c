"""What a position is worth, where to go, and what odds can be asked about."""
