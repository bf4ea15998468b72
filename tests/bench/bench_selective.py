"""Speed of the selective wrapper on one core: `python tests/bench/bench_selective.py [result.json]`.

Measures CPU seconds of this process for one fit on a generated table of the size of Auslan (Lopez-Cruz,
Bielza and Larranaga 2013, table 6): 2,565 cases, 60 angular and 60 linear attributes, and 95 classes. The
inner 10-fold cross-validation covers all m = 1 ... 120. The paper gives 160 s for learning its selective
model once.
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
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests/bench")]

import targets  # noqa: E402

from naivebench.core.table import Attribute, Table, make_table, to_radians  # noqa: E402
from naivebench.methods.directional import sel_gnb, sel_vmnb  # noqa: E402

TARGET = 30  # seconds


def auslan_sized(n: int = 2565, d: int = 60, n_classes: int = 95, seed: int = 0) -> Table:
    """A table with d angular and d linear attributes, which are less and less informative about the class."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % n_classes
    noise = np.linspace(1, 10, d)
    angles = to_radians(rng.uniform(-3, 3, (n_classes, d))[y] + rng.normal(size=(n, d)) * noise, 2 * np.pi)
    numbers = rng.normal(size=(n_classes, d))[y] + rng.normal(size=(n, d)) * noise
    attributes = [Attribute(f"a{j}", "angular", period=360.0) for j in range(d)] + [
        Attribute(f"x{j}", "linear") for j in range(d)
    ]
    return make_table(
        attributes, [str(c) for c in range(n_classes)], y, None, np.column_stack([angles, numbers])
    )


def main(out: str | None = None) -> None:
    table, rows = auslan_sized(), []
    for method in (sel_vmnb, sel_gnb):
        method.warm_up(table, 1)
        started = time.process_time()
        model = method.fit(table, rng=np.random.default_rng(1))
        seconds = time.process_time() - started
        found = method.summarize(model)
        name = method.__name__.rsplit(".", 1)[-1]
        achieved = (
            f"{seconds:.2f} s, {found['attributes_used']} of {len(table.attributes)} attributes, inner "
            f"accuracy {found['inner_accuracy']:.3f}"
        )
        rows.append(
            {
                "what": f"{name}, 2,565 x 120, 95 classes",
                "seconds": seconds,
                **targets.at_most(seconds, TARGET, " s"),
                "achieved": achieved,
            }
        )
    for row in rows:
        print(f"{row['what']:55s} {row['target']:18s} {row['achieved']}")
    targets.finish(rows, out)


if __name__ == "__main__":
    main(*sys.argv[1:2])
