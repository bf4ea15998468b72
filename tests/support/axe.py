"""The accessibility checker axe-core from the npm registry; no part of it is stored in the project."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from support import run_folder

PACKAGE = "axe-core@4.10.3"


def source(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The script as text, fetched once for all test processes; the test is skipped if it is not available."""
    if shutil.which("npm") is None:
        pytest.skip("no npm on this machine: the page was not checked by axe-core")
    folder = run_folder.shared(tmp_path_factory, "axe")
    with run_folder.turn(folder / "fetched"):
        path = folder / "node_modules" / "axe-core" / "axe.min.js"
        if not path.exists():
            command = ["npm", "install", "--prefix", str(folder), "--no-save", "--ignore-scripts", PACKAGE]
            done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
            if done.returncode:
                pytest.skip(f"npm gave no {PACKAGE}: the page was not checked ({done.stderr.strip()[-200:]})")
    return Path(path).read_text(encoding="utf-8")


def violations(tab, script: str) -> list[str]:
    """Violations that axe-core finds in the page as it is shown: rule, place, problem.

    `script` is the text of axe-core.
    """
    tab.js(f"window.axe ? 0 : (() => {{ {script}; return 0; }})()")
    found = tab.js(
        "axe.run(document, {resultTypes: ['violations']}).then((r) => r.violations.flatMap((v) => "
        "v.nodes.map((n) => `${v.id}: ${n.target.join(' ')}: ${n.failureSummary.replaceAll('\\n', ' ')}`)))"
    )
    return sorted(found)
