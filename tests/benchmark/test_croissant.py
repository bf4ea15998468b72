"""Croissant metadata of stanzas with every form of source."""

import pytest

from naivebench.benchmark.publication.croissant import croissant

ARCHIVES = {"wheel-1": {"pip": "Wheel==1.0", "sha256": "a" * 64}}
FOUND = {
    "status": "ok",
    "rows": 3,
    "classes": {"no": 2, "yes": 1},
    "attributes": [{"name": "x", "kind": "linear", "values": 3, "missing": 1, "min": 0.0}],
    "sha256": "f" * 64,
}
WHEEL = ("pkg:pypi/wheel@1.0", "a" * 64, None)
CASES = {  # contentUrl, sha256 and containedIn of the files of each source
    "archive": (
        {"archive": "wheel-1", "member": "d/x.tab", "sha256": "b" * 64},
        [WHEEL, ("d/x.tab", "b" * 64, WHEEL[0])],
    ),
    "pip": (
        {"pip": "Wheel==1.0", "sha256": "a" * 64, "member": "x.tab", "member_sha256": "c" * 64},
        [WHEEL, ("x.tab", "c" * 64, WHEEL[0])],
    ),
    "members": (
        {"archive": "wheel-1", "member": ["x", "y"], "sha256": ["b" * 64, "c" * 64]},
        [WHEEL, ("x", "b" * 64, WHEEL[0]), ("y", "c" * 64, WHEEL[0])],
    ),
    "mirror": (
        {"mirror": "d/x.gz", "sha256": "d" * 64, "url": "https://example.org/x.gz"},
        [("https://example.org/x.gz", "d" * 64, None)],
    ),
    "mirrors": (
        {"mirror": ["d/x.gz", "d/y.gz"], "sha256": ["d" * 64, "e" * 64]},
        [("d/x.gz", "d" * 64, None), ("d/y.gz", "e" * 64, None)],
    ),
    "several": (
        [{"mirror": "x.gz", "sha256": "d" * 64}, {"url": "https://example.org/x", "sha256": "e" * 64}],
        [("x.gz", "d" * 64, None), ("https://example.org/x", "e" * 64, None)],
    ),
    "openml": (
        {"openml": 61, "sha256": "d" * 64},
        [("https://www.openml.org/api/v1/json/data/61#dataset.arff", "d" * 64, None)],
    ),
    "openml_task": (
        {"openml_task": 59, "sha256": ["d" * 64, "e" * 64]},
        [
            ("https://www.openml.org/api/v1/json/task/59#dataset.arff", "d" * 64, None),
            ("https://www.openml.org/api/v1/json/task/59#splits.arff", "e" * 64, None),
        ],
    ),
    "file": ({"file": "my/x.csv"}, [("my/x.csv", "f" * 64, None)]),
    "generator": (
        {"generator": "corral"},
        [("src/naivebench/data/generators.py", "9" * 64, None)],
    ),
    "derive": ({"derive": "parent"}, [("my/parent.csv", "f" * 64, None)]),
}


def described(source, found=FOUND, **keys):
    datasets = {"x": {"title": "X", "source": source} | keys, "parent": {"source": {"file": "my/parent.csv"}}}
    return croissant("x", datasets, ARCHIVES, found, "9" * 64)


@pytest.mark.parametrize("case", CASES)
def test_files_of_every_form_have_their_checksums(case):
    source, files = CASES[case]
    got = [
        (f["contentUrl"], f.get("sha256"), f.get("containedIn", {}).get("@id"))
        for f in described(source)["distribution"]
    ]
    assert got == files


def test_a_file_of_unknown_checksum_and_its_content_are_left_out():
    source = {"mirror": "d/x.zip", "member": "x.csv"}
    assert described(source, {"status": "unavailable", "sha256": ""})["distribution"] == []


def test_attributes_and_classes_are_records():
    attributes, classes = described({"generator": "corral"})["recordSet"]
    assert attributes["data"] == [
        {"attributes/name": "x", "attributes/kind": "linear", "attributes/values": 3, "attributes/missing": 1}
    ]
    assert [field["@id"] for field in attributes["field"]] == list(attributes["data"][0])
    assert classes["data"] == [
        {"classes/label": "no", "classes/cases": 2},
        {"classes/label": "yes", "classes/cases": 1},
    ]


def test_unavailable_data_keep_their_source_and_are_marked():
    document = described(
        {"generator": "corral"}, {"status": "unavailable"}, licence="CC0", reference="R 1999"
    )
    assert document["recordSet"] == []
    assert document["description"] == "X. Not available in this run."
    assert (document["license"], document["citeAs"]) == ("CC0", "R 1999")
    assert document["distribution"]
