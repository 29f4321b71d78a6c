"""harm."""
