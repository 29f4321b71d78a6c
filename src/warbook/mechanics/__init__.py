"""Procedures that several games share in the same words; rulesets take them from here, never from one another.

Empty as long as there is one ruleset: what stands in two of them in the same words moves here.
"""
