"""Attacks on a server of their own, on loopback only; see README.md."""
