"""Mutants: does any test notice when a rule is changed?  docs/decisions/mutants.md says why it is made so."""
