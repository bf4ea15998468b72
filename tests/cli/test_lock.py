"""The command `naivebench lock`: what it writes, keeps and changes, and its messages."""

from __future__ import annotations

import hashlib
import zipfile

import pytest
import yaml
from support.configured import CONFIG, project

from naivebench.benchmark import configuration
from naivebench.cli.main import main
from naivebench.core.checks import InputError

CASES = "colour,size,class\n" + "".join(
    f"{'red' if i % 3 else ''},{i % 7},{'yes' if i % 4 else 'no'}\n" for i in range(12)
)
SETS = """\
defaults: {target: class}
datasets:
  own: {source: {file: own.csv}}
  fetched: {source: {mirror: a/fetched.csv, member: null}}
  listed: {source: [{mirror: a/none.csv}, {mirror: [a/fetched.csv, b/other.csv]}], reader: csv}
  child: {source: {derive: own}, drop: [size]}
""".replace(", member: null", "")
FOUND = {"rows": 12, "attributes": 2, "missing": 4, "classes": {"no": 3, "yes": 9}}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    root = project(
        tmp_path / "project",
        datasets=SETS,
        config=CONFIG.split("  paper/old")[0] + "experiments: {main: {protocol: honest}}\n",
    )
    (root / "own.csv").write_text(CASES)
    for name in ("a/fetched.csv", "b/other.csv"):
        (tmp_path / "mirror" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "mirror" / name).write_text(CASES)
    monkeypatch.chdir(root)
    monkeypatch.setenv("NAIVEBENCH_MIRROR", str(tmp_path / "mirror"))
    return root


def lock(*arguments):
    return main(["lock", *arguments])


def written(folder):
    return yaml.safe_load((folder / "config" / "datasets.lock.yaml").read_text())["datasets"]


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def test_hashes_and_counts_are_written_and_then_checked(folder, capsys):
    assert lock() == 0
    said = "config/datasets.lock.yaml: 4 new (own, fetched, listed, child).\n"
    assert capsys.readouterr().out.endswith(said)
    sha256 = digest(CASES)
    assert written(folder) == {
        "own": {"expect": FOUND},
        "fetched": {"source": {"sha256": sha256}, "expect": FOUND},
        "listed": {
            "source": [{}, {"sha256": [sha256, sha256]}],
            "expect": {"rows": 24, "attributes": 2, "missing": 8, "classes": {"no": 6, "yes": 18}},
        },
        "child": {"expect": FOUND | {"attributes": 1, "missing": 4}},
    }
    assert configuration.read(folder).datasets["fetched"]["source"]["sha256"] == sha256
    assert main(["check", "own"]) == 0
    (folder / "own.csv").write_text(CASES + "red,1,yes\n")
    assert main(["check", "own"]) == 2
    assert "rows: expected 12, found 13" in capsys.readouterr().err


def test_without_changes_nothing_is_written(folder, capsys):
    lock()
    path = folder / "config" / "datasets.lock.yaml"
    before = path.stat().st_mtime_ns
    capsys.readouterr()
    assert lock() == 0
    assert capsys.readouterr().out.endswith("datasets.lock.yaml: 4 as before.\n")
    assert path.stat().st_mtime_ns == before


def test_changes_are_reported_with_both_values(folder, capsys):
    lock()
    (folder / "own.csv").write_text(CASES + "red,1,yes\n")
    (folder.parent / "mirror/a/fetched.csv").write_text(CASES.replace("red", "blue"))
    for path in (folder / "data" / "raw").iterdir():
        path.unlink()
    capsys.readouterr()
    assert lock("own", "fetched") == 0
    said = capsys.readouterr().out.splitlines()[-1]
    assert said == (
        "config/datasets.lock.yaml: 2 changed (own: expect.rows 12, now 13, expect.classes.yes 9, now 10; "
        f"fetched: source.sha256 {digest(CASES)[:12]}, now {digest(CASES.replace('red', 'blue'))[:12]})."
    )
    assert written(folder)["own"]["expect"]["rows"] == 13


def test_unavailable_data_keep_their_entry(folder, capsys):
    lock()
    before = written(folder)
    (folder / "own.csv").unlink()
    capsys.readouterr()
    assert lock("own", "fetched") == 1
    said = capsys.readouterr().out
    assert "config/datasets.lock.yaml: 1 as before, 1 not obtained and unchanged (own: data set" in said
    assert "own.csv does not exist" in said
    assert written(folder) == before


def test_values_that_a_stanza_states_are_checked_and_not_written(folder, capsys):
    path = folder / "config" / "datasets" / "a.yaml"
    text = path.read_text()
    path.write_text(text.replace("own.csv}", "own.csv}, expect: {rows: 12, missing: 4}"))
    assert lock("own") == 0
    assert written(folder)["own"] == {"expect": {"attributes": 2, "classes": FOUND["classes"]}}
    path.write_text(text.replace("own.csv}", "own.csv}, expect: {rows: 13}"))
    assert lock("own") == 1
    assert "rows: expected 13, found 12" in capsys.readouterr().out


def test_a_member_of_an_archive_is_hashed_and_so_is_the_archive(folder):
    packed = folder.parent / "mirror" / "pack.zip"
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("data/own.csv", CASES)
    (folder / "config" / "datasets" / "b.yaml").write_text(
        "archives: {pack: {mirror: pack.zip, defaults: {source: {member: 'data/{id}.csv'}}}}\n"
        "datasets: {inside: {source: {archive: pack, member: data/own.csv}}}\n"
    )
    assert lock("inside") == 0
    found = yaml.safe_load((folder / "config" / "datasets.lock.yaml").read_text())
    assert found["archives"] == {"pack": {"sha256": hashlib.sha256(packed.read_bytes()).hexdigest()}}
    assert found["datasets"]["inside"]["source"] == {"sha256": digest(CASES)}


def test_a_removed_data_set_is_refused_until_lock_removes_it(folder, capsys):
    lock()
    path = folder / "config" / "datasets" / "a.yaml"
    path.write_text(path.read_text().replace("  fetched:", "  renamed:"))
    with pytest.raises(
        InputError, match="line 11: data set 'fetched' is in the lock file, but not in config/datasets"
    ):
        configuration.read(folder)
    capsys.readouterr()
    assert lock("renamed") == 0
    said = capsys.readouterr().out
    assert "1 new (renamed), 1 removed, because no longer in the catalogue (fetched)." in said
    assert list(configuration.read(folder).datasets) == ["own", "renamed", "listed", "child"]


def test_each_catalogue_has_its_own_lock_file(folder, capsys):
    (folder / "my").mkdir()
    (folder / "my" / "sets.yaml").write_text("datasets: {mine: {source: {file: own.csv}}}\n")
    (folder / "more.yaml").write_text("catalogues: {datasets: [config/datasets, my/sets.yaml]}\n")
    assert lock("mine", "--configfile", "more.yaml") == 0
    assert "my/sets.lock.yaml: 1 new (mine)." in capsys.readouterr().out
    assert not (folder / "config" / "datasets.lock.yaml").exists()


def test_unknown_ids_are_refused(folder, capsys):
    assert lock("owm") == 2
    assert (
        "data set 'owm' is not in the catalogue of data sets; did you mean 'own'" in capsys.readouterr().err
    )
