"""Level and least half of every holding on a flop, its turns and its rivers."""
