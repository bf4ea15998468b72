"""
REQUIRED INPUTS: files of data sets with `stream: true`
OUTPUTS: of every such data set data/shards/{dataset}/{shard}.npz and layout.npz, data/prepared/{dataset}.npz (a sample) and .json;
         of every protocol and such data set data/counts/{protocol}/{dataset}/{level}/{node}.npz,
         results/models/{protocol}/{dataset}.npz, results/sums/{protocol}/{dataset}/{level}/{node}.npz,
         and what rule score makes of others.
A shard is read twice: scan, count. count leaves the encoded rows to evaluate_shard, in files that are deleted after it.
The results of the shards are merged in a tree: level 0 are the shards, the last level has one node. Any number of shards
gives the same bytes.
"""


wildcard_constraints:
    shard="[0-9]+",
    level="[1-9][0-9]*",
    node="[0-9]+",


rule scan:
    """What the columns of a shard hold, and a sample of its rows."""
    input:
        job=job("scan"),
        files=shard_files,
        script=script("scan"),
        code=code("scan"),
    output:
        "data/shards/{dataset}/{shard}.npz",
    log:
        "logs/scan/{dataset}/{shard}.log",
    priority: FIRST
    conda:
        ENVIRONMENT
    shell:
        "python {input.script:q} job={input.job:q} dataset={wildcards.dataset:q} out={output:q}"
        " usage=logs/usage/scan/{wildcards.dataset:q}/{wildcards.shard:q}.json 2> {log:q}"


rule settle:
    """Kinds, value lists and classes of a streamed data set, from what all shards hold."""
    input:
        job=job("settle"),
        found=lambda wildcards: expand(
            "data/shards/{dataset}/{shard}.npz",
            dataset=wildcards.dataset,
            shard=range(len(SHARDS[wildcards.dataset])),
        ),
        script=script("settle"),
        code=code("settle"),
    output:
        table="data/prepared/{dataset}.npz",
        record="data/prepared/{dataset}.json",
        layout="data/shards/{dataset}/layout.npz",
    log:
        "logs/settle/{dataset}.log",
    wildcard_constraints:
        dataset=STREAMED,
    priority: FIRST
    conda:
        ENVIRONMENT
    params:
        found=lambda wildcards, input: " ".join(input.found),
    shell:
        "python {input.script:q} job={input.job:q} dataset={wildcards.dataset:q} found={params.found:q}"
        " out={output.table:q} record={output.record:q} layout_file={output.layout:q}"
        " usage=logs/usage/settle/{wildcards.dataset:q}.json 2> {log:q}"


rule count:
    """Statistics of every method on every part of a shard."""
    input:
        job=job("count"),
        files=shard_files,
        sample="data/prepared/{dataset}.npz",
        layout="data/shards/{dataset}/layout.npz",
        script=script("count"),
        code=counting_code("count"),
    output:
        counts="data/counts/{protocol}/{dataset}/0/{shard}.npz",
        times="data/counts/{protocol}/{dataset}/0/{shard}.times.json",
        rows=temp("data/rows/{protocol}/{dataset}/{shard}.npz"),
    log:
        "logs/count/{protocol}/{dataset}/{shard}.log",
    priority: FIRST
    conda:
        ENVIRONMENT
    resources:
        mem_mb=counting_memory,
    shell:
        "python {input.script:q} job={input.job:q} sample={input.sample:q} layout_file={input.layout:q} out={output.counts:q}"
        " rows={output.rows:q}"
        " usage=logs/usage/count/{wildcards.protocol:q}/{wildcards.dataset:q}/{wildcards.shard:q}.json 2> {log:q}"


rule merge_counts:
    """Statistics of several shards, added up."""
    input:
        job=pair_job("merge"),
        parts=below("data/counts"),
        times=below("data/counts", ".times.json"),
        script=script("merge"),
        code=counting_code("merge"),
    output:
        merged="data/counts/{protocol}/{dataset}/{level}/{node}.npz",
        times="data/counts/{protocol}/{dataset}/{level}/{node}.times.json",
    log:
        "logs/merge_counts/{protocol}/{dataset}/{level}/{node}.log",
    priority: FIRST
    conda:
        ENVIRONMENT
    resources:
        mem_mb=counting_memory,
    params:
        parts=lambda wildcards, input: " ".join(input.parts),
    shell:
        "python {input.script:q} job={input.job:q} parts={params.parts:q} out={output.merged:q}"
        " usage=logs/usage/merge_counts/{wildcards.protocol:q}/{wildcards.dataset:q}/{wildcards.level:q}/{wildcards.node:q}.json"
        " 2> {log:q}"


rule estimate:
    """The models of all methods and folds, from the statistics of all shards."""
    input:
        job=pair_job("estimate"),
        counts=root("data/counts"),
        times=root("data/counts", ".times.json"),
        script=script("estimate"),
        code=counting_code("estimate"),
    output:
        models="results/models/{protocol}/{dataset}.npz",
        times="results/models/{protocol}/{dataset}.times.json",
    log:
        "logs/estimate/{protocol}/{dataset}.log",
    priority: FIRST
    conda:
        ENVIRONMENT
    resources:
        mem_mb=counting_memory,
    shell:
        "python {input.script:q} job={input.job:q} counts={input.counts:q} out={output.models:q}"
        " usage=logs/usage/estimate/{wildcards.protocol:q}/{wildcards.dataset:q}.json 2> {log:q}"


rule evaluate_shard:
    """Sums of the metrics on a shard, each row predicted by the model of the fold that tests it."""
    input:
        job=job("evaluate_shard"),
        rows="data/rows/{protocol}/{dataset}/{shard}.npz",
        layout="data/shards/{dataset}/layout.npz",
        models="results/models/{protocol}/{dataset}.npz",
        model_times="results/models/{protocol}/{dataset}.times.json",
        script=script("evaluate_shard"),
        code=counting_code("evaluate_shard"),
    output:
        sums="results/sums/{protocol}/{dataset}/0/{shard}.npz",
        times="results/sums/{protocol}/{dataset}/0/{shard}.times.json",
    log:
        "logs/evaluate_shard/{protocol}/{dataset}/{shard}.log",
    priority: FIRST
    conda:
        ENVIRONMENT
    resources:
        mem_mb=counting_memory,
    shell:
        "python {input.script:q} job={input.job:q} layout_file={input.layout:q} models={input.models:q} rows={input.rows:q}"
        " out={output.sums:q} usage=logs/usage/evaluate_shard/{wildcards.protocol:q}/{wildcards.dataset:q}/{wildcards.shard:q}.json"
        " 2> {log:q}"


rule merge_sums:
    """Sums of the metrics of several shards, added up."""
    input:
        job=pair_job("merge"),
        parts=below("results/sums"),
        times=below("results/sums", ".times.json"),
        script=script("merge"),
        code=counting_code("merge"),
    output:
        merged="results/sums/{protocol}/{dataset}/{level}/{node}.npz",
        times="results/sums/{protocol}/{dataset}/{level}/{node}.times.json",
    log:
        "logs/merge_sums/{protocol}/{dataset}/{level}/{node}.log",
    priority: FIRST
    conda:
        ENVIRONMENT
    params:
        parts=lambda wildcards, input: " ".join(input.parts),
    shell:
        "python {input.script:q} job={input.job:q} parts={params.parts:q} out={output.merged:q}"
        " usage=logs/usage/merge_sums/{wildcards.protocol:q}/{wildcards.dataset:q}/{wildcards.level:q}/{wildcards.node:q}.json"
        " 2> {log:q}"


rule score_shards:
    """Metrics of a streamed data set, from the sums of all shards."""
    input:
        job=pair_job("score_shards"),
        models="results/models/{protocol}/{dataset}.npz",
        model_times="results/models/{protocol}/{dataset}.times.json",
        sums=root("results/sums"),
        times=root("results/sums", ".times.json"),
        script=script("score_shards"),
        code=counting_code("score_shards"),
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
        "logs/score_shards/{protocol}/{dataset}.log",
    wildcard_constraints:
        dataset=STREAMED,
    conda:
        ENVIRONMENT
    params:
        stored=STORED,
    shell:
        "python {input.script:q} job={input.job:q} models={input.models:q} sums={input.sums:q} stored={params.stored:q}"
        " protocol={wildcards.protocol:q} dataset={wildcards.dataset:q}"
        " scores={output.scores:q} timings={output.timings:q} failures={output.failures:q}"
        " calibration={output.calibration:q} structures={output.structures:q} traces={output.traces:q}"
        " answers={output.answers:q} confusions={output.confusions:q}"
        " usage=logs/usage/score_shards/{wildcards.protocol:q}/{wildcards.dataset:q}.json 2> {log:q}"
