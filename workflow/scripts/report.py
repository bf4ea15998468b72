"""Rule report: render the report, `index.html`, and write its tables as CSV."""

import gc
import json
from pathlib import Path

from naivebench.benchmark import finished_jobs, provenance
from naivebench.benchmark.results.context import load
from naivebench.benchmark.results.summaries import summarize
from naivebench.benchmark.script import logged
from naivebench.core.files import replace
from naivebench.report import page


def main(results, records, figures, page_path, tables):
    """Write the page, and its tables into the folder `tables`; `records`: one file for each data set."""
    gc.disable()  # nearly all objects stay, and looking for cycles takes a sixth of the time
    loaded = load(results, Path(records[0]).parent, {Path(record).stem for record in records})
    files = page.shipped(page.build(loaded, summarize(loaded), page.pictures(Path(figures))))
    Path(tables).mkdir(parents=True, exist_ok=True)
    for name in sorted(files, reverse=True):
        path = Path(page_path) if name == "index.html" else Path(page_path).parent / name
        with replace(path) as temporary:
            temporary.write_text(files[name], encoding="utf-8")


if __name__ == "__main__":
    with logged(snakemake.log[0]):
        given, out, results = snakemake.input, snakemake.output, Path(snakemake.input.config).parent
        finished_jobs.write(Path("benchmarks"), results / "timings.parquet", out.jobs)
        environment = provenance.environment(provenance.SOURCE.parents[1], snakemake.params.seed)
        with replace(out.environment) as temporary:
            temporary.write_text(json.dumps(environment | finished_jobs.run_facts(), indent=1))
        main(results, given.records, given.figures, out.page, out.tables)
