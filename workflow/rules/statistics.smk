"""
REQUIRED INPUTS: results/scores.parquet, data/prepared/{dataset}.json
OUTPUTS: results/statistics/{statistic}.json, results/angles/{dataset}.json, results/figures/{figure}.svg, results/environment.json, results/jobs.csv
"""

STATISTICS = SETTINGS["statistics"]["ids"]
FIGURES = SETTINGS["figures"]
FOUND = expand("data/prepared/{dataset}.json", dataset=DATASETS)
ANGLES = expand("results/angles/{dataset}.json", dataset=filter(has_angles, DATASETS))


rule compare:
    """One statistic over all data sets, protocols and metrics."""
    input:
        scores=rules.collect.output.scores,
        found=FOUND,
        script=script("compare"),
        code=code("compare"),
    output:
        "results/statistics/{statistic}.json",
    log:
        "logs/compare/{statistic}.log",
    conda:
        ENVIRONMENT
    params:
        experiments=packed(configuration.parts(CONFIGURATION)),
        metrics=packed(SETTINGS["metrics"]),
        methods=packed(METHODS),
        primary=packed(SETTINGS["primary"]),
        alpha=SETTINGS["statistics"]["alpha"],
        found=each("found", FOUND),
    shell:
        "python {input.script} statistic={wildcards.statistic} scores={input.scores} {params.found}"
        " experiments={params.experiments:q} metrics={params.metrics:q} methods={params.methods:q} primary={params.primary:q}"
        " alpha={params.alpha} out={output} usage=logs/usage/compare/{wildcards.statistic}.json 2> {log}"


rule figure:
    """One figure of the report."""
    input:
        rules.collect.output,
        FOUND,
        expand("results/statistics/{statistic}.json", statistic=STATISTICS),
        config=write_config(),
        script=script("figure"),
        code=code("figure"),
    output:
        "results/figures/{figure}.svg",
    log:
        "logs/figure/{figure}.log",
    conda:
        ENVIRONMENT
    shell:
        "python {input.script} figure={wildcards.figure} results=results prepared=data/prepared out={output}"
        " usage=logs/usage/figure/{wildcards.figure}.json 2> {log}"


rule angles:
    """Sectors, fitted densities and the effect of rotating all angles of one data set."""
    input:
        table="data/prepared/{dataset}.npz",
        script=script("angles"),
        code=code("angles"),
    output:
        "results/angles/{dataset}.json",
    log:
        "logs/angles/{dataset}.log",
    conda:
        ENVIRONMENT
    params:
        seed=lambda wildcards: packed(plan.entropy(SETTINGS["seed"], "angles", wildcards.dataset)),
    shell:
        "python {input.script} table={input.table} dataset={wildcards.dataset} out={output} seed={params.seed:q}"
        " usage=logs/usage/angles/{wildcards.dataset}.json 2> {log}"


rule environment:
    """Versions, machine and commit, and the time and memory of every job so far."""
    input:
        rules.collect.output,
        expand("results/statistics/{statistic}.json", statistic=STATISTICS),
        expand("results/figures/{figure}.svg", figure=FIGURES),
        ANGLES,
        script=script("environment"),
        code=code("environment"),
    output:
        environment="results/environment.json",
        jobs="results/jobs.csv",
    log:
        "logs/environment.log",
    localrule: True
    conda:
        ENVIRONMENT
    params:
        root=workflow.basedir,
        seed=SETTINGS["seed"],
    shell:
        "python {input.script} root={params.root} records=logs/usage seed={params.seed}" " out={output.environment} jobs={output.jobs} 2> {log}"
