"""What several games do in the same words; rulesets take it from here, never from one another."""
