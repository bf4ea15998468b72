"""
REQUIRED INPUTS: reports/index.html, data/raw/{archive}.status, data/prepared/{dataset}.npz
OUTPUTS: nothing of its own: the targets of a run, and what happens at its start and its end.
"""


onstart:
    given = workflow.config_settings
    files.record_run("results/run.json", given.configfiles, given.config)  # a dry run is none
    if workflow.local_exec and len(workflow.dag) >= worker.FEWEST:
        worker.start(SCRIPTS, settings.modules(CONFIGURATION, UNITS))
    # Snakemake 9.27: its rate limiter re-runs the scheduler once a second for every job finished so far
    if getattr(workflow.scheduler, "job_rate_limiter", None):
        workflow.scheduler.job_rate_limiter = None
    # and before each choice it looks up the size of every input of up to 100 jobs, which priorities do not use
    chooser = getattr(workflow.scheduler, "_scheduler", None)
    if getattr(getattr(chooser, "settings", None), "omit_prioritize_by_temp_and_input", False):
        workflow.scheduler.update_input_sizes = without_sizes


onsuccess:
    remember_end()
    # make says it itself, also where nothing was to be done and no hook runs
    if "MAKELEVEL" not in os.environ and Path("reports/index.html").exists():
        print(*status.summary(Path()), sep="\n", file=sys.stderr)


onerror:
    # not show-failed-logs, which `--quiet rules` silences: every failed job ends the screen with the end of its log
    for job in workflow.scheduler.failed:
        for path in filter(os.path.exists, job.log):
            lines = Path(path).read_text(encoding="utf-8", errors="replace").splitlines()
            logger.error(terminal.visible("\n    ".join([f"end of {path}:", *lines[-20:]])))


rule all:
    default_target: True
    input:
        rules.report.output.page,
        RAW,


rule data:
    input:
        expand("data/prepared/{dataset}.npz", dataset=DATASETS),
        RAW,
