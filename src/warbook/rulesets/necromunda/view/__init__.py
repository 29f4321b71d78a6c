"""What people see: tableau, card, lines of fire, words for rolls."""
