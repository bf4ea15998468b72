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
    stored: str = "",
    **out: str,
) -> None:
    """`files`: prediction files without suffix; `metrics`, `methods`: the order of rows; `stored`: what
    stands before `files` where they are; `out`: the file of every kind of rows.
    """
    inputs = [table, folds, *(f"{stored}{f}.npz" for f in files)]
    if gone := next(filter(None, map(absence.read, inputs)), None):
        rows = score.absent_tables(gone, f"{files[0]}.npz")
    else:
        paths = {f"{f}.npz": f"{stored}{f}" for f in files}
        loaded = ((f, predictions.load(f"{p}.npz", f"{p}.times.json")) for f, p in paths.items())
        rows = score.tables(loaded, load_for(table, permute).y, splits.load(folds), metrics, methods)
    score.write(rows, protocol, dataset, out)


if __name__ == "__main__":
    arguments.call(main, score.absent)
