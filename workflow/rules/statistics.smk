"""
REQUIRED INPUTS: results/scores.parquet, data/prepared/{dataset}.json
OUTPUTS: results/statistics/{statistic}.json, results/figures/{figure}.svg, results/environment.json, results/jobs.csv
"""

STATISTICS = SETTINGS["statistics"]["ids"]
FIGURES = SETTINGS["figures"]
FOUND = expand("data/prepared/{dataset}.json", dataset=DATASETS)


rule compare:
    """One statistic over all data sets, protocols and metrics."""
    input:
        scores=rules.collect.output.scores,
        found=FOUND,
        code=code("compare"),
    output:
        "results/statistics/{statistic}.json",
    log:
        "logs/compare/{statistic}.log",
    conda:
        ENVIRONMENT
    params:
        protocols=packed(PROTOCOLS),
        metrics=packed(SETTINGS["metrics"]),
        methods=packed(METHODS),
        primary=packed(SETTINGS["primary"]),
        alpha=SETTINGS["statistics"]["alpha"],
        found=each("found", FOUND),
    shell:
        "{PY} {SCRIPTS}/compare.py statistic={wildcards.statistic} scores={input.scores} {params.found}"
        " protocols={params.protocols:q} metrics={params.metrics:q} methods={params.methods:q} primary={params.primary:q}"
        " alpha={params.alpha} out={output} usage=logs/usage/compare/{wildcards.statistic}.json 2> {log}"
