"""Locked packages: their licences, and versions that agree in all files of envs/."""

import re
import sys
from pathlib import Path

import pytest
import yaml

from naivebench.models import catalogue

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


ENVS = Path(__file__).parents[2] / "envs"
LOCK = (ENVS / "requirements.txt").read_text()
PINS = dict(re.findall(r"^([a-z0-9.-]+)==(\S+)", LOCK, re.M))
DIRECT = [line.split("#")[0].strip() for line in (ENVS / "requirements.in").read_text().splitlines()]
DIRECT = [re.split(r"[<;\[]", name)[0] for name in DIRECT if name]


def test_conda_file_pins_the_direct_dependencies_at_the_locked_versions():
    listed = yaml.safe_load((ENVS / "environment.yaml").read_text())["dependencies"]
    # packages that conda-forge does not have
    of_pip = {name.replace("==", "=") for name in listed.pop()["pip"]}
    of_conda = {d for d in listed if not d.startswith("python ")}
    assert of_conda | of_pip == {f"{name}={PINS[name]}" for name in DIRECT}


def test_every_pin_has_hashes_and_no_address():
    blocks = re.split(r"^(?=[a-z0-9.-]+==)", LOCK, flags=re.M)[1:]
    assert len(blocks) == len(PINS) > 1
    assert all("--hash=sha256:" in block for block in blocks)
    assert "://" not in LOCK


def test_rivals_of_moderate_size_are_locked_and_extras_repeat_no_other_version():
    extras = dict(re.findall(r"^([a-z0-9.-]+)==(\S+)", (ENVS / "extras.txt").read_text(), re.M))
    assert {"lightgbm", "xgboost-cpu"} <= PINS.keys()
    assert {"catboost", "interpret-core"} <= extras.keys()
    assert all(PINS.get(package, version) == version for package, version in extras.items())


def test_a_method_whose_package_is_not_locked_gives_the_reason():
    """The first screen of a report without the method shows it."""
    needing = {m: s for m, s in catalogue.read_methods().items() if "package" in s}
    extra = {m: s for m, s in needing.items() if not any(pin.startswith(s["package"]) for pin in PINS)}
    assert {"catboost", "ebm"} <= extra.keys() < needing.keys()
    assert all(s.get("not_installed") for s in extra.values() if "like" not in s or "module" in s)
