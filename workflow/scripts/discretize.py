"""Rule discretize: folds of one data set under one protocol, and the cut points of their training parts."""

import json
from functools import partial
from pathlib import Path

from naivebench.benchmark import discretize
from naivebench.benchmark.script_logging import log_output
from naivebench.core import absence
from naivebench.core.absence import Absence
from naivebench.core.files import replace_file
from naivebench.models import isolate

REMEDY = "raise timeout_seconds or memory_mb in config/config.yaml, or leave the data set out"


def main(table, record, out, *, folds, permute, permute_cuts, discretizers, cuts, limits, on_error):
    """Write folds and cut points, or the reason why there are none."""
    drawn, learned = absence.read_absence(table), {}
    if drawn is None:
        holdout = json.loads(Path(record).read_text()).get("holdout")
        drawn = discretize.draw_folds(discretize.load_table(table, permute), holdout, **folds)
    absence.raise_if_failed(drawn, on_error)
    if not isinstance(drawn, Absence):
        learn = partial(discretize.learn_cuts, discretize.load_table(table, permute_cuts), drawn, cuts=cuts)
        for discretizer, outcome in isolate.run_isolated(learn, discretizers, isolate.Limits(**limits)):
            reason = f"no cut points by {discretizer}: {outcome.reason}"
            gone = Absence("failed", "discretize", reason, REMEDY) if outcome.status != "ok" else None
            absence.raise_if_failed(gone, on_error)
            learned[discretizer] = gone or outcome.value
    with replace_file(out) as temporary:
        if isinstance(drawn, Absence):
            absence.write_absence(temporary, drawn)
        else:
            discretize.save(drawn, learned, temporary)


if __name__ == "__main__":
    with log_output(snakemake.log[0]):
        params = snakemake.params
        limits = {"limits": params.limits, "on_error": params.on_error}
        main(*snakemake.input, snakemake.output[0], **params.settings, **limits)
