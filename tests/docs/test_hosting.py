"""Files for hosts and archives: versions, the record for Zenodo, hooks, hosted workflows and forms."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

import naivebench

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml"))


def loaded(path: str | Path) -> dict:
    return yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))


def test_versions_and_metadata_agree():
    cff, zenodo = loaded("CITATION.cff"), loaded(".zenodo.json")
    assert cff["version"] == naivebench.__version__
    assert cff["cff-version"] == "1.2.0"
    assert {"message", "title", "authors", "date-released"} <= cff.keys()
    assert zenodo["title"] == cff["title"]
    assert zenodo["license"] == cff["license"] == "BSD-3-Clause"
    assert zenodo["keywords"] == cff["keywords"]
    assert [c["name"] for c in zenodo["creators"]] == [a["name"] for a in cff["authors"]]


def test_the_record_for_zenodo_has_the_fields_of_a_deposit():
    record = json.loads((ROOT / ".zenodo.json").read_text(encoding="utf-8"))
    # there is no version, because Zenodo uses that of the tag
    assert record.keys() == {
        *("title", "description", "upload_type", "access_right", "license", "creators", "keywords")
    }
    assert record["upload_type"] == "software"
    assert record["access_right"] == "open"


def test_hooks_have_the_versions_of_the_lock_file():
    lock = (ROOT / "envs" / "requirements.txt").read_text(encoding="utf-8")
    hooks = loaded(".pre-commit-config.yaml")["repos"][0]["hooks"]
    pins = {hook["id"]: hook["additional_dependencies"] for hook in hooks}
    assert pins.keys() == {"ruff", "ruff-format", "snakefmt", "codespell", "yamllint", "prettier"}
    assert all(len(pin) == 1 and re.search(r"[=@]\d", pin[0]) for pin in pins.values())
    for name in ("ruff", "ruff-format", "snakefmt"):
        assert f"{pins[name][0]} " in lock, name


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_hosted_workflows_call_existing_targets(path):
    workflow = loaded(path)
    targets = re.findall(r"^([\w-]+):(?!=)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        assert job["timeout-minutes"]
        called = [m for step in job["steps"] for m in re.findall(r"\bmake ([\w-]+)", step.get("run", ""))]
        assert called
        assert set(called) <= set(targets)
        assert all(re.fullmatch(r"actions/[\w-]+@v\d+", s["uses"]) for s in job["steps"] if "uses" in s)


def test_every_supported_python_is_tested():
    found = loaded(".github/workflows/checks.yml")["jobs"]["tests"]["strategy"]["matrix"]["python"]
    assert found == ["3.11", "3.12", "3.13", "3.14"]
    assert f'requires-python = ">={found[0]}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
def test_forms_for_issues_are_complete(path):
    form = loaded(path)
    assert form.keys() == {"name", "description", "labels", "body"}
    fields = [field["id"] for field in form["body"]]
    assert len(fields) == len(set(fields))
    for field in form["body"]:
        assert field["type"] in ("input", "textarea", "checkboxes")
        assert field["attributes"]["label"]


def test_there_is_a_form_for_each_kind_of_issue():
    assert [path.stem for path in FORMS] == ["bug", "data_set", "method", "wrong_number"]
