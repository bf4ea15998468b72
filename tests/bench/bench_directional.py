"""Speed of the directional methods.

Run `make bench` or `python tests/bench/bench_directional.py [result.json]`.

Times are CPU seconds of this process, with one thread for numpy and the compiler, the fastest of several
interleaved rounds; compilation is separate. The data are 1,000,000 cases with 10 angular attributes and 5
classes. Our GNB, scikit-learn's GaussianNB and vMNB run fit and predict_log_proba on the same numbers; then
the concentrations of 100,000 groups are estimated.
"""

from __future__ import annotations

import bench  # imported first because it limits threads to one  # isort: skip

import sys
from collections.abc import Callable

import numpy as np
import targets

from naivebench.core.table import Attribute, Table, make_table
from naivebench.methods.directional.helpers import von_mises
from naivebench.models import registry

ROUNDS = 5
METHODS = {
    "gnb": "naive_bayes.gnb",
    "vmnb": "directional.vmnb",
    "gnb_sincos": "directional.gnb_sincos",
    "gnb_likeliest_cut": "directional.gnb_likeliest_cut",
    "kernel_vmnb": "directional.kernel_vmnb",
    "mixture_vmnb": "directional.mixture_vmnb",
}


def made_angles(n: int, d: int, n_classes: int, seed: int = 0) -> Table:
    """Angles from a von Mises density for each attribute and class."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, n_classes, n, dtype=np.int32)
    x = np.asfortranarray(rng.vonmises(y[:, None] * 0.9 + np.arange(d), 2.0, (n, d)))
    return make_table(
        [Attribute(f"x{j}", "angular", period=360.0) for j in range(d)],
        [str(c) for c in range(n_classes)],
        y,
        None,
        x,
    )


def fit_and_predict(module: str, table: Table) -> Callable[[], None]:
    """Run fit and prediction of one of our methods on all cases; its loops are compiled before."""
    method = registry.load(module)
    if hasattr(method, "warm_up"):
        method.warm_up(table, 1)
    return lambda: method.predict_log_proba(method.fit(table, rng=np.random.default_rng(0)), table)


def gaussian_nb(table: Table) -> Callable[[], None]:
    """Run fit and prediction of scikit-learn's GaussianNB, on the row-major array that suits it."""
    from sklearn.naive_bayes import GaussianNB

    x, y = np.ascontiguousarray(table.reals), table.y
    return lambda: GaussianNB().fit(x, y).predict_log_proba(x)


def method_rows() -> list[dict]:
    """Times of all methods and of GaussianNB on a million cases."""
    table = made_angles(1_000_000, 10, 5)
    runs = {
        "GaussianNB": gaussian_nb(table),
        **{name: fit_and_predict(module, table) for name, module in METHODS.items()},
    }
    seconds = dict.fromkeys(runs, float("inf"))
    for turn in range(ROUNDS):
        for name, run in runs.items():
            if turn == 0 or name in ("GaussianNB", "gnb", "vmnb"):
                seconds[name] = min(seconds[name], bench.cpu_seconds(run, 1))
    rows = [
        {"what": f"{name}, fit and predict, 1,000,000 x 10", "seconds": s, "target": "", "achieved": ""}
        for name, s in seconds.items()
    ]
    by_name = dict(zip(runs, rows, strict=True))
    faster, share = seconds["GaussianNB"] / seconds["gnb"], seconds["vmnb"] / seconds["gnb"]
    row = targets.beside(by_name["gnb"]["what"], "GaussianNB", seconds["GaussianNB"], seconds["gnb"])
    by_name["gnb"].update(row)
    by_name["gnb"].update(targets.at_least(faster, 3), achieved=f"{faster:.1f} times as fast as GaussianNB")
    by_name["vmnb"].update(targets.at_most(share, 2), achieved=f"{share:.2f} times the time of gnb")
    return rows


def estimation_rows() -> list[dict]:
    """Times of estimating the concentrations of 100,000 groups from their resultants, for every estimator."""
    rng = np.random.default_rng(0)
    n = rng.integers(1, 50, (100_000, 1))
    r, turn = rng.random(n.shape), rng.uniform(-np.pi, np.pi, n.shape)
    groups = von_mises.Resultants(n, n * r * np.cos(turn), n * r * np.sin(turn))
    rows = []
    for estimator in von_mises.ESTIMATORS:
        von_mises.estimate(von_mises.Resultants(*(part[:2] for part in groups)), estimator=estimator)
        seconds = bench.cpu_seconds(lambda name=estimator: von_mises.estimate(groups, estimator=name), ROUNDS)
        rows.append(
            {
                "what": f"kappa of 100,000 groups, {estimator}",
                "seconds": seconds,
                **targets.at_most(seconds, 2, " s"),
                "achieved": f"{seconds:.2f} s",
            }
        )
    return rows


def main() -> None:
    """Print the table and write it as JSON to the path given."""
    rows = [*method_rows(), *estimation_rows()]
    width = max(len(row["what"]) for row in rows)
    print(f"{'':{width}}  {'CPU s':>8}  {'target':14}  achieved")
    for row in rows:
        print(f"{row['what']:{width}}  {row['seconds']:8.4f}  {row['target']:14}  {row['achieved']}")
    targets.finish(rows, *sys.argv[1:2])


if __name__ == "__main__":
    main()
