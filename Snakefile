# naivebench: from raw data to reports/index.html. `snakemake --cores 8` makes everything; see README.md.
from snakemake.utils import min_version

min_version("9.27")


configfile: f"{workflow.basedir}/config/config.yaml"


include: "workflow/rules/common.smk"
include: "workflow/rules/data.smk"
include: "workflow/rules/evaluate.smk"
include: "workflow/rules/statistics.smk"
include: "workflow/rules/report.smk"


rule all:
    default_target: True
    input:
        "results/scores.parquet", "results/statistics/ranks.json", "results/statistics/corrected_t.json",


rule data:
    input:
        expand("data/prepared/{dataset}.npz", dataset=DATASETS),
