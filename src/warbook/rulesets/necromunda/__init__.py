"""Necromunda, in its editions: alternating activations of single fighters, two actions each.

The folders are floors, from `printed` and `records` up to `view` and `bots`, and a module imports from its own floor or
from lower ones (docs/decisions/floors-of-a-ruleset.md).  Their modules are the chapters of the book, and stand here
once for all editions.  Every edition is one module on top of them, such as `edition_2023`, from which each of its rules
is reached; no edition imports another.
"""
