"""Dice and what they are rolled against: ground, sight, reach, luck, defence, and what actions require."""
