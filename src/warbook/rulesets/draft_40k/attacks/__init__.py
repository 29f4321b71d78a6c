"""Attacks: shooting, reactions to it, close combat, tank shock and ramming, psychic powers."""
