"""From the scores of all protocols to the page: tables, figures, report."""

FACTS = ["statistics", "angles", "hit_curves", "break_even", "bias_variance"]
OF_PAPERS = provenance.modules("naivebench.report.papers")  # their paper.yaml names functions of them
RECORDS = expand("data/prepared/{dataset}.json", dataset=DATASETS)


rule compare:
    """Every number of the pages: all tables in one, ranks, tests, intervals and further facts."""
    input:
        scored=expand("results/{table}/{protocol}.parquet", table=TABLES, protocol=PROTOCOLS),
        facts=expand("results/facts/{protocol}.json", protocol=PROTOCOLS),
        tables=expand("data/prepared/{dataset}.npz", dataset=DATASETS),
    output:
        "results/scores.parquet",
        "results/timings.parquet",
        expand("results/{table}.csv", table=TABLES[2:]),
        config="results/config.json",
        facts=[directory(f"results/{fact}") for fact in FACTS],
    log:
        "logs/compare.log",
    benchmark:
        "benchmarks/compare.tsv"
    conda:
        ENVIRONMENT
    threads: 4
    params:
        configuration=lambda wildcards: configuration.resolved(CONFIGURATION),
        protocols=PROTOCOLS,
        datasets=DATASETS,
        tables=TABLES,
        methods=[m for m in CONFIGURATION.methods if any(m in methods for methods in METHODS.values())],
        angular=settings.angular(CONFIGURATION, DATASETS),
        code=code("compare", libraries=("numpy", "scipy", "pandas", "statsmodels")),
    script:
        "../scripts/compare.py"


rule figures:
    """All figures of the pages, as SVG."""
    input:
        rules.compare.output,
        config=rules.compare.output.config,
        records=RECORDS,
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
    benchmark:
        "benchmarks/figures.tsv"
    conda:
        ENVIRONMENT
    threads: 4
    params:
        code=code("figures", *OF_PAPERS, libraries=("numpy", "pandas", "seaborn", "matplotlib")),
        files=settings.files_of_page(ROOT),
    script:
        "../scripts/figures.py"


rule report:
    """One self-contained page, and its tables as CSV."""
    input:
        rules.compare.output,
        config=rules.compare.output.config,
        records=RECORDS,
        figures=rules.figures.output[0],
    output:
        page=report("reports/index.html", category="Report", caption="../report/page.rst"),
        tables=report(
            directory("reports/tables"),
            patterns=["{table}.csv"],
            category="Tables",
            subcategory=lambda wildcards: "Times" if wildcards.table.startswith("time_") else "Results",
            labels={"table": "{table}"},
        ),
        environment="results/environment.json",
        jobs="results/jobs.csv",
    log:
        "logs/report.log",
    localrule: True
    conda:
        ENVIRONMENT
    params:
        seed=SETTINGS.seed,
        code=code("report", *OF_PAPERS, libraries=("pandas", "jinja2")),
        files=settings.files_of_page(ROOT),
    script:
        "../scripts/report.py"
