"""Job files: the settings of every job as a JSON file, an input of the job like any other.

A name ends in a hash of the content. Other settings are so another file, for which Snakemake runs the job
again, and a file never changes under a job that is about to read it (a dry run with other settings may come
between). Files of earlier settings stay; they are small.
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
    """Write the settings of every job below `folder`, unless they stand there already; job -> path."""
    paths = {}
    for job, values in settings.items():
        text = json.dumps(values, separators=(",", ":"), ensure_ascii=False) + "\n"
        paths[job] = f"{folder}/{job}-{hashlib.sha256(text.encode()).hexdigest()[:12]}.json"
        if not os.path.exists(paths[job]):
            with replace(paths[job]) as temporary:
                temporary.write_text(text, encoding="utf-8")
    return paths


def record_run(path: str | Path, configfiles: Iterable[Path], values: Mapping[str, Any]) -> None:
    """Note the configuration files, relative to the current folder, and the values that a run was started
    with, for make rerun-failed.
    """
    told = {"configfiles": [os.path.relpath(file) for file in configfiles], "config": dict(values)}
    with replace(path) as temporary:
        temporary.write_text(json.dumps(told, indent=1), encoding="utf-8")
