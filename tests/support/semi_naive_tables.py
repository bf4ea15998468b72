"""Small nominal tables and brute force for the tests of the structure searches."""

from __future__ import annotations

import numpy as np

from naivebench.core.table import Table, n_cases
from naivebench.methods.semi_naive import partitions
from support.answers import is_correct, leave_out
from support.tables import discrete


def random_table(n=60, d=5, k=3, r=3, seed=0, missing=0.15) -> Table:
    """A table with codes that depend slightly on the class.

    A share of them is missing, and some cases occur twice.
    """
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.arange(k), rng.integers(0, k, n - k)])
    codes = np.where(rng.random((n, d)) < 0.4, y[:, None] % r, rng.integers(0, r, (n, d)))
    codes[rng.random((n, d)) < missing] = -1
    codes[n // 2 : n // 2 + 5], y[n // 2 : n // 2 + 5] = codes[:5], y[:5]
    return discrete(codes, y, r, k)


def random_individuals(m, d, seed=0) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, d + 1, (m, d))


def joined(table: Table, groups) -> Table:
    """The groups as attributes with every combination in the value list; a value is missing if a member is
    missing.
    """
    columns, sizes = [], []
    for group in groups:
        code, size, missing = np.zeros(n_cases(table), int), 1, np.zeros(n_cases(table), bool)
        for j in group:
            r = len(table.attributes[j].values)
            code, size, missing = code * r + table.codes[:, j], size * r, missing | (table.codes[:, j] < 0)
        columns.append(np.where(missing, -1, code))
        sizes.append(size)
    return discrete(
        np.array(columns, int).reshape(len(columns), n_cases(table)).T, table.y, sizes, len(table.classes)
    )


def brute_force_correct(table: Table, groups, alpha=1.0, prior_alpha=1.0) -> int:
    """Number of cases that the model of all others classifies correctly, from n refits."""

    def refit(rest, one):
        return partitions.predict_log_proba(partitions.fit_groups(rest, groups, alpha, prior_alpha), one)

    return int(is_correct(leave_out(table, refit), table).sum())
