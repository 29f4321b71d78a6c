"""Drives of hulls: straight legs and turns with what they meet in order, and the decision about them."""
