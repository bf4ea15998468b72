"""Data sets and tasks of OpenML, from a local server and from a mirror folder.

Tests what is fetched and prepared, and that every fault gives one sentence.
"""

import gzip
import hashlib
import json
from importlib.util import find_spec
from pathlib import Path

import pytest
from support.openml_server import DATA, DATA_ID, ROWS, TASK_ID, assigned, running, splits_file

from naivebench.benchmark.jobs.folds import draw
from naivebench.core.absence import Absence
from naivebench.core.checks import InputError
from naivebench.data import openml, openml_archive
from naivebench.data.fetch import fetch
from naivebench.data.prepare import Inputs, prepare
from naivebench.data.sources import archives_of, inputs_of
from naivebench.evaluation import folds

SPLIT = {"scheme": "openml", "folds": 3, "repeats": 2}


def sha(text):
    return hashlib.sha256(text.encode()).hexdigest()


SET = {"openml": DATA_ID, "sha256": sha(DATA)}
TASK = {"openml_task": TASK_ID, "sha256": [sha(DATA), sha(splits_file(assigned()))]}


@pytest.fixture(scope="module")
def shared():
    with running() as answers:
        yield answers


@pytest.fixture
def service(shared, monkeypatch):
    """The server with the correct data set and task."""
    monkeypatch.setenv("NAIVEBENCH_OPENML", f"{shared.url}/api/v1/json/")
    shared.at.clear()
    shared.asked.clear()
    shared.data()
    shared.task()
    return shared


def got(tmp_path, source, mirror=""):
    return fetch(source, tmp_path / "raw", tmp_path / "raw.json", mirror, tries=1)


def prepared(tmp_path, source, **keys):
    got(tmp_path, source)
    stanza = {"title": "Toy", "source": source} | keys
    return prepare("toy", stanza, Inputs(tmp_path / "raw", tmp_path / "raw.json"), stop=True)


@pytest.mark.parametrize("source", [SET, TASK])
def test_class_and_columns_to_leave_out_come_from_the_description(tmp_path, service, source):
    table, record = prepared(tmp_path, source)
    assert record["status"] == "ok"
    assert [a["name"] for a in record["attributes"]] == ["petal length", "colour"]
    assert record["classes"] == {"setosa": 6, "virginica": 6}
    assert record["missing_cells"] == 3
    assert table.attributes[1].values == ("red", "green", "light blue")
    number = f"task {TASK_ID}" if source is TASK else f"data set {DATA_ID}"
    assert record["source"] == f"OpenML {number}"


def test_the_stanza_takes_precedence(tmp_path, service):
    _, record = prepared(tmp_path, SET, target="colour", drop=["class"])
    assert [a["name"] for a in record["attributes"]] == ["petal length"]
    assert set(record["classes"]) == {"red", "green", "light blue"}


def test_the_class_of_a_task_replaces_that_of_the_data_set(tmp_path, service):
    service.task(target="colour")
    got(tmp_path, TASK)
    assert openml_archive.facts(tmp_path / "raw").target == "colour"


def test_folds_are_exactly_those_of_the_file(tmp_path, service):
    table, _ = prepared(tmp_path, TASK)
    drawn = draw(table, SPLIT, None, False, (0,), str(tmp_path / "raw"))
    assert list(zip(drawn.repeat.tolist(), drawn.fold.tolist(), strict=True)) == [
        (r, f) for r in range(2) for f in range(3)
    ]
    for i, (repeat, fold) in enumerate(zip(drawn.repeat, drawn.fold, strict=True)):
        for kind, rows in (("TEST", folds.test_rows(drawn, i)), ("TRAIN", folds.train_rows(drawn, i, ROWS))):
            named = sorted(row for k, row, r, f in assigned() if (k, r, f) == (kind, repeat, fold))
            assert rows.tolist() == named
    assert not len(drawn.train)  # the training part has all other rows, so it is not stored


def test_training_parts_that_leave_out_rows_are_those_of_the_file(tmp_path, service):
    lines = [line for line in assigned() if not (line[0] == "TRAIN" and line[1:3] == (5, 0))]
    service.task(splits_file(lines))
    table, _ = prepared(tmp_path, TASK | {"sha256": [sha(DATA), sha(splits_file(lines))]})
    drawn = draw(table, SPLIT, None, False, (0,), str(tmp_path / "raw"))
    trained = [folds.train_rows(drawn, i, ROWS).tolist() for i in range(6)]
    assert [5 in rows for rows in trained[:3]] == [False] * 3
    assert trained[3] == sorted(row for k, row, r, f in lines if (k, r, f) == ("TRAIN", 1, 0))


def test_a_hold_out_has_one_fold(tmp_path, service):
    lines = assigned(1, 3)
    lines = [line for line in lines if line[3] == 0]
    service.task(splits_file([(k, row, f, r) for k, row, r, f in lines], ("type", "rowid", "fold", "repeat")))
    got(tmp_path, {"openml_task": TASK_ID, "sha256": TASK["sha256"][:1] * 2})
    assert not (tmp_path / "raw").read_bytes()  # the splits differ from the pinned ones
    fetch({"openml_task": TASK_ID}, tmp_path / "raw", tmp_path / "raw.json", pinned=False)
    stanza = {"title": "Toy", "source": {"openml_task": TASK_ID}}
    table, _ = prepare("toy", stanza, Inputs(tmp_path / "raw", tmp_path / "raw.json"))
    drawn = draw(table, SPLIT | {"folds": 10, "repeats": 1}, None, False, (0,), str(tmp_path / "raw"))
    assert drawn.test.tolist() == sorted(row for k, row, _, _ in lines if k == "TEST")


def test_the_archive_depends_only_on_the_files(tmp_path, service):
    first = got(tmp_path, TASK)
    service.data(description="another text", processing_date="2020-01-01")
    (tmp_path / "raw").unlink()
    assert got(tmp_path, TASK) == first
    assert first["verified"]
    assert first["origin"] == f"url: {service.url}/data/v1/download/610/toy.arff"


@pytest.mark.parametrize("source", [SET, TASK])
def test_fetched_files_are_kept_while_their_hashes_match(tmp_path, service, source):
    first = got(tmp_path, source)
    service.at.clear()
    assert got(tmp_path, source) == first
    (tmp_path / "raw").write_bytes(b"damaged")
    assert got(tmp_path, source)["status"] == "unavailable"


def test_the_mirror_folder_comes_first(tmp_path, service):
    mirror = tmp_path / "mirror" / "openml"
    for place, path in (
        (f"tasks/{TASK_ID}.json", f"/api/v1/json/task/{TASK_ID}"),
        (f"tasks/{TASK_ID}.arff", f"/api_splits/get/{TASK_ID}/Task_{TASK_ID}_splits.arff"),
        (f"data/{DATA_ID}.json", f"/api/v1/json/data/{DATA_ID}"),
        (f"data/{DATA_ID}.arff", "/data/v1/download/610/toy.arff"),
    ):
        (mirror / place).parent.mkdir(parents=True, exist_ok=True)
        (mirror / place).write_bytes(service.at[path][1])
    record = got(tmp_path, TASK, tmp_path / "mirror")
    assert (record["origin"], service.asked) == (f"mirror: openml/data/{DATA_ID}.arff", [])
    (mirror / f"data/{DATA_ID}.arff").write_text("damaged")
    (tmp_path / "raw").unlink()
    assert got(tmp_path, TASK, tmp_path / "mirror")["origin"].startswith("url: ")
    assert service.asked == ["/data/v1/download/610/toy.arff"]


FAULTS = {
    "unknown data set": (
        lambda s: s.missing(f"/api/v1/json/data/{DATA_ID}", 111, "Unknown dataset"),
        "{url}/api/v1/json/data/61 cannot be fetched: HTTP status 412 (Unknown dataset)",
    ),
    "unknown task": (
        lambda s: s.missing(f"/api/v1/json/task/{TASK_ID}", 151, "Unknown task"),
        "{url}/api/v1/json/task/59 cannot be fetched: HTTP status 412 (Unknown task)",
    ),
    "error in XML": (
        lambda s: s.at.pop(f"/api/v1/json/task/{TASK_ID}"),
        "{url}/api/v1/json/task/59 cannot be fetched: HTTP status 404 (Function not valid)",
    ),
    "no file": (
        lambda s: s.at.pop("/data/v1/download/610/toy.arff"),
        "{url}/data/v1/download/610/toy.arff cannot be fetched: HTTP status 404 (Function not valid)",
    ),
    "damaged": (
        lambda s: s.data(DATA[:-3], described_as=DATA),
        "{url}/data/v1/download/610/toy.arff has the wrong MD5: expected "
        f"{hashlib.md5(DATA.encode()).hexdigest()}, got {hashlib.md5(DATA[:-3].encode()).hexdigest()}",
    ),
    "changed": (
        lambda s: s.data(DATA + "99,1,red,setosa,n\n"),
        f"{{url}}/data/v1/download/610/toy.arff has the wrong sha256: expected {sha(DATA)}, got "
        f"{sha(DATA + '99,1,red,setosa,n' + chr(10))} with the MD5 of its description: it has changed "
        "since it was pinned",
    ),
    "changed splits": (
        lambda s: s.task(splits_file(assigned(1, 3))),
        "{url}/api_splits/get/59/Task_59_splits.arff has the wrong sha256: expected "
        f"{TASK['sha256'][1]}, got {sha(splits_file(assigned(1, 3)))}",
    ),
    "regression": (
        lambda s: s.task(kind="Supervised Regression"),
        "OpenML task 59 is of type 'Supervised Regression', expected 'Supervised Classification': choose "
        "another task",
    ),
    "no JSON": (
        lambda s: s.put(f"/api/v1/json/task/{TASK_ID}", "<html>"),
        "the answer to {url}/api/v1/json/task/59 is not a JSON object, so it is not a description by OpenML",
    ),
    "other JSON": (
        lambda s: s.put(f"/api/v1/json/data/{DATA_ID}", {"data": 1}),
        "the description of OpenML data set 61 has no 'data_set_description': it is not in the form of "
        "version 1 of the API",
    ),
    "local file": (
        lambda s: s.data(url="file:///etc/hosts"),
        "the file in the description of OpenML data set 61 has the address 'file:///etc/hosts', expected one "
        "that begins with http:// or https://",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_data_that_cannot_be_fetched_are_unavailable_with_one_sentence(tmp_path, service, fault):
    spoil, sentence = FAULTS[fault]
    spoil(service)
    source = SET if fault == "unknown data set" else TASK
    record = got(tmp_path, source)
    assert (record["status"], record["reason"]) == ("unavailable", sentence.format(url=service.url))
    assert (tmp_path / "raw").read_bytes() == b""
    assert "curl -fL --create-dirs" in record["remedy"]
    table, _ = prepare(
        "toy", {"title": "Toy", "source": source}, Inputs(tmp_path / "raw", tmp_path / "raw.json")
    )
    assert isinstance(table, Absence)
    assert table.reason == record["reason"]


MISFITS = {
    "too few rows": (
        [line for line in assigned() if line[1] < 10],
        "the splits of OpenML task 59 do not fit the data set: they are for 10 rows up to number 9",
    ),
    "too many rows": (
        [*assigned(), ("TRAIN", 12, 0, 0)],
        "they are for 13 rows up to number 12, and it has 12",
    ),
    "too many folds": (assigned(3, 3), "has 3 x 3 folds, and the protocol is for 2 x 3: set `repeats`"),
    "bootstrap": (
        [*assigned(), assigned()[0]],
        "row 11 more than once in repeat 1, fold 2, as a bootstrap has",
    ),
    "both parts": ([*assigned(), ("TEST", 11, 0, 0)], "row 11 more than once in repeat 0, fold 0"),
    "no test rows": (
        [line for line in assigned() if line[:1] + line[2:] != ("TEST", 1, 2)],
        "no test or no training rows in repeat 1, fold 2",
    ),
    "other kinds": (
        [("VALID", *line[1:]) for line in assigned()],
        "not in the declared value list of 'type'",
    ),
    "no numbers": (
        [(k, row, r, -1) for k, row, r, _ in assigned()],
        "have other values than TRAIN or TEST and",
    ),
}


@pytest.mark.parametrize("misfit", MISFITS)
def test_splits_that_do_not_fit_end_in_one_sentence(tmp_path, service, misfit):
    lines, sentence = MISFITS[misfit]
    text = splits_file(lines)
    service.task(text)
    table, _ = prepared(tmp_path, TASK | {"sha256": [sha(DATA), sha(text)]})
    gone = draw(table, SPLIT, None, False, (0,), str(tmp_path / "raw"))
    assert isinstance(gone, Absence)
    assert sentence in gone.reason


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        (("type", "row", "repeat", "fold"), "have no column 'rowid'"),
        (("type", "rowid", "repeat", "fold", "sample"), "is for learning curves"),
    ],
)
def test_other_columns_of_splits(tmp_path, service, columns, sentence):
    lines = [(*line, i % 2) for i, line in enumerate(assigned())] if "sample" in columns else assigned()
    text = splits_file(lines, columns)
    service.task(text)
    got(tmp_path, TASK | {"sha256": [sha(DATA), sha(text)]})
    with pytest.raises(InputError, match=sentence):
        openml_archive.assigned(tmp_path / "raw")


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ({"openml": 1}, "OpenML data set 1 has no sha256: .* `naivebench lock`"),
        (
            {"openml_task": 1, "sha256": "0" * 64},
            "sha256 of OpenML task 1 must have 2 entries: dataset.arff, spl",
        ),
    ],
)
def test_sources_that_are_not_pinned(tmp_path, source, sentence):
    with pytest.raises(InputError, match=sentence):
        got(tmp_path, source)


def test_the_scheme_needs_a_task(tmp_path, service):
    table, _ = prepared(tmp_path, SET)
    with pytest.raises(InputError, match="needs the splits of a task"):
        folds.make(table, scheme="openml")


def test_archives_of_a_catalogue():
    datasets = {"a": {"source": SET}, "b": {"source": TASK}, "c": {"source": {"openml": 7}}}
    archives = archives_of(datasets, {})
    assert [name.rpartition("-")[0] for name in archives] == [
        f"openml-data-set-{DATA_ID}",
        f"openml-task-{TASK_ID}",
        "openml-data-set-7",
    ]
    assert archives[inputs_of({"source": TASK}).archive] == {"candidates": [TASK]}


def test_the_service_is_the_public_one_unless_another_is_named(monkeypatch):
    monkeypatch.delenv("NAIVEBENCH_OPENML", raising=False)
    assert openml.service() == "https://www.openml.org/api/v1/json"


def test_answers_of_openml_that_scikit_learn_ships(tmp_path, monkeypatch):
    """The descriptions are those of the real service; scikit-learn tests its own client with them."""
    # located without importing it
    folder = Path(find_spec("sklearn").origin).parent / "datasets/tests/data/openml"
    found = {}
    for number in (2, 3, 61, 62, 1119):
        path = folder / f"id_{number}" / f"api-v1-jd-{number}.json.gz"
        (tmp_path / "answer").write_bytes(gzip.decompress(path.read_bytes()))
        entry = {}

        def get(asked, file, entry=entry):
            entry.update(asked)
            file.write_bytes((tmp_path / "answer").read_bytes())
            return "here"

        described = openml._described(number, tmp_path, get)
        assert entry["url"].endswith(f"/data/{number}")
        found[number] = described.facts.name, described.facts.target, described.facts.left_out
        assert len(described.file["md5"]) == 32
    assert found[61] == ("iris", "class", [])
    assert found[62] == ("zoo", "type", ["animal"])
    assert [found[i][:2] for i in (2, 3)] == [("anneal", "class"), ("kr-vs-kp", "class")]


def test_errors_in_both_formats():
    body = {"error": {"code": "111", "message": "Unknown dataset"}}
    assert openml.error_of(json.dumps(body).encode()) == "Unknown dataset"
    xml = '<oml:error xmlns:oml="http://openml.org/openml">\n<oml:code>151</oml:code>\n'
    assert openml.error_of(f"{xml}<oml:message>No task</oml:message></oml:error>".encode()) == "No task"
    assert openml.error_of(b"<html>not found</html>") == ""
