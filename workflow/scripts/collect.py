"""Rule collect: all scores, times, failures and calibration bins in one table each."""

import pandas as pd

from naivebench.benchmark.jobs import arguments
from naivebench.benchmark.results.frames import read_csv
from naivebench.core.files import replace


def main(folder: str, datasets: dict[str, list[str]], **out: str) -> None:
    """Join the tables of all protocols and data sets.

    `datasets`: protocol -> data sets of the files below `folder`; `out`: the output file of each table.
    """
    for kind, path in out.items():
        paths = [f"{folder}/{kind}/{p}/{d}.csv" for p, several in datasets.items() for d in several]
        frames = [read_csv(p) for p in paths]
        table = pd.concat([f for f in frames if len(f)] or frames[:1], ignore_index=True)
        with replace(path) as temporary:
            if path.endswith(".parquet"):
                table.to_parquet(temporary, index=False)
            else:
                table.to_csv(temporary, index=False)


if __name__ == "__main__":
    arguments.call(main)
