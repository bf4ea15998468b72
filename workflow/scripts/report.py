"""Render the report: `index.html`, and its tables as CSV and JSON."""

from pathlib import Path

from naivebench.benchmark.jobs import arguments
from naivebench.benchmark.results.context import load
from naivebench.benchmark.results.summaries import summarize
from naivebench.core.files import replace
from naivebench.report import page


def main(results: str, prepared: str, figures: str, out: str) -> None:
    """`results`, `prepared`, `figures`: folders; `out`: the page.

    Tables go to the folder `tables` beside it; older ones are removed.
    """
    loaded = load(results, prepared)
    files = page.shipped(page.build(loaded, summarize(loaded), page.pictures(Path(figures))))
    folder = Path(out).parent
    for name in sorted(files, reverse=True):
        with replace(Path(out) if name == "index.html" else folder / name) as temporary:
            temporary.write_text(files[name], encoding="utf-8")
    (folder / "partial.html").unlink(missing_ok=True)  # of `naivebench report`
    for old in (folder / "tables").glob("*.*"):
        if f"tables/{old.name}" not in files:
            old.unlink()


if __name__ == "__main__":
    arguments.call(main)
