"""
What the workflow does for clusters (docs/cluster.md): in a job of Slurm it runs a whole group of jobs by itself, and
STORED tells jobs where copies of files from a storage are.
"""

import os
import socket
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from snakemake.exceptions import WorkflowError
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


def check_store() -> None:
    """Stop with one sentence if nothing answers at the store's address, or at that of the proxy before it; the plugin would
    print a traceback per file."""
    provider = workflow.storage_registry.default_storage_provider
    store = urlsplit(provider.s3c.meta.client.meta.endpoint_url)  # what was given, else Amazon's
    proxy = None if proxy_bypass(store.netloc) else getproxies().get(store.scheme)
    address = urlsplit(proxy if "//" in proxy else f"http://{proxy}") if proxy else store
    port = address.port or {"http": 80}.get(address.scheme, 443)
    try:
        socket.create_connection((address.hostname, port), timeout=20).close()
    except OSError as error:
        raise WorkflowError(
            f"the {'proxy' if proxy else 'store'} {address.hostname}:{port} cannot be reached ({error}): check "
            + (
                "the variables HTTP_PROXY, HTTPS_PROXY and NO_PROXY"
                if proxy
                else "its address (SNAKEMAKE_STORAGE_S3_ENDPOINT_URL)"
            )
            + f", and whether the {'proxy' if proxy else 'store'} runs"
        )


if workflow.storage_settings.default_storage_provider == "s3":
    check_store()
STORED = stored()
