"""Every paper.yaml: it fits the schema, and all that it names is there."""

import re
from pathlib import Path

import pytest
import yaml

from naivebench.core.checks import InputError
from naivebench.papers import paper as papers
from naivebench.papers.rules import RULES
from naivebench.pipeline import configuration

ROOT = Path(__file__).resolve().parents[2]
CONFIGURATION = configuration.read(ROOT)
METHODS, DATA_SETS = CONFIGURATION.methods, CONFIGURATION.datasets
PROTOCOLS = {
    p
    for file in ("config", "full", "robles2003")
    for p in yaml.safe_load((ROOT / "config" / f"{file}.yaml").read_text()).get("protocols", {})
}


def named(content, key: str) -> list:
    """All values of a key, however deep."""
    if isinstance(content, dict):
        own = [content[key]] if isinstance(content.get(key), str) else []
        return own + [v for value in content.values() for v in named(value, key)]
    return [v for value in content for v in named(value, key)] if isinstance(content, list | tuple) else []


@pytest.fixture(params=papers.keys())
def paper(request):
    return papers.read(request.param)


def test_protocols_data_sets_and_methods_are_in_the_configuration(paper):
    assert set(paper.protocols.values()) <= PROTOCOLS
    assert {d.id for sets in paper.data_sets.values() for d in sets} <= DATA_SETS.keys()
    assert {m for method in paper.methods.values() for m in (*method.ids, *method.discrete)} <= METHODS.keys()


def test_functions_of_its_own_are_there(paper):
    content = yaml.safe_load((papers.FOLDER / paper.id / "paper.yaml").read_text(encoding="utf-8"))
    names = named(content, "own") + named(content.get("claims", []), "function")
    if "." in content.get("rows", {}).get("agreement", ""):
        names.append(content["rows"]["agreement"])
    assert all(callable(papers.own(paper, name)) for name in names)


def test_claims_have_ids_of_their_own_and_methods_that_exist(paper):
    ids = [c["id"] for c in paper.claims]
    assert len(ids) == len(set(ids))
    known = {*paper.methods, *METHODS}
    for key in ("first", "second"):
        assert set(named(list(paper.claims), key)) <= known
    for claim in paper.claims:
        on = [
            v
            for part in (claim, *claim.get("parts", []), *claim.get("beside", []))
            if "under" in part
            for v in ([part["under"]] if isinstance(part["under"], str) else part["under"])
        ]
        assert set(on) <= paper.protocols.keys()


def test_printed_data_sets_and_methods_of_figures_are_known(paper):
    if paper.data_sets and paper.figures:
        assert {name for name in paper.data_sets} & {d for d, _, _ in paper.figures}


def test_protocol_ids_occur_in_no_code():
    """Renaming a protocol changes the configuration and paper.yaml, nothing else."""
    ids = [p for p in PROTOCOLS if "/" in p]
    pattern = re.compile("|".join(f"[\"']{re.escape(p)}[\"']" for p in ids))
    folders = [papers.FOLDER, ROOT / "src" / "naivebench" / "reporting"]
    found = [
        str(path) for folder in folders for path in folder.rglob("*.py") if pattern.search(path.read_text())
    ]
    assert not found


def test_schema_knows_every_rule():
    schema = yaml.safe_load(papers.SCHEMA.read_text(encoding="utf-8"))
    assert set(schema["$defs"]["statement"]["properties"]["rule"]["enum"]) == set(RULES)


def test_a_further_paper_is_one_folder(tmp_path):
    (tmp_path / "ours2026").mkdir()
    (tmp_path / "ours2026" / "paper.yaml").write_text(
        "title: Ours\nheading: Ours\nyear: 2026\nmethods: {NB: [nb]}\n"
    )
    paper = papers.read("ours2026", tmp_path)
    assert (paper.title, paper.methods["NB"].ids, paper.figures) == ("Ours", ("nb",), {})


def test_a_fault_in_a_paper_is_one_sentence(tmp_path):
    (tmp_path / "ours2026").mkdir()
    (tmp_path / "ours2026" / "paper.yaml").write_text(
        "title: Ours\nheading: Ours\nyear: 2026\nclaims: [{id: a, where: '1', sentence: S, rule: beter}]\n"
    )
    with pytest.raises(InputError, match=r"claims\.0\.rule: 'beter' is not one of"):
        papers.read("ours2026", tmp_path)


def test_a_key_that_is_no_text_is_one_sentence(tmp_path):
    """YAML takes a bare `on` for true."""
    (tmp_path / "ours2026").mkdir()
    (tmp_path / "ours2026" / "paper.yaml").write_text("title: O\nheading: O\nyear: 1\nrows: {on: a}\n")
    with pytest.raises(InputError, match="the key True is no text"):
        papers.read("ours2026", tmp_path)
