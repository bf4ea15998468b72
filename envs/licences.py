"""Licences of the locked packages and terms of the data sources, for the tables of docs/licences.md.

`make licences` writes the table of packages. It reads the metadata of installed packages, and asks the
package index for those of the others. `make format` writes the table of data, which comes from the catalogue.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from naivebench.benchmark import configuration
from naivebench.data.stanza import DatasetStanza, Source

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "licences.md"
NPM = "envs/scripts/package-lock.json"
START, END = "<!-- packages -->\n", "<!-- end -->"
PYTHONS = ("3.11", "3.14")  # if two versions are locked, the first is for 3.11 and the second for 3.14
UNSTATED = "not stated by the source"
PINNED = re.compile(r"^([\w.-]+)==([^\s;]+)", re.M)
EXPRESSION = re.compile(r"(?:MIT|[\w.+-]+-\d[\w.+-]*)(?: (?:AND|OR|WITH) (?:MIT|[\w.+-]+-\d[\w.+-]*))*")
SPDX = {  # as written in metadata -> identifier
    "Apache 2.0": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD": "BSD",
    "BSD License": "BSD",
    "2-clause BSD": "BSD-2-Clause",
    "BSD 3-Clause License": "BSD-3-Clause",
    "3-Clause BSD License": "BSD-3-Clause",
    "GNU General Public License (GPL)": "GPL",
    "GNU Lesser General Public License v3 or later (LGPLv3+)": "LGPL-3.0-or-later",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Public Domain": "public domain",
    "Python Software Foundation License": "PSF-2.0",
}
READ = {  # packages whose metadata state nothing: read in the licence file of the wheel or the source
    "conda-inject": "MIT",
    "interpret-core": "MIT",
    "snakemake-interface-common": "MIT",
    "snakemake-interface-logger-plugins": "MIT",
    "snakemake-interface-report-plugins": "MIT",
    "snakemake-interface-scheduler-plugins": "MIT",
    "snakemake-interface-storage-plugins": "MIT",
    "snakemake-logger-plugin-rich": "MIT",
    "skops": "MIT",
}


class Package(NamedTuple):
    """A locked package in one version."""

    name: str
    version: str


class Locked(NamedTuple):
    """What the page says of a locked package: the lock files that have it, and its licence."""

    files: tuple[str, ...]
    licence: str


def locked() -> dict[Package, tuple[str, ...]]:
    """The packages of all lock files -> the files; npm packages of single platforms are left out."""
    found = defaultdict(list)
    for path in sorted((ROOT / "envs").glob("*.txt")):
        for name, version in PINNED.findall(path.read_text(encoding="utf-8")):
            found[Package(name, version)].append(f"envs/{path.name}")
    for package in _npm():
        found[package].append(NPM)
    return {p: tuple(found[p]) for p in sorted(found, key=lambda package: package.name)}


def _npm() -> dict[Package, str]:
    """The packages of npm that every platform installs -> their licences."""
    entries = json.loads((ROOT / NPM).read_text(encoding="utf-8"))["packages"]
    named = {path.removeprefix("node_modules/"): entry for path, entry in entries.items() if path}
    return {Package(n, e["version"]): e["license"] for n, e in named.items() if not e.get("optional")}


def licence(name: str, stated: dict[str, Any]) -> str:
    """The licence that the metadata of a package state: its expression, else its fields."""
    if expression := stated.get("license_expression"):
        return expression
    field = (stated.get("license") or "").strip().partition("\n")[0]
    if field in SPDX or EXPRESSION.fullmatch(field):
        return SPDX.get(field, field)
    heads = [c.rpartition(" :: ")[2] for c in stated.get("classifier", []) if c.startswith("License ::")]
    found = ", ".join(SPDX.get(head, head) for head in heads if head != "OSI Approved")
    return found or READ.get(name) or "not stated"


def installed() -> dict[Package, str]:
    """The licences of the packages of this environment."""
    found = {}
    for distribution in metadata.distributions():
        stated = distribution.metadata.json
        name = _normal(str(stated["name"]))
        found[Package(name, distribution.version)] = licence(name, stated)
    return found


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def read(packages: list[Package], python: str) -> dict[Package, str]:
    """The licences of packages, from the metadata that the index has for a version of Python."""
    with tempfile.TemporaryDirectory() as folder:
        wanted, report = Path(folder, "packages.txt"), Path(folder, "report.json")
        wanted.write_text("\n".join(f"{p.name}=={p.version}" for p in packages), encoding="utf-8")
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--no-deps"]
        command += ["--quiet", "--quiet", "--disable-pip-version-check", "--python-version", python]
        command += ["--target", folder, "--report", str(report), "-r", str(wanted)]
        subprocess.run(command, check=True)
        found = [entry["metadata"] for entry in json.loads(report.read_text(encoding="utf-8"))["install"]]
    named = {_normal(stated["name"]): stated for stated in found}
    return {p: licence(p.name, named[p.name]) for p in packages}


def packages_table(licences: dict[Package, str]) -> str:
    """The table of packages in Markdown."""
    rows = ["| Package | Version | Licence | Locked in |", "| --- | --- | --- | --- |"]
    for package, files in locked().items():
        places = ", ".join(f"`{file}`" for file in files)
        rows.append(f"| {package.name} | {package.version} | {licences[package]} | {places} |")
    return "\n".join(rows) + "\n"


def of_page(text: str) -> dict[Package, Locked]:
    """The packages that the table of a page lists."""
    table = text.partition(START)[2].partition(END)[0]
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()[2:]]
    return {Package(n, v): Locked(tuple(re.findall(r"`(.+?)`", f)), lic) for n, v, lic, f in cells}


def sources_table() -> str:
    """The terms of the data sets in Markdown, by source; derived data sets count under their source."""
    datasets, archives = configuration.load_datasets([(ROOT / "config" / "datasets", "config/datasets")])
    terms: dict[str, Counter[str]] = defaultdict(Counter)
    for stanza in datasets.values():
        terms[source_of(stanza, datasets)][_terms(stanza.get("licence"))] += 1
    head = "| Source | Licence of the package | Data sets | Terms of the data |"
    rows = [head, "| --- | --- | --: | --- |"]
    for source, found in sorted(terms.items(), key=lambda item: item[0].lower()):
        package = _terms(archives[source].get("licence")) if source in archives else ""
        counts = [f"{text} ({n})" if len(found) > 1 else text for text, n in sorted(found.items())]
        rows.append(f"| {source} | {package} | {found.total()} | {'; '.join(counts)} |")
    return "\n".join(rows)


def _terms(text: str | None) -> str:
    return re.sub(r"^none stated\b", UNSTATED, text or UNSTATED)


def source_of(stanza: DatasetStanza, datasets: dict[str, DatasetStanza]) -> str:
    """Name of the place where the cases of a data set come from."""
    sources: list[Source] = stanza["source"] if isinstance(stanza["source"], list) else [stanza["source"]]
    joined = {key: value for source in sources for key, value in source.items()}
    if "derive" in joined:
        return source_of(datasets[joined["derive"]], datasets)
    if "archive" in joined:
        return joined["archive"]
    if "generator" in joined:
        return "computed by naivebench"
    if "url" in joined:
        first = joined["url"] if isinstance(joined["url"], str) else joined["url"][0]
        host, path = urlsplit(first).netloc, urlsplit(first).path.split("/")
        return f"repository {path[1]}/{path[2]}" if "github" in host else host
    return "OpenML" if any(key.startswith("openml") for key in joined) else "a file that you provide"


def main() -> None:
    """Write the table of packages."""
    licences = installed() | _npm()
    first: dict[str, Package] = {}
    missing: dict[str, list[Package]] = {python: [] for python in PYTHONS}
    for package in locked():
        older = first.setdefault(package.name, package)
        if package not in licences:
            missing[PYTHONS[package != older]].append(package)
    for python, packages in missing.items():
        licences |= read(packages, python) if packages else {}
    before, start, rest = PAGE.read_text(encoding="utf-8").partition(START)
    text = f"{before}{start}{packages_table(licences)}{END}{rest.partition(END)[2]}"
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
