"""
REQUIRED INPUTS: results/scores.parquet, data/prepared/{dataset}.json
OUTPUTS: results/statistics/{statistic}.json, results/figures/*.svg, results/environment.json, results/jobs.csv
"""

STATISTICS = SETTINGS.statistics.ids
FOUND = expand("data/prepared/{dataset}.json", dataset=DATASETS)


rule compare:
    """One statistic over all data sets, protocols and metrics."""
    input:
        job=JOB_FILES["compare"],
        scores=rules.collect.output.scores,
        script=script("compare"),
        code=code("compare"),
    output:
        "results/statistics/{statistic}.json",
    log:
        "logs/compare/{statistic}.log",
    wildcard_constraints:
        statistic="|".join(map(re.escape, STATISTICS)) or "none",
    conda:
        ENVIRONMENT
    shell:
        "python {input.script:q} job={input.job:q} statistic={wildcards.statistic:q} scores={input.scores:q}"
        " out={output:q} usage=logs/usage/compare/{wildcards.statistic:q}.json 2> {log:q}"


rule figures:
    """All figures of the report."""
    input:
        rules.collect.output,
        FOUND,
        expand("results/statistics/{statistic}.json", statistic=STATISTICS),
        ANGLES,
        HIT_CURVES,
        BREAK_EVEN,
        BIAS_VARIANCE,
        config=write_config(),
        script=script("figures"),
        code=code("figures", *OF_PAPERS),
        published=PUBLISHED,
    output:
        report(
            directory("results/figures"),
            patterns=["{figure}.svg"],
            category="Figures",
            subcategory=section_of_figure,
            labels={"figure": "{figure}"},
        ),
    log:
        "logs/figures.log",
    conda:
        ENVIRONMENT
    threads: 4
    params:
        stored=STORED,
    shell:
        "python {input.script:q} results={params.stored:q}results prepared={params.stored:q}data/prepared out={output:q} threads={threads:q}"
        " usage=logs/usage/figures.json 2> {log:q}"


rule environment:
    """Versions, machine and commit, and the time and memory of every job so far."""
    input:
        rules.collect.output,
        expand("results/statistics/{statistic}.json", statistic=STATISTICS),
        rules.figures.output,
        ANGLES,
        HIT_CURVES,
        BREAK_EVEN,
        BIAS_VARIANCE,
        DEPENDENCE,
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
        root=lambda wildcards: str(ROOT),  # a function's value is no pattern
        seed=SETTINGS.seed,
    shell:
        "python {input.script:q} root={params.root:q} records=logs/usage seed={params.seed:q}"
        " out={output.environment:q} jobs={output.jobs:q} 2> {log:q}"
