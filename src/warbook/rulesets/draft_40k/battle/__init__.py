"""A battle: laying out, deployment, phases, turns, missions and the end."""
