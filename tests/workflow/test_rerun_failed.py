"""The command of `make rerun-failed` repeats the run that failed, with its configuration and folder."""

import json
import shlex

import pytest
from support import scripts

from naivebench.benchmark import score
from naivebench.benchmark.results.context import rerun_command

pytestmark = pytest.mark.workflow

FAILED = "results/predictions/honest/iris/_bundle/all.npz"
FAKE = "import json, os, sys\nprint(json.dumps([os.environ['NAIVEBENCH_RERUN_FAILED'], *sys.argv[1:]]))\n"


@pytest.fixture
def run(tmp_path):
    """Folder of a run of two configuration files and a value, in which something failed.

    Its `snakemake` prints its arguments.
    """
    folder = tmp_path / "a run"
    (folder / "results").mkdir(parents=True)
    (tmp_path / "one.yaml").write_text("select: {datasets: [iris, zoo]}\n")
    (folder / "two words.yaml").write_text("select: {methods: [nb]}\n")
    told = {"configfiles": ["../one.yaml", "two words.yaml"], "config": {"select": {"datasets": ["iris"]}}}
    (folder / "results" / "run.json").write_text(json.dumps(told))
    other = FAILED.replace("iris", "zoo")  # files of another run
    rows = [("honest", "iris", "nb", 0, 0, "evaluate", "failed", "", "", file) for file in (FAILED, other)]
    score.write_csv(folder / "results" / "failures.csv", score.COLUMNS["failures"], rows)
    (tmp_path / "snakemake.py").write_text(FAKE)
    return folder


def rerun(tmp_path, **arguments):
    return scripts.run("failed", tmp_path, {}, **arguments)


def test_failures_that_belong_to_the_run_are_listed(tmp_path, run):
    assert rerun(tmp_path, directory=run).stdout.split() == [FAILED]


def test_a_failed_run_is_repeated_as_configured(tmp_path, run):
    done = rerun(tmp_path, directory=run, cores=3)
    assert done.returncode == 0, done.stderr
    marked, *given = json.loads(done.stdout)
    assert marked == "1"
    options = shlex.join(given)
    assert f"--directory {shlex.quote(str(run))}" in options
    assert f"--forcerun {FAILED}" in options
    at = given.index("--configfile")
    assert given[at + 1 : at + 3] == [f"{run}/../one.yaml", f"{run}/two words.yaml"]
    assert given[given.index("--config") + 1] == 'select={"datasets": ["iris"]}'
    assert given[-2:] == ["--", "all"]


def test_values_in_files_are_read_again(tmp_path, run):
    """If you fix a configuration file, as a message may ask you to, the fix takes effect."""
    (run / "two words.yaml").write_text("select: {methods: [nbb]}\n")
    done = rerun(tmp_path, directory=run)
    assert done.returncode == 1
    assert "two words.yaml, line 1" in done.stderr
    assert "did you mean 'nb'" in done.stderr


DAMAGE = {"empty": b"", "cut off": b"PK\x03\x04 and no end", "garbage": b"\xff\x00 no file of ours\n"}
STORED = [
    FAILED,
    FAILED.replace(".npz", ".times.json"),
    "data/prepared/iris.npz",
    "data/prepared/iris.json",
    "data/folds/honest/iris.npz",
    "data/folds/honest/iris.csv",
    "results/scores/honest/iris.csv",
    "results/failures.csv",
    "results/scores.parquet",
    "results/statistics/ranks.json",
    "results/hit_curves/honest/iris.json",
]


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_files_are_listed(tmp_path, run, damage):
    for name in STORED:
        (run / name).parent.mkdir(parents=True, exist_ok=True)
        (run / name).write_bytes(DAMAGE[damage])
    done = rerun(tmp_path, directory=run)
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) >= set(STORED)
    assert rerun(tmp_path, directory=run).stdout == done.stdout


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_note_of_the_run_is_a_sentence(tmp_path, run, damage):
    (run / "results" / "run.json").write_bytes(DAMAGE[damage])
    done = rerun(tmp_path, directory=run)
    assert done.returncode == 1
    assert done.stderr.startswith(f"error: {run}/results/run.json is damaged (")
    assert "start the run again with its own command" in done.stderr


def test_without_a_run_there_is_a_sentence(tmp_path):
    done = rerun(tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith(f"error: {tmp_path.resolve()} does not contain a run: name its folder")


def test_the_report_names_the_folder_of_its_run(run):
    assert rerun_command(scripts.ROOT / "results") == "make rerun-failed"
    assert rerun_command(scripts.ROOT / ".smoke" / "results") == "make rerun-failed DIRECTORY=.smoke"
    (option,) = shlex.split(rerun_command(run / "results"))[2:]
    assert (scripts.ROOT / option.removeprefix("DIRECTORY=")).resolve() == run.resolve()
