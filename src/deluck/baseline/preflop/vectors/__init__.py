"""Sums over rivers for 32 opponents at a time, in vector registers of bytes."""
