"""The networks of the bnlearn repository as pgmpy publishes them.

They are read from its package, which is fetched by hash and not installed.
"""

import os

import pytest

from naivebench.data import archive, fetch
from naivebench.methods.inference import bif

PACKAGE = {
    "pip": "pgmpy==1.1.2",
    "sha256": "e55c78763a4a45dd644a13b250cea86af0c7e08590cf35de489624f34a4d9a0b",
    "python_version": "3.11",
}
FOLDER = "pgmpy/utils/example_models"


def network(name, folder):
    """One network; the test is skipped if the package is not available."""
    path, reason = fetched(folder)
    if path is None:
        pytest.skip(reason)
    return read(path, name)


def fetched(folder):
    """Path of the package, or None and the reason why it is not available."""
    path, status = folder / "pgmpy-1.1.2.archive", folder / "pgmpy-1.1.2.json"
    if not path.is_file() or path.stat().st_size == 0:
        record = fetch.fetch(PACKAGE, path, status, os.environ.get("NAIVEBENCH_MIRROR", ""), tries=1)
        if record["status"] != "ok":
            return None, f"{PACKAGE['pip']} is not available: {record['reason']}"
    return path, ""


def read(path, name):
    (content,) = archive.read_members(path, [f"{FOLDER}/{name}.bif.gz"], [None])
    return bif.parse(content.decode(), where=f"{name}.bif")
