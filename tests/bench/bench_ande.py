"""Compare A1DE and A2DE with scikit-bayes: `python tests/bench/bench_ande.py [result.json]`.

Times are CPU seconds of this process for fit and predict_log_proba, the fastest of several rounds. The table
is generated and has 20,000 cases and 30 attributes of 5 values. If scikit-bayes is not installed (`pip
install --no-deps scikit-bayes`), its rows have no target and the output says so.

Its pseudo-count a is added to every cell, and ours, e, is divided among the cells. With e = 5 a the factors
of the children agree, and only P(c, x_i) differs. Therefore labels are compared and not posteriors.
"""

from __future__ import annotations

import bench  # imported first because it limits threads to one  # isort: skip

import sys

import numpy as np
import targets

from naivebench.core.table import Table
from naivebench.methods.bn_classifiers import ande

TIMES, AGREEMENT = 10, 0.999
VALUES, CLASSES = 5, 5


def ours(table: Table, n: int) -> np.ndarray:
    """Posteriors of the training cases."""
    return ande.predict_log_proba(ande.fit(table, n=n, alpha=float(VALUES)), table)


def theirs(table: Table, n: int) -> np.ndarray:
    """Posteriors of the training cases by scikit-bayes."""
    from skbn.ande import AnDE

    codes = np.ascontiguousarray(table.codes, dtype=np.int64)
    return AnDE(n_dependence=n, alpha=1.0).fit(codes, table.y).predict_log_proba(codes)


def main() -> None:
    """Print the table and write it as JSON to the path given."""
    table = bench.made_table(20000, 30, VALUES, CLASSES)
    try:
        import skbn.ande  # noqa: F401
    except ImportError:
        print("scikit-bayes is not installed: nothing to compare with (pip install --no-deps scikit-bayes)")
        rounds_of_theirs = 0
    else:
        rounds_of_theirs = 1
    ande.warm_up(table, 1)
    rows: list[dict] = []
    for n in (1, 2):
        mine = bench.cpu_seconds(lambda n=n: ours(table, n), 3)
        row = {"what": f"A{n}DE, 20,000 x 30, fit and predict", "seconds": mine, "target": ""}
        if rounds_of_theirs:
            other = bench.cpu_seconds(lambda n=n: theirs(table, n), rounds_of_theirs)
            row |= targets.beside(str(row["what"]), "scikit-bayes", other, mine)
            row |= targets.at_least(other / mine, TIMES)
            same = float((ours(table, n).argmax(axis=1) == theirs(table, n).argmax(axis=1)).mean())
            rows.append({"what": f"A{n}DE, same labels", "share": same, **targets.at_least(same, AGREEMENT)})
        rows.append(row)
    for row in rows:
        print(", ".join(f"{k} {v:.4g}" if isinstance(v, float) else str(v) for k, v in row.items()))
    targets.finish(rows, sys.argv[1] if len(sys.argv) > 1 else None)


if __name__ == "__main__":
    main()
