"""Run the pages of this folder, and write what they print and their pictures.

`make format` runs this file; `tests/docs/test_examples.py` runs the pages in the same way and compares.

python docs/examples/write.py
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import tempfile
from pathlib import Path
from typing import NamedTuple

import matplotlib

FOLDER = Path(__file__).resolve().parent
PAGES = sorted(path for path in FOLDER.glob("*.md") if path.name != "index.md")
CODE = re.compile(r"^```python\n(.*?)^```", re.M | re.S)
SAID = re.compile(r"(?<=^```console\n).*?(?=^```)", re.M | re.S)
STYLE = {"backend": "agg", "svg.fonttype": "none", "svg.hashsalt": "naivebench", "figure.dpi": 100}


class Run(NamedTuple):
    """What an example leaves."""

    said: str  # what it prints
    pictures: dict[str, str]  # SVG files by name


def run(page: Path) -> Run:
    """Run the code of a page in an empty folder, with the same style for all pictures."""
    import matplotlib.pyplot as plt

    code = "\n".join(CODE.findall(page.read_text(encoding="utf-8")))
    said, before = io.StringIO(), Path.cwd()
    with tempfile.TemporaryDirectory() as folder, matplotlib.rc_context(STYLE):
        os.chdir(folder)
        try:
            with contextlib.redirect_stdout(said):
                exec(compile(code, page.name, "exec"), {"__name__": "__main__"})
        finally:
            os.chdir(before)
            plt.close("all")
        found = sorted(Path(folder).glob("*.svg"))
        return Run(said.getvalue(), {path.name: _lasting(path.read_text(encoding="utf-8")) for path in found})


def _lasting(svg: str) -> str:
    """The picture without its date and the version of matplotlib."""
    return re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.S)


def main() -> None:
    """Write outputs into the pages, and the pictures beside them."""
    for page in PAGES:
        made = run(page)
        text = page.read_text(encoding="utf-8")
        page.write_text(SAID.sub(made.said.replace("\\", r"\\"), text), encoding="utf-8")
        for name, svg in made.pictures.items():
            (FOLDER / name).write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
