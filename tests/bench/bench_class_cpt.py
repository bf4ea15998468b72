"""Speed and memory of the methods for attributes with thousands of values.

Run `python tests/bench/bench_class_cpt.py [result.json]`, which uses one core.

Cases are generated customs declarations. They have four attributes of 19,000 values whose frequencies fall
like 1 / rank, combinations that repeat, 1% positives, and planted combinations of two to four values in which
half the cases are positive. Each row is measured in its own process: CPU seconds after compilation, and the
largest resident set, which includes the table and the compiler (`before`: without the work). Fits choose
their constants by five inner folds; `search` is one search with given constants.
"""

from __future__ import annotations

import os

os.environ.update(
    {
        name: "1"
        for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
    }
)

import multiprocessing
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests"), str(ROOT / "tests/bench")]

import targets  # noqa: E402
from bench import peak_megabytes  # noqa: E402

from naivebench.core.table import Attribute, Table, make_table, n_cases, subset  # noqa: E402
from naivebench.methods.local_structure.helpers import aibn  # noqa: E402
from naivebench.models import registry  # noqa: E402

N, VALUES = 300_000, 19_000
GIVEN = {"smoothing": 1.0}
METHODS = {  # id: (module, parameters of all fits, constants for one search)
    "tan_tuned": ("bn_classifiers.tan_tuned", {}, {"n0": 5.0}),
    "aibn_tan": ("local_structure.aibn_tan", {}, {"n0": 5.0, "aibn_smoothing": 1.0, "mmi": 0.95}),
    "dg_c": ("local_structure.decision_graph", {"operators": "C"}, GIVEN),
    "dg_cb": ("local_structure.decision_graph", {"operators": "CB"}, GIVEN),
    "dg_cm": ("local_structure.decision_graph", {"operators": "CM"}, GIVEN),
    "dg_cbm": ("local_structure.decision_graph", {"operators": "CBM"}, GIVEN),
    "hc_dt": ("local_structure.hc_dt", {}, GIVEN),
    "hc_dt full": ("local_structure.hc_dt", {"grow": "full"}, GIVEN),
    "hc_df": ("local_structure.hc_df", {}, GIVEN),
}
FIT_SECONDS, MERGE_SECONDS = 120, 10  # maximum


def customs(n: int = N, values: int = VALUES, seed: int = 0) -> Table:
    """A table of n cases with four attributes.

    1% of the cases are positive, some of them in 200 planted combinations of values.
    """
    rng = np.random.default_rng(seed)
    share = 1 / (np.arange(values) + 3.0)
    codes = np.column_stack(
        [rng.permutation(values)[rng.choice(values, n, p=share / share.sum())] for _ in range(4)]
    )
    codes = codes[(n * rng.random(n) ** 1.5).astype(int)]
    effect = rng.normal(0, 0.7, (4, values))
    risk = 0.006 * np.exp(sum(effect[j, codes[:, j]] for j in range(4)) - 4 * 0.7**2 / 2)
    for k in range(200):
        order = rng.permutation(4)[: 2 + k % 3]
        like = codes[rng.integers(n)]
        risk[(codes[:, order] == like[order]).all(axis=1)] = 0.5
    attributes = [
        Attribute(name, "nominal", tuple(map(str, range(values))))
        for name in ("code", "importer", "country", "port")
    ]
    return make_table(attributes, ("correct", "wrong"), rng.random(n) < np.minimum(risk, 0.9), codes)


def numbers(n_values: int, n_classes: int, seed: int = 0) -> np.ndarray:
    """Class counts of the values of one attribute, nearly all of them different."""
    rng = np.random.default_rng(seed)
    return rng.poisson(rng.gamma(1, 60, (n_values, 1)) * rng.dirichlet(np.ones(n_classes), n_values))


def method_row(name: str) -> dict:
    """CPU seconds of one search, of a fit that chooses its constants, and of predicting 200,000 cases."""
    module, params, given = METHODS[name]
    method, table = registry.load(module), customs()
    test, few = subset(table, np.arange(200_000)), subset(table, np.arange(2_000))
    method.predict_log_proba(method.fit(few, rng=np.random.default_rng(0), **params, **given), few)
    before, rng, times = peak_megabytes(), np.random.default_rng(0), [time.process_time()]
    method.fit(table, rng=rng, **params, **given)
    times.append(time.process_time())
    model = method.fit(table, rng=rng, **params)
    times.append(time.process_time())
    method.predict_log_proba(model, test)
    times.append(time.process_time())
    search, fit, predict = np.diff(times)
    return {
        "what": f"{name}, {n_cases(table)} x 4, {VALUES} values",
        "seconds": fit,
        "search_seconds": search,
        "predict_seconds": predict,
        "before_megabytes": before,
        "megabytes": peak_megabytes(),
        **targets.at_most(fit, FIT_SECONDS, " s"),
        "achieved": f"fit {fit:.2f} s, search {search:.2f} s, predict {predict:.2f} s, "
        f"{method.summarize(model)['n_parameters']} parameters",
    }


def merging_row(n_classes: int) -> dict:
    """CPU seconds of merging the values of one attribute down to one cluster."""
    counts = numbers(20_000, n_classes)
    aibn.merges(counts[:50])
    before, started = peak_megabytes(), time.process_time()
    found = aibn.merges(counts)
    seconds = time.process_time() - started
    distinct = len(np.unique(counts, axis=0))
    return {
        "what": f"aibn, 20,000 values, {n_classes} classes",
        "seconds": seconds,
        "before_megabytes": before,
        "megabytes": peak_megabytes(),
        **targets.at_most(seconds, MERGE_SECONDS, " s"),
        "achieved": f"{seconds:.2f} s, {len(found.losses)} merges, {distinct} different count vectors",
    }


def apart(work: Callable[..., dict], *arguments) -> dict:
    """Call work(*arguments) in its own process."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool:
        return pool.apply(work, arguments)


def main(out: str | None = None) -> None:
    rows = [apart(merging_row, k) for k in (2, 3, 8)] + [apart(method_row, name) for name in METHODS]
    for row in rows:
        print(
            f"{row['what']:40s} {row['target']:15s} {row['achieved']}, {row['megabytes']:.0f} MB "
            f"({row['before_megabytes']:.0f} before)"
        )
    targets.finish(rows, out)


if __name__ == "__main__":
    main(*sys.argv[1:2])
