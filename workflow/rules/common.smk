"""What the other files of this folder use: the configuration, what is run, and the hash of the code of a script."""

import os
import re
import shlex
import sys

from snakemake.exceptions import WorkflowError
from snakemake.shell import shell

SOURCE = str(ROOT / "src")
sys.path.insert(0, SOURCE)
# jobs in a conda environment, which does not contain this package, find it too; braces are doubled for Snakemake
shell.prefix(
    "set -euo pipefail; export PYTHONPATH=%s${{PYTHONPATH:+:$PYTHONPATH}}; "
    % shlex.quote(SOURCE).replace("{", "{{").replace("}", "}}")
)

from naivebench.benchmark import configuration, provenance, settings
from naivebench.core.checks import InputError
from naivebench.data import sources

try:
    # in a module of another workflow, `config` is what that gives, and an update of ours
    CONFIGURATION = configuration.build_configuration(config, ROOT, files=workflow.configfiles)
    METHODS = settings.group_methods_by_pair(CONFIGURATION)  # (protocol, data set) -> methods
except InputError as error:
    raise WorkflowError(str(error))

SETTINGS = CONFIGURATION.config
PROTOCOLS = list(dict.fromkeys(protocol for protocol, _ in METHODS))
DATASETS = list(dict.fromkeys(dataset for _, dataset in METHODS))
ARCHIVES = sources.list_archives(CONFIGURATION.datasets, CONFIGURATION.archives)
MIRROR = SETTINGS["mirror"] or os.environ.get("NAIVEBENCH_MIRROR", "")
LIMITS = {
    "seconds": SETTINGS["timeout_seconds"],
    "memory_mb": SETTINGS["memory_mb"],
}  # of a step that fits nothing
ENVIRONMENT = f"{ROOT}/envs/environment.yaml".replace("{", "{{").replace("}", "}}")


wildcard_constraints:
    protocol="|".join(map(re.escape, PROTOCOLS)) or "none",
    dataset="|".join(map(re.escape, CONFIGURATION.datasets)) or "none",


def hash_script(script, *modules, libraries=("numpy", "scipy", "pandas")):
    """Hash of a script and of all modules that it imports, without comments, and versions of libraries: if they
    change, the rule runs again.
    """
    found = provenance.hash_code(ROOT / f"workflow/scripts/{script}.py", *modules)
    return [found, provenance.find_versions(libraries)]


def list_datasets(protocol):
    return [dataset for p, dataset in METHODS if p == protocol]


def expand_data_sets(pattern):
    """Input function: the files of all data sets of a protocol."""
    return lambda wildcards: expand(
        pattern, protocol=wildcards.protocol, dataset=list_datasets(wildcards.protocol)
    )


def find_inputs(wildcards):
    """What preparing a data set needs: archive, file or another data set."""
    return sources.find_inputs(CONFIGURATION.datasets[wildcards.dataset], CONFIGURATION.archives)


def find_fetched_file(suffix):
    """Input function: the archive of a data set, or the status of fetching it."""
    return lambda wildcards: [f"data/raw/{a}{suffix}" for a in [find_inputs(wildcards).archive] if a]


def find_parent(wildcards):
    """The data set from which another is derived."""
    derived = find_inputs(wildcards).derive
    return [f"data/prepared/{derived}.npz"] if derived else []


def find_own_file(wildcards):
    """The user's own file or folder; its content decides, not its time, so it is no input."""
    file = find_inputs(wildcards).file
    return [sources.resolve_own_file(file, ROOT)] if file else []


def list_prediction_files(wildcards):
    """The files with the predictions of other tools; their content decides, not their time, so they are no inputs."""
    stanzas = [CONFIGURATION.methods[m] for m in METHODS[*wildcards]]
    return [s["predictions"].format(**wildcards) for s in stanzas if "predictions" in s]
