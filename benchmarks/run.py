"""Run every benchmark: print the machine, then a table each; exit with 1 if a limit was missed."""

import sys

import arena
import assess
import command_line
import equity
import evaluator
import formats
import hand_rank_tables
import holdem_estimators
import parallel
import players
import stud
from report import print_machine

if __name__ == "__main__":
    print_machine()
    modules = (
        evaluator,
        hand_rank_tables,
        equity,
        holdem_estimators,
        arena,
        formats,
        assess,
        parallel,
        players,
        stud,
        command_line,
    )
    kept = [module.measure() for module in modules]
    sys.exit(0 if all(kept) else 1)
