"""envs/licences.md lists every locked package, and no locked package is under the AGPL."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "envs"))

import licences

WEAK = {"docutils"}  # the page gives a reason for each of them


def read_rows() -> dict[licences.Package, licences.Locked]:
    return licences.read_page(licences.PAGE.read_text(encoding="utf-8"))


def test_the_page_lists_the_packages_of_the_lock_files():
    files = {package: row.files for package, row in read_rows().items()}
    assert files == licences.read_locked(), "run `python envs/licences.py`"
    assert len(files) > 100


def test_no_package_is_under_a_licence_that_the_project_cannot_meet():
    rows = {package.name: row.licence for package, row in read_rows().items()}
    assert not [name for name, licence in rows.items() if "AGPL" in licence or "not stated" in licence]
    assert {name for name, licence in rows.items() if "GPL" in licence} == WEAK


@pytest.mark.parametrize(
    ("stated", "licence"),
    [
        ({"license_expression": "MIT", "license": "BSD"}, "MIT"),
        ({"license": "Apache License, Version 2.0"}, "Apache-2.0"),
        ({"license": "MIT License\n\nPermission is hereby granted"}, "MIT"),
        ({"license": "UNKNOWN", "classifier": ["License :: OSI Approved :: MIT License"]}, "MIT"),
        ({"license": "Copyright (c) 2001 Some One", "classifier": ["License :: OSI Approved"]}, "not stated"),
    ],
)
def test_the_licence_is_read_from_the_metadata_of_a_package(stated, licence):
    assert licences.find_licence("some-package", stated) == licence
