"""Roll-outs from the flop, the turn and the river, row by row."""
