"""Where things are: boards, sight, movement, templates, on whole thousandths of an inch.  It knows no rule either."""
