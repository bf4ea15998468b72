"""Speed of HPB and its plain rivals on one core: `python tests/bench/bench_hpb.py [result.json]`.

Times are CPU seconds of this process after compilation. The generated table has the shape of nycflights13:
328,000 cases, attributes of 4,037, 5,706, 223 and 365 values, 1.2% positive. The paper claims that the
training time is exponential in the number of attributes, linear in the number of cases and independent of the
cardinality; the last rows measure this.
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

from naivebench.core.table import Attribute, Table, make_table  # noqa: E402
from naivebench.methods.local_structure import noisy_or  # noqa: E402
from naivebench.methods.pattern_smoothing import ade, de, hpb  # noqa: E402
from naivebench.methods.pattern_smoothing.helpers import hpb_smoothing  # noqa: E402

CARDINALITIES = (4037, 5706, 223, 365)
N = 328_000


def flights(
    n: int = N, cardinalities: tuple[int, ...] = CARDINALITIES, rate: float = 0.012, seed: int = 0
) -> Table:
    """A table with skewed values, an effect of each value on the log odds, and a large effect of some pairs
    of values.
    """
    rng = np.random.default_rng(seed)
    columns, score = [], np.zeros(n)
    for r in cardinalities:
        share = rng.gamma(0.5, size=r) + 0.01
        columns.append(rng.choice(r, size=n, p=share / share.sum()))
        score += rng.normal(0, 0.5, r)[columns[-1]]
    score += np.where((columns[0] * 7919 + columns[-1] * 31) % 1009 < 20, 2.5, 0)
    y = rng.random(n) < rate * np.exp(score) / np.exp(score).mean()
    attributes = [
        Attribute(f"x{j}", "nominal", tuple(map(str, range(r)))) for j, r in enumerate(cardinalities)
    ]
    return make_table(attributes, ("on time", "late"), y, np.stack(columns, axis=1))


def seconds(work) -> tuple[float, object]:
    """CPU seconds and result of one call."""
    started = time.process_time()
    result = work()
    return time.process_time() - started, result


def compile_loops() -> None:
    """Compile all loops before times are measured."""
    few = np.ones(2)
    hpb_smoothing.twice_below(
        few[:1], np.ones(1, np.int64), [few] * 4, np.ones(2, np.int64), 1.0, compiled=True
    )


def speed_rows() -> list[dict]:
    """Rows with targets."""
    table, other = flights(), flights(seed=1)
    fit, model = seconds(lambda: hpb.fit(table))
    predict, _ = seconds(lambda: hpb.predict_log_proba(model, other))
    constant, _ = seconds(lambda: hpb.fit(table, b=1.0))
    rows = [
        {
            "what": "hpb, fit with all S and b",
            **targets.at_most(fit, 20, " s"),
            "achieved": f"{fit:.1f} s",
            "seconds": fit,
        },
        {
            "what": "hpb, fit with all S, b given",
            "target": "",
            "achieved": f"{constant:.1f} s",
            "seconds": constant,
        },
        {
            "what": "hpb, prediction",
            **targets.at_least(N / predict, 200_000, "/s"),
            "achieved": f"{N / predict:.0f} rows per second",
            "seconds": predict,
        },
        {
            "what": "largest resident set",
            **targets.at_most(peak_megabytes(), 1500, " MB"),
            "achieved": f"{peak_megabytes():.0f} MB",
        },
    ]
    for method in (de, ade, noisy_or):
        took, fitted = seconds(lambda method=method: method.fit(table))
        guess, _ = seconds(lambda method=method, fitted=fitted: method.predict_log_proba(fitted, other))
        what = f"{method.__name__.rsplit('.', 1)[1]}, fit and prediction"
        rows.append(
            {"what": what, "target": "", "achieved": f"{took:.1f} s and {guess:.1f} s", "seconds": took}
        )
    return rows


def scaling_rows() -> list[dict]:
    """Fit with b given, with one factor varied at a time."""
    settings = [(f"{d} attributes of 500 values, 100,000 cases", 100_000, (500,) * d) for d in range(1, 7)]
    settings += [(f"{n:,} cases", n, CARDINALITIES) for n in (41_000, 82_000, 164_000, 328_000)]
    settings += [
        (f"4 attributes of {r:,} values, 100,000 cases", 100_000, (r,) * 4) for r in (30, 300, 3_000, 30_000)
    ]
    rows = []
    for what, n, cardinalities in settings:
        table = flights(n, cardinalities)
        took, _ = seconds(lambda table=table: hpb.fit(table, b=1.0))
        rows.append({"what": f"hpb, {what}", "target": "", "achieved": f"{took:.2f} s", "seconds": took})
    return rows


def main(out: str | None = None) -> None:
    compile_loops()
    rows = speed_rows() + scaling_rows()
    for row in rows:
        print(f"{row['what']:60s} {row['target']:20s} {row['achieved']}")
    targets.finish(rows, out)


if __name__ == "__main__":
    main(*sys.argv[1:2])
