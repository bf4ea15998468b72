"""Scores, times, failures and calibration bins of all methods on one data set under one protocol."""

from naivebench.core import absence
from naivebench.evaluation import folds as splits
from naivebench.pipeline import predictions, score
from naivebench.pipeline.jobs import arguments
from naivebench.pipeline.permuted import load_for


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
    **out: str,
) -> None:
    """`files`: prediction files without suffix; `metrics`, `methods`: the order of rows; `out`: the file of
    every kind of rows.
    """
    inputs = [table, folds, *(f"{f}.npz" for f in files)]
    if gone := next(filter(None, map(absence.read, inputs)), None):
        rows = score.absent_tables(gone, f"{files[0]}.npz")
    else:
        loaded = ((f"{f}.npz", predictions.load(f"{f}.npz", f"{f}.times.json")) for f in files)
        rows = score.tables(loaded, load_for(table, permute).y, splits.load(folds), metrics, methods)
    for kind, path in out.items():
        score.write_csv(path, score.COLUMNS[kind], ((protocol, dataset, *row) for row in rows[kind]))


if __name__ == "__main__":
    arguments.call(main)
