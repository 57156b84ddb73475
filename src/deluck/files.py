"""Where deluck keeps what it computes once: tables and compiled kernels."""

import os
from pathlib import Path

import platformdirs

CACHE_VARIABLE = "DELUCK_CACHE"


def cache_folder() -> Path:
    """Return the folder named by ``DELUCK_CACHE``, or else the user's cache folder for deluck."""
    named = os.environ.get(CACHE_VARIABLE)
    return Path(named).expanduser() if named else platformdirs.user_cache_path("deluck", appauthor=False)
