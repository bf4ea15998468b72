"""Data sets that repeat each other's cases are in one family of the catalogue."""

import fnmatch
from collections import Counter

import numpy as np
import pytest
import yaml
from support.real_data import ROOT, STANZAS, prepared
from support.shared_rows import related, space

from naivebench.benchmark import configuration
from naivebench.benchmark.tables.comparisons import find_main_experiments
from naivebench.core.table import Attribute, make_table

RNG = np.random.default_rng(11)


def table(columns):
    """A table of numbers (float columns first) and labels."""
    real = [c for c in columns if np.issubdtype(c.dtype, np.floating)]
    nominal = [c for c in columns if not np.issubdtype(c.dtype, np.floating)]
    values = [sorted(set(c.tolist())) for c in nominal]
    attributes = [Attribute(f"x{i}", "linear") for i in range(len(real))]
    attributes += [Attribute(f"z{i}", "nominal", tuple(v)) for i, v in enumerate(values)]
    y = np.arange(len(columns[0])) % 2
    codes = [np.searchsorted(v, c) for v, c in zip(values, nominal, strict=True)]
    return make_table(
        attributes,
        ("no", "yes"),
        y,
        codes=np.stack(codes, axis=1) if codes else None,
        reals=np.stack(real, axis=1) if real else None,
    )


def numbers(n=200, d=5):
    base = RNG.normal(size=(n, 2))
    return [base @ RNG.normal(size=2) + 0.3 * RNG.normal(size=n) for _ in range(d)]


def labels(n=200, d=8):
    group = RNG.integers(0, 6, n)
    return [
        np.array([f"{'abc'[j % 3]}{v}" for v in (group * (j + 1) + RNG.integers(0, 2, n)) % 5])
        for j in range(d)
    ]


def test_a_part_in_another_order_of_rows_and_columns_is_found():
    for columns in (numbers(), labels()):
        part = RNG.permutation(200)[:80]
        other = [columns[j][part] for j in RNG.permutation(len(columns))]
        assert related({"whole": table(columns), "part": table(other)})[0][:2] == ("whole", "part")


def test_rounded_numbers_and_other_units_are_found():
    columns = numbers(d=7)
    order, turned = RNG.permutation(200), RNG.permutation(7)
    rounded = [np.round(c[order], 1) for c in columns]
    assert related({"a": table(columns), "b": table(rounded)})
    scaled = [(1000 * (j + 1) * columns[j] + 5)[order] for j in turned]
    assert related({"a": table(columns), "b": table(scaled)})


def test_intervals_instead_of_numbers_are_found():
    columns = numbers(d=7)
    order = RNG.permutation(200)
    codes = [np.searchsorted(np.quantile(c, (0.25, 0.5, 0.75)), c)[order].astype(float) + 1 for c in columns]
    assert related({"a": table(columns), "b": table(codes)})


def test_other_samples_of_one_law_and_small_grids_are_not_related():
    law = RNG.normal(size=(2, 5))
    samples = [[*(RNG.normal(size=(300, 2)) @ law + 0.3 * RNG.normal(size=(300, 5))).T] for _ in range(2)]
    assert not related({"a": table(samples[0]), "b": table(samples[1])})
    grids = [[RNG.integers(1, k, 150).astype(float) for _ in range(4)] for k in (5, 6)]
    assert not related({"a": table(grids[0]), "b": table(grids[1])})


def test_one_attribute_space_is_found_in_any_order():
    lists = [["1", "2", "3"], ["1", "2"], ["1", "2", "3", "4"], ["x", "y"]]
    columns = [np.array([v[i % len(v)] for i in RNG.integers(0, 12, 60)]) for v in lists]
    others = [np.array([v[i % len(v)] for i in RNG.integers(0, 12, 40)]) for v in reversed(lists)]
    assert space(table(columns)) == space(table(others)) != []
    assert space(table(columns)) != space(table(others[:3]))


def test_common_columns_are_found_if_their_number_differs():
    columns = numbers()
    order = RNG.permutation(200)
    assert related({"a": table(columns), "b": table([c[order] for c in columns[:3]])})


FAMILY = {d: s.get("family", d) for d, s in STANZAS.items()}
MADE = {d for d, s in STANZAS.items() if "artificial" in s["tags"]}


def primary():
    """Data sets of the main experiment of the primary protocol."""
    content = yaml.safe_load((ROOT / "config/config.yaml").read_text(encoding="utf-8"))
    found = configuration.load(content, ROOT)
    parts = configuration.compared(found)
    experiments = [part._asdict() | {"experiment": name} for name, part in parts.items()]
    return parts[find_main_experiments(experiments)[content["primary"]["protocol"]]].datasets


def source(name):
    """The source of a data set; {} if it has several."""
    given = STANZAS[name]["source"]
    return given if isinstance(given, dict) else {}


def test_variants_forms_and_derived_sets_are_in_the_family_of_their_source():
    for name, stanza in STANZAS.items():
        if parent := source(name).get("derive"):
            assert FAMILY[name] == FAMILY[parent], name
        if "variant" in stanza["tags"]:
            assert sum(f == FAMILY[name] for f in FAMILY.values()) > 1, name
    files: dict = {}
    for name in STANZAS:
        if "archive" in source(name):
            key = (source(name)["archive"], str(source(name).get("member")))
            files.setdefault(key, set()).add(FAMILY[name])
    assert [f for f, several in files.items() if len(several) > 1] == []


def test_the_draws_of_one_generator_are_separate_sources():
    draws = [d for d, s in STANZAS.items() if "ten-draws" in s["tags"]]
    assert len({FAMILY[d] for d in draws}) == len(draws) == 10


def test_generated_sets_are_artificial_and_families_agree():
    assert {d for d in STANZAS if "generator" in source(d)} <= MADE
    for name in STANZAS:
        assert (name in MADE) == any(FAMILY[m] == FAMILY[name] for m in MADE), name


def test_the_documents_list_all_artificial_sets():
    text = (ROOT / "docs/protocols/data-sets.md").read_text(encoding="utf-8")
    section = text.partition("## Artificial data sets")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    said = [name.strip(" `") for row in rows for name in row.split(",")]
    made = {FAMILY[d] for d in MADE if "ten-draws" not in STANZAS[d]["tags"]}
    assert sorted(said) == sorted(made)


def test_the_documents_list_all_families_of_several_sets():
    text = (ROOT / "docs/protocols/data-sets.md").read_text(encoding="utf-8")
    section = text.partition("| Family | Data sets |\n")[2].partition("\n\n")[0]
    members = {d: f for d, f in FAMILY.items() if not d.startswith("weka-")}
    said = {}
    for line in section.splitlines()[1:]:
        family, names = (cell.replace("`", "").strip() for cell in line.strip("|").split("|"))
        patterns = [name.replace("...", "*") for name in names.split(", ")]
        said[family] = {d for d in members if any(fnmatch.fnmatchcase(d, p) for p in patterns)}
    families = {f: {d for d, of in members.items() if of == f} for f in members.values()}
    assert said == {f: sets for f, sets in families.items() if len(sets) > 1}


def test_the_primary_comparison_has_two_families_of_several_members():
    count = Counter(FAMILY[d] for d in primary())
    assert {f: n for f, n in count.items() if n > 1} == {"glass": 2, "monks": 3}


@pytest.mark.data
@pytest.mark.long
def test_related_members_of_the_primary_comparison_are_in_one_family(folder):
    tables = {}
    for name in primary():
        if not {"mirror", "url"} & set(source(name)):
            tables[name] = prepared(name, folder)[0]
    assert len(tables) > 75
    found = {(a, b) for a, b, _ in related(tables)}
    assert {
        ("glass", "glass2"),
        ("monks-1", "monks-2"),
        ("monks-1", "monks-3"),
        ("monks-2", "monks-3"),
    } <= found
    assert [(a, b) for a, b in found if FAMILY[a] != FAMILY[b]] == []
