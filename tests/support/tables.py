"""Small synthetic tables for the tests."""

from __future__ import annotations

import itertools

import numpy as np

from naivebench.core.table import DISCRETE, REAL, Attribute, Table, list_columns, make_table
from naivebench.data.readers.raw_table import RawTable


def labels(r: int, prefix: str = "v") -> tuple[str, ...]:
    """A list of r value labels in code order."""
    return tuple(f"{prefix}{i}" for i in range(r))


def mixed(n: int = 120, n_classes: int = 3, seed: int = 0, missing: float = 0.1) -> Table:
    """A table with two attributes of each kind: nominal, ordinal, linear and angular.

    All depend on the class, and a share of the cells is missing.
    """
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.arange(n_classes), rng.integers(0, n_classes, max(n - n_classes, 0))])[:n]
    nominal = [(y + rng.integers(0, 2, n)) % r for r in (2, 4)]
    ordinal = [np.minimum(y + rng.integers(0, 3, n), r - 1) for r in (3, 5)]
    codes = np.column_stack([nominal[0], ordinal[0], nominal[1], ordinal[1]])
    reals = np.column_stack(
        [y + rng.normal(size=n), _angles(y, rng), 10.0 * rng.normal(size=n) - y, _angles(y, rng)]
    )
    codes = np.where(rng.random(codes.shape) < missing, -1, codes)
    reals = np.where(rng.random(reals.shape) < missing, np.nan, reals)
    attributes = (
        Attribute("colour", "nominal", labels(2)),
        Attribute("length", "linear"),
        Attribute("legs", "ordinal", ("0", "2", "4")),
        Attribute("aspect", "angular", period=360.0),
        Attribute("shape", "nominal", labels(4)),
        Attribute("weight", "linear"),
        Attribute("grade", "ordinal", labels(5, "g")),
        Attribute("hour", "angular", period=24.0),
    )
    return make_table(attributes, labels(n_classes, "class "), y, codes, reals)


def _angles(y: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return np.angle(np.exp(1j * (2.0 * y + rng.normal(size=len(y)))))


def discrete(codes, y, n_values=None, n_classes: int | None = None) -> Table:
    """A table of nominal attributes from codes (n, d).

    Value lists are as long as the codes need, or have `n_values`.
    """
    codes, y = np.asarray(codes), np.asarray(y)
    widths = (
        [int(c.max(initial=0)) + 1 for c in codes.T]
        if n_values is None
        else np.broadcast_to(n_values, codes.shape[1])
    )
    attributes = [Attribute(f"x{j}", "nominal", labels(int(r))) for j, r in enumerate(widths)]
    return make_table(attributes, labels(n_classes or int(y.max()) + 1, "c"), y, codes)


def made(seed: int = 0, n: int = 60, r=(3, 2, 4), n_classes: int = 3, missing: float = 0.0) -> Table:
    """A table with codes that depend on the class and on each other; a share of the cells is missing."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, n_classes, n)
    hidden = rng.integers(0, 4, n)
    codes = np.stack(
        [(y * rng.integers(0, 3, n) + hidden * (j % 2) + rng.integers(0, 2, n)) % v for j, v in enumerate(r)],
        axis=1,
    ).reshape(n, len(r))
    codes[rng.random(codes.shape) < missing] = -1
    return discrete(codes, y, r, n_classes)


def every_case(train: Table, least: int = 0) -> Table:
    """All combinations of the codes of discrete attributes, from `least` on, as cases of the first class."""
    values = [range(least, len(a.values)) for a in train.attributes]
    codes = np.array(list(itertools.product(*values)), train.codes.dtype)
    n = len(codes)
    return train._replace(codes=codes, y=np.zeros(n, np.int32), reals=np.zeros((n, 0)))


def linear(reals, y, n_classes: int | None = None, kind: str = "linear") -> Table:
    """A table of linear (or angular) attributes from numbers (n, d)."""
    reals, y = np.asarray(reals, dtype=np.float64), np.asarray(y)
    attributes = [
        Attribute(f"x{j}", kind, period=2 * np.pi if kind == "angular" else 0.0)
        for j in range(reals.shape[1])
    ]
    return make_table(attributes, labels(n_classes or int(y.max()) + 1, "c"), y, reals=reals)


def columns(table: Table) -> list[np.ndarray]:
    """The column of every attribute, in their order."""
    return [column for _, column in list_columns(table)]


def select(table: Table, order) -> Table:
    """The table with the attributes `order` (indices) in that order; counts and sequences have no column."""
    every = list(list_columns(table))
    chosen = [every[j] for j in order]
    codes = [column for attribute, column in chosen if attribute.kind in DISCRETE]
    reals = [column for attribute, column in chosen if attribute.kind in REAL]
    return make_table(
        [attribute for attribute, _ in chosen],
        table.classes,
        table.y,
        np.column_stack(codes) if codes else None,
        np.column_stack(reals) if reals else None,
        groups=table.groups,
    )


def of_kinds(table: Table, kinds) -> Table:
    """The table with the attributes of the given kinds."""
    return select(table, [j for j, a in enumerate(table.attributes) if a.kind in kinds])


def append(table: Table, attribute: Attribute, values) -> Table:
    """The table with another attribute at the end."""
    values = np.asarray(values)
    is_discrete = attribute.kind in DISCRETE
    codes = np.column_stack([table.codes, values]) if is_discrete else table.codes
    reals = table.reals if is_discrete else np.column_stack([table.reals, values])
    return make_table(
        (*table.attributes, attribute), table.classes, table.y, codes, reals, groups=table.groups
    )


def assert_log_proba(log_proba: np.ndarray, shape: tuple[int, int], atol: float = 1e-12) -> None:
    """Assert that log-probabilities are normalized and not NaN."""
    assert log_proba.shape == shape
    assert log_proba.dtype == np.float64
    assert not np.isnan(log_proba).any()
    assert (log_proba <= 1e-12).all()
    np.testing.assert_allclose(np.exp(log_proba).sum(axis=1), 1, atol=atol)


def uci_iris() -> Table:
    """Fisher's iris as in UCI's iris.data.

    scikit-learn's copy differs in cells of the cases 35 and 38 (counted from 1). Case 35 is 4.9,3.1,1.5,0.1
    in UCI's file (scikit-learn: petal width 0.2), and case 38 has the same four numbers (scikit-learn:
    4.9,3.6,1.4,0.1).
    """
    from sklearn.datasets import load_iris

    x, y = load_iris(return_X_y=True)
    x[[34, 37]] = [4.9, 3.1, 1.5, 0.1]
    attributes = [
        Attribute(name, "linear") for name in ("sepal length", "sepal width", "petal length", "petal width")
    ]
    return make_table(attributes, ("setosa", "versicolor", "virginica"), y, reals=x)


# cells of raw tables


def columns_of(raw: RawTable) -> dict[str, list[str]]:
    """Cells by column."""
    return {name: list(cells.text) for name, cells in raw.columns.items()}


def rows_of(raw: RawTable) -> list[list[str]]:
    """Cells by row."""
    return [list(row) for row in zip(*columns_of(raw).values(), strict=True)]
