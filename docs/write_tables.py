"""Write what comes from the code: tables of these pages, JSON schemas, and the version in citations. `make
format` runs this file.

python docs/write_tables.py
"""

from __future__ import annotations

import copy
import csv
import functools
import json
import re
from collections.abc import Iterator
from pathlib import Path

import licences

from naivebench import __version__, estimators
from naivebench.benchmark.configuration import documents, schemas
from naivebench.estimators import classifier
from naivebench.evaluation import metrics
from naivebench.models import catalogue, registry
from naivebench.papers.paper import read_paper

FOLDER = Path(__file__).resolve().parent
END = "<!-- end -->"


def keys(node: dict, root: dict, path: str = "") -> Iterator[tuple[str, dict]]:
    """(path, schema) of every key that the schema `node` of a configuration file has; free names are ID.
    `$ref`s point into `root`.
    """
    node = _followed(node, root)
    for key, child in node.get("properties", {}).items():
        here = f"{path}.{key}".strip(".")
        yield here, _followed(child, root)
        yield from keys(child, root, here)
    if isinstance(node.get("additionalProperties"), dict):
        yield from keys(node["additionalProperties"], root, f"{path}.ID".strip("."))


def _followed(node: dict, root: dict) -> dict:
    return {**documents.at(root, node["$ref"][2:].split("/")), **node} if "$ref" in node else node


def classes_table() -> str:
    """A row for every class of `naivebench.estimators`, with its method and what it can do."""
    rows = [
        "| class | method | kinds of columns | `sample_weight`, `partial_fit` | `class_prior` | `explain` |",
        "| --- | --- | --- | :-: | :-: | :-: |",
    ]
    for name in estimators.__all__:
        cls = getattr(estimators, name)
        if not issubclass(cls, classifier.Classifier):
            continue
        stanza = catalogue.methods()[cls._method]
        marks = (
            hasattr(cls, "partial_fit"),
            "class_prior" in cls().get_params(),
            hasattr(registry.load(stanza["module"]), "explain"),
        )
        cells = [f"`{name}`", stanza["title"], ", ".join(stanza["kinds"])]
        rows.append(f"| {' | '.join([*cells, *('yes' if mark else '' for mark in marks)])} |")
    return "\n".join(rows)


def keys_table(name: str, left_out: tuple[str, ...] = (), prefix: str = "ID.") -> str:
    """The keys of a configuration file, but for those below `left_out`: names below `prefix`, defaults and
    descriptions.
    """
    schema = schemas.schema(name)
    # what archives and fetched sources share stands once
    shared = set(schema.get("$defs", {}).get("archive", {}).get("properties", {})) - {"sha256"}
    rows = ["| key | default | meaning |", "|---|---|---|"]
    for path, node in keys(schema, schema):
        above, _, key = path.rpartition(".")
        if path.startswith(left_out) or (above.endswith(".source") and key in shared):
            continue
        default = node.get("default", "")
        shown = "" if default in ({}, "") else default if isinstance(default, str) else json.dumps(default)
        told = f"`{shown}`" if shown else ""
        rows.append(f"| `{path.removeprefix(prefix)}` | {told} | {node['description']} |")
    return "\n".join(rows)


def claims_table() -> str:
    """The claims of the papers with both verdicts, from rows of the table `claims` of the default run."""
    with (FOLDER / "claims.csv").open(encoding="utf-8", newline="") as file:
        claims = list(csv.DictReader(file))
    lines = []
    for name in dict.fromkeys(claim["paper"] for claim in claims):
        head = ["| Claim | Reproduced? | Holds honestly? |", "| --- | --- | --- |"]
        lines += [f"### {read_paper(name).heading}", "", *head]
        for c in (c for c in claims if c["paper"] == name):
            cells = [f"{c['sentence']} ({c['where']})"]
            cells += [f"**{c[word]}**: {c[f'why_{word}']}" for word in ("reproduced", "holds")]
            lines.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
        lines.append("")
    return "\n".join(lines).rstrip()


CITED = {  # file that names the version -> the text before the version
    "CITATION.cff": r"(?m)^(version: ).*$",
    "README.md": r"(version = \{)[^}]*",
}
CONFIG = "../config/README.md"
TABLES = {  # (page, mark before the table) -> its text
    ("protocols/metrics.md", "metrics"): metrics.table,
    ("licences.md", "sources"): licences.sources_table,
    ("estimators.md", "classes"): classes_table,
    ("papers.md", "claims"): claims_table,
    (CONFIG, "config"): functools.partial(keys_table, "config"),
    (CONFIG, "datasets"): functools.partial(keys_table, "datasets", ("archives",), "datasets.ID."),
    (CONFIG, "archives"): functools.partial(keys_table, "datasets", ("datasets", "defaults"), "archives.ID."),
    (CONFIG, "methods"): functools.partial(keys_table, "methods"),
}


def filled(text: str, mark: str, table: str) -> str:
    """The text of a page with the table between `<!-- mark -->` and `<!-- end -->`."""
    before, start, rest = text.partition(f"<!-- {mark} -->\n")
    return f"{before}{start}{table}\n{END}{rest.partition(END)[2]}"


def editor_schemas() -> dict[str, dict]:
    """The schemas that editors use to complete and check YAML files, by name: those that the workflow
    validates with, and `config-update` for files that update config.yaml, which may leave out any key.
    """
    found = {name: schemas.schema(name) for name in ("config", "datasets", "methods")}
    update = copy.deepcopy(found["config"])
    del update["required"], update["properties"]["experiments"]["additionalProperties"]["required"]
    update["title"] = "config/*.yaml, an update of config.yaml"
    return found | {"config-update": update}


def pages() -> dict[Path, str]:
    """Every page with tables, every schema and the citations -> its text as it has to be."""
    written = {FOLDER / "schemas" / f"{name}.json": schema for name, schema in editor_schemas().items()}
    found = {
        path: json.dumps(schema, indent=2, ensure_ascii=False) + "\n" for path, schema in written.items()
    }
    for name, pattern in CITED.items():
        text = (FOLDER.parent / name).read_text(encoding="utf-8")
        found[FOLDER.parent / name] = re.sub(pattern, rf"\g<1>{__version__}", text)
    for (name, mark), table in TABLES.items():
        page = FOLDER / name
        found[page] = filled(found.get(page) or page.read_text(encoding="utf-8"), mark, table())
    return found


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
