"""Rule compare: every number of the pages, from the scores of all protocols."""

import json
from pathlib import Path

from naivebench.benchmark import collected_frames
from naivebench.benchmark.configuration import Configuration
from naivebench.benchmark.script_logging import log_output
from naivebench.benchmark.tables import complete_frames, compute_tables, write_tables
from naivebench.core.files import replace_file
from naivebench.papers.paper_tables import compute_paper_tables


def main(results, tables, facts, prepared, records, configuration):
    """Write the tables of the pages, all scores, and the jobs to the folder `results`.

    `tables`: kind -> files of all protocols; `facts`: protocol -> file; `prepared`: data set -> typed table.
    """
    seed = configuration["config"]["seed"]
    frames = collected_frames.read_scores_and_facts(tables, facts)
    frames |= collected_frames.describe_angles(prepared, seed)
    frames["jobs"] = collected_frames.list_jobs(Path("benchmarks"), frames["timings"])
    frames["versions"] = collected_frames.list_versions(seed)
    of_sets = collected_frames.read_records(records)
    frames = complete_frames(frames, Configuration(**configuration, root=Path()), of_sets)
    with replace_file(results / "scores.parquet") as temporary:
        frames["scores"].to_parquet(temporary, index=False)
    with replace_file(results / "config.json") as temporary:
        content = json.dumps(configuration, ensure_ascii=False, allow_nan=False)
        temporary.write_text(content + "\n", encoding="utf-8")
    write_tables({"jobs": frames["jobs"]}, results)
    write_tables(compute_tables(frames) | compute_paper_tables(frames), results / "tables")


if __name__ == "__main__":
    with log_output(snakemake.log[0]):
        given, params = snakemake.input, snakemake.params
        tables = {kind: given.scored[i :: len(params.tables)] for i, kind in enumerate(params.tables)}
        facts = dict(zip(params.protocols, given.facts, strict=True))
        prepared = dict(zip(params.datasets, given.tables, strict=True))
        results = Path(snakemake.output.jobs).parent
        main(results, tables, facts, prepared, given.records, params.configuration)
