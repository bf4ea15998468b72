"""Share of a run's CPU time that starts its jobs.

Run `python tests/bench/bench_start_up.py [folder [result.json]]`. The folder (by default the project's) is
that of a finished run with its logs and data.

Every job starts Python and imports what its script names; this is measured for each script and multiplied by
its number of jobs. Jobs of `evaluate` then import their methods and load compiled loops and libraries,
outside the times of the fits. This is measured on one in `EVERY` of them, each in its own process, and scaled
up by their number. The sum is compared with the CPU seconds that the jobs logged. A job of a rule cannot take
longer to start than the cheapest job of the rule took. If this machine takes longer now, all measured times
are scaled down by that factor.
"""

from __future__ import annotations

import os

os.environ.update({name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")})

import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests/bench")]
os.environ["PYTHONPATH"] = str(ROOT / "src")

import targets  # noqa: E402

from naivebench.benchmark import run  # noqa: E402
from naivebench.benchmark.jobs import fits, inputs  # noqa: E402
from naivebench.models import isolate, registry  # noqa: E402

EVERY, REPEATS, PERCENT = 20, 3, 20
SETTINGS = set(fits.Job._fields)


def logged(folder: Path) -> dict[str, list[tuple[str, dict]]]:
    """Usage of all jobs by rule, with their names."""
    rules: dict[str, list[tuple[str, dict]]] = {}
    for path in sorted((folder / "logs/usage").rglob("*.json")):
        rule, _, name = path.relative_to(folder / "logs/usage").with_suffix("").as_posix().partition("/")
        rules.setdefault(rule, []).append((name, json.loads(path.read_text())))
    return rules


def script_seconds(rule: str) -> float:
    """CPU seconds of a process that only does what a job of the rule does before its work, the fewest of
    several.
    """
    script = ROOT / "workflow/scripts" / f"{'merge' if rule.startswith('merge') else rule}.py"
    command = [sys.executable, "-c", f"import runpy; runpy.run_path({str(script)!r})"]

    def once() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return min(once() for _ in range(REPEATS))


def loading_seconds(folder: Path, name: str) -> float:
    """CPU seconds in which a job of `evaluate` loads its methods, in its own process."""
    protocol, dataset, unit, part = name.rsplit("/", 3)
    (settings,) = (folder / f"results/jobs/evaluate/{protocol}/{dataset}/{unit}").glob(f"{part}-*.json")
    told = {key: value for key, value in json.loads(settings.read_text()).items() if key in SETTINGS}
    paths = f"data/prepared/{dataset}.npz", f"data/folds/{protocol}/{dataset}.npz"
    job = fits.Job(*(str(folder / path) for path in paths), protocol, dataset, **told)
    table, folds = inputs.load_for(job.table, job.permute), inputs.read_folds(job.folds, job.part)

    def load() -> float:
        began = time.process_time()
        for method, stanza in job.methods.items():
            file = job.cuts.get(stanza.get("discretize", ""))
            cuts = inputs.read_cuts(str(folder / file) if file else None, job.part)
            setting = fits._setting(job, method, table, folds, (0,), cuts)
            if "module" in stanza and not run._barred(setting):
                module = registry.load(stanza["module"])
                if hasattr(module, "warm_up"):
                    run._warm_up(setting, module, list(range(len(folds.fold))))
        return time.process_time() - began

    outcomes = [isolate.call(load, isolate.Limits(600.0)) for _ in range(2)]  # the first may compile
    assert outcomes[1].status == "ok", outcomes[1].reason
    return outcomes[1].value


def rows(folder: Path) -> Iterator[dict]:
    """A row for each rule, and one for all."""
    rules = logged(folder)
    whole = sum(usage["cpu_seconds"] for jobs in rules.values() for _, usage in jobs)
    starts = 0.0
    for rule, jobs in rules.items():
        measured = script_seconds(rule)
        slower = max(1.0, measured / min(usage["cpu_seconds"] for _, usage in jobs))
        start = measured / slower * len(jobs)
        spent = sum(usage["cpu_seconds"] for _, usage in jobs)
        said = f"{len(jobs)} jobs, {spent:.0f} CPU s; start {start:.0f} ({start / len(jobs):.2f} each)"
        if rule == "evaluate":
            fitted = [name for name, usage in jobs if usage.get("fit_predict_seconds")]
            sample = [loading_seconds(folder, name) for name in fitted[EVERY // 2 :: EVERY]]
            loads = sum(sample) / len(sample) / slower * len(fitted)
            said += f"; loading {loads:.0f} in {len(fitted)} that fit ({len(sample)} measured)"
            start += loads
        starts += start
        yield {"what": rule, "target": "", "achieved": said, "met": True}
    share = 100 * starts / whole
    yield {
        "what": "start-up of all jobs",
        **targets.at_most(share, PERCENT, " %"),
        "achieved": f"{share:.1f} % of {whole:.0f} CPU s",
    }


def main(folder: str = str(ROOT), out: str | None = None) -> None:
    if not Path(folder, "results/run.json").exists():
        print(f"nothing to measure: {folder} holds no finished run")
        return
    told = []
    for row in rows(Path(folder).resolve()):
        print(f"{row['what']:25s} {row['target']:15s} {row['achieved']}", flush=True)
        told.append(row)
    targets.finish(told, out)


if __name__ == "__main__":
    main(*sys.argv[1:])
