"""Checks: the pool of one and its throw, squares and ranges, defence, what a turn has, what actions require."""
