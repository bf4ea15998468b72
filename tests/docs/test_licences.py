"""The page docs/licences.md lists every locked package, and no locked package is under the AGPL."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "docs"))

import licences
import pytest

TWO = "BSD, public domain"
WEAK = {"docutils"}  # the page gives a reason for each of them


def listed() -> dict[licences.Package, licences.Locked]:
    return licences.of_page(licences.PAGE.read_text(encoding="utf-8"))


def test_the_page_lists_the_packages_of_the_lock_files():
    files = {package: row.files for package, row in listed().items()}
    assert files == licences.locked(), "run `make licences`"
    assert len(files) > 100


def test_no_package_is_under_a_licence_that_the_project_cannot_meet():
    rows = {package.name: row.licence for package, row in listed().items()}
    assert not [name for name, licence in rows.items() if "AGPL" in licence or "not stated" in licence]
    assert {name for name, licence in rows.items() if "GPL" in licence} == WEAK
    page = licences.PAGE.read_text(encoding="utf-8")
    assert all(f"`{name}`" in page for name in WEAK)


@pytest.mark.parametrize(
    ("stated", "licence"),
    [
        ({"license_expression": "MIT", "license": "BSD"}, "MIT"),
        ({"license": "Apache License, Version 2.0"}, "Apache-2.0"),
        ({"license": "MPL-2.0 AND MIT"}, "MPL-2.0 AND MIT"),
        ({"license": "MIT License\n\nPermission is hereby granted"}, "MIT"),
        ({"license": "UNKNOWN", "classifier": ["License :: OSI Approved :: MIT License"]}, "MIT"),
        (
            {"classifier": ["License :: OSI Approved :: BSD License", "License :: Public Domain"]},
            "BSD, public domain",
        ),
        ({"license": "Copyright (c) 2001 Some One", "classifier": ["License :: OSI Approved"]}, "not stated"),
    ],
)
def test_the_licence_is_read_from_the_metadata_of_a_package(stated, licence):
    assert licences.licence("some-package", stated) == licence


def test_derived_data_sets_count_under_their_source():
    made = {"a": {"source": [{"mirror": "x"}, {"url": "https://raw.githubusercontent.com/o/r/1/x"}]}}
    made |= {"b": {"source": {"derive": "a"}}, "c": {"source": {"archive": "k-1"}}}
    assert [licences.source_of(stanza, made) for stanza in made.values()] == ["repository o/r"] * 2 + ["k-1"]
