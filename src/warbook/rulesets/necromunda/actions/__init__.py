"""The remaining actions, and the list of all."""
