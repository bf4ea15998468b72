"""
REQUIRED INPUTS: results/scores.parquet, data/prepared/{dataset}.json
OUTPUTS: results/statistics/{statistic}.json, results/angles/{dataset}.json, results/surfaces/{dataset}.json,
         results/hit_curves/{protocol}/{dataset}.json, results/break_even/{protocol}/{dataset}.json, results/figures/{figure}.svg, results/environment.json, results/jobs.csv
"""

from naivebench.reporting.figures import catalogue

STATISTICS = SETTINGS["statistics"]["ids"]
FIGURES = expand("results/figures/{figure}.svg", figure=catalogue.FIGURES)
FOUND = expand("data/prepared/{dataset}.json", dataset=DATASETS)
ANGLES = expand("results/{facts}/{dataset}.json", facts=["angles", "surfaces"], dataset=list(filter(has_angles, DATASETS)))
HIT_CURVES = [f"results/hit_curves/{p}/{d}.json" for p, d in PAIRS if SETTINGS["protocols"][p]["hit_curves"]]
BREAK_EVEN = [f"results/break_even/{p}/{d}.json" for p, d in PAIRS if "break_even" in SETTINGS["protocols"][p]["metrics"]]


rule compare:
    """One statistic over all data sets, protocols and metrics."""
    input:
        scores=rules.collect.output.scores,
        script=script("compare"),
        code=code("compare"),
    output:
        "results/statistics/{statistic}.json",
    log:
        "logs/compare/{statistic}.log",
    conda:
        ENVIRONMENT
    params:
        experiments=packed(configuration.compared(CONFIGURATION)),
        metrics=packed(SETTINGS["metrics"]),
        methods=packed(METHODS),
        primary=packed(SETTINGS["primary"]),
        alpha=SETTINGS["statistics"]["alpha"],
        rope=SETTINGS["statistics"]["rope"],
    shell:
        "python {input.script} statistic={wildcards.statistic} scores={input.scores}"
        " experiments={params.experiments:q} metrics={params.metrics:q} methods={params.methods:q} primary={params.primary:q}"
        " alpha={params.alpha} rope={params.rope} out={output} usage=logs/usage/compare/{wildcards.statistic}.json 2> {log}"


rule figures:
    """All figures of the report."""
    input:
        rules.collect.output,
        FOUND,
        expand("results/statistics/{statistic}.json", statistic=STATISTICS),
        ANGLES,
        HIT_CURVES,
        BREAK_EVEN,
        config=write_config(),
        script=script("figures"),
        code=code("figures"),
        published=PUBLISHED,
    output:
        FIGURES,
    log:
        "logs/figures.log",
    conda:
        ENVIRONMENT
    shell:
        "python {input.script} results=results prepared=data/prepared out=results/figures"
        " usage=logs/usage/figures.json 2> {log}"


rule angles:
    """Sectors, fitted densities and the effect of rotating all angles of one data set."""
    input:
        table="data/prepared/{dataset}.npz",
        script=script("angles"),
        code=code("angles"),
    output:
        "results/angles/{dataset}.json",
    log:
        "logs/angles/{dataset}.log",
    conda:
        ENVIRONMENT
    params:
        seed=lambda wildcards: packed(plan.entropy(SETTINGS["seed"], "angles", wildcards.dataset)),
    shell:
        "python {input.script} table={input.table} dataset={wildcards.dataset} out={output} seed={params.seed:q}"
        " usage=logs/usage/angles/{wildcards.dataset}.json 2> {log}"


rule surfaces:
    """Decision surfaces of all methods on one data set, if one or two angles, or an angle and a number, are all its attributes."""
    input:
        table="data/prepared/{dataset}.npz",
        script=script("surfaces"),
        code=surface_code,
    output:
        "results/surfaces/{dataset}.json",
    log:
        "logs/surfaces/{dataset}.log",
    conda:
        ENVIRONMENT
    params:
        methods=lambda wildcards: packed(surface_methods(wildcards)),
        seed=lambda wildcards: packed(plan.entropy(SETTINGS["seed"], "surfaces", wildcards.dataset)),
        timeout=SETTINGS["timeout_seconds"],
    shell:
        "python {input.script} table={input.table} dataset={wildcards.dataset} out={output} methods={params.methods:q} seed={params.seed:q}"
        " timeout_seconds={params.timeout} usage=logs/usage/surfaces/{wildcards.dataset}.json 2> {log}"


rule hit_curves:
    """Hit curves of all methods on one data set, with bands and tests, from stored predictions."""
    input:
        table="data/prepared/{dataset}.npz",
        folds="data/folds/{protocol}/{dataset}.npz",
        predictions=unit_files(".npz"),
        times=unit_files(".times.json"),
        script=script("hit_curves"),
        code=code("hit_curves"),
    output:
        "results/hit_curves/{protocol}/{dataset}.json",
    log:
        "logs/hit_curves/{protocol}/{dataset}.log",
    conda:
        ENVIRONMENT
    params:
        permute=permute_seed,
        methods=packed(METHODS),
        parts=lambda wildcards: packed(unit_parts(wildcards)),
        reference=lambda wildcards: SETTINGS["protocols"][wildcards.protocol]["hit_curves"],
        source=lambda wildcards: packed(CONFIGURATION.datasets[wildcards.dataset]["source"]),
        seed=lambda wildcards: packed(plan.entropy(SETTINGS["seed"], wildcards.protocol, wildcards.dataset)),
    shell:
        "python {input.script} table={input.table} folds={input.folds} parts={params.parts:q} methods={params.methods:q}"
        " folder=results/predictions/{wildcards.protocol}/{wildcards.dataset} protocol={wildcards.protocol} dataset={wildcards.dataset}"
        " reference={params.reference:q} source={params.source:q} seed={params.seed:q} permute={params.permute:q} out={output}"
        " usage=logs/usage/hit_curves/{wildcards.protocol}/{wildcards.dataset}.json 2> {log}"


rule break_even:
    """Break-even points of all methods on one data set from stored predictions, with the threshold of the test cases and of training cases."""
    input:
        table="data/prepared/{dataset}.npz",
        folds="data/folds/{protocol}/{dataset}.npz",
        predictions=unit_files(".npz"),
        times=unit_files(".times.json"),
        script=script("break_even"),
        code=break_even_code,
    output:
        "results/break_even/{protocol}/{dataset}.json",
    log:
        "logs/break_even/{protocol}/{dataset}.log",
    conda:
        ENVIRONMENT
    params:
        permute=permute_seed,
        methods=lambda wildcards: packed(break_even_methods(wildcards)),
        parts=lambda wildcards: packed(unit_parts(wildcards)),
        seed=lambda wildcards: packed(plan.entropy(SETTINGS["seed"], wildcards.protocol, wildcards.dataset)),
        timeout=SETTINGS["timeout_seconds"],
    shell:
        "python {input.script} table={input.table} folds={input.folds} parts={params.parts:q} methods={params.methods:q}"
        " folder=results/predictions/{wildcards.protocol}/{wildcards.dataset} protocol={wildcards.protocol} dataset={wildcards.dataset}"
        " seed={params.seed:q} permute={params.permute:q} timeout_seconds={params.timeout} out={output}"
        " usage=logs/usage/break_even/{wildcards.protocol}/{wildcards.dataset}.json 2> {log}"


rule environment:
    """Versions, machine and commit, and the time and memory of every job so far."""
    input:
        rules.collect.output,
        expand("results/statistics/{statistic}.json", statistic=STATISTICS),
        FIGURES,
        ANGLES,
        HIT_CURVES,
        BREAK_EVEN,
        script=script("environment"),
        code=code("environment"),
    output:
        environment="results/environment.json",
        jobs="results/jobs.csv",
    log:
        "logs/environment.log",
    localrule: True
    conda:
        ENVIRONMENT
    params:
        root=workflow.basedir,
        seed=SETTINGS["seed"],
    shell:
        "python {input.script} root={params.root} records=logs/usage seed={params.seed}" " out={output.environment} jobs={output.jobs} 2> {log}"
