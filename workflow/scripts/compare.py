"""One statistic of the whole benchmark."""

import json

import pandas as pd

from naivebench.core.files import replace
from naivebench.pipeline import arguments, benchmark, benchmark_effects


def main(statistic, scores, out, experiments, metrics, methods, primary, alpha, rope):
    """`experiments` (configuration.compared), `metrics`, `methods`, `primary`: JSON."""
    table = pd.read_parquet(scores)
    experiments, metrics, methods, primary = (
        json.loads(text) for text in (experiments, metrics, methods, primary)
    )
    if statistic == "ranks":
        result = benchmark.ranks(table, experiments, metrics, primary, float(alpha))
    elif statistic == "corrected_t":
        protocols = list(dict.fromkeys(e["protocol"] for e in experiments.values()))
        result = benchmark.corrected_tests(
            table, protocols, [primary["metric"]], methods, primary["reference"], primary
        )
    elif statistic == "bayes":
        result = benchmark_effects.bayes(
            table, experiments, [primary["metric"]], methods, primary, float(rope)
        )
    elif statistic == "hierarchical":
        result = benchmark_effects.hierarchical(table, experiments, [primary["metric"]], primary, float(rope))
    else:
        result = benchmark_effects.effects(table, experiments, metrics, primary)
    with replace(out) as temporary:
        temporary.write_text(json.dumps(result, indent=1, allow_nan=False))


if __name__ == "__main__":
    arguments.call(main)
