"""The real data sets for tests: fetched once, prepared on demand.

Archives are taken from data/raw of the checkout where they have been fetched, else fetched into
NAIVEBENCH_DATA or a folder of this test run; NAIVEBENCH_MIRROR is tried first. What cannot be had is skipped
with its reason.
"""

import json
import os
from pathlib import Path

import pytest

from naivebench.core.absence import Absence
from naivebench.core.table import save
from naivebench.datasets import fetch, sources
from naivebench.datasets.prepare import Inputs, prepare
from naivebench.pipeline import configuration

ROOT = Path(__file__).parents[2]
STANZAS, _ARCHIVES = configuration.load_datasets([(ROOT / "config/datasets.yaml", "config/datasets.yaml")])
CATALOGUE = {"datasets": STANZAS, "archives": _ARCHIVES}
ARCHIVES = sources.archives_of(CATALOGUE)


def archive_of(identifier, folder):
    """Paths of a fetched archive and its status; the test is skipped if the archive cannot be had."""
    for place in (ROOT / "data/raw", folder / "raw"):
        archive, status = place / f"{identifier}.archive", place / f"{identifier}.json"
        if archive.is_file() and status.is_file() and json.loads(status.read_text())["status"] == "ok":
            return archive, status
    (folder / "raw").mkdir(exist_ok=True)
    record = fetch.fetch(
        ARCHIVES[identifier], archive, status, os.environ.get("NAIVEBENCH_MIRROR", ""), tries=1
    )
    if record["status"] != "ok":
        pytest.skip(f"{identifier} is not available: {record['reason']}")
    return archive, status


def inputs_of(dataset, folder):
    wanted = sources.inputs_of(STANZAS[dataset], CATALOGUE["archives"])
    if wanted["archive"]:
        return Inputs(*archive_of(wanted["archive"], folder))
    if wanted["derive"]:
        parent = folder / f"{wanted['derive']}.npz"
        save(prepared(wanted["derive"], folder)[0], parent)
        return Inputs(parent=parent)
    return Inputs()


def prepared(dataset, folder):
    result, record = prepare(dataset, STANZAS[dataset], inputs_of(dataset, folder), stop=True)
    assert not isinstance(result, Absence), result
    return result, record
