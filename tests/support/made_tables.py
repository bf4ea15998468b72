"""Small synthetic data sets for the tests of count-based methods."""

from __future__ import annotations

import numpy as np

from naivebench.core.table import Attribute, Table, make_table


def nominal(name: str, r: int, declared: bool = False) -> Attribute:
    """A nominal attribute with r values v0, v1, ..."""
    return Attribute(name, "nominal", tuple(f"v{v}" for v in range(r)), declared=declared)


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
    return make_table(
        [nominal(f"x{j}", v) for j, v in enumerate(r)], [f"c{c}" for c in range(n_classes)], y, codes
    )


def from_codes(codes, y, r, n_classes: int) -> Table:
    """A table of nominal codes."""
    codes = np.asarray(codes).reshape(len(y), len(r))
    return make_table(
        [nominal(f"x{j}", v) for j, v in enumerate(r)], [f"c{c}" for c in range(n_classes)], y, codes
    )


def with_column(table: Table, attribute: Attribute, column) -> Table:
    """The table with one more discrete attribute at the end."""
    codes = np.concatenate([table.codes.astype(np.int32), np.asarray(column).reshape(-1, 1)], axis=1)
    return make_table((*table.attributes, attribute), table.classes, table.y, codes)


def reordered(table: Table, order) -> Table:
    """The same cases with the attributes in another order."""
    return make_table(
        [table.attributes[j] for j in order], table.classes, table.y, table.codes[:, list(order)]
    )


def relabelled(table: Table, new_label) -> Table:
    """The same cases, where class c is called new_label[c]."""
    return table._replace(y=np.asarray(new_label, np.int32)[table.y])


def assert_log_proba(log_proba: np.ndarray, shape: tuple[int, int]) -> None:
    """Assert that log-probabilities are normalized and not NaN."""
    assert log_proba.shape == shape
    assert log_proba.dtype == np.float64
    assert not np.isnan(log_proba).any()
    assert (log_proba <= 1e-12).all()
    np.testing.assert_allclose(np.exp(log_proba).sum(axis=1), 1, atol=1e-12)


def edge_tables() -> dict[str, tuple[Table, Table]]:
    """Pairs of training and test tables, one for each row of the matrix of edge cases about discrete data."""
    base = made(1, 40, (3, 2), 3)
    rng = np.random.default_rng(5)
    n = 300
    wide = from_codes(
        np.stack([rng.integers(0, 18846, n), rng.integers(0, 5000, n), rng.integers(0, 3, n)], axis=1),
        rng.integers(0, 95, n),
        (18846, 5000, 3),
        95,
    )
    none = from_codes(np.zeros((0, 2), int), np.zeros(0, int), (3, 2), 3)
    return {
        "empty test set": (base, none),
        "one class in training": (base._replace(y=np.zeros_like(base.y)), base),
        "one class in all": (
            from_codes(base.codes, np.zeros(40, int), (3, 2), 1),
            from_codes(base.codes, np.zeros(40, int), (3, 2), 1),
        ),
        "class with one case": (
            base._replace(y=np.where(np.arange(40) == 7, 2, base.y % 2).astype(np.int32)),
            base,
        ),
        "all-missing attribute": (
            with_column(base, nominal("gone", 0), np.full(40, -1)),
            with_column(base, nominal("gone", 0), np.full(40, -1)),
        ),
        "all-missing declared attribute": (
            with_column(base, nominal("gone", 4, True), np.full(40, -1)),
            with_column(base, nominal("gone", 4, True), base.codes[:, 0]),
        ),
        "unseen value": (
            base,
            base._replace(codes=np.where(np.arange(40)[:, None] % 3 == 0, -1, base.codes)),
        ),
        "value declared, never seen": (
            with_column(base, nominal("d", 5, True), base.codes[:, 1]),
            with_column(base, nominal("d", 5, True), np.full(40, 4)),
        ),
        "duplicate cases": (
            from_codes(np.repeat(base.codes[:2], 10, axis=0), np.repeat(base.y[:2], 10), (3, 2), 3),
            base,
        ),
        "n < d": (made(2, 4, (2,) * 9, 2), made(3, 5, (2,) * 9, 2)),
        "many values and 95 classes": (wide, wide),
        "no attribute": (
            from_codes(np.zeros((9, 0), int), np.arange(9) % 3, (), 3),
            from_codes(np.zeros((4, 0), int), np.zeros(4, int), (), 3),
        ),
        "no training case": (none, base),
        "unknown class in some training cases": (
            base._replace(y=np.where(np.arange(40) % 4 == 0, -1, base.y).astype(np.int32)),
            base,
        ),
    }
