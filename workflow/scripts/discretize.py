"""Rule discretize: cut points of one data set under one protocol."""

import json

from naivebench.benchmark.jobs import arguments
from naivebench.benchmark.jobs.discretize import learn
from naivebench.benchmark.permuted import load_for
from naivebench.core import absence
from naivebench.core.absence import Absence
from naivebench.core.files import replace
from naivebench.evaluation import folds as splits
from naivebench.models import isolate
from naivebench.models.isolate import Limits

REMEDY = "raise timeout_seconds or memory_mb in config/config.yaml, or leave the data set out"


def main(
    table: str,
    folds: str,
    out: str,
    discretizer: str,
    *,
    cuts: str,
    permute: list[int] | None,
    on_error: str,
    timeout_seconds: float,
    memory_mb: float,
) -> None:
    """Write the cut points.

    `cuts`: `training` or `all`, the cases that may be used; `permute`: see permuted.load_for.
    """
    missing = absence.read(table) or absence.read(folds)
    if missing is None:
        limits = Limits(timeout_seconds, memory_mb)
        outcome = isolate.call(
            lambda: learn(load_for(table, permute), splits.load(folds), discretizer, cuts), limits
        )
        if outcome.status != "ok":
            missing = Absence(
                "failed", "discretize", f"no cut points by {discretizer}: {outcome.reason}", REMEDY
            )
        absence.stop_at(missing, on_error)
    content = {"absent": missing._asdict()} if missing else outcome.value
    with replace(out) as temporary:
        temporary.write_text(json.dumps(content))


if __name__ == "__main__":
    arguments.call(main)
