"""A grid of squares or hexagons laid over a board: distances, lines, ground, ways, and the decision where to go."""
