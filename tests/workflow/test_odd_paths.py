"""Odd names of folders and files, and the logs of jobs."""

import hashlib
import re

import pytest
from support import workflow_project as project

STANZA = """
  far: {title: Fetched, source: {url: "file://FOLDER/far.csv", sha256: HASH}, target: y}
  near: {title: Derived, source: {derive: far}, classes: {"0": [a], "1": [b]}}
  people: {title: Likes tea, source: {file: "my/{likes} tea ä.csv"}, target: likes tea}
"""
OVERLAY = """
select: {datasets: [near, people], methods: [majority, nb], experiments: [benchmark]}
protocols: {honest: {folds: {folds: 2}}}
"""


@pytest.mark.workflow
@pytest.mark.long
def test_project_run_and_file_with_odd_names(tmp_path):
    """The names of the project, of the folder of the run and of a user's file have blanks, braces and odd
    letters.
    """
    folder, run = project.copy(tmp_path / "a b {c} ä"), tmp_path / "run {d} ö"
    project.write_people(folder / "my" / "{likes} tea ä.csv")
    (tmp_path / "far.csv").write_text("x,y\n" + "1,a\n2,b\n" * 10)
    sha256 = hashlib.sha256((tmp_path / "far.csv").read_bytes()).hexdigest()
    project.add(folder, "datasets", STANZA.replace("FOLDER", str(tmp_path)).replace("HASH", sha256))
    project.overlay(folder, OVERLAY)
    options = ("--snakefile", f"{folder}/Snakefile", "--directory", str(run))
    options += ("--configfile", f"{folder}/overlay.yaml")
    done = project.run(tmp_path, *options)
    assert done.returncode == 0, done.stdout
    assert "Likes tea" in (run / "reports" / "tables" / "datasets.csv").read_text(encoding="utf-8")
    assert "Nothing to be done" in project.run(tmp_path, *options).stdout
    project.write_people(folder / "my" / "{likes} tea ä.csv", rows=60)
    stale = project.run(tmp_path, *options, "-n").stdout
    assert re.search(r"^prepare +1$", stale, re.M), stale


RULES = (project.ROOT / "workflow" / "rules").glob("*.smk")


def test_every_script_sends_its_output_to_its_log():
    """Otherwise a message would be missing from the log, which is shown for every failed job."""
    rules = re.findall(r"^rule (\w+):\n(.*?)(?=^rule |\Z)", "".join(map(_text, RULES)), re.M | re.S)
    jobs = [(name, body) for name, body in rules if "    output:\n" in body]  # the others are targets
    assert len(jobs) == 8
    for name, body in jobs:
        assert "    log:\n" in body, name
        assert f'"../scripts/{name}.py"' in body, name
        script = _text(project.ROOT / "workflow" / "scripts" / f"{name}.py")
        assert 'if __name__ == "__main__":\n    with log_output(snakemake.log[0]):\n' in script, name


def _text(path):
    return path.read_text(encoding="utf-8")
