"""What bots weigh: what a position is worth, and what odds can be asked."""
