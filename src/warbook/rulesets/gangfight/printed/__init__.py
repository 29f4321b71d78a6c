"""What is printed: profiles, equipment and abilities, options, notes on the rulings, and the files that are shipped."""
