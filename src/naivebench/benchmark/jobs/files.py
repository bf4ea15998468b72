"""Job files: the settings of every job as a JSON file, which is an input of the job.

A file name ends in a hash of the content. Changed settings are therefore a new file, for which Snakemake runs
the job again, and a file never changes while a job is about to read it (for example because of a dry run with
other settings). Files of earlier settings are kept; they are small.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from naivebench.core.files import replace


def write(folder: str | Path, settings: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Write the settings of every job below `folder`, except files that already exist; return job -> path."""
    paths = {}
    for job, values in settings.items():
        text = json.dumps(values, separators=(",", ":"), ensure_ascii=False) + "\n"
        paths[job] = f"{folder}/{job}-{hashlib.sha256(text.encode()).hexdigest()[:12]}.json"
        if not os.path.exists(paths[job]):
            with replace(paths[job]) as temporary:
                temporary.write_text(text, encoding="utf-8")
    return paths


def record_run(path: str | Path, configfiles: Iterable[Path], values: Mapping[str, Any]) -> None:
    """Record the configuration files, relative to the current folder, and the values that a run was started
    with; `make rerun-failed` reads them.
    """
    told = {"configfiles": [os.path.relpath(file) for file in configfiles], "config": dict(values)}
    with replace(path) as temporary:
        temporary.write_text(json.dumps(told, indent=1), encoding="utf-8")
