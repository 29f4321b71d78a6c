"""Wounds, falls and nerve, and the end of an action."""
