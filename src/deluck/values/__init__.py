"""Values: what estimators say of every seat of every hand and of every decision, without a viewpoint.

Two Arrow tables: `seats` with one row per hand and seat, `decisions` with one row per decision (`schema` lists their
columns). `parts` cuts hands into parts as they are read, `building` values a part, `tables` stores the rows, `folder`
has them in a folder of Parquet files that grows with its sources.
"""

from deluck.values.computing import compute_values
from deluck.values.folder import is_values_folder, open_values, update_values
from deluck.values.tables import Values

__all__ = ["Values", "compute_values", "is_values_folder", "open_values", "update_values"]
