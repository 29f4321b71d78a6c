"""Shooting: weapons, targets, shots, blasts, flames."""
