"""Write the licences of the locked packages into envs/licences.md: `python envs/licences.py`.

It reads the metadata of installed packages, and asks the package index for those of the others.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "envs" / "licences.md"
START, END = "<!-- packages -->\n", "<!-- end -->"
PYTHONS = ("3.11", "3.14")  # if two versions are locked, the first is for 3.11 and the second for 3.14
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


def read_locked() -> dict[Package, tuple[str, ...]]:
    """The packages of all lock files -> the files."""
    files = defaultdict(list)
    for path in sorted((ROOT / "envs").glob("*.txt")):
        for name, version in PINNED.findall(path.read_text(encoding="utf-8")):
            files[Package(name, version)].append(f"envs/{path.name}")
    return {p: tuple(files[p]) for p in sorted(files, key=lambda package: package.name)}


def find_licence(name: str, stated: dict[str, Any]) -> str:
    """The licence that the metadata of a package state: its expression, else its fields."""
    if expression := stated.get("license_expression"):
        return expression
    field = (stated.get("license") or "").strip().partition("\n")[0]
    if field in SPDX or EXPRESSION.fullmatch(field):
        return SPDX.get(field, field)
    heads = [c.rpartition(" :: ")[2] for c in stated.get("classifier", []) if c.startswith("License ::")]
    classified = ", ".join(SPDX.get(head, head) for head in heads if head != "OSI Approved")
    return classified or READ.get(name) or "not stated"


def read_installed() -> dict[Package, str]:
    """The licences of the packages of this environment."""
    licences = {}
    for distribution in metadata.distributions():
        stated = distribution.metadata.json
        name = normalize_name(str(stated["name"]))
        licences[Package(name, distribution.version)] = find_licence(name, stated)
    return licences


def normalize_name(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def ask_index(packages: list[Package], python: str) -> dict[Package, str]:
    """The licences of packages, from the metadata that the index has for a version of Python."""
    with tempfile.TemporaryDirectory() as folder:
        wanted, report = Path(folder, "packages.txt"), Path(folder, "report.json")
        wanted.write_text("\n".join(f"{p.name}=={p.version}" for p in packages), encoding="utf-8")
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--no-deps"]
        command += ["--quiet", "--quiet", "--disable-pip-version-check", "--python-version", python]
        command += ["--target", folder, "--report", str(report), "-r", str(wanted)]
        subprocess.run(command, check=True)
        answers = [entry["metadata"] for entry in json.loads(report.read_text(encoding="utf-8"))["install"]]
    named = {normalize_name(stated["name"]): stated for stated in answers}
    return {p: find_licence(p.name, named[p.name]) for p in packages}


def write_table(licences: dict[Package, str]) -> str:
    """The table of packages in Markdown."""
    rows = ["| Package | Version | Licence | Locked in |", "| --- | --- | --- | --- |"]
    for package, files in read_locked().items():
        places = ", ".join(f"`{file}`" for file in files)
        rows.append(f"| {package.name} | {package.version} | {licences[package]} | {places} |")
    return "\n".join(rows) + "\n"


def read_page(text: str) -> dict[Package, Locked]:
    """The packages that the table of a page lists."""
    table = text.partition(START)[2].partition(END)[0]
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()[2:]]
    return {Package(n, v): Locked(tuple(re.findall(r"`(.+?)`", f)), lic) for n, v, lic, f in cells}


def main() -> None:
    """Write the table of packages."""
    licences = read_installed()
    first: dict[str, Package] = {}
    missing: dict[str, list[Package]] = {python: [] for python in PYTHONS}
    for package in read_locked():
        older = first.setdefault(package.name, package)
        if package not in licences:
            missing[PYTHONS[package != older]].append(package)
    for python, packages in missing.items():
        licences |= ask_index(packages, python) if packages else {}
    before, start, rest = PAGE.read_text(encoding="utf-8").partition(START)
    text = f"{before}{start}{write_table(licences)}{END}{rest.partition(END)[2]}"
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
