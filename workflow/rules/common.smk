"""
REQUIRED INPUTS: config/*.yaml
OUTPUTS: results/config.json (the resolved configuration), and what the other files of this folder use:
CONFIGURATION, SETTINGS, CELLS, UNITS, PAIRS, DATASETS, PROTOCOLS, METHODS, ARCHIVES and functions that return inputs and parameters.
"""

import json
import os
import re
import sys
from pathlib import Path

SOURCE = Path(workflow.basedir, "src")
SCRIPTS = Path(workflow.basedir, "workflow", "scripts")
TEMPLATES = [os.path.relpath(p) for p in sorted(SOURCE.glob("naivebench/reporting/templates/*"))]
PUBLISHED = [os.path.relpath(p) for p in sorted(Path(workflow.basedir, "data", "published").glob("*2*"))]
ENVIRONMENT = Path(workflow.basedir, "envs", "environment.yaml")
sys.path.insert(0, str(SOURCE))

from naivebench.pipeline import configuration, plan, provenance
from naivebench.pipeline.jobs import inherit
from naivebench.core.checks import InputError
from naivebench.datasets import sources
from naivebench.core.files import replace
from snakemake.exceptions import WorkflowError

inherit(SOURCE)

try:
    CONFIGURATION = configuration.load(config, Path(workflow.basedir), files=workflow.configfiles)
    CELLS = configuration.cells(CONFIGURATION)
except InputError as error:
    raise WorkflowError(str(error))

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
ARCHIVES = sources.archives_of({"archives": CONFIGURATION.archives, "datasets": CONFIGURATION.datasets})
PREDICTIONS = "results/predictions/{protocol}/{dataset}/{unit}/{part}"


wildcard_constraints:
    protocol="|".join(map(re.escape, PROTOCOLS)) or "none",
    dataset="|".join(map(re.escape, CONFIGURATION.datasets)) or "none",
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


def script(name):
    """Path of a script of workflow/scripts."""
    return os.path.relpath(SCRIPTS / f"{name}.py")


def code(script, *modules):
    """A script and all source files that it and the modules import: changing any of them re-runs the rule."""
    return [os.path.relpath(p) for p in provenance.sources(SCRIPTS / f"{script}.py", *modules)]


def packed(value) -> str:
    """A value as compact JSON, for a parameter of a script."""
    return json.dumps(value, separators=(",", ":"))


def each(key, paths) -> str:
    """Repeated arguments of a script: key=path key=path ..."""
    return " ".join(f"{key}={path}" for path in paths)


def needs(dataset):
    """What preparing a data set needs: archive, file or another data set."""
    return sources.inputs_of(CONFIGURATION.datasets[dataset], CONFIGURATION.archives)


def raw(suffix):
    """Input function: the fetched archive of a data set, or its status file."""
    return lambda wildcards: [f"data/raw/{a}{suffix}" for a in [needs(wildcards.dataset)["archive"]] if a]


def own_file(wildcards):
    """The user's own file, if it is there; if it is not, the job says so."""
    return [f for f in [needs(wildcards.dataset)["file"]] if f and os.path.exists(f)]


def parent(wildcards):
    """The data set from which another is derived."""
    derived = needs(wildcards.dataset)["derive"]
    return [f"data/prepared/{derived}.npz"] if derived else []


def stanza(wildcards):
    """The keys of a data set's stanza that its preparation depends on."""
    described = ("title", "tags", "reference", "licence")
    entry = CONFIGURATION.datasets[wildcards.dataset]
    return packed({k: v for k, v in entry.items() if k not in described})


def fetch_mirror(wildcards):
    """The mirror folder, for archives that it may hold: naming a mirror fetches these again, and only these."""
    candidates = ARCHIVES[wildcards.archive]["candidates"]
    return MIRROR if any("mirror" in c for c in candidates) else ""


def folds_seed(wildcards):
    """Seed words of the folds: a method draws others. A protocol may share the folds of another one."""
    drawn = SETTINGS["protocols"][wildcards.protocol]["folds_as"] or wildcards.protocol
    return packed(plan.entropy(SETTINGS["seed"], drawn, wildcards.dataset))


def permute_seed(wildcards):
    """Seed words of the shuffled labels of a control protocol, null for the others."""
    if not SETTINGS["protocols"][wildcards.protocol]["permute_labels"]:
        return "null"
    return folds_seed(wildcards)


def unit_threads(wildcards):
    """Cores of an evaluate job."""
    unit = UNIT[wildcards.protocol, wildcards.dataset, wildcards.unit, wildcards.part]
    return SETTINGS["grain"]["heavy_threads"] if unit.cost == "heavy" else 1


def folds_protocol(wildcards):
    """How the protocol splits this data set."""
    protocol = SETTINGS["protocols"][wildcards.protocol]
    own = plan.keeps_holdout(protocol, wildcards.dataset)
    return packed({"folds": protocol["folds"], "own_holdout": own})


def unit_methods(wildcards):
    """Stanzas of the methods of a unit, without what does not change its results."""
    unit = UNIT[wildcards.protocol, wildcards.dataset, wildcards.unit, wildcards.part]
    keys = ("module", "params", "kinds", "discretize", "predictions", "chosen_on_test")
    stanzas = {m: plan.stanza_under(SETTINGS["protocols"][unit.protocol], m, CONFIGURATION.methods[m]) for m in unit.methods}
    return {m: {k: s[k] for k in keys if s.get(k) is not None} for m, s in stanzas.items()}


def unit_cuts(wildcards):
    """Cut point files that the methods of a unit need."""
    names = dict.fromkeys(s["discretize"] for s in unit_methods(wildcards).values() if s.get("discretize"))
    return [f"data/discretized/{wildcards.protocol}/{wildcards.dataset}/{n}.json" for n in names]


def unit_external(wildcards):
    """The file with the predictions of another tool, if it is there."""
    paths = [s["predictions"].format(**wildcards) for s in unit_methods(wildcards).values() if s.get("predictions")]
    return [p for p in paths if os.path.exists(p)]


def unit_code(wildcards):
    """Source files behind the methods of a unit."""
    return code(
        "evaluate",
        *(f"naivebench.{s['module']}" for s in unit_methods(wildcards).values() if s.get("module")),
    )


def unit_part(wildcards):
    """all, or FIRST:LAST folds."""
    unit = UNIT[wildcards.protocol, wildcards.dataset, wildcards.unit, wildcards.part]
    return "{}:{}".format(*unit.folds) if unit.folds else "all"


def unit_priority(wildcards):
    """Dear jobs first, so that none of them is left alone at the end."""
    unit = UNIT[wildcards.protocol, wildcards.dataset, wildcards.unit, wildcards.part]
    return {"light": 0, "normal": 10, "heavy": 20}[unit.cost]


def unit_parts(wildcards):
    """Parts of every unit of a protocol and data set."""
    parts = {}
    for u in UNITS:
        if (u.protocol, u.dataset) == (wildcards.protocol, wildcards.dataset):
            parts.setdefault(u.unit, []).append(u.part)
    return parts


def unit_files(suffix):
    """Input function: the prediction files of a protocol and data set."""
    return lambda wildcards: [
        f"{PREDICTIONS}{suffix}".format(**u._asdict()) for u in UNITS if (u.protocol, u.dataset) == (wildcards.protocol, wildcards.dataset)
    ]


def has_angles(dataset):
    """Whether the stanza of a data set names an angular column or is tagged so."""
    entry = CONFIGURATION.datasets[dataset]
    kinds = entry.get("kinds", {})
    named = [kinds] if isinstance(kinds, str) else [k if isinstance(k, str) else k.get("kind") for k in kinds.values()]
    return "angular" in named or "angular" in entry.get("tags", [])


def surface_methods(wildcards):
    """Stanzas of all methods that run on a data set, whatever the protocol, without what does not change their surface."""
    keys = ("module", "params", "kinds", "discretize")
    planned = {m for _, d, m in CELLS if d == wildcards.dataset}
    return {m: {k: s[k] for k in keys if s.get(k) is not None} for m, s in CONFIGURATION.methods.items() if m in planned and s.get("module")}


def surface_code(wildcards):
    """Source files behind them."""
    return code("surfaces", *(f"naivebench.{s['module']}" for s in surface_methods(wildcards).values()))


def metrics_of(protocol):
    """Metrics that are computed under a protocol: those of all, and its own."""
    return list(dict.fromkeys([*SETTINGS["metrics"], *SETTINGS["protocols"][protocol]["metrics"]]))


def break_even_methods(wildcards):
    """Stanzas of all methods of a protocol and data set, in their order, without what does not change their results."""
    keys = ("module", "params", "kinds", "discretize")
    planned = {m for p, d, m in CELLS if (p, d) == (wildcards.protocol, wildcards.dataset)}
    protocol = SETTINGS["protocols"][wildcards.protocol]
    stanzas = {m: plan.stanza_under(protocol, m, s) for m, s in CONFIGURATION.methods.items() if m in planned}
    return {m: {k: s[k] for k in keys if s.get(k) is not None} for m, s in stanzas.items()}


def break_even_code(wildcards):
    """Source files behind them."""
    return code("break_even", *(f"naivebench.{s['module']}" for s in break_even_methods(wildcards).values() if s.get("module")))


def kinds_of_rows(wildcards, output):
    """Arguments out=KIND=FILE for the named outputs of a rule."""
    return each("out", (f"{kind}={path}" for kind, path in output.items()))


def scored(kind):
    """Files of one kind of all protocols and data sets."""
    return [f"results/{kind}/{p}/{d}.csv" for p, d in PAIRS]
