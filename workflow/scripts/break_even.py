"""Rule break_even: precision, recall and break-even points of every class, and sizes of trees, of all methods
on one data set under one protocol.
"""

import json

from naivebench.benchmark import read_predictions, retrieval
from naivebench.benchmark.jobs import arguments
from naivebench.benchmark.permuted import load_for
from naivebench.core import absence
from naivebench.core.files import replace
from naivebench.core.plain import plain
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
    stored: str = "",
) -> None:
    """Write the scores of every class against the rest.

    `files`: prediction files without suffix, below `stored`; `methods`: ids in their order; `out`: JSON,
    without methods if the data set is not available.
    """
    paths = [f"{stored}{file}" for file in files]
    figures: dict = {"methods": {}}
    if not any(map(absence.read, [table, folds, *(f"{p}.npz" for p in paths)])):
        gathered = retrieval.gather(read_predictions.load(f"{p}.npz", f"{p}.times.json") for p in paths)
        ordered = {m: gathered[m] for m in methods if m in gathered}
        prepared, drawn = load_for(table, permute), splits.load(folds)
        figures = plain(retrieval.facts(prepared, drawn, ordered), brief=True)
    content = {"protocol": protocol, "dataset": dataset, **figures}
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    with replace(out) as temporary:
        temporary.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    arguments.call(main, absence.write_json)
