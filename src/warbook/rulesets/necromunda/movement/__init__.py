"""Moving in every way, and the terrain that it meets."""
