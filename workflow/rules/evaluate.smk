"""
REQUIRED INPUTS: data/prepared/{dataset}.npz, data/folds/{protocol}/{dataset}.npz,
                 data/discretized/{protocol}/{dataset}/{discretizer}.json
OUTPUTS: results/predictions/{protocol}/{dataset}/{unit}/{part}.npz and .times.json,
         results/{scores,timings,failures,calibration}/{protocol}/{dataset}.csv,
         results/scores.parquet, results/timings.parquet, results/failures.csv, results/calibration.csv
"""


rule evaluate:
    """Fit the methods of a unit on every fold of its part; predictions, never metrics. Results of unchanged code are kept."""
    input:
        table="data/prepared/{dataset}.npz",
        folds="data/folds/{protocol}/{dataset}.npz",
        cuts=unit_cuts,
        external=unit_external,
        script=script("evaluate"),
        code=unit_code,
    output:
        predictions=update(f"{PREDICTIONS}.npz"),
        times=update(f"{PREDICTIONS}.times.json"),
    log:
        "logs/evaluate/{protocol}/{dataset}/{unit}/{part}.log",
    priority: unit_priority
    conda:
        ENVIRONMENT
    threads: unit_threads
    params:
        methods=lambda wildcards: packed(unit_methods(wildcards)),
        part=unit_part,
        permute=permute_seed,
        seed=SETTINGS["seed"],
        on_error=SETTINGS["on_error"],
        timeout=SETTINGS["timeout_seconds"],
        cuts_see=lambda wildcards: SETTINGS["protocols"][wildcards.protocol]["cuts"],
        cuts=lambda wildcards, input: each("cuts", (f"{Path(p).stem}={p}" for p in input.cuts)),
    shell:
        "python {input.script} table={input.table} folds={input.folds} {params.cuts} external_file={input.external:q}"
        " methods={params.methods:q} part={params.part} permute={params.permute:q} threads={threads} on_error={params.on_error} seed={params.seed} timeout_seconds={params.timeout}"
        " cuts_see={params.cuts_see} protocol={wildcards.protocol} dataset={wildcards.dataset}"
        " out={output.predictions} times={output.times}"
        " usage=logs/usage/evaluate/{wildcards.protocol}/{wildcards.dataset}/{wildcards.unit}/{wildcards.part}.json 2> {log}"


rule score:
    """Metrics of the stored predictions of one data set: a new metric refits nothing."""
    input:
        table="data/prepared/{dataset}.npz",
        folds="data/folds/{protocol}/{dataset}.npz",
        predictions=unit_files(".npz"),
        times=unit_files(".times.json"),
        script=script("score"),
        code=code("score"),
    output:
        scores="results/scores/{protocol}/{dataset}.csv",
        timings="results/timings/{protocol}/{dataset}.csv",
        failures="results/failures/{protocol}/{dataset}.csv",
        calibration="results/calibration/{protocol}/{dataset}.csv",
        structures="results/structures/{protocol}/{dataset}.csv",
        traces="results/traces/{protocol}/{dataset}.csv",
    log:
        "logs/score/{protocol}/{dataset}.log",
    conda:
        ENVIRONMENT
    params:
        permute=permute_seed,
        out=kinds_of_rows,
        metrics=lambda wildcards: packed(metrics_of(wildcards.protocol)),
        methods=packed(METHODS),
        parts=lambda wildcards: packed(unit_parts(wildcards)),
    shell:
        "python {input.script} table={input.table} folds={input.folds} parts={params.parts:q} permute={params.permute:q}"
        " folder=results/predictions/{wildcards.protocol}/{wildcards.dataset}"
        " protocol={wildcards.protocol} dataset={wildcards.dataset} metrics={params.metrics:q} methods={params.methods:q}"
        " {params.out}"
        " usage=logs/usage/score/{wildcards.protocol}/{wildcards.dataset}.json 2> {log}"


rule collect:
    """One table of each kind for the whole benchmark."""
    input:
        scores=scored("scores"),
        timings=scored("timings"),
        failures=scored("failures"),
        calibration=scored("calibration"),
        structures=scored("structures"),
        traces=scored("traces"),
        script=script("collect"),
        code=code("collect"),
    output:
        scores="results/scores.parquet",
        timings="results/timings.parquet",
        failures="results/failures.csv",
        calibration="results/calibration.csv",
        structures="results/structures.csv",
        traces="results/traces.csv",
    log:
        "logs/collect.log",
    localrule: True
    conda:
        ENVIRONMENT
    params:
        datasets=packed({p: [d for q, d in PAIRS if q == p] for p in PROTOCOLS}),
        out=kinds_of_rows,
    shell:
        "python {input.script} folder=results datasets={params.datasets:q} {params.out} usage=logs/usage/collect.json 2> {log}"
