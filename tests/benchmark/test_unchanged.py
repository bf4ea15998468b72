"""A command that has left nothing to do is remembered until a file on which this depends changes."""

import json
import os
import sys
from pathlib import Path

import pytest

from naivebench.benchmark.jobs import unchanged

ARGUMENTS = ["--cores", "8", "--configfile", "smoke.yaml", "--logger", "naivebench"]
COMMAND = unchanged.Command(ARGUMENTS, {"seed": 1, "mirror": ""})


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Folder of a project that has run COMMAND; with the states of what it had read at its start."""
    for path in ("src/a.py", "config/config.yaml", "my/rows.csv", "results/scores.csv"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(path)
    monkeypatch.chdir(tmp_path)
    read = unchanged.states([*unchanged.project(tmp_path), *unchanged.below(tmp_path / "my"), "my/other.csv"])
    unchanged.remember(COMMAND, read, ["results/scores.csv"])
    assert same(tmp_path)
    return tmp_path, read


def same(folder, arguments=ARGUMENTS):
    """Whether a new call of Snakemake in the folder has nothing to do."""
    return unchanged.has_nothing_to_do(
        COMMAND._replace(arguments=arguments), unchanged.states(unchanged.project(folder))
    )


@pytest.mark.parametrize("file", ["src/a.py", "config/config.yaml", "my/rows.csv", "results/scores.csv"])
@pytest.mark.parametrize("change", ["written", "touched", "removed"])
def test_a_file_that_is_written_touched_or_removed_is_noticed(run, file, change):
    path = run[0] / file
    if change == "written":
        path.write_text("other text")
    elif change == "touched":
        os.utime(path, ns=(1, 1))
    else:
        path.unlink()
    assert not same(run[0])


@pytest.mark.parametrize("file", ["src/b.py", "my/more.csv", "my/other.csv"])
def test_a_file_that_appears_is_noticed(run, file):
    (run[0] / file).write_text("new")
    assert not same(run[0])


def test_other_content_of_the_same_age_is_noticed(run):
    path = run[0] / "my/rows.csv"
    before = path.stat().st_mtime_ns
    path.write_text("longer than it was")
    os.utime(path, ns=(before, before))
    assert not same(run[0])


def test_another_version_of_a_package_is_noticed(run, monkeypatch, tmp_path_factory):
    """Its folder has another name, and the number of folders stays."""
    packages = tmp_path_factory.mktemp("site-packages")
    (packages / "numpy-1.dist-info").mkdir()
    monkeypatch.setattr("sys.path", [str(packages), *sys.path])
    before = unchanged.states(unchanged.project(run[0]))
    (packages / "numpy-1.dist-info").rename(packages / "numpy-2.dist-info")
    assert unchanged.states(unchanged.project(run[0])) != before


def test_results_that_jobs_read_from_each_other_may_change_in_the_run(run):
    folder, read = run
    (folder / unchanged.KNOWN).unlink()
    unchanged.remember(COMMAND, read | {"results/scores.csv": None}, ["results/scores.csv"])
    assert same(folder)


def test_byte_code_of_python_is_no_change(run):
    (run[0] / "src" / "__pycache__").mkdir()
    (run[0] / "src" / "__pycache__" / "a.pyc").write_text("")
    assert same(run[0])


def test_folders_that_the_first_run_makes_are_no_change(run, monkeypatch):
    monkeypatch.setattr("sys.path", [str(run[0]), *sys.path])  # as Snakemake does with the Snakefile's
    monkeypatch.chdir(run[0] / "my")  # as with --directory
    before = unchanged.states(unchanged.project(run[0]))
    (run[0] / "reports").mkdir()
    assert unchanged.states(unchanged.project(run[0])) == before


def test_another_command_or_mirror_is_not_the_one_remembered(run, monkeypatch):
    assert not same(run[0], ["--cores", "8"])
    assert not same(run[0], [*ARGUMENTS, "--forceall"])
    monkeypatch.setenv("NAIVEBENCH_MIRROR", "elsewhere")
    assert not same(run[0])


def test_equal_arguments_with_other_values_are_another_command(run):
    """A relative name of a configuration file means another file in another folder."""
    other = COMMAND._replace(config={"seed": 2, "mirror": ""})
    assert not unchanged.has_nothing_to_do(other, unchanged.states(unchanged.project(run[0])))


@pytest.mark.parametrize("other", ["executable", "path", "project"])
def test_another_python_or_project_is_not_the_one_remembered(run, other, monkeypatch, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    if other == "executable":
        monkeypatch.setattr("sys.executable", str(elsewhere))
    elif other == "path":
        monkeypatch.setattr("sys.path", [str(elsewhere), *sys.path])
    assert not same(elsewhere if other == "project" else run[0])


@pytest.mark.parametrize(
    "arguments",
    [
        [*ARGUMENTS, "--forceall"],
        ["--cores", "8", "data"],
        ["-n", "--cores", "8"],
        ["-c8", "--forcerun=score"],
        ["-c8", "results/scores.csv"],
        ["--touch", "--cores=8"],
    ],
)
def test_commands_with_targets_or_force_are_not_remembered(run, arguments):
    folder, read = run
    (folder / unchanged.KNOWN).unlink()
    unchanged.remember(COMMAND._replace(arguments=arguments), read, [])
    assert not (folder / unchanged.KNOWN).exists()


def test_a_profile_of_the_user_may_force_something(run, monkeypatch):
    folder, read = run
    (folder / unchanged.KNOWN).unlink()
    monkeypatch.setenv("SNAKEMAKE_PROFILE", "mine")
    unchanged.remember(COMMAND, read, [])
    assert not (folder / unchanged.KNOWN).exists()


@pytest.mark.parametrize(
    "arguments", [["-c8", "-k", "-p"], ["--cores=all", "-q"], ["-c", "1", "-C", "a=1", "b=2", "-d", "x"]]
)
def test_these_commands_are_remembered(run, arguments):
    unchanged.remember(COMMAND._replace(arguments=arguments), run[1], [])
    assert same(run[0], arguments)


@pytest.mark.parametrize("change", [Path.unlink, lambda path: path.write_text("edited during the run")])
def test_nothing_is_remembered_if_a_source_changes_while_the_jobs_run(run, change):
    folder, read = run
    (folder / unchanged.KNOWN).unlink()
    change(folder / "src" / "a.py")
    unchanged.remember(COMMAND, read, [])
    assert not (folder / unchanged.KNOWN).exists()


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", json.dumps({"command": unchanged._identity(COMMAND), "states": 3})]
)
def test_a_damaged_record_is_no_record(run, text):
    (run[0] / unchanged.KNOWN).write_text(text)
    assert not same(run[0])


def test_a_folder_that_cannot_be_written_does_not_fail_a_finished_run(run, monkeypatch):
    def full(path):
        raise OSError("No space left on device")

    monkeypatch.setattr(unchanged, "replace", full)
    unchanged.remember(COMMAND, run[1], [])
