"""A task of OpenML from the stanza to its folds: `naivebench lock` and `naivebench check` with a server."""

from __future__ import annotations

import hashlib

import pytest
import yaml
from support.configured import project
from support.openml_server import DATA, ROWS, TASK_ID, assigned, running, splits_file

from naivebench.benchmark import configuration, plan
from naivebench.benchmark.jobs import settings
from naivebench.cli.main import main
from naivebench.core.checks import InputError

CONFIG = """\
protocols:
  openml: {folds: {scheme: openml, folds: 3, repeats: 2}}
experiments:
  main: {protocol: openml}
primary: {protocol: openml, reference: nb}
"""
SETS = f"""\
datasets:
  toy: {{source: {{openml_task: {TASK_ID}}}}}
"""
SHA256 = [hashlib.sha256(text.encode()).hexdigest() for text in (DATA, splits_file(assigned()))]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    root = project(tmp_path / "project", datasets=SETS, config=CONFIG)
    monkeypatch.chdir(root)
    monkeypatch.delenv("NAIVEBENCH_MIRROR", raising=False)
    return root


def test_lock_pins_the_data_and_the_splits_and_check_shows_the_folds(folder, monkeypatch, capsys):
    with running() as service:
        monkeypatch.setenv("NAIVEBENCH_OPENML", f"{service.url}/api/v1/json")
        service.data()
        assert main(["lock"]) == 1
        assert "HTTP status 404 (Function not valid)" in capsys.readouterr().out
        service.task()
        assert main(["check", "toy"]) == 2
        assert "source of data set 'toy' has no sha256" in capsys.readouterr().err
        assert main(["lock"]) == 0
        lock = yaml.safe_load((folder / "config/datasets.lock.yaml").read_text())["datasets"]["toy"]
        assert lock["source"] == {"sha256": SHA256}
        assert lock["expect"]["rows"] == ROWS
        assert main(["check", "toy"]) == 0
        assert "folds, openml: openml, 3 folds, 2 repeats, 4 test cases each" in capsys.readouterr().out
        service.at.clear()  # a file that was fetched is kept
        assert main(["check", "toy"]) == 0
    read = configuration.read(folder)
    jobs = settings.fetch(read, "mirror")
    assert [job["mirror"] for job in jobs.values()] == ["mirror"]
    protocol = read.config.protocols["openml"]
    assert plan.n_folds(protocol, "toy", read.datasets["toy"]) == 6


@pytest.mark.parametrize(
    ("stanza", "sentence"),
    [
        (
            "{source: {openml: 61, sha256: " + "'" + "0" * 64 + "'" + "}}",
            "uses the splits of OpenML tasks, and data set 'toy' is not a task of OpenML: give it the source",
        ),
        (
            f"{{source: {{openml_task: 59, sha256: {SHA256}}}, steps: [{{sort: [case]}}]}}",
            "has the step 'sort', but the splits are for the rows of the file: leave it out, or choose",
        ),
        ("{source: {openml_task: x}}", "openml_task of data set 'toy' is 'x', expected"),
    ],
)
def test_stanzas_that_do_not_fit_the_scheme(folder, stanza, sentence):
    (folder / "config/datasets/a.yaml").write_text(f"datasets:\n  toy: {stanza}\n")
    with pytest.raises(InputError) as raised:
        configuration.read(folder)
    assert sentence in str(raised.value)
