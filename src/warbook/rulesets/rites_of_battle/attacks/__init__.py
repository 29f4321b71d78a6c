"""Attacks and powers: with what and at whom, the throw, answers to it, what symbols buy, and the hits."""
