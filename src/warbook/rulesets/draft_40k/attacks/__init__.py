"""Attacks: shooting and what answers it, psychic powers, close combat, and tanks that drive at the enemy."""
