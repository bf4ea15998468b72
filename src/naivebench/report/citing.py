"""How to cite the benchmark, as a BibTeX entry; `scripts/bibtex.js` makes that of a table from it."""

from __future__ import annotations

from naivebench import RESULTS_VERSION, __version__
from naivebench.benchmark.results.context import Results

AUTHOR = "The naivebench developers"
TITLE = "naivebench: the reference benchmark of the naive Bayes family"


def bibtex(results: Results) -> str:
    """The entry: year of the run, version of the code, results and commit as far as they are known."""
    environment = results.environment
    date, commit = environment.get("date"), environment.get("commit")
    note = f"Results {RESULTS_VERSION}" + (f", commit {commit}" if commit else "")
    fields = {
        "author": f"{{{AUTHOR}}}",
        "title": TITLE,
        "year": str(date)[:4] if date else None,
        "version": __version__,
        "note": note,
    }
    lines = [f"  {name} = {{{value}}}" for name, value in fields.items() if value]
    return "@misc{naivebench,\n" + ",\n".join(lines) + "\n}"
