"""What there is: what can change in a battle, what never does, and how rules ask about both."""
