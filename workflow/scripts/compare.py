"""One statistic of the whole benchmark."""

import json

import pandas as pd

from naivebench.core.files import replace
from naivebench.pipeline import benchmark, benchmark_effects
from naivebench.pipeline.jobs import arguments


def main(statistic, scores, out, experiments, metrics, methods, primary, alpha, rope):
    """`experiments`: see configuration.compared; `metrics`, `methods`: ids; `primary`: what tests look at."""
    table = pd.read_parquet(scores)
    if statistic == "ranks":
        result = benchmark.ranks(table, experiments, metrics, primary, alpha)
    elif statistic == "corrected_t":
        protocols = list(dict.fromkeys(e["protocol"] for e in experiments.values()))
        result = benchmark.corrected_tests(
            table, protocols, [primary["metric"]], methods, primary["reference"], primary
        )
    elif statistic == "bayes":
        result = benchmark_effects.bayes(table, experiments, [primary["metric"]], methods, primary, rope)
    elif statistic == "hierarchical":
        result = benchmark_effects.hierarchical(table, experiments, [primary["metric"]], primary, rope)
    else:
        result = benchmark_effects.effects(table, experiments, metrics, primary)
    with replace(out) as temporary:
        temporary.write_text(json.dumps(result, indent=1, allow_nan=False))


if __name__ == "__main__":
    arguments.call(main)
