"""Moving over squares, climbing, standing up and taking cover, mounting."""
