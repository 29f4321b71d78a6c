"""Attacks: shooting, reactions to it, close combat."""
