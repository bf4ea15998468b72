"""`methods`, `datasets`, `check` and `lock`: what they print and write, and one sentence for every fault."""

from __future__ import annotations

import hashlib
import re
import zipfile
from pathlib import Path

import pytest
import yaml
from support.configured import CONFIG, DATASETS, METHODS, project
from support.openml_server import DATA, DATA_ID, ROWS, running

from naivebench.benchmark import configuration
from naivebench.cli.main import main
from naivebench.data import openml

ROOT = Path(__file__).resolve().parents[2]
OWN = """\
when,who,size,empty,same,outcome
2020-01-01,p1,1.5,,k,got well
2020-01-02,p2,?,,k,got worse
2020-01-03,p3,2.5,,k,got well
2020-01-04,p4,3.5,,k,got worse
"""
STANZA = "  own:\n    source: {file: own.csv}\n    target: outcome\n"


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A project with a stanza `own` for the file own.csv."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NAIVEBENCH_MIRROR", raising=False)
    (tmp_path / "own.csv").write_text(OWN)
    return project(tmp_path, datasets=DATASETS + STANZA)


def test_lock_writes_only_into_the_project_of_the_folder(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["lock", "zoo"]) == 2
    assert "go into the project's folder" in capsys.readouterr().err


def error(capsys, status):
    assert status == 2
    (line,) = capsys.readouterr().err.splitlines()
    return line.removeprefix("error: ")


def test_methods_are_listed_and_described(capsys, monkeypatch):
    monkeypatch.chdir(ROOT / "tests")
    assert main(["methods"]) == 0
    assert re.search(r"^nb +Naive Bayes$", capsys.readouterr().out, re.M)
    assert main(["methods", "tan"]) == 0
    text = capsys.readouterr().out
    for line in (
        r"Tree-augmented naive Bayes: every attribute depends .*",
        r"estimator: naivebench\.estimators\.TAN",
        r"parameter n0 = 5\.0\n    Weight of the overall frequencies of the values, in cases .*",
        r"example: naivebench fit --method tan --train .*",
        r"in Python: from naivebench\.estimators import TAN; .*",
    ):
        assert re.search(rf"^{line}$", text, re.M), line
    sentence = error(capsys, main(["methods", "tann"]))
    assert sentence.startswith("method 'tann' is not in the catalogue of methods; did you mean 'tan', ")


def test_datasets_lists_available_data_and_how_to_get_the_rest(capsys, tmp_path, monkeypatch):
    root = project(tmp_path)
    monkeypatch.chdir(root)

    def listed():
        assert main(["datasets"]) == 0
        return capsys.readouterr().out

    text = listed()
    assert re.search(r"^zoo .*not prepared yet", text, re.M)
    assert "zoo, sky: A run (`make`) prepares all of them, and `naivebench check ID` reads one." in text
    (root / "data" / "prepared").mkdir(parents=True)
    record = '{"status": "unavailable", "reason": "no network", "remedy": "Copy it."}'
    (root / "data" / "prepared" / "zoo.json").write_text(record)
    assert "zoo: no network. Copy it." in listed()
    (root / "data" / "prepared" / "zoo.json").write_text('{"status": "ok"}')
    assert re.search(r"^zoo +ready", listed(), re.M)


def test_check_validates_and_prints_the_content_of_a_data_set(own, capsys):
    assert main(["check"]) == 0
    assert capsys.readouterr().out == "configuration: valid; 10 results of 3 data sets under 2 protocols\n"
    assert main(["check", "own"]) == 0
    text = capsys.readouterr().out
    for expected in (
        "4 rows, 5 attributes, 5 missing cells",
        "  got well: 2\n  got worse: 2",
        "warning: has no values: empty",
        "warning: has only one value: same",
        "dates or times are treated as plain labels",
        "in a stanza, `--drop COL` is `drop: [COL]`",
        "methods that accept it: majority, nb, other",
    ):
        assert expected in text, text


def test_check_lists_the_methods_that_accept_the_columns(own, capsys):
    (own / "sky.csv").write_text("wind,class\n5,a\n185,b\n359.5,a\n200,b\n,a\n,b\n")
    assert main(["check", "sky"]) == 0
    text = capsys.readouterr().out
    assert "methods that accept it: other\n" in text


def test_a_method_of_a_catalogue_of_your_own_is_described(own, capsys):
    (own / "my.yaml").write_text("catalogues: {methods: [config/methods.yaml, mine.yaml]}\n")
    (own / "mine.yaml").write_text("my_nb: {title: Mine, module: naive_bayes.nb, kinds: [nominal]}\n")
    assert "method 'my_nb' is not in" in error(capsys, main(["methods", "my_nb"]))
    assert main(["methods", "my_nb", "--configfile", "my.yaml"]) == 0
    assert capsys.readouterr().out.startswith("my_nb: Mine")
    data = ["--method", "my_nb", "--train", "own.csv", "--target", "outcome", "--drop", "size"]
    assert main(["fit", *data, "--configfile", "my.yaml", "--out", "my.nb"]) == 0


def test_check_accepts_generated_and_derived_sets(tmp_path, monkeypatch, capsys):
    stanzas = "  corral: {source: {generator: corral}}\n  swapped: {source: {derive: corral}, "
    stanzas += "classes: {one: ['1'], zero: ['0']}}\n"
    monkeypatch.chdir(project(tmp_path, datasets=DATASETS + stanzas))
    assert main(["check", "swapped"]) == 0
    assert "  one: 56\n  zero: 72" in capsys.readouterr().out


def test_check_fetches_from_the_mirror_and_keeps_the_archive(tmp_path, monkeypatch, capsys):
    (tmp_path / "mirror").mkdir()
    path = tmp_path / "mirror" / "pack-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("zoo.tab", "legs\ttype\nd\td\n\tclass\n4\tcat\n2\tbird\n")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    monkeypatch.chdir(project(tmp_path, datasets=DATASETS.replace("ab" * 32, digest)))
    monkeypatch.setenv("NAIVEBENCH_MIRROR", str(tmp_path / "mirror"))
    assert main(["check", "zoo"]) == 0
    assert "2 rows, 1 attributes" in capsys.readouterr().out
    (record,) = Path("data/raw").glob("*.json")
    record.write_text("{")  # damaged
    assert main(["check", "zoo"]) == 0
    assert "fetching" in capsys.readouterr().out
    path.unlink()
    assert main(["check", "zoo"]) == 0
    assert "fetching" not in capsys.readouterr().out


FAULTS = {
    "unknown": (OWN, STANZA, "owner", "not a data set in the catalogue (`naivebench datasets` lists"),
    "no target": (OWN, STANZA[:-2] + "\n", "own", "a.yaml, line 13: target 'outcom' is not a column"),
    "no file": (None, STANZA, "own", "own.csv does not exist"),
}


@pytest.mark.parametrize("command", ["check", "lock", "methods", "datasets"])
def test_a_configfile_that_is_missing_or_broken_gives_one_sentence(own, capsys, command):
    assert "no.yaml cannot be read (No such file" in error(capsys, main([command, "--configfile", "no.yaml"]))
    (own / "no.yaml").write_text("a: [1\nb: {")
    sentence = "no.yaml, line 2: this is not valid YAML (did not find expected ',' or ']'): correct this line"
    assert error(capsys, main([command, "--configfile", "no.yaml"])).startswith(sentence)
    (own / "no.yaml").write_text("seed: 2020-02-30")
    sentence = "no.yaml: this is not valid YAML (day is out of range for month): correct this line"
    assert error(capsys, main([command, "--configfile", "no.yaml"])).startswith(sentence)
    (own / "no.yaml").write_text("nonsense: 1")
    sentence = "no.yaml, line 1: unknown key 'nonsense'; there are"
    assert error(capsys, main([command, "--configfile", "no.yaml"])).startswith(sentence)


@pytest.mark.parametrize("name", FAULTS)
def test_check_reports_faults(own, capsys, name):
    content, stanza, argument, expected = FAULTS[name]
    project(own, datasets=DATASETS + stanza)
    (own / "own.csv").unlink()
    if content is not None:
        (own / "own.csv").write_text(content)
    assert expected in error(capsys, main(["check", argument]))


def test_the_project_is_found_above_the_current_folder(own, monkeypatch, capsys):
    (own / "deep" / "er").mkdir(parents=True)
    monkeypatch.chdir(own / "deep" / "er")
    project(own, methods=METHODS.replace("title: Majority", "titel: Majority"))
    expected = "config/methods.yaml, line 2: unknown key 'titel' in majority; did you mean 'title'?"
    assert error(capsys, main(["methods"])) == expected


# lock

CASES = "colour,size,class\n" + "".join(
    f"{'red' if i % 3 else ''},{i % 7},{'yes' if i % 4 else 'no'}\n" for i in range(12)
)
SETS = """\
defaults: {target: class}
datasets:
  own: {source: {file: own.csv}}
  fetched: {source: {mirror: a/fetched.csv}}
  listed: {source: [{mirror: a/none.csv}, {mirror: [a/fetched.csv, b/other.csv]}], reader: csv}
  child: {source: {derive: own}, drop: [size]}
"""
COUNTS = {"rows": 12, "attributes": 2, "missing": 4, "classes": {"no": 3, "yes": 9}}
ONE = CONFIG.split("  paper/old")[0] + "experiments: {main: {protocol: honest}}\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    root = project(tmp_path / "project", datasets=SETS, config=ONE)
    (root / "own.csv").write_text(CASES)
    for name in ("a/fetched.csv", "b/other.csv"):
        (tmp_path / "mirror" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "mirror" / name).write_text(CASES)
    monkeypatch.chdir(root)
    monkeypatch.setenv("NAIVEBENCH_MIRROR", str(tmp_path / "mirror"))
    return root


def written(folder):
    return yaml.safe_load((folder / "config" / "datasets.lock.yaml").read_text())["datasets"]


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def test_hashes_and_counts_are_written_and_then_checked(folder, capsys):
    assert main(["lock"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for name in ("own", "fetched", "listed", "child"):
        assert f"config/datasets.lock.yaml: new: {name}" in lines
    sha256 = digest(CASES)
    assert written(folder) == {
        "own": {"expect": COUNTS},
        "fetched": {"source": {"sha256": sha256}, "expect": COUNTS},
        "listed": {
            "source": [{}, {"sha256": [sha256, sha256]}],
            "expect": {"rows": 24, "attributes": 2, "missing": 8, "classes": {"no": 6, "yes": 18}},
        },
        "child": {"expect": COUNTS | {"attributes": 1, "missing": 4}},
    }
    assert configuration.read_configuration(folder).datasets["fetched"]["source"]["sha256"] == sha256
    path = folder / "config" / "datasets.lock.yaml"
    before = path.stat().st_mtime_ns
    assert main(["lock"]) == 0
    assert capsys.readouterr().out == "4 entries are unchanged\n"
    assert path.stat().st_mtime_ns == before
    (folder / "own.csv").write_text(CASES + "red,1,yes\n")
    assert "rows: expected 12, found 13" in error(capsys, main(["check", "own"]))


def test_changed_data_sets_are_reported(folder, capsys):
    main(["lock"])
    (folder / "own.csv").write_text(CASES + "red,1,yes\n")
    (folder.parent / "mirror/a/fetched.csv").write_text(CASES.replace("red", "blue"))
    for path in (folder / "data" / "raw").iterdir():
        path.unlink()
    assert main(["lock", "own", "fetched"]) == 1
    output = capsys.readouterr().out
    assert "lock.yaml: changed: own\n" in output
    assert "lock.yaml: not obtained, entry kept: fetched: the mirror's fetched.csv has the wrong" in output
    assert written(folder)["own"]["expect"] == COUNTS | {"rows": 13, "classes": {"no": 3, "yes": 10}}
    assert written(folder)["fetched"]["source"] == {"sha256": digest(CASES)}


def test_unavailable_data_keep_their_entry(folder, capsys):
    main(["lock"])
    before = written(folder)
    (folder / "own.csv").unlink()
    assert main(["lock", "own", "fetched"]) == 1
    output = capsys.readouterr().out
    assert "not obtained, entry kept: own: " in output
    assert "own.csv does not exist" in output
    assert written(folder) == before


def test_values_that_a_stanza_states_are_checked_and_not_written(folder, capsys):
    path = folder / "config" / "datasets" / "a.yaml"
    text = path.read_text()
    path.write_text(text.replace("own.csv}", "own.csv}, expect: {rows: 12, missing: 4}"))
    assert main(["lock", "own"]) == 0
    assert written(folder) == {"own": {"expect": {k: COUNTS[k] for k in ("attributes", "classes")}}}
    path.write_text(text.replace("own.csv}", "own.csv}, expect: {rows: 11}"))
    assert main(["lock", "own"]) == 1
    assert "rows: expected 11, found 12" in capsys.readouterr().out


def test_lock_removes_a_data_set_that_is_gone(folder, capsys):
    main(["lock"])
    path = folder / "config" / "datasets" / "a.yaml"
    path.write_text("\n".join(line for line in path.read_text().splitlines() if "child" not in line))
    assert main(["lock", "own"]) == 0
    assert "child" not in written(folder)
    assert "'owner', which is not a data set in the catalogue" in error(capsys, main(["lock", "owner"]))


def test_a_data_set_of_openml_is_pinned_and_checked(tmp_path, monkeypatch, capsys):
    sets = f"datasets:\n  toy: {{source: {{openml: {DATA_ID}}}}}\n"
    root = project(tmp_path / "project", datasets=sets, config=ONE)
    monkeypatch.chdir(root)
    monkeypatch.delenv("NAIVEBENCH_MIRROR", raising=False)
    with running() as service:
        monkeypatch.setattr(openml, "SERVICE", f"{service.url}/api/v1/json")
        assert main(["lock"]) == 1
        assert "404 Client Error" in capsys.readouterr().out
        service.data()
        assert "has no sha256: add it to pin the download" in error(capsys, main(["check", "toy"]))
        assert main(["lock"]) == 0
        entry = written(root)["toy"]
        assert entry["source"] == {"sha256": digest(DATA)}
        assert entry["expect"]["rows"] == ROWS
        assert main(["check", "toy"]) == 0
        service.at.clear()  # a file that was fetched is kept
        assert main(["check", "toy"]) == 0


def test_an_archive_is_hashed(folder):
    packed = folder.parent / "mirror" / "pack.zip"
    (folder / "config" / "datasets" / "b.yaml").write_text(
        "archives: {pack: {mirror: pack.zip, defaults: {source: {member: 'data/{id}.csv'}}}}\n"
        "datasets: {inside: {source: {archive: pack, member: data/own.csv}}}\n"
    )
    lock = folder / "config" / "datasets.lock.yaml"
    for n in (12, 13):  # without its entry, a changed archive gets new hashes and counts
        lock.unlink(missing_ok=True)
        with zipfile.ZipFile(packed, "w") as file:
            file.writestr("data/own.csv", CASES + "red,1,yes\n" * (n - 12))
        assert main(["lock", "inside"]) == 0
        entries = yaml.safe_load(lock.read_text())
        assert entries["archives"] == {"pack": {"sha256": hashlib.sha256(packed.read_bytes()).hexdigest()}}
        assert entries["datasets"]["inside"]["expect"]["rows"] == n
    packed.write_bytes(b"changed")
    assert (main(["lock", "inside"]), yaml.safe_load(lock.read_text())) == (0, entries)  # known hashes stay


def test_each_catalogue_has_its_own_lock_file(folder, capsys):
    (folder / "my").mkdir()
    (folder / "my" / "sets.yaml").write_text("datasets: {mine: {source: {file: own.csv}}}\n")
    (folder / "more.yaml").write_text("catalogues: {datasets: [config/datasets, my/sets.yaml]}\n")
    assert main(["lock", "mine", "--configfile", "more.yaml"]) == 0
    assert "my/sets.lock.yaml: new: mine" in capsys.readouterr().out
    assert not (folder / "config" / "datasets.lock.yaml").exists()
