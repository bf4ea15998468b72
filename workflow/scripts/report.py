"""Rule report: render the report, `index.html`, and write its tables as CSV."""

import gc
from pathlib import Path

from naivebench.benchmark.jobs import arguments
from naivebench.benchmark.results.context import load
from naivebench.benchmark.results.summaries import summarize
from naivebench.core.files import replace
from naivebench.report import page


def main(results: str, prepared: str, figures: str, out: str) -> None:
    """Write the report.

    `results`, `prepared`, `figures`: folders; `out`: the page. The tables are written to the folder `tables`
    next to the page; older tables are removed.
    """
    gc.disable()  # nearly all objects stay, and looking for cycles takes a sixth of the time
    loaded = load(results, prepared)
    files = page.shipped(page.build(loaded, summarize(loaded), page.pictures(Path(figures))))
    folder = Path(out).parent
    for name in sorted(files, reverse=True):
        with replace(Path(out) if name == "index.html" else folder / name) as temporary:
            temporary.write_text(files[name], encoding="utf-8")
    for old in (folder / "tables").glob("*.*"):
        if f"tables/{old.name}" not in files:
            old.unlink()


if __name__ == "__main__":
    arguments.call(main)
