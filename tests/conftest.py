import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    given = os.environ.get("NAIVEBENCH_DATA")
    path = Path(given) if given else tmp_path_factory.mktemp("data")
    path.mkdir(parents=True, exist_ok=True)
    return path
