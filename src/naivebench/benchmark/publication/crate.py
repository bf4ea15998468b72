"""The RO-Crate of an archive, which follows the profile Workflow Run Crate 0.5.

Source: Workflow Run RO-Crate working group, profiles 0.5 (2024), on RO-Crate 1.1. The more detailed
Provenance Run Crate must list every job with its start and end, which a run does not record. The package
rocrate is not used: it describes each entity by the same properties and depends on eleven more packages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from naivebench import RESULTS_VERSION, __version__

Entity = dict[str, Any]  # a JSON-LD entity: properties by name
PROFILES = {
    "https://w3id.org/ro/wfrun/process/0.5": "Process Run Crate",
    "https://w3id.org/ro/wfrun/workflow/0.5": "Workflow Run Crate",
    "https://w3id.org/workflowhub/workflow-ro-crate/1.0": "Workflow RO-Crate",
}
LICENCE = "https://spdx.org/licenses/BSD-3-Clause"
WORKFLOW = "workflow/Snakefile"
ENCODINGS = {
    ".csv": "text/csv",
    ".html": "text/html",
    ".json": "application/json",
    ".md": "text/markdown",
    ".parquet": "application/vnd.apache.parquet",
    ".smk": "text/x-python",
    ".txt": "text/plain",
    ".yaml": "application/yaml",
}
RESULT = ("reports/index.html", "reports/tables/", "results/scores.parquet", "results/predictions/")
USED = ("results/config.json", "data/folds/", "data/croissant/")


def crate(files: Sequence[str], title: str, environment: Mapping[str, Any], folders: Sequence[str]) -> Entity:
    """The content of ro-crate-metadata.json.

    `files`: paths of all files in the archive, with `/`. `folders` (ending in `/`) represent the files in
    them; SHA256SUMS lists every file. `environment` is the content of results/environment.json.
    """
    parts = [f for f in files if not f.startswith(tuple(folders))]
    parts += [folder for folder in folders if any(f.startswith(folder) for f in files)]
    made = (environment.get("run") or {}).get("made") or environment.get("date") or "1980-01-01"
    packages = environment.get("packages") or {}
    engine = f"pkg:pypi/snakemake@{packages.get('snakemake', 'unknown')}"
    run = {
        "@id": "#run",
        "@type": "CreateAction",
        "name": f"Run of naivebench: {title}",
        "description": f"Commit {environment.get('commit') or 'unknown'}, seed {environment.get('seed')}, "
        f"Python {environment.get('python')}, {environment.get('platform')}.",
        "endTime": made,
        "actionStatus": "http://schema.org/CompletedActionStatus",
        "instrument": _ref(WORKFLOW),
        "object": _refs(p for p in USED if p in parts),
        "result": _refs(p for p in RESULT if p in parts),
    }
    workflow = _part(WORKFLOW) | {
        "@type": ["File", "SoftwareSourceCode", "ComputationalWorkflow"],
        "name": "naivebench",
        "version": __version__,
        "programmingLanguage": _ref("#snakemake"),
        "license": _ref(LICENCE),
    }
    root = {
        "@id": "./",
        "@type": "Dataset",
        "name": title,
        "description": f"Results {RESULTS_VERSION} of naivebench {__version__}, the reference benchmark of "
        "naive Bayes classifiers: report, tables, scores, predictions, and what made them except the data.",
        "datePublished": made,
        "license": _ref(LICENCE),
        "version": RESULTS_VERSION,
        "conformsTo": _refs(PROFILES),
        "mainEntity": _ref(WORKFLOW),
        "mentions": _refs(["#run"]),
        "hasPart": _refs(parts),
    }
    descriptor = {
        "@id": "ro-crate-metadata.json",
        "@type": "CreativeWork",
        "conformsTo": _refs(
            ["https://w3id.org/ro/crate/1.1", "https://w3id.org/workflowhub/workflow-ro-crate/1.0"]
        ),
        "about": _ref("./"),
    }
    language = {
        "@id": "#snakemake",
        "@type": ["ComputerLanguage", "SoftwareApplication"],
        "name": "Snakemake",
        "url": _ref("https://snakemake.readthedocs.io"),
        "softwareVersion": packages.get("snakemake", "unknown"),
        "identifier": engine,
    }
    licence = {
        "@id": LICENCE,
        "@type": "CreativeWork",
        "name": "BSD-3-Clause",
        "description": "BSD 3-Clause License",
    }
    named = [
        {"@id": i, "@type": "CreativeWork", "name": n, "version": i.rsplit("/")[-1]}
        for i, n in PROFILES.items()
    ]
    described = [_part(p) for p in parts if p != WORKFLOW]
    graph = [descriptor, root, workflow, language, run, licence, *named, *described]
    context = "https://w3id.org/ro/crate/1.1/context"
    return {"@context": context, "@graph": graph}


def _part(path: str) -> Entity:
    """The entity of a file or, for a path that ends in `/`, of a folder."""
    if path.endswith("/"):
        return {"@id": path, "@type": "Dataset", "name": path}
    suffix = PurePosixPath(path).suffix
    about = {"about": _ref("./")} if path == "README.md" else {}
    encoding = {"encodingFormat": ENCODINGS[suffix]} if suffix in ENCODINGS else {}
    return {"@id": path, "@type": "File", "name": path} | encoding | about


def _ref(identifier: str) -> Entity:
    return {"@id": identifier}


def _refs(identifiers: Iterable[str]) -> list[Entity]:
    return [_ref(i) for i in identifiers]
