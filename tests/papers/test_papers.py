"""The files of papers: what they name exists. Runs may have none of their data or methods."""

from __future__ import annotations

import inspect
import itertools
from pathlib import Path

import pytest
from support.small_run import make_frames

from naivebench.benchmark.tables import compute_tables, write_tables
from naivebench.models import catalogue
from naivebench.papers import paper as papers
from naivebench.papers.claims import list_claims
from naivebench.papers.paper_tables import MODULES, compute_paper_tables
from naivebench.papers.printed_numbers import Kind
from naivebench.papers.run_results import Run
from naivebench.report.build import build_site

ALL = {name: papers.read_paper(name) for name in MODULES}
KINDS = {"exact", "generated", "reduced", "altered", "part", "substitute"}
CLAIMS = [(name, claim) for name, (_, module) in MODULES.items() for claim in list_claims(module)]


def test_every_folder_is_a_paper_of_collect():
    assert {path.parent.name for path in papers.FOLDER.glob("*/paper.yaml")} == set(MODULES)


@pytest.mark.parametrize("name", ALL)
def test_methods_are_in_the_catalogue(name):
    known = catalogue.read_methods()
    for method in ALL[name].methods:
        assert [m for m in ALL[name].list_all_method_ids(method) if m not in known] == []


@pytest.mark.parametrize("name", ALL)
def test_printed_numbers_are_about_data_sets_and_methods_of_the_paper(name):
    paper = ALL[name]
    metrics = {Kind(**fields).number for fields in paper.more.get("printed", ())}
    compared = {d for (d, m, metric) in paper.numbers if m in paper.methods and metric in metrics}
    assert compared <= set(paper.data_sets["printed"])
    assert not paper.data_sets.duplicated(["printed", "dataset"]).any()
    assert set(paper.data_sets["kind"]) <= KINDS


@pytest.mark.parametrize("name", ALL)
def test_notes_and_sentences_name_what_the_paper_has(name):
    paper, claims = ALL[name], {claim.name for owner, claim in CLAIMS if owner == name}
    known = {*paper.data_sets["printed"], *paper.data_sets["dataset"]}
    ids = {m for method in paper.methods for m in paper.list_all_method_ids(method)} | {"*"}
    for key, notes in paper.notes.items():
        assert key in known
        assert set(notes) <= ids
    assert set(paper.main_claims) <= claims
    assert paper.reference
    assert paper.idea
    assert paper.test
    assert paper.remember or paper.main_claims


@pytest.mark.parametrize("name", ALL)
def test_kinds_of_printed_numbers_are_read(name):
    paper = ALL[name]
    for kind in (Kind(**fields) for fields in paper.more.get("printed", ())):
        assert set(kind.sets) <= set(paper.data_sets["printed"])
        assert set(kind.honest) <= set(paper.protocols)


@pytest.mark.parametrize(("name", "claim"), CLAIMS, ids=[f"{n}-{c.name}" for n, c in CLAIMS])
def test_claim_is_a_function_of_a_run_with_its_sentence(name, claim):
    assert claim.sentence.endswith(".")
    assert claim.where
    assert claim.rule.endswith(".")
    assert list(inspect.signature(claim.judge).parameters) == ["run"]
    assert set(claim.sets) <= set(ALL[name].data_sets["printed"])
    assert set(claim.about) <= {*ALL[name].methods, *catalogue.read_methods()}


def write(folder: Path, text: str) -> Path:
    (folder / "other2024").mkdir()
    (folder / "other2024/paper.yaml").write_text(text)
    return folder


def test_data_sets_are_ordered_by_what_stands_for_the_papers(tmp_path):
    text = "data_sets: {x: [{id: x1}, {id: x2, kind: part}], y: y1}\n"
    run = Run(papers.read_paper("other2024", write(tmp_path, text)), {}, None, {})
    assert run.data_sets["dataset"].tolist() == ["x1", "x2", "y1"]
    assert run._replace(use="own").data_sets["dataset"].tolist() == ["x1", "y1"]
    assert run._replace(use="other").data_sets["dataset"].tolist() == ["x2", "x1", "y1"]


# these rest on equations or on printed numbers alone, as the examples of textbook18 do
WITHOUT_DATA = {"ienb-above-iterative", "errs-at-the-cut", "surfaces"}


def make_scored_frames(datasets, methods):
    """The frames of a run with three folds."""
    cells = itertools.product(datasets, methods, range(3))
    scores = [("honest", d, m, 0, fold, 10, 90, "accuracy", 0.5 + 0.1 * fold) for d, m, fold in cells]
    return make_frames(scores, methods)


@pytest.mark.parametrize(
    ("datasets", "methods"),
    [(("zoo", "made"), ("nb", "majority")), (("tic-tac-toe", "zoo"), ("majority",))],
)
def test_no_claim_is_judged_without_the_papers_data(datasets, methods):
    tables = compute_paper_tables(make_scored_frames(datasets, methods))
    claims = tables["claims"].set_index("claim")
    judged = claims["holds"].isin(["supported", "contradicted", "undecided", "partly"])
    judged |= claims["reproduced"].isin(["yes", "no", "partly"])
    assert {*claims.index[judged & (claims["paper"] != "textbook18")]} <= WITHOUT_DATA
    assert len(claims) > 60
    assert len(tables["papers"]) == 6


@pytest.mark.slow
@pytest.mark.parametrize("datasets", [("zoo",), ("magic",), ("chess", "corral")])
def test_pages_are_built_with_little_data_of_the_papers(tmp_path, datasets):
    frames = make_scored_frames(datasets, ("nb", "tan", "gnb", "ienb", "majority"))
    write_tables(compute_tables(frames) | compute_paper_tables(frames), tmp_path / "tables")
    (tmp_path / "figures").mkdir()
    build_site(tmp_path / "tables", tmp_path / "figures", tmp_path / "site")
    assert (tmp_path / "site" / "claims.html").is_file()
