"""One statistic of the whole benchmark."""

import json

import pandas as pd

from naivebench.benchmark.jobs import arguments
from naivebench.benchmark.statistics import STATISTICS, Benchmark
from naivebench.core import absence
from naivebench.core.files import replace


def main(statistic, scores, out, experiments, metrics, methods, primary, alpha, rope):
    """`experiments`: see configuration.compared; `metrics`, `methods`: ids; `primary`: what tests look at."""
    compared = Benchmark(pd.read_parquet(scores), experiments, metrics, methods, primary, alpha, rope)
    result = STATISTICS[statistic].compute(compared)
    with replace(out) as temporary:
        temporary.write_text(json.dumps(result, indent=1, allow_nan=False))


if __name__ == "__main__":
    arguments.call(main, absence.write_json)
