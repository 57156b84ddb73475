"""deluck takes the luck out of poker results."""

__version__ = "0.1.0"
