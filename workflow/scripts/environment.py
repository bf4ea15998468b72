"""Rule environment: code, versions and machine of a run, and the time and memory of every job so far."""

import csv
import datetime
import json
import os
from pathlib import Path

from naivebench.benchmark import provenance
from naivebench.benchmark.jobs import arguments, worker
from naivebench.benchmark.makespan import usage
from naivebench.core.files import replace

NUMBERS = ("cpu_seconds", "wall_seconds", "max_rss_mb")


def main(root, records, seed, out, jobs):
    """Write the environment and a table of the jobs.

    `records`: folder of the usage records that the jobs left.
    """
    rows = []
    for path in sorted(Path(records).glob("**/*.json")):
        rule, _, job = path.relative_to(records).with_suffix("").as_posix().partition("/")
        record = usage(path, NUMBERS)
        if not record:
            continue
        rows.append(
            (
                rule,
                job,
                record["cpu_seconds"],
                record["wall_seconds"],
                record["max_rss_mb"],
                record.get("fit_predict_seconds", 0.0),
            )
        )
    with replace(jobs) as temporary, open(temporary, "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(
            [("rule", "job", "cpu_seconds", "wall_seconds", "max_rss_mb", "fit_predict_seconds"), *rows]
        )
    facts = provenance.environment(Path(root), int(seed))
    facts["run"] = {
        "made": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "cpu_seconds_main": _main_process_seconds(),
    }
    with replace(out) as temporary:
        temporary.write_text(json.dumps(facts, indent=1))


def _main_process_seconds():
    """CPU seconds of the running Snakemake and its workers so far; None if they cannot be measured."""
    import psutil

    try:
        main = psutil.Process(int(os.environ["NAIVEBENCH_MAIN_PID"]))
        workers = [child for child in main.children() if worker.__name__ in child.cmdline()]
        times = [process.cpu_times() for process in (main, *workers)]
    except (KeyError, ValueError, psutil.Error):
        return None
    return round(sum(each.user + each.system for each in times), 2)


if __name__ == "__main__":
    arguments.call(main)
