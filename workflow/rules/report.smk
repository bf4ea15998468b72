"""From the scores of all protocols to the pages: tables, figures, report."""

REPORT = ROOT / "src/naivebench/report"
PAPERS = [ROOT / "data/published", *sorted((ROOT / "src/naivebench/papers").glob("*/paper.yaml"))]
RECORDS = expand("data/prepared/{dataset}.json", dataset=DATASETS)


rule compare:
    """Every number of the pages: ranks, tests, intervals, claims and facts, as one CSV file for each table."""
    input:
        scored=expand("results/{table}/{protocol}.parquet", protocol=PROTOCOLS, table=TABLES),
        facts=expand("results/facts/{protocol}.json", protocol=PROTOCOLS),
        tables=expand("data/prepared/{dataset}.npz", dataset=DATASETS),
        records=RECORDS,
    output:
        "results/scores.parquet",
        "results/config.json",
        jobs="results/jobs.csv",
        numbers=directory("results/tables"),
    log:
        "logs/compare.log",
    benchmark:
        "benchmarks/compare.tsv"
    conda:
        ENVIRONMENT
    params:
        configuration=lambda wildcards: configuration.export_configuration(CONFIGURATION),
        protocols=PROTOCOLS,
        datasets=DATASETS,
        tables=TABLES,
        files=job_settings.hash_files(PAPERS),
        code=hash_script("compare", libraries=("numpy", "scipy", "pandas", "statsmodels")),
    script:
        "../scripts/compare.py"


rule figures:
    """All figures of the pages, as SVG."""
    input:
        rules.compare.output.numbers,
    output:
        report(
            directory("results/figures"),
            patterns=["{figure}.svg"],
            category="Figures",
            labels={"figure": "{figure}"},
        ),
    log:
        "logs/figures.log",
    benchmark:
        "benchmarks/figures.tsv"
    conda:
        ENVIRONMENT
    params:
        files=job_settings.hash_files([REPORT / "pages.yaml"]),
        code=hash_script("figures", libraries=("numpy", "pandas", "seaborn", "matplotlib")),
    script:
        "../scripts/figures.py"


rule report:
    """The pages, with all tables as CSV and all figures."""
    input:
        tables=rules.compare.output.numbers,
        figures=rules.figures.output[0],
    output:
        expand("reports/{page}.html", page=["methods", "datasets", "claims", "statistics", "about"]),
        expand("reports/page.{kind}", kind=["css", "js"]),
        *map(directory, ["reports/papers", "reports/figures"]),
        index=report("reports/index.html", category="Report"),
        tables=report(
            directory("reports/tables"),
            patterns=["{table}.csv"],
            category="Tables",
            labels={"table": "{table}"},
        ),
    log:
        "logs/report.log",
    localrule: True
    conda:
        ENVIRONMENT
    params:
        files=job_settings.hash_files(
            map(REPORT.joinpath, ["columns.yaml", "pages.yaml", "static", "templates"])
        ),
        code=hash_script("report", libraries=("pandas", "jinja2")),
    script:
        "../scripts/report.py"
