"""The site of the documentation: it is built without warnings, needs no network, and has a page for each
namespace.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.workflow, pytest.mark.long]

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert done.returncode == 0, done.stdout
    assert done.stdout == ""
    return folder


@pytest.mark.slow
def test_no_page_needs_the_network(site):
    loads = re.compile(r"<(?:script|img|iframe|link)\b[^>]*(?:src|href)=[\"']?(?:https?:)?//[^>]*>")
    pages = list(site.rglob("*.html"))
    assert len(pages) > 20
    assert not [found for page in pages for found in loads.findall(page.read_text(encoding="utf-8"))]


@pytest.mark.slow
def test_every_module_is_in_the_reference(site):
    modules = [
        path.relative_to(ROOT / "src").with_suffix("")
        for path in (ROOT / "src/naivebench").glob("*/**/*.py")
        if not path.name.startswith("_")
    ]
    pages = {page.stem: page.read_text(encoding="utf-8") for page in (site / "api").glob("*.html")}
    absent = [m for m in modules if f'id="{".".join(m.parts)}"' not in pages[m.parts[1]]]
    assert modules
    assert not absent
