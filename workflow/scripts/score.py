"""Rule score: scores, times, failures and calibration bins of all methods on one data set under one
protocol.
"""

from naivebench.benchmark import read_predictions, score
from naivebench.benchmark.jobs import arguments
from naivebench.benchmark.permuted import load_for
from naivebench.core import absence
from naivebench.core.checks import InputError
from naivebench.evaluation import folds as splits


def main(
    table: str,
    folds: str,
    protocol: str,
    dataset: str,
    *,
    files: list[str],
    metrics: list[str],
    methods: list[str],
    permute: list[int] | None,
    stored: str = "",
    **out: str,
) -> None:
    """Write the tables of scores.

    `files`: prediction files without suffix; `metrics`, `methods`: ids in the order of the rows; `stored`:
    prefix of the paths at which `files` are read; `out`: the output file of each table.
    """
    if gone := absence.read(table) or absence.read(folds):
        rows = score.absent_tables(gone, f"{files[0]}.npz")
    else:
        loaded, lost = [], []
        for file in files:
            try:
                gone = absence.read(f"{stored}{file}.npz")
                if gone is None:
                    found = read_predictions.load(f"{stored}{file}.npz", f"{stored}{file}.times.json")
                    loaded.append((f"{file}.npz", found))
            except InputError as error:
                gone = absence.Absence("failed", "evaluate", str(error), score.remedy("failed"))
            if gone:
                lost += score.absent_tables(gone, f"{file}.npz")["failures"]
        rows = score.tables(loaded, load_for(table, permute).y, splits.load(folds), metrics, methods)
        rows["failures"] = lost + rows["failures"]
    score.write(rows, protocol, dataset, out)


if __name__ == "__main__":
    arguments.call(main, score.absent)
