"""The archive of a finished run."""

import csv
import hashlib
import json
import shutil
import zipfile
from pathlib import Path

import pytest
from support.workflow_project import ROOT

from naivebench import RESULTS_VERSION, __version__
from naivebench.benchmark.publication.archive import archive
from naivebench.cli.main import main
from naivebench.core.checks import InputError
from naivebench.core.files import sha256

pytestmark = pytest.mark.workflow


@pytest.fixture(scope="module")
def archived(finished, tmp_path_factory):
    """Folder and zip file of an archive."""
    return archive(finished, ROOT, tmp_path_factory.mktemp("archive"))


def names(folder):
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}


def test_same_run_same_bytes(archived, finished, tmp_path):
    folder, packed = archive(finished, ROOT, tmp_path)
    assert packed.read_bytes() == archived[1].read_bytes()
    assert (
        folder.name
        == f"naivebench-results-{RESULTS_VERSION}-{sha256(finished / 'results/scores.parquet')[:12]}"
    )


def test_the_zip_has_the_folder(archived):
    folder, packed = archived
    with zipfile.ZipFile(packed) as file:
        assert file.namelist() == sorted(f"{folder.name}/{name}" for name in names(folder))
        assert all(
            file.read(f"{folder.name}/{name}") == (folder / name).read_bytes() for name in names(folder)
        )
        assert {entry.date_time for entry in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_every_file_has_its_checksum(archived):
    folder = archived[0]
    listed = dict(reversed(line.split("  ", 1)) for line in (folder / "SHA256SUMS").read_text().splitlines())
    assert set(listed) == names(folder) - {"SHA256SUMS"}
    assert all(hashlib.sha256((folder / n).read_bytes()).hexdigest() == listed[n] for n in listed)


def test_every_score_has_its_predictions_and_no_data_of_others_are_in_it(archived, finished):
    folder = archived[0]
    with open(folder / "reports/tables/cells.csv", newline="") as file:
        cells = [row for row in csv.DictReader(file) if row["status"] == "scored"]
    there = names(folder)
    assert cells
    assert all(set(row["predictions"].split()) | {row["fold_scores"]} <= there for row in cells)
    assert not [n for n in there if n.startswith("data/") and n.endswith((".npz", ".archive"))]
    assert "data/folds/honest/corral.csv" in there
    status = {p.relative_to(finished).as_posix() for p in finished.glob("data/*/*.json")}
    assert status
    assert status <= there
    assert not [n for n in there if "__pycache__" in n or n.startswith("results/jobs/")]


def test_predictions_of_another_configuration_are_left_out(archived, finished, tmp_path):
    run = shutil.copytree(
        finished, tmp_path / "run", ignore=shutil.ignore_patterns(".snakemake", "__pycache__")
    )
    old = run / "results" / "predictions" / "honest" / "gone" / "all.npz"
    old.parent.mkdir()
    old.write_bytes(b"")
    assert names(archive(run, ROOT, tmp_path)[0]) == names(archived[0])


def test_crate_croissant_and_packages_are_of_this_run(archived, finished):
    folder = archived[0]
    graph = {e["@id"]: e for e in json.loads((folder / "ro-crate-metadata.json").read_text())["@graph"]}
    parts = [part["@id"] for part in graph["./"]["hasPart"]]
    covered = {
        n for n in names(folder) if n in parts or n.startswith(tuple(p for p in parts if p[-1] == "/"))
    }
    assert covered == names(folder) - {"ro-crate-metadata.json"}
    assert {p.stem for p in folder.glob("data/croissant/*")} == {
        p.stem for p in finished.glob("data/prepared/*.json")
    }
    people = json.loads((folder / "data/croissant/people.json").read_text())
    assert people["distribution"][0]["sha256"] == sha256(finished / "my/people.csv")
    assert (
        json.loads((folder / "sbom.cdx.json").read_text())["metadata"]["component"]["version"] == __version__
    )


def test_diff_reads_an_archive_like_its_run(archived, finished, capsys):
    assert main(["diff", str(finished), str(archived[1])]) == 0
    assert " 0 only in A, 0 only in B" in capsys.readouterr().out


def test_a_folder_without_a_run_is_refused(finished, tmp_path):
    with pytest.raises(InputError, match=r"scores\.parquet does not exist: run make"):
        archive(tmp_path, ROOT, tmp_path / "out")
    with pytest.raises(InputError, match="in the project's folder"):
        archive(finished, tmp_path, tmp_path / "out")
    assert not Path(tmp_path / "out").exists()
