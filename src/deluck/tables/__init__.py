"""Tables that are computed once and stored: hand ranks of every holding on every board."""

from deluck.tables.hand_ranks import HandRankTables, hand_rank_tables
from deluck.tables.store import ShippedTable, TableFile

__all__ = ["HandRankTables", "ShippedTable", "TableFile", "hand_rank_tables"]
