"""Rule discretize: cut points of one data set under one protocol."""

import json

from naivebench.core import absence
from naivebench.core.files import replace
from naivebench.evaluation import folds as splits
from naivebench.pipeline.jobs import arguments
from naivebench.pipeline.jobs.discretize import learn
from naivebench.pipeline.permuted import load_for


def main(table: str, folds: str, out: str, discretizer: str, *, cuts: str, permute: list[int] | None) -> None:
    """`cuts`: training or all; `permute`: see permuted.load_for."""
    if missing := absence.read(table) or absence.read(folds):
        content = {"absent": missing._asdict()}
    else:
        content = learn(load_for(table, permute), splits.load(folds), discretizer, cuts)
    with replace(out) as temporary:
        temporary.write_text(json.dumps(content))


if __name__ == "__main__":
    arguments.call(main)
