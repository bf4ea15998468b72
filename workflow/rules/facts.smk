"""
REQUIRED INPUTS: data/prepared/{dataset}.npz, data/folds/{protocol}/{dataset}.npz, results/predictions/
OUTPUTS: what the report shows of single data sets: results/angles/{dataset}.json,
         results/hit_curves/{protocol}/{dataset}.json, results/break_even/{protocol}/{dataset}.json,
         results/bias_variance/{protocol}/{dataset}.json;
         and of all data sets together: results/statistics/dependence.json
"""

ANGLES = expand(
    "results/angles/{dataset}.json",
    dataset=settings.with_angles(CONFIGURATION, UNITS),
)
HIT_CURVES = [f"results/hit_curves/{p}/{d}.json" for p, d in PAIRS if f"hit_curves/{p}/{d}" in JOBS]
BREAK_EVEN = [f"results/break_even/{p}/{d}.json" for p, d in PAIRS if f"break_even/{p}/{d}" in JOBS]
BIAS_VARIANCE = [f"results/bias_variance/{p}/{d}.json" for p, d in PAIRS if f"bias_variance/{p}/{d}" in JOBS]

DEPENDENCE = "results/statistics/dependence.json"


rule angles:
    """Sectors, fitted densities and the effect of rotating all angles of one data set."""
    input:
        job=job("angles"),
        table="data/prepared/{dataset}.npz",
        script=script("angles"),
        code=code("angles"),
    output:
        "results/angles/{dataset}.json",
    log:
        "logs/angles/{dataset}.log",
    conda:
        ENVIRONMENT
    shell:
        "python {input.script:q} job={input.job:q} table={input.table:q} dataset={wildcards.dataset:q} out={output:q}"
        " usage=logs/usage/angles/{wildcards.dataset:q}.json 2> {log:q}"


rule hit_curves:
    """Hit curves of all methods on one data set, with bands and tests, from stored predictions."""
    input:
        job=job("hit_curves"),
        table="data/prepared/{dataset}.npz",
        folds="data/folds/{protocol}/{dataset}.npz",
        predictions=prediction_files(".npz"),
        times=prediction_files(".times.json"),
        script=script("hit_curves"),
        code=code("hit_curves"),
    output:
        "results/hit_curves/{protocol}/{dataset}.json",
    log:
        "logs/hit_curves/{protocol}/{dataset}.log",
    conda:
        ENVIRONMENT
    params:
        stored=STORED,
    shell:
        "python {input.script:q} job={input.job:q} stored={params.stored:q} table={input.table:q} folds={input.folds:q}"
        " protocol={wildcards.protocol:q} dataset={wildcards.dataset:q} out={output:q}"
        " usage=logs/usage/hit_curves/{wildcards.protocol:q}/{wildcards.dataset:q}.json 2> {log:q}"


rule break_even:
    """Precision, recall and break-even points of all methods on one data set, from stored predictions."""
    input:
        job=job("break_even"),
        table="data/prepared/{dataset}.npz",
        folds="data/folds/{protocol}/{dataset}.npz",
        predictions=prediction_files(".npz"),
        times=prediction_files(".times.json"),
        script=script("break_even"),
        code=code("break_even"),
    output:
        "results/break_even/{protocol}/{dataset}.json",
    log:
        "logs/break_even/{protocol}/{dataset}.log",
    conda:
        ENVIRONMENT
    params:
        stored=STORED,
    shell:
        "python {input.script:q} job={input.job:q} stored={params.stored:q} table={input.table:q} folds={input.folds:q}"
        " protocol={wildcards.protocol:q} dataset={wildcards.dataset:q} out={output:q}"
        " usage=logs/usage/break_even/{wildcards.protocol:q}/{wildcards.dataset:q}.json 2> {log:q}"


rule bias_variance:
    """Bias and variance of the error of all methods on one data set, from the predictions of all repeats."""
    input:
        job=job("bias_variance"),
        table="data/prepared/{dataset}.npz",
        folds="data/folds/{protocol}/{dataset}.npz",
        predictions=prediction_files(".npz"),
        times=prediction_files(".times.json"),
        script=script("bias_variance"),
        code=code("bias_variance"),
    output:
        "results/bias_variance/{protocol}/{dataset}.json",
    log:
        "logs/bias_variance/{protocol}/{dataset}.log",
    conda:
        ENVIRONMENT
    shell:
        "python {input.script:q} job={input.job:q} table={input.table:q} folds={input.folds:q}"
        " protocol={wildcards.protocol:q} dataset={wildcards.dataset:q} out={output:q}"
        " usage=logs/usage/bias_variance/{wildcards.protocol:q}/{wildcards.dataset:q}.json 2> {log:q}"


rule dependence:
    """How far the attributes of every data set repeat each other, given the class."""
    input:
        job=JOB_FILES["dependence"],
        tables=expand("data/prepared/{dataset}.npz", dataset=DATASETS),
        script=script("dependence"),
        code=code("dependence"),
    output:
        DEPENDENCE,
    log:
        "logs/dependence.log",
    conda:
        ENVIRONMENT
    params:
        stored=STORED,
    shell:
        "python {input.script:q} job={input.job:q} prepared={params.stored:q}data/prepared out={output:q}"
        " usage=logs/usage/dependence.json 2> {log:q}"
