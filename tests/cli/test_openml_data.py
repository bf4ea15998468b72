"""A data set of OpenML, from its stanza to its folds: `naivebench lock` and `check` with a server."""

from __future__ import annotations

import hashlib

import pytest
import yaml
from support.configured import project
from support.openml_server import DATA, DATA_ID, ROWS, running

from naivebench.benchmark import configuration, settings
from naivebench.cli.main import main
from naivebench.core.checks import InputError
from naivebench.data import sources

CONFIG = """\
protocols:
  honest: {folds: {folds: 3, repeats: 2}}
experiments:
  main: {protocol: honest}
primary: {protocol: honest, reference: nb}
"""
SETS = f"""\
datasets:
  toy: {{source: {{openml: {DATA_ID}}}}}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    root = project(tmp_path / "project", datasets=SETS, config=CONFIG)
    monkeypatch.chdir(root)
    monkeypatch.delenv("NAIVEBENCH_MIRROR", raising=False)
    return root


def test_lock_pins_the_data_and_check_shows_the_folds(folder, monkeypatch, capsys):
    with running() as service:
        monkeypatch.setenv("NAIVEBENCH_OPENML", f"{service.url}/api/v1/json")
        assert main(["lock"]) == 1
        assert "HTTP status 404 (Function not valid)" in capsys.readouterr().out
        service.data()
        assert main(["check", "toy"]) == 2
        assert "source of data set 'toy' has no sha256" in capsys.readouterr().err
        assert main(["lock"]) == 0
        lock = yaml.safe_load((folder / "config/datasets.lock.yaml").read_text())["datasets"]["toy"]
        assert lock["source"] == {"sha256": hashlib.sha256(DATA.encode()).hexdigest()}
        assert lock["expect"]["rows"] == ROWS
        assert main(["check", "toy"]) == 0
        assert "folds, honest: stratified, 3 folds, 2 repeats, 4 test cases each" in capsys.readouterr().out
        service.at.clear()  # a file that was fetched is kept
        assert main(["check", "toy"]) == 0
    read = configuration.read(folder)
    (archive,) = sources.archives_of(read.datasets, read.archives).values()
    assert settings.fetched(archive, "mirror")["mirror"] == "mirror"
    monkeypatch.setenv("NAIVEBENCH_OPENML", "https://other/api")
    assert settings.fetched(archive, "mirror")["service"] == "https://other/api"


def test_the_number_of_a_data_set_is_a_number(folder):
    (folder / "config/datasets/a.yaml").write_text("datasets:\n  toy: {source: {openml: x}}\n")
    with pytest.raises(InputError, match="openml of data set 'toy' is 'x', expected"):
        configuration.read(folder)
