"""Run the sections of examples.md, and write what they print and their pictures.

`make format` runs this file; `tests/docs/test_code.py` runs the sections in the same way and compares.

python docs/write_examples.py
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

PAGE = Path(__file__).resolve().parent / "examples.md"
PICTURES = PAGE.parent / "examples"
SECTION = re.compile(r"^## .*?(?=^## |\Z)", re.M | re.S)
CODE = re.compile(r"^```python\n(.*?)^```", re.M | re.S)
OUTPUT = re.compile(r"(?<=^```console\n).*?(?=^```)", re.M | re.S)
STYLE = {"backend": "agg", "svg.fonttype": "none", "svg.hashsalt": "naivebench", "figure.dpi": 100}


class Result(NamedTuple):
    """What the code of a section prints, and its SVG files by name."""

    output: str
    pictures: dict[str, str]


def run_section(section: str) -> Result:
    """Run the code of a section in an empty folder, with the same style for all pictures."""
    import matplotlib.pyplot as plt

    code = "\n".join(CODE.findall(section))
    output, before = io.StringIO(), Path.cwd()
    with tempfile.TemporaryDirectory() as folder, matplotlib.rc_context(STYLE):
        os.chdir(folder)
        try:
            with contextlib.redirect_stdout(output):
                exec(compile(code, section.partition("\n")[0], "exec"), {"__name__": "__main__"})
        finally:
            os.chdir(before)
            plt.close("all")
        drawn = sorted(Path(folder).glob("*.svg"))
        return Result(output.getvalue(), {p.name: remove_metadata(p.read_text("utf-8")) for p in drawn})


def remove_metadata(svg: str) -> str:
    """The picture without its date and the version of matplotlib."""
    return re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.S)


def main() -> None:
    """Write outputs into the page, and the pictures beside it."""

    def renew(match: re.Match[str]) -> str:
        result = run_section(match[0])
        for name, svg in result.pictures.items():
            (PICTURES / name).write_text(svg, encoding="utf-8")
        return OUTPUT.sub(lambda _: result.output, match[0])

    PAGE.write_text(SECTION.sub(renew, PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
