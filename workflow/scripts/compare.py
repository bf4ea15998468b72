"""One statistic of the whole benchmark."""

import json

import pandas as pd

from naivebench.core.files import replace
from naivebench.pipeline import arguments
from naivebench.pipeline.statistics import STATISTICS, Benchmark


def main(statistic, scores, out, experiments, metrics, methods, primary, alpha, rope):
    """`experiments` (configuration.compared), `metrics`, `methods`, `primary`: JSON."""
    settings = (json.loads(text) for text in (experiments, metrics, methods, primary))
    benchmark = Benchmark(pd.read_parquet(scores), *settings, float(alpha), float(rope))
    result = STATISTICS[statistic].compute(benchmark)
    with replace(out) as temporary:
        temporary.write_text(json.dumps(result, indent=1, allow_nan=False))


if __name__ == "__main__":
    arguments.call(main)
