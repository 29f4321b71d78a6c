"""A battle: laying out, the turn, the menu, scoring, the end."""
