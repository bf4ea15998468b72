# `snakemake --cores 8` makes everything, from raw data to reports/index.html: see README.md.
include: "workflow/Snakefile"


workflow.default_target = "all"  # an included file does not set it
