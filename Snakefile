# naivebench: from raw data to reports/index.html. `snakemake --cores 8` makes everything; see README.md.
from snakemake.utils import min_version

min_version("9.27")


configfile: f"{workflow.basedir}/config/config.yaml"


include: "workflow/rules/common.smk"
include: "workflow/rules/data.smk"
include: "workflow/rules/evaluate.smk"
include: "workflow/rules/statistics.smk"
include: "workflow/rules/report.smk"


onstart:
    # Snakemake 9.27: its rate limiter re-runs the scheduler once a second for every job finished so far
    if getattr(workflow.scheduler, "job_rate_limiter", None):
        workflow.scheduler.job_rate_limiter = None


rule all:
    default_target: True
    input:
        rules.report.output.page,


rule data:
    input:
        expand("data/prepared/{dataset}.npz", dataset=DATASETS),
