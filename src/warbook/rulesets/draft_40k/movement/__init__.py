"""Moving: the modes of the movement phase, charges, falling back, consolidation moves."""
