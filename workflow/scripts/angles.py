"""Rule angles: sectors, fitted densities and the effect of rotating all angles, for one data set."""

import json

from naivebench.benchmark.jobs import arguments
from naivebench.core import absence
from naivebench.core.files import replace
from naivebench.core.plain import plain
from naivebench.core.table import load
from naivebench.methods.directional.analysis.angles import facts


def main(table: str, dataset: str, out: str, seed: list[int]) -> None:
    """Write the results about the angles of a data set.

    `table`: the prepared data set; `seed`: seed words; `out`: JSON, with empty lists if the data set is not
    available.
    """
    gone = absence.read(table)
    content = {"dataset": dataset, "attributes": [], "rotation": []}
    if not gone:
        content = plain(facts(load(table), seed=seed)._replace(dataset=dataset))
    text = json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False)
    with replace(out) as temporary:
        temporary.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    arguments.call(main, absence.write_json)
