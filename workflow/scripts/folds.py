"""Rule folds: the test parts of every repeat and fold, for one data set under one protocol."""

import json
from pathlib import Path

from naivebench.benchmark.jobs import arguments
from naivebench.benchmark.jobs.folds import draw
from naivebench.benchmark.permuted import load_for
from naivebench.core import absence
from naivebench.core.files import replace
from naivebench.evaluation import folds as splits


def main(
    table: str,
    found: str,
    out: str,
    csv: str,
    *,
    split: dict,
    own_holdout: bool,
    seed: list[int],
    permute: list[int] | None,
) -> None:
    """Draw and write the folds.

    `found`: the record of the preparation; `split`, `own_holdout`, `seed`: see jobs.folds.draw.
    """
    drawn: splits.Folds | absence.Absence | None = absence.read(table)
    if drawn is None:
        holdout = json.loads(Path(found).read_text()).get("holdout")
        drawn = draw(load_for(table, permute), split, holdout, own_holdout, seed)
    write(drawn, out, csv)


def write(drawn: splits.Folds | absence.Absence, out: str, csv: str, **_: object) -> None:
    """Write the folds, or the reason why there are none, and their rows as CSV for other tools."""
    with replace(out) as temporary:
        if isinstance(drawn, absence.Absence):
            absence.write(temporary, drawn)
        else:
            splits.save(drawn, temporary)
    with replace(csv) as temporary:
        splits.to_csv(None if isinstance(drawn, absence.Absence) else drawn, temporary)


if __name__ == "__main__":
    arguments.call(main, write)
