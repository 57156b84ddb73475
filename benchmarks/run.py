"""Run every benchmark: print the machine, then a table each; exit with 1 if a limit was missed."""

import sys

import arena
import command_line
import equity
import evaluator
import hand_rank_tables
from report import print_machine

if __name__ == "__main__":
    print_machine()
    kept = [module.measure() for module in (evaluator, hand_rank_tables, equity, arena, command_line)]
    sys.exit(0 if all(kept) else 1)
