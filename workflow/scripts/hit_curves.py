"""Rule hit_curves: hit curves of all methods on one data set under one protocol, with bands, tests, constants
and calibration.
"""

import json

from naivebench.benchmark import hit_facts, read_predictions
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
    reference: str,
    source: dict | list | None,
    seed: list[int],
    permute: list[int] | None,
    stored: str = "",
) -> None:
    """Write the results about hit curves.

    `files`: prediction files without suffix, below `stored`; `methods`: ids in their order; `reference`: the
    method that is tested against the others; `source`: the `source` of the data set's stanza; `out`: JSON,
    without curves if the data set is not available.
    """
    paths = [f"{stored}{file}" for file in files]
    figures: dict = {"curves": {}}
    if not any(map(absence.read, [table, folds, *(f"{p}.npz" for p in paths)])):
        gathered = hit_facts.gather(read_predictions.load(f"{p}.npz", f"{p}.times.json") for p in paths)
        ordered = {m: gathered[m] for m in methods if m in gathered}
        if ordered:
            prepared, drawn = load_for(table, permute), splits.load(folds)
            found = hit_facts.facts(prepared, drawn, ordered, reference=reference, seed=seed, source=source)
            figures = plain(found, brief=True)
    content = {"protocol": protocol, "dataset": dataset, **figures}
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    with replace(out) as temporary:
        temporary.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    arguments.call(main, absence.write_json)
