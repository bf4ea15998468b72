"""Data sets of OpenML from a local server: what is fetched and prepared, and one sentence for every fault."""

import hashlib

import pytest
from support.openml_server import DATA, DATA_ID, running

from naivebench.core.absence import Absence
from naivebench.data import openml
from naivebench.data.fetch import fetch_archive
from naivebench.data.prepare import Inputs, prepare_data_set


def sha(text):
    return hashlib.sha256(text.encode()).hexdigest()


SET = {"openml": DATA_ID, "sha256": sha(DATA)}


@pytest.fixture(scope="module")
def shared():
    with running() as answers:
        yield answers


@pytest.fixture
def service(shared, monkeypatch):
    """The server with the correct data set."""
    monkeypatch.setattr(openml, "SERVICE", f"{shared.url}/api/v1/json")
    shared.at.clear()
    shared.asked.clear()
    shared.data()
    return shared


def got(tmp_path, source):
    return fetch_archive(source, tmp_path / "raw", tmp_path / "raw.json")


def prepared(tmp_path, source, **keys):
    got(tmp_path, source)
    stanza = {"title": "Toy", "source": source} | keys
    return prepare_data_set("toy", stanza, Inputs(tmp_path / "raw", tmp_path / "raw.json"), stop=True)


def test_class_and_columns_to_leave_out_come_from_the_description(tmp_path, service):
    table, record = prepared(tmp_path, SET)
    assert record["status"] == "ok"
    assert [a["name"] for a in record["attributes"]] == ["petal length", "colour"]
    assert record["classes"] == {"setosa": 6, "virginica": 6}
    assert record["missing_cells"] == 3
    assert table.attributes[1].values == ("red", "green", "light blue")
    assert record["source"] == f"OpenML data set {DATA_ID}"


def test_the_stanza_takes_precedence(tmp_path, service):
    _, record = prepared(tmp_path, SET, target="colour", drop=["class"])
    assert [a["name"] for a in record["attributes"]] == ["petal length"]
    assert set(record["classes"]) == {"red", "green", "light blue"}


FAULTS = {
    "unknown data set": (
        lambda s: s.missing(f"/api/v1/json/data/{DATA_ID}", 111, "Unknown dataset"),
        "{url}/api/v1/json/data/61 cannot be fetched: 412 Client Error: ",
    ),
    "changed": (
        lambda s: s.data(DATA + "99,1,red,setosa,n\n"),
        "{url}/data/v1/download/610/toy.arff cannot be fetched: SHA256 hash of downloaded file",
    ),
    "local file": (
        lambda s: s.data(url="file:///etc/hosts"),
        "file:///etc/hosts cannot be fetched: ",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_data_that_cannot_be_fetched_are_unavailable_with_one_sentence(tmp_path, service, fault):
    spoil, sentence = FAULTS[fault]
    spoil(service)
    record = got(tmp_path, SET)
    assert record["status"] == "unavailable"
    assert record["reason"].startswith(sentence.format(url=service.url))
    assert (tmp_path / "raw").read_bytes() == b""
    table, _ = prepare_data_set(
        "toy", {"title": "Toy", "source": SET}, Inputs(tmp_path / "raw", tmp_path / "raw.json")
    )
    assert isinstance(table, Absence)
    assert table.reason == record["reason"]
