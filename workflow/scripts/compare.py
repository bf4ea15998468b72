"""Rule compare: every number of the pages, from the scores of all protocols."""

from pathlib import Path

from naivebench.benchmark import collect
from naivebench.benchmark.script import log_output
from naivebench.benchmark.tables import compute_tables, read_run, write_tables
from naivebench.papers.collect import paper_tables


def main(results, tables, facts, prepared, records, configuration, seeds, threads):
    """Write the results of all protocols together, and the tables of the pages, to the folder `results`.

    `tables`: kind -> files of all protocols; `facts`: protocol -> file; `prepared`: data set -> typed table;
    `seeds`: data set -> seed words of the tests on its angles.
    """
    collect.write_json(configuration, results / "config.json")
    collect.merge_tables(tables, results)
    collect.merge_facts(facts, results)
    collect.describe_tables(prepared, seeds, results)
    collect.write_jobs(Path("benchmarks"), results)
    collect.write_versions(results / "versions.csv", configuration["config"]["seed"])
    frames = read_run(results, records)
    numbers = compute_tables(frames, threads) | paper_tables(frames)
    write_tables(numbers, results / "tables")


if __name__ == "__main__":
    with log_output(snakemake.log[0]):
        given, params = snakemake.input, snakemake.params
        main(
            Path(snakemake.output.config).parent,
            {kind: given.scored[i :: len(params.tables)] for i, kind in enumerate(params.tables)},
            dict(zip(params.protocols, given.facts, strict=True)),
            dict(zip(params.datasets, given.tables, strict=True)),
            given.records,
            params.configuration,
            params.seeds,
            snakemake.threads,
        )
