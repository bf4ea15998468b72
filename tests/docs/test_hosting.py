"""Files for hosts and archives: versions, the record for Zenodo, hosted workflows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

import naivebench

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def load(path: str | Path) -> dict:
    return yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))


def test_versions_and_metadata_agree():
    cff, zenodo = load("CITATION.cff"), load(".zenodo.json")
    assert cff["version"] == naivebench.__version__
    assert zenodo["title"] == cff["title"]
    assert zenodo["license"] == cff["license"] == "BSD-3-Clause"
    assert zenodo["keywords"] == cff["keywords"]
    assert [c["name"] for c in zenodo["creators"]] == [a["name"] for a in cff["authors"]]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_hosted_workflows_call_existing_targets(path):
    targets = re.findall(r"^([\w-]+):(?!=)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    for job in load(path)["jobs"].values():
        called = [m for step in job["steps"] for m in re.findall(r"\bmake ([\w-]+)", step.get("run", ""))]
        assert called
        assert set(called) <= set(targets)
