"""Shared by the other files of this folder: the configuration, the cells to run, and input functions."""

import os
import re
import shlex
import sys

from snakemake.exceptions import WorkflowError
from snakemake.shell import shell

SOURCE = str(ROOT / "src")
sys.path.insert(0, SOURCE)
# so that jobs in a conda environment, which does not contain this package, find it; braces are doubled for Snakemake
shell.prefix(
    "set -euo pipefail; export PYTHONPATH=%s${{PYTHONPATH:+:$PYTHONPATH}}; "
    % shlex.quote(SOURCE).replace("{", "{{").replace("}", "}}")
)

from naivebench.benchmark import configuration, job_settings, provenance
from naivebench.core.checks import InputError
from naivebench.data import sources

try:
    # in a module of another workflow, `config` comes from that workflow and updates ours
    CONFIGURATION = configuration.read_configuration(ROOT, workflow.configfiles, config)
    METHODS = job_settings.group_methods_by_pair(CONFIGURATION)  # (protocol, data set) -> methods
except InputError as error:
    raise WorkflowError(str(error))

SETTINGS = CONFIGURATION.config
EFFORTS = {pair: job_settings.estimate_effort(CONFIGURATION, *pair, METHODS[pair]) for pair in METHODS}
PROTOCOLS = list(dict.fromkeys(protocol for protocol, _ in METHODS))
DATASETS = list(dict.fromkeys(dataset for _, dataset in METHODS))
ARCHIVES = sources.list_archives(CONFIGURATION.datasets, CONFIGURATION.archives)
MIRROR = SETTINGS["mirror"] or os.environ.get("NAIVEBENCH_MIRROR", "")
# of a step that fits nothing
LIMITS = {"seconds": SETTINGS["timeout_seconds"], "memory_mb": SETTINGS["memory_mb"]}
ENVIRONMENT = f"{ROOT}/envs/environment.yaml".replace("{", "{{").replace("}", "}}")


wildcard_constraints:
    protocol="|".join(map(re.escape, PROTOCOLS)) or "none",
    dataset="|".join(map(re.escape, CONFIGURATION.datasets)) or "none",


def hash_script(script, libraries=("numpy", "scipy", "pandas")):
    """Hash of a script and of all modules that it imports, without comments, and versions of libraries: if they
    change, the rule runs again.
    """
    code = provenance.hash_code(ROOT / f"workflow/scripts/{script}.py")
    return [code, provenance.find_versions(libraries)]


def list_datasets(protocol):
    return [dataset for p, dataset in METHODS if p == protocol]


def expand_data_sets(pattern):
    """Input function: the files of all data sets of a protocol."""
    return lambda wildcards: expand(
        pattern, protocol=wildcards.protocol, dataset=list_datasets(wildcards.protocol)
    )


def find_inputs(wildcards):
    """The archive, file or other data set from which a data set is prepared."""
    return sources.find_inputs(CONFIGURATION.datasets[wildcards.dataset], CONFIGURATION.archives)


def find_source(form, pattern):
    """Input function: the file of the archive or other data set (`form`) that a data set is made from, if any."""
    return lambda wildcards: [
        pattern.format(name) for name in [getattr(find_inputs(wildcards), form)] if name
    ]


def find_own_file(wildcards):
    """Your own file or folder; its content counts, not its time, so it is not an input."""
    file = find_inputs(wildcards).file
    return [sources.resolve_own_file(file, ROOT)] if file else []


def list_prediction_files(wildcards):
    """The files with the predictions of other tools; their content counts, not their time, so they are not inputs."""
    stanzas = [CONFIGURATION.methods[m] for m in METHODS[*wildcards]]
    return [s["predictions"].format(**wildcards) for s in stanzas if "predictions" in s]
