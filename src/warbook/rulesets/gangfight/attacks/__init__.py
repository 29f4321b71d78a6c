"""Close combat, charges, shooting, areas of effect and magic."""
