"""What the report shows of the angles of one data set: sectors, fitted densities and the effect of rotating
all angles.
"""

import json

from naivebench.core import absence
from naivebench.core.files import replace
from naivebench.core.table import load
from naivebench.directional.analysis.angles import facts
from naivebench.pipeline import arguments


def main(table: str, dataset: str, out: str, seed: str = "[0]") -> None:
    """`table`: the prepared data set; `seed`: seed words of the folds as JSON; `out`: JSON, empty lists for a
    data set that is not there.
    """
    shown = (
        {"attributes": [], "rotation": []}
        if absence.read(table)
        else facts(load(table), seed=json.loads(seed))
    )
    with replace(out) as temporary:
        temporary.write_text(
            json.dumps({"dataset": dataset, **shown}, indent=1, ensure_ascii=False, allow_nan=False) + "\n",
            encoding="utf-8",
        )


if __name__ == "__main__":
    arguments.call(main)
