"""What the report shows of the angles of one data set: sectors, fitted densities and the effect of rotating all angles."""

import json

from naivebench import absence, arguments
from naivebench.directional.angles import facts
from naivebench.files import replace
from naivebench.table import load


def main(table: str, dataset: str, out: str, seed: str = "[0]") -> None:
    """`table`: the prepared data set; `seed`: seed words of the folds as JSON; `out`: JSON, empty lists for a data set that is not there."""
    found = {"attributes": [], "rotation": []} if absence.read(table) else facts(load(table), seed=json.loads(seed))
    with replace(out) as temporary:
        temporary.write_text(json.dumps({"dataset": dataset, **found}, indent=1, ensure_ascii=False, allow_nan=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    arguments.call(main)
