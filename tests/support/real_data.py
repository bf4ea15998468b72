"""The real data sets for tests, fetched once and prepared on demand.

Archives come from data/raw of the checkout if they have been fetched there; otherwise they are fetched into
NAIVEBENCH_DATA or a folder of this test run. NAIVEBENCH_MIRROR is tried first. Tests of data that are not
available are skipped with the reason.
"""

import json
import os
from pathlib import Path

import pytest

from naivebench.benchmark import configuration
from naivebench.core.absence import Absence
from naivebench.core.table import load, save
from naivebench.data import fetch, sources
from naivebench.data.discretization import cut_points
from naivebench.data.prepare import Inputs, prepare_data_set
from support import run_folder

ROOT = Path(__file__).parents[2]
STANZAS, _ARCHIVES = configuration.load_datasets("config/datasets", ROOT)
CATALOGUE = {"datasets": STANZAS, "archives": _ARCHIVES}
ARCHIVES = sources.list_archives(STANZAS, _ARCHIVES)


def archive_of(identifier, folder):
    """Paths of a fetched archive and its status; the test is skipped if the archive is not available."""
    fetched = Path(os.environ.get("NAIVEBENCH_DATA") or folder) / "raw"
    fetched.mkdir(parents=True, exist_ok=True)
    with run_folder.turn(fetched / identifier):
        for place in (ROOT / "data/raw", fetched):
            archive, status = place / f"{identifier}.archive", place / f"{identifier}.json"
            if archive.is_file() and status.is_file() and json.loads(status.read_text())["status"] == "ok":
                return archive, status
        mirror = os.environ.get("NAIVEBENCH_MIRROR", "")
        record = fetch.fetch_archive(ARCHIVES[identifier], archive, status, mirror)
    if record["status"] != "ok":
        pytest.skip(f"{identifier} is not available: {record['reason']}")
    return archive, status


def inputs_of(dataset, folder):
    wanted = sources.find_inputs(STANZAS[dataset], CATALOGUE["archives"])
    if wanted.archive:
        return Inputs(*archive_of(wanted.archive, folder))
    if wanted.derive:
        prepared(wanted.derive, folder)
        return Inputs(parent=folder / f"{wanted.derive}.npz")
    return Inputs()


def with_cuts(dataset, folder):
    """The table of a data set with cut points from all cases, as in the protocol of robles2003."""
    table, _ = prepared(dataset, folder)
    return cut_points.apply_cuts(table, cut_points.learn_cuts(table, "fayyad_irani"))


def prepared(dataset, folder):
    """Table and record of a data set, prepared once in a test run and read from a file, as jobs do."""
    table, record = folder / f"{dataset}.npz", folder / f"{dataset}.json"
    inputs = inputs_of(dataset, folder)
    with run_folder.turn(table):
        if not record.exists():
            result, found = prepare_data_set(dataset, STANZAS[dataset], inputs, stop=True)
            assert not isinstance(result, Absence), result
            save(result, table)
            record.write_text(json.dumps(found), encoding="utf-8")
    return load(table), json.loads(record.read_text(encoding="utf-8"))
