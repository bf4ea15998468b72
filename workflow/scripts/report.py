"""Rule report: render the pages from the tables and figures; nothing is computed here."""

from pathlib import Path

from naivebench.benchmark.script_logging import log_output
from naivebench.report.build import build_site

if __name__ == "__main__":
    with log_output(snakemake.log[0]):
        given, out = snakemake.input, Path(snakemake.output.index).parent
        (out / "papers").mkdir(parents=True, exist_ok=True)  # a run may have none
        build_site(Path(given.tables), Path(given.figures), out)
