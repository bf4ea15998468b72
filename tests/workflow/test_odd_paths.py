"""Names of folders and files with blanks, braces and letters outside ASCII."""

import hashlib
import json
import re

import pytest
from support import workflow_project as project
from support.page_reader import whole

RULES = sorted((project.ROOT / "workflow" / "rules").glob("*.smk"))
STANZA = """
  far: {title: Fetched, source: {url: "file://FOLDER/far.csv", sha256: HASH}, target: y}
  near: {title: Derived, source: {derive: far}, classes: {"0": [a], "1": [b]}}
  people: {title: Likes tea, source: {file: "my/{likes} tea ä.csv"}, target: likes tea}
"""
OVERLAY = """
select: {datasets: [near, people], methods: [majority, nb], experiments: [benchmark]}
protocols: {honest: {folds: {folds: 2}}}
statistics: {ids: [ranks]}
"""


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.name)
def test_every_field_of_a_shell_line_is_quoted(path):
    """A field without `:q` would be split at blanks.

    All fields are checked, even if their values have no blanks today.
    """
    shells = re.findall(r'shell:\n((?:\s+".*"\n?)+)', path.read_text(encoding="utf-8"))
    assert path.name in ("cluster.smk", "common.smk", "project.smk", "targets.smk") or shells
    fields = [field for shell in shells for field in re.findall(r"\{([^{}]*)\}", shell)]
    assert [field for field in fields if not field.endswith(":q")] == []


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.name)
def test_paths_outside_the_run_go_through_paths_plain(path):
    """Only `paths.plain` makes paths without braces, which Snakemake would take for wildcards."""
    assert not re.findall(r"relpath|as_posix", path.read_text(encoding="utf-8"))


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
    assert "Likes tea" in whole((run / "reports" / "index.html").read_text(encoding="utf-8"))
    run_json = json.loads((run / "results" / "run.json").read_text(encoding="utf-8"))
    assert run_json == {"configfiles": ["../a b {c} ä/overlay.yaml"], "config": {}}
    assert "Nothing to be done" in project.run(tmp_path, *options).stdout
    # a deleted file is fetched again, even if no other job runs
    for path in (run / "data" / "raw").iterdir():
        kept = path.rename(tmp_path / path.name)
        stale = project.run(tmp_path, *options, "-n").stdout
        assert re.search(r"^fetch +1$", stale, re.M), stale
        kept.rename(path)
    project.write_people(folder / "my" / "{likes} tea ä.csv", rows=60)
    stale = project.run(tmp_path, *options, "-n").stdout
    assert re.search(r"^prepare +1$", stale, re.M), stale
