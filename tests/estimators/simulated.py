"""Hands of scripted players, as the studies play them."""

from deluck.studies.simulated import simulate

__all__ = ["simulate"]
