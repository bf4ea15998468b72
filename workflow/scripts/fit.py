"""Rule fit: the predictions of all methods on one data set under one protocol."""

from naivebench.benchmark.fit import Job, find_first_failure, fit_job
from naivebench.benchmark.script_logging import log_output
from naivebench.core import absence
from naivebench.core.checks import InputError
from naivebench.core.files import replace_file


def main(job, out, on_error, repeat_failed):
    """Write the predictions, or the reason why there are none."""
    gone = absence.read_absence(job.table) or absence.read_absence(job.discretized)
    if gone:
        with replace_file(out) as temporary:
            absence.write_absence(temporary, gone)
        return
    failed = find_first_failure(fit_job(job, out, repeat_failed))
    if failed and on_error == "stop":
        raise InputError(f"{failed} (on_error: stop)")


if __name__ == "__main__":
    with log_output(snakemake.log[0]):
        given, params = snakemake.input, snakemake.params
        job = Job(given.table, given.discretized, **params.settings)
        repeat = snakemake.config.get("repeat_failed", False)
        main(job, snakemake.output[0], params.on_error, repeat)
