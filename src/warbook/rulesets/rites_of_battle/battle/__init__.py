"""A battle from its layout to its end: deployment, initiative, rounds and turns, what the scenario is about."""
