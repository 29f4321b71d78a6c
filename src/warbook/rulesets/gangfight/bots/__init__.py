"""What positions are worth, where figures would like to go, and what odds can be asked about."""
