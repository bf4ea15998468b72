"""From a stanza to a table with its record, or to an absence; and the two scripts."""

import hashlib
import json

import pytest

from naivebench.core import absence, table
from naivebench.core.absence import Absence
from naivebench.core.checks import InputError
from naivebench.data.prepare import Inputs, prepare_data_set

OWN = """name,seen,colour,size,outcome
A,2024-03-01,red,1.5,yes please
B,2024-03-02,dark blue,,no thanks
C,2024-03-09,?,2.5,no thanks
D,2024-04-01,red,3,yes please
"""


@pytest.fixture
def own(tmp_path):
    path = tmp_path / "my.csv"
    path.write_text(OWN)
    return path


def stanza_of(path, **more):
    return {"source": {"file": str(path)}, "target": "outcome"} | more


def test_a_stanza_of_two_lines_is_enough(own):
    result, record = prepare_data_set("mine", stanza_of(own), Inputs(file=own))
    assert result.classes == ("no thanks", "yes please")
    assert record | {"status": "ok", "rows": 4, "missing_cells": 2, "holdout": None} == record
    assert record["classes"] == {"no thanks": 2, "yes please": 2}
    assert record["majority_rate"] == 0.5
    assert record["sha256"] == hashlib.sha256(OWN.encode()).hexdigest()
    assert "dates or times are treated as plain labels" in " ".join(record["warnings"])
    json.dumps(record)


def test_expectations_are_checked(own):
    good = {"rows": 4, "attributes": 4, "missing": 2, "classes": {"no thanks": 2, "yes please": 2}}
    assert prepare_data_set("mine", stanza_of(own, expect=good), Inputs(file=own))[1]["status"] == "ok"
    result, record = prepare_data_set(
        "mine", stanza_of(own, expect=good | {"rows": 5, "missing": 0}), Inputs(file=own)
    )
    assert result.status == record["status"] == "failed"
    assert result.reason.startswith(
        "data set 'mine' differs from its `expect` (rows: expected 5, found 4; missing: expected 0, found 2)"
    )
    with pytest.raises(InputError, match="rows: expected 5, found 4"):
        prepare_data_set("mine", stanza_of(own, expect={"rows": 5}), Inputs(file=own), stop=True)


@pytest.mark.parametrize(
    ("content", "more", "sentence"),
    [
        (OWN.replace("C,2024-03-09,?,2.5,no thanks", "C,no thanks"), {}, "my.csv, line 4:"),
        (OWN.replace("no thanks", "yes please"), {}, "only one class, 'yes please'"),
        (
            OWN,
            {"target": "outcom"},
            "my.csv; did you mean 'outcome'?",
        ),
        (OWN, {"holdout": {"train": 4}}, "holdout of data set 'mine' is 4, expected"),
    ],
)
def test_faults_become_absences(own, content, more, sentence):
    own.write_bytes(content if isinstance(content, bytes) else content.encode())
    result, record = prepare_data_set("mine", stanza_of(own, **more), Inputs(file=own))
    assert isinstance(result, Absence)
    assert (result.status, result.stage) == ("failed", "prepare")
    assert sentence in result.reason
    assert "mine" in result.reason
    assert record["reason"] == result.reason
    assert "config/datasets/" in record["remedy"]


def archived(tmp_path, content, **status):
    (tmp_path / "a.archive").write_bytes(content)
    (tmp_path / "a.json").write_text(
        json.dumps({"status": "ok", "reason": "", "remedy": "", "candidate": 0} | status)
    )
    return Inputs(archive=tmp_path / "a.archive", status=tmp_path / "a.json")


def test_unavailable_archives_pass_their_reason_on(tmp_path):
    inputs = archived(tmp_path, b"", status="unavailable", reason="no network", remedy="plug it in")
    result, record = prepare_data_set("x", {"source": {"url": "http://x/a", "sha256": ""}}, inputs, stop=True)
    assert result == Absence("unavailable", "fetch", "no network", "plug it in")
    assert (record["status"], record["source"]) == ("unavailable", "http://x/a")


def test_holdout_counts_kept_rows(own):
    own.write_text("a,outcome\n1,x\n2,\n3,y\n4,x\n5,y\n")
    assert prepare_data_set("mine", stanza_of(own, holdout={"train": 3}), Inputs(file=own))[1]["holdout"] == 2


def test_derived_sets(tmp_path, own):
    own.write_text("a,outcome\n1,x\n2,y\n3,z\n4,x\n")
    table.save(prepare_data_set("parent", stanza_of(own), Inputs(file=own))[0], tmp_path / "parent.npz")
    inputs = Inputs(parent=tmp_path / "parent.npz")
    child, record = prepare_data_set(
        "child", {"source": {"derive": "parent"}, "classes": {"q": ["z", "x"], "p": ["y"]}}, inputs
    )
    assert (child.classes, child.y.tolist(), record["source"]) == (
        ("p", "q"),
        [1, 0, 1, 1],
        "derived from parent",
    )
    bad, _ = prepare_data_set(
        "child",
        {"source": {"derive": "parent"}, "classes": {"q": ["z"], "p": ["y"]}, "replace_rows": {"1": 2}},
        inputs,
    )
    assert "contains only one class" in bad.reason
    child, _ = prepare_data_set("child", {"source": {"derive": "parent"}, "replace_rows": {"0": 1}}, inputs)
    assert child.reals[:, 0].tolist() == [2, 2, 3, 4]
    assert child.y.tolist() == [1, 1, 2, 0]
    bad, _ = prepare_data_set("child", {"source": {"derive": "parent"}, "classes": {"q": ["w"]}}, inputs)
    assert "'w', which is not a label of the parent" in bad.reason
    absence.write_absence(tmp_path / "parent.npz", Absence("unavailable", "fetch", "no network"))
    assert prepare_data_set("child", {"source": {"derive": "parent"}}, inputs)[0].reason == "no network"
