"""BibTeX entry for citing the benchmark; `scripts/bibtex.js` derives the entry of a table from it."""

from __future__ import annotations

from naivebench import __version__
from naivebench.benchmark.results.context import Results

AUTHOR = "The naivebench developers"
TITLE = "naivebench: the reference benchmark of the naive Bayes family"


def bibtex(results: Results) -> str:
    """The BibTeX entry: year of the run and, if known, the version and the commit."""
    environment = results.environment
    date, commit = environment.get("date"), environment.get("commit")
    fields = {
        "author": f"{{{AUTHOR}}}",
        "title": TITLE,
        "year": str(date)[:4] if date else None,
        "version": __version__,
        "note": f"Commit {commit}" if commit else None,
    }
    lines = [f"  {name} = {{{value}}}" for name, value in fields.items() if value]
    return "@misc{naivebench,\n" + ",\n".join(lines) + "\n}"
