"""The battle around the actions: set-up, turns, neutrals, engagements, complications, the end game and the score."""
