"""Moving: the modes of the movement phase, vehicles and who rides in them, charges, falling back, all other moves."""
