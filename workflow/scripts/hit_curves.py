"""Hit curves of all methods on one data set under one protocol, with bands, tests, constants and
calibration.
"""

import json

from naivebench.core import absence
from naivebench.core.files import replace
from naivebench.evaluation import folds as folding
from naivebench.pipeline import arguments, hit_facts, predictions
from naivebench.pipeline.permuted import load_for


def main(
    table,
    folds,
    folder,
    parts,
    protocol,
    dataset,
    reference,
    methods,
    out,
    source="null",
    seed="[0]",
    permute="null",
):
    """`parts`: {unit: [part, ...]} of the files below `folder`; `methods`: their order; `source`: of the data
    set's stanza; all as JSON.

    `reference`: id of the method that the others are tested against. `out`: JSON, without curves for a data
    set that is not there.
    """
    files = [f"{folder}/{unit}/{part}" for unit, several in json.loads(parts).items() for part in several]
    found = {"curves": {}}
    if not (absence.read(table) or absence.read(folds) or any(absence.read(f"{f}.npz") for f in files)):
        gathered = hit_facts.gather(predictions.load(f"{f}.npz", f"{f}.times.json") for f in files)
        ordered = {m: gathered[m] for m in json.loads(methods) if m in gathered}
        words = {"reference": reference, "seed": json.loads(seed), "source": json.loads(source)}
        if ordered:
            found = hit_facts.facts(
                load_for(table, json.loads(permute)), folding.load(folds), ordered, **words
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
