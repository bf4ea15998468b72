"""Draw the folds of one data set under one protocol."""

from __future__ import annotations

import json
from pathlib import Path

from naivebench.core import absence
from naivebench.core.checks import InputError
from naivebench.core.files import replace
from naivebench.evaluation import folds as splits
from naivebench.pipeline import arguments
from naivebench.pipeline.permuted import load_for


def draw(table: str, found: str, protocol: dict, seed: list[int], permute: list[int] | None) -> splits.Folds:
    """Folds as the protocol asks, or the data set's own hold-out where the protocol respects it."""
    wanted = dict(protocol.get("folds") or {})
    holdout = json.loads(Path(found).read_text()).get("holdout")
    if protocol.get("own_holdout") and holdout:
        wanted["scheme"] = "holdout"
    return splits.make(load_for(table, permute), holdout=holdout, seed=seed, **wanted)


def main(
    table: str, found: str, out: str, csv: str, protocol: str = "{}", seed: str = "[0]", permute: str = "null"
) -> None:
    """`protocol`: {"folds": {scheme, folds, repeats}, "own_holdout": bool}; `seed`, `permute`: see
    permuted.load_for; all as JSON.
    """
    missing, drawn = absence.read(table), None
    if missing is None:
        try:
            drawn = draw(table, found, json.loads(protocol), json.loads(seed), json.loads(permute))
        except InputError as error:
            missing = absence.Absence(
                "failed", "folds", str(error), "mend the data set's stanza or the protocol's folds"
            )
    with replace(out) as temporary:
        if drawn is None:
            absence.write(temporary, missing)
        else:
            splits.save(drawn, temporary)
    with replace(csv) as temporary:
        splits.to_csv(drawn, temporary)


if __name__ == "__main__":
    arguments.call(main)
