"""The table in a real browser: a server, browsers, and people who click."""
