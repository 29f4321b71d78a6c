"""What a table shows: the picture of a position, the card of a fighter, lines of aim, and rolls in words."""
