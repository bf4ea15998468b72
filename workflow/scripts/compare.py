"""One statistic of the whole benchmark."""

import json
from pathlib import Path

import pandas as pd

from naivebench import arguments
from naivebench.files import replace
from naivebench.statistics import benchmark, benchmark_effects


def main(statistic, scores, out, experiments, metrics, methods, primary, alpha, found=()):
    """`found`: data/prepared/*.json of the data sets; `experiments` (configuration.parts), `metrics`, `methods`, `primary`: JSON."""
    table = pd.read_parquet(scores)
    experiments, metrics, methods, primary = (json.loads(text) for text in (experiments, metrics, methods, primary))
    facts = [json.loads(Path(p).read_text()) for p in ([found] if isinstance(found, str) else found)]
    n_cases = {f["dataset"]: f["rows"] for f in facts if f["status"] == "ok"}
    if statistic == "ranks":
        result = benchmark.ranks(table, experiments, metrics, primary, float(alpha))
    elif statistic == "corrected_t":
        protocols = list(dict.fromkeys(e["protocol"] for e in experiments.values()))
        result = benchmark.corrected_tests(table, n_cases, protocols, [primary["metric"]], methods, primary["reference"], primary)
    elif statistic == "bayes":
        result = benchmark_effects.bayes(table, n_cases, experiments, [primary["metric"]], methods, primary)
    else:
        result = benchmark_effects.effects(table, experiments, metrics, primary)
    with replace(out) as temporary:
        temporary.write_text(json.dumps(result, indent=1, allow_nan=False))


if __name__ == "__main__":
    arguments.call(main)
