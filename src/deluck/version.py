"""Which deluck this is, and which JSON it prints."""

__version__ = "0.1.0"

JSON_SCHEMA = 2
"""The version of the names in the JSON of all commands, docs/json.md: names may be added without a change of it."""
