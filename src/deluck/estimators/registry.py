"""The estimator families, and their columns by name: the one place where a family is added."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager

from deluck.errors import EstimatorError
from deluck.estimators.all_in import ALL_IN
from deluck.estimators.board_luck import BOARD_LUCK
from deluck.estimators.context import Context
from deluck.estimators.divat.family import DIVAT
from deluck.estimators.divat_nl.family import DIVAT_NL, DIVAT_RING
from deluck.estimators.family import ColumnSpec, Family, Kind
from deluck.estimators.money import MONEY
from deluck.estimators.own_cards import OWN_CARDS
from deluck.estimators.prices import PRICES

FAMILIES: list[Family] = [MONEY, ALL_IN, BOARD_LUCK, DIVAT_NL, DIVAT_RING, DIVAT, OWN_CARDS, PRICES]
"""Every family, in the order their columns are shown."""

PAIR_COLUMNS = (
    ColumnSpec(
        "duplicate_money",
        "Duplicate money",
        "money, mean of both games of a deal",
        Kind.SKILL,
        colour="money",
        rank=1,
        line_width=1.6,
    ),
    ColumnSpec(
        "duplicate_divat",
        "Duplicate DIVAT",
        "DIVAT, mean of both games of a deal",
        Kind.SKILL,
        colour="divat",
        rank=4,
        line_width=3.0,
    ),
    ColumnSpec(
        "duplicate_divat_nl",
        "Duplicate DIVAT",
        "DIVAT, mean of both games of a deal",
        Kind.SKILL,
        colour="divat",
        rank=4,
        line_width=3.0,
    ),
)
"""What is computed of duplicate pairs: the mean of the two games of a deal."""
PAIRED = {"duplicate_money": "money", "duplicate_divat": "divat_roe", "duplicate_divat_nl": "divat_nl"}
"""The column that each of them is the mean of."""


@contextmanager
def registered(family: Family) -> Iterator[None]:
    """Have a family of one's own assessed, within this context, after those that are there.

    Raises
    ------
    EstimatorError
        If the family or one of its columns has the name of another.
    """
    names = {spec.name for spec in (*columns(), *PAIR_COLUMNS)}
    taken = [spec.name for spec in family.columns if spec.name in names]
    if taken or family.name in (each.name for each in FAMILIES):
        raise EstimatorError(f"family {family.name!r} has names of another: {', '.join(taken) or family.name}")
    FAMILIES.append(family)
    try:
        yield
    finally:
        FAMILIES.remove(family)


def columns() -> tuple[ColumnSpec, ...]:
    """Return the columns of all families, in the order they are shown."""
    return tuple(spec for family in FAMILIES for spec in family.columns)


def estimator_columns() -> tuple[ColumnSpec, ...]:
    """Return the columns that are summed up over hands, in the order they are shown."""
    return tuple(spec for spec in columns() if spec.is_estimator)


def find_column(name: str) -> ColumnSpec:
    """Return the column of this name, those of duplicate pairs included.

    Raises
    ------
    EstimatorError
        If there is none.
    """
    for spec in (*columns(), *PAIR_COLUMNS):
        if spec.name == name:
            return spec
    expected = ", ".join(spec.name for spec in estimator_columns())
    raise EstimatorError(f"no estimator {name!r} (expected one of {expected})")


def constants_hash(context: Context) -> str:
    """Return a hash of all frozen constants of all families, and of what the user chose: stale values have another."""
    text = "\n".join(
        f"{family.name}: {' '.join(spec.name for spec in family.columns)}: {family.constants(context)}"
        for family in FAMILIES
    )
    return hashlib.sha256(text.encode()).hexdigest()[:16]
