"""Speed of HDP smoothing and of the scikit-learn rivals on high-cardinality data.

Run `python tests/bench/bench_hdp.py [result.json]`.

Times are CPU seconds of one thread without compilation and imports. The flights are
data/prepared/nyc-flights-late.npz (327,346 cases, 4 attributes), or generated customs declarations of the
same size.
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
from bench import peak_megabytes  # noqa: E402

from naivebench.core.table import Table, load, n_cases  # noqa: E402
from naivebench.data import customs_generator  # noqa: E402
from naivebench.models import registry  # noqa: E402

METHODS = (
    "pattern_smoothing.hdp",
    *(f"baselines.{m}" for m in ("hashed_logistic", "target_encoding_boosting", "native_boosting")),
)
TARGETS = {"hdp": 120}  # seconds of a fit


def tables() -> list[tuple[str, Table]]:
    """The data sets with their names."""
    path = ROOT / "data/prepared/nyc-flights-late.npz"
    started = time.process_time()
    made = customs_generator.table(rows=300_000)
    print(f"customs generator, 300,000 cases: {time.process_time() - started:.1f} s")
    return [
        ("flights", load(path))
        if path.exists()
        else ("made flights", customs_generator.table(rows=327_346, seed=2)),
        ("customs", made),
    ]


def measure(module: str, name: str, table: Table) -> dict:
    """Seconds of one fit and predicted rows per second."""
    method = registry.load(module)
    if hasattr(method, "warm_up"):
        method.warm_up(table, 1)
    started = time.process_time()
    model = method.fit(table, rng=np.random.default_rng(0))
    fitted = time.process_time()
    method.predict_log_proba(model, table)
    predicted = time.process_time()
    short = module.rpartition(".")[2]
    rate = n_cases(table) / max(predicted - fitted, 1e-9)
    return {
        "what": f"{short}, {name}",
        "fit_seconds": fitted - started,
        "rows_per_second": rate,
        "achieved": f"fit {fitted - started:.1f} s, {rate:,.0f} rows predicted per s",
        "target": "",
        **(targets.at_most(fitted - started, TARGETS[short], " s") if short in TARGETS else {}),
    }


def main() -> None:
    """Print the table and write it as JSON to the path given."""
    found = [measure(m, name, table) for name, table in tables() for m in METHODS]
    width = max(len(row["what"]) for row in found)
    for row in found:
        print(f"{row['what']:{width}}  {row['achieved']}  {row['target']}")
    print(f"peak memory {peak_megabytes():.0f} MB")
    targets.finish(found, *sys.argv[1:2])


if __name__ == "__main__":
    main()
