"""What bots and odds know: what a position is worth, where to go, and what bears on an outcome."""
