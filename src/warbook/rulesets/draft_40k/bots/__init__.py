"""What positions are worth, where units would like to go, and what odds can be asked about."""
