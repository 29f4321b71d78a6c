"""Moving in every way, and the ground and the enemies that a way meets."""
