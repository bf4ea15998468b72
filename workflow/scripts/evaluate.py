"""Rule evaluate: the predictions of some methods on some folds of one data set."""

import os
from pathlib import Path

from naivebench.benchmark.jobs import arguments
from naivebench.benchmark.jobs.evaluate import Job, evaluate, stop_at_failures
from naivebench.core import absence, files


def main(
    table: str,
    folds: str,
    out: str,
    times: str,
    protocol: str,
    dataset: str,
    threads: str = "1",
    stored: str = "",
    *,
    on_error: str,
    cuts: dict[str, str],
    **settings,
) -> dict | None:
    """Write the predictions of a unit.

    `cuts`: discretizer -> file below `stored`; `settings`: the other fields of `Job`.
    """
    if gone := absence.read(table) or absence.read(folds):
        with files.replace(out) as temporary:
            absence.write(temporary, gone)
        Path(times).write_text("{}")
        return None
    cuts = {discretizer: f"{stored}{path}" for discretizer, path in cuts.items()}
    job = Job(table, folds, protocol, dataset, threads=int(threads), cuts=cuts, **settings)
    result, seconds = evaluate(job, out, times, bool(os.environ.get("NAIVEBENCH_RERUN_FAILED")))
    if on_error == "stop":
        stop_at_failures(job, result)
    return {"fit_predict_seconds": round(seconds.now, 3), "kept_seconds": round(seconds.kept, 3)}


if __name__ == "__main__":
    arguments.call(main)
