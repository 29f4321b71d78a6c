"""What is printed: dice, profiles, equipment, talents and powers, charts, options, and the files that are shipped."""
