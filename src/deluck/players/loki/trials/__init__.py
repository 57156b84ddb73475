"""Compiled parts of Loki-2; see `_kernels`."""
