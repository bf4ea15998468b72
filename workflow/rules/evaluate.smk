"""
REQUIRED INPUTS: data/prepared/{dataset}.npz, data/folds/{protocol}/{dataset}.npz,
                 data/discretized/{protocol}/{dataset}/{discretizer}.json
OUTPUTS: results/predictions/{protocol}/{dataset}/{unit}/{part}.npz and .times.json,
         results/{scores,timings,failures,calibration}/{protocol}/{dataset}.csv,
         results/scores.parquet, results/timings.parquet, results/failures.csv, results/calibration.csv
"""

PREDICTIONS = "results/predictions/{protocol}/{dataset}/{unit}/{part}"


def unit_methods(wildcards):
    """Stanzas of the methods of a unit, without what does not change its results."""
    unit = UNIT[wildcards.protocol, wildcards.dataset, wildcards.unit, wildcards.part]
    keys = ("module", "params", "kinds", "discretize", "predictions")
    return {
        m: {k: s[k] for k in keys if s.get(k) is not None}
        for m in unit.methods
        for s in [CONFIGURATION.methods[m]]
    }


def unit_cuts(wildcards):
    """Cut point files that the methods of a unit need."""
    names = dict.fromkeys(
        s["discretize"] for s in unit_methods(wildcards).values() if s.get("discretize")
    )
    return [
        f"data/discretized/{wildcards.protocol}/{wildcards.dataset}/{n}.json"
        for n in names
    ]


def unit_external(wildcards):
    """The file with the predictions of another tool, if it is there."""
    paths = [
        s["predictions"].format(**wildcards)
        for s in unit_methods(wildcards).values()
        if s.get("predictions")
    ]
    return [p for p in paths if os.path.exists(p)]


def unit_code(wildcards):
    """Source files behind the methods of a unit."""
    return code(
        "evaluate",
        *(
            f"naivebench.{s['module']}"
            for s in unit_methods(wildcards).values()
            if s.get("module")
        ),
    )


def unit_part(wildcards):
    """all, or FIRST:LAST folds."""
    unit = UNIT[wildcards.protocol, wildcards.dataset, wildcards.unit, wildcards.part]
    return "{}:{}".format(*unit.folds) if unit.folds else "all"


def unit_priority(wildcards):
    """Dear jobs first, so that none of them is left alone at the end."""
    unit = UNIT[wildcards.protocol, wildcards.dataset, wildcards.unit, wildcards.part]
    return {"light": 0, "normal": 10, "heavy": 20}[unit.cost]


rule evaluate:
    """Fit the methods of a unit on every fold of its part; predictions, never metrics. Results of unchanged code are kept."""
    input:
        table="data/prepared/{dataset}.npz",
        folds="data/folds/{protocol}/{dataset}.npz",
        cuts=unit_cuts,
        external=unit_external,
        code=unit_code,
    output:
        predictions=update(f"{PREDICTIONS}.npz"),
        times=update(f"{PREDICTIONS}.times.json"),
    params:
        methods=lambda wildcards: packed(unit_methods(wildcards)),
        part=unit_part,
        seed=SETTINGS["seed"],
        timeout=SETTINGS["timeout_seconds"],
        cuts_see=lambda wildcards: SETTINGS["protocols"][wildcards.protocol]["cuts"],
        cuts=lambda wildcards, input: each(
            "cuts", (f"{Path(p).stem}={p}" for p in input.cuts)
        ),
    log:
        "logs/evaluate/{protocol}/{dataset}/{unit}/{part}.log",
    conda:
        ENVIRONMENT
    priority: unit_priority
    shell:
        "{PY} {SCRIPTS}/evaluate.py table={input.table} folds={input.folds} {params.cuts} external_file={input.external}"
        " methods={params.methods:q} part={params.part} seed={params.seed} timeout_seconds={params.timeout}"
        " cuts_see={params.cuts_see} protocol={wildcards.protocol} dataset={wildcards.dataset}"
        " out={output.predictions} times={output.times}"
        " usage=logs/usage/evaluate/{wildcards.protocol}/{wildcards.dataset}/{wildcards.unit}/{wildcards.part}.json 2> {log}"


def unit_parts(wildcards):
    """Parts of every unit of a protocol and data set."""
    parts = {}
    for u in UNITS:
        if (u.protocol, u.dataset) == (wildcards.protocol, wildcards.dataset):
            parts.setdefault(u.unit, []).append(u.part)
    return parts


def unit_files(suffix):
    """Input function: the prediction files of a protocol and data set."""
    return lambda wildcards: [
        f"{PREDICTIONS}{suffix}".format(**u._asdict())
        for u in UNITS
        if (u.protocol, u.dataset) == (wildcards.protocol, wildcards.dataset)
    ]


rule score:
    """Metrics of the stored predictions of one data set: a new metric refits nothing."""
    input:
        table="data/prepared/{dataset}.npz",
        predictions=unit_files(".npz"),
        times=unit_files(".times.json"),
        code=code("score"),
    output:
        scores="results/scores/{protocol}/{dataset}.csv",
        timings="results/timings/{protocol}/{dataset}.csv",
        failures="results/failures/{protocol}/{dataset}.csv",
        calibration="results/calibration/{protocol}/{dataset}.csv",
    params:
        metrics=packed(SETTINGS["metrics"]),
        methods=packed(METHODS),
        parts=lambda wildcards: packed(unit_parts(wildcards)),
    log:
        "logs/score/{protocol}/{dataset}.log",
    conda:
        ENVIRONMENT
    shell:
        "{PY} {SCRIPTS}/score.py table={input.table} parts={params.parts:q}"
        " folder=results/predictions/{wildcards.protocol}/{wildcards.dataset}"
        " protocol={wildcards.protocol} dataset={wildcards.dataset} metrics={params.metrics:q} methods={params.methods:q}"
        " scores={output.scores} timings={output.timings} failures={output.failures} calibration={output.calibration}"
        " usage=logs/usage/score/{wildcards.protocol}/{wildcards.dataset}.json 2> {log}"


def scored(kind):
    """Files of one kind of all protocols and data sets."""
    return [f"results/{kind}/{p}/{d}.csv" for p, d in PAIRS]


rule collect:
    """One table of each kind for the whole benchmark."""
    input:
        scores=scored("scores"),
        timings=scored("timings"),
        failures=scored("failures"),
        calibration=scored("calibration"),
        code=code("collect"),
    output:
        scores="results/scores.parquet",
        timings="results/timings.parquet",
        failures="results/failures.csv",
        calibration="results/calibration.csv",
    params:
        datasets=packed({p: [d for q, d in PAIRS if q == p] for p in PROTOCOLS}),
    log:
        "logs/collect.log",
    conda:
        ENVIRONMENT
    localrule: True
    shell:
        "{PY} {SCRIPTS}/collect.py folder=results datasets={params.datasets:q} scores={output.scores} timings={output.timings}"
        " failures={output.failures} calibration={output.calibration} usage=logs/usage/collect.json 2> {log}"
