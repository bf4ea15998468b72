"""A fault in any job other than the fits is a row in the report and has no other effect."""

import os
import shlex
import signal

import pytest
from support import scripts
from support.scripts import ROOT

from naivebench.benchmark.jobs import failed, settings
from naivebench.benchmark.results import context
from naivebench.core import absence
from naivebench.core.absence import Absence

pytestmark = pytest.mark.workflow

OUT = {
    "score": {kind: f"results/{kind}/honest/zoo.csv" for kind in ("scores", "failures", "timings")},
    "folds": {"out": "data/folds/honest/zoo.npz", "csv": "data/folds/honest/zoo.csv"},
    "hit_curves": {"out": "results/hit_curves/honest/zoo.json"},
    "break_even": {"out": "results/break_even/honest/zoo.json"},
    "bias_variance": {"out": "results/bias_variance/honest/zoo.json"},
    "angles": {"out": "results/angles/zoo.json"},
    "compare": {"out": "results/statistics/ranks.json"},
    "dependence": {"out": "results/statistics/dependence.json"},
    "figures": {"out": "results/figures"},
}
FAULTS = {
    "RuntimeError: no such thing": "raise RuntimeError('no such thing')",
    "SIGKILL": f"os.kill(os.getpid(), {signal.SIGKILL:d})",
    "status 3": "os._exit(3)",
}


def fail(rule, folder, how, told=None):
    """Run the script of a rule as its job, with a `main` that fails."""
    (folder / "failing.py").write_text(
        "import os, runpy, sys\n"
        "from naivebench.benchmark.jobs import arguments\n"
        "call = arguments.call\n"
        f"def main(**told):\n    {how}\n"
        "arguments.call = lambda _, *absent: call(main, *absent)\n"
        f"sys.argv[0] = {str(ROOT / 'workflow/scripts' / rule)!r} + '.py'\n"
        "runpy.run_path(sys.argv[0], run_name='__main__')\n"
    )
    return scripts.run(
        rule, folder, told or {}, path=folder / "failing.py",
        protocol="honest", dataset="zoo", usage=f"logs/usage/{rule}/honest/zoo.json", **OUT[rule],
    )  # fmt: skip


@pytest.mark.parametrize("rule", OUT)
def test_a_failing_job_is_a_row(rule, tmp_path):
    """These are all rules except those of fits and aggregates.

    A new rule without a guard fails the test below.
    """
    (tmp_path / "data/prepared").mkdir(parents=True)
    (tmp_path / "data/prepared/zoo.json").write_text('{"status": "ok"}')
    done = fail(rule, tmp_path, FAULTS["RuntimeError: no such thing"])
    assert done.returncode == 0, done.stderr
    assert "Traceback" in done.stderr  # in the log, which the row names
    if rule == "figures":
        drawn = (tmp_path / "results/figures/times.svg").read_text()
        assert "no such thing" in drawn
        return
    if rule == "score":
        (tmp_path / OUT[rule]["failures"]).rename(tmp_path / "results/failures.csv")
    if rule == "folds":
        gone = absence.read(tmp_path / OUT[rule]["out"])
    else:
        (row,) = context.load(tmp_path / "results", tmp_path / "data/prepared").failures
        gone = Absence(*(getattr(row, key) for key in Absence._fields))
    assert gone.status == "failed"
    assert gone.stage.split()[0] == rule
    assert gone.reason == "RuntimeError: no such thing"
    assert f"logs/{rule}/honest/zoo.log" in gone.remedy
    where = os.path.relpath(tmp_path.resolve(), ROOT)
    assert rule == "folds" or gone.remedy.endswith(f"`make rerun-failed DIRECTORY={shlex.quote(where)}`.")
    assert failed.failed(tmp_path) == [OUT[rule].get("scores") or OUT[rule]["out"]]


@pytest.mark.parametrize("fault", FAULTS)
def test_every_kind_of_failure_is_a_row(fault, tmp_path):
    done = fail("angles", tmp_path, FAULTS[fault])
    assert done.returncode == 0, done.stderr
    assert fault in absence.read_json(tmp_path / OUT["angles"]["out"]).reason


def test_on_error_stop_ends_the_run(tmp_path):
    done = fail("angles", tmp_path, FAULTS["RuntimeError: no such thing"], {"on_error": "stop"})
    assert done.returncode == 1
    assert not (tmp_path / OUT["angles"]["out"]).exists()


def test_every_script_of_a_data_set_is_guarded():
    """All scripts are guarded except those that report their own absences and those without which there is no
    page.
    """
    own, aggregates = (
        {"fetch", "prepare", "discretize", "evaluate"},
        {"collect", "environment", "report"},
    )
    calls = {p.stem: p.read_text() for p in (ROOT / "workflow" / "scripts").glob("*.py")}
    plain = {name for name, text in calls.items() if "arguments.call(main)" in text}
    assert plain == own | aggregates | {"failed"}
    assert {*settings.GUARDED, "figures"} == OUT.keys() == calls.keys() - plain
