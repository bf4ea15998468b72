"""Rule dependence: how strongly the attributes of every data set depend on each other, given the class."""

import json
from pathlib import Path

from naivebench.benchmark.dependence import dependence
from naivebench.benchmark.jobs import arguments
from naivebench.core import absence
from naivebench.core.files import replace
from naivebench.core.table import load


def main(prepared: str, out: str, datasets: list[str]) -> None:
    """Write the dependence of all data sets.

    `prepared`: folder of tables; `datasets`: ids; `out`: JSON, data set -> result of `dependence`, without
    data sets that are not available.
    """
    found = {}
    for dataset in datasets:
        path = Path(prepared, f"{dataset}.npz")
        told = None if absence.read(path) else dependence(load(path))
        found |= {dataset: told} if told else {}
    with replace(out) as temporary:
        temporary.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    arguments.call(main, absence.write_json)
