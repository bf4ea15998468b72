"""Rule compare: one statistic of the whole benchmark."""

import json

import pandas as pd

from naivebench.benchmark.configuration.shapes import Part, Primary
from naivebench.benchmark.jobs import arguments
from naivebench.benchmark.statistics import STATISTICS, Benchmark
from naivebench.core import absence
from naivebench.core.files import replace
from naivebench.core.plain import named


def main(statistic, scores, out, experiments, metrics, methods, primary, alpha, rope):
    """Compute a statistic from all scores.

    `experiments`: see configuration.compared; `metrics`, `methods`: ids; `primary`: the comparison that is
    not exploratory.
    """
    parts, first = {name: named(Part, of) for name, of in experiments.items()}, named(Primary, primary)
    compared = Benchmark(pd.read_parquet(scores), parts, metrics, methods, first, alpha, rope)
    result = STATISTICS[statistic].compute(compared)
    with replace(out) as temporary:
        temporary.write_text(json.dumps(result, indent=1, allow_nan=False))


if __name__ == "__main__":
    arguments.call(main, absence.write_json)
