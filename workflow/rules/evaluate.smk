"""
REQUIRED INPUTS: data/prepared/{dataset}.npz, data/folds/{protocol}/{dataset}.npz,
                 data/discretized/{protocol}/{dataset}/{discretizer}.json
OUTPUTS: results/predictions/{protocol}/{dataset}/{unit}/{part}.npz and .times.json,
         results/{scores,timings,failures,calibration,structures,traces,answers,confusions}/{protocol}/{dataset}.csv,
         and one file of each kind of the whole benchmark: results/scores.parquet, results/failures.csv, ...
"""


rule evaluate:
    """Fit the methods of a unit on every fold of its part; predictions, never metrics. Results of unchanged code are kept."""
    input:
        job=job("evaluate"),
        table="data/prepared/{dataset}.npz",
        folds="data/folds/{protocol}/{dataset}.npz",
        cuts=cut_files,
        external=external_files,
        script=script("evaluate"),
        code=fitting_code("evaluate"),
    output:
        predictions=update(f"{settings.PREDICTIONS}.npz"),
        times=update(f"{settings.PREDICTIONS}.times.json"),
    log:
        "logs/evaluate/{protocol}/{dataset}/{unit}/{part}.log",
    # dear jobs first, so that none of them is left alone at the end
    priority: lambda wildcards: unit_of(wildcards).effort
    conda:
        ENVIRONMENT
    threads: lambda wildcards: SETTINGS.grain.heavy_threads if unit_of(wildcards).cost == "heavy" else 1
    params:
        stored=STORED,
    shell:
        "python {input.script:q} job={input.job:q} stored={params.stored:q} table={input.table:q} folds={input.folds:q}"
        " protocol={wildcards.protocol:q} dataset={wildcards.dataset:q} threads={threads:q}"
        " out={output.predictions:q} times={output.times:q}"
        " usage=logs/usage/evaluate/{wildcards.protocol:q}/{wildcards.dataset:q}/{wildcards.unit:q}/{wildcards.part:q}.json"
        " 2> {log:q}"


rule score:
    """Metrics of the stored predictions of one data set: a new metric refits nothing."""
    input:
        job=job("score"),
        table="data/prepared/{dataset}.npz",
        folds="data/folds/{protocol}/{dataset}.npz",
        predictions=prediction_files(".npz"),
        times=prediction_files(".times.json"),
        script=script("score"),
        code=code("score"),
    output:
        scores="results/scores/{protocol}/{dataset}.csv",
        timings="results/timings/{protocol}/{dataset}.csv",
        failures="results/failures/{protocol}/{dataset}.csv",
        calibration="results/calibration/{protocol}/{dataset}.csv",
        structures="results/structures/{protocol}/{dataset}.csv",
        traces="results/traces/{protocol}/{dataset}.csv",
        answers="results/answers/{protocol}/{dataset}.csv",
        confusions="results/confusions/{protocol}/{dataset}.csv",
    log:
        "logs/score/{protocol}/{dataset}.log",
    conda:
        ENVIRONMENT
    params:
        stored=STORED,
    shell:
        "python {input.script:q} job={input.job:q} stored={params.stored:q} table={input.table:q} folds={input.folds:q}"
        " protocol={wildcards.protocol:q} dataset={wildcards.dataset:q}"
        " scores={output.scores:q} timings={output.timings:q} failures={output.failures:q}"
        " calibration={output.calibration:q} structures={output.structures:q} traces={output.traces:q}"
        " answers={output.answers:q} confusions={output.confusions:q}"
        " usage=logs/usage/score/{wildcards.protocol:q}/{wildcards.dataset:q}.json 2> {log:q}"


rule collect:
    """One table of each kind for the whole benchmark."""
    input:
        job=job("collect"),
        scores=scored("scores"),
        timings=scored("timings"),
        failures=scored("failures"),
        calibration=scored("calibration"),
        structures=scored("structures"),
        traces=scored("traces"),
        answers=scored("answers"),
        confusions=scored("confusions"),
        script=script("collect"),
        code=code("collect"),
    output:
        scores="results/scores.parquet",
        timings="results/timings.parquet",
        failures="results/failures.csv",
        calibration="results/calibration.csv",
        structures="results/structures.csv",
        traces="results/traces.csv",
        answers="results/answers.csv",
        confusions="results/confusions.csv",
    log:
        "logs/collect.log",
    localrule: True
    conda:
        ENVIRONMENT
    params:
        stored=STORED,
    shell:
        "python {input.script:q} job={input.job:q} folder={params.stored:q}results"
        " scores={output.scores:q} timings={output.timings:q} failures={output.failures:q}"
        " calibration={output.calibration:q} structures={output.structures:q} traces={output.traces:q}"
        " answers={output.answers:q} confusions={output.confusions:q}"
        " usage=logs/usage/collect.json 2> {log:q}"
