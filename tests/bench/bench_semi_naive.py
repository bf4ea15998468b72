"""Speed of the structure searches on one core: `python tests/bench/bench_semi_naive.py [result.json]`.

Times are CPU seconds of this process after compilation. Data come from data/prepared (or NAIVEBENCH_PREPARED)
with the cut points of fayyad_irani on all cases, letter also with its own codes. A data set that does not
exist there is generated in the same shape. For Pazzani-EDA, individuals per second include repeats, as in the
paper, and distinct partitions per second are counted over whole generations.
"""

from __future__ import annotations

import os

os.environ.update(
    {
        name: "1"
        for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
    }
)

import sys
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests"), str(ROOT / "tests/bench")]

import targets  # noqa: E402
from bench import made_table, peak_megabytes  # noqa: E402

from naivebench.core.table import Attribute, Table, load, make_table  # noqa: E402
from naivebench.data.discretization import apply  # noqa: E402
from naivebench.methods.semi_naive import bsej, fssj, pazzani_eda  # noqa: E402
from naivebench.methods.semi_naive.helpers import joint_loo  # noqa: E402
from naivebench.methods.semi_naive.helpers.partition import Smoothing  # noqa: E402

SHAPES = {  # cases, attributes, values, classes
    "pima": (768, 8, 3, 2),
    "german": (1000, 20, 4, 2),
    "vehicle": (846, 18, 4, 4),
    "soybean-large": (683, 35, 3, 19),
    "letter": (20000, 16, 16, 26),
}
# minimum per second
EVALUATIONS = {"pima": 10_000, "german": 5_000, "letter": 300, "letter, own codes": 300}
# maximum for a whole search
SECONDS = {"vehicle": 0.2, "soybean-large": 0.5, "letter": 6.0, "letter, own codes": 6.0}
GENERATIONS = {"letter": 4, "letter, own codes": 4}


def prepared(name: str) -> Table | None:
    """The prepared table, or None if there is none."""
    path = Path(os.environ.get("NAIVEBENCH_PREPARED", ROOT / "data/prepared")) / f"{name}.npz"
    if not path.exists():
        return None
    table = load(path)
    return table if len(table.y) == SHAPES[name][0] else None


def tables() -> dict[str, tuple[Table, str]]:
    """Every data set with the name of its source."""
    result = {}
    for name, shape in SHAPES.items():
        table = prepared(name)
        if table is None:
            result[name] = made_table(*shape), "made in the same shape"
            continue
        result[name] = apply.apply(table, apply.learn(table, "fayyad_irani")), "cuts on all cases"
        if name == "letter" and table.reals.shape[1] == 16:
            attributes = [Attribute(a.name, "ordinal", tuple(map(str, range(16)))) for a in table.attributes]
            result["letter, own codes"] = (
                make_table(attributes, table.classes, table.y, table.reals.astype(int)),
                "16 values each",
            )
    return result


def eda_row(name: str, table: Table, source: str) -> dict:
    """Evaluations per second of a whole Pazzani-EDA, including its preparation."""
    started = time.process_time()
    core = joint_loo.prepare(table, Smoothing())
    found = pazzani_eda.search(core, rng=np.random.default_rng(1), max_generations=GENERATIONS.get(name, 200))
    seconds = time.process_time() - started
    rates = {
        "evaluations_per_second": found.evaluations / seconds,
        "distinct_per_second": found.evaluations_done / seconds,
    }
    achieved = (
        f"{rates['evaluations_per_second']:.0f} per second, {rates['distinct_per_second']:.0f} distinct"
    )
    return {
        "what": f"pazzani_eda, {name} ({source})",
        "seconds": seconds,
        **rates,
        **targets.at_least(rates["evaluations_per_second"], EVALUATIONS[name]),
        "achieved": achieved,
    }


def greedy_rows(name: str, table: Table, source: str) -> list[dict]:
    """CPU seconds of whole searches, including their preparation."""
    rows = []
    for method in (fssj, bsej):
        started = time.process_time()
        found = method.search(joint_loo.prepare(table, Smoothing()))
        seconds = time.process_time() - started
        what = f"{method.__name__.split('.')[-1]}, {name} ({source})"
        achieved = f"{seconds:.3f} s, {found.evaluations_done} candidates, {found.correct} correct"
        rows.append(
            {
                "what": what,
                "seconds": seconds,
                **targets.at_most(seconds, SECONDS[name], " s"),
                "achieved": achieved,
            }
        )
    return rows


def main(out: str | None = None) -> None:
    joint_loo.warm_up()
    rows = []
    for name, (table, source) in tables().items():
        rows += [eda_row(name, table, source)] if name in EVALUATIONS else []
        rows += greedy_rows(name, table, source) if name in SECONDS else []
    rows.append(
        {
            "what": "largest resident set",
            **targets.at_most(peak_megabytes(), 1000, " MB"),
            "achieved": f"{peak_megabytes():.0f} MB",
        }
    )
    for row in rows:
        print(f"{row['what']:55s} {row['target']:18s} {row['achieved']}")
    targets.finish(rows, out)


if __name__ == "__main__":
    main(*sys.argv[1:2])
