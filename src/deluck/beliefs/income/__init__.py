"""How income rates are dealt out: `build` for the random streams and the work, `_kernels` for the deals."""
