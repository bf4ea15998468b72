"""Rule bias_variance: bias and variance of all methods on one data set under one protocol."""

import json

from naivebench.benchmark import read_predictions, retrieval, spread
from naivebench.benchmark.jobs import arguments
from naivebench.benchmark.permuted import load_for
from naivebench.core import absence
from naivebench.core.files import replace
from naivebench.evaluation import folds as splits


def main(
    table: str,
    folds: str,
    protocol: str,
    dataset: str,
    out: str,
    *,
    files: list[str],
    methods: list[str],
    permute: list[int] | None,
) -> None:
    """Write bias and variance of the methods.

    `files`: prediction files without suffix; `methods`: ids in their order; `out`: JSON, without methods if
    the data set is not available.
    """
    figures: dict = {"methods": {}}
    if not any(map(absence.read, [table, folds, *(f"{f}.npz" for f in files)])):
        gathered = retrieval.gather(read_predictions.load(f"{f}.npz", f"{f}.times.json") for f in files)
        ordered = {m: gathered[m] for m in methods if m in gathered}
        figures = spread.facts(load_for(table, permute), ordered, len(splits.load(folds).fold))
    content = {"protocol": protocol, "dataset": dataset, **figures}
    with replace(out) as temporary:
        temporary.write_text(
            json.dumps(content, allow_nan=False, separators=(",", ":")) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    arguments.call(main, absence.write_json)
