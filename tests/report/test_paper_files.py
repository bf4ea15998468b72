"""Every paper.yaml fits the schema, and everything that it names exists."""

import re
from pathlib import Path

import pytest
import yaml

from naivebench.benchmark import configuration
from naivebench.benchmark.configuration import expand
from naivebench.core.checks import InputError
from naivebench.report.papers import paper as papers
from naivebench.report.papers.claims import about
from naivebench.report.papers.rules import RULES

ROOT = Path(__file__).resolve().parents[2]
CONFIGURATION = configuration.read(ROOT)
METHODS, DATA_SETS = CONFIGURATION.methods, CONFIGURATION.datasets
PROTOCOLS = {
    p
    for file in ("config", "full", "robles2003")
    for p in yaml.safe_load((ROOT / "config" / f"{file}.yaml").read_text()).get("protocols", {})
}


def named(content, key: str) -> list:
    """All values of a key at any depth."""
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


def test_functions_that_a_paper_names_exist(paper):
    content = yaml.safe_load((papers.FOLDER / paper.id / "paper.yaml").read_text(encoding="utf-8"))
    names = named(content, "own") + named(content.get("claims", []), "function")
    if "." in content.get("rows", {}).get("agreement", ""):
        names.append(content["rows"]["agreement"])
    assert all(callable(papers.own(paper, name)) for name in names)


def test_claims_have_distinct_ids_and_methods_that_exist(paper):
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
    """To rename a protocol, it is enough to change the configuration and paper.yaml."""
    ids = [p for p in PROTOCOLS if "/" in p]
    pattern = re.compile("|".join(f"[\"']{re.escape(p)}[\"']" for p in ids))
    folders = [papers.FOLDER, ROOT / "src" / "naivebench" / "report"]
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


def test_a_fault_in_a_paper_gives_one_sentence(tmp_path):
    (tmp_path / "ours2026").mkdir()
    (tmp_path / "ours2026" / "paper.yaml").write_text(
        "title: Ours\nheading: Ours\nyear: 2026\nclaims: [{id: a, where: '1', sentence: S, rule: beter}]\n"
    )
    with pytest.raises(InputError, match=r"claims\.0\.rule: 'beter' is not one of"):
        papers.read("ours2026", tmp_path)


def test_a_key_that_is_not_text_gives_one_sentence(tmp_path):
    """YAML reads a bare `on` as true."""
    (tmp_path / "ours2026").mkdir()
    (tmp_path / "ours2026" / "paper.yaml").write_text("title: O\nheading: O\nyear: 1\nrows: {on: a}\n")
    with pytest.raises(InputError, match="the key True is not text"):
        papers.read("ours2026", tmp_path)


def cells_of(experiment: str) -> tuple[str, set[str], set[str]]:
    """Protocol, data sets and methods of an experiment of config.yaml."""
    stanza = CONFIGURATION.config.experiments[experiment]
    sets = set(expand.datasets_in(stanza, DATA_SETS))
    return stanza.protocol, sets, set(expand.methods_in(stanza, METHODS))


def test_similar_proteins_are_kept_together_on_all_seven_sites():
    """Each of the seven sites of kang2006 has a data set with random folds and one with grouped folds."""
    paper = papers.read("kang2006")
    kept, random = cells_of("kang2006-grouped"), cells_of("kang2006-proteins")
    assert (kept[0], random[0]) == (paper.protocols["grouped"], paper.protocols["paper"])
    assert kept[1:] == random[1:]
    assert len(paper.more["sites"]) == len(kept[1]) == 7
    for site in paper.more["sites"]:
        assert len(kept[1] & {d.id for d in paper.data_sets[site]}) == 1, site


def test_labels_are_shuffled_again_after_cuts_if_numbers_would_lose_their_cuts():
    """The second control of robles2003 includes every set of the first one that has numbers and can be
    fetched.
    """
    paper = papers.read("robles2003")
    first, second = cells_of("robles2003-permuted"), cells_of("robles2003-permuted-after-cuts")
    assert (first[0], second[0]) == (paper.protocols["permuted"], paper.protocols["permuted_after_cuts"])
    protocols = CONFIGURATION.config.protocols
    assert (protocols[first[0]].permute_labels, protocols[second[0]].permute_labels) == (
        True,
        "after_cuts",
    )
    assert first[2] == second[2] >= {"majority", "pazzani_eda", "ienb"}
    assert second[1] >= {"breast", "glass", "glass2", "iris", "pima"}
    numbers = {d for d in first[1] if "linear" in str(DATA_SETS[d].get("kinds"))}
    assert {d for d in numbers if "mirror" not in DATA_SETS[d]["source"]} <= second[1] <= first[1]
    text = " ".join((ROOT / "docs/protocols/papers.md").read_text().split())
    assert f"{', '.join(sorted(second[1])[:-1])} and {sorted(second[1])[-1]}" in text


def test_both_controls_of_robles2003_include_the_long_data_sets_in_its_own_configuration():
    """The second control includes not only the six short data sets of the default run."""
    alone = configuration.read(ROOT, [ROOT / "config" / "robles2003.yaml"]).config.experiments
    first, second = alone["robles2003-permuted"], alone["robles2003-permuted-after-cuts"]
    sets = [set(expand.datasets_in(stanza, DATA_SETS)) for stanza in (first, second)]
    numbers = {d for d in sets[0] if "linear" in str(DATA_SETS[d].get("kinds"))}
    assert len(sets[0]) == 21
    numbers |= {"glass2", "waveform-21"}  # the stanzas of derived and generated data sets declare no kinds
    assert sets[1] == numbers >= {"crx", "german", "satimage", "segment", "vehicle"}
    assert set(first.methods) == set(second.methods)


def test_samples_that_the_honest_searches_do_not_use_are_documented():
    """The data sets of robles2003 that run under its protocol but not in the honest searches."""
    own = {d.id for sets in papers.read("robles2003").data_sets.values() for d in sets if d.kind == "exact"}
    missing = own & cells_of("robles2003")[1] - cells_of("robles2003-honest-searches")[1]
    assert missing == {"mofn-3-7-10-published", "waveform-21-published"}
    text = (ROOT / "docs/protocols/papers.md").read_text(encoding="utf-8")
    section = text.split("## Leave-one-out as fitness")[1].split("##")[0]
    assert all(f"`{d}`" in section for d in missing)


def test_all_numbers_of_draws_run_on_the_data_of_lopezcruz2013():
    paper = papers.read("lopezcruz2013")
    assert {role for m in paper.methods.values() for role in m.more.get("readings", [])} == {
        "samples-300",
        "samples-1000",
    }
    for n in (300, 1000):
        protocol, sets, methods = cells_of(f"lopezcruz2013-samples-{n}")
        assert (protocol, sets, methods) == (
            paper.protocols[f"samples-{n}"],
            {"magic"},
            {"sel_vmnb", "sel_gnb"},
        )
        stanza = CONFIGURATION.config.protocols[protocol]
        assert stanza.params == {m: {"samples": n} for m in methods}
        assert stanza.folds.repeats_of == {"magic": 10}


def test_time_by_number_of_values_is_measured_for_all_methods_of_the_claim_faster():
    """A method of jambeiro2007 counts only if its time was measured to depend on the number of values."""
    paper = papers.read("jambeiro2007")
    (claim,) = (c for c in paper.claims if c["id"] == "faster")
    protocol, sets, methods = cells_of("jambeiro2007-curves")
    assert protocol == paper.protocols["curves"]
    assert {m for name in claim["arguments"]["than"] for m in paper.methods[name].ids[:1]} <= methods
    assert sum("-values-" in d for d in sets) >= 3


def test_whole_networks_run_on_the_ten_draws_and_with_the_other_methods():
    paper = papers.read("jambeiro2007")
    for experiment in ("jambeiro2007-made", "jambeiro2007"):
        assert cells_of(experiment)[2] >= set(paper.more["networks"].values())
    assert len(cells_of("jambeiro2007-made")[1]) == 10


def test_a_claim_without_a_statement_under_the_papers_protocol_has_a_reason():
    """The page shows a reason instead of saying that the paper's protocol has no statement."""
    claims = [c for key in sorted(papers.keys()) for c in papers.read(key).claims]
    without = {c["id"]: c.get("not_reproduced") for c in claims if c.get("reproduced") == []}
    assert {"iterative-significant", "competitive", "langley"} <= without.keys()
    assert all(without.values())
    assert not [c["id"] for c in claims if "not_reproduced" in c and c["id"] not in without]


def test_claims_name_their_methods_for_the_cards():
    """The key `about` comes before the arguments; a method appears on only one side, by an id of this
    project.
    """
    of = {
        (key, c["id"]): about(paper, c)
        for key in sorted(papers.keys())
        for paper in [papers.read(key)]
        for c in paper.claims
    }
    assert of["jambeiro2007", "time"].subjects == ("hpb",)
    assert of["jambeiro2007", "ade-order"] == (("ade",), ("de",))
    assert {"ienb", "apnbc_eda"} == {*of["robles2003", "ienb-apnbc-significant"].subjects}
    assert all(found.subjects and {*found.subjects, *found.rivals} <= METHODS.keys() for found in of.values())
    assert not any({*found.subjects} & {*found.rivals} for found in of.values())
