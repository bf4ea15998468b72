"""Write what comes from the code: tables of these pages, JSON schemas, and the version in citations.

`make format` runs this file, and a test compares its tables with the pages.

python docs/write_tables.py
"""

from __future__ import annotations

import copy
import csv
import functools
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from naivebench import __version__, estimators
from naivebench.benchmark.configuration import documents, schemas
from naivebench.estimators import classifier
from naivebench.evaluation import metrics
from naivebench.models import catalogue

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent
END = "<!-- end -->"


def keys(node: dict, root: dict, path: str = "") -> Iterator[tuple[str, dict]]:
    """(path, schema) of every key that the schema `node` of a configuration file has; free names are ID.
    `$ref`s point into `root`.
    """
    node = schemas.resolve_reference(node, root)
    for key, child in node.get("properties", {}).items():
        here = f"{path}.{key}".strip(".")
        yield here, schemas.resolve_reference(child, root)
        yield from keys(child, root, here)
    if isinstance(node.get("additionalProperties"), dict):
        yield from keys(node["additionalProperties"], root, f"{path}.ID".strip("."))


def classes_table() -> str:
    """What the classes of `naivebench.estimators` accept and can do: a row for each ability."""
    abilities = defaultdict(list)
    for name in estimators.__all__:
        cls = getattr(estimators, name)
        if not issubclass(cls, classifier.Classifier):
            continue
        stanza = catalogue.read_methods()[cls._method]
        for kind in stanza["kinds"]:
            abilities[kind].append(name)
        if "angular" in stanza["kinds"]:
            abilities[treat_angles(stanza)].append(name)
        if hasattr(cls, "partial_fit"):
            abilities["parts"].append(name)
        if "class_prior" in cls().get_params():
            abilities["prior"].append(name)
    rows = ["| Ability | Classes |", "| --- | --- |"]
    for ability, text in ABILITIES.items():
        rows.append(f"| {text} | {', '.join(f'`{name}`' for name in abilities[ability])} |")
    return "\n".join(rows)


def treat_angles(stanza: dict) -> str:
    """What a method makes of an angle: a density on the circle, intervals of a line, or a number."""
    if stanza["module"].split(".")[0] in ("directional", "per_column"):
        return "density"
    return "intervals" if stanza.get("discretize") else "number"


def families_table() -> str:
    """All methods and classes by the page that describes them: the one with a line "*Id:* `method`", or else
    that of the method's folder, for variants that no page names.
    """
    pages = {page: (FOLDER / "methods" / page).read_text(encoding="utf-8") for page in PAGES.values()}
    described = {
        method: page
        for page, text in pages.items()
        for line in re.findall(r"^\*Ids?:\* (`.*(?:\n.+)*)", text, re.M)
        for method in re.findall(r"`(\w+)`", line)
    }
    ids, classes = defaultdict(list), defaultdict(dict)
    for method, stanza in catalogue.read_methods().items():
        page = described.get(method) or PAGES[stanza["module"].split(".")[0]]
        ids[page].append(f"`{method}`")
        if "estimator" in stanza:
            classes[page][f"`{stanza['estimator']}`"] = None
    rows = ["| Page | Methods | Classes |", "| --- | --- | --- |"]
    for page, text in pages.items():
        title = text.partition("\n")[0].removeprefix("# ")
        rows.append(f"| [{title}]({page}) | {', '.join(ids[page])} | {', '.join(classes[page])} |")
    return "\n".join(rows)


def protocols_table() -> str:
    """The protocols of the default run, and what each learns with the help of test cases."""
    rows = ["| Protocol | Title | Learned with test cases |", "| --- | --- | --- |"]
    for name, stanza in documents.read_document(ROOT / "config" / "config.yaml").data["protocols"].items():
        learned = [
            *(["cut points, value lists, searched structures"] if stanza.get("cuts") == "all" else []),
            *(["constants"] if stanza.get("chosen_on_test") else []),
            *(["thresholds"] if "break_even" in stanza.get("metrics", ()) else []),
        ]
        rows.append(f"| `{name}` | {stanza['title']} | {'; '.join(learned)} |")
    return "\n".join(rows)


def metrics_table() -> str:
    """The metrics; those of the standard set have a star, and recalls at several rates r share a row."""
    rows = ["| Metric | What it measures | Definition | Better |", "| --- | --- | --- | --- |"]
    recalls = [name for name in metrics.METRICS if re.fullmatch(r"recall_\d+", name)]
    for m in metrics.METRICS.values():
        if m.id in recalls[1:]:
            continue
        names = ", ".join(f"`{name}`" for name in (recalls if m.id in recalls else [m.id]))
        meaning = re.sub(r"\d+ %", "r %", m.description) if m.id in recalls else m.description
        formula = f"`{m.definition}`" if m.definition else ""
        rows.append(f"| {names}{' *' if m.standard else ''} | {meaning} | {formula} | {m.better} |")
    return "\n".join(rows)


def keys_table(name: str, left_out: tuple[str, ...] = (), prefix: str = "ID.") -> str:
    """The keys of a configuration file, but for those below `left_out`: names below `prefix`, defaults and
    descriptions.
    """
    schema = schemas.read_schema(name)
    # what archives and fetched sources share stands once
    shared = set(schema.get("$defs", {}).get("archive", {}).get("properties", {})) - {"sha256"}
    rows = ["| key | default | meaning |", "|---|---|---|"]
    for path, node in keys(schema, schema):
        above, _, key = path.rpartition(".")
        if path.startswith(left_out) or (above.endswith(".source") and key in shared):
            continue
        default = node.get("default", "")
        shown = "" if default in ({}, "") else default if isinstance(default, str) else json.dumps(default)
        cell = f"`{shown}`" if shown else ""
        rows.append(f"| `{path.removeprefix(prefix)}` | {cell} | {node['description']} |")
    return "\n".join(rows)


ABILITIES = {  # kind of columns or another ability of classes -> what the table says about it
    "nominal": "accepts categories and numbers",
    "count": "accepts texts or counts of words",
    "sequence": "accepts sequences of letters",
    "direction": "accepts directions in space",
    "density": "treats an angle as an angle on the circle",
    "number": "treats an angle as a number",
    "intervals": "cuts an angle into intervals of a line",
    "parts": "has `sample_weight`, `class_weight` and `partial_fit`",
    "prior": "has `class_prior`",
}
PAGES = {  # folder of a method's module -> the page that describes it
    "naive_bayes": "naive-bayes.md",
    "per_column": "naive-bayes.md",
    "bn_classifiers": "bayesian-networks.md",
    "semi_naive": "semi-naive.md",
    "directional": "directional.md",
    "high_cardinality": "high-cardinality.md",
    "trees": "trees.md",
    "sequences": "sequences.md",
    "baselines": "baselines.md",
}


def steps_table() -> str:
    """The steps that a stanza of a data set may have, with their keys."""
    schema = schemas.read_schema("datasets")
    rows = ["| step | keys | meaning |", "|---|---|---|"]
    for name, node in schema["$defs"]["step"]["properties"].items():
        step = schemas.resolve_reference(node, schema)
        names = ", ".join(f"`{key}`" for key in step.get("properties", ()))
        rows.append(f"| `{name}` | {names} | {step['description'].strip()} |")
    return "\n".join(rows)


CITED = {  # file that names the version -> the text before the version
    "CITATION.cff": r"(?m)^(version: ).*$",
}


def speed_table() -> str:
    """CPU time of other classifiers as a multiple of ours, from the last runs of tests/bench/bench.py."""
    with open(ROOT / "tests" / "bench" / "performance.csv", encoding="utf-8", newline="") as file:
        measured = [*csv.DictReader(file)]
    rows = ["| Task | Other program | Times as fast |", "| --- | --- | --: |"]
    for row in measured:
        factor = float(row["peer_seconds"]) / float(row["seconds"])
        rows.append(f"| {row['task']} | {row['peer']} | {factor:{'.1f' if factor < 10 else '.0f'}} |")
    return "\n".join(rows)


CONFIG = "../config/README.md"
TABLES = {  # (page, mark before the table) -> its text
    ("protocols/index.md", "protocols"): protocols_table,
    ("protocols/metrics.md", "metrics"): metrics_table,
    ("methods/index.md", "families"): families_table,
    ("estimators.md", "classes"): classes_table,
    ("estimators.md", "speed"): speed_table,
    (CONFIG, "config"): functools.partial(keys_table, "config"),
    (CONFIG, "datasets"): functools.partial(keys_table, "datasets", ("archives",), "datasets.ID."),
    (CONFIG, "steps"): steps_table,
    (CONFIG, "archives"): functools.partial(keys_table, "datasets", ("datasets", "defaults"), "archives.ID."),
    (CONFIG, "methods"): functools.partial(keys_table, "methods"),
}


def fill_table(text: str, mark: str, table: str) -> str:
    """The text of a page with the table between `<!-- mark -->` and `<!-- end -->`."""
    before, start, rest = text.partition(f"<!-- {mark} -->\n")
    return f"{before}{start}{table}\n{END}{rest.partition(END)[2]}"


def editor_schemas() -> dict[str, dict]:
    """The schemas that editors use to complete and check YAML files, by name: those that the workflow
    validates with, and `config-update` for files that update config.yaml, which may leave out any key.
    """
    validating = {name: schemas.read_schema(name) for name in ("config", "datasets", "methods")}
    update = copy.deepcopy(validating["config"])
    del update["required"], update["properties"]["experiments"]["additionalProperties"]["required"]
    update["title"] = "config/*.yaml, an update of config.yaml"
    return validating | {"config-update": update}


def render_pages() -> dict[Path, str]:
    """Every page with tables, every schema and the citations -> its text as it has to be."""
    texts = {
        FOLDER / "schemas" / f"{name}.json": json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
        for name, schema in editor_schemas().items()
    }
    for name, pattern in CITED.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        texts[ROOT / name] = re.sub(pattern, rf"\g<1>{__version__}", text)
    for (name, mark), table in TABLES.items():
        page = FOLDER / name
        texts[page] = fill_table(texts.get(page) or page.read_text(encoding="utf-8"), mark, table())
    return texts


if __name__ == "__main__":
    for path, text in render_pages().items():
        path.write_text(text, encoding="utf-8")
