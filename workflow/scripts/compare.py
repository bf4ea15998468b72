"""Rule compare: every number of the pages, from the scores of all protocols."""

from pathlib import Path

from naivebench.benchmark.compare import Scored, compare
from naivebench.benchmark.script import logged

if __name__ == "__main__":
    with logged(snakemake.log[0]):
        given, params = snakemake.input, snakemake.params
        of_protocol = [given.scored[i :: len(params.protocols)] for i in range(len(params.protocols))]
        for folder in snakemake.output.facts:  # some may stay empty
            Path(folder).mkdir(parents=True, exist_ok=True)
        compare(
            str(Path(snakemake.output.config).parent),
            params.configuration,
            [
                Scored(protocol, dict(zip(params.tables, files, strict=True)), facts)
                for protocol, files, facts in zip(params.protocols, of_protocol, given.facts, strict=True)
            ],
            dict(zip(params.datasets, given.tables, strict=True)),
            params.angular,
            params.methods,
            snakemake.threads,
        )
