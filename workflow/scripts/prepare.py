"""Rule prepare: convert one data set to its typed table, and record its properties."""

import json

from naivebench.benchmark.script_logging import log_output
from naivebench.core import absence, table
from naivebench.core.absence import Absence
from naivebench.core.files import replace_file
from naivebench.data import prepare, profile
from naivebench.models import isolate


def main(dataset, stanza, inputs, limits, on_error, out, record_path):
    """Prepare a data set in a child process, so that any failure becomes a row of the report."""
    outcome = isolate.call_in_child(
        lambda: prepare.prepare_data_set(dataset, stanza, inputs), isolate.Limits(**limits)
    )
    if outcome.status == "ok":
        result, record = outcome.value
    else:
        reason = f"data set {dataset!r} cannot be prepared: {outcome.reason}"
        result = Absence("failed", "prepare", reason, prepare.REMEDY.format(dataset=dataset))
        record = profile.describe_absence(
            dataset, "failed", reason, result.remedy, prepare.describe_source(stanza)
        )
    absence.raise_if_failed(result, on_error)
    with replace_file(out) as temporary:
        if isinstance(result, Absence):
            absence.write_absence(temporary, result)
        else:
            table.save(result, temporary)
    with replace_file(record_path) as temporary:
        temporary.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    with log_output(snakemake.log[0]):
        given, params = snakemake.input, snakemake.params
        files = (
            next(iter(paths), None) for paths in (given.archive, given.status, params.file, given.parent)
        )
        name, inputs = snakemake.wildcards.dataset, prepare.Inputs(*files)
        main(name, params.stanza, inputs, params.limits, params.on_error, *snakemake.output)
