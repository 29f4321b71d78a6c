"""How any game is played: state, plays, decisions, events, reactions, records.  It knows no rule of any game."""
