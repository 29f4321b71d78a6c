"""How a position is seen: who stands where, cards, lines of sight, words for rolls."""
