"""
What the workflow does for clusters (docs/cluster.md): in a job of Slurm it runs a whole group of jobs by itself, and
STORED tells jobs where copies of files from a storage are.
"""

import os

from snakemake_interface_executor_plugins.registry import ExecutorPluginRegistry

if workflow.remote_exec and (cpus := os.environ.get("SLURM_CPUS_PER_TASK")):
    # The plugin starts a Snakemake, 3 s, for every job of a group, one after another. This one runs them itself, side by
    # side on the CPUs that it was given.
    workflow.global_resources["_cores"] = workflow.resource_settings.cores = int(cpus)
    workflow.global_resources["_nodes"] = workflow.resource_settings.nodes = None
    executors = ExecutorPluginRegistry().plugins
    executors["slurm-jobstep"] = executors["local"]


def stored() -> str:
    """What stands before the path of a file of ours in a job: nothing, or the folder for copies from a storage."""
    if not workflow.storage_settings.default_storage_provider:
        return ""
    any_file = workflow.storage_registry.default_storage_provider.object(
        f"{workflow.storage_settings.default_storage_prefix}/file"
    )
    return f"{any_file.local_path().parent}/"


STORED = stored()
