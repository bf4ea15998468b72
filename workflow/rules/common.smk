"""
REQUIRED INPUTS: config/*.yaml
OUTPUTS: results/config.json (the resolved configuration), results/jobs/ (the settings of every job, and efforts.json),
and what the other files of this folder use: CONFIGURATION, SETTINGS, UNITS, PAIRS, DATASETS, and functions that return
inputs.
"""

import json
import os
import re
import stat
import sys
from pathlib import Path

SCRIPTS = ROOT / "workflow" / "scripts"
# Snakemake formats this one as text, so braces are doubled
ENVIRONMENT = str(ROOT / "envs" / "environment.yaml").replace("{", "{{").replace("}", "}}")

from naivebench.cli import status, terminal
from naivebench.core.checks import InputError
from naivebench.core.files import replace
from naivebench.data import sources
from naivebench.data.readers import columnar
from naivebench.models import own
from naivebench.benchmark import configuration, plan, provenance
from naivebench.benchmark.jobs import (
    damaged,
    evaluate,
    failed,
    files,
    inherited,
    paths,
    settings,
    worker,
)
from snakemake.exceptions import WorkflowError
from snakemake.io import _IOFile

inherited.inherit(ROOT / "src")
REPORT = ROOT / "src" / "naivebench" / "report"
TEMPLATES = [
    local(paths.plain(p))
    for p in (*sorted(REPORT.glob("templates/*")), *sorted(REPORT.glob("scripts/**/*.js")))
]
PUBLISHED = [
    local(paths.plain(p))
    for pattern in (
        "data/published/*.csv",
        "data/published/*.yaml",
        "src/naivebench/report/papers/*/*.yaml",
    )
    for p in sorted(ROOT.glob(pattern))
]

try:
    # in a module of another workflow `config` is what that gives, and nothing of ours
    DEFAULTS = configuration.documents.read(ROOT / configuration.CONFIG, configuration.CONFIG).data
    CONFIGURATION = configuration.load(
        configuration.documents.merge(DEFAULTS, config), ROOT, files=workflow.configfiles
    )
    CELLS = configuration.cells(CONFIGURATION)
except InputError as error:
    raise WorkflowError(str(error))

SETTINGS = CONFIGURATION.config
MIRROR = SETTINGS.mirror or os.environ.get("NAIVEBENCH_MIRROR", "")
UNITS = plan.units(CELLS, SETTINGS.protocols, CONFIGURATION.datasets, CONFIGURATION.methods, SETTINGS.grain)
OF_PAPERS = provenance.modules("naivebench.report.papers")  # their paper.yaml names functions of them
UNIT = {(u.protocol, u.dataset, u.unit, u.part): u for u in UNITS}
PAIRS = settings.by_pair(UNITS)
PROTOCOLS = list(dict.fromkeys(protocol for protocol, _ in PAIRS))
DATASETS = list(dict.fromkeys(dataset for _, dataset in PAIRS))
JOBS = settings.every(CONFIGURATION, UNITS, MIRROR)
JOB_FILES = {name: local(path) for name, path in files.write("results/jobs", JOBS).items()}


wildcard_constraints:
    protocol="|".join(map(re.escape, PROTOCOLS)) or "none",
    dataset="|".join(map(re.escape, CONFIGURATION.datasets)) or "none",
    unit="[a-z0-9_.-]+",
    part="all|[0-9]+",


def write(path, value) -> str:
    """Dump a value, if it changed, and return the path."""
    text = json.dumps(value, indent=1)
    if not path.exists() or path.read_text() != text:
        with replace(path) as temporary:
            temporary.write_text(text)
    return local(str(path))


def write_config() -> str:
    """Dump the resolved configuration, if it changed, and return its path."""
    return write(Path(f"{STORED}results", "config.json"), configuration.resolved(CONFIGURATION))


# for the time left that the line of progress tells
write(Path("results", "jobs", "efforts.json"), {"/".join(u[:4]): u.effort for u in UNITS})


def of_users():
    """Files and folders of the user that jobs read, whether or not they are there."""
    yield from workflow.configfiles
    for name, told in JOBS.items():
        if told.get("file"):
            yield told["file"]
        if name.startswith("evaluate/"):
            yield from (s["predictions"] for s in told["methods"].values() if "predictions" in s)


READ |= unchanged.states(file for path in of_users() for file in unchanged.below(path))
prepare_dag, build_dag = workflow._prepare_dag, workflow._build_dag


def remember_end():
    """Remember a command that has left nothing to do."""
    if OWN and workflow.local_exec and not STORED:
        unchanged.remember(COMMAND, READ, {str(f) for job in workflow.dag.jobs for f in job.output})


def with_damaged(*args, **kwargs):
    """As --forcerun with the damaged files; the settings of the command are not known before."""
    workflow.dag_settings.forcerun = {*workflow.dag_settings.forcerun, *DAMAGED}
    return prepare_dag(*args, **kwargs)


def with_memory():
    """Build the graph of jobs, keep the states of their inputs, and remember if there is nothing to do."""
    build_dag()
    inputs = {str(f) for job in workflow.dag.jobs for f in job.input}
    READ.update(unchanged.states(inputs.difference(READ)))
    if not len(workflow.dag):
        remember_end()


workflow._build_dag = with_memory

CHECKSUMS = {}
checksum = _IOFile.checksum


async def checksum_once(self, threshold=None, force=False, algorithm=None):
    """Checksum of an input; Snakemake computes it anew for every job, and hundreds of jobs share their source files."""
    try:
        found = os.stat(self)
    except OSError:
        found = None
    if found is None or self.is_storage or not stat.S_ISREG(found.st_mode):
        return await checksum(self, threshold, force, algorithm)
    key = str(self), found.st_size, found.st_mtime_ns, threshold, force, algorithm
    if key not in CHECKSUMS:
        CHECKSUMS[key] = await checksum(self, threshold, force, algorithm)
    return CHECKSUMS[key]


_IOFile.checksum = checksum_once


async def without_sizes(jobs):
    """Look up no sizes of inputs."""


# What cannot be read is stale. Copies from a storage are read when they are needed, jobs of a cluster need not look.
if not STORED and not workflow.remote_exec:
    DAMAGED = damaged.damaged(Path(), failed.outputs(CONFIGURATION, UNITS))
    for path, why in DAMAGED.items():
        logger.warning(f"{path} is damaged ({why}) and is created again.")
    workflow._prepare_dag = with_damaged


def script(name):
    """Path of a script of workflow/scripts."""
    return local(paths.plain(SCRIPTS / f"{name}.py"))


def code(script, *modules, without=()):
    """A script and all source files that it and the modules import: changing any of them re-runs the rule.

    Which rules are to be run is known in the job of a cluster, and reading all sources costs it a second.
    """
    if workflow.remote_exec:
        return []
    return [
        local(paths.plain(p)) for p in provenance.sources(SCRIPTS / f"{script}.py", *modules, without=without)
    ]


def name_of(rule, wildcards):
    """Name of a job in JOBS."""
    return "/".join([rule, *wildcards])


def job(rule):
    """Input function: the file with the settings of a job. It is missing for what no experiment selects."""
    return lambda wildcards: JOB_FILES.get(
        name_of(rule, wildcards), local(f"results/jobs/{name_of(rule, wildcards)}.json")
    )


def fitting_code(rule):
    """Input function: source files of a script and of the methods that the job fits.

    Choosing on the test parts is left out of the jobs that do not.
    """

    def inputs(wildcards):
        methods = JOBS[name_of(rule, wildcards)]["methods"].values()
        modules = (own.dotted(m["module"]) for m in methods if "module" in m)
        return code(rule, *modules, without=evaluate.unused_by(methods))

    return inputs


def section_of_figure(wildcards):
    """Section of the page to which a figure belongs."""
    from naivebench.report.figures import catalogue  # here, since it reads every paper.yaml

    return catalogue.section(wildcards.figure)


def needs(wildcards):
    """What preparing a data set needs: archive, file or another data set."""
    return sources.inputs_of(CONFIGURATION.datasets[wildcards.dataset], CONFIGURATION.archives)


def raw(suffix):
    """Input function: the fetched archive of a data set, or its status file."""
    return lambda wildcards: [f"data/raw/{a}{suffix}" for a in [needs(wildcards).archive] if a]


def own_file(wildcards):
    """The user's own file, or the files of the folder, if it is there; if it is not, the job says so."""
    file = JOBS[name_of("prepare", wildcards)]["file"]
    return [local(paths.plain(f)) for f in columnar.files_of(file)] if os.path.exists(file) else []


def parent(wildcards):
    """The data set from which another is derived."""
    derived = needs(wildcards).derive
    return [f"data/prepared/{derived}.npz"] if derived else []


def unit_of(wildcards):
    """The unit of an evaluate job."""
    return UNIT[wildcards.protocol, wildcards.dataset, wildcards.unit, wildcards.part]


def cut_files(wildcards):
    """Cut point files that the methods of a unit need."""
    return list(JOBS[name_of("evaluate", wildcards)]["cuts"].values())


def external_files(wildcards):
    """The files with the predictions of other tools, as far as they are there."""
    stanzas = JOBS[name_of("evaluate", wildcards)]["methods"].values()
    return [local(paths.plain(s["predictions"])) for s in stanzas if os.path.exists(s.get("predictions", ""))]


def prediction_files(suffix):
    """Input function: the prediction files of a protocol and data set."""
    return lambda wildcards: [
        f"{path}{suffix}" for path in settings.predictions(PAIRS[wildcards.protocol, wildcards.dataset])
    ]


def scored(kind):
    """Files of one kind of all protocols and data sets."""
    return [f"results/{kind}/{p}/{d}.csv" for p, d in PAIRS]
