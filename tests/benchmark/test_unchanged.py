"""A command that has left nothing to do is remembered until a file on which this depends changes."""

import json
import os
from pathlib import Path

import pytest

from naivebench.benchmark.jobs import unchanged

COMMAND = ["--cores", "8", "--configfile", "smoke.yaml", "--logger", "naivebench"]


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Folder of a project that has run COMMAND; with the states of what it had read at its start."""
    for path in ("src/a.py", "config/config.yaml", "my/rows.csv", "results/scores.csv"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(path)
    monkeypatch.chdir(tmp_path)
    read = unchanged.states([*unchanged.project(tmp_path), *unchanged.below(tmp_path / "my"), "my/other.csv"])
    unchanged.remember(COMMAND, read, ["results/scores.csv"])
    assert unchanged.has_nothing_to_do(COMMAND)
    return tmp_path, read


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
    assert not unchanged.has_nothing_to_do(COMMAND)


@pytest.mark.parametrize("file", ["src/b.py", "my/more.csv", "my/other.csv"])
def test_a_file_that_appears_is_noticed(run, file):
    (run[0] / file).write_text("new")
    assert not unchanged.has_nothing_to_do(COMMAND)


def test_byte_code_of_python_is_no_change(run):
    (run[0] / "src" / "__pycache__").mkdir()
    (run[0] / "src" / "__pycache__" / "a.pyc").write_text("")
    assert unchanged.has_nothing_to_do(COMMAND)


def test_another_command_or_mirror_is_not_the_one_remembered(run, monkeypatch):
    assert not unchanged.has_nothing_to_do(["--cores", "8"])
    assert not unchanged.has_nothing_to_do([*COMMAND, "--forceall"])
    monkeypatch.setenv("NAIVEBENCH_MIRROR", "elsewhere")
    assert not unchanged.has_nothing_to_do(COMMAND)


@pytest.mark.parametrize(
    "arguments",
    [
        [*COMMAND, "--forceall"],
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
    unchanged.remember(arguments, read, [])
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
    unchanged.remember(arguments, run[1], [])
    assert unchanged.has_nothing_to_do(arguments)


@pytest.mark.parametrize("change", [Path.unlink, lambda path: path.write_text("edited during the run")])
def test_nothing_is_remembered_if_a_source_changes_while_the_jobs_run(run, change):
    folder, read = run
    (folder / unchanged.KNOWN).unlink()
    change(folder / "src" / "a.py")
    unchanged.remember(COMMAND, read, [])
    assert not (folder / unchanged.KNOWN).exists()


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", json.dumps({"command": COMMAND, "states": 3})])
def test_a_damaged_record_is_no_record(run, text):
    (run[0] / unchanged.KNOWN).write_text(text)
    assert not unchanged.has_nothing_to_do(COMMAND)
