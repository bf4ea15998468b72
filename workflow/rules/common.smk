"""
REQUIRED INPUTS: config/*.yaml
OUTPUTS: results/config.json (the resolved configuration), and the names that the other rule files use:
CONFIGURATION, CELLS, UNITS, DATASETS, PROTOCOLS, METHODS, PY, SCRIPTS and a few helper functions.
"""

import json
import os
import sys
from pathlib import Path

SOURCE = Path(workflow.basedir, "src")
SCRIPTS = Path(workflow.basedir, "workflow", "scripts")
ENVIRONMENT = Path(workflow.basedir, "envs", "environment.yaml")
sys.path.insert(0, str(SOURCE))

from naivebench import configuration, plan, provenance
from naivebench.checks import InputError
from naivebench.datasets import sources
from naivebench.files import replace
from snakemake.exceptions import WorkflowError

# What jobs inherit: our package, compiled once, and the process whose CPU time the report accounts for.
os.environ["PYTHONPATH"] = os.pathsep.join(
    filter(None, [str(SOURCE), os.environ.get("PYTHONPATH")])
)
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ.setdefault("NAIVEBENCH_MAIN_PID", str(os.getpid()))

try:
    CONFIGURATION = configuration.load(config, Path(workflow.basedir))
    CELLS = configuration.cells(CONFIGURATION)
except InputError as error:
    raise WorkflowError(str(error))

PY = sys.executable
SETTINGS = CONFIGURATION.config
MIRROR = SETTINGS["mirror"] or os.environ.get("NAIVEBENCH_MIRROR", "")
UNITS = plan.units(
    CELLS,
    SETTINGS["protocols"],
    CONFIGURATION.datasets,
    CONFIGURATION.methods,
    SETTINGS["grain"],
)
UNIT = {(u.protocol, u.dataset, u.unit, u.part): u for u in UNITS}
PROTOCOLS = list(dict.fromkeys(u.protocol for u in UNITS))
DATASETS = list(dict.fromkeys(u.dataset for u in UNITS))
METHODS = [m for m in CONFIGURATION.methods if any(m in u.methods for u in UNITS)]
PAIRS = list(dict.fromkeys((u.protocol, u.dataset) for u in UNITS))
ARCHIVES = sources.archives_of(
    {"archives": CONFIGURATION.archives, "datasets": CONFIGURATION.datasets}
)


wildcard_constraints:
    protocol="|".join(map(re.escape, PROTOCOLS)) or "none",
    dataset="|".join(map(re.escape, DATASETS)) or "none",
    unit="[a-z0-9_.-]+",
    part="all|[0-9]+",


def write_config() -> str:
    """Dump the resolved configuration, if it changed, and return its path."""
    path = Path("results", "config.json")
    text = json.dumps(configuration.resolved(CONFIGURATION), indent=1)
    if not path.exists() or path.read_text() != text:
        with replace(path) as temporary:
            temporary.write_text(text)
    return str(path)


def code(script, *modules):
    """A script and all source files that it and the modules import: changing any of them re-runs the rule."""
    return [
        os.path.relpath(p)
        for p in provenance.sources(SCRIPTS / f"{script}.py", *modules)
    ]


def packed(value) -> str:
    """A value as compact JSON, for a parameter of a script."""
    return json.dumps(value, separators=(",", ":"))


def each(key, paths) -> str:
    """Repeated arguments of a script: key=path key=path ..."""
    return " ".join(f"{key}={path}" for path in paths)
