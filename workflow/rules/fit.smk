"""Predictions of all methods, and their metrics."""

TABLES = "scores timings failures calibration structures answers confusions bias_variance".split()


rule fit:
    """Fit all methods on all folds and store their predictions. Those of unchanged methods are kept."""
    input:
        table="data/prepared/{dataset}.npz",
        discretized="data/discretized/{protocol}/{dataset}.npz",
    output:
        update("results/predictions/{protocol}/{dataset}.npz"),
    log:
        "logs/fit/{protocol}/{dataset}.log",
    benchmark:
        "benchmarks/fit/{protocol}/{dataset}.tsv"
    # long jobs first, so that none of them is left alone at the end
    priority: lambda wildcards: EFFORTS[*wildcards]
    conda:
        ENVIRONMENT
    params:
        settings=lambda wildcards: job_settings.make_fit_settings(
            CONFIGURATION, *wildcards, METHODS[*wildcards]
        ),
        content=lambda wildcards: job_settings.hash_files(list_prediction_files(wildcards)),
        on_error=SETTINGS["on_error"],
        script=provenance.parse_source(ROOT / "workflow/scripts/fit.py")[1],
    script:
        "../scripts/fit.py"


rule score:
    """Metrics of the stored predictions of one protocol: a new metric refits nothing."""
    input:
        tables=expand_data_sets("data/prepared/{dataset}.npz"),
        discretized=expand_data_sets("data/discretized/{protocol}/{dataset}.npz"),
        predictions=expand_data_sets("results/predictions/{protocol}/{dataset}.npz"),
    output:
        *expand("results/{table}/{{protocol}}.parquet", table=TABLES),
        facts="results/facts/{protocol}.json",
    log:
        "logs/score/{protocol}.log",
    benchmark:
        "benchmarks/score/{protocol}.tsv"
    # at once, because Snakemake checks the hundreds of inputs of such a job again and again while it waits
    priority: FIRST
    conda:
        ENVIRONMENT
    params:
        datasets=lambda wildcards: list_datasets(wildcards.protocol),
        tables=TABLES,
        settings=lambda wildcards: job_settings.make_score_settings(
            CONFIGURATION, wildcards.protocol, METHODS
        ),
        code=hash_script("score"),
    script:
        "../scripts/score.py"
