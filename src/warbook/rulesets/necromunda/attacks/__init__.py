"""Attacks: hits, blasts, traps, ammunition; shooting and close combat have folders of their own."""
