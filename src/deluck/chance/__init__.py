"""Random numbers inside kernels: one sequence, made from a state that the caller gives, for all that deal or draw.

Outside kernels chance comes in as a `numpy.random.Generator`.
"""
