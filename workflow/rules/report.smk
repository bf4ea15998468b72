"""
REQUIRED INPUTS: everything in results/, data/prepared/{dataset}.json
OUTPUTS: reports/index.html and reports/tables/*.csv
"""


rule report:
    """One self-contained page, and its tables as CSV."""
    input:
        rules.collect.output,
        FOUND,
        rules.environment.output,
        expand("results/statistics/{statistic}.json", statistic=STATISTICS),
        rules.figures.output,
        ANGLES,
        HIT_CURVES,
        BIAS_VARIANCE,
        DEPENDENCE,
        config=write_config(),
        script=script("report"),
        code=code("report", *OF_PAPERS),
        templates=TEMPLATES,
        published=PUBLISHED,
    output:
        page=report("reports/index.html", category="Report", caption="../report/page.rst"),
        tables=report(
            directory("reports/tables"),
            patterns=["{table}.csv"],
            category="Tables",
            subcategory=lambda wildcards: "Times" if wildcards.table.startswith("time_") else "Results",
            labels={"table": "{table}"},
        ),
    log:
        "logs/report.log",
    localrule: True
    conda:
        ENVIRONMENT
    params:
        stored=STORED,
    shell:
        "python {input.script:q} results={params.stored:q}results prepared={params.stored:q}data/prepared figures={params.stored:q}results/figures out={output.page:q}"
        " usage=logs/usage/report.json 2> {log:q}"
