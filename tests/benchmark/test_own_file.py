"""The key `file:` of a data set means the same file in every current folder."""

import os

import pytest
from support.configured import project
from support.sentences import refusal

from naivebench.benchmark import configuration
from naivebench.cli import check, datasets
from naivebench.data import sources


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """A project that is read in another folder (as by `snakemake --directory`) that has a file of the same
    name.
    """
    root, other = tmp_path / "project", tmp_path / "other"
    root.mkdir()
    other.mkdir()
    monkeypatch.chdir(other)
    (other / "sky.csv").write_text("wind,c\n90,other\n180,folder\n")
    return root, configuration.read(project(root))


def test_every_reader_of_the_key_means_the_file_of_the_project(elsewhere):
    root, read = elsewhere
    wanted = sources.own_file(sources.inputs_of(read.datasets["sky"]).file, root)
    assert os.path.abspath(wanted) == str(root / "sky.csv")
    assert not os.path.isabs(wanted)
    assert str(root / "sky.csv") in refusal(check.read_dataset, "sky", read, "", root)
    assert datasets.find_state("sky", read)[0] == "file is missing"
    assert str(root / "sky.csv") in datasets.find_state("sky", read)[1]
    (root / "sky.csv").write_text("wind,c\n90,a\n180,b\n")
    table, _ = check.read_dataset("sky", read, "", root)
    assert table.classes == ("a", "b")
    assert datasets.find_state("sky", read)[0] == "file is there"


def test_paths_in_the_project_and_absolute_paths_do_not_change(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert sources.own_file("my/a.csv", tmp_path) == "my/a.csv"
    assert sources.own_file("/data/a.csv", tmp_path) == "/data/a.csv"
