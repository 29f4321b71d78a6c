"""Moving: the modes of the movement phase, charges, consolidation moves, vehicles, transports and reserves."""
