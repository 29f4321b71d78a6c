"""The version of Warbook, which packages and records bear."""

VERSION = "0.1.0"
