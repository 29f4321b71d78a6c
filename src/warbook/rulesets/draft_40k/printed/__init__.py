"""What is printed: tables, equipment, rules, profiles, armies, options, and the files that are shipped."""
