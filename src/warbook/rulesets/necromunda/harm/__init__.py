"""Harm: wounds, saves, injuries, falls, nerve."""
