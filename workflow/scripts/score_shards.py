"""Rule score_shards: scores, times, failures and calibration bins of a streamed data set."""

from naivebench.benchmark import score
from naivebench.benchmark.jobs import arguments
from naivebench.benchmark.streaming import scoring
from naivebench.benchmark.streaming import stored as kept
from naivebench.core import absence


def main(
    models: str,
    sums: str,
    protocol: str,
    dataset: str,
    stored: str = "",
    *,
    metrics: list[str],
    order: list[str],
    files: list[str],
    methods: dict,
    **out: str,
) -> None:
    """Write the tables of scores.

    `metrics`, `order`: metrics and methods in the order of the rows; `files`: the files to make again after a
    failure; `methods`: stanzas; `stored`: prefix of the paths of copies; `out`: the output file of each
    table.
    """
    if gone := absence.read(sums):
        rows = score.absent_tables(gone, models.removeprefix(stored))
    else:
        rows = scoring.tables(
            kept.load(models, methods), kept.load(sums, methods), metrics, order, " ".join(files)
        )
    score.write(rows, protocol, dataset, out)


if __name__ == "__main__":
    arguments.call(main, score.absent)
