"""Precision, recall and break-even points of every class, and sizes of trees, of all methods on one data set
under one protocol.
"""

import json

from naivebench.core import absence
from naivebench.core.files import replace
from naivebench.evaluation import folds as folding
from naivebench.pipeline import arguments, predictions, retrieval
from naivebench.pipeline.permuted import load_for


def main(
    table,
    folds,
    folder,
    parts,
    protocol,
    dataset,
    methods,
    out,
    seed="[0]",
    timeout_seconds="600",
    permute="null",
):
    """`parts`: {unit: [part, ...]} of the files below `folder`; `methods`: stanzas by method, in their order;
    all as JSON.

    `out`: JSON, without methods for a data set that is not there.
    """
    files = [f"{folder}/{unit}/{part}" for unit, several in json.loads(parts).items() for part in several]
    found = {"methods": {}}
    if not (absence.read(table) or absence.read(folds) or any(absence.read(f"{f}.npz") for f in files)):
        gathered = retrieval.gather(predictions.load(f"{f}.npz", f"{f}.times.json") for f in files)
        stanzas = json.loads(methods)
        ordered = {m: gathered[m] for m in stanzas if m in gathered}
        words = {"seed": json.loads(seed), "timeout_seconds": float(timeout_seconds)}
        found = retrieval.facts(
            load_for(table, json.loads(permute)), folding.load(folds), ordered, stanzas, **words
        )
    with replace(out) as temporary:
        text = json.dumps(
            {"protocol": protocol, "dataset": dataset, **found},
            ensure_ascii=False,
            allow_nan=False,
            separators=(",", ":"),
        )
        temporary.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    arguments.call(main)
